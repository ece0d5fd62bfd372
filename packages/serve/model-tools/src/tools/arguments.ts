/** Arguments that several tools have. */
import { playerIndex, type Side, sideName } from '@rcss/core';
import { canPlayBall, readSituation } from '@rcss/stats/describe';
import { z } from 'zod';
import { findShowAt, type OpenMatch } from '../match-store.js';
import type { Order, Recipe } from '../sandbox/tasks.js';
import type { Simulator } from '../simulator.js';
import { ToolError } from '../tool-error.js';

export const MATCH = z
  .string()
  .max(200)
  .describe('name of a match (m1), or path of a game log in the work folder');
export const CYCLE = z.number().int().min(0).describe('game time, cycles');
export const SIDE = z.enum(['left', 'right']).describe('side of the team');
export const UNUM = z.number().int().min(1).max(11).describe('uniform number');
export const TEAM = z
  .string()
  .max(60)
  .describe('base, chasers, random, a team file such as mine.ts, or a program that list names');
export const SEED = z
  .number()
  .int()
  .min(0)
  .max(2_000_000_000)
  .describe('seed; the same seed gives the same match');
export const ADVICE = z
  .string()
  .min(1)
  .max(20_000)
  .describe('messages of the coach language, for example (define …) (rule (on …))');
export const ORDER_SHAPE = {
  action: z
    .enum(['pass', 'dribble', 'shoot', 'clear', 'hold'])
    .describe('what the player does with the ball'),
  to: UNUM.optional().describe('receiver of a pass'),
};

/**
 * Returns the recipe of a match that can be played again.
 *
 * @throws {ToolError} for game logs from elsewhere
 */
export function requireRecipe(match: OpenMatch): Recipe {
  if (match.recipe !== null) return match.recipe;
  throw new ToolError(
    `${match.name} is a game log: it has states, not the teams that made them, so it cannot be continued. Use a match of play_match.`,
  );
}

/**
 * Returns the order for a player, if that player has the ball.
 *
 * @throws {ToolError} that says who has it, and when the player has it
 */
export function createOrder(
  match: OpenMatch,
  cycle: number,
  side: Side,
  unum: number,
  { action, to }: { readonly action: Order['action']; readonly to?: number | undefined },
): Order {
  if (action === 'pass' && (to === undefined || to === unum))
    throw new ToolError(`to: a pass needs the number of a teammate, 1–11, not ${to ?? 'nothing'}`); // words-ok
  const show = findShowAt(match, cycle);
  const index = playerIndex(side, unum);
  const canKick = (at: number): boolean => {
    const frame = match.frames[at]!;
    return canPlayBall(frame, frame.players[index]!, match.params);
  };
  if (!canKick(show)) {
    const { holder } = readSituation(match.frames[show]!, match.params);
    let nearest = -1;
    for (let i = 0; i < match.frames.length; i++)
      if (canKick(i) && (nearest < 0 || Math.abs(i - show) < Math.abs(nearest - show))) nearest = i;
    const other = holder === null ? 'no player has it' : `${sideName(holder.side)} ${holder.unum} has it`;
    const when =
      nearest < 0
        ? 'The player never has it in this match.'
        : `Nearest cycle in which the player has it: ${match.frames[nearest]!.time}.`;
    throw new ToolError(
      `at cycle ${cycle}, ${sideName(side)} ${unum} does not have the ball; ${other}. ${when}`,
    );
  }
  return { side, unum, action, ...(action === 'pass' && to !== undefined ? { to } : {}) };
}

/** A match and a cycle, by themselves or by the name of a snapshot. */
export function findMoment(
  simulator: Simulator,
  { match, cycle, snapshot }: z.infer<z.ZodObject<typeof MOMENT_SHAPE>>,
): { readonly match: OpenMatch; readonly cycle: number } {
  if (snapshot !== undefined) {
    if (match !== undefined || cycle !== undefined)
      throw new ToolError('give either snapshot, or match and cycle, not both');
    const moment = simulator.matches.readMoment(snapshot);
    return { match: simulator.matches.open(moment.match), cycle: moment.cycle };
  }
  if (match === undefined || cycle === undefined)
    throw new ToolError('match and cycle are missing; or give the name of a snapshot');
  const opened = simulator.matches.open(match);
  findShowAt(opened, cycle);
  return { match: opened, cycle };
}

export const MOMENT_SHAPE = {
  match: MATCH.optional(),
  cycle: CYCLE.optional(),
  snapshot: z.string().max(40).optional().describe('name of a snapshot, in place of match and cycle'),
};
