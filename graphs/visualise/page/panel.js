// @ts-check
// The details of what is selected.

class Panel {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.element = byId("details");
  }

  /** @param {State} state */
  show(state) {
    const { app } = this;
    const a = app.model.rows.get(state.a);
    const b = app.model.rows.get(state.b);
    const body =
      state.show === "node" ? this._node(a) : state.show === "link" ? linkDetails(app, a, b) : state.show === "path" ? pathDetails(app, a, b) : state.show === "compare" ? compareDetails(app, a, b) : this._start();
    fill(
      this.element,
      state.show
        ? h(
            "div",
            { class: "panel-bar" },
            h("button", { type: "button", class: "plain", onclick: () => app.back() }, "← Back"),
            h("button", { type: "button", class: "plain icon", "aria-label": "Close details", onclick: () => app.go({ show: "", a: "", b: "" }) }, "×"),
          )
        : null,
      body,
    );
    this.element.scrollTop = 0;
    document.body.classList.toggle("open-details", Boolean(state.show));
  }

  /** Nothing is selected: what this graph is, and where to begin. */
  _start() {
    const { app } = this;
    const { model, filters } = app;
    const count = (/** @type {string} */ kind) => model.nodes.filter((node) => node.type.kind === kind).length;
    const numbers = [plural(count("paper"), "paper"), plural(count("entity"), "entity", "entities"), plural(count("result"), "result")];
    const regions = app.overview.regions.filter((/** @type {Region} */ region) => region.name).slice(0, 8);
    const tops = model.nodeTypes
      .filter((type) => type.kind === "entity")
      .map((type) => ({ type, rows: model.nodes.filter((node) => node.type === type && filters.nodes[node.row]).sort((x, y) => y.papers - x.papers || x.row - y.row).slice(0, 5) }))
      .filter((group) => group.rows.length);
    return [
      h("h2", {}, "What is in this graph"),
      h("p", { class: "lead" }, `${numbers[0]}, ${numbers[1]} and ${numbers[2]}, read from the abstracts. Each line stands for a sentence: select anything to see it.`),
      tops.map(({ type, rows }) => [h("h3", {}, `${type.plural} named most`), h("div", { class: "chips" }, rows.map((node) => h("span", {}, nodeLink(app, node.row, { chip: true, length: 36 }), h("small", {}, ` ${node.papers}`))))]),
      regions.length
        ? [
            h("h3", {}, "Regions"),
            h("ul", { class: "rows" }, regions.map((/** @type {any} */ region) => h("li", {}, h("button", { type: "button", class: "link", onclick: () => app.toRegion(region) }, region.name), h("small", {}, ` ${plural(region.nodes, "node")}`)))),
          ]
        : null,
      h("h3", {}, "How to read it"),
      h(
        "ul",
        { class: "hints" },
        h("li", {}, "Click a node for its details; the rest steps back."),
        h("li", {}, "Double-click it, or use “Focus”, to see its neighbourhood alone."),
        h("li", {}, "Click a line for the sentences behind it."),
        h("li", {}, "Results, mere mentions and derived relations are off at first: turn them on in the legend."),
      ),
    ];
  }

  /** @param {number} row */
  _node(row) {
    const node = this.app.model.nodes[row];
    const body = node.type.kind === "paper" ? this._paper(row) : node.type.kind === "result" ? this._result(row) : this._entity(row);
    return [h("p", { class: "kind", title: node.type.description }, icon(node.type), node.type.name), body];
  }

  /** @param {number} row @param {any[]} [more] */
  _actions(row, more) {
    const { app } = this;
    const { id } = app.model.nodes[row];
    const { open, shut } = app.state;
    const there = app.view.drawn(row) && app.state.view === "graph";
    const button = (/** @type {string} */ text, /** @type {() => void} */ act) => h("button", { type: "button", onclick: act }, text);
    return h(
      "div",
      { class: "actions", role: "group", "aria-label": "Actions" },
      app.state.focus === id ? button("Show everything", () => app.go({ focus: "", hops: 1 })) : button("Focus", () => app.focus(row)),
      button("Path to …", () => app.pick(row, "path")),
      button("Compare …", () => app.pick(row, "compare")),
      there && (shut.includes(id) || unseen(app.model, row, (other) => app.view.drawn(other)).length) ? button("Expand", () => app.expand(row, true)) : null,
      there && !shut.includes(id) && (open.includes(id) || app.foldable(row)) ? button("Collapse", () => app.expand(row, false)) : null,
      there ? (app.isPinned(row) ? button("Unpin", () => app.unpin(row)) : button("Pin", () => app.pin([row]))) : null,
      there && app.state.focus !== id ? button("Hide", () => app.hide(row)) : null,
      more,
    );
  }

  /** @param {number} row */
  _paper(row) {
    const { app } = this;
    const { model } = app;
    const paper = model.paper(row);
    const node = model.nodes[row];
    const out = model.links(row).filter((link) => model.nodes[link.other].type.kind === "entity");
    /** @type {Map<string, number>} */
    const owners = new Map();
    for (const link of out) for (const name of [...model.marks(link.edge)]) if (!owners.has(fold(name))) owners.set(fold(name), link.other);
    const pattern = namePattern(out.flatMap((link) => model.marks(link.edge)));
    const wrap = (/** @type {string} */ text) => {
      const owner = owners.get(fold(text));
      return owner === undefined ? h("mark", {}, text) : nodeLink(app, owner, { plain: true, text });
    };
    const url = safeUrl(paper.url);
    const code = safeUrl(paper.code);
    const outside = (/** @type {string | null} */ address, /** @type {string} */ text) => address && h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, text);
    return [
      h("h2", { dir: "auto" }, model.name(row)),
      h("p", { class: "meta" }, join([node.year, paper.venue, outside(url, "Read the paper ↗"), outside(code, "Code ↗")])),
      this._actions(row, h("button", { type: "button", onclick: () => app.copy(bibtex(app.model, row), "BibTeX") }, "BibTeX")),
      this._groups(row, true),
      this._results(model.links(row).filter((link) => link.out && model.nodes[link.other].type.kind === "result").map((link) => link.other), false),
      paper.abstract ? [h("h3", {}, "Abstract"), h("p", { class: "abstract", dir: "auto" }, marked(paper.abstract, pattern, wrap))] : null,
    ];
  }

  /** @param {number} row */
  _entity(row) {
    const { app } = this;
    const { model } = app;
    const node = model.nodes[row];
    const results = model.links(row).filter((link) => !link.out && model.nodes[link.other].type.kind === "result").map((link) => link.other);
    return [
      h("h2", { dir: "auto" }, node.label),
      node.aliases.length ? h("p", { class: "aliases", dir: "auto" }, "also ", node.aliases.slice(0, 12).join(" · "), node.aliases.length > 12 ? " …" : null) : null,
      h("p", { class: "meta" }, join([`in ${plural(node.papers, "paper")}`, node.year ? `first in ${node.year}` : null])),
      this._actions(row),
      node.description !== "" ? h("blockquote", { class: "definition", dir: "auto" }, h("p", {}, marked(model.text(node.description), namePattern(model.names(row)), (text) => h("mark", {}, text)))) : null,
      this._trend(row),
      boardTable(app, [...new Set(results)].filter((result) => (model.linked(result, "dataset") || {}).row === row)),
      this._results([...new Set(results)], true),
      this._groups(row, false),
    ];
  }

  /** @param {number} row */
  _result(row) {
    const { app } = this;
    const { model } = app;
    const result = model.result(row);
    const reporter = model.reporter(row);
    const told = model.links(row).flatMap((link) => (reporter && link.other === reporter.row ? model.marks(link.edge) : []));
    const names = [...told, result.value, result.baseline, ...["method", "dataset", "metric", "task", "versus"].flatMap((field) => (model.linked(row, field) ? model.names(model.linked(row, field).row) : []))].filter(Boolean);
    return [
      h("h2", { dir: "auto" }, model.nodes[row].label),
      h("p", { class: "lead" }, resultWords(app, row)),
      this._actions(row),
      h("h3", {}, "Evidence"),
      result.text ? quote(app, { paper: reporter ? reporter.row : null, text: result.text }, names) : h("p", {}, "No sentence was kept."),
    ];
  }

  /** Numbers in papers by year, where there is more than one year. @param {number} row */
  _trend(row) {
    const { model } = this.app;
    /** @type {Map<number, number>} */
    const years = new Map();
    for (const paper of model.papersOf(row)) {
      const when = model.nodes[paper].year;
      if (when !== null) years.set(when, (years.get(when) || 0) + 1);
    }
    if (years.size < 2) return null;
    const first = Math.min(...years.keys());
    const last = Math.max(...years.keys());
    const most = Math.max(...years.values());
    const bars = Array.from({ length: Math.min(last - first + 1, 40) }, (_, index) => last - Math.min(last - first, 39) + index).map((when) => {
      const bar = h("i", { title: `${when}: ${plural(years.get(when) || 0, "paper")}` });
      bar.style.height = `${Math.round(((years.get(when) || 0) / most) * 100)}%`;
      return bar;
    });
    const text = [...years].sort((x, y) => x[0] - y[0]).map(([when, count]) => `${when}: ${count}`).join(", ");
    return [h("h3", {}, "Papers by year"), h("div", { class: "trend", role: "img", "aria-label": `Papers by year: ${text}` }, bars), h("p", { class: "trend-ends" }, h("span", {}, first), h("span", {}, last))];
  }

  /** What a node is linked to, by relation. @param {number} row @param {boolean} compact */
  _groups(row, compact) {
    const { app } = this;
    const { model } = app;
    /** @type {Map<string, {label: string, about: string, links: Link[]}>} */
    const groups = new Map();
    const links = model.links(row).filter((link) => model.nodes[link.other].type.kind !== "result");
    links.sort((x, y) => model.edges.type[x.edge] - model.edges.type[y.edge] || Number(y.out) - Number(x.out) || model.nodes[y.other].papers - model.nodes[x.other].papers || x.other - y.other);
    for (const link of links) {
      const type = model.edgeType(link.edge);
      const key = `${type.name} ${link.out}`;
      if (!groups.has(key)) groups.set(key, { label: link.out ? type.label : type.inverse, about: type.description, links: [] });
      groups.get(key).links.push(link);
    }
    return [...groups.values()].map((group) => this._group(row, group, compact));
  }

  /** @param {number} row @param {{label: string, about: string, links: Link[]}} group @param {boolean} compact */
  _group(row, group, compact) {
    const { app } = this;
    const { model } = app;
    const body = h("div", {});
    const sentence = (/** @type {Link} */ link) => {
      const [best, ...others] = model.evidence(link.edge);
      const reason = model.edges.reason[link.edge];
      if (!best) return reason ? h("p", { class: "reason" }, reason) : null;
      const paperSide = model.nodes[row].type.kind === "paper" || model.nodes[link.other].type.kind === "paper";
      const all = others.length + model.edges.more[link.edge];
      return [quote(app, best, model.marks(link.edge), !paperSide), h("p", { class: "reason" }, pairLink(app, row, link.other, all ? `all ${plural(all + 1, "sentence")}` : "more on this link"))];
    };
    const draw = (/** @type {boolean} */ full) => {
      if (!full && compact) fill(body, h("div", { class: "chips" }, group.links.map((link) => nodeLink(app, link.other, { chip: true, length: 48 }))));
      else fill(body, longList(group.links, 8, (link) => [nodeLink(app, link.other), model.nodes[link.other].type.kind === "paper" ? year(app, link.other) : null, full ? sentence(link) : null]));
    };
    let full = !compact && group.links.length <= 6;
    draw(full);
    const toggle = h(
      "button",
      {
        type: "button",
        class: "plain toggle",
        "aria-expanded": String(full),
        "aria-label": `Sentences for ${group.label}`,
        onclick: () => {
          full = !full;
          toggle.setAttribute("aria-expanded", String(full));
          draw(full);
        },
      },
      "Sentences",
    );
    const has = group.links.some((link) => model.edges.evidence[link.edge].length);
    return h("section", { class: "group" }, h("h3", { title: group.about }, capital(group.label), h("span", { class: "count" }, ` ${group.links.length.toLocaleString("en")}`), has ? toggle : null), body);
  }

  /** @param {number[]} rows @param {boolean} papers name the paper of each */
  _results(rows, papers) {
    if (!rows.length) return null;
    const { app } = this;
    const { model } = app;
    const order = rows
      .map((row) => ({ row, metric: model.linked(row, "metric"), value: parseFloat(model.result(row).value) }))
      .sort((x, y) => (x.metric ? x.metric.label : "~").localeCompare(y.metric ? y.metric.label : "~") || (y.value || 0) - (x.value || 0) || x.row - y.row);
    return h(
      "section",
      { class: "group" },
      h("h3", {}, "Results", h("span", { class: "count" }, ` ${rows.length}`)),
      longList(
        order,
        8,
        ({ row }) => {
          const reporter = papers ? model.reporter(row) : null;
          const change = { show: "node", a: model.nodes[row].id, b: "" };
          return [resultWords(app, row), " ", h("a", { class: "quiet", href: app.href(change), onclick: (/** @type {MouseEvent} */ event) => app.follow(event, () => app.open(row)), "aria-label": `Evidence of the result ${model.nodes[row].label}` }, "evidence"), reporter ? h("footer", {}, nodeLink(app, reporter.row, { length: 60 })) : null];
        },
        "rows results",
      ),
    );
  }
}

/** Parts with dots between them; empty ones left out. @param {any[]} parts */
function join(parts) {
  return parts.filter(Boolean).flatMap((part, index) => (index ? [" · ", part] : [part]));
}
