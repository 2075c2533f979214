// @ts-check
// What is drawn of a picture: nodes, regions, the lines of what is selected, names.

const LARGE = 7; // pixels of radius of a node that others' names spare
const ROOM = 9000; // square pixels of a crowded picture to a name

/** @param {View} view @param {CanvasRenderingContext2D} ctx @param {number} id @param {number} x @param {number} y @param {number} radius @param {number} weight of what surrounds it */
function drawNode(view, ctx, id, x, y, radius, weight) {
  const { type } = view.model.nodes[id];
  const off = view.lit && !view.lit.has(id) && id !== view.hovered;
  ctx.save();
  ctx.globalAlpha = off ? 0.2 : 1;
  if (view.chosen.has(id) || id === view.hovered) {
    ctx.beginPath();
    ctx.arc(x, y, radius + 7 * weight, 0, 2 * Math.PI);
    ctx.fillStyle = view.theme.accent;
    ctx.globalAlpha = view.chosen.has(id) ? 0.28 : 0.16;
    ctx.fill();
    ctx.globalAlpha = 1;
  }
  trace(ctx, type.shape, x, y, radius);
  ctx.fillStyle = type.colour;
  ctx.fill();
  ctx.lineWidth = (view.chosen.has(id) ? 2.5 : 1.5) * weight;
  ctx.strokeStyle = view.chosen.has(id) ? view.theme.ink : view.theme.paper;
  ctx.stroke();
  if (view.pinned.has(id)) {
    ctx.beginPath();
    ctx.arc(x, y, Math.max(1.8, radius * 0.3), 0, 2 * Math.PI);
    ctx.fillStyle = view.theme.paper;
    ctx.fill();
  }
  ctx.restore();
}

