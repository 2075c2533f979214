// @ts-check
// Two nodes: what joins them, the way from one to the other, what they share.

/** @param {App} app @param {number} a @param {number} b */
function pairTitle(app, a, b) {
  return h("div", { class: "pair" }, nodeLink(app, a, { length: 80 }), h("span", { "aria-hidden": "true" }, "↕"), nodeLink(app, b, { length: 80 }));
}

/** Every relation between two nodes, with all of its evidence. @param {App} app @param {number} a @param {number} b */
function linkDetails(app, a, b) {
  const { model } = app;
  const links = model.between(a, b);
  const both = model.nodes[a].type.kind === "entity" && model.nodes[b].type.kind === "entity" ? sharedPapers(model, a, b) : [];
  return [
    h("p", { class: "kind" }, "Link"),
    h("h2", { class: "hidden" }, `${model.name(a)} and ${model.name(b)}`),
    pairTitle(app, a, b),
    links.map((link) => relation(app, link.edge)),
    both.length ? h("section", { class: "group" }, h("h3", {}, "Papers that name both", h("span", { class: "count" }, ` ${both.length}`)), longList(both, 8, (row) => [nodeLink(app, row), year(app, row)])) : null,
    links.length || both.length ? null : h("p", {}, "Nothing joins these two directly."),
  ];
}

/** @param {App} app @param {number} edge */
function relation(app, edge) {
  const { model } = app;
  const type = model.edgeType(edge);
  const { source, target, score, papers, more, reason } = model.edges;
  const pieces = model.evidence(edge);
  const names = model.marks(edge);
  return h(
    "section",
    { class: "group" },
    h("h3", { title: type.description }, capital(type.label), h("span", { class: "count" }, papers[edge] ? ` ${plural(papers[edge], "paper")}` : ""), sureness(score[edge])),
    h("p", { class: "statement" }, nodeLink(app, source[edge], { length: 60 }), ` ${type.label} `, nodeLink(app, target[edge], { length: 60 })),
    reason[edge] ? h("p", { class: "reason" }, reason[edge]) : null,
    longList(pieces, 10, (piece) => quote(app, piece, names), "rows quotes"),
    more[edge] ? h("p", { class: "reason" }, `${plural(more[edge], "more sentence")} not in this page; the graph's other files have them.`) : null,
    pieces.length || reason[edge] ? null : h("p", { class: "reason" }, type.description || "No sentence was kept."),
  );
}

/** @param {Model} model @param {number} a @param {number} b */
function sharedPapers(model, a, b) {
  const other = model.papersOf(b);
  return [...model.papersOf(a)].filter((row) => other.has(row)).sort((x, y) => (model.nodes[y].year || 0) - (model.nodes[x].year || 0) || x - y);
}

/**
 * The cheapest way between two nodes, or null. Through a node that everything is linked to is a way that says little,
 * so a step costs more the more links its node has (Dijkstra's algorithm).
 * @param {Model} model @param {number} from @param {number} to
 * @returns {number[] | null} rows from first to last
 */
function findPath(model, from, to) {
  const cost = new Float64Array(model.nodes.length).fill(Infinity);
  const before = new Int32Array(model.nodes.length).fill(-1);
  /** @type {[number, number][]} a heap of cost and row */
  const heap = [[0, from]];
  cost[from] = 0;
  while (heap.length) {
    const [spent, row] = pop(heap);
    if (spent > cost[row]) continue;
    if (row === to) break;
    for (const link of model.links(row)) {
      if (model.nodes[link.other].type.kind === "result" && link.other !== to) continue;
      const next = spent + 1 + (link.other === to ? 0 : Math.log2(1 + model.degree(link.other)) / 4) + (model.edgeType(link.edge).quiet ? 0.8 : 0);
      if (next < cost[link.other]) {
        cost[link.other] = next;
        before[link.other] = row;
        push(heap, [next, link.other]);
      }
    }
  }
  if (cost[to] === Infinity) return null;
  const path = [to];
  while (path[0] !== from) path.unshift(before[path[0]]);
  return path;
}

