// @ts-check
// Names on the picture: the important ones first, and none over another.

/** @typedef {{row: number, x: number, y: number, radius: number, rank: number, quiet: boolean, strong: boolean}} Candidate screen pixels */
/** @typedef {{x: number, y: number, text: string, font: string, size: number, strong: boolean, align: CanvasTextAlign}} Sign */

const FACE = '"Inter", "Source Sans 3", "Helvetica Neue", "Liberation Sans", Arial, sans-serif';
const SPEAKS = 13; // pixels of radius from which on a node's name is as large as a region's
const KEPT = 900; // names whose images are kept

class Labels {
  constructor() {
    /** @type {Map<string, number>} */
    this.widths = new Map();
    /** @type {Map<string, HTMLCanvasElement>} */
    this.stamps = new Map();
  }

  /** Forget what was drawn in colours that hold no more. */
  forget() {
    this.stamps.clear();
  }

  /**
   * Draw a name. To outline letters costs more than all else of a frame, so each name is drawn once, and then copied.
   * @param {CanvasRenderingContext2D} ctx in CSS pixels @param {Sign} sign @param {string} ink @param {string} halo @param {number} ratio device pixels to one of CSS @param {boolean} plate on a ground of its own: where nodes stand close, letters between them cannot be read
   */
  draw(ctx, sign, ink, halo, ratio, plate) {
    const key = `${sign.font}|${ink}|${ratio}|${plate}|${sign.text}`;
    let stamp = this.stamps.get(key);
    if (!stamp) {
      if (this.stamps.size > KEPT) this.stamps.clear();
      stamp = /** @type {HTMLCanvasElement} */ (document.createElement("canvas"));
      stamp.width = Math.ceil((this.width(ctx, sign.text, sign.font) + 8) * ratio);
      stamp.height = Math.ceil(24 * ratio);
      const paper = stamp.getContext("2d");
      paper.scale(ratio, ratio);
      paper.font = sign.font;
      paper.textBaseline = "middle";
      paper.lineJoin = "round";
      paper.lineWidth = 3.5;
      paper.strokeStyle = paper.fillStyle = halo;
      paper.globalAlpha = plate ? 0.75 : 0.9;
      if (plate) {
        paper.beginPath();
        paper.roundRect(0, 12 - sign.size * 0.72, stamp.width / ratio, sign.size * 1.4, 4);
        paper.fill();
      } else paper.strokeText(sign.text, 4, 12);
      paper.globalAlpha = 1;
      paper.fillStyle = ink;
      paper.fillText(sign.text, 4, 12);
      this.stamps.set(key, stamp);
    }
    const wide = stamp.width / ratio;
    const left = sign.align === "center" ? sign.x - wide / 2 : sign.align === "right" ? sign.x - wide + 4 : sign.x - 4;
    const round = (/** @type {number} */ value) => Math.round(value * ratio) / ratio;
    ctx.drawImage(stamp, round(left), round(sign.y - 12), wide, stamp.height / ratio);
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
   * @param {Candidate[]} candidates @param {(item: Candidate) => string} name
   * @param {Boxes} names where names stand already, in screen pixels; those placed are added
   * @param {Boxes} nodes where nodes stand: only the name of a larger one may cover another, if there is no better place
   * @param {Boxes} solid where large nodes stand: names spare them, but for those of the selected and of giants
   * @param {number} width @param {number} height of the picture @param {number} limit names at once
   * @returns {Sign[]}
   */
  place(ctx, candidates, name, names, nodes, solid, width, height, limit) {
    /** @type {Sign[]} */
    const signs = [];
    candidates.sort((one, two) => two.rank - one.rank || one.row - two.row);
    for (const item of candidates) {
      if (signs.length >= limit) break;
      const giant = item.radius > SPEAKS;
      const size = item.strong || giant ? 13 : 11.5;
      const font = `${item.strong || giant ? 600 : 450} ${size}px ${FACE}`;
      const text = name(item);
      const w = this.width(ctx, text, font);
      const gap = item.radius + 3;
      /** @type {[number, number, CanvasTextAlign, number][]} x, y of the middle of the line, alignment, left edge */
      const spots = [
        [item.x, item.y + gap + size / 2, "center", item.x - w / 2],
        [item.x + gap + 1, item.y, "left", item.x + gap + 1],
        [item.x, item.y - gap - size / 2, "center", item.x - w / 2],
        [item.x - gap - 1, item.y, "right", item.x - gap - 1 - w],
      ];
      const large = item.strong || item.radius > 6;
      const tries = spots.map(([x, y, align, left]) => ({ x, y, align, box: { x: left - 3, y: y - size / 2 - 1, w: w + 6, h: size + 3 } }));
      const inside = tries.filter(({ box }) => box.x > 0 && box.y > 0 && box.x + box.w < width && box.y + box.h < height);
      const apart = inside.filter(({ box }) => names.free(box));
      const open = apart.filter(({ box }) => item.strong || solid.free(box));
      const spot = open.find(({ box }) => nodes.free(box)) || (large && open[0]) || (giant && apart[0]) || (item.strong && tries[0]);
      if (!spot) continue;
      names.add(spot.box);
      signs.push({ x: spot.x, y: spot.y, text, font, size, strong: item.strong, align: spot.align });
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
