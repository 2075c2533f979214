// @ts-check
// The picture: vis-network, or for more nodes than that moves fluently a board of our own, keeps the nodes, the camera and
// the pointer; what is drawn besides stands in `scene.js`.

/** @typedef {{select: (row: number | null) => void, link: (a: number, b: number) => void, focus: (row: number) => void, moved: (rows: number[]) => void, camera: (x: number, y: number, scale: number) => void, fitted: () => void}} Handlers */

const STILL = window.matchMedia("(prefers-reduced-motion: reduce)");
const CROWD = 1200; // nodes from which on they are a mass: the small ones step back, and names stand on a ground of their own
const REST = 500; // milliseconds without a move: the camera rests
const MARGIN = 44; // pixels that a fitted picture leaves free, both sides together

class View {
  /**
   * @param {Model} model @param {Handlers} handlers
   */
  constructor(model, handlers) {
    this.model = model;
    this.handlers = handlers;
    this.container = byId("canvas");
    /** @type {Map<number, Placed>} */
    this.placed = new Map();
    /** @type {Placed[]} largest first */
    this.order = [];
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Map<number, Line[]>} */
    this.linesOf = new Map();
    /** @type {Region[]} */
    this.regions = [];
    /** @type {Map<Region, Placed | null>} the node that a region has its name from */
    this.speakers = new Map();
    this.visible = (/** @type {number} */ _row) => true;
    this.lineVisible = (/** @type {Line} */ _line) => true;
    /** @type {Set<number> | null} rows that stand out; null: all alike */
    this.lit = null;
    /** @type {Set<number>} */
    this.chosen = new Set();
    /** @type {Set<number>} rows that the reader has put where they are */
    this.pinned = new Set();
    this.hovered = -1;
    this.rest = 0;
    this.clicked = { row: -1, when: 0 };
    this.labels = new Labels();
    this.strokes = new Strokes();
    /** @type {any} vis-network's Network, made when it is first needed */
    this.net = null;
    /** @type {Board | null} */
    this.board = null;
    /** @type {any} which of the two carries the picture */
    this.network = null;
    this.container.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => graphKey(this, event));
    this.colours();
    this._carry(0);
  }

  /** Take the carrier that so many nodes need. @param {number} count */
  _carry(count) {
    const big = count > this.model.data.overview.fluent; // more than vis-network moves fluently
    if (big && !this.board) this.board = new Board(this._frame(), this);
    if (!big && !this.net) this._vis();
    this.network = big ? this.board : this.net;
    for (const [frame, on] of [[this.board && this.board.container, big], [this.net && this.visFrame, !big]]) if (frame) frame.classList.toggle("away", !on);
  }

  _frame() {
    const frame = h("div", { class: "carrier" });
    this.container.appendChild(frame);
    return frame;
  }

  _vis() {
    const { vis } = /** @type {any} */ (window);
    this.visFrame = this._frame();
    this.set = new vis.DataSet();
    this.net = new vis.Network(this.visFrame, { nodes: this.set, edges: new vis.DataSet() }, this.model.data.network.options);
    this.net.on("beforeDrawing", (/** @type {CanvasRenderingContext2D} */ ctx) => {
      drawRegions(this, ctx);
      this.strokes.draw(ctx, this.theme.line, this.net.getScale(), [-Infinity, -Infinity, Infinity, Infinity], Boolean(this.lit));
      drawBright(this, ctx);
    });
    this.net.on("afterDrawing", (/** @type {CanvasRenderingContext2D} */ ctx) => drawNames(this, ctx, false));
    this.net.on("click", (/** @type {any} */ event) => {
      // By the clock of the events: on a busy machine vis-network takes the second click of two for one more first.
      const { srcEvent } = event.event;
      this.press(event.nodes.length ? event.nodes[0] : -1, event.pointer.canvas, (srcEvent || event.event).timeStamp);
    });
    this.net.on("hoverNode", (/** @type {any} */ event) => this.hover(event.node, event.event));
    this.net.on("blurNode", () => this.hover(-1, null));
    this.net.on("zoom", () => this.settle());
    this.net.on("dragging", (/** @type {any} */ event) => event.nodes.length && this._moved(event.nodes));
    this.net.on("dragEnd", (/** @type {any} */ event) => {
      if (!event.nodes.length) return this.settle();
      this._moved(event.nodes);
      this.handlers.moved(event.nodes);
    });
    // vis-network's own frame can take the focus; the container is what has the name and the keys.
    const frame = this.visFrame.querySelector(".vis-network");
    if (frame) frame.removeAttribute("tabindex");
    const canvas = this.visFrame.querySelector("canvas");
    canvas.addEventListener("mousemove", (/** @type {MouseEvent} */ event) => this.overLine(event));
    canvas.addEventListener("mouseleave", () => this.hover(-1, null));
  }

  /** Read the colours of the theme. */
  colours() {
    const style = getComputedStyle(document.documentElement);
    const read = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    this.theme = { paper: read("--canvas"), ink: read("--ink"), muted: read("--muted"), line: read("--edge"), region: read("--region"), accent: read("--accent") };
    this.labels.forget();
    if (this.board) this.board.recolour();
    if (this.network) this.network.redraw();
  }

  /** Draw other nodes. @param {Placed[]} nodes @param {Line[]} lines @param {Region[]} regions @param {boolean} rings */
  show(nodes, lines, regions, rings) {
    this.placed = new Map(nodes.map((node) => [node.row, { ...node }]));
    this.order = [...this.placed.values()].sort((one, two) => two.size - one.size || one.row - two.row);
    this.lines = lines;
    this.linesOf = new Map();
    for (const line of lines) {
      for (const row of [line.a, line.b]) {
        const known = this.linesOf.get(row);
        if (known) known.push(line);
        else this.linesOf.set(row, [line]);
      }
    }
    this.regions = regions;
    this.speakers.clear();
    this.rings = rings;
    this.crowded = nodes.length > CROWD;
    this.hovered = -1;
    this._carry(nodes.length);
    this._sort();
    if (this.network === this.board) return this.board.show([...this.placed.values()]);
    this.set.clear();
    // The size is what the pointer meets until vis-network has drawn twice.
    this.set.add(nodes.map((node) => ({ id: node.row, x: node.x, y: node.y, size: node.size, shape: "custom", ctxRenderer: (/** @type {any} */ call) => this._node(call), hidden: !this.visible(node.row), label: " " })));
  }

  /** Draw only what the functions let pass. @param {(row: number) => boolean} node @param {(line: Line) => boolean} line */
  filter(node, line) {
    this.visible = node;
    this.lineVisible = line;
    this._sort();
    if (this.network === this.board) return this.board.filter();
    const changes = [];
    for (const item of this.set.get({ fields: ["id", "hidden"] })) {
      if (Boolean(item.hidden) === node(item.id)) changes.push({ id: item.id, hidden: !node(item.id) });
    }
    if (changes.length) this.set.update(changes);
    else this.network.redraw();
  }

  /** Look again at which lines are visible, and where. */
  _sort() {
    const seen = this.lines.filter((line) => this.placed.has(line.a) && this.placed.has(line.b) && this.visible(line.a) && this.visible(line.b) && this.lineVisible(line));
    this.strokes.sort(seen, this.placed, this.lines.length);
  }

  /** Let some nodes stand out. @param {number[]} chosen @param {Set<number> | null} lit */
  emphasise(chosen, lit) {
    this.chosen = new Set(chosen);
    this.lit = lit;
    this.network.redraw();
  }

  /** @param {number} row */
  drawn(row) {
    return this.placed.has(row) && this.visible(row);
  }

  /** @param {boolean} [animate] */
  fit(animate = true) {
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { row, x, y, size } of this.placed.values()) {
      if (!this.visible(row)) continue;
      [left, right] = [Math.min(left, x - size), Math.max(right, x + size)];
      [top, bottom] = [Math.min(top, y - size), Math.max(bottom, y + size)];
    }
    if (left > right || !this.container.clientWidth) return; // nothing to show, or nowhere
    clearTimeout(this.rest);
    if (animate) this.handlers.fitted();
    const { clientWidth: width, clientHeight: height } = this.container;
    // The note lies over the foot of the picture, and names stand a little outside.
    const foot = height > 300 ? byId("banner").offsetHeight : 0;
    const scale = Math.max(0.001, Math.min(1.6, (width - MARGIN) / (right - left + 20), (height - foot - MARGIN) / (bottom - top + 20)));
    if (this.board) this.board.least = Math.min(0.02, scale / 2);
    this.network.moveTo({ position: { x: (left + right) / 2, y: (top + bottom) / 2 }, offset: { x: 0, y: -foot / 2 }, scale, animation: this._motion(animate) });
  }

  /** Bring a node to the middle unless it is well inside the picture. @param {number} row */
  reveal(row) {
    const place = this.placed.get(row);
    if (!place) return;
    const { x, y } = this.screen(place);
    const { w, h: t, offset } = this._free();
    if (x > w * 0.1 && x < w * 0.9 && y > t * 0.1 && y < t * 0.9 && this.network.getScale() > 0.35) return;
    this.take({ position: { x: place.x, y: place.y }, offset, scale: Math.max(this.network.getScale(), 0.8) }, true);
  }

  /** The part of the picture, from its upper left corner, that the details leave free, and how far its middle is off. */
  _free() {
    const box = this.container.getBoundingClientRect();
    const over = byId("details").getBoundingClientRect();
    const right = over.width && over.left > box.left + 1 && over.left < box.right ? box.right - over.left : 0;
    const below = over.width && !right && over.top > box.top + 1 && over.top < box.bottom ? box.bottom - over.top : 0;
    return { w: box.width - right, h: box.height - below, offset: { x: -right / 2, y: -below / 2 } };
  }

  /** @param {number} factor */
  zoom(factor) {
    this.take({ scale: Math.min(5, Math.max(0.01, this.network.getScale() * factor)) }, true);
  }

  /** Take the camera where the reader wants it. @param {{position?: {x: number, y: number}, offset?: {x: number, y: number}, scale?: number}} to @param {boolean} animate */
  take(to, animate) {
    this.network.moveTo({ ...to, animation: this._motion(animate) });
    this.settle();
  }

  /** Tell where the reader has taken the camera, once it rests. */
  settle() {
    clearTimeout(this.rest);
    this.rest = window.setTimeout(() => {
      const { x, y } = this.network.getViewPosition();
      this.handlers.camera(x, y, this.network.getScale());
    }, REST);
  }

  /** @param {boolean} wanted */
  _motion(wanted) {
    return wanted && !STILL.matches ? { duration: 350, easingFunction: "easeInOutQuad" } : false;
  }

  /** @param {{x: number, y: number}} point */
  screen(point) {
    const scale = this.network.getScale();
    const centre = this.network.getViewPosition();
    return { x: (point.x - centre.x) * scale + this.container.clientWidth / 2, y: (point.y - centre.y) * scale + this.container.clientHeight / 2 };
  }

  /** @param {any} call what vis-network hands to a shape of one's own */
  _node({ ctx, id, x, y }) {
    const place = this.placed.get(id);
    const radius = place ? place.size : 6;
    return { drawNode: () => drawNode(this, ctx, id, x, y, radius, 1), nodeDimensions: { width: radius * 2, height: radius * 2 } };
  }

  /** The line under a point of the picture, if any. @param {{x: number, y: number}} point @returns {Line | null} */
  lineAt(point) {
    const reach = 6 / this.network.getScale();
    let best = null;
    let least = reach;
    for (const line of this.lines) {
      if (!this.visible(line.a) || !this.visible(line.b) || !this.lineVisible(line)) continue;
      if (this.lit && !(this.lit.has(line.a) && this.lit.has(line.b))) continue;
      const a = this.placed.get(line.a);
      const b = this.placed.get(line.b);
      const dx = b.x - a.x;
      const dy = b.y - a.y;
      const along = Math.max(0, Math.min(1, ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
      const away = Math.hypot(point.x - a.x - along * dx, point.y - a.y - along * dy);
      if (away < least) {
        least = away;
        best = line;
      }
    }
    return best;
  }

  /** A click on a node, or on none (-1). @param {number} row @param {{x: number, y: number}} point @param {number} when in milliseconds */
  press(row, point, when) {
    const again = row >= 0 && this.clicked.row === row && when - this.clicked.when < 450;
    this.clicked = { row, when };
    if (again) return this.handlers.focus(row);
    if (row >= 0) return this.handlers.select(row);
    const line = this.lineAt(point);
    if (line) this.handlers.link(line.a, line.b);
    else this.handlers.select(null);
  }

  /** @param {number[]} rows nodes that the reader has put elsewhere */
  _moved(rows) {
    for (const row of rows) {
      const place = this.placed.get(row);
      const { x, y } = this.network.getPosition(row);
      if (place) Object.assign(place, { x, y });
    }
    this._sort();
    this.network.redraw();
  }

  /** @param {number} row @param {MouseEvent | null} event */
  hover(row, event) {
    this.hovered = row;
    const tip = byId("tip");
    tip.hidden = row < 0 || !event;
    this.container.style.cursor = row < 0 ? "" : "pointer";
    if (row >= 0 && event) {
      const node = this.model.nodes[row];
      const about = node.type.kind === "entity" ? `${node.type.name} · ${plural(node.papers, "paper")}` : [node.type.name, node.year].filter(Boolean).join(" · ");
      fill(tip, icon(node.type), h("span", { dir: "auto" }, shorten(this.model.name(row), 140)), h("small", {}, about));
      this._tipAt(event);
    }
    this.network.redraw();
  }

  /** @param {MouseEvent} event */
  _tipAt(event) {
    const tip = byId("tip");
    const box = this.container.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    tip.style.left = `${Math.max(4, Math.min(x + 14, box.width - tip.offsetWidth - 8))}px`;
    tip.style.top = `${y + 18 + tip.offsetHeight > box.height ? y - tip.offsetHeight - 10 : y + 18}px`;
  }

  /** @param {MouseEvent} event */
  overLine(event) {
    if (this.hovered >= 0 || event.buttons) return;
    const box = this.container.getBoundingClientRect();
    const line = this.lineAt(this.network.DOMtoCanvas({ x: event.clientX - box.left, y: event.clientY - box.top }));
    const tip = byId("tip");
    tip.hidden = !line;
    this.container.style.cursor = line ? "pointer" : "";
    if (!line) return;
    const link = this.model.between(line.a, line.b)[0];
    const [from, to] = link && !link.out ? [line.b, line.a] : [line.a, line.b];
    const relation = link ? this.model.edgeType(link.edge).label : "appears together with";
    fill(tip, h("span", { dir: "auto" }, shorten(this.model.name(from), 60)), h("small", {}, ` ${relation} `), h("span", { dir: "auto" }, shorten(this.model.name(to), 60)));
    this._tipAt(event);
  }
}
