// @ts-check
// The graph as tables, which sort: for reading in order, for copying, and for screen readers.

/** @typedef {{key: string, label: string, number?: boolean, wide?: boolean, value: (row: number) => string | number | null, text?: (row: number) => string, draw?: (row: number) => any}} Column `value` sorts; `text` is exported where it says more */

/** The table of leaderboards stands beside those of the types. @type {any} */
const BOARD = { name: "Leaderboard", plural: "Leaderboards", kind: "board", shape: "", colour: "" };
const PAGE = 100;
const DOWN = ["papers", "year", "value"]; // columns that begin with the greatest

class Table {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.element = byId("table-view");
    this.limit = PAGE;
    this.drawn = "";
    /** @type {Rank[] | null} */
    this._ranks = null;
  }

  /** Every place on every leaderboard, made when it is first asked for. */
  ranks() {
    return (this._ranks = this._ranks || leaderboards(this.app.model));
  }

  /** How many rows a tab has. @param {NodeType} type */
  total(type) {
    return type === BOARD ? this.ranks().length : this.app.filters.totals[this.app.model.nodeTypes.indexOf(type)];
  }

  /** @returns {Column[]} */
  boardColumns() {
    const { app } = this;
    const { model } = app;
    const places = new Map(this.ranks().map((rank) => [rank.row, rank]));
    const part = (/** @type {"dataset" | "metric" | "method"} */ key) => ({
      key,
      label: capital(key),
      value: (/** @type {number} */ row) => (places.get(row)[key] === null ? "" : model.nodes[places.get(row)[key]].label),
      draw: (/** @type {number} */ row) => (places.get(row)[key] === null ? "" : nodeLink(app, places.get(row)[key], { length: 60 })),
    });
    return [
      part("dataset"),
      part("metric"),
      { key: "rank", label: "Rank", number: true, value: (row) => places.get(row).rank },
      part("method"),
      ...this.columns(/** @type {any} */ ({ kind: "result" })).filter((column) => ["value", "paper"].includes(column.key)),
    ];
  }

  /** The columns of a type. @param {NodeType} type @returns {Column[]} */
  columns(type) {
    if (type === BOARD) return this.boardColumns();
    const { app } = this;
    const { model } = app;
    const labels = (/** @type {number} */ row, /** @type {string} */ name) => model.links(row).filter((link) => link.out && model.edgeType(link.edge).name === name).map((link) => model.nodes[link.other].label);
    /** @type {(row: number) => any} */
    const link = (row) => nodeLink(app, row, { length: 140 });
    if (type.kind === "paper") {
      const roles = model.edgeTypes.filter((edge, number) => edge.group === "role" && !edge.quiet && app.filters.edgeTotals[number]).slice(0, 3);
      return [
        { key: "name", label: type.name, value: (row) => model.name(row), draw: link },
        { key: "year", label: "Year", number: true, value: (row) => model.nodes[row].year },
        { key: "venue", label: "Venue", value: (row) => model.paper(row).venue },
        ...roles.map((role) => ({ key: role.name, label: capital(role.label), value: (/** @type {number} */ row) => labels(row, role.name).join("; ") })),
      ];
    }
    if (type.kind === "result") {
      const part = (/** @type {string} */ field) => ({
        key: field,
        label: capital(field),
        value: (/** @type {number} */ row) => (model.linked(row, field) ? model.linked(row, field).label : ""),
        draw: (/** @type {number} */ row) => (model.linked(row, field) ? nodeLink(app, model.linked(row, field).row, { length: 60 }) : ""),
      });
      return [
        { key: "value", label: "Value", value: (row) => (Number.isNaN(parseFloat(model.result(row).value)) ? null : parseFloat(model.result(row).value)), text: (row) => (model.result(row).value ? quantity(model.result(row).value, model.result(row).unit) : model.nodes[row].label), draw: (row) => nodeLink(app, row, { text: model.result(row).value ? quantity(model.result(row).value, model.result(row).unit) : shorten(model.nodes[row].label, 40) }) },
        { key: "kind", label: "Kind", value: (row) => [model.result(row).kind, model.result(row).direction, model.result(row).sota ? "state of the art" : ""].filter(Boolean).join(", ") },
        part("metric"),
        part("method"),
        part("dataset"),
        { key: "baseline", label: "Baseline", value: (row) => model.result(row).baseline },
        { key: "paper", label: model.nodeTypes.find((other) => other.kind === "paper").name, wide: true, value: (row) => (model.reporter(row) ? model.name(model.reporter(row).row) : ""), draw: (row) => (model.reporter(row) ? nodeLink(app, model.reporter(row).row, { length: 60 }) : "") },
      ];
    }
    return [
      { key: "name", label: type.name, value: (row) => model.nodes[row].label, draw: link },
      { key: "papers", label: "Papers", number: true, value: (row) => model.nodes[row].papers },
      { key: "year", label: "First year", number: true, value: (row) => model.nodes[row].year },
      { key: "aliases", label: "Also called", value: (row) => model.nodes[row].aliases.join("; ") },
      { key: "description", label: "Said of it", wide: true, value: (row) => model.text(model.nodes[row].description) },
    ];
  }

  /** The rows that the filters and the query leave, sorted. @param {State} state @param {NodeType} type @param {Column[]} columns */
  rows(state, type, columns) {
    const { model } = this.app;
    const words = fold(state.query).split(" ").filter(Boolean);
    const { listed } = this.app.filters;
    let rows = type === BOARD ? this.ranks().map((rank) => rank.row) : model.nodes.filter((node) => node.type === type).map((node) => node.row);
    rows = rows.filter((row) => listed[row]);
    if (words.length) {
      rows = rows.filter((row) => {
        const text = fold(columns.map((column) => column.value(row) ?? "").join(" "));
        return words.every((word) => text.includes(word));
      });
    }
    const [key, down] = this._order(state, columns);
    if (!key) return rows;
    const column = columns.find((candidate) => candidate.key === key) || columns[0];
    const values = new Map(rows.map((row) => [row, column.value(row)]));
    const empty = (/** @type {any} */ value) => value === null || value === undefined || value === "";
    return rows.sort((x, y) => {
      const [one, two] = [values.get(x), values.get(y)];
      if (empty(one) || empty(two)) return Number(empty(one)) - Number(empty(two)) || x - y;
      const order = typeof one === "number" ? one - /** @type {number} */ (two) : String(one).localeCompare(String(two), "en", { numeric: true });
      return (down ? -order : order) || x - y;
    });
  }

  /** @param {State} state @param {Column[]} columns @returns {[string, boolean]} */
  _order(state, columns) {
    const key = state.sort.replace(/^-/, "");
    if (columns.some((column) => column.key === key)) return [key, state.sort.startsWith("-")];
    const keys = columns.map((column) => column.key);
    if (keys.includes("rank")) return ["", false]; // as `leaderboards` orders them
    return keys.includes("papers") ? ["papers", true] : [keys.includes("metric") ? "metric" : keys[0], false];
  }

  /** @param {State} state */
  show(state) {
    const { app } = this;
    const types = app.model.nodeTypes.filter((_, number) => app.filters.totals[number]);
    if (this.ranks().length) types.push(BOARD);
    const type = types.find((candidate) => candidate.name === state.tab) || types[0];
    if (!type) return fill(this.element, h("p", { class: "empty" }, "The graph is empty."));
    this.type = type;
    const columns = this.columns(type);
    const view = JSON.stringify([type.name, state.query, state.sort]);
    if (view !== this.drawn) this.limit = PAGE;
    this.drawn = view;
    const rows = this.rows(state, type, columns);
    const [key, down] = this._order(state, columns);
    const focused = document.activeElement && document.activeElement.id;
    const caret = focused === "table-query" ? byId("table-query").selectionStart : 0;
    const tab = (/** @type {NodeType} */ item) =>
      h("button", { type: "button", role: "tab", id: `tab-${item.name}`, "aria-selected": String(item === type), "aria-controls": "table-panel", tabindex: item === type ? 0 : -1, onclick: () => app.go({ tab: item.name, sort: "" }), onkeydown: (/** @type {KeyboardEvent} */ event) => this._tabKey(event, types, item) }, item === BOARD ? null : icon(item), item.plural, " ", h("span", { class: "count" }, this.total(item).toLocaleString("en")));
    const head = (/** @type {Column} */ column) =>
      h(
        "th",
        { scope: "col", class: column.number ? "number" : null, "aria-sort": column.key === key ? (down ? "descending" : "ascending") : null },
        h("button", { type: "button", id: `sort-${column.key}`, onclick: () => app.go({ sort: (column.key === key ? !down : DOWN.includes(column.key)) ? `-${column.key}` : column.key }, true) }, column.label, h("span", { "aria-hidden": "true" }, column.key === key ? (down ? " ↓" : " ↑") : "")),
      );
    const body = rows.slice(0, this.limit).map((row) =>
      h("tr", { "aria-current": app.model.nodes[row].id === state.a ? "true" : null }, columns.map((column) => h("td", { class: column.number ? "number" : column.wide ? "wide" : null, dir: "auto" }, column.draw ? column.draw(row) : shorten(String(column.value(row) ?? ""), 160)))),
    );
    fill(
      this.element,
      h("div", { class: "tabs", role: "tablist", "aria-label": "Tables" }, types.map(tab)),
      h(
        "div",
        { class: "table-bar" },
        h("input", { id: "table-query", type: "search", "aria-label": `Filter ${type.plural}`, placeholder: `Filter ${type.plural.toLowerCase()} …`, value: state.query, oninput: (/** @type {any} */ event) => app.go({ query: event.target.value }, true) }),
        h("span", { role: "status" }, `${rows.length.toLocaleString("en")} of ${this.total(type).toLocaleString("en")}`),
        h("button", { type: "button", class: "plain", onclick: () => app.copy(this.csv(app.state), "Table") }, "Copy"),
        h("button", { type: "button", class: "plain", onclick: () => download(`${type.plural.toLowerCase()}.csv`, "text/csv", this.csv(app.state)) }, "Download CSV"),
      ),
      h(
        "div",
        { class: "scroll", id: "table-panel", role: "tabpanel", "aria-labelledby": `tab-${type.name}`, tabindex: 0 },
        h("table", {}, h("caption", { class: "hidden" }, type.plural), h("thead", {}, h("tr", {}, columns.map(head))), h("tbody", {}, body)),
        rows.length > this.limit
          ? h("button", { type: "button", class: "more", onclick: () => ((this.limit += 5 * PAGE), this.show(app.state)) }, `Show more (${plural(rows.length - this.limit, "row")} left)`)
          : null,
        rows.length ? null : h("p", { class: "empty" }, "No row fits."),
      ),
    );
    const again = focused ? byId(focused) : null;
    if (again && this.element.contains(again)) {
      again.focus({ preventScroll: true });
      if (focused === "table-query") again.setSelectionRange(caret, caret);
    }
  }

  /** @param {KeyboardEvent} event @param {NodeType[]} types @param {NodeType} item */
  _tabKey(event, types, item) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const next = types[(types.indexOf(item) + step + types.length) % types.length];
    this.app.go({ tab: next.name, sort: "" });
    byId(`tab-${next.name}`).focus();
  }

  /** Every row that fits, as CSV (RFC 4180). @param {State} state */
  csv(state) {
    const columns = this.columns(this.type);
    const rows = this.rows(state, this.type, columns);
    return [columns.map((column) => column.label), ...rows.map((row) => columns.map((column) => (column.text ? column.text(row) : (column.value(row) ?? ""))))].map((cells) => cells.map(csvCell).join(",")).join("\r\n") + "\r\n";
  }
}

/** @param {string | number} value */
function csvCell(value) {
  let text = String(value);
  // A spreadsheet runs what begins like a formula; an apostrophe makes it text.
  if (typeof value === "string" && /^[=@\t\r]|^[+-](?![\d.,%\s]*$)/.test(text)) text = "'" + text;
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
