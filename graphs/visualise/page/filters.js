// @ts-check
// The legend, which filters: types of node, types of relation, years, venue, how often named, how sure.

/** What of the state is a filter. @type {(keyof State)[]} */
const FILTERS = ["hidden", "from", "to", "venue", "least", "degree", "score"];

class Filters {
  /**
   * @param {Model} model
   * @param {(change: Partial<State>) => void} change
   */
  constructor(model, change) {
    this.model = model;
    this.change = change;
    this.nodes = new Uint8Array(model.nodes.length);
    this.edges = new Uint8Array(model.edgeCount);
    /** Rows of the tables: what the reader narrows down counts there, what the legend hides does not. */
    this.listed = new Uint8Array(model.nodes.length);
    this.applied = "";
    const papers = model.nodes.filter((node) => node.type.kind === "paper");
    this.years = /** @type {number[]} */ ([...new Set(papers.map((node) => node.year).filter((year) => year !== null))]).sort((a, b) => a - b);
    this.venues = [...new Set(papers.map((node) => model.paper(node.row).venue).filter(Boolean))].sort();
    this.most = model.nodes.reduce((most, node) => Math.max(most, node.type.kind === "entity" ? node.papers : 0), 0);
    this.totals = model.nodeTypes.map((_, number) => model.nodes.filter((node) => node.typeNumber === number).length);
    this.edgeTotals = model.edgeTypes.map(() => 0);
    for (const number of model.edges.type) this.edgeTotals[number]++;
    this._build(papers);
  }

  /** Decide what is visible. @param {State} state */
  apply(state) {
    const hidden = new Set(state.hidden);
    const key = JSON.stringify([state.hidden, state.from, state.to, state.venue, state.least, state.degree, state.score]);
    if (key !== this.applied) this._decide(state, hidden);
    this.applied = key;
    this._show(state, hidden);
  }

  /** @param {State} state @param {Set<string>} hidden */
  _decide(state, hidden) {
    const { model } = this;
    const typeShown = model.nodeTypes.map((type) => !hidden.has(type.name));
    const edgeShown = model.edgeTypes.map((type) => !hidden.has(type.name));
    const isPaper = (/** @type {number} */ row) => model.nodes[row].type.kind === "paper";
    const fits = model.nodes.map((node) => {
      if (node.type.kind === "entity") return node.papers >= state.least || state.least <= 1;
      if (node.type.kind !== "paper") return true;
      if ((state.from || state.to) && node.year === null) return false;
      return !(state.from && node.year < state.from) && !(state.to && node.year > state.to) && !(state.venue && model.paper(node.row).venue !== state.venue);
    });
    // What has no relation left goes too. A paper that only its type hides still vouches for what it names; and where the
    // reader has narrowed the papers down, nothing else does.
    const narrowed = Boolean(state.from || state.to || state.venue);
    const vouches = (/** @type {number} */ row) => isPaper(row) || (!narrowed && typeShown[model.nodes[row].typeNumber]);
    const linked = new Uint8Array(model.nodes.length);
    const degrees = new Int32Array(model.nodes.length);
    const named = new Uint8Array(model.nodes.length); // by a paper that fits
    const { source, target, type, score } = model.edges;
    for (let edge = 0; edge < model.edgeCount; edge++) {
      const [a, b] = [source[edge], target[edge]];
      const shown = edgeShown[type[edge]] && (!state.score || score[edge] === null || score[edge] >= state.score) && fits[a] && fits[b];
      this.edges[edge] = shown ? 1 : 0;
      if (isPaper(a) && fits[a]) named[b] = 1;
      if (shown) {
        degrees[a]++;
        degrees[b]++;
      }
      if (shown && vouches(a)) linked[b] = 1;
      if (shown && vouches(b)) linked[a] = 1;
    }
    for (const { row, typeNumber } of model.nodes) {
      const enough = degrees[row] >= state.degree;
      this.nodes[row] = typeShown[typeNumber] && fits[row] && enough && (linked[row] || isPaper(row) || !model.degree(row)) ? 1 : 0;
      this.listed[row] = fits[row] && (enough || model.nodes[row].type.kind === "result") && (!narrowed || isPaper(row) || named[row]) ? 1 : 0;
    }
    this.edgeCounts = model.edgeTypes.map(() => 0);
    for (let edge = 0; edge < model.edgeCount; edge++) {
      // A relation of a paper that its type hides counts: it is what vouches for the entity.
      if (this.edges[edge]) this.edgeCounts[type[edge]]++;
      if (!this.nodes[source[edge]] || !this.nodes[target[edge]]) this.edges[edge] = 0;
    }
  }

