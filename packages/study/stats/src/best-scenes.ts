/** The best scenes of a match, and its best player (docs/use/analyst/statistics.md). */
import type { MatchAnalysis } from './analyzer.js';
import type { StatEvent } from './event.js';
import { ACTION_FIGURES, type FigureRow } from './figure-rows.js';
import type { FigureName } from './figures.js';
import type { ActionCounts, MatchStats, PlayerStats } from './match-stats.js';

/** A part of a match around an event. */
export interface BestScene {
  readonly event: StatEvent;
  /** First and last show. */
  readonly from: number;
  readonly to: number;
}

/** Shows before and after an event that belong to its scene. */
const SHOWS_BEFORE = 40;
const SHOWS_AFTER = 12;

/** Weight of an event; 0: it is not a scene. A shot that scores is part of its goal. */
function weigh({ type, outcome, xg }: StatEvent): number {
  if (type === 'goal') return 100;
  if (type === 'penalty') return 80;
  if (type === 'card') return outcome === 'red' ? 60 : 0;
  return type === 'shot' && outcome !== 'goal' ? 10 + 50 * (xg ?? 0) : 0;
}

/**
 * Finds the best scenes: goals first, then penalties, red cards and shots, those with the highest expected goals first, as long as all together have at most
 * `shows` shows. They are in the order of the match and do not overlap.
 *
 * @param shows From 1; 600 are a minute.
 */
export function findBestScenes(a: MatchAnalysis, shows = 600): BestScene[] {
  const last = a.columns.length - 1;
  const found = a.events
    .map((event) => ({ event, weight: weigh(event) }))
    .filter(({ weight }) => weight > 0)
    .sort((x, y) => y.weight - x.weight || x.event.show - y.event.show);
  const scenes: BestScene[] = [];
  let left = shows;
  for (const { event } of found) {
    const from = Math.max(0, event.show - SHOWS_BEFORE);
    const to = Math.min(last, Math.max(event.show, event.endShow) + SHOWS_AFTER);
    const overlaps = scenes.some((scene) => from <= scene.to && to >= scene.from);
    if (overlaps || to - from > left) continue;
    left -= to - from;
    scenes.push({ event, from, to });
  }
  return scenes.sort((x, y) => x.from - y.from);
}

/** Figures that give or take points of the player of the match. */
export type PointFigure = {
  [N in FigureName & keyof ActionCounts]: (typeof ACTION_FIGURES)[N] extends { points: number } ? N : never;
}[FigureName & keyof ActionCounts];

/** Points of a player for each event of a figure. */
export const PLAYER_POINTS: Readonly<Record<PointFigure, number>> = Object.fromEntries(
  Object.entries<FigureRow>(ACTION_FIGURES)
    .flatMap(([name, { points }]) => (points === undefined ? [] : [[name, points] as const]))
    .sort(([, a], [, b]) => b - a),
) as Record<PointFigure, number>;

/** The player with the most points. */
export interface BestPlayer {
  readonly player: PlayerStats;
  readonly points: number;
  /** The figures that gave points, those with the most points first. */
  readonly reasons: readonly { readonly figure: PointFigure; readonly count: number }[];
}

const FIGURES = Object.keys(PLAYER_POINTS) as PointFigure[];

/**
 * Finds the player of the match: the one with the most points of {@link PLAYER_POINTS}. Of equal points, the one of the team with more goals, then the one with the smaller
 * number. Null if no player has points.
 */
export function findBestPlayer({ players, teams }: Pick<MatchStats, 'players' | 'teams'>): BestPlayer | null {
  const pointsOf = (player: PlayerStats): number =>
    FIGURES.reduce((sum, figure) => sum + PLAYER_POINTS[figure] * player[figure], 0);
  const [best] = players
    .map((player) => ({ player, points: pointsOf(player) }))
    .filter(({ points }) => points > 0)
    .sort(
      (a, b) =>
        b.points - a.points ||
        teams[b.player.side].score - teams[a.player.side].score ||
        a.player.unum - b.player.unum,
    );
  if (best === undefined) return null;
  const reasons = FIGURES.map((figure) => ({ figure, count: best.player[figure] }))
    .filter(({ figure, count }) => PLAYER_POINTS[figure] * count > 0)
    .sort((a, b) => PLAYER_POINTS[b.figure] * b.count - PLAYER_POINTS[a.figure] * a.count);
  return { ...best, reasons };
}
