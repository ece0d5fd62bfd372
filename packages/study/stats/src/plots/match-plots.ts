/** Plots of a match as SVG: shots, passes, positions, stamina. docs/use/analyst/statistics.md defines what they show. */

import { PLAYER_COUNT, SIDES, type Side, TEAM_SIZE } from '@rcss/core';
import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import type { MatchAnalysis } from '../analyzer.js';
import { createHeatMap, createMomentum, createStaminaCurve, smoothHeatMap } from '../charts.js';
import type { StatEvent } from '../event.js';
import type { PlayerStats } from '../match-stats.js';
import { summarize } from '../summary.js';
import { formatObjectName } from '../tables/stats-tables.js';
import { COLORS, escapeXmlText, formatNumber, pitchPlot, svgText } from './svg.js';
import { endTime, type TimeScale, timePlot } from './time-plot.js';

/** Returns names and score of a match. */
export function scoreLine(a: MatchAnalysis): string {
  const last = a.scores.at(-1);
  return `${a.names.l || 'null'} ${last?.l.score ?? 0} : ${last?.r.score ?? 0} ${a.names.r || 'null'}`;
}

function describeShot(a: MatchAnalysis, shot: StatEvent): string {
  return `${a.names[shot.side] || shot.side} ${shot.unum || '?'}, time ${shot.time}: ${shot.outcome.replaceAll('_', ' ')}${shot.xg === null ? '' : `, xG ${shot.xg.toFixed(2)}`}`;
}

/**
 * Returns a shot map: a circle where each shot was taken, filled for goals, and a line to where it ended. The left team shoots to the
 * right.
 */
export function plotShots(a: MatchAnalysis): string {
  const shots = a.events.filter((event) => event.type === 'shot');
  const marks = shots.map((shot) => {
    const color = COLORS[shot.side];
    const isGoal = shot.outcome === 'goal';
    const line = `x1="${formatNumber(shot.x)}" y1="${formatNumber(shot.y)}" x2="${formatNumber(shot.endX)}" y2="${formatNumber(shot.endY)}"`;
    return (
      `<g stroke="${color}" stroke-width="0.3"><title>${escapeXmlText(describeShot(a, shot))}</title>` +
      `<line ${line} stroke-opacity="0.5"${shot.onTarget ? '' : ' stroke-dasharray="1 0.7"'}/>` +
      `<circle cx="${formatNumber(shot.x)}" cy="${formatNumber(shot.y)}" r="${isGoal ? 1.1 : 0.8}" fill="${isGoal ? color : COLORS.pitch}"/></g>`
    );
  });
  const count = (side: Side, test: (shot: StatEvent) => boolean): number =>
    shots.filter((shot) => shot.side === side && test(shot)).length;
  const describe = (side: Side): string =>
    `${a.names[side] || side}: ${count(side, () => true)} shots, ${count(side, (shot) => shot.onTarget)} on target, ${count(side, (shot) => shot.outcome === 'goal')} goals`;
  const footer = `${describe('l')}; ${describe('r')}. Filled: goal; dashed: off target`;
  return pitchPlot(`Shots, ${scoreLine(a)}`, marks.join(''), footer);
}

function nodeRadius(player: PlayerStats, mostTouches: number): number {
  return 1.2 + (1.6 * player.touches) / Math.max(1, mostTouches);
}

/**
 * Returns the pass network of a team: players at their mean positions in play_on, with lines for completed passes that are wider for
 * more passes.
 *
 * @param least Least count of passes from one player to another, both directions together, for a line. Default: 2.
 */
export function plotPassNetwork(a: MatchAnalysis, side: Side, least = 2): string {
  const { teams, players } = summarize(a);
  const own = players.filter((player) => player.side === side && player.meanX !== null);
  const network = teams[side].passNetwork;
  const passes = (from: number, to: number): number =>
    network[from - 1]![to - 1]! + network[to - 1]![from - 1]!;
  const pairs = own.flatMap((p, i) => own.slice(i + 1).map((q) => ({ p, q, count: passes(p.unum, q.unum) })));
  const most = pairs.reduce((largest, { count }) => Math.max(largest, count), 1);
  const lines = pairs
    .filter(({ count }) => count >= least)
    .map(
      ({ p, q, count }) =>
        `<line x1="${formatNumber(p.meanX!)}" y1="${formatNumber(p.meanY!)}" x2="${formatNumber(q.meanX!)}" y2="${formatNumber(q.meanY!)}" ` +
        `stroke="${COLORS[side]}" stroke-opacity="0.6" stroke-width="${formatNumber(0.2 + (1.8 * count) / most)}"><title>${p.unum} and ${q.unum}: ${count} passes</title></line>`,
    );
  const mostTouches = own.reduce((largest, { touches }) => Math.max(largest, touches), 0);
  const nodes = own.map((player) => {
    const { meanX, meanY, unum, touches } = player;
    return (
      `<g><title>${unum}: ${touches} touches, ${player.passesCompleted} of ${player.passes} passes completed</title>` +
      `<circle cx="${formatNumber(meanX!)}" cy="${formatNumber(meanY!)}" r="${formatNumber(nodeRadius(player, mostTouches))}" fill="#fff" stroke="${COLORS[side]}" stroke-width="0.5"/>` +
      `${svgText(meanX!, meanY! + 0.8, String(unum), { anchor: 'middle', size: 2.2 })}</g>`
    );
  });
  const { passesCompleted, passes: all } = teams[side];
  const footer = `${passesCompleted} of ${all} passes completed; lines for at least ${least} passes; attack to the ${side === 'l' ? 'right' : 'left'}`;
  return pitchPlot(
    `Passes of ${a.names[side] || side}, ${scoreLine(a)}`,
    lines.join('') + nodes.join(''),
    footer,
  );
}

