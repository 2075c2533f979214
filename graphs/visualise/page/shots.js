// @ts-check
// While the camera of a board moves, a frame is a copy of the last whole picture, moved and scaled; the next whole picture
// is drawn meanwhile, a slice in each frame, where nobody sees it, as maps on the web do with their tiles.

const SLICE = 6; // milliseconds of a frame that go into the next picture

/** @typedef {{x: number, y: number, scale: number}} Camera the point of the picture in the middle, and pixels to one of its units */
/** @typedef {{canvas: HTMLCanvasElement, ctx: CanvasRenderingContext2D} & Camera} Shot a picture, and the camera that it was taken with */

/** @returns {Shot} */
function shot() {
  const canvas = /** @type {HTMLCanvasElement} */ (h("canvas", {}));
  return { canvas, ctx: canvas.getContext("2d", { willReadFrequently: true }), x: 0, y: 0, scale: 0 };
}

/** Copy a picture to where a camera would have it. @param {CanvasRenderingContext2D} ctx @param {Shot} from @param {Board} board */
function copyShot(ctx, from, board) {
  const ratio = ctx.canvas.width / Math.max(1, board.container.clientWidth);
  const zoom = board.scale / from.scale;
  const [w, t] = [ctx.canvas.width, ctx.canvas.height];
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.imageSmoothingQuality = "low";
  ctx.drawImage(from.canvas, (w / 2) * (1 - zoom) + (from.x - board.x) * board.scale * ratio, (t / 2) * (1 - zoom) + (from.y - board.y) * board.scale * ratio, w * zoom, t * zoom);
}

class Shots {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.front = shot(); // the last whole picture
    this.back = shot(); // the next
    /** @type {Generator<void> | null} what draws the next */
    this.job = null;
    /** @type {Camera} of what the board shows */
    this.seen = { x: 0, y: 0, scale: 1 };
  }

  get canvases() {
    return [this.front.canvas, this.back.canvas];
  }

  /** The board has been drawn as it is now. */
  drew() {
    const { x, y, scale } = this.board;
    this.seen = { x, y, scale };
    this.job = null;
  }

  /** Keep what the board shows, to move it. */
  take() {
    const { ctx, canvas } = this.front;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    ctx.drawImage(this.board.canvas, 0, 0);
    Object.assign(this.front, this.seen);
    this.job = null;
  }

  /** Draw a frame of a movement. */
  move() {
    const { board, front, back } = this;
    const { x, y, scale } = board;
    board.ctx.setTransform(1, 0, 0, 1, 0, 0);
    board.ctx.clearRect(0, 0, board.canvas.width, board.canvas.height);
    copyShot(board.ctx, front, board);
    if (!this.job) {
      if (front.x === x && front.y === y && front.scale === scale) return;
      Object.assign(back, { x, y, scale });
      this.job = board.paint(back.ctx, true);
    }
    // The next picture has the camera that it was begun with.
    Object.assign(board, { x: back.x, y: back.y, scale: back.scale });
    const end = performance.now() + SLICE;
    let step;
    do {
      step = this.job.next();
      back.ctx.getImageData(0, 0, 1, 1); // the browser draws when it is asked for the result: only so does the clock tell what a slice costs
    } while (!step.done && performance.now() < end);
    Object.assign(board, { x, y, scale });
    if (step.done) {
      [this.front, this.back] = [back, front];
      this.job = null;
    }
    board.ask();
  }
}
