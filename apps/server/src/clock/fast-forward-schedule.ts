import type { Match } from '@rcss/simulator';
import { PASS_MS, type PhaseSchedule, type Phases } from './phase-schedule.js';

/**
 * Advances the schedule of a resumed match to the pass of its last step: earlier phases are skipped, phases after that step in
 * the same pass are run. Does nothing in a new match.
 *
 * @param pass Runs one pass of the clock with the given phases; returns whether the handshake is due after it.
 */
export function fastForwardSchedule(
  { steps }: Pick<Match, 'steps'>,
  phases: Phases,
  pass: (phases: Phases) => boolean,
): boolean {
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
  let due = false;
  while (!isReached()) due = pass(gated);
  return due;
}

/** Like {@link fastForwardSchedule} in real-time mode, which has no handshakes. */
export function fastForwardRealTimeSchedule(
  match: Pick<Match, 'steps'>,
  phases: Phases,
  schedule: PhaseSchedule,
): void {
  fastForwardSchedule(match, phases, (gated) => {
    schedule.runRealTimePass(PASS_MS, gated);
    return false;
  });
}
