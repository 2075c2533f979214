// @ts-check
// Finding nodes by what a reader remembers of their names.

/** @typedef {{row: number, score: number, alias: string | null}} Hit */

const ENOUGH = 5000; // hits of one scan; keys come the best known first

class Search {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    /** @type {number[]} */
    this.rows = [];
    /** @type {string[]} */
    this.keys = [];
    /** @type {(string | null)[]} */
    this.alias = [];
    /** @type {number[]} sets of the letters of each key, and of those that its words begin with */
    this.letters = [];
    /** @type {number[]} */
    this.heads = [];
    this.text = ""; // all keys, each between line breaks
    /** @type {Int32Array} where each key begins in it */
    this.starts = new Int32Array(0);
    this.at = 0;
    // The best known first: what a search that finds too much leaves out are the least known.
    this.order = model.nodes.filter((node) => node.type.kind !== "result").sort((one, two) => two.papers - one.papers || one.row - two.row);
    this.ready = false;
  }

  /** Fold the names; a large graph has hundreds of thousands. @param {number} [limit] milliseconds @returns {boolean} whether all are folded */
  prepare(limit = Infinity) {
    const { model, order } = this;
    const end = performance.now() + limit;
    while (this.at < order.length) {
      if (this.at % 256 === 0 && performance.now() > end) return false;
      const node = order[this.at++];
      const names = node.type.kind === "paper" ? [model.name(node.row), firstSentence(model.paper(node.row).abstract)] : [node.label, ...node.aliases];
      names.forEach((name, index) => {
        const key = fold(name.slice(0, 300)) || name.toLowerCase().slice(0, 300).replace(/\s+/g, " ");
        this.rows.push(node.row);
        this.keys.push(key);
        this.alias.push(index ? name : null);
        this.letters.push(letterSet(key));
        this.heads.push(headSet(key));
      });
    }
    if (!this.ready) {
      this.text = `\n${this.keys.join("\n")}\n`;
      this.starts = new Int32Array(this.keys.length);
      let start = 1;
      this.keys.forEach((key, at) => {
        this.starts[at] = start;
        start += key.length + 1;
      });
    }
    return (this.ready = true);
  }

  /** The key that holds a place of the text. @param {number} place */
  _keyAt(place) {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Call for each key that holds a text, the best known first. @param {string} wanted @param {(at: number, place: number) => void} found @returns {boolean} whether that was all */
  _scan(wanted, found) {
    let hits = 0;
    for (let place = this.text.indexOf(wanted); place >= 0 && hits < ENOUGH; place = this.text.indexOf(wanted, place + 1), hits++) found(this._keyAt(place + (wanted[0] === "\n" ? 1 : 0)), place);
    return hits < ENOUGH;
  }

  /**
   * The best hits, best first, each node once.
   * @param {string} query @param {number} [limit]
   * @returns {Hit[]}
   */
  find(query, limit = 8) {
    this.prepare();
    const wanted = fold(query) || query.trim().toLowerCase().replace(/\s+/g, " ");
    if (!wanted || !this.keys.length) return [];
    const tight = wanted.replace(/ /g, "");
    /** @type {Map<number, Hit>} */
    const best = new Map();
    const keep = (/** @type {number} */ at, /** @type {number} */ quality) => {
      const node = this.model.nodes[this.rows[at]];
      const score = quality + Math.min(9, Math.log2(1 + (node.papers || 0))) - (node.type.kind === "paper" ? 4 : 0) - (this.alias[at] ? 1 : 0);
      const known = best.get(node.row);
      if (!known || known.score < score) best.set(node.row, { row: node.row, score, alias: this.alias[at] });
    };
    const words = wanted.split(" ");
    const { text } = this;
    const quality = (/** @type {number} */ place) => (text[place - 1] === "\n" ? (text[place + wanted.length] === "\n" ? 100 : 80) : text[place - 1] === " " ? 60 : 45);
    // One letter or two stand inside of nearly every name; what begins with them is looked for apart, and so it is where
    // one scan finds too much.
    if (wanted.length < 3 || !this._scan(wanted, (at, place) => keep(at, quality(place)))) {
      this._scan(`\n${wanted}\n`, (at) => keep(at, 100));
      this._scan(`\n${wanted}`, (at) => keep(at, 80));
      this._scan(` ${wanted}`, (at) => keep(at, 60));
    }
    if (words.length > 1) {
      const longest = words.reduce((long, word) => (word.length > long.length ? word : long));
      this._scan(longest, (at) => words.every((word) => this.keys[at].includes(word)) && keep(at, 40));
    }
    if (tight.length > 2) {
      const first = tight.charCodeAt(0);
      const letters = letterSet(tight);
      for (let at = 0; at < this.keys.length; at++) {
        if (letters & ~this.letters[at]) continue;
        const key = this.keys[at];
        if (key.charCodeAt(0) === first && key.length < 60 && key.includes(" ") && key.replace(/ /g, "").startsWith(tight)) keep(at, 55);
        else if (words.length > 1 && key.length < 60 && key.startsWith(tight)) keep(at, 55);
      }
    }
    if (best.size < limit && wanted.length > 2) this._fuzzy(wanted, keep);
    return [...best.values()].sort((a, b) => b.score - a.score || a.row - b.row).slice(0, limit);
  }

  /** Names with a typing error or two. @param {string} wanted @param {(at: number, quality: number) => void} keep */
  _fuzzy(wanted, keep) {
    const allowed = errorsAllowed(wanted);
    const words = wanted.split(" ");
    const letters = letterSet(wanted);
    const heads = headSet(wanted);
    const first = headSet(wanted[0]);
    for (let at = 0; at < this.keys.length; at++) {
      // Two sets of letters that differ in more than the errors allow cannot belong to names that close; and hardly anyone
      // mistypes the first letter: to ask for it saves nearly all of the work.
      const missing = letters & ~this.letters[at];
      if (!(this.heads[at] & first) || (missing && bits(missing) > allowed)) continue;
      const key = this.keys[at];
      if (key.length > 100) continue; // sentences are no names
      const begins = key[0] === wanted[0];
      if (begins && prefixDistance(wanted, key, allowed) <= allowed) keep(at, 30 - (key.length > wanted.length + allowed ? 8 : 0));
      else if (words.length > 1 && !(heads & ~this.heads[at]) && words.every((word) => likeSome(word, key))) keep(at, begins ? 24 : 20);
    }
  }
}

