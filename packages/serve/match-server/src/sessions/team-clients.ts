import { type Side, sideName } from '@rcss/core';
import type { PlayerTelemetry } from '../state/telemetry.js';
import type { Server } from './server.js';

/** A player that has connected, with what the server has measured since the start. */
export interface TeamPlayer extends Readonly<Omit<PlayerTelemetry, 'delayCounts'>> {
  readonly unum: number;
  readonly isGoalie: boolean;
  /** Protocol version of its init. */
  readonly version: number;
  readonly isConnected: boolean;
  /** Body commands by delay: element n counts delays from n to n + 1 ms; the last element also counts all longer ones. */
  readonly delayCounts: readonly number[];
}

export interface TeamClients {
  /** Name with which the team has connected; empty if no player has. */
  readonly name: string;
  /** Players that have connected since the start, in the order of their numbers. */
  readonly players: readonly TeamPlayer[];
  /** Protocol version of the online coach that is connected now; null without one. */
  readonly coachVersion: number | null;
  /** Cycles of the synchronous mode in which the online coach or a player, each counted, did not send `(done)` in time. */
  readonly missedDoneCount: number;
  /** Steps of the match in play_on. */
  readonly playOnStepCount: number;
}

/** Reads the clients of a side. */
export function readTeamClients(
  { match, clients, telemetry }: Pick<Server, 'match' | 'clients' | 'telemetry'>,
  side: Side,
): TeamClients {
  const players: TeamPlayer[] = [];
  for (const player of match.world.players) {
    if (player.side !== side || !player.assigned) continue;
    const { index, unum, goalie, version } = player;
    const isConnected = clients.players[index] !== null;
    const own = telemetry.players[index]!;
    players.push({ unum, isGoalie: goalie, version, isConnected, ...own, delayCounts: [...own.delayCounts] });
  }
  return {
    name: match.world[sideName(side)].name,
    players,
    coachVersion: clients.coaches[side]?.version ?? null,
    missedDoneCount: players.reduce(
      (sum, { missedDoneCount }) => sum + missedDoneCount,
      telemetry.coachesMissedDone[side],
    ),
    playOnStepCount: telemetry.playOnStepCount,
  };
}
