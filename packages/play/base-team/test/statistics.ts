import { createLocalMatch, createLocalSpec, type LocalMatch, type LocalSpecOptions } from '@rcss/agent/local';
import type { Player } from '@rcss/core';
import baseTeam from '../src/base-team.js';

/** Figures of a match between two copies of the base team. */
export interface MatchStatistics {
  readonly passes: { l: number; r: number };
  /** Kicks after which the other team had the ball. */
  readonly losses: { l: number; r: number };
  /** Longest chain of passes. */
  longestChain: number;
  kicks: number;
  /** Cycles in play_on. */
  playOn: number;
  cycles: number;
  readonly calls: Map<string, number>;
}

/** Creates a match between two copies of the base team, with statistics that follow its cycles. */
export async function createBaseMatch(
  seed: number,
  server: LocalSpecOptions['server'] = {},
): Promise<{ readonly game: LocalMatch; readonly statistics: MatchStatistics; cycle(): boolean }> {
  const statistics: MatchStatistics = {
    passes: { l: 0, r: 0 },
    losses: { l: 0, r: 0 },
    longestChain: 0,
    kicks: 0,
    playOn: 0,
    cycles: 0,
    calls: new Map(),
  };
  const game = await createLocalMatch({
    left: { name: 'Alpha', create: baseTeam },
    right: { name: 'Beta', create: baseTeam },
    sinks: [
      {
        event: (event) => {
          if (event.type === 'referee')
            statistics.calls.set(event.text, (statistics.calls.get(event.text) ?? 0) + 1);
        },
      },
    ],
    spec: createLocalSpec({ seed, server: { kick_off_wait: 20, ...server } }),
  });
  const kickCounts = new Map<Player, number>();
  let lastKicker: Player | null = null;
  let chain = 0;
  const countKick = (player: Player): void => {
    const last = lastKicker;
    lastKicker = player;
    statistics.kicks += 1;
    if (last === null || last === player) return;
    if (last.side === player.side) {
      statistics.passes[player.side] += 1;
      chain += 1;
      statistics.longestChain = Math.max(statistics.longestChain, chain);
    } else {
      statistics.losses[last.side] += 1;
      chain = 0;
    }
  };
  const cycle = (): boolean => {
    const goesOn = game.cycle();
    statistics.cycles += 1;
    if (game.match.world.playMode === 'play_on') statistics.playOn += 1;
    for (const { player } of game.players) {
      if (player.kickCount === (kickCounts.get(player) ?? 0)) continue;
      kickCounts.set(player, player.kickCount);
      countKick(player);
    }
    return goesOn;
  };
  return { game, statistics, cycle };
}