/** A name with a typing error. @param {string} name */
function misspelt(name) {
  return name.slice(0, 3) + name.slice(4);
}

/** @param {string} wanted */
function errorsAllowed(wanted) {
  return wanted.length > 7 ? 2 : wanted.length > 3 ? 1 : 0;
}

/** Whether some word of a name begins about like that. @param {string} wanted @param {string} key */
function likeSome(wanted, key) {
  const allowed = errorsAllowed(wanted);
  for (let at = 0; ; at++) {
    if (key[at] === wanted[0] && prefixDistance(wanted, key, allowed, at) <= allowed) return true;
    at = key.indexOf(" ", at);
    if (at < 0) return false;
  }
}

/** @param {string} text */
function letterSet(text) {
  let set = 0;
  for (let index = 0; index < text.length; index++) set |= 1 << text.charCodeAt(index) % 31;
  return set;
}

/** The letters that words begin with. @param {string} text */
function headSet(text) {
  let set = 0;
  for (let index = 0; index < text.length; index++) if (!index || text[index - 1] === " ") set |= 1 << text.charCodeAt(index) % 31;
  return set;
}

/** @param {number} set */
function bits(set) {
  let count = 0;
  for (; set; set &= set - 1) count++;
  return count;
}

/** Three rows of the table of distances, used again and again. @type {[Int32Array, Int32Array, Int32Array]} */
const ROWS = [new Int32Array(512), new Int32Array(512), new Int32Array(512)];

/**
 * The fewest insertions, deletions, substitutions and swaps of neighbours that turn `wanted` into some beginning of
 * `key`, or of what follows a place in it, within the same word if `wanted` is one (Damerau and Levenshtein's distance,
 * restricted); more than `limit` is not told apart.
 * @param {string} wanted @param {string} key @param {number} limit @param {number} [from] a place in the key
 */
