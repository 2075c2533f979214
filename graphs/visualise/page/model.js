// @ts-check
// The graph as the page's data holds it (see graphs/visualise/data.py), with the look-ups that everything else needs.

/** @typedef {{name: string, plural: string, colour: string, shape: string, description: string, kind: "paper" | "entity" | "result"}} NodeType */
/** @typedef {{name: string, label: string, inverse: string, description: string, group: string, quiet: boolean}} EdgeType */
/** @typedef {{row: number, id: string, type: NodeType, typeNumber: number, label: string, papers: number, year: number | null, aliases: string[], description: number | string}} GraphNode `description`: see Model.text */
/** @typedef {{edge: number, other: number, out: boolean}} Link */
/** @typedef {{title: string, abstract: string, venue: string, url: string, code: string}} Paper */
/** @typedef {{value: string, unit: string, kind: string, direction: string, baseline: string, sota: boolean, text: string}} Result */

/** Read the data out of the page. @returns {Promise<any>} */
async function readData() {
  const element = byId("data");
  if (element.type !== "application/gzip") return JSON.parse(element.textContent);
  const binary = atob(element.textContent);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  element.textContent = "";
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/** Undo `packed` of graphs/visualise/data.py. @param {any} data */
function unpack(data) {
  for (const column of [data.edges.source, data.sentences.paper]) {
    let last = 0;
    for (let row = 0; row < column.length; row++) if (column[row] !== null) column[row] = last += column[row];
  }
  let first = 0;
  for (const numbers of data.edges.evidence) if (numbers.length) numbers[0] = first += numbers[0];
}

class Model {
  /** @param {any} data */
  constructor(data) {
    this.data = data;
    this.title = data.title;
    /** @type {NodeType[]} */
    this.nodeTypes = data.schema.nodeTypes;
    /** @type {EdgeType[]} */
    this.edgeTypes = data.schema.edgeTypes;
    const columns = data.nodes;
    /** @type {GraphNode[]} */
    this.nodes = columns.id.map((/** @type {string} */ id, /** @type {number} */ row) => ({
      row,
      id,
      type: this.nodeTypes[columns.type[row]],
      typeNumber: columns.type[row],
      label: columns.label[row],
      papers: columns.papers[row],
      year: columns.year[row],
      aliases: columns.aliases[row],
      description: columns.description[row],
    }));
    this.rows = new Map(this.nodes.map((node) => [node.id, node.row]));
    /** @type {number[]} radius of each node */
    this.sizes = columns.size;
    /** Metrics of which less, and of which more is better. */
    this.lower = new Set(columns.lower);
    this.higher = new Set(columns.higher);
    unpack(data);
    this.edges = data.edges;
    this.edgeCount = data.edges.source.length;
    this._paperRows = new Map(data.papers.node.map((/** @type {number} */ node, /** @type {number} */ row) => [node, row]));
    this._resultRows = new Map(data.results.node.map((/** @type {number} */ node, /** @type {number} */ row) => [node, row]));
    this._marks = new Map(data.marks);
    this._index();
  }

  /** Edges by node: one flat list, and where each node's part of it starts. */
  _index() {
    const { source, target } = this.edges;
    const starts = new Int32Array(this.nodes.length + 1);
    for (let edge = 0; edge < this.edgeCount; edge++) {
      starts[source[edge] + 1]++;
      if (source[edge] !== target[edge]) starts[target[edge] + 1]++;
    }
    for (let row = 0; row < this.nodes.length; row++) starts[row + 1] += starts[row];
    const fillAt = starts.slice();
    const list = new Int32Array(starts[this.nodes.length]);
    for (let edge = 0; edge < this.edgeCount; edge++) {
      list[fillAt[source[edge]]++] = edge;
      if (source[edge] !== target[edge]) list[fillAt[target[edge]]++] = edge;
    }
    this._starts = starts;
    this._list = list;
  }

  /** @param {number} row */
  degree(row) {
    return this._starts[row + 1] - this._starts[row];
  }

  /** The edges of a node, in the order of the data. @param {number} row @returns {Link[]} */
  links(row) {
    const found = [];
    for (let at = this._starts[row]; at < this._starts[row + 1]; at++) {
      const edge = this._list[at];
      const out = this.edges.source[edge] === row;
      found.push({ edge, other: out ? this.edges.target[edge] : this.edges.source[edge], out });
    }
    return found;
  }

  /** Every edge between two nodes, either way. @param {number} a @param {number} b @returns {Link[]} */
  between(a, b) {
    const [from, to] = this.degree(a) <= this.degree(b) ? [a, b] : [b, a];
    return this.links(from).filter((link) => link.other === to).map((link) => (from === a ? link : { edge: link.edge, other: b, out: !link.out }));
  }

  /** @param {number} edge */
  edgeType(edge) {
    return this.edgeTypes[this.edges.type[edge]];
  }

  /** The papers that link to an entity. @param {number} row @returns {Set<number>} */
  papersOf(row) {
    return new Set(this.links(row).filter((link) => !link.out && this.nodes[link.other].type.kind === "paper").map((link) => link.other));
  }

  /** @param {number} row @returns {Paper} */
  paper(row) {
    const at = this._paperRows.get(row);
    const { title, abstract, venue, url, code } = this.data.papers;
    return { title: title[at], abstract: abstract[at], venue: venue[at], url: url[at], code: code[at] };
  }

  /** @param {number} row @returns {Result} */
  result(row) {
    const at = this._resultRows.get(row);
    const columns = this.data.results;
    return {
      value: columns.value[at],
      unit: columns.unit[at],
      kind: columns.kind[at],
      direction: columns.direction[at],
      baseline: columns.baseline[at],
      sota: Boolean(columns.sota[at]),
      text: this.text(columns.text[at]),
    };
  }

  /** The node that a result is linked to by a field (method, dataset, metric, task, versus), or null. @param {number} row @param {string} field */
  linked(row, field) {
    const type = this.data.schema.resultLinks[field];
    const link = this.links(row).find((candidate) => candidate.out && this.edges.type[candidate.edge] === type);
    return link ? this.nodes[link.other] : null;
  }

  /** The paper that reports a result. @param {number} row */
  reporter(row) {
    const link = this.links(row).find((candidate) => !candidate.out && this.nodes[candidate.other].type.kind === "paper");
    return link ? this.nodes[link.other] : null;
  }

  /** @param {number} edge @returns {{paper: number | null, text: string}[]} best first */
  evidence(edge) {
    return this.edges.evidence[edge].map((/** @type {number} */ number) => ({ paper: this.data.sentences.paper[number], text: this.text(number) }));
  }

  /** The text behind a sentence number; a string is the text itself. @param {number | string} value @returns {string} */
  text(value) {
    if (typeof value === "string") return value;
    const stored = this.data.sentences.text[value];
    return typeof stored === "string" ? stored : this.paper(this.data.sentences.paper[value]).abstract.slice(stored[0], stored[1]);
  }

  /** All names of a node. @param {number} row */
  names(row) {
    const node = this.nodes[row];
    if (node.type.kind === "paper") return [];
    if (node.type.kind === "result") return this.result(row).value ? [this.result(row).value] : [];
    return [node.label, ...node.aliases];
  }

  /** What is to be marked in an edge's evidence. @param {number} edge */
  marks(edge) {
    return [...this.names(this.edges.source[edge]), ...this.names(this.edges.target[edge]), ...(this._marks.get(edge) || [])];
  }

  /** How a node is called where there is room for a line. @param {number} row */
  name(row) {
    const node = this.nodes[row];
    return (node.type.kind === "paper" && this.paper(row).title) || node.label;
  }
}
