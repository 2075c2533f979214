// @ts-check
// Names on the picture: the important ones first, and none over another.

/** @typedef {{row: number, x: number, y: number, radius: number, text: string, rank: number, strong: boolean}} Candidate screen pixels */
/** @typedef {{x: number, y: number, text: string, font: string, strong: boolean, align: CanvasTextAlign}} Sign */

const FACE = '"Inter", "Source Sans 3", "Helvetica Neue", "Liberation Sans", Arial, sans-serif';
const LIMIT = 170; // names at once

class Labels {
  constructor() {
    /** @type {Map<string, number>} */
    this.widths = new Map();
  }

  /** @param {CanvasRenderingContext2D} ctx @param {string} text @param {string} font */
  width(ctx, text, font) {
    const key = font + text;
    let width = this.widths.get(key);
    if (width === undefined) {
      ctx.font = font;
      width = ctx.measureText(text).width;
      this.widths.set(key, width);
    }
    return width;
  }

  /**
   * Choose and place.
   * @param {CanvasRenderingContext2D} ctx
   * @param {Candidate[]} candidates
   * @param {Boxes} names where names stand already, in screen pixels; those placed are added
   * @param {Boxes} nodes where nodes stand: only the name of a large one may cover another, if there is no better place
   * @param {number} width @param {number} height of the picture
   * @returns {Sign[]}
   */
  place(ctx, candidates, names, nodes, width, height) {
    /** @type {Sign[]} */
    const signs = [];
    candidates.sort((one, two) => two.rank - one.rank || one.row - two.row);
    for (const item of candidates) {
      if (signs.length >= LIMIT) break;
      const size = item.strong ? 13 : item.radius > 13 ? 13 : 11.5;
      const font = `${item.strong || item.radius > 13 ? 600 : 450} ${size}px ${FACE}`;
      const w = this.width(ctx, item.text, font);
      const gap = item.radius + 3;
      /** @type {[number, number, CanvasTextAlign, number][]} x, y of the middle of the line, alignment, left edge */
      const spots = [
        [item.x, item.y + gap + size / 2, "center", item.x - w / 2],
        [item.x + gap + 1, item.y, "left", item.x + gap + 1],
        [item.x, item.y - gap - size / 2, "center", item.x - w / 2],
        [item.x - gap - 1, item.y, "right", item.x - gap - 1 - w],
      ];
      const large = item.strong || item.radius > 4.6;
      const tries = spots.map(([x, y, align, left]) => ({ x, y, align, box: { x: left - 3, y: y - size / 2 - 1, w: w + 6, h: size + 3 } }));
      const inside = tries.filter(({ box }) => box.x > 0 && box.y > 0 && box.x + box.w < width && box.y + box.h < height);
      const open = inside.filter(({ box }) => names.free(box));
      const spot = open.find(({ box }) => nodes.free(box)) || (large && open[0]) || (item.strong && tries[0]);
      if (!spot) continue;
      names.add(spot.box);
      signs.push({ x: spot.x, y: spot.y, text: item.text, font, strong: item.strong, align: spot.align });
    }
    return signs;
  }
}

/** Boxes in a grid, so that a look at what is near is enough. */
class Boxes {
  constructor() {
    /** @type {Map<number, {x: number, y: number, w: number, h: number}[]>} */
    this.cells = new Map();
  }

  /** @param {{x: number, y: number, w: number, h: number}} box @param {(cell: number) => boolean | void} visit */
  _each(box, visit) {
    for (let row = Math.floor(box.y / 40); row <= Math.floor((box.y + box.h) / 40); row++) {
      for (let column = Math.floor(box.x / 80); column <= Math.floor((box.x + box.w) / 80); column++) {
        if (visit(row * 4096 + column) === false) return false;
      }
    }
    return true;
  }

  /** @param {{x: number, y: number, w: number, h: number}} box */
  add(box) {
    this._each(box, (cell) => {
      if (!this.cells.has(cell)) this.cells.set(cell, []);
      this.cells.get(cell).push(box);
    });
  }

  /** @param {{x: number, y: number, w: number, h: number}} box */
  free(box) {
    return this._each(box, (cell) => !(this.cells.get(cell) || []).some((other) => box.x < other.x + other.w && other.x < box.x + box.w && box.y < other.y + other.h && other.y < box.y + box.h));
  }
}