function prefixDistance(wanted, key, limit, from = 0) {
  const stop = wanted.includes(" ") ? -1 : key.indexOf(" ", from);
  const length = Math.min((stop < 0 ? key.length : stop) - from, wanted.length + limit, 500);
  let [before, last, row] = ROWS;
  for (let j = 0; j <= length; j++) last[j] = j;
  for (let i = 1; i <= wanted.length; i++) {
    // Off the diagonal by more than the limit, no cell is of use.
    const begin = Math.max(1, i - limit);
    const end = Math.min(length, i + limit);
    row[begin - 1] = begin === 1 ? i : limit + 1;
    let least = row[begin - 1];
    for (let j = begin; j <= end; j++) {
      const here = key[from + j - 1];
      let cost = Math.min(j < i + limit ? last[j] + 1 : limit + 1, row[j - 1] + 1, last[j - 1] + (wanted[i - 1] === here ? 0 : 1));
      if (i > 1 && j > 1 && wanted[i - 1] === key[from + j - 2] && wanted[i - 2] === here) cost = Math.min(cost, before[j - 2] + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit || i - limit > length) return limit + 1;
    [before, last, row] = [last, row, before];
  }
  let best = limit + 1;
  for (let j = Math.max(0, wanted.length - limit); j <= Math.min(length, wanted.length + limit); j++) best = Math.min(best, last[j]);
  return best;
}

/** The search box: suggestions below it, arrows and Enter to go, Escape to close. */
class SearchBox {
  /**
   * @param {Search} search
   * @param {(row: number) => void} go called with the node chosen
   */
  constructor(search, go) {
    this.search = search;
    this.go = go;
    /** @type {Hit[]} */
    this.hits = [];
    this.active = -1;
    this.input = byId("search");
    const later = () => {
      if (!search.prepare(12)) setTimeout(later, 0);
      // A first search of each kind before the reader's first: by then the browser has compiled what it takes.
      else for (const query of ["a", "serch of nothng", ...search.keys.slice(0, 200).filter((key) => key.includes(" ")).slice(0, 4).map(misspelt)]) setTimeout(() => search.find(query), 0);
    };
    setTimeout(later, 300);
    this.list = byId("suggestions");
    this.input.addEventListener("input", () => this.update());
    this.input.addEventListener("focus", () => this.update());
    // Not if the reader has come back meanwhile: the suggestions then belong to the next search.
    this.input.addEventListener("blur", () => setTimeout(() => document.activeElement !== this.input && this.close(), 150));
    this.input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.list.addEventListener("mousedown", (/** @type {Event} */ event) => event.preventDefault());
  }

  update() {
    const query = this.input.value.trim();
    if (!query) return this.close();
    this.hits = this.search.find(query);
    this.active = this.hits.length ? 0 : -1;
    const { model } = this.search;
    fill(
      this.list,
      this.hits.map((hit, index) => {
        const node = model.nodes[hit.row];
        const about = node.type.kind === "paper" ? node.type.name : `${node.type.name} · ${plural(node.papers, "paper")}`;
        return h(
          "li",
          { role: "option", id: `option-${index}`, onclick: () => this.choose(index), onmousemove: () => this.mark(index) },
          icon(node.type),
          h("span", { class: "name", dir: "auto" }, shorten(model.name(hit.row), 80), hit.alias ? h("small", {}, ` also: ${shorten(hit.alias, 50)}`) : null),
          h("small", { class: "about" }, about),
        );
      }),
      this.hits.length ? null : h("li", { class: "none", role: "option", "aria-disabled": "true" }, `Nothing is called “${shorten(query, 40)}”.`),
    );
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.mark(this.active);
  }

  /** @param {number} index */
  mark(index) {
    this.active = index;
    Array.from(this.list.children).forEach((/** @type {any} */ item, at) => item.setAttribute("aria-selected", String(at === index)));
    if (index >= 0) {
      this.input.setAttribute("aria-activedescendant", `option-${index}`);
      this.list.children[index].scrollIntoView({ block: "nearest" });
    } else this.input.removeAttribute("aria-activedescendant");
  }

  close() {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  /** @param {number} index */
  choose(index) {
    const hit = this.hits[index];
    if (!hit) return;
    this.input.value = "";
    this.close();
    this.input.blur();
    this.go(hit.row);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step && this.hits.length && !this.list.hidden) {
      event.preventDefault();
      this.mark((this.active + step + this.hits.length) % this.hits.length);
    } else if (event.key === "Enter" && !this.list.hidden) {
      event.preventDefault();
      this.choose(this.active);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      if (this.list.hidden) this.input.blur();
      this.input.value = "";
      this.close();
    }
  }
}
