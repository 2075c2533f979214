// @ts-check
// Where nodes stand: the overview as it was laid out, wide or tall; the neighbourhood of one node, in rings: what it is
// linked to in sectors by relation, what those share further out; paths; what is expanded.

/** @typedef {{row: number, x: number, y: number, size: number}} Placed */
/** @typedef {{a: number, b: number, papers: number}} Line */
/** @typedef {{name: string, x: number, y: number, radius: number}} Region */
/** @typedef {{nodes: Placed[], lines: Line[], regions: Region[], left: number}} Picture */

const NEAR = 140; // neighbours drawn at most
const FAR = 110; // nodes of the second ring at most
const FAN = 24; // nodes that expanding one draws at most
const STEP = 58; // between two rows of a sector
const LARGEST = 30; // radius of a node among its neighbours: the giants of the whole picture would leave them no room

/**
 * The picture that was laid out in advance; `tall` with its discs one under another, and `shifts`, how far that moves each node.
 * @param {Model} model @param {boolean} tall
 * @returns {Picture & {shifts: Map<number, [number, number]>}}
 */
function overviewOf(model, tall) {
  const { network, overview } = model.data;
  const shift = (/** @type {number} */ disc) => (tall ? overview.tall[disc] : [0, 0]);
  return {
    nodes: network.nodes.id.map((/** @type {number} */ row, /** @type {number} */ at) => {
      const [right, down] = shift(overview.discs[at]);
      return { row, x: network.nodes.x[at] + right, y: network.nodes.y[at] + down, size: model.sizes[row] };
    }),
    lines: network.edges.from.map((/** @type {number} */ a, /** @type {number} */ at) => ({ a, b: network.edges.to[at], papers: network.edges.value[at] })),
    regions: overview.regions.map((/** @type {any} */ region) => ({ ...region, x: region.x + shift(region.disc)[0], y: region.y + shift(region.disc)[1] })),
    left: 0,
    shifts: new Map(tall ? network.nodes.id.map((/** @type {number} */ row, /** @type {number} */ at) => [row, shift(overview.discs[at])]) : []),
  };
}

/**
 * @param {Model} model @param {Filters} filters
 * @param {number} centre @param {number} hops
 * @returns {Picture}
 */
function neighbourhood(model, filters, centre, hops) {
  const nodes = [{ row: centre, x: 0, y: 0, size: Math.max(16, sizeOf(model, centre)) }];
  /** @type {Map<string, {label: string, rows: number[]}>} */
  const groups = new Map();
  const seen = new Set([centre]);
  const shown = (/** @type {number} */ row) => !filters.state.hidden.includes(model.nodes[row].type.name);
  const usable = (/** @type {Link} */ link) => !filters.state.hidden.includes(model.edgeType(link.edge).name) && shown(link.other);
  // A quiet relation is better than an empty picture.
  const all = model.links(centre);
  const links = all.some(usable) ? all.filter(usable) : all;
  const order = links.map((link) => ({ link, key: `${String(model.edges.type[link.edge]).padStart(3, "0")}${link.out ? "a" : "b"}` }));
  order.sort((one, two) => (one.key < two.key ? -1 : one.key > two.key ? 1 : weight(model, two.link.other) - weight(model, one.link.other) || one.link.other - two.link.other));
  for (const { link, key } of order) {
    if (seen.has(link.other)) continue;
    seen.add(link.other);
    const type = model.edgeType(link.edge);
    if (!groups.has(key)) groups.set(key, { label: link.out ? type.label : type.inverse, rows: [] });
    groups.get(key).rows.push(link.other);
  }
  const total = [...groups.values()].reduce((sum, group) => sum + group.rows.length, 0);
  const share = Math.min(1, NEAR / Math.max(total, 1));
  const parts = [...groups.values()].map((group) => ({ ...group, all: group.rows.length, rows: group.rows.slice(0, Math.max(3, Math.round(group.rows.length * share))) }));
  const drawn = parts.reduce((sum, part) => sum + part.rows.length, 0);
  const spans = parts.map((part) => Math.sqrt(part.rows.length) + 0.6);
  const whole = spans.reduce((sum, span) => sum + span, 0);
  const gap = parts.length > 1 ? 0.12 : 0;
  const first = Math.max(130, (drawn * STEP) / 14);
  /** @type {Region[]} */
  const regions = [];
  /** @type {Map<number, number>} */
  const angles = new Map();
  let outer = first;
  let angle = -Math.PI / 2 - (parts.length > 1 ? (Math.PI * spans[0]) / whole : 0);
  parts.forEach((part, index) => {
    const span = (2 * Math.PI * spans[index]) / whole;
    let radius = first;
    let done = 0;
    while (done < part.rows.length) {
      const fits = Math.max(1, Math.floor(((span - gap) * radius) / (STEP * 1.25)));
      const row = part.rows.slice(done, done + fits);
      row.forEach((other, at) => {
        const turn = angle + span / 2 + ((at - (row.length - 1) / 2) * (span - gap)) / Math.max(row.length, Math.min(fits, 3));
        angles.set(other, turn);
        nodes.push({ row: other, x: radius * Math.cos(turn), y: radius * Math.sin(turn), size: sizeOf(model, other) });
      });
      done += row.length;
      outer = Math.max(outer, radius);
      radius += STEP;
    }
    const middle = angle + span / 2;
    const label = part.rows.length < part.all ? `${part.label} (${part.rows.length} of ${part.all})` : `${part.label} (${part.all})`;
    regions.push({ name: label, x: (first - 62) * Math.cos(middle), y: (first - 62) * Math.sin(middle), radius: 0 });
    angle += span;
  });
  if (hops > 1) ringOfShared(model, usable, nodes, angles, seen, outer);
  const inside = new Map(nodes.map((node) => [node.row, node]));
  return { nodes, lines: linesAmong(model, filters, inside, centre), regions, left: total - drawn };
}

