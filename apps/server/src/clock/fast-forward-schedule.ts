import type { Server } from '../server.js';
import { PASS, type PhaseSchedule, type Phases } from './phase-schedule.js';

/**
 * Winds the clock of a server forward to where it stood when a resumed match had been stepped as often as it has
 * been: what was due before is passed over, what comes after the last step in its pass is carried out. Does nothing
 * in a match that begins.
 *
 * @param pass one pass of the clock with the phases given; returns whether the handshake is due after it
 */
export function fastForwardSchedule(
  server: Server,
  phases: Phases,
  pass: (phases: Phases) => boolean,
): boolean {
  const { steps } = server.match;
  let passed = 0;
  const live = () => passed >= steps;
  const gated: Phases = {
    receive: () => {},
    simulate: () => {
      passed += 1;
    },
    sense: () => live() && phases.sense(),
    asynchronousVision: () => live() && phases.asynchronousVision(),
    synchronousVision: () => live() && phases.synchronousVision(),
    coachVision: () => live() && phases.coachVision(),
  };
  let due = false;
  while (!live()) due = pass(gated);
  return due;
}

/** The same by the wall clock, whose handshakes never are due. */
export function fastForwardRealTimeSchedule(server: Server, phases: Phases, schedule: PhaseSchedule): void {
  fastForwardSchedule(server, phases, (gated) => {
    schedule.realTimePass(PASS, gated);
    return false;
  });
}
