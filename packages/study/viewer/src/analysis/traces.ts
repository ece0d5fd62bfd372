import { type Columns, OBJECT_COUNT } from '@rcss/stats/analysis';
import type { Trace } from '../draw/draw-context.js';
import type { MatchKits } from '../kits.js';
import type { SharedAnalysis } from './shared-analysis.js';

/** Most points of a trace. */
const MAX_POINTS = 1000;

/** Longest move between two rows that is drawn as a line, meters; longer ones are placements by the referee. */
const MAX_BALL_STEP = 4.5;
const MAX_PLAYER_STEP = 2.5;

/** Creates an empty trace. */
export function createTrace(): Trace {
  return { points: new Float32Array(2 * MAX_POINTS), length: 0, color: '#ffffff' };
}

/**
 * Fills a trace with the positions of an object up to a row, newest first. A long trace skips rows.
 *
 * @param row Row of `columns` of the newest point.
 * @param object 0 for the ball, 1 to 11 for the left players, 12 to 22 for the right players.
 * @param rowCount Rows that the trace covers.
 */
export function fillTrace(
  trace: Trace,
  { x: allX, y: allY, length }: Pick<Columns, 'x' | 'y' | 'length'>,
  row: number,
  object: number,
  rowCount: number,
): void {
  const step = Math.max(1, Math.ceil(rowCount / MAX_POINTS));
  const maxStep = step * (object === 0 ? MAX_BALL_STEP : MAX_PLAYER_STEP);
  const { points } = trace;
  let n = 0;
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  for (let i = Math.min(row, length - 1); i > row - rowCount && i >= 0 && n < points.length; i -= step) {
    const x = allX[i * OBJECT_COUNT + object] as number;
    const y = allY[i * OBJECT_COUNT + object] as number;
    if (Math.hypot(x - lastX, y - lastY) > maxStep && n + 4 <= points.length) {
      points[n++] = Number.NaN;
      points[n++] = Number.NaN;
    }
    points[n++] = x;
    points[n++] = y;
    [lastX, lastY] = [x, y];
  }
  trace.length = n;
}

/** The parts of the viewer that {@link Traces} uses. */
interface TraceInputs {
  readonly analysis: SharedAnalysis;
  readonly frameIndex: number;
  readonly selected: number;
  readonly kits: MatchKits;
  readonly options: { readonly showTraces: boolean; readonly traceCycles: number };
}

/** Paths of the ball and of the selected player up to the current frame. */
export class Traces {
  readonly #ball = createTrace();
  readonly #player = createTrace();
  readonly #shown: Trace[] = [];

  /** Returns the paths for the current frame; none if they are switched off. Only analyzed frames are part of a path. */
  update({ analysis, frameIndex, selected, kits, options }: TraceInputs): readonly Trace[] {
    this.#shown.length = 0;
    const run = options.showTraces ? analysis.findRun(false) : null;
    if (run === null) return this.#shown;
    if (run.nextIndex <= frameIndex) run.analyzeSlice();
    const { columns } = run.getResult();
    const row = frameIndex - run.firstIndex;
    fillTrace(this.#ball, columns, row, 0, options.traceCycles);
    this.#shown.push(this.#ball);
    if (selected >= 0) {
      fillTrace(this.#player, columns, row, selected + 1, options.traceCycles);
      this.#player.color = kits[selected < 11 ? 'left' : 'right'].shirt;
      this.#shown.push(this.#player);
    }
    return this.#shown;
  }
}
