// @ts-check
// A canvas of our own for pictures of more nodes than vis-network moves fluently. It has the part of vis-network's
// interface that the picture uses, so that `View` need not know which of the two carries it.
//
// What keeps ten thousand nodes fluent: every shape is drawn once into a small stamp and then only copied. While the
// camera moves, a frame is a copy of the last whole picture, moved and scaled, and the next whole picture is drawn
// meanwhile (`shots.js`); lines too many to draw again stay the image that they were when the camera last stood still.

const FEW_LINES = 250; // drawn anew in every picture
const CHUNK = 250; // nodes between two looks at the clock
const SETTLE = 140; // milliseconds without movement after which everything is drawn at its best
const SLOP = 5; // pixels that a click may wander

class Board {
  /** @param {HTMLElement} container @param {View} view */
  constructor(container, view) {
    this.container = container;
    this.view = view;
    this.canvas = /** @type {HTMLCanvasElement} */ (h("canvas", {}));
    container.appendChild(this.canvas);
    this.ctx = this.canvas.getContext("2d");
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.least = 0.02;
    this.moving = false;
    this.stale = true; // something else than the camera has changed
    this.frame = 0;
    this.timer = 0;
    this.flight = 0;
    /** @type {Map<string, HTMLCanvasElement>} */
    this.stamps = new Map();
    /** @type {Map<number, {x: number, y: number}>} pointers that are down */
    this.down = new Map();
    this.wandered = 0;
    this.dragged = -1; // index of the node that a pointer holds
    /** Lines as they were when the camera last stood still. */
    this.still = { ...shot(), key: "" };
    this.shots = new Shots(this);
    this.show([]);
    new ResizeObserver(() => this._resize()).observe(container);
    this._resize();
    this._listen();
  }

  /** Draw other nodes. @param {Placed[]} nodes */
  show(nodes) {
    const count = nodes.length;
    const { model } = this.view;
    // By type and size: copies of one stamp follow each other.
    const order = nodes.slice().sort((one, two) => model.nodes[one.row].typeNumber - model.nodes[two.row].typeNumber || one.size - two.size || one.row - two.row);
    this.rows = Int32Array.from(order, (node) => node.row);
    this.xs = Float64Array.from(order, (node) => node.x);
    this.ys = Float64Array.from(order, (node) => node.y);
    this.sizes = Float64Array.from(order, (node) => node.size);
    this.shown = new Uint8Array(count).fill(1);
    this.filter();
  }

  /** Look again at which nodes are visible. */
  filter() {
    for (let index = 0; index < this.rows.length; index++) this.shown[index] = this.view.visible(this.rows[index]) ? 1 : 0;
    this.still.key = "";
    this.redraw();
  }

  // What follows is named as in vis-network.

  getScale() {
    return this.scale;
  }

  getViewPosition() {
    return { x: this.x, y: this.y };
  }

  /** @param {{x: number, y: number}} point in pixels of the container */
  DOMtoCanvas({ x, y }) {
    return { x: (x - this.container.clientWidth / 2) / this.scale + this.x, y: (y - this.container.clientHeight / 2) / this.scale + this.y };
  }

  /** @param {{position?: {x: number, y: number}, offset?: {x: number, y: number}, scale?: number, animation?: any}} to */
  moveTo({ position = { x: this.x, y: this.y }, offset = { x: 0, y: 0 }, scale = this.scale, animation = false }) {
    cancelAnimationFrame(this.flight);
    const end = { x: position.x - offset.x / scale, y: position.y - offset.y / scale, scale: Math.min(5, Math.max(this.least, scale)) };
    if (!animation) return this._camera(end.x, end.y, end.scale, false);
    const start = { x: this.x, y: this.y, scale: this.scale };
    const began = performance.now();
    const step = (/** @type {number} */ now) => {
      const done = Math.min(1, Math.max(0, (now - began) / animation.duration));
      const part = done < 0.5 ? 2 * done * done : 1 - (2 - 2 * done) ** 2 / 2;
      const zoom = start.scale * (end.scale / start.scale) ** part;
      this._camera(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part, zoom, true);
      if (done < 1) this.flight = requestAnimationFrame(step);
    };
    this.flight = requestAnimationFrame(step);
  }

