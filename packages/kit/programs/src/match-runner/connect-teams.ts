import { TEAM_SIZE, type World } from '@rcss/core';
import type { TeamProcess, TeamSide } from './team-process.js';

const POLL_INTERVAL_MS = 20;
/** A team is complete if no player has connected for this time. */
const SETTLE_MS = 1500;

/** What is read of a running server. */
export interface TeamServer {
  readonly match: { readonly world: World };
  /** Why the server ends or has ended; null while it runs. */
  readonly ending: unknown;
}

/** Why no player of a team connected: the server ended, the team ended with an error, or the time was over. */
export type TeamConnectFailure = 'server-ended' | 'team-ended' | 'timeout';

/** Returns the number of players of a side that are on the field now. */
export function countPlayers({ match }: TeamServer, side: TeamSide): number {
  return match.world.players.filter((player) => player.enabled && player.side === side[0]).length;
}

/** Waits for the first player of a team. Returns null, or why none connects. */
export async function waitForFirstPlayer(
  server: TeamServer,
  { side, tree }: Pick<TeamProcess, 'side' | 'tree'>,
  timeoutMs: number,
): Promise<TeamConnectFailure | null> {
  const deadline = performance.now() + timeoutMs;
  while (server.match.world[side].name === '') {
    if (server.ending !== null) return 'server-ended';
    const { end } = tree;
    if (end !== null && (end.status !== 0 || end.error !== '')) return 'team-ended';
    if (performance.now() > deadline) return 'timeout';
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  return null;
}

/** Waits until a team has all its players, or no player has connected for 1.5 s, or the team has ended. */
export async function waitForAllPlayers(
  server: TeamServer,
  { side, tree }: Pick<TeamProcess, 'side' | 'tree'>,
): Promise<void> {
  let count = 0;
  let settled = performance.now() + SETTLE_MS;
  while (count < TEAM_SIZE && performance.now() < settled) {
    if (server.ending !== null || tree.end !== null) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    const now = countPlayers(server, side);
    if (now > count) settled = performance.now() + SETTLE_MS;
    count = Math.max(count, now);
  }
}
