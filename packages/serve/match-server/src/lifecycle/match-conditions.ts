import type { Scene, StopConditions, StopReason } from '@rcss/core/match-document';
import type { PlayerSession } from '@rcss/host';
import type { Phases } from '@rcss/simulator/cycle';
import { applyScene, checkStop } from '@rcss/simulator/scene';
import type { Server } from '../sessions/server.js';
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

/**
 * Sets the situation of a match document.
 *
 * @throws {RangeError} if a field has a value that the parameters of the match do not allow.
 */
export function applyInitialScene({ match, net }: Pick<Server, 'match' | 'net'>, scene: Scene): void {
  const result = applyScene(match, scene);
  if (!result.ok) throw new RangeError(`initial.${result.error.path}: ${result.error.message}`);
  net.sendQueue.flush();
}

/** Returns why a match ends after a step, by the rules or by one of the conditions; null while it goes on. */
export function checkConditions(
  { match, run }: Pick<Server, 'match' | 'run'>,
  conditions: StopConditions,
): StopReason | null {
  return checkStop(match, conditions, (performance.now() - run.startTime) / 1000);
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
      const reason = checkConditions(server, conditions);
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