/** @param {[number, number][]} heap @param {[number, number]} item */
function push(heap, item) {
  let at = heap.push(item) - 1;
  while (at > 0) {
    const up = (at - 1) >> 1;
    if (heap[up][0] <= heap[at][0]) break;
    [heap[up], heap[at]] = [heap[at], heap[up]];
    at = up;
  }
}

/** @param {[number, number][]} heap @returns {[number, number]} */
function pop(heap) {
  const top = heap[0];
  const last = heap.pop();
  if (heap.length) {
    heap[0] = last;
    for (let at = 0; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length && heap[child][0] < heap[least][0]) least = child;
      if (least === at) break;
      [heap[least], heap[at]] = [heap[at], heap[least]];
      at = least;
    }
  }
  return top;
}

/** @param {App} app @param {number} a @param {number} b */
function pathDetails(app, a, b) {
  const path = findPath(app.model, a, b);
  if (!path) return [h("p", { class: "kind" }, "Path"), pairTitle(app, a, b), h("p", {}, "There is no way from one to the other in this graph.")];
  const steps = path.slice(1).map((row, index) => {
    const from = path[index];
    const links = app.model.between(from, row);
    const best = links.find((link) => !app.model.edgeType(link.edge).quiet) || links[0];
    const type = app.model.edgeType(best.edge);
    const [piece] = app.model.evidence(best.edge);
    return h(
      "li",
      {},
      h("p", { class: "step" }, pairLink(app, from, row, best.out ? `${type.label} ↓` : `${type.inverse} ↓`)),
      piece ? quote(app, piece, app.model.marks(best.edge), false) : null,
      nodeLink(app, row),
    );
  });
  return [h("p", { class: "kind" }, "Path"), h("h2", {}, plural(path.length - 1, "step")), nodeLink(app, a), h("ol", { class: "path" }, steps)];
}

/** What a node has to do with: what it is linked to, and what the papers that name it name. @param {Model} model @param {number} row */
function surroundings(model, row) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  const count = (/** @type {number} */ other) => other !== row && model.nodes[other].type.kind === "entity" && counts.set(other, (counts.get(other) || 0) + 1);
  for (const link of model.links(row)) {
    count(link.other);
    if (model.nodes[link.other].type.kind === "paper") for (const next of model.links(link.other)) if (!model.edgeType(next.edge).quiet) count(next.other);
  }
  return counts;
}

/** @param {App} app @param {number} a @param {number} b */
function compareDetails(app, a, b) {
  const { model } = app;
  const [ours, theirs] = [surroundings(model, a), surroundings(model, b)];
  for (const map of [ours, theirs]) for (const row of [a, b]) map.delete(row);
  const rank = (/** @type {number[]} */ rows) => rows.sort((x, y) => (ours.get(y) || 0) + (theirs.get(y) || 0) - (ours.get(x) || 0) - (theirs.get(x) || 0) || x - y);
  const both = rank([...ours.keys()].filter((row) => theirs.has(row)));
  const onlyA = rank([...ours.keys()].filter((row) => !theirs.has(row)));
  const onlyB = rank([...theirs.keys()].filter((row) => !ours.has(row)));
  const papers = sharedPapers(model, a, b);
  const block = (/** @type {any} */ title, /** @type {number[]} */ rows) =>
    h("section", { class: "group" }, h("h3", {}, title, h("span", { class: "count" }, ` ${rows.length}`)), rows.length ? longList(rows, 10, (row) => nodeLink(app, row)) : h("p", { class: "reason" }, "nothing"));
  return [
    h("p", { class: "kind" }, "Comparison"),
    h("h2", { class: "hidden" }, `${model.name(a)} and ${model.name(b)} compared`),
    pairTitle(app, a, b),
    papers.length ? block("Papers that name both", papers) : null,
    block("Shared", both),
    block(["Only with ", shorten(model.name(a), 40)], onlyA),
    block(["Only with ", shorten(model.name(b), 40)], onlyB),
  ];
}
