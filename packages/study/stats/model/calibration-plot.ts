/** Calibration plots of docs/inside/expected-goals.md and docs/use/analyst/values.md. */
import { COLORS, formatNumber, svgDocument, svgText } from '../src/plots/svg.js';
import type { CalibrationGroup } from './goal-model.js';
import type { ReliabilityGroup } from './values/calibration.js';

const SIZE = 60;
const LEFT = 14;
const TOP = 10;

/** A group of similar predictions: mean prediction, observed share with the ends of its bar, and a label. */
interface Point {
  readonly predicted: number;
  readonly observed: number;
  readonly low: number;
  readonly high: number;
  readonly label: string;
}

/** Draws predicted probability and share of goals of each group of shots, with a standard error. */
export function plotCalibration(
  groups: readonly CalibrationGroup[],
  shotCount: number,
  matchCount: number,
): string {
  return plotPoints(
    groups.map(({ count, predicted, observed }) => {
      const error = Math.sqrt((predicted * (1 - predicted)) / count);
      return {
        predicted,
        observed,
        low: Math.max(0, observed - error),
        high: Math.min(1, observed + error),
        label: `${count} shots`,
      };
    }),
    `${shotCount} shots of ${matchCount} held-back matches with public teams`,
    'one standard error',
  );
}

/** Draws predicted and observed shares with intervals of 95 %. */
export function plotReliability(groups: readonly ReliabilityGroup[], title: string): string {
  return plotPoints(
    groups.map((group) => ({ ...group, label: String(group.futures) })),
    title,
    '95 %',
  );
}

function plotPoints(groups: readonly Point[], title: string, bars: string): string {
  const x = (p: number): number => LEFT + SIZE * p;
  const y = (p: number): number => TOP + SIZE * (1 - p);
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (p) =>
      svgText(x(p), TOP + SIZE + 4, String(p), { anchor: 'middle' }) +
      svgText(LEFT - 1.5, y(p) + 1, String(p), { anchor: 'end' }),
  );
  const points = groups.map(({ predicted, observed, low, high, label }) => {
    const from = y(high);
    const to = y(low);
    const at = formatNumber(x(predicted));
    return (
      `<line x1="${at}" x2="${at}" y1="${formatNumber(from)}" y2="${formatNumber(to)}" stroke="${COLORS.r}" stroke-width="0.3"/>` +
      `<circle cx="${at}" cy="${formatNumber(y(observed))}" r="0.9" fill="${COLORS.r}"><title>${label}</title></circle>`
    );
  });
  const body =
    `<rect x="${LEFT}" y="${TOP}" width="${SIZE}" height="${SIZE}" fill="none" stroke="${COLORS.line}" stroke-width="0.3"/>` +
    `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="${COLORS.line}" stroke-width="0.3" stroke-dasharray="1 1"/>` +
    ticks.join('') +
    points.join('') +
    svgText(LEFT + SIZE / 2, TOP + SIZE + 8, `predicted probability (bars: ${bars})`, {
      anchor: 'middle',
    }) +
    svgText(LEFT, TOP - 2, 'share of goals') +
    svgText(LEFT + SIZE / 2, 4, title, { anchor: 'middle', size: 2.2 });
  return svgDocument(LEFT + SIZE + 10, TOP + SIZE + 12, title, body);
}
