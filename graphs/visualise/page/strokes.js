// @ts-check
// The quiet lines of a picture, sorted once so that a frame only has to stroke them.

class Strokes {
  constructor() {
    /** @type {Float64Array[]} short, middling and long lines: x and y of both ends, one after the other */
    this.bands = [];
    this.total = 0;
    this.version = 0;
  }

  /** @param {Line[]} lines those that are visible @param {Map<number, Placed>} placed @param {number} total of all lines, visible or not */
  sort(lines, placed, total) {
    /** @type {number[][]} */
    const bands = [[], [], []];
    for (const line of lines) {
      const a = placed.get(line.a);
      const b = placed.get(line.b);
      const length = Math.hypot(a.x - b.x, a.y - b.y);
      bands[length < 120 ? 0 : length < 420 ? 1 : 2].push(a.x, a.y, b.x, b.y);
    }
    this.bands = bands.map((band) => Float64Array.from(band));
    this.total = total;
    this.version++;
  }

  /** How visible each band is. @param {boolean} dimmed @returns {number[]} */
  _alphas(dimmed) {
    // Long lines are many and cross everything: the longer, the fainter; and the more there are, the fainter all of them but the short ones.
    const crowd = Math.min(1, Math.sqrt(900 / Math.max(this.total, 1)));
    return (dimmed ? [0.1, 0.05, 0.025] : [0.55, 0.3, 0.14]).map((alpha, index) => alpha * crowd ** index);
  }

  /** How many lines reach into a part of the picture, counted up to a limit. @param {[number, number, number, number]} box @param {number} limit */
  count(box, limit) {
    let found = 0;
    for (const [index, band] of this.bands.entries()) {
      if (this._alphas(false)[index] < 0.012) continue;
      for (let at = 0; at < band.length && found < limit; at += 4) if (meets(band, at, box)) found++;
    }
    return found;
  }

  /** @param {CanvasRenderingContext2D} ctx @param {string} colour @param {number} scale @param {[number, number, number, number]} box @param {boolean} dimmed */
  draw(ctx, colour, scale, box, dimmed) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = Math.max(1.1, 0.8 / scale);
    const alphas = this._alphas(dimmed);
    for (const [index, band] of this.bands.entries()) {
      // So faint that nobody sees it, and costs the most.
      if (this._alphas(false)[index] < 0.012) continue;
      ctx.globalAlpha = alphas[index];
      ctx.beginPath();
      for (let at = 0; at < band.length; at += 4) {
        if (!meets(band, at, box)) continue;
        ctx.moveTo(band[at], band[at + 1]);
        ctx.lineTo(band[at + 2], band[at + 3]);
      }
      ctx.stroke();
    }
    ctx.globalAlpha = 1;
  }
}

/** Whether a line may reach into a box. @param {Float64Array} band @param {number} at @param {[number, number, number, number]} box */
function meets(band, at, box) {
  const [left, top, right, bottom] = box;
  return !((band[at] < left && band[at + 2] < left) || (band[at] > right && band[at + 2] > right) || (band[at + 1] < top && band[at + 3] < top) || (band[at + 1] > bottom && band[at + 3] > bottom));
}
