/** "What if the player had passed to 9": the continuations of a moment in which a player with the ball does a given thing. */
import type { AgentPlayer, Decision } from '@rcss/agent';
import { defineTeam } from '@rcss/agent';
import type { Action } from '@rcss/agent/skills';
import { playerIndex, type Side, type SideName, TEAM_SIZE } from '@rcss/core';
import type { CreateTeam } from '@rcss/core/team-module';
import type { Snapshot } from '@rcss/simulator';
import { BASE_TEAM } from './base-team.js';
import { type Future, type FuturesOptions, playFutures, selectWatched } from './futures.js';
import { findPlayedNumber } from './renumber.js';

/** What a player with the ball does. `own`: what the base team decides. */
export type Choice =
  | { readonly type: 'own' | 'dribble' | 'shot' | 'clear' | 'hold' }
  | { readonly type: 'pass'; readonly to: number };

/** Cycles for which a player does it: a pass or shot can have several kicks; then the team decides again. */
const FORCED_CYCLES = 10;

/** Returns the name of a choice: `pass to 9`, `hold`. */
export function formatChoice(choice: Choice): string {
  return choice.type === 'pass' ? `pass to ${choice.to}` : choice.type;
}

/** Lists the choices of a player: its own decision, a pass to each teammate on the pitch, a dribble, a shot, a clearance, and to hold the ball. */
export function listChoices({ world: { players } }: Snapshot, side: Side, unum: number): Choice[] {
  const first = playerIndex(side, 1);
  const passes = players
    .slice(first, first + TEAM_SIZE)
    .filter(({ enabled, unum: to }) => enabled && to !== unum)
    .map(({ unum: to }): Choice => ({ type: 'pass', to }));
  return [
    { type: 'own' },
    ...passes,
    { type: 'dribble' },
    { type: 'shot' },
    { type: 'clear' },
    { type: 'hold' },
  ];
}

export interface ChoiceOptions extends Omit<FuturesOptions, SideName> {
  /** Side of the player with the ball. */
  readonly side: Side;
  /** Uniform number of the player, 1 to 11. */
  readonly unum: number;
}

/** Continuations of a choice. */
export interface ChoiceFutures {
  readonly futures: readonly Future[];
  /**
   * In how many of them the player did it. In the others it could not: it did not see the teammate, the teammate was offside, too near or
   * too far away, or the ball was out of reach. There it decided itself.
   */
  readonly done: number;
}

/**
 * Plays continuations in which a player of a state does a given thing at first, with the noise and the limits of its kicks. All players
 * are those of the base team, which also chooses the place, speed and kicks of a pass or shot.
 *
 * The same seed gives all choices the same random numbers.
 *
 * @throws as `playFutures`
 * @throws {RangeError} if the player, or the receiver of a pass, is not on the pitch
 * @example
 * const { futures, done } = await playChoice(snapshot, { type: 'pass', to: 9 }, { params, side: 'l', unum: 6, count: 100, cycles: 100 });
 */
export async function playChoice(
  from: Snapshot,
  choice: Choice,
  options: ChoiceOptions,
): Promise<ChoiceFutures> {
  const { side, unum, ...rest } = options;
  if (choice.type === 'own') return { ...(await playFutures(from, rest)), done: options.count };
  const { players } = from.world;
  for (const number of choice.type === 'pass' ? [unum, choice.to] : [unum])
    if (players[playerIndex(side, number)]?.enabled !== true)
      throw new RangeError(`${side}${number} is not on the pitch`);
  const convert = (number: number) => findPlayedNumber(from, side, number);
  let done = 0;
  const played = choice.type === 'pass' ? { ...choice, to: convert(choice.to) } : choice;
  const watched = selectWatched(options.before ?? [], from).length;
  const team = createChoosingTeam(convert(unum), watched, played, () => {
    done += 1;
  });
  const { futures } = await playFutures(from, {
    ...rest,
    ...(side === 'l' ? { left: team } : { right: team }),
  });
  return { futures, done };
}

/** Returns the base team in which a player does the thing once, after the cycles in which it only perceives. */
function createChoosingTeam(unum: number, watched: number, choice: Choice, onDone: () => void): CreateTeam {
  return (context) => {
    let begin: number | null = null;
    let isOver = false;
    const choose = (player: AgentPlayer): Action | null => {
      const { world } = player;
      if (isOver || world.unum !== unum || world.cycle <= watched) return null;
      const action = world.kickable ? act(player, choice) : null;
      if (action === null || (begin !== null && world.cycle >= begin + FORCED_CYCLES)) {
        isOver = true;
        return null;
      }
      if (begin === null) onDone();
      begin ??= world.cycle;
      return action;
    };
    const withChoice =
      (decide: Decision): Decision =>
      (player) =>
        choose(player) ?? decide(player);
    return defineTeam({
      ...BASE_TEAM,
      play: withChoice(BASE_TEAM.play),
      setPlay: withChoice((player) => BASE_TEAM.setPlay?.(player) ?? null),
    })(context);
  };
}

function act(player: AgentPlayer, choice: Choice): Action | null {
  switch (choice.type) {
    case 'pass':
      return player.passTo(choice.to, 0);
    case 'dribble':
      return player.dribbleTo(undefined, 0);
    case 'shot':
      return player.shoot(0);
    case 'clear':
      return player.clear();
    case 'hold':
      return player.hold();
    case 'own':
      return null;
  }
}