/**
 * A way from node to node, as a gentle zigzag, so that no name lies over another.
 * @param {Model} model @param {number[]} path
 * @returns {Picture}
 */
function wayOf(model, path) {
  const nodes = path.map((row, index) => ({ row, x: index * 170, y: index % 2 ? 60 : 0, size: Math.max(12, sizeOf(model, row)) }));
  const lines = path.slice(1).map((row, index) => ({ a: path[index], b: row, papers: 1 }));
  return { nodes, lines, regions: [], left: 0 };
}

/**
 * A picture with what some of its nodes are linked to put around them, though filters hide it.
 * @param {Model} model @param {Picture} picture @param {number[]} rows of the nodes to expand, in order
 * @param {(row: number) => boolean} shown whether a node of the picture is visible already
 * @returns {{picture: Picture, added: Set<number>}} `added`: nodes that are visible by this alone
 */
function expanded(model, picture, rows, shown) {
  const places = new Map(picture.nodes.map((node) => [node.row, node]));
  const lines = new Map(picture.lines.map((line) => [`${line.a} ${line.b}`, line]));
  /** @type {Set<number>} */
  const added = new Set();
  for (const row of rows) {
    const centre = places.get(row);
    if (!centre) continue;
    for (const other of unseen(model, row, (candidate) => places.has(candidate) && (added.has(candidate) || shown(candidate))).slice(0, FAN)) {
      if (!places.has(other)) places.set(other, freeSpot([...places.values()], centre, { row: other, x: 0, y: 0, size: sizeOf(model, other) }));
      added.add(other);
    }
  }
  for (const row of added) {
    for (const link of model.links(row)) {
      if (!places.has(link.other) || link.other === row || (model.edgeType(link.edge).quiet && !rows.includes(link.other))) continue;
      const [a, b] = row < link.other ? [row, link.other] : [link.other, row];
      if (!lines.has(`${a} ${b}`)) lines.set(`${a} ${b}`, { a, b, papers: Math.max(1, model.edges.papers[link.edge]) });
    }
  }
  return { picture: { ...picture, nodes: [...places.values()], lines: [...lines.values()] }, added };
}

/** What a node is linked to and a picture lacks, the most important first. @param {Model} model @param {number} row @param {(row: number) => boolean} seen */
function unseen(model, row, seen) {
  const others = new Set(model.links(row).map((link) => link.other));
  return [...others].filter((other) => other !== row && !seen(other)).sort((one, two) => weight(model, two) - weight(model, one) || one - two);
}

/**
 * What is drawn only because a collapsed node is linked to it.
 * @param {Picture} picture @param {Set<number>} shut collapsed nodes @param {(row: number) => boolean} counts whether a neighbour is a reason to be drawn
 * @returns {number[]}
 */