/** @param {View} view @param {CanvasRenderingContext2D} ctx */
function drawRegions(view, ctx) {
  if (view.rings) return;
  ctx.fillStyle = view.theme.region;
  ctx.globalAlpha = view.lit ? 0.5 : 1;
  for (const region of view.regions) {
    ctx.beginPath();
    ctx.arc(region.x, region.y, region.radius, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.globalAlpha = 1;
}

/** The lines of what is selected or pointed at. @param {View} view @param {CanvasRenderingContext2D} ctx */
function drawBright(view, ctx) {
  const scale = view.network.getScale();
  const ends = view.hovered >= 0 ? [...view.chosen, view.hovered] : [...view.chosen];
  ctx.globalAlpha = 0.85;
  for (const line of new Set(ends.flatMap((row) => view.linesOf.get(row) || []))) {
    if (!isBright(view, line) || !view.visible(line.a) || !view.visible(line.b) || !view.lineVisible(line)) continue;
    const end = view.chosen.has(line.a) || line.a === view.hovered ? line.b : line.a;
    ctx.strokeStyle = view.model.nodes[end].type.colour;
    ctx.lineWidth = Math.max(1.6, 1.4 / scale) * Math.min(2.5, 0.8 + 0.2 * line.papers);
    const a = view.placed.get(line.a);
    const b = view.placed.get(line.b);
    ctx.beginPath();
    ctx.moveTo(a.x, a.y);
    ctx.lineTo(b.x, b.y);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

/** @param {View} view @param {Line} line */
function isBright(view, line) {
  if (view.chosen.size > 1) return (view.chosen.has(line.a) && view.chosen.has(line.b)) || line.a === view.hovered || line.b === view.hovered;
  return view.chosen.has(line.a) || view.chosen.has(line.b) || line.a === view.hovered || line.b === view.hovered;
}

/** @param {View} view @param {CanvasRenderingContext2D} ctx @param {boolean} moving fewer names while the camera moves */
function drawNames(view, ctx, moving) {
  const { clientWidth: width, clientHeight: height } = view.container;
  const scale = view.network.getScale();
  ctx.save();
  const ratio = ctx.canvas.width / Math.max(width, 1);
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  const [names, nodes, large] = [new Boxes(), new Boxes(), new Boxes()];
  const plate = view.crowded;
  const said = regionNames(view, ctx, scale, width, height, names, plate);
  const room = plate ? Math.max(16, (width * height) / ROOM) : 170;
  const limit = moving ? Math.min(70, room) : room;
  /** @type {Candidate[]} */
  const candidates = [];
  const strong = [...new Set([...view.chosen, view.hovered])].map((row) => view.placed.get(row)).filter(Boolean);
  const { x: middleX, y: middleY } = view.network.getViewPosition();
  const [left, top] = [width / 2 - middleX * scale, height / 2 - middleY * scale];
  for (const places of [strong, view.order]) {
    for (const place of places) {
      const { row } = place;
      const radius = place.size * scale;
      // Largest first: what follows is smaller still.
      if (places === view.order && (radius < 2 || candidates.length > 3 * limit)) break;
      const [x, y] = [place.x * scale + left, place.y * scale + top];
      if (x < -60 || y < -20 || x > width + 60 || y > height + 20 || !view.visible(row)) continue;
      const stands = view.chosen.has(row) || row === view.hovered;
      if ((stands && places === view.order) || (view.lit && !view.lit.has(row) && !stands)) continue;
      // A name leaves other nodes free; what it may touch is their rim.
      const body = { x: x - radius * 0.7, y: y - radius * 0.7, w: radius * 1.4, h: radius * 1.4 };
      nodes.add(body);
      if (radius > LARGE) large.add(body);
      // A paper's name is a sentence: it is read in the details, and here once there is room.
      const quiet = view.model.nodes[row].type.kind !== "entity";
      if (!stands && plate && said.has(view.model.name(row))) continue;
      if (!stands && quiet && radius < (view.lit || view.rings ? 6 : 11)) continue;
      candidates.push({ row, x, y, radius, quiet, strong: stands, rank: (stands ? 1e6 : 0) + (quiet ? 0 : 50) + place.size * 10 });
    }
  }
  const text = (/** @type {Candidate} */ { row, quiet, strong: stands }) => shorten(view.model.name(row), stands && view.chosen.size < 3 ? 60 : quiet ? 30 : 34);
  for (const sign of view.labels.place(ctx, candidates, text, names, nodes, large, width, height, limit)) view.labels.draw(ctx, sign, view.theme.ink, view.theme.paper, ratio, plate);
  ctx.restore();
}

/** @param {View} view @param {CanvasRenderingContext2D} ctx @param {number} scale @param {number} width @param {number} height @param {Boxes} boxes @param {boolean} plate @returns {Set<string>} what they say */
function regionNames(view, ctx, scale, width, height, boxes, plate) {
  /** @type {Set<string>} */
  const said = new Set();
  const ratio = ctx.canvas.width / Math.max(width, 1);
  for (const region of view.regions) {
    const radius = region.radius * scale;
    if (!region.name || (!view.rings && (radius < 30 || radius > Math.max(width, height) * 0.8 || view.lit))) continue;
    const size = view.rings ? 12 : Math.round(Math.max(11.5, Math.min(16, radius / 9)) * 2) / 2;
    const font = `650 ${size}px ${FACE}`;
    const { x, y } = view.screen(region);
    // Inside the upper rim of its disc, where it cannot be taken for the name of a node.
    const top = view.rings ? y : y - radius + size * 1.1;
    let text = region.name;
    // One large node that gives its name says it itself, and better.
    if (!view.rings && speakerSize(view, region) * scale > SPEAKS) continue;
    if (!view.rings && view.labels.width(ctx, text, font) > radius * 2.1) text = text.split(" · ")[0];
    const w = view.labels.width(ctx, text, font);
    if (x + w / 2 < 0 || x - w / 2 > width || top < 0 || top > height) continue;
    // At the edge of the picture it moves along its disc, as long as it stays on it, rather than be cut.
    const inside = Math.max(w / 2 + 5, Math.min(width - w / 2 - 5, x));
    const middle = Math.abs(inside - x) < radius ? inside : x;
    const box = { x: middle - w / 2 - 4, y: top - size / 2 - 3, w: w + 8, h: size + 6 };
    if (!boxes.free(box)) continue;
    boxes.add(box);
    view.labels.draw(ctx, { text, font, x: middle, y: top, size, align: "center", strong: false }, view.theme.muted, view.theme.paper, ratio, plate);
    if (!view.rings) for (const part of text.split(" · ")) said.add(part);
  }
  return said;
}

/** The radius of the node that a region has its name from, 0 where it cannot be seen. @param {View} view @param {Region} region */
function speakerSize(view, region) {
  if (!view.speakers.has(region)) {
    const [name] = region.name.split(" · ");
    const inside = view.order.find((place) => view.model.name(place.row) === name && Math.hypot(place.x - region.x, place.y - region.y) <= region.radius);
    view.speakers.set(region, inside || null);
  }
  const place = view.speakers.get(region);
  return place && view.visible(place.row) ? place.size : 0;
}