  /** @param {GraphNode[]} papers */
  _build(papers) {
    const { model } = this;
    /** @type {Map<string, {box: any, count: any}>} */
    this.boxes = new Map();
    const toggle = (/** @type {string} */ name) => () => {
      const hidden = new Set(this.state.hidden);
      if (!hidden.delete(name)) hidden.add(name);
      this.change({ hidden: [...hidden].sort() });
    };
    const row = (/** @type {any} */ type, /** @type {number} */ total, /** @type {string} */ label, /** @type {any} */ picture, /** @type {any} */ extra) => {
      const box = h("input", { type: "checkbox", onchange: toggle(type.name) });
      const count = h("span", { class: "count" }, total.toLocaleString("en"));
      this.boxes.set(type.name, { box, count });
      return h("li", {}, h("label", { title: type.description }, box, picture, h("span", { class: "name" }, label), count), extra);
    };
    const only = (/** @type {NodeType} */ type) =>
      h(
        "button",
        {
          type: "button",
          class: "only",
          "aria-label": `Only ${type.plural}`,
          onclick: () => {
            const others = model.nodeTypes.filter((other) => other !== type && other.kind !== "paper").map((other) => other.name);
            const edges = this.state.hidden.filter((name) => !model.nodeTypes.some((other) => other.name === name));
            this.change({ hidden: [...edges, ...others].sort() });
          },
        },
        "only",
      );
    const types = model.nodeTypes.map((type, number) => (this.totals[number] ? row(type, this.totals[number], type.plural, icon(type), type.kind === "paper" ? null : only(type)) : null));
    const groups = model.data.schema.groups.map((/** @type {any} */ group) => {
      const rows = model.edgeTypes.map((type, number) => (type.group === group.key && this.edgeTotals[number] ? row(type, this.edgeTotals[number], type.label, null, null) : null)).filter(Boolean);
      return rows.length ? h("details", { open: group.key === "role" }, h("summary", {}, group.label), h("ul", { class: "legend" }, rows)) : null;
    });
    /** @type {Map<any, number>} how many papers of each year and venue */
    const counts = new Map();
    for (const node of papers) for (const value of [node.year, model.paper(node.row).venue]) counts.set(value, (counts.get(value) || 0) + 1);
    const select = (/** @type {string} */ id, /** @type {string} */ label, /** @type {string} */ any, /** @type {any[]} */ values, /** @type {(value: string) => Partial<State>} */ read) =>
      h("label", { class: "field" }, h("span", {}, label), h("select", { id, onchange: (/** @type {any} */ event) => this.change(read(event.target.value)) }, h("option", { value: "" }, any), values.map((value) => h("option", { value }, `${shorten(String(value), 40)} (${counts.get(value).toLocaleString("en")})`))));
    const years =
      this.years.length > 1
        ? [
            select("year-from", "From year", "any", this.years, (value) => ({ from: Number(value) || 0 })),
            select("year-to", "To year", "any", this.years, (value) => ({ to: Number(value) || 0 })),
          ]
        : null;
    const venues = this.venues.length > 1 ? select("venue", "Venue", "all", this.venues, (value) => ({ venue: value })) : null;
    const slider = (/** @type {string} */ id, /** @type {string} */ label, /** @type {any} */ range, /** @type {(value: number) => Partial<State>} */ read) =>
      h(
        "label",
        // By id: an output inside a label would be taken for what it labels.
        { class: "field wide", for: id },
        h("span", {}, label, " ", h("output", { id: `${id}-value` })),
        h("input", { id, type: "range", ...range, oninput: (/** @type {any} */ event) => this.change(read(Number(event.target.value))) }),
      );
    fill(
      byId("filters"),
      h("h2", {}, "Legend"),
      h("ul", { class: "legend types" }, types),
      h("h2", {}, "Relations"),
      groups,
      h("h2", {}, "Narrow down"),
      h(
        "div",
        { class: "fields" },
        years,
        venues,
        this.most > 1 ? slider("least", "Named by at least", { min: 1, max: Math.min(this.most, 50), step: 1 }, (value) => ({ least: value })) : null,
        slider("degree", "Linked to at least", { min: 0, max: 20, step: 1 }, (value) => ({ degree: value })),
        slider("score", "Sureness at least", { min: 0, max: 1, step: 0.05 }, (value) => ({ score: value })),
      ),
      h("div", { id: "active", class: "chips", role: "group", "aria-label": "Filters in use" }),
      h("button", { type: "button", class: "plain", id: "reset", onclick: () => this.change(Object.fromEntries(FILTERS.map((name) => [name, startState(model)[name]]))) }, "Reset filters"),
    );
  }

