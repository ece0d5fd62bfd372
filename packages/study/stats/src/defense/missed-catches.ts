/** Balls that a goalie was allowed to catch, and did not. */
import { type Frame, hasKicked, hasTackled, type Side } from '@rcss/core';
import { distance } from '@rcss/core/vec2';

/** The penalty area without a margin, and the certain part of the catchable area, meters. */
const AREA_X = -36.5;
const AREA_Y = 19.8;
const REACH = 1.15;
/** Cycles within which a goal counts as one that followed a missed catch. */
const GOAL_WITHIN = 30;

/** A ball that the goalie could have caught. */
export interface MissedCatch {
  /** Game time at which the ball was in reach first, cycles. */
  readonly time: number;
  /** What ended it: the goalie played the ball, or the ball left. */
  readonly end: 'kick' | 'tackle' | 'left';
  /** Distance of the ball at `time`, meters. */
  readonly distance: number;
  /** Angle of the ball to the body at `time`, degrees from −180 to below 180. */
  readonly angle: number;
  /** Game time of a goal against the team within 30 cycles; null without one. */
  readonly goalTime: number | null;
}

/**
 * Returns the balls in the catchable area of a goalie that it was allowed to catch in play_on, and did not, in the order of the match.
 *
 * @param frames All frames of the match, in its order.
 * @param goalie Index of the goalie, 0 to 10 left, 11 to 21 right.
 */
export function findMissedCatches(frames: Iterable<Frame>, goalie: number): MissedCatch[] {
  const own: Side = goalie < 11 ? 'l' : 'r';
  const misses: Omit<MissedCatch, 'goalTime'>[] = [];
  const goals: number[] = [];
  let begin: Omit<MissedCatch, 'end' | 'goalTime'> | null = null;
  let isOwnKick = false;
  let score = 0;
  for (const frame of frames) {
    const against = own === 'l' ? frame.right.score : frame.left.score;
    if (against > score) goals.push(frame.time);
    score = against;
    if (frame.playMode !== 'play_on') {
      begin = null;
      isOwnKick = false;
      continue;
    }
    const kickers = frame.players.filter(({ state }) => hasKicked(state) || hasTackled(state));
    // A ball that both teams kick at once is not a back pass.
    if (kickers.length > 0) isOwnKick = kickers.every(({ side }) => side === own);
    const player = frame.players[goalie]!;
    const found = isOwnKick ? null : locateBall(frame, player, own === 'l' ? 1 : -1);
    if (found !== null) begin ??= { time: frame.time, ...found };
    else if (begin !== null) {
      const end = hasKicked(player.state) ? 'kick' : hasTackled(player.state) ? 'tackle' : 'left';
      misses.push({ ...begin, end });
      begin = null;
    }
  }
  return misses.map((miss) => ({
    ...miss,
    goalTime: goals.find((at) => at >= miss.time && at < miss.time + GOAL_WITHIN) ?? null,
  }));
}

/** Distance and angle of a ball that the goalie could catch; null if it could not. `sign`: direction of the attack of its team. */
function locateBall(
  { ballX: x, ballY: y }: Frame,
  player: Frame['players'][number],
  sign: number,
): Pick<MissedCatch, 'distance' | 'angle'> | null {
  const gap = distance({ x, y }, player);
  if (sign * x > AREA_X || Math.abs(y) > AREA_Y || gap > REACH) return null;
  const angle = (Math.atan2(y - player.y, x - player.x) * 180) / Math.PI - player.body;
  return { distance: gap, angle: ((((angle + 180) % 360) + 360) % 360) - 180 };
}

/** Returns one line for a missed catch; `log` is the name of its game log. */
export function formatMissedCatch(miss: MissedCatch, log: string): string {
  const result = miss.goalTime === null ? '' : `, goal ${miss.goalTime}`;
  return `${log} ${miss.time}: ${miss.end}, ball at ${miss.distance.toFixed(2)} m, ${miss.angle.toFixed(0)}°${result}`;
}

/** Returns the line after the list: how many missed catches there were, and how many were followed by a goal. */
export function formatMissedCatchCount(misses: readonly MissedCatch[], matches: number): string {
  const followed = misses.filter(({ goalTime }) => goalTime !== null).length;
  return `${misses.length} in ${matches} matches, ${followed} followed by a goal`;
}
