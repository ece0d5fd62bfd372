/** Formation of a team over the time of a match, as SVG. */
import type { Side } from '@rcss/core';
import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import type { MatchAnalysis } from '../analyzer.js';
import { createFormations, type FormationInterval } from '../formation.js';
import { scoreLine } from './match-plots.js';
import { COLORS, formatNumber, pitchLines, svgDocument, svgText } from './svg.js';

const COLUMNS = 3;
/** Distances between the pitches, and from them to the edges, m of a pitch. */
const GAP = 6;
/** Height of the line above a pitch, m of a pitch. */
const LABEL = 8;
const TITLE = 12;
const FOOTER = 10;
const RADIUS = 3;

/** Draws an interval; the lines come from the positions of the interval before. */
function drawInterval(
  { from, to, shows, players }: FormationInterval,
  before: FormationInterval | undefined,
  color: string,
): string {
  const lines = players.map(({ unum, x, y }) => {
    const last = before?.players.find((player) => player.unum === unum);
    if (last === undefined) return '';
    return `<line x1="${formatNumber(last.x)}" y1="${formatNumber(last.y)}" x2="${formatNumber(x)}" y2="${formatNumber(y)}" stroke="${color}" stroke-opacity="0.6" stroke-width="0.9"/>`;
  });
  const nodes = players.map(
    ({ unum, x, y, shows: seen }) =>
      `<g><title>${unum}: ${x.toFixed(1)} ${y.toFixed(1)}, ${seen} shows</title>` +
      `<circle cx="${formatNumber(x)}" cy="${formatNumber(y)}" r="${RADIUS}" fill="#fff" stroke="${color}" stroke-width="0.9"/>` +
      `${svgText(x, y + 1.4, String(unum), { anchor: 'middle', size: 4 })}</g>`,
  );
  const label = svgText(0, -PITCH_HALF_WIDTH - 2.2, `${from}–${to}`, { anchor: 'middle', size: 5 });
  const note = shows > 0 ? '' : svgText(0, 2, 'no play_on', { anchor: 'middle', size: 5 });
  return label + lines.join('') + nodes.join('') + note;
}

/**
 * Returns the formation of a team over time: a pitch for each interval of the match, with the mean positions of the players in play_on
 * and lines from their positions in the interval before.
 *
 * @param interval Length of the intervals, cycles. Default: a sixth of the match, at most 1000 cycles.
 * @throws RangeError if `interval` is not a positive whole number.
 */
export function plotFormation(a: MatchAnalysis, side: Side, interval?: number): string {
  const intervals = createFormations(a, side, interval);
  const [cellWidth, cellHeight] = [2 * PITCH_HALF_LENGTH + GAP, 2 * PITCH_HALF_WIDTH + LABEL + GAP];
  const rows = Math.max(1, Math.ceil(intervals.length / COLUMNS));
  const width = COLUMNS * cellWidth + GAP;
  const height = TITLE + rows * cellHeight + FOOTER;
  const cells = intervals.map((each, i) => {
    const x = GAP + (i % COLUMNS) * cellWidth + PITCH_HALF_LENGTH;
    const y = TITLE + Math.floor(i / COLUMNS) * cellHeight + LABEL + PITCH_HALF_WIDTH;
    const body = pitchLines() + drawInterval(each, intervals[i - 1], COLORS[side]);
    return `<g transform="translate(${x} ${y})">${body}</g>`;
  });
  const title = `Formation of ${a.names[side] || side}, ${scoreLine(a)}`;
  const footer = `mean positions in play_on, lines from the interval before; attack to the ${side === 'l' ? 'right' : 'left'}`;
  const texts =
    svgText(width / 2, 9, title, { anchor: 'middle', size: 8 }) +
    svgText(width / 2, height - 4, footer, { anchor: 'middle', size: 5.5 });
  return svgDocument(width, height, title, texts + cells.join(''), [0, 0], 900);
}