function folded(picture, shut, counts) {
  if (!shut.size) return [];
  /** @type {Map<number, Set<number>>} */
  const near = new Map();
  for (const { a, b } of picture.lines) {
    for (const [one, other] of [[a, b], [b, a]]) {
      if (!near.has(one)) near.set(one, new Set());
      if (counts(other)) near.get(one).add(other);
    }
  }
  return [...near].filter(([row, others]) => !shut.has(row) && others.size > 0 && [...others].every((other) => shut.has(other))).map(([row]) => row);
}

/** The nearest place around a node where another finds room. @param {Placed[]} taken @param {Placed} centre @param {Placed} node @returns {Placed} */
function freeSpot(taken, centre, node) {
  for (let ring = 0; ; ring++) {
    const radius = centre.size + node.size + 26 + ring * 22;
    const steps = Math.max(8, Math.round((2 * Math.PI * radius) / (node.size * 2 + 14)));
    for (let step = 0; step < steps; step++) {
      const angle = (2 * Math.PI * step) / steps - Math.PI / 2;
      const spot = { ...node, x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
      // After so many rings the picture is full: better one over the other than out of sight.
      if (ring > 12 || taken.every((other) => Math.hypot(other.x - spot.x, other.y - spot.y) > other.size + spot.size + 5)) return spot;
    }
  }
}

/** @param {Model} model @param {number} row */
function sizeOf(model, row) {
  return Math.min(LARGEST, model.sizes[row]);
}

/** @param {Model} model @param {number} row */
function weight(model, row) {
  return model.nodes[row].papers || model.degree(row) / 1000;
}

/**
 * Put around what several of the neighbours are linked to.
 * @param {Model} model @param {(link: Link) => boolean} usable @param {Placed[]} nodes @param {Map<number, number>} angles
 * @param {Set<number>} seen @param {number} outer
 */
function ringOfShared(model, usable, nodes, angles, seen, outer) {
  /** @type {Map<number, {count: number, x: number, y: number}>} */
  const shared = new Map();
  for (const [near, turn] of angles) {
    for (const link of model.links(near)) {
      if (seen.has(link.other) || !usable(link) || model.nodes[link.other].type.kind === "result") continue;
      const entry = shared.get(link.other) || { count: 0, x: 0, y: 0 };
      entry.count++;
      entry.x += Math.cos(turn);
      entry.y += Math.sin(turn);
      shared.set(link.other, entry);
    }
  }
  const ranked = [...shared].sort((one, two) => two[1].count - one[1].count || weight(model, two[0]) - weight(model, one[0]) || one[0] - two[0]);
  const chosen = ranked.slice(0, FAR).map(([row, entry]) => ({ row, angle: Math.atan2(entry.y, entry.x) }));
  if (!chosen.length) return;
  chosen.sort((one, two) => one.angle - two.angle || one.row - two.row);
  // Evenly around, in the order of their angles, turned so that all lie as near to these as they can.
  const even = (2 * Math.PI) / chosen.length;
  const lag = chosen.reduce((sum, item, index) => ({ x: sum.x + Math.cos(item.angle - index * even), y: sum.y + Math.sin(item.angle - index * even) }), { x: 0, y: 0 });
  const turn = Math.atan2(lag.y, lag.x);
  const start = outer + 95;
  const rings = Math.max(1, Math.ceil((chosen.length * STEP * 1.2) / (2 * Math.PI * (start + STEP))));
  chosen.forEach((item, index) => {
    const radius = start + (index % rings) * STEP;
    const angle = turn + index * even;
    nodes.push({ row: item.row, x: radius * Math.cos(angle), y: radius * Math.sin(angle), size: sizeOf(model, item.row) });
  });
}

/**
 * One line for each pair of drawn nodes that has a relation that is shown.
 * @param {Model} model @param {Filters} filters @param {Map<number, any>} inside @param {number} centre
 * @returns {Line[]}
 */
function linesAmong(model, filters, inside, centre) {
  /** @type {Map<string, Line>} */
  const lines = new Map();
  for (const row of inside.keys()) {
    for (const link of model.links(row)) {
      if (!inside.has(link.other) || link.other === row) continue;
      const near = row === centre || link.other === centre;
      if (!near && filters.state.hidden.includes(model.edgeType(link.edge).name)) continue;
      const [a, b] = row < link.other ? [row, link.other] : [link.other, row];
      const key = `${a} ${b}`;
      const papers = Math.max(1, model.edges.papers[link.edge]);
      const known = lines.get(key);
      if (!known) lines.set(key, { a, b, papers });
      else known.papers = Math.max(known.papers, papers);
    }
  }
  return [...lines.values()].sort((one, two) => one.a - two.a || one.b - two.b);
}