  /** @param {number} row */
  getPosition(row) {
    const index = this.rows.indexOf(row);
    return { x: this.xs[index], y: this.ys[index] };
  }

  /** Draw again, because something else than the camera has changed. */
  redraw() {
    this.stale = true;
    this.ask();
  }

  /** Draw in the next frame. */
  ask() {
    if (!this.frame) {
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this._draw();
      });
    }
  }

  /** Forget what was drawn in colours that hold no more. */
  recolour() {
    this.stamps.clear();
    this.still.key = "";
    this.redraw();
  }

  /** @param {number} x @param {number} y @param {number} scale @param {boolean} moving */
  _camera(x, y, scale, moving) {
    if (moving) this._moves();
    else this.stale = true;
    Object.assign(this, { x, y, scale });
    this.ask();
  }

  _moves() {
    if (!this.moving) this.shots.take();
    this.moving = true;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.moving = false;
      this.redraw();
    }, SETTLE);
  }

  _resize() {
    const ratio = window.devicePixelRatio || 1;
    for (const canvas of [this.canvas, this.still.canvas, ...this.shots.canvases]) {
      canvas.width = Math.max(1, Math.round(this.container.clientWidth * ratio));
      canvas.height = Math.max(1, Math.round(this.container.clientHeight * ratio));
    }
    this.canvas.style.width = `${this.container.clientWidth}px`;
    this.canvas.style.height = `${this.container.clientHeight}px`;
    this.still.key = "";
    // At once: a canvas that has been resized is empty until it is drawn.
    this._draw();
  }

  _draw() {
    if (!this.view.theme || !this.container.clientWidth) return;
    if (this.moving && !this.stale) return this.shots.move();
    this.stale = false;
    for (const _ of this.paint(this.ctx, this.moving)) continue;
    this.shots.drew();
    if (this.moving) this.shots.take();
  }

  /** Draw the whole picture, and pause now and then. @param {CanvasRenderingContext2D} ctx @param {boolean} moving fewer names, and lines as they were @returns {Generator<void>} */
  *paint(ctx, moving) {
    const { view } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
    this._world(ctx);
    drawRegions(view, ctx);
    this._lines(ctx, moving);
    this._world(ctx);
    drawBright(view, ctx);
    yield;
    yield* this._nodes(ctx);
    yield;
    this._world(ctx);
    drawNames(view, ctx, moving);
  }

  /** Draw in the units of the picture. @param {CanvasRenderingContext2D} ctx */
  _world(ctx) {
    const ratio = this.canvas.width / Math.max(1, this.container.clientWidth);
    const k = this.scale * ratio;
    ctx.setTransform(k, 0, 0, k, this.canvas.width / 2 - this.x * k, this.canvas.height / 2 - this.y * k);
  }

  /** The part of the picture that is seen. @returns {[number, number, number, number]} left, top, right, bottom */
  _box() {
    const [w, t] = [this.container.clientWidth / 2 / this.scale, this.container.clientHeight / 2 / this.scale];
    return [this.x - w, this.y - t, this.x + w, this.y + t];
  }

  /** @param {CanvasRenderingContext2D} ctx @param {boolean} moving */
  _lines(ctx, moving) {
    const { view, still } = this;
    const box = this._box();
    if (view.strokes.count(box, FEW_LINES) < FEW_LINES) return view.strokes.draw(ctx, view.theme.line, this.scale, box, Boolean(view.lit));
    const key = `${this.x} ${this.y} ${this.scale} ${Boolean(view.lit)} ${view.strokes.version}`;
    if (still.key !== key && (!moving || !still.key)) {
      still.ctx.setTransform(1, 0, 0, 1, 0, 0);
      still.ctx.clearRect(0, 0, still.canvas.width, still.canvas.height);
      this._world(still.ctx);
      view.strokes.draw(still.ctx, view.theme.line, this.scale, box, Boolean(view.lit));
      Object.assign(still, { key, x: this.x, y: this.y, scale: this.scale });
    }
    copyShot(ctx, still, this);
  }

  /** @param {CanvasRenderingContext2D} ctx @returns {Generator<void>} */
  *_nodes(ctx) {
    const { view, rows, xs, ys, sizes, shown } = this;
    const { width, height } = ctx.canvas;
    const ratio = width / Math.max(1, this.container.clientWidth);
    const k = this.scale * ratio;
    const [left, top] = [width / 2 - this.x * k, height / 2 - this.y * k];
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    const { lit } = view;
    // What stands out is drawn last.
    for (const bright of lit ? [false, true] : [true]) {
      for (let index = 0, drawn = 0; index < rows.length; index++) {
        if (!shown[index] || (lit && lit.has(rows[index]) !== bright)) continue;
        const x = xs[index] * k + left;
        const y = ys[index] * k + top;
        const radius = Math.max(sizes[index] * k, 0.8 * ratio);
        if (x < -radius || y < -radius || x > width + radius || y > height + radius) continue;
        // Specks stay in the background, so that the eye finds what counts.
        ctx.globalAlpha = !bright ? 0.2 : lit || !view.crowded ? 1 : Math.min(1, 0.35 + (0.13 * radius) / ratio);
        const stamp = this._stamp(view.model.nodes[rows[index]].type, radius, ratio);
        ctx.drawImage(stamp, Math.round(x - stamp.width / 2), Math.round(y - stamp.height / 2));
        if (++drawn % CHUNK === 0) yield;
      }
    }
    ctx.globalAlpha = 1;
    for (const row of new Set([...view.chosen, ...(view.hovered >= 0 ? [view.hovered] : [])])) {
      const place = view.placed.get(row);
      if (!place || !view.visible(row)) continue;
      this._world(ctx);
      drawNode(view, ctx, row, place.x, place.y, Math.max(place.size, 5 / this.scale), 1 / Math.min(1, this.scale * 1.6));
    }
    // What the reader has put there has a dot, as on vis-network's picture.
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = view.theme.paper;
    for (const row of view.pinned) {
      const place = view.placed.get(row);
      if (!place || !view.visible(row)) continue;
      ctx.beginPath();
      ctx.arc(place.x * k + left, place.y * k + top, Math.max(1.5 * ratio, place.size * k * 0.3), 0, 2 * Math.PI);
      ctx.fill();
    }
  }

  /** A node as an image. @param {NodeType} type @param {number} radius in device pixels @param {number} ratio */
  _stamp(type, radius, ratio) {
    const size = radius < 8 ? Math.round(radius * 2) / 2 : Math.round(radius);
    const key = `${type.name} ${size}`;
    let stamp = this.stamps.get(key);
    if (!stamp) {
      if (this.stamps.size > 600) this.stamps.clear();
      stamp = /** @type {HTMLCanvasElement} */ (document.createElement("canvas"));
      stamp.width = stamp.height = 2 * Math.ceil(size * 1.35 + 1);
      const ctx = stamp.getContext("2d");
      trace(ctx, type.shape, stamp.width / 2, stamp.height / 2, size);
      ctx.fillStyle = type.colour;
      ctx.fill();
      if (size > 3 * ratio) {
        ctx.lineWidth = Math.min(1.5, size / 6) * ratio;
        ctx.strokeStyle = this.view.theme.paper;
        ctx.stroke();
      }
      this.stamps.set(key, stamp);
    }
    return stamp;
  }

  /** The node at a point of the picture, or -1. @param {{x: number, y: number}} point */
  nodeAt({ x, y }) {
    const reach = 4 / this.scale;
    let best = -1;
    let least = Infinity;
    for (let index = 0; index < this.rows.length; index++) {
      if (!this.shown[index]) continue;
      const away = Math.hypot(this.xs[index] - x, this.ys[index] - y) - this.sizes[index];
      if (away < reach && away < least) [best, least] = [this.rows[index], away];
    }
    return best;
  }

  /** @param {PointerEvent | WheelEvent | MouseEvent} event @returns {{x: number, y: number}} pixels from the container's corner */
  _spot(event) {
    const box = this.container.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** Zoom so that what is under a spot stays there. @param {{x: number, y: number}} spot @param {number} factor */
  _zoomAt(spot, factor) {
    cancelAnimationFrame(this.flight);
    const before = this.DOMtoCanvas(spot);
    const scale = Math.min(5, Math.max(this.least, this.scale * factor));
    const part = this.scale / scale;
    this._camera(before.x + (this.x - before.x) * part, before.y + (this.y - before.y) * part, scale, true);
    this.view.settle();
  }

  _listen() {
    const { canvas, view } = this;
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const pixels = event.deltaY * (event.deltaMode === 1 ? 30 : event.deltaMode === 2 ? 300 : 1);
        this._zoomAt(this._spot(event), Math.exp(-Math.max(-240, Math.min(240, pixels)) * 0.0018));
      },
      { passive: false },
    );
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      cancelAnimationFrame(this.flight);
      canvas.setPointerCapture(event.pointerId);
      const spot = this._spot(event);
      this.down.set(event.pointerId, spot);
      this.wandered = this.down.size > 1 ? SLOP + 1 : 0;
      const held = this.down.size > 1 ? -1 : this.nodeAt(this.DOMtoCanvas(spot));
      this.dragged = held < 0 ? -1 : this.rows.indexOf(held);
    });
    canvas.addEventListener("pointermove", (event) => {
      const spot = this._spot(event);
      const before = this.down.get(event.pointerId);
      if (!before) return this._point(event, spot);
      const others = [...this.down].filter(([id]) => id !== event.pointerId).map(([, other]) => other);
      this.down.set(event.pointerId, spot);
      this.wandered += Math.hypot(spot.x - before.x, spot.y - before.y);
      if (others.length) {
        const [other] = others;
        const apart = (/** @type {{x: number, y: number}} */ at) => Math.max(1, Math.hypot(at.x - other.x, at.y - other.y));
        this._zoomAt({ x: (spot.x + other.x) / 2, y: (spot.y + other.y) / 2 }, apart(spot) / apart(before));
      }
      if (this.dragged >= 0 && !others.length) return this.wandered > SLOP ? this._drag(this.DOMtoCanvas(spot)) : undefined;
      if (this.wandered <= SLOP) return;
      const share = others.length ? 0.5 : 1;
      this.view.settle();
      this._camera(this.x - ((spot.x - before.x) * share) / this.scale, this.y - ((spot.y - before.y) * share) / this.scale, this.scale, true);
    });
    const up = (/** @type {PointerEvent} */ event) => {
      const there = this.down.delete(event.pointerId);
      const held = this.dragged;
      this.dragged = -1;
      if (held >= 0 && this.wandered > SLOP) view.handlers.moved([this.rows[held]]);
      if (!there || this.down.size || this.wandered > SLOP || event.type !== "pointerup") return;
      const point = this.DOMtoCanvas(this._spot(event));
      const row = this.nodeAt(point);
      view.press(row, point, event.timeStamp);
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
    canvas.addEventListener("pointerleave", () => view.hover(-1, null));
  }

  /** Put the node that a pointer holds to a point of the picture. @param {{x: number, y: number}} point */
  _drag({ x, y }) {
    this.xs[this.dragged] = x;
    this.ys[this.dragged] = y;
    this.view.hover(-1, null);
    this.view._moved([this.rows[this.dragged]]);
  }

  /** @param {PointerEvent} event @param {{x: number, y: number}} spot */
  _point(event, spot) {
    const row = this.nodeAt(this.DOMtoCanvas(spot));
    if (row !== this.view.hovered) this.view.hover(row, row < 0 ? null : event);
    if (row < 0) this.view.overLine(event);
  }
}
