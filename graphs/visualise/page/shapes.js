// @ts-check
// One drawing of each shape, for the canvas, the legend and the SVG export alike.

/** @type {Record<string, [number, number]>} corners, and the angle of the first */
const SIDES = { diamond: [4, 0], square: [4, Math.PI / 4], triangle: [3, -Math.PI / 2], triangleDown: [3, Math.PI / 2], hexagon: [6, 0] };
// A shape of many corners looks larger than one of few: radii that give all about the same weight.
/** @type {Record<string, number>} */
const SCALE = { dot: 0.92, square: 1.12, diamond: 1.18, triangle: 1.24, triangleDown: 1.24, hexagon: 1.03, star: 1.28 };

/**
 * The corners of a shape of vis-network around the origin; null for a disc.
 * @param {string} shape @param {number} radius
 * @returns {[number, number][] | null}
 */
function corners(shape, radius) {
  const size = radius * (SCALE[shape] || 1);
  if (shape === "star") {
    return Array.from({ length: 10 }, (_, index) => {
      const reach = index % 2 ? size * 0.48 : size;
      const angle = -Math.PI / 2 + (index * Math.PI) / 5;
      return /** @type {[number, number]} */ ([reach * Math.cos(angle), reach * Math.sin(angle)]);
    });
  }
  if (!SIDES[shape]) return null;
  const [sides, turn] = SIDES[shape];
  // The centre of a triangle's weight lies below the middle of its height.
  const drop = shape === "triangle" ? size * 0.14 : shape === "triangleDown" ? -size * 0.14 : 0;
  return Array.from({ length: sides }, (_, index) => {
    const angle = turn + (index * 2 * Math.PI) / sides;
    return /** @type {[number, number]} */ ([size * Math.cos(angle), size * Math.sin(angle) + drop]);
  });
}

/** Trace a shape on a canvas. @param {CanvasRenderingContext2D} ctx @param {string} shape @param {number} x @param {number} y @param {number} radius */
function trace(ctx, shape, x, y, radius) {
  const points = corners(shape, radius);
  ctx.beginPath();
  if (!points) ctx.arc(x, y, radius * (SCALE[shape] || 1), 0, 2 * Math.PI);
  else {
    for (const [dx, dy] of points) ctx.lineTo(x + dx, y + dy);
    ctx.closePath();
  }
}

/** The path of a shape in SVG. @param {string} shape @param {number} x @param {number} y @param {number} radius */
function svgPath(shape, x, y, radius) {
  const points = corners(shape, radius);
  const round = (/** @type {number} */ value) => Math.round(value * 100) / 100;
  if (!points) {
    const r = round(radius * (SCALE[shape] || 1));
    return `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  }
  return `M${points.map(([dx, dy]) => `${round(x + dx)} ${round(y + dy)}`).join("L")}z`;
}

/**
 * A small picture of a node type.
 * @param {{shape: string, colour: string}} type
 */
function icon(type) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", svgPath(type.shape, 8, 8, 5.6));
  path.setAttribute("fill", type.colour);
  svg.appendChild(path);
  return svg;
}
