// @ts-check
// What is being looked at, as one plain object, and its spelling in the address after the "#".

/**
 * `show`: what the details tell of: nothing (""), a "node" (a), a "link", "path" or "compare" (of a and b). Ids, not rows,
 * so that an address outlives a new build of the graph. `focus`: only the neighbourhood of that node is drawn, `hops` wide.
 * `hidden`: names of node and edge types that are not shown, sorted. What the reader did to the picture: `gone` (put out of
 * sight), `open` (all that it is linked to drawn), `shut` (what only it is linked to not drawn): ids; `pins`: "x y id".
 * `at`: where the reader has taken the camera, "x y scale", and " tall" where the picture is; empty where the picture is fitted.
 * @typedef {{show: string, a: string, b: string, focus: string, hops: number, view: string, tab: string, sort: string,
 *   query: string, hidden: string[], from: number, to: number, venue: string, least: number, degree: number, score: number,
 *   gone: string[], open: string[], shut: string[], pins: string[], at: string}} State
 */

const LISTS = /** @type {const} */ (["gone", "open", "shut", "pins"]);
const SHOWS = ["", "node", "link", "path", "compare"];

/** @param {Model} model @returns {State} */
function startState(model) {
  const hidden = [...model.nodeTypes.filter((type) => type.kind === "result"), ...model.edgeTypes.filter((type) => type.quiet)].map((type) => type.name).sort();
  return { show: "", a: "", b: "", focus: "", hops: 1, view: "graph", tab: "", sort: "", query: "", hidden, from: 0, to: 0, venue: "", least: 1, degree: 0, score: 0, gone: [], open: [], shut: [], pins: [], at: "" };
}

/** @param {State} state @param {Model} model @returns {string} with the "#", or "#" alone for the first view */
function toHash(state, model) {
  const start = startState(model);
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    const spell = (/** @type {any} */ it) => (name === "hidden" ? it.join(",") || "none" : Array.isArray(it) ? it.map((/** @type {string} */ item) => item.replace(/[%,]/g, encodeURIComponent)).join(",") : String(it));
    const text = spell(value);
    const usual = spell(start[/** @type {keyof State} */ (name)]);
    if (text !== usual) parameters.set(name, text);
  }
  return "#" + parameters.toString();
}

/** What an address says; whatever in it makes no sense is passed over. @param {string} hash @param {Model} model @returns {State} */
function fromHash(hash, model) {
  const state = startState(model);
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  const text = (/** @type {string} */ name) => parameters.get(name) || "";
  const known = (/** @type {string} */ name) => (model.rows.has(text(name)) ? text(name) : "");
  const number = (/** @type {string} */ name, /** @type {number} */ usual) => (Number.isFinite(parseFloat(text(name))) ? parseFloat(text(name)) : usual);
  state.a = known("a");
  state.b = known("b");
  state.show = SHOWS.includes(text("show")) ? text("show") : "";
  if ((state.show && !state.a) || (["link", "path", "compare"].includes(state.show) && !state.b)) state.show = "";
  if (!state.show) state.a = state.b = "";
  state.focus = known("focus");
  state.hops = text("hops") === "2" ? 2 : 1;
  state.view = text("view") === "table" ? "table" : "graph";
  state.tab = text("tab");
  state.sort = text("sort");
  state.query = text("query");
  state.at = readSpot(text("at")) ? text("at") : "";
  state.venue = text("venue");
  if (parameters.has("hidden")) {
    const names = new Set([...model.nodeTypes, ...model.edgeTypes].map((type) => type.name));
    state.hidden = text("hidden").split(",").filter((name) => names.has(name)).sort();
  }
  for (const name of LISTS) state[name] = readList(text(name)).filter((item) => model.rows.has(name === "pins" ? readPin(item).id : item));
  state.degree = Math.max(0, number("degree", 0));
  state.from = number("from", 0);
  state.to = number("to", 0);
  state.least = Math.max(1, number("least", 1));
  state.score = Math.min(1, Math.max(0, number("score", 0)));
  return state;
}

/** @param {string} text @returns {string[]} */
function readList(text) {
  try {
    return text.split(",").filter(Boolean).map(decodeURIComponent);
  } catch {
    return [];
  }
}

/** @param {string} text `at` of a state @returns {{x: number, y: number, scale: number, tall: boolean} | null} */
function readSpot(text) {
  const found = /^(-?[\d.]{1,12}) (-?[\d.]{1,12}) (\d{1,2}(?:\.\d{1,5})?)( tall)?$/.exec(text);
  return found && Number(found[3]) > 0 ? { x: Number(found[1]) || 0, y: Number(found[2]) || 0, scale: Number(found[3]), tall: Boolean(found[4]) } : null;
}

/** @param {string} text @returns {{x: number, y: number, id: string}} an empty id where it makes no sense */
function readPin(text) {
  const found = /^(-?[\d.]{1,12}) (-?[\d.]{1,12}) ([^]+)$/.exec(text);
  return found ? { x: Number(found[1]) || 0, y: Number(found[2]) || 0, id: found[3] } : { x: 0, y: 0, id: "" };
}
