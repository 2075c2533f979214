// @ts-check
// The picture by keyboard.

/** @param {View} view @param {KeyboardEvent} event */
function graphKey(view, event) {
  /** @type {Record<string, [number, number]>} */
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const [only] = view.chosen.size === 1 ? view.chosen : [-1];
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (arrows[event.key]) {
    const [dx, dy] = arrows[event.key];
    const next = only >= 0 && !event.shiftKey ? towards(view, only, dx, dy) : null;
    if (next !== null) view.handlers.select(next);
    else {
      const centre = view.network.getViewPosition();
      const step = 80 / view.network.getScale();
      view.take({ position: { x: centre.x + dx * step, y: centre.y + dy * step } }, false);
    }
  } else if (event.key === "+" || event.key === "=") view.zoom(1.3);
  else if (event.key === "-") view.zoom(1 / 1.3);
  else if (event.key === "0") view.fit();
  else if (event.key === "Enter") {
    if (only >= 0) view.handlers.focus(only);
    else {
      const middle = nearest(view, view.network.getViewPosition());
      if (middle !== null) view.handlers.select(middle);
    }
  } else return;
  event.preventDefault();
}

/** @param {View} view @param {{x: number, y: number}} point */
function nearest(view, point) {
  let best = null;
  let least = Infinity;
  for (const [row, place] of view.placed) {
    const away = Math.hypot(place.x - point.x, place.y - point.y);
    if (view.visible(row) && away < least) [best, least] = [row, away];
  }
  return best;
}

/** The nearest node in a direction, linked ones before others. @param {View} view @param {number} from @param {number} dx @param {number} dy */
function towards(view, from, dx, dy) {
  const start = view.placed.get(from);
  if (!start) return null;
  let best = null;
  let least = Infinity;
  for (const [row, place] of view.placed) {
    if (row === from || !view.visible(row)) continue;
    const ahead = (place.x - start.x) * dx + (place.y - start.y) * dy;
    const aside = Math.abs((place.x - start.x) * dy - (place.y - start.y) * dx);
    if (ahead <= 0 || aside > ahead) continue;
    const away = (ahead + aside) * (view.lit && view.lit.has(row) ? 1 : 3);
    if (away < least) [best, least] = [row, away];
  }
  return best;
}
