// @ts-check
// The picture: vis-network keeps the nodes, the camera and the pointer; regions, lines and names are drawn here, all
// lines of a kind in one stroke, which is what keeps thousands of them fluent.

/** @typedef {{select: (row: number | null) => void, link: (a: number, b: number) => void, focus: (row: number) => void}} Handlers */

const STILL = window.matchMedia("(prefers-reduced-motion: reduce)");

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
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Region[]} */
    this.regions = [];
    this.visible = (/** @type {number} */ _row) => true;
    this.lineVisible = (/** @type {Line} */ _line) => true;
    /** @type {Set<number> | null} rows that stand out; null: all alike */
    this.lit = null;
    /** @type {Set<number>} */
    this.chosen = new Set();
    this.hovered = -1;
    this.clicked = { row: -1, when: 0 };
    this.labels = new Labels();
    const { vis } = /** @type {any} */ (window);
    this.set = new vis.DataSet();
    this.network = new vis.Network(this.container, { nodes: this.set, edges: new vis.DataSet() }, model.data.network.options);
    this.network.on("beforeDrawing", (/** @type {CanvasRenderingContext2D} */ ctx) => this._below(ctx));
    this.network.on("afterDrawing", (/** @type {CanvasRenderingContext2D} */ ctx) => this._above(ctx));
    this.network.on("click", (/** @type {any} */ event) => this._click(event));
    this.network.on("hoverNode", (/** @type {any} */ event) => this._hover(event.node, event.event));
    this.network.on("blurNode", () => this._hover(-1, null));
    this.network.on("dragEnd", (/** @type {any} */ event) => this._moved(event.nodes));
    this.container.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => graphKey(this, event));
    // vis-network's own frame can take the focus; the container is what has the name and the keys.
    const frame = this.container.querySelector(".vis-network");
    if (frame) frame.removeAttribute("tabindex");
    const canvas = this.container.querySelector("canvas");
    canvas.addEventListener("mousemove", (/** @type {MouseEvent} */ event) => this._overLine(event));
    canvas.addEventListener("mouseleave", () => this._hover(-1, null));
    this.colours();
  }

  /** Read the colours of the theme. */
  colours() {
    const style = getComputedStyle(document.documentElement);
    const read = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    this.theme = { paper: read("--canvas"), ink: read("--ink"), muted: read("--muted"), line: read("--edge"), region: read("--region"), accent: read("--accent"), rim: read("--region-rim") };
    this.network.redraw();
  }

  /** Draw other nodes. @param {Placed[]} nodes @param {Line[]} lines @param {Region[]} regions @param {boolean} rings */
  show(nodes, lines, regions, rings) {
    this.placed = new Map(nodes.map((node) => [node.row, { ...node }]));
    this.lines = lines;
    this.regions = regions;
    this.rings = rings;
    this.hovered = -1;
    this.set.clear();
    this.set.add(
      nodes.map((node) => ({ id: node.row, x: node.x, y: node.y, shape: "custom", ctxRenderer: (/** @type {any} */ call) => this._node(call), hidden: !this.visible(node.row), label: " " })),
    );
  }

  /** Draw only what the functions let pass. @param {(row: number) => boolean} node @param {(line: Line) => boolean} line */
  filter(node, line) {
    this.visible = node;
    this.lineVisible = line;
    const changes = [];
    for (const item of this.set.get({ fields: ["id", "hidden"] })) {
      if (Boolean(item.hidden) === node(item.id)) changes.push({ id: item.id, hidden: !node(item.id) });
    }
    if (changes.length) this.set.update(changes);
    else this.network.redraw();
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
    const nodes = [...this.placed.keys()].filter((row) => this.visible(row));
    if (!nodes.length) return;
    this.network.fit({ nodes, maxZoomLevel: 1.6, animation: this._motion(animate) });
  }

  /** Bring a node to the middle unless it is well inside the picture. @param {number} row */
  reveal(row) {
    const place = this.placed.get(row);
    if (!place) return;
    const { x, y } = this._screen(place);
    const { w, h: t, offset } = this._free();
    if (x > w * 0.1 && x < w * 0.9 && y > t * 0.1 && y < t * 0.9 && this.network.getScale() > 0.35) return;
    this.network.moveTo({ position: { x: place.x, y: place.y }, offset, scale: Math.max(this.network.getScale(), 0.8), animation: this._motion(true) });
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
    this.network.moveTo({ scale: Math.min(5, Math.max(0.02, this.network.getScale() * factor)), animation: this._motion(true) });
  }

  /** @param {boolean} wanted */
  _motion(wanted) {
    return wanted && !STILL.matches ? { duration: 350, easingFunction: "easeInOutQuad" } : false;
  }

  /** @param {{x: number, y: number}} point */
  _screen(point) {
    const scale = this.network.getScale();
    const centre = this.network.getViewPosition();
    return { x: (point.x - centre.x) * scale + this.container.clientWidth / 2, y: (point.y - centre.y) * scale + this.container.clientHeight / 2 };
  }

  /** @param {any} call what vis-network hands to a shape of one's own */
  _node({ ctx, id, x, y }) {
    const place = this.placed.get(id);
    const radius = place ? place.size : 6;
    return {
      drawNode: () => {
        const { type } = this.model.nodes[id];
        const off = this.lit && !this.lit.has(id) && id !== this.hovered;
        ctx.save();
        ctx.globalAlpha = off ? 0.2 : 1;
        if (this.chosen.has(id) || id === this.hovered) {
          ctx.beginPath();
          ctx.arc(x, y, radius + 7, 0, 2 * Math.PI);
          ctx.fillStyle = this.theme.accent;
          ctx.globalAlpha = this.chosen.has(id) ? 0.28 : 0.16;
          ctx.fill();
          ctx.globalAlpha = 1;
        }
        trace(ctx, type.shape, x, y, radius);
        ctx.fillStyle = type.colour;
        ctx.fill();
        ctx.lineWidth = this.chosen.has(id) ? 2.5 : 1.5;
        ctx.strokeStyle = this.chosen.has(id) ? this.theme.ink : this.theme.paper;
        ctx.stroke();
        ctx.restore();
      },
      nodeDimensions: { width: radius * 2, height: radius * 2 },
    };
  }

  /** @param {CanvasRenderingContext2D} ctx */
  _below(ctx) {
    const scale = this.network.getScale();
    if (!this.rings) {
      for (const region of this.regions) {
        ctx.beginPath();
        ctx.arc(region.x, region.y, region.radius, 0, 2 * Math.PI);
        ctx.fillStyle = this.theme.region;
        ctx.globalAlpha = this.lit ? 0.5 : 1;
        ctx.fill();
        ctx.globalAlpha = 1;
      }
    }
    // Long lines are many and cross everything: the longer, the fainter.
    /** @type {Line[][]} */
    const bands = [[], [], []];
    const bright = [];
    for (const line of this.lines) {
      const a = this.placed.get(line.a);
      const b = this.placed.get(line.b);
      if (!a || !b || !this.visible(line.a) || !this.visible(line.b) || !this.lineVisible(line)) continue;
      if (this._isBright(line)) bright.push(line);
      else bands[Math.hypot(a.x - b.x, a.y - b.y) < 120 ? 0 : Math.hypot(a.x - b.x, a.y - b.y) < 420 ? 1 : 2].push(line);
    }
    const alphas = this.lit ? [0.1, 0.05, 0.025] : [0.55, 0.3, 0.14];
    // And the more there are, the fainter all of them but the short ones.
    const crowd = Math.min(1, Math.sqrt(900 / Math.max(this.lines.length, 1)));
    ctx.strokeStyle = this.theme.line;
    ctx.lineWidth = Math.max(1.1, 0.8 / scale);
    bands.forEach((band, index) => {
      ctx.globalAlpha = alphas[index] * crowd ** index;
      ctx.beginPath();
      for (const line of band) this._trace(ctx, line);
      ctx.stroke();
    });
    for (const line of bright) {
      const end = this.chosen.has(line.a) || line.a === this.hovered ? line.b : line.a;
      ctx.globalAlpha = 0.85;
      ctx.strokeStyle = this.model.nodes[end].type.colour;
      ctx.lineWidth = Math.max(1.6, 1.4 / scale) * Math.min(2.5, 0.8 + 0.2 * line.papers);
      ctx.beginPath();
      this._trace(ctx, line);
      ctx.stroke();
    }
    ctx.globalAlpha = 1;
  }

  /** @param {Line} line */
  _isBright(line) {
    if (this.chosen.size > 1) return this.chosen.has(line.a) && this.chosen.has(line.b);
    return this.chosen.has(line.a) || this.chosen.has(line.b) || line.a === this.hovered || line.b === this.hovered;
  }

  /** @param {CanvasRenderingContext2D} ctx @param {Line} line */
  _trace(ctx, line) {
    const a = this.placed.get(line.a);
    const b = this.placed.get(line.b);
    ctx.moveTo(a.x, a.y);
    ctx.lineTo(b.x, b.y);
  }

  /** @param {CanvasRenderingContext2D} ctx */
  _above(ctx) {
    const { clientWidth: width, clientHeight: height } = this.container;
    const scale = this.network.getScale();
    ctx.save();
    const ratio = ctx.canvas.width / Math.max(width, 1);
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.textBaseline = "middle";
    ctx.lineJoin = "round";
    const [names, nodes] = [new Boxes(), new Boxes()];
    this._regionNames(ctx, scale, width, height, names);
    /** @type {Candidate[]} */
    const candidates = [];
    for (const [row, place] of this.placed) {
      if (!this.visible(row) || (this.lit && !this.lit.has(row) && row !== this.hovered)) continue;
      const { x, y } = this._screen(place);
      const radius = place.size * scale;
      if (x < -60 || y < -20 || x > width + 60 || y > height + 20) continue;
      // A name leaves other nodes free; what it may touch is their rim.
      nodes.add({ x: x - radius * 0.7, y: y - radius * 0.7, w: radius * 1.4, h: radius * 1.4 });
      const strong = this.chosen.has(row) || row === this.hovered;
      const node = this.model.nodes[row];
      // A paper's name is a sentence: it is read in the details, and here once there is room.
      const quiet = node.type.kind !== "entity";
      if (!strong && radius < (quiet ? (this.lit || this.rings ? 6 : 11) : 2)) continue;
      const text = shorten(this.model.name(row), strong && this.chosen.size < 3 ? 60 : quiet ? 30 : 34);
      candidates.push({ row, x, y, radius, text, strong, rank: (strong ? 1e6 : 0) + (quiet ? 0 : 50) + place.size * 10 });
    }
    for (const sign of this.labels.place(ctx, candidates, names, nodes, width, height)) {
      ctx.font = sign.font;
      ctx.textAlign = sign.align;
      ctx.lineWidth = 3.5;
      ctx.strokeStyle = this.theme.paper;
      ctx.globalAlpha = 0.9;
      ctx.strokeText(sign.text, sign.x, sign.y);
      ctx.globalAlpha = 1;
      ctx.fillStyle = this.theme.ink;
      ctx.fillText(sign.text, sign.x, sign.y);
    }
    ctx.restore();
  }

  /** @param {CanvasRenderingContext2D} ctx @param {number} scale @param {number} width @param {number} height @param {Boxes} boxes */
  _regionNames(ctx, scale, width, height, boxes) {
    ctx.textAlign = "center";
    for (const region of this.regions) {
      const radius = region.radius * scale;
      if (!region.name || (!this.rings && (radius < 30 || radius > Math.max(width, height) * 0.8 || this.lit))) continue;
      const size = this.rings ? 12 : Math.max(11.5, Math.min(16, radius / 9));
      const font = `650 ${size}px ${FACE}`;
      const { x, y } = this._screen(region);
      // Inside the upper rim of its disc, where it cannot be taken for the name of a node.
      const top = this.rings ? y : y - radius + size * 1.1;
      let text = region.name;
      if (!this.rings && this.labels.width(ctx, text, font) > radius * 2.1) text = text.split(" · ")[0];
      const w = this.labels.width(ctx, text, font);
      if (x + w / 2 < 0 || x - w / 2 > width || top < 0 || top > height) continue;
      const box = { x: x - w / 2 - 4, y: top - size / 2 - 3, w: w + 8, h: size + 6 };
      if (!boxes.free(box)) continue;
      boxes.add(box);
      ctx.font = font;
      ctx.lineWidth = 4;
      ctx.strokeStyle = this.theme.paper;
      ctx.strokeText(text, x, top);
      ctx.fillStyle = this.theme.muted;
      ctx.fillText(text, x, top);
    }
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

  /** @param {any} event */
  _click(event) {
    const [row] = event.nodes;
    // By the clock of the events: on a busy machine vis-network takes the second click of two for one more first.
    const now = event.event.srcEvent ? event.event.srcEvent.timeStamp : event.event.timeStamp;
    const again = row !== undefined && this.clicked.row === row && now - this.clicked.when < 450;
    this.clicked = { row, when: now };
    if (again) return this.handlers.focus(row);
    if (row !== undefined) return this.handlers.select(row);
    const line = this.lineAt(event.pointer.canvas);
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
    this.network.redraw();
  }

  /** @param {number} row @param {MouseEvent | null} event */
  _hover(row, event) {
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
  _overLine(event) {
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
