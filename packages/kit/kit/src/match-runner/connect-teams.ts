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

/** Called with a side of which no player has connected, while what it has started may still run; not if the server has ended. */
export type MissingTeamListener = (
  side: SideName,
  failure: Exclude<TeamConnectFailure, 'server-ended'>,
) => void;

/** Returns the number of players of a side that are on the field now. */
export function countPlayers({ match }: TeamServer, side: SideName): number {
  return match.world.players.filter((player) => player.enabled && player.side === side[0]).length;
}

/** Says which players of a side are not on the field, such as `; without 7 and 9`; empty if all of `size` players are there. */
export function describeMissing({ match }: Pick<TeamServer, 'match'>, side: SideName, size: number): string {
  const own = match.world.players.filter((player) => player.side === side[0]);
  const missing = own.slice(0, size).filter(({ enabled }) => !enabled);
  const unums = missing.map(({ unum }) => unum);
  return unums.length === 0 ? '' : `; without ${new Intl.ListFormat('en-GB').format(unums.map(String))}`;
}

/** Waits for the first player of a team. Returns null, or why none connects. */
export async function waitForFirstPlayer(
  server: TeamServer,
  { side, tree }: Pick<TeamProcess, 'side' | 'tree'>,
  timeoutMs: number,
  hasPlayer: () => boolean = () => countPlayers(server, side) > 0,
): Promise<TeamConnectFailure | null> {
  const deadline = performance.now() + timeoutMs;
  while (!hasPlayer()) {
    if (server.ending !== null) return 'server-ended';
    const { end } = tree;
    if (end !== null && (end.status !== 0 || end.error !== '')) return 'team-ended';
    if (performance.now() > deadline) return 'timeout';
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  return null;
}

/** Waits until a team has all its players, or no player has connected for 1.5 s, or the team has ended. */
async function waitForAllPlayers(
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

/**
 * Starts the left team and, when it is complete, the right one. The first team to connect plays left, and the players of the left team
 * connect before those of the right team, so that a match with a seed does not depend on how fast the teams start. If players of the left
 * team left while the right one was missing, the left team is started once more: programs of the field leave a server that does not begin.
 * If the left team does not connect, the right one is started nevertheless, so that it is known whether both are missing.
 *
 * @param start Starts the processes of a side; for the second time after those of the first time have ended.
 * @param timeoutMs Time of a side for its first player.
 * @param onMissing Called for each team that is missing.
 * @returns Whether players of both teams are there.
 */
export async function connectTeams(
  server: TeamServer,
  start: (side: SideName) => StartedTeamProcess | Promise<StartedTeamProcess>,
  timeoutMs: Readonly<Record<SideName, number>>,
  onMissing: MissingTeamListener,
): Promise<boolean> {
  const connect = async (side: SideName, hasPlayer?: () => boolean) => {
    const team = await start(side);
    const failure = await waitForFirstPlayer(server, team, timeoutMs[side], hasPlayer);
    if (failure === null && side === 'left') await waitForAllPlayers(server, team);
    if (failure !== null && failure !== 'server-ended') onMissing(side, failure);
    return { team, failure };
  };
  const left = await connect('left');
  if (left.failure !== null) {
    if (left.failure === 'server-ended') return false;
    await left.team.tree.stop();
    // Without the left team, the right one may get the left side.
    const countAll = () => countPlayers(server, 'left') + countPlayers(server, 'right');
    const before = countAll();
    await connect('right', () => countAll() > before);
    return false;
  }
  const count = countPlayers(server, 'left');
  const right = await connect('right');
  if (right.failure !== null) return false;
  if (countPlayers(server, 'left') >= count || server.match.steps > 0) return true;
  await left.team.tree.stop();
  return (await connect('left')).failure === null;
}
