// @ts-check
// The graph in words: links to nodes, results as sentences, evidence with its mentions marked.

/**
 * A link that shows a node.
 * @param {App} app @param {number} row
 * @param {{length?: number, chip?: boolean, text?: string, plain?: boolean}} [options]
 */
function nodeLink(app, row, options = {}) {
  const node = app.model.nodes[row];
  const change = { show: "node", a: node.id, b: "", view: "graph" };
  return h(
    "a",
    { class: options.chip ? "node chip" : options.plain ? "mention" : "node", href: app.href(change), onclick: (/** @type {MouseEvent} */ event) => app.follow(event, () => app.open(row)), dir: "auto" },
    options.plain ? null : icon(node.type),
    options.plain ? null : h("span", { class: "hidden" }, `${node.type.name}: `),
    h("span", { class: "text" }, options.text || shorten(app.model.name(row), options.length || 90)),
  );
}

/** A link that shows what joins two nodes. @param {App} app @param {number} a @param {number} b @param {any} text */
function pairLink(app, a, b, text) {
  const change = { show: "link", a: app.model.nodes[a].id, b: app.model.nodes[b].id };
  return h("a", { class: "quiet", href: app.href(change), onclick: (/** @type {MouseEvent} */ event) => app.follow(event, () => app.go(change)) }, text);
}

/** @param {string} value @param {string} unit */
function quantity(value, unit) {
  const short = unit === "x" ? "×" : unit;
  return short === "%" || short === "×" ? `${value}${short}` : [value, short].filter(Boolean).join(" ");
}

/**
 * A result as a sentence.
 * @param {App} app @param {number} row
 * @returns {any[]}
 */
function resultWords(app, row) {
  const { model } = app;
  const result = model.result(row);
  const link = (/** @type {string} */ field) => {
    const node = model.linked(row, field);
    return node && nodeLink(app, node.row, { length: 50 });
  };
  const [method, dataset, metric, task, versus] = ["method", "dataset", "metric", "task", "versus"].map(link);
  const words = [method || "The paper"];
  if (!result.value) words.push(result.sota ? " claims the state of the art" : ` reports: ${model.nodes[row].label}`);
  else {
    const value = h("strong", { class: "value" }, quantity(result.value, result.unit));
    if (result.kind === "delta") {
      const verb = { up: "raises", down: "lowers" }[result.direction] || "changes";
      const bare = { up: "is up by", down: "is down by" }[result.direction] || "differs by";
      words.push(metric ? [` ${verb} `, metric, " by ", value] : [` ${bare} `, value]);
    } else if (result.kind === "factor") words.push(" gives a factor of ", value, metric ? [" in ", metric] : null);
    else words.push(method ? " reaches " : " reports ", value, metric ? [" ", metric] : null);
  }
  if (dataset) words.push(" on ", dataset);
  if (task) words.push(dataset ? " (" : " for ", task, dataset ? ")" : null);
  if (result.baseline) words.push(", from ", h("span", { class: "value" }, quantity(result.baseline, result.kind === "factor" ? "" : result.unit)));
  if (versus) words.push(", against ", versus);
  if (result.value && result.sota) words.push(", and claims the state of the art");
  words.push(".");
  return words;
}

/**
 * A sentence with its mentions marked, and the paper that it stands in.
 * @param {App} app @param {{paper: number | null, text: string}} piece @param {string[]} names @param {boolean} [source] name the paper
 */
function quote(app, piece, names, source = true) {
  const wrap = (/** @type {string} */ text) => h("mark", {}, text);
  return h(
    "blockquote",
    { dir: "auto" },
    h("p", {}, marked(piece.text, namePattern(names), wrap)),
    source && piece.paper !== null ? h("footer", {}, nodeLink(app, piece.paper, { length: 70 }), year(app, piece.paper)) : null,
  );
}

/** @param {App} app @param {number} row */
function year(app, row) {
  const node = app.model.nodes[row];
  return node.year ? h("small", {}, ` ${node.year}`) : null;
}

/** How sure, as a bar and a number. @param {number | null} score */
function sureness(score) {
  if (score === null) return null;
  const bar = h("i", {});
  bar.style.width = `${Math.round(score * 100)}%`;
  return h("span", { class: "sure", title: "How sure the reading is, from 0 to 1" }, h("span", { class: "bar-of", "aria-hidden": "true" }, bar), h("small", {}, `sureness ${score.toFixed(2)}`));
}

/**
 * A list that shows its first rows, and the rest when asked.
 * @param {any[]} rows @param {number} first @param {(row: any) => any} draw @param {string} [style]
 */
function longList(rows, first, draw, style = "rows") {
  const list = h("ul", { class: style }, rows.slice(0, first).map((row) => h("li", {}, draw(row))));
  if (rows.length <= first) return list;
  const more = h(
    "button",
    {
      type: "button",
      class: "plain more",
      onclick: () => {
        const from = list.children.length;
        add(list, rows.slice(from, from + 200).map((row) => h("li", {}, draw(row))));
        if (list.children.length >= rows.length) more.remove();
        else more.textContent = `Show ${plural(Math.min(200, rows.length - list.children.length), "more", "more")}`;
        const link = list.children[from] && list.children[from].querySelector("a, button");
        if (link) link.focus();
      },
    },
    `Show ${rows.length - first > 200 ? "200 more" : `all ${rows.length}`}`,
  );
  return [list, more];
}
