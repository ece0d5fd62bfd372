import { type SideName, TEAM_SIZE, type World } from '@rcss/core';
import type { TeamProcess } from './team-process.js';

const POLL_INTERVAL_MS = 20;
/** A team is complete if no player has connected for this time. */
const SETTLE_MS = 1500;

/** What is read of a running server. */
export interface TeamServer {
  readonly match: { readonly world: World; readonly steps: number };
  /** Why the server ends or has ended; null while it runs. */
  readonly ending: unknown;
}

/** Why no player of a team connected: the server ended, the team ended with an error, or the time was over. */
export type TeamConnectFailure = 'server-ended' | 'team-ended' | 'timeout';

/** Returns the number of players of a side that are on the field now. */
export function countPlayers({ match }: TeamServer, side: SideName): number {
  return match.world.players.filter((player) => player.enabled && player.side === side[0]).length;
}

/** Waits for the first player of a team. Returns null, or why none connects. */
export async function waitForFirstPlayer(
  server: TeamServer,
  { side, tree }: Pick<TeamProcess, 'side' | 'tree'>,
  timeoutMs: number,
): Promise<TeamConnectFailure | null> {
  const deadline = performance.now() + timeoutMs;
  while (countPlayers(server, side) === 0) {
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

/** The process of one team, as far as the wait needs it. */
export type StartedTeamProcess = Pick<TeamProcess, 'side' | 'tree'>;

/** A team that is not there when the match should begin. */
export interface MissingTeam {
  readonly side: SideName;
  readonly failure: TeamConnectFailure;
}

/**
 * Starts the left team and, when it is complete, the right one. The first team to connect plays left, and the players of the left team
 * connect before those of the right team, so that a match with a seed does not depend on how fast the teams start. If players of the left
 * team left while the right one was missing, the left team is started once more: programs of the field leave a server that does not begin.
 *
 * @param start Starts the processes of a side; for the second time after those of the first time have ended.
 * @param timeoutMs Time of a side for its first player.
 * @returns null if players of both teams are there, or which team is missing, and why.
 */
export async function connectTeams(
  server: TeamServer,
  start: (side: SideName) => StartedTeamProcess | Promise<StartedTeamProcess>,
  timeoutMs: Readonly<Record<SideName, number>>,
): Promise<MissingTeam | null> {
  const connect = async (side: SideName) => {
    const team = await start(side);
    const failure = await waitForFirstPlayer(server, team, timeoutMs[side]);
    if (failure === null && side === 'left') await waitForAllPlayers(server, team);
    return { team, missing: failure === null ? null : { side, failure } };
  };
  const left = await connect('left');
  if (left.missing !== null) return left.missing;
  const count = countPlayers(server, 'left');
  const right = await connect('right');
  if (right.missing !== null || countPlayers(server, 'left') >= count) return right.missing;
  if (server.match.steps > 0) return null;
  await left.team.tree.stop();
  return (await connect('left')).missing;
}
