import { clearDone, createSensePhases, poll } from '@rcss/host';
import { step } from '@rcss/simulator';
import { type Phases, runAutoMode } from '@rcss/simulator/cycle';
import { resetRateLimits } from '../sessions/rate-limits.js';
import type { Server } from '../sessions/server.js';
import { beginCycle, countMissedCycles, recordStep } from '../state/telemetry.js';
import { startTeams } from '../teams/team-processes.js';
import { POLL_PARTS } from './poll-parts.js';
import { publishFrame } from './publish-frame.js';

/**
 * The phases of the cycle (spec 02 §3.1). The messages of a phase are sent when it is over. In synchronous mode, the observations of
 * the players wait until the server waits for the clients, so that each player gets all messages of a step at once; monitors get
 * the frame before that. If `server::profile` is on, the text log gets the duration of each phase.
 */
export function createPhases(server: Server): Phases {
  const { net, logs, match } = server;
  const isSynchronous = match.params.server.synch_mode;
  const isSentAtOnce = (label: string) => !isSynchronous || label === 'RECV' || label === 'SIM';
  const timePhase = (label: string, phase: () => void) => {
    const run = () => {
      phase();
      if (isSentAtOnce(label)) net.sendQueue.flush();
    };
    if (!match.params.server.profile || logs.text === null) return run;
    return () => {
      const start = performance.now();
      run();
      logs.text?.writeTiming(label, performance.now() - start);
    };
  };
  const senses = createSensePhases(server);
  return {
    receive: timePhase('RECV', () => poll(server, POLL_PARTS)),
    simulate: timePhase('SIM', () => simulate(server)),
    sense: timePhase('SB', () => {
      server.telemetry.lastSenseTime = performance.now();
      senses.sense();
    }),
    asynchronousVision: timePhase('VIS', senses.asynchronousVision),
    synchronousVision: timePhase('VIS_S', senses.synchronousVision),
    coachVision: timePhase('COACH', senses.coachVision),
  };
}

function simulate(server: Server): void {
  const { match, net, clients, logs, telemetry, start, run } = server;
  const now = performance.now();
  if (match.params.server.log_times) logs.text?.writeTiming('CYCLE_TIMES', now - telemetry.lastStepTime);
  recordStep(telemetry, now);
  server.debugChannel?.flush(match.world);
  match.wallSeconds = (Date.now() - start.date.getTime()) / 1000;
  countMissedCycles(telemetry, match, clients, net.warnings);
  step(match, () => {
    publishFrame(server);
    logs.worldDump?.write(match);
  });
  clearDone(clients);
  resetRateLimits(net, clients, match.world, telemetry);
  beginCycle(telemetry);
  startTeams(server);
  if (runAutoMode(match)) run.ending ??= 'Game Over. Exiting...';
}