  /** @param {State} state @param {Set<string>} hidden */
  _show(state, hidden) {
    this.state = state;
    const shown = this.model.nodeTypes.map(() => 0);
    for (const node of this.model.nodes) if (this.nodes[node.row]) shown[node.typeNumber]++;
    for (const [name, { box }] of this.boxes) box.checked = !hidden.has(name);
    this.model.nodeTypes.forEach((type, number) => {
      const row = this.boxes.get(type.name);
      if (!row) return;
      const total = this.totals[number];
      const part = !hidden.has(type.name) && shown[number] !== total;
      fill(row.count, part ? [h("b", {}, shown[number].toLocaleString("en")), h("span", { class: "of" }, ` / ${total.toLocaleString("en")}`)] : total.toLocaleString("en"));
    });
    const set = (/** @type {string} */ id, /** @type {any} */ value) => byId(id) && (byId(id).value = value);
    set("year-from", state.from || "");
    set("year-to", state.to || "");
    set("venue", state.venue);
    set("least", state.least);
    set("degree", state.degree);
    set("score", state.score);
    if (byId("least-value")) byId("least-value").textContent = plural(state.least, "paper");
    byId("score-value").textContent = `${Math.round(state.score * 100)} %`;
    byId("degree-value").textContent = plural(state.degree, "node");
    this.model.edgeTypes.forEach((type, number) => {
      const row = this.boxes.get(type.name);
      const [total, seen] = [this.edgeTotals[number], this.edgeCounts[number]];
      if (row) fill(row.count, !hidden.has(type.name) && seen !== total ? [h("b", {}, seen.toLocaleString("en")), h("span", { class: "of" }, ` / ${total.toLocaleString("en")}`)] : total.toLocaleString("en"));
    });
    const start = startState(this.model);
    const differs = (/** @type {keyof State} */ name) => String(state[name]) !== String(start[name]);
    byId("reset").disabled = !FILTERS.some(differs);
    /** @type {Partial<Record<keyof State, string>>} */
    const words = {
      from: `from ${state.from}`,
      to: `to ${state.to}`,
      venue: shorten(state.venue, 30),
      least: `in ${plural(state.least, "paper")} or more`,
      degree: `linked to ${plural(state.degree, "node")} or more`,
      score: `sureness ${Math.round(state.score * 100)} % or more`,
    };
    const inUse = /** @type {(keyof State)[]} */ (Object.keys(words)).filter(differs);
    fill(byId("active"), inUse.map((name) => h("button", { type: "button", class: "chip", "aria-label": `Clear: ${words[name]}`, onclick: () => this.change({ [name]: start[name] }) }, words[name], h("span", { "aria-hidden": "true" }, " ×"))));
  }
}
