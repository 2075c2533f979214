// @ts-check
// Everything together: one state, spelled in the address; whatever changes it goes through `go`.

class App {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.state = fromHash(window.location.hash, model);
    this.depth = 0; // steps that can be gone back inside this page
    /** @type {Set<number>} nodes that only expanding another draws */
    this.added = new Set();
    /** @type {{row: number, show: string} | null} */
    this.picking = null;
    this.drawnKey = "";
    this.aimed = ""; // the picture that the camera was taken to
    this.passed = "";
    /** @type {Picture} */
    this.picture = { nodes: [], lines: [], regions: [], left: 0 };
    this.filters = new Filters(model, (change) => this.go(change, true));
    this.filters.apply(this.state);
    this.view = new View(model, { select: (row) => (row === null ? this.clear() : this.open(row)), link: (a, b) => this.go({ show: "link", a: model.nodes[a].id, b: model.nodes[b].id }), focus: (row) => this.focus(row), moved: (rows) => this.pin(rows), camera: (x, y, scale) => this.camera(x, y, scale), fitted: () => this.remember("") });
    this.panel = new Panel(this);
    this.table = new Table(this);
    this.box = new SearchBox(new Search(model), (row) => this.found(row));
    const { clientWidth, clientHeight } = byId("canvas");
    this.tall = clientWidth < clientHeight * 0.8;
    this.overview = overviewOf(model, this.tall);
    this._wire();
    this.apply(null, true);
  }

  /** @param {Partial<State>} change */
  href(change) {
    return toHash({ ...this.state, at: "", ...change }, this.model);
  }

  /** Change what is looked at. @param {Partial<State>} change @param {boolean} [quietly] without a step to come back to */
  go(change, quietly = false) {
    const before = this.state;
    // What was done to one picture makes no sense in another.
    const other = change.focus !== undefined && change.focus !== before.focus;
    this.state = { ...before, ...(other ? { open: [], shut: [], pins: [] } : {}), ...change };
    const hash = toHash(this.state, this.model);
    if (hash !== toHash(before, this.model)) {
      try {
        if (quietly) window.history.replaceState({ depth: this.depth }, "", hash);
        else {
          window.history.pushState({ depth: this.depth + 1 }, "", hash);
          this.depth++;
        }
      } catch {
        // A page inside a notebook has no history of its own; it works without one.
      }
    }
    this.apply(before);
  }

  /** The reader has taken the camera somewhere. @param {number} x @param {number} y @param {number} scale */
  camera(x, y, scale) {
    if (this.state.view === "graph") this.remember([x.toFixed(1), y.toFixed(1), scale.toFixed(4), ...(this._tall() ? ["tall"] : [])].join(" "));
  }

  /** Keep where the camera is in the address, without a step to come back to. @param {string} at */
  remember(at) {
    if (this.state.at === at) return;
    this.state = { ...this.state, at };
    try {
      window.history.replaceState({ depth: this.depth }, "", toHash(this.state, this.model));
    } catch {
      // As in `go`.
    }
  }

  /** Show the whole picture, or what the address asks for. */
  _aim() {
    this.view.fit(false);
    const spot = readSpot(this.state.at);
    if (spot && spot.tall === this._tall()) this.view.network.moveTo({ position: { x: spot.x, y: spot.y }, scale: Math.min(10, spot.scale) });
  }

  /** Whether what is drawn is the overview in its tall form. */
  _tall() {
    return this.tall && !this.state.focus && !this._pathApart();
  }

  /** How far a node of the overview stands from where it is in a wide picture. @param {number} row @returns {[number, number]} */
  _shift(row) {
    return (this._tall() && this.overview.shifts.get(row)) || [0, 0];
  }

  back() {
    if (this.depth > 0) window.history.back();
    else this.go({ show: "", a: "", b: "" }, true);
  }

  /** Follow a link here, unless the reader wants it elsewhere. @param {MouseEvent} event @param {() => void} act */
  follow(event, act) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    act();
  }

  /** Show a node; one that is not in the picture in its neighbourhood. @param {number} row */
  open(row) {
    const { id } = this.model.nodes[row];
    const there = this.view.drawn(row);
    this.go({ gone: this.state.gone.filter((gone) => gone !== id), show: "node", a: id, b: "", view: there || this.state.view === "graph" ? this.state.view : "table", ...(there || this.state.view === "table" ? {} : { focus: id, hops: 1 }) });
  }

  /** What the search box found. @param {number} row */
  found(row) {
    if (this.picking) {
      const { row: from, show } = this.picking;
      this.stopPicking();
      if (from !== row) this.go({ show, a: this.model.nodes[from].id, b: this.model.nodes[row].id, ...(show === "path" ? { view: "graph" } : {}) });
      return;
    }
    this.open(row);
    byId("details").focus({ preventScroll: true });
  }

  /** @param {number} row */
  focus(row) {
    const { id } = this.model.nodes[row];
    this.go({ focus: id, hops: this.state.focus === id ? this.state.hops : 1, show: "node", a: id, b: "", view: "graph" });
  }

  clear() {
    if (this.state.show) this.go({ show: "", a: "", b: "" });
  }

  /** @param {number} row */
  hide(row) {
    this.go({ show: "", a: "", b: "", gone: [...this.state.gone, this.model.nodes[row].id].sort() });
    this.say(`${shorten(this.model.name(row), 60)} is hidden.`);
  }

  /** Draw what a node is linked to around it, or no more. @param {number} row @param {boolean} wanted */
  expand(row, wanted) {
    const { id } = this.model.nodes[row];
    const { open, shut } = this.state;
    const before = this.view.placed.size;
    if (wanted && shut.includes(id)) this.go({ shut: shut.filter((other) => other !== id) });
    else if (wanted) this.go({ open: [...open, id] });
    else if (open.includes(id)) this.go({ open: open.filter((other) => other !== id) });
    else this.go({ shut: [...shut, id].sort() });
    this.say(`${shorten(this.model.name(row), 60)} is ${wanted ? "expanded" : "collapsed"}; ${plural(this.view.placed.size, "node")} in the picture, ${before} before.`);
  }

  /** Keep nodes where they are. @param {number[]} rows */
  pin(rows) {
    const ids = new Set(rows.map((row) => this.model.nodes[row].id));
    const kept = this.state.pins.filter((pin) => !ids.has(readPin(pin).id));
    const spots = rows.map((row) => this.view.placed.get(row)).filter(Boolean);
    const pins = [...kept, ...spots.map(({ row, x, y }) => `${Math.round(x - this._shift(row)[0])} ${Math.round(y - this._shift(row)[1])} ${this.model.nodes[row].id}`)].sort();
    // They stand there already: no need to draw the picture anew.
    this.drawnKey = this._pictureKey({ ...this.state, pins });
    this.go({ pins }, true);
    this.view.pinned = new Set(pins.map((pin) => this.model.rows.get(readPin(pin).id)));
    this.view.network.redraw();
    this.panel.show(this.state);
  }

  /** @param {number} row */
  isPinned(row) {
    return this.state.pins.some((pin) => readPin(pin).id === this.model.nodes[row].id);
  }

  /** @param {number} row */
  unpin(row) {
    this.go({ pins: this.state.pins.filter((pin) => readPin(pin).id !== this.model.nodes[row].id) });
  }

  /** Ask for a second node. @param {number} row @param {string} show */
  pick(row, show) {
    this.picking = { row, show };
    this.box.input.placeholder = `${show === "path" ? "Path" : "Compare"}: ${shorten(this.model.name(row), 24)} and …`;
    this.box.input.focus();
    this.say(`Search for the second node.`);
  }

  stopPicking() {
    this.picking = null;
    this.box.input.placeholder = this.placeholder;
  }

  /** @param {Region & {radius: number}} region */
  toRegion(region) {
    this.go({ focus: "", view: "graph" });
    // After a picture that is new has been fitted.
    requestAnimationFrame(() => {
      const { clientWidth, clientHeight } = this.view.container;
      const scale = Math.min(clientWidth, clientHeight) / (region.radius * 2.3);
      this.view.take({ position: { x: region.x, y: region.y }, scale: Math.min(2, scale) }, true);
    });
  }

  /** Tell a screen reader. @param {string} text */
  say(text) {
    byId("live").textContent = text;
  }

  /** @param {string} text @param {string} what */
  async copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = h("textarea", {}, text);
      document.body.appendChild(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    this.toast(`${what} copied.`);
  }

  /** @param {string} text */
  toast(text) {
    this.say(text);
    const note = h("div", { class: "toast", "aria-hidden": "true" }, text);
    document.body.appendChild(note);
    setTimeout(() => note.remove(), 2500);
  }

  /** Bring the page in line with the state. @param {State | null} before @param {boolean} [address] whether the state is what an address says */
  apply(before, address = false) {
    const { state, view, model } = this;
    const graph = state.view === "graph";
    this.filters.apply(state);
    byId("graph-view").hidden = !graph;
    byId("table-view").hidden = graph;
    document.body.classList.toggle("table", !graph);
    byId("view-graph").setAttribute("aria-pressed", String(graph));
    byId("view-table").setAttribute("aria-pressed", String(!graph));
    this._draw();
    if (graph) this._follow(before, address);
    if (!before || !state.show || ["show", "a", "b", "focus", "gone", "open", "shut", "pins"].some((name) => before[/** @type {keyof State} */ (name)] !== state[/** @type {keyof State} */ (name)])) this.panel.show(state);
    if (!graph) this.table.show(state);
    this._emphasise();
    const moved = !before || before.show !== state.show || before.a !== state.a || before.b !== state.b;
    if (moved && state.show) this.say(`${model.name(model.rows.get(state.a))}${state.b ? ` and ${model.name(model.rows.get(state.b))}` : ""}: details shown.`);
    if (moved && graph && state.show === "node") view.reveal(model.rows.get(state.a));
    document.title = state.show ? `${shorten(model.name(model.rows.get(state.a)), 60)} – ${model.title}` : model.title;
  }

  /** What decides where nodes stand. @param {State} state */
  _pictureKey(state) {
    const path = this._pathApart();
    return JSON.stringify(path || [state.focus, state.hops, state.focus ? state.hidden : null, state.open, state.pins]);
  }

  /** The picture: everything, a neighbourhood, or a path; then what the reader did to it. */
  _draw() {
    const { state, view, model, filters } = this;
    const centre = state.focus ? model.rows.get(state.focus) : -1;
    const path = this._pathApart();
    const bare = Boolean(path) || centre >= 0;
    const key = this._pictureKey(state);
    if (key !== this.drawnKey) {
      let picture = path ? wayOf(model, path) : centre >= 0 ? neighbourhood(model, filters, centre, state.hops) : this.overview;
      const shown = (/** @type {number} */ row) => bare || filters.nodes[row] === 1;
      ({ picture, added: this.added } = path ? { picture, added: new Set() } : expanded(model, picture, state.open.map((id) => model.rows.get(id)), shown));
      const pins = new Map(path ? [] : state.pins.map(readPin).map((pin) => [model.rows.get(pin.id), pin]));
      const pinned = (/** @type {Placed} */ node) => ({ ...node, x: pins.get(node.row).x + this._shift(node.row)[0], y: pins.get(node.row).y + this._shift(node.row)[1] });
      this.picture = { ...picture, nodes: picture.nodes.map((/** @type {Placed} */ node) => (pins.has(node.row) ? pinned(node) : node)) };
      view.pinned = new Set(pins.keys());
    }
    const gone = new Set([...state.gone.map((id) => model.rows.get(id)), ...(path ? [] : folded(this.picture, new Set(state.shut.map((id) => model.rows.get(id))), (row) => Boolean(state.focus || filters.nodes[row] || this.added.has(row))))]);
    const visible = (/** @type {number} */ row) => !gone.has(row) && (bare || filters.nodes[row] === 1 || this.added.has(row));
    const lineShown = (/** @type {Line} */ line) => {
      if (bare || model.data.overview.mode === "map" || this.added.has(line.a) || this.added.has(line.b)) return true;
      const links = model.between(line.a, line.b);
      return !links.length || links.some((link) => filters.edges[link.edge]);
    };
    /** @type {Map<Line, boolean>} */
    const known = new Map();
    const lineVisible = (/** @type {Line} */ line) => {
      if (!known.has(line)) known.set(line, lineShown(line));
      return /** @type {boolean} */ (known.get(line));
    };
    if (key !== this.drawnKey) {
      view.visible = visible;
      view.lineVisible = lineVisible;
      view.show(this.picture.nodes, this.picture.lines, this.picture.regions, bare);
      this.drawnKey = key;
      this.passed = "";
    }
    // Lines by the thousand: they are looked at again only when something has changed that decides about them.
    const passed = JSON.stringify([filters.applied, state.gone, state.shut]);
    if (passed !== this.passed) view.filter(visible, lineVisible);
    this.passed = passed;
    this._crumb(centre);
    byId("empty").hidden = view.order.some((place) => visible(place.row));
    fill(byId("empty"), model.nodes.length ? "The filters leave nothing to show." : "This graph is empty.");
  }

  /** Take the camera to a picture that is new, or to where an address wants it. @param {State | null} before @param {boolean} address */
  _follow(before, address) {
    const { state } = this;
    const picture = JSON.stringify(this._pathApart() || [state.focus, state.hops]);
    const other = picture !== this.aimed;
    // Where the reader has been in one picture means nothing in the next.
    if (other && !address && this.aimed) this.remember("");
    if (other || (address && before && before.at !== state.at)) requestAnimationFrame(() => this._aim());
    this.aimed = picture;
  }

  /** Whether some nodes are drawn only because of their link to this one. @param {number} row */
  foldable(row) {
    const seen = (/** @type {number} */ one) => (this.view.linesOf.get(one) || []).filter((line) => this.view.visible(line.a) && this.view.visible(line.b));
    return seen(row).some((line) => seen(line.a === row ? line.b : line.a).length === 1);
  }

  /** The path to show, if the overview lacks some of its nodes; then it is drawn alone. @returns {number[] | null} */
  _pathApart() {
    const { state, model, filters } = this;
    if (state.show !== "path") return null;
    const path = findPath(model, model.rows.get(state.a), model.rows.get(state.b));
    const drawn = new Set(this.overview.nodes.map((/** @type {Placed} */ node) => node.row));
    return path && !path.every((row) => drawn.has(row) && filters.nodes[row] && !state.gone.includes(model.nodes[row].id)) ? path : null;
  }

  /** @param {number} centre */
  _crumb(centre) {
    const { state, model } = this;
    const crumb = byId("crumb");
    crumb.hidden = centre < 0 && !state.gone.length;
    const button = (/** @type {string} */ text, /** @type {() => void} */ act, /** @type {any} */ pressed) => h("button", { type: "button", class: "plain", onclick: act, "aria-pressed": pressed }, text);
    if (centre >= 0) {
      fill(
        crumb,
        button("← All", () => this.go({ focus: "", hops: 1 }), null),
        h("span", { class: "text", dir: "auto" }, "Neighbourhood of ", h("b", {}, shorten(model.name(centre), 40))),
        h("span", { class: "switch", role: "group", "aria-label": "Width" }, button("1 step", () => this.go({ hops: 1 }), String(state.hops === 1)), button("2 steps", () => this.go({ hops: 2 }), String(state.hops === 2))),
        this.picture.left > 0 ? h("small", {}, `${this.picture.left.toLocaleString("en")} more in the details`) : null,
      );
    } else fill(crumb);
    if (state.gone.length) add(crumb, [h("span", { class: "text" }, `${plural(state.gone.length, "node")} hidden`), button("Show again", () => this.go({ gone: [] }), null)]);
    const notes = model.data.overview.notes;
    byId("banner").hidden = centre >= 0 || !notes.length;
    byId("banner").textContent = notes.join(" ");
  }

  _emphasise() {
    const { state, view, model } = this;
    const a = model.rows.get(state.a);
    const b = model.rows.get(state.b);
    if (!state.show) return view.emphasise([], null);
    if (state.show === "path") {
      const path = findPath(model, a, b) || [a, b];
      return view.emphasise(path, new Set(path));
    }
    if (state.show !== "node") return view.emphasise([a, b], new Set([a, b]));
    const lit = new Set([a]);
    for (const line of view.linesOf.get(a) || []) if (view.lineVisible(line)) lit.add(line.a === a ? line.b : line.a);
    // All of a neighbourhood has to do with its centre: nothing there steps back.
    view.emphasise([a], view.placed.has(a) && state.a !== state.focus ? lit : null);
  }

  _wire() {
    this.placeholder = this.box.input.placeholder;
    window.addEventListener("popstate", (event) => {
      const before = this.state;
      this.depth = (event.state && event.state.depth) || 0;
      this.state = fromHash(window.location.hash, this.model);
      this.apply(before, true);
    });
    byId("view-graph").addEventListener("click", () => this.go({ view: "graph" }));
    byId("view-table").addEventListener("click", () => this.go({ view: "table" }));
    byId("zoom-in").addEventListener("click", () => this.view.zoom(1.35));
    byId("zoom-out").addEventListener("click", () => this.view.zoom(1 / 1.35));
    byId("zoom-fit").addEventListener("click", () => this.view.fit());
    byId("theme").addEventListener("click", () => switchTheme(this));
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.view.colours());
    const filters = byId("open-filters");
    filters.addEventListener("click", () => filters.setAttribute("aria-expanded", String(document.body.classList.toggle("open-filters"))));
    exportMenu(this);
    helpDialog();
    document.addEventListener("keydown", (event) => pageKey(this, event));
  }
}

/** @type {App} */
let app;
readData().then((data) => {
  app = new App(new Model(data));
  // A handle for tests and for the curious at the console.
  Object.assign(window, { kgPage: app });
  // The picture is fitted in the next frame, and drawn by the one after.
  requestAnimationFrame(() => requestAnimationFrame(() => (document.documentElement.dataset.ready = "true")));
});
