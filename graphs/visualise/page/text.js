// @ts-check
// Text and elements. Whatever comes from a paper reaches the page through `h`, as text.

/**
 * Make an element. Children that are strings become text nodes, never HTML; null and false are left out.
 * @param {string} tag
 * @param {Record<string, any>} [attributes] `class`, `on...` listeners, anything else as an attribute; null and false are left out
 * @param {...any} children strings, numbers, nodes, or lists of them
 * @returns {any} the element
 */
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  add(element, children);
  return element;
}

/** @param {Node} parent @param {any[]} children */
function add(parent, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) add(parent, child);
    else parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** @param {Element} parent @param {...any} children */
function fill(parent, ...children) {
  parent.textContent = "";
  add(parent, children);
}

/**
 * The element of that id in the template.
 * @param {string} id @returns {any}
 */
function byId(id) {
  return document.getElementById(id);
}

/**
 * Fold a name for comparison: no case, no accents, no punctuation.
 * @param {string} text
 */
function fold(text) {
  // Nearly all names: no need for the dear way.
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, " ").trim();
  return text.normalize("NFKD").replace(/\p{M}+/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {number} count @param {string} one @param {string} [many] */
function plural(count, one, many) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many || one + "s"}`;
}

/**
 * Cut to about so many characters, at a space if there is one near.
 * @param {string} text @param {number} length
 */
function shorten(text, length) {
  if (text.length <= length) return text;
  const cut = Array.from(text.slice(0, length * 2)).slice(0, length).join("");
  const space = cut.lastIndexOf(" ");
  return (space > length * 0.6 ? cut.slice(0, space) : cut) + "…";
}

/** @param {string} text the first sentence of it, roughly */
function firstSentence(text) {
  const match = /^[\s\S]{20,}?[.!?](?=\s+\p{Lu}|\s*$)/u.exec(text);
  return match ? match[0] : text;
}

/**
 * A pattern that finds any of the names as whole words, or null.
 * @param {string[]} names
 */
function namePattern(names) {
  const usable = [...new Set(names)].filter((name) => name.trim() && name.length < 200).sort((a, b) => b.length - a.length).slice(0, 400);
  if (!usable.length) return null;
  const parts = usable.map((name) => name.trim().replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replace(/\s+/g, "\\s+"));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join("|")})(?![\\p{L}\\p{N}])`, "giu");
}

/**
 * The text with what the pattern finds handed to `wrap`.
 * @param {string} text
 * @param {RegExp | null} pattern
 * @param {(found: string) => Node} wrap
 * @returns {(string | Node)[]}
 */
function marked(text, pattern, wrap) {
  if (!pattern) return [text];
  const parts = [];
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > last) parts.push(text.slice(last, match.index));
    parts.push(wrap(match[0]));
    last = match.index + match[0].length;
  }
  if (last < text.length) parts.push(text.slice(last));
  return parts;
}

/** A link leaves the page only for the web. @param {string} url @returns {string | null} */
function safeUrl(url) {
  try {
    const parsed = new URL(url);
    return parsed.protocol === "https:" || parsed.protocol === "http:" ? parsed.href : null;
  } catch {
    return null;
  }
}
