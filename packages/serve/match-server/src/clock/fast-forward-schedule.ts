import type { Match } from '@rcss/simulator';
import { PASS_MS, type PhaseSchedule, type Phases } from '@rcss/simulator/cycle';

/**
 * Advances the schedule of a resumed match to the pass of its last step: earlier phases are skipped, phases after that step in
 * the same pass are run. Does nothing in a new match.
 *
 * @param pass Runs one pass of the clock with the given phases.
 * @returns The result of the last pass; undefined in a new match.
 */
export function fastForwardSchedule<Result>(
  { steps }: Pick<Match, 'steps'>,
  phases: Phases,
  pass: (phases: Phases) => Result,
): Result | undefined {
  let steppedCount = 0;
  const isReached = () => steppedCount >= steps;
  const gated: Phases = {
    receive: () => {},
    simulate: () => {
      steppedCount += 1;
    },
    sense: () => isReached() && phases.sense(),
    asynchronousVision: () => isReached() && phases.asynchronousVision(),
    synchronousVision: () => isReached() && phases.synchronousVision(),
    coachVision: () => isReached() && phases.coachVision(),
  };
  let result: Result | undefined;
  while (!isReached()) result = pass(gated);
  return result;
}

/** Like {@link fastForwardSchedule} in real-time mode, which has no handshakes. */
export function fastForwardRealTimeSchedule(
  match: Pick<Match, 'steps'>,
  phases: Phases,
  schedule: PhaseSchedule,
): void {
  fastForwardSchedule(match, phases, (gated) => schedule.runRealTimePass(PASS_MS, gated));
}
