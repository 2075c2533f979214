// @ts-check
// What can be taken away: pictures, tables, text.

/** @param {string} name @param {string} type @param {BlobPart} content */
function download(name, type, content) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = h("a", { href: url, download: name });
  document.body.appendChild(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** @param {View} view */
function savePng(view) {
  const canvas = /** @type {HTMLCanvasElement} */ (view.container.querySelector(".carrier:not(.away) canvas"));
  const copy = /** @type {HTMLCanvasElement} */ (document.createElement("canvas"));
  copy.width = canvas.width;
  copy.height = canvas.height;
  const ctx = copy.getContext("2d");
  ctx.fillStyle = view.theme.paper;
  ctx.fillRect(0, 0, copy.width, copy.height);
  ctx.drawImage(canvas, 0, 0);
  copy.toBlob((blob) => blob && download("graph.png", "image/png", blob));
}

/** The visible nodes and lines as SVG, names beside all of the larger nodes. @param {View} view @returns {string} */
function toSvg(view) {
  const escape = (/** @type {string} */ text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const nodes = [...view.placed.values()].filter((place) => view.visible(place.row));
  if (!nodes.length) return '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const xs = nodes.map((place) => place.x);
  const ys = nodes.map((place) => place.y);
  const [left, top] = [Math.min(...xs) - 90, Math.min(...ys) - 60];
  const [width, height] = [Math.max(...xs) + 90 - left, Math.max(...ys) + 60 - top].map(Math.round);
  const at = (/** @type {number} */ value) => Math.round(value * 10) / 10;
  const lines = view.lines
    .filter((line) => view.visible(line.a) && view.visible(line.b) && view.lineVisible(line))
    .map((line) => [view.placed.get(line.a), view.placed.get(line.b)])
    .map(([a, b]) => `M${at(a.x)} ${at(a.y)}L${at(b.x)} ${at(b.y)}`);
  const shapes = nodes.map((place) => {
    const { type } = view.model.nodes[place.row];
    return `<path d="${svgPath(type.shape, place.x, place.y, place.size)}" fill="${escape(type.colour)}"><title>${escape(view.model.name(place.row))}</title></path>`;
  });
  const names = nodes
    .filter((place) => view.model.nodes[place.row].type.kind === "entity" && place.size > 7)
    .map((place) => `<text x="${at(place.x)}" y="${at(place.y + place.size + 12)}">${escape(shorten(view.model.name(place.row), 34))}</text>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${at(left)} ${at(top)} ${width} ${height}" font-family="sans-serif" font-size="12" text-anchor="middle">`,
    `<rect x="${at(left)}" y="${at(top)}" width="${width}" height="${height}" fill="${escape(view.theme.paper)}"/>`,
    `<path d="${lines.join("")}" stroke="${escape(view.theme.line)}" stroke-opacity="0.4" fill="none"/>`,
    `<g stroke="${escape(view.theme.paper)}">${shapes.join("")}</g>`,
    `<g fill="${escape(view.theme.ink)}">${names.join("")}</g>`,
    "</svg>",
  ].join("\n");
}

/** @param {Model} model @param {number} row */
function bibtex(model, row) {
  const paper = model.paper(row);
  const clean = (/** @type {string} */ text) => text.replace(/[{}\\]/g, "").replace(/\s+/g, " ");
  const fields = { title: `{${clean(model.name(row))}}`, year: model.nodes[row].year, booktitle: clean(paper.venue), url: safeUrl(paper.url) };
  const lines = Object.entries(fields).filter(([, value]) => value).map(([name, value]) => `  ${name} = {${value}}`);
  return `@misc{${model.nodes[row].id.replace(/^p:/, "").replace(/[^\w.-]/g, "_")},\n${lines.join(",\n")}\n}\n`;
}

/** The details as Markdown. @param {Element} element */
function toMarkdown(element) {
  /** @type {string[]} */
  const lines = [];
  /** @type {Record<string, string>} */
  const signs = { H2: "## ", H3: "### ", LI: "- ", BLOCKQUOTE: "> " };
  const walk = (/** @type {Element} */ parent) => {
    for (const child of Array.from(parent.children)) {
      if (child.matches("button, .actions, .panel-bar, svg, .trend, .trend-ends, input")) continue;
      const own = child.matches("h2, h3, p, li, blockquote, .chips, .pair");
      if (own && !child.querySelector("li, blockquote")) {
        const copy = /** @type {Element} */ (child.cloneNode(true));
        copy.querySelectorAll("button, svg, .hidden").forEach((part) => part.remove());
        copy.querySelectorAll(".chip").forEach((part) => part.append("; "));
        const text = (copy.textContent || "").replace(/\s+/g, " ").replace(/[\\`*_<>[\]]/g, "\\$&").trim();
        if (text) lines.push((signs[child.tagName] || "") + text);
      } else walk(child);
    }
  };
  walk(element);
  return lines.join("\n\n") + "\n";
}
