// @ts-check
// Results that can be ranked: of one dataset, in one metric and unit.

/** @typedef {{row: number, dataset: number, metric: number, method: number | null, value: number, rank: number | null}} Rank `rank`: from 1; null where it is not known which way the metric is better */

/**
 * The places on all leaderboards, the longest board first, then by rank. Only scores reached count, no changes or factors.
 * @param {Model} model @param {number[]} [rows] results to look at; by default all
 * @returns {Rank[]}
 */
function leaderboards(model, rows) {
  /** @type {Map<string, Rank[]>} */
  const boards = new Map();
  for (const row of rows || model.data.results.node) {
    const result = model.result(row);
    const [dataset, metric, method] = ["dataset", "metric", "method"].map((field) => model.linked(row, field));
    const value = parseFloat(result.value.replace(/,(?=\d{3})/g, ""));
    if (!dataset || !metric || Number.isNaN(value) || result.kind !== "absolute") continue;
    const key = `${dataset.row} ${metric.row} ${result.unit}`;
    if (!boards.has(key)) boards.set(key, []);
    boards.get(key).push({ row, dataset: dataset.row, metric: metric.row, method: method ? method.row : null, value, rank: null });
  }
  for (const board of boards.values()) {
    const { metric } = board[0];
    const sign = model.lower.has(metric) ? 1 : -1;
    board.sort((one, two) => sign * (one.value - two.value) || one.row - two.row);
    // Equal values share a rank.
    if (model.lower.has(metric) || model.higher.has(metric)) board.forEach((place, index) => (place.rank = index && board[index - 1].value === place.value ? board[index - 1].rank : index + 1));
  }
  const order = [...boards.values()].sort((one, two) => two.length - one.length || one[0].dataset - two[0].dataset || one[0].metric - two[0].metric);
  return order.flat();
}

/** The leaderboards of a dataset as a table. @param {App} app @param {number[]} results */
function boardTable(app, results) {
  const { model } = app;
  const ranks = leaderboards(model, results);
  if (!ranks.length) return null;
  const row = (/** @type {Rank} */ rank, /** @type {number} */ index) => {
    const first = !index || ranks[index - 1].metric !== rank.metric;
    const reporter = model.reporter(rank.row);
    const { value, unit } = model.result(rank.row);
    return h(
      "tr",
      {},
      h("td", {}, first ? nodeLink(app, rank.metric, { length: 40 }) : h("span", { class: "hidden" }, model.nodes[rank.metric].label)),
      h("td", { class: "number" }, rank.rank === null ? "" : rank.rank),
      h("td", {}, rank.method !== null ? nodeLink(app, rank.method, { length: 40 }) : reporter ? nodeLink(app, reporter.row, { length: 40 }) : ""),
      h("td", { class: "number" }, nodeLink(app, rank.row, { plain: true, text: quantity(value, unit) })),
    );
  };
  const head = ["metric", "rank", "method", "value"].map((name) => h("th", { scope: "col", class: name === "rank" || name === "value" ? "number" : null }, capital(name)));
  const dataset = model.nodes[ranks[0].dataset].label;
  const change = { view: "table", tab: BOARD.name, query: dataset, sort: "" };
  return h(
    "section",
    { class: "group" },
    h("h3", {}, "Leaderboard", h("span", { class: "count" }, ` ${ranks.length}`), h("a", { class: "quiet", href: app.href(change), onclick: (/** @type {MouseEvent} */ event) => app.follow(event, () => app.go(change)) }, "as a table")),
    h("div", { class: "wide-table" }, h("table", { class: "board" }, h("caption", { class: "hidden" }, `Leaderboard of ${dataset}`), h("thead", {}, h("tr", {}, head)), h("tbody", {}, ranks.slice(0, 20).map(row)))),
  );
}