/** Share below which a cell of a heat map is not drawn. */
const LEAST_SHARE = 0.03;

/**
 * Returns the heat map of the ball or of a player, of the cycles in play_on. The colors are those of a mean with the neighbors; the title of a
 * cell is its count.
 *
 * @param object 0 for the ball, 1 to 11 for the left players, 12 to 22 for the right players.
 */
export function plotHeatMap(a: MatchAnalysis, object: number): string {
  const map = createHeatMap(a, object, { columns: 42, rows: 28, isInPlayOnly: true });
  const { columns, rows, cells, max, total } = map;
  const width = (2 * PITCH_HALF_LENGTH) / columns;
  const height = (2 * PITCH_HALF_WIDTH) / rows;
  const parts: string[] = [];
  for (const [i, share] of smoothHeatMap(map).entries()) {
    if (share < LEAST_SHARE) continue;
    const x = -PITCH_HALF_LENGTH + (i % columns) * width;
    const y = -PITCH_HALF_WIDTH + Math.floor(i / columns) * height;
    parts.push(
      `<rect x="${formatNumber(x)}" y="${formatNumber(y)}" width="${formatNumber(width)}" height="${formatNumber(height)}" fill="#b02020" fill-opacity="${formatNumber(share)}"><title>${cells[i]}</title></rect>`,
    );
  }
  const name =
    object === 0
      ? 'the ball'
      : `${a.names[object <= TEAM_SIZE ? 'l' : 'r']} ${formatObjectName(object).slice(1)}`;
  return pitchPlot(
    `Positions of ${name}, ${scoreLine(a)}`,
    parts.join(''),
    `${total} cycles in play, at most ${max} in a cell`,
  );
}

/** Returns the stamina of all players over the time of the match; the goalies are dashed. */
export function plotStamina(a: MatchAnalysis): string {
  const most = a.server.stamina_max;
  return timePlot(a, {
    title: `Stamina, ${scoreLine(a)}`,
    range: [0, most],
    ticks: [0, most / 2, most],
    legend: [a.names.l || 'l', a.names.r || 'r'],
    draw: (scale) => Array.from({ length: PLAYER_COUNT }, (_, i) => drawStamina(a, i, scale)).join(''),
  });
}

function drawStamina(a: MatchAnalysis, index: number, { x, y }: TimeScale): string {
  const { time, value } = createStaminaCurve(a, index, Math.max(1, Math.round(endTime(a) / 240)));
  const points = time.flatMap((t, i) =>
    Number.isNaN(value[i]!) ? [] : [`${x(t)},${y(Math.max(0, value[i]!))}`],
  );
  if (points.length < 2) return '';
  const side = index < TEAM_SIZE ? 'l' : 'r';
  return `<polyline points="${points.join(' ')}" fill="none" stroke="${COLORS[side]}" stroke-opacity="0.7" stroke-width="0.35"><title>${escapeXmlText(a.names[side] || side)} ${(index % TEAM_SIZE) + 1}</title></polyline>`;
}

/**
 * Returns the momentum of the match: possession of the left team upwards and of the right team downwards, and a circle for each shot, whose area is that of its
 * expected goals.
 */
export function plotMomentum(a: MatchAnalysis): string {
  const { balance, step, shots } = createMomentum(a);
  const timeOf = (show: number): number => a.columns.time[Math.min(show, a.columns.length - 1)] ?? 0;
  return timePlot(a, {
    title: `Momentum, ${scoreLine(a)}`,
    range: [-1, 1],
    ticks: [-1, 0, 1],
    legend: [`up: ${a.names.l || 'l'}`, `down: ${a.names.r || 'r'}`],
    draw: ({ x, y }) =>
      SIDES.map((side) => {
        const sign = side === 'l' ? 1 : -1;
        const points = Array.from(
          balance,
          (value, i) => `${x(timeOf(i * step))},${y(sign * Math.max(0, sign * value))}`,
        );
        const ends = [`${x(0)},${y(0)}`, ...points, `${x(timeOf((balance.length - 1) * step))},${y(0)}`];
        const marks = shots
          .filter((shot) => shot.side === side)
          .map(
            (shot) =>
              `<circle cx="${x(shot.time)}" cy="${y(sign * 0.9)}" r="${formatNumber(Math.sqrt(0.3 + 1.7 * (shot.xg ?? 0)))}"><title>${escapeXmlText(describeShot(a, shot))}</title></circle>`,
          );
        return `<g fill="${COLORS[side]}" stroke="#fff" stroke-width="0.15"><polygon points="${ends.join(' ')}"/>${marks.join('')}</g>`;
      }).join(''),
  });
}
