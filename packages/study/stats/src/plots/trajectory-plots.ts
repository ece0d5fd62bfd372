/** Pictures of predictions: the error by cycle of several submissions, and one scene on the pitch. */
import type { MeanError } from '../trajectories/challenge.js';
import { PREDICTED_OBJECTS } from '../trajectories/positions.js';
import type { Samples } from '../trajectories/samples.js';
import { COLORS, escapeXmlText, formatNumber, pitchPlot, svgDocument, svgText } from './svg.js';

const WIDTH = 116;
const HEIGHT = 70;
const PLOT = { left: 12, right: 90, top: 10, bottom: 60 };
const SERIES_COLORS = ['#c0392b', '#2060c0', '#2e8b57', '#8e44ad', '#c88a00', '#008b8b'];
const TICKS = 4;

/** The error of one submission by cycle. */
export interface ErrorSeries {
  readonly name: string;
  /** Cycles after the last known one, in ascending order. */
  readonly cycles: readonly number[];
  /** Error at each of them, meters. */
  readonly errors: readonly MeanError[];
}

/** Returns the errors of submissions by cycle as lines, with their 95 % intervals as areas. */
export function plotPredictionErrors(series: readonly ErrorSeries[], title: string): string {
  const end = Math.max(1, ...series.flatMap(({ cycles }) => cycles));
  const known = (value: number): number => (Number.isFinite(value) ? value : 0);
  const top = Math.max(
    1,
    Math.ceil(
      Math.max(
        ...series.flatMap(({ errors }) => errors.map(({ mean, margin }) => known(mean) + known(margin))),
      ),
    ),
  );
  const x = (cycle: number): string => formatNumber(PLOT.left + ((PLOT.right - PLOT.left) * cycle) / end);
  const y = (error: number): string =>
    formatNumber(PLOT.bottom - ((PLOT.bottom - PLOT.top) * Math.max(0, error)) / top);
  const lines = series.map(({ name, cycles, errors }, i) => {
    const color = SERIES_COLORS[i % SERIES_COLORS.length]!;
    const point = (at: number, factor: number): string =>
      `${x(cycles[at]!)} ${y(known(errors[at]!.mean) + factor * known(errors[at]!.margin))}`;
    const indexes = cycles.map((_, at) => at);
    const area = [...indexes.map((at) => point(at, 1)), ...indexes.reverse().map((at) => point(at, -1))];
    const middle = cycles.map((_, at) => point(at, 0));
    const last = errors.at(-1)!;
    const text = `${name}: ${last.mean.toFixed(2)} m${Number.isNaN(last.margin) ? '' : ` ± ${last.margin.toFixed(2)}`}`;
    return (
      `<path d="M${area.join('L')}Z" fill="${color}" opacity="0.15"/>` +
      `<path d="M${middle.join('L')}" fill="none" stroke="${color}" stroke-width="0.5"><title>${escapeXmlText(text)}</title></path>` +
      svgText(PLOT.right + 1, PLOT.top + 3 * i + 2, text, { size: 2.2, color })
    );
  });
  const ticks = Array.from({ length: TICKS + 1 }, (_, i) => {
    const [cycle, error] = [(end * i) / TICKS, (top * i) / TICKS];
    return (
      svgText(Number(x(cycle)), PLOT.bottom + 3.5, formatNumber(cycle), { anchor: 'middle', size: 2.2 }) +
      svgText(PLOT.left - 1, Number(y(error)) + 0.8, formatNumber(error), { anchor: 'end', size: 2.2 })
    );
  });
  const axes =
    `<g stroke="${COLORS.line}" stroke-width="0.25"><line x1="${PLOT.left}" y1="${PLOT.bottom}" x2="${PLOT.right}" y2="${PLOT.bottom}"/>` +
    `<line x1="${PLOT.left}" y1="${PLOT.top}" x2="${PLOT.left}" y2="${PLOT.bottom}"/></g>`;
  const texts =
    svgText(WIDTH / 2, 6, title, { anchor: 'middle', size: 3.6 }) +
    svgText(
      (PLOT.left + PLOT.right) / 2,
      HEIGHT - 2,
      'cycles after the last known one; error in meters, 95 % intervals',
      {
        anchor: 'middle',
        size: 2.2,
      },
    );
  return svgDocument(WIDTH, HEIGHT, title, texts + axes + ticks.join('') + lines.join(''));
}

/** Returns a scene on the pitch: what followed as lines, the predictions as thin lines, the last places as circles. */
export function plotScene(
  name: string,
  known: Float64Array,
  truth: readonly Float64Array[],
  samples: Samples,
): string {
  const path = (rows: readonly Float64Array[], object: number, style: string): string => {
    const points = [known, ...rows]
      .filter((row) => !Number.isNaN(row[2 * object]!) && !Number.isNaN(row[2 * object + 1]!))
      .map((row) => `${formatNumber(row[2 * object]!)} ${formatNumber(row[2 * object + 1]!)}`);
    return points.length < 2 ? '' : `<path d="M${points.join('L')}" fill="none" ${style}/>`;
  };
  const parts = PREDICTED_OBJECTS.map((object, i) => {
    const color = object === 'b' ? COLORS.text : COLORS[object.startsWith('l') ? 'l' : 'r'];
    const opacity = samples.length > 1 ? Math.max(0.08, 1.5 / samples.length) : 0.6;
    const guesses = samples.map((rows) =>
      path(
        rows,
        i,
        `stroke="${color}" stroke-width="0.25" stroke-dasharray="0.6 0.4" opacity="${formatNumber(opacity)}"`,
      ),
    );
    const last = truth.at(-1)!;
    const mark = Number.isNaN(last[2 * i]!)
      ? ''
      : `<circle cx="${formatNumber(last[2 * i]!)}" cy="${formatNumber(last[2 * i + 1]!)}" r="0.6" fill="${color}"><title>${object}</title></circle>`;
    return guesses.join('') + path(truth, i, `stroke="${color}" stroke-width="0.4"`) + mark;
  });
  return pitchPlot(name, parts.join(''), 'lines: what followed; dashed: predicted');
}
