/** Numbers of players in a continuation: the clients of a team have goalie 1, but the goalie of a logged match can have any number. */
import { PLAYER_COUNT, type Player, playerIndex, type Side, TEAM_SIZE } from '@rcss/core';
import type { Snapshot } from '@rcss/simulator';

/** Index of each player, 0 to 21, in a continuation. It is its own inverse: per side, player 1 and the goalie are exchanged. */
export type PlayerOrder = readonly number[];

/**
 * Returns the order in which goalies have number 1. A side without an enabled goalie keeps its numbers.
 *
 * @example const order = orderGoaliesFirst(snapshot); // order[4] === 0 if left player 5 is the goalie
 */
export function orderGoaliesFirst({ world: { players } }: Snapshot): PlayerOrder {
  const order = Array.from({ length: PLAYER_COUNT }, (_, i) => i);
  for (const first of [0, TEAM_SIZE]) {
    const goalie = players.find(
      ({ goalie, enabled, index }) => goalie && enabled && index >= first && index < first + TEAM_SIZE,
    );
    if (goalie === undefined) continue;
    order[first] = goalie.index;
    order[goalie.index] = first;
  }
  return order;
}

/** Returns the uniform number that a player has in a continuation, 1 to 11. */
export function findPlayedNumber(from: Snapshot, side: Side, unum: number): number {
  return (orderGoaliesFirst(from)[playerIndex(side, unum)]! % TEAM_SIZE) + 1;
}

/** Returns the same state with other numbers of players. Parts that do not name players are shared with `from`. */
export function renumber(from: Snapshot, order: PlayerOrder): Snapshot {
  if (order.every((to, i) => to === i)) return from;
  const { world, referee, random } = from;
  const move = (index: number): number => (index < 0 ? index : order[index]!);
  const sort = <T>(values: readonly T[]): T[] => order.map((i) => values[i]!);
  const sortTeam = (values: readonly boolean[], first: number): boolean[] =>
    values.map((_, i) => values[order[first + i]! - first]!);
  const players = order.map(
    (source, index): Player => ({
      ...world.players[source]!,
      index,
      unum: (index % TEAM_SIZE) + 1,
      attention: move(world.players[source]!.attention),
    }),
  );
  const { freeKickFault, outOfPlay, backPass, offside, shootout } = referee;
  return {
    ...from,
    world: { ...world, players, catcher: move(world.catcher) },
    referee: {
      ...referee,
      offside: {
        ...offside,
        marked: sort(offside.marked),
        markX: sort(offside.markX),
        markY: sort(offside.markY),
      },
      freeKickFault: { ...freeKickFault, taker: move(freeKickFault.taker) },
      outOfPlay: {
        ...outOfPlay,
        lastToucher: move(outOfPlay.lastToucher),
        firstKicker: move(outOfPlay.firstKicker),
      },
      backPass: {
        ...backPass,
        passer: move(backPass.passer),
        previousPasser: move(backPass.previousPasser),
      },
      shootout: {
        ...shootout,
        usedLeft: sortTeam(shootout.usedLeft, 0),
        usedRight: sortTeam(shootout.usedRight, TEAM_SIZE),
        lastTaker: move(shootout.lastTaker),
      },
    },
    // Words in the air name their speakers; they are not delivered under other numbers.
    audio: { pending: [] },
    random: { ...random, players: sort(random.players) },
  };
}
