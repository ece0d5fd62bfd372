import type { Scene, StopConditions } from '@rcss/core/match-document';
import type { PlayerSession } from '@rcss/host';
import type { Phases } from '@rcss/simulator/cycle';
import { checkStop } from '@rcss/simulator/scene';
import type { Server } from '../sessions/server.js';
import { readSecondsPlayed } from '../state/run-state.js';
import type { SeatOwner } from '../state/team-places.js';

/** What a match has besides parameters, as in a match document. */
export interface MatchConditions {
  /** Situation that is set once all clients that the server waits for are connected. */
  readonly initial?: Scene;
  /** Conditions that end the match besides the rules. */
  readonly stop?: StopConditions;
  /** Whether a sender belongs to a team, if who starts the teams knows it: then a place goes to its own team only. */
  readonly isOwnSender?: SeatOwner;
}

/** Returns phases that end the match after the step in which a condition holds. */
export function addStopConditions(
  server: Pick<Server, 'match' | 'run'>,
  phases: Phases,
  conditions: StopConditions,
): Phases {
  return {
    ...phases,
    simulate() {
      phases.simulate();
      // The end by the rules keeps its wait, `server::game_over_wait`.
      const { run } = server;
      const reason = checkStop(server.match, conditions, readSecondsPlayed(run));
      if (reason === null || reason.condition === 'rules' || run.ending !== null) return;
      run.stopReason = reason;
      run.ending = 'Game Over. Exiting...';
    },
  };
}

/** Returns the uniform numbers of the connected players that have not sent `(done)` in this cycle. */
export function listUnansweredPlayers(players: readonly (PlayerSession | null)[]): {
  readonly left: readonly number[];
  readonly right: readonly number[];
} {
  const late = (from: number): number[] =>
    players
      .slice(from, from + 11)
      .flatMap((session) => (session !== null && !session.isDone ? [session.player.unum] : []));
  return { left: late(0), right: late(11) };
}
