import { encodeGlobal } from '@rcss/protocol/coach';
import { encodeFullstate, encodeSee, encodeSenseBody } from '@rcss/protocol/player';
import { fillFullstate, fillGlobalView, fillSenseBody } from '@rcss/sensors';
import { step } from '@rcss/simulator';
import type { Phases } from '@rcss/simulator/cycle';
import { runAutoMode, runSenseBody, runVision } from '@rcss/simulator/cycle';
import type { Server } from '../server.js';
import type { Clients, CoachSession, TrainerSession } from '../sessions/clients.js';
import { resetRateLimits } from '../sessions/rate-limits.js';
import { startTeams } from '../teams/team-processes.js';
import { beginCycle, countMissedCycles, recordStep } from '../telemetry.js';
import { poll } from './poll.js';
import { publishFrame } from './publish-frame.js';

/** The parts of a server that the sensor phases use. */
type SensorContext = Pick<Server, 'match' | 'net' | 'clients' | 'buffers'>;

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
  return {
    receive: timePhase('RECV', () => poll(server)),
    simulate: timePhase('SIM', () => simulate(server)),
    sense: timePhase('SB', () => {
      server.telemetry.lastSenseTime = performance.now();
      sendSenseBodies(server);
    }),
    asynchronousVision: timePhase('VIS', () => sendVision(server, false)),
    synchronousVision: timePhase('VIS_S', () => sendVision(server, true)),
    coachVision: timePhase('COACH', () => sendCoachVision(server)),
  };
}

function simulate(server: Server): void {
  const { match, net, clients, logs, telemetry, start, run } = server;
  const now = performance.now();
  if (match.params.server.log_times) logs.text?.writeTiming('CYCLE_TIMES', now - telemetry.lastStepTime);
  recordStep(telemetry, now);
  clients.debugChannel?.flush(match.world);
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

/** Each step clears `(done)` (spec 02 §5). */
function clearDone({ players, coaches, trainer }: Clients): void {
  for (const session of players) if (session) session.isDone = false;
  if (coaches.l) coaches.l.isDone = false;
  if (coaches.r) coaches.r.isDone = false;
  if (trainer) trainer.isDone = false;
}

/** Sends sense_body and fullstate to each player, then the delayed audio (spec 02 §3.1, phase 3). */
function sendSenseBodies({ match, net, clients, buffers }: SensorContext): void {
  const { world, params } = match;
  runSenseBody(match, (player) => {
    const session = clients.players[player.index];
    if (!session) return;
    const { encoding, connection } = session;
    fillSenseBody(world, params, player, buffers.senseBody);
    connection.send(encodeSenseBody(net.writers.takeWriter(), buffers.senseBody, encoding).view());
    const enabled = player.side === 'l' ? params.server.fullstate_l : params.server.fullstate_r;
    if (enabled && encoding.features.fullstate) {
      fillFullstate(world, params, player, buffers.fullstate);
      connection.send(encodeFullstate(net.writers.takeWriter(), buffers.fullstate, encoding).view());
    }
  });
}

/** Sends see to the players of one view mode whose turn it is (spec 04 §3.2). */
function sendVision({ match, net, clients, buffers }: SensorContext, synchronous: boolean): void {
  runVision(match, synchronous, buffers.see, (player, seen) => {
    const session = clients.players[player.index];
    session?.connection.send(encodeSee(net.writers.takeWriter(), seen, session.encoding).view());
  });
}

/** Sends the global view to trainer, left coach and right coach whose eye is on (spec 07 §14.1). */
function sendCoachVision({ match, net, clients, buffers }: SensorContext): void {
  const { l, r } = clients.coaches;
  const { trainer } = clients;
  const receivers: (CoachSession | TrainerSession)[] = [];
  if (trainer && match.trainer.eye) receivers.push(trainer);
  if (l && match.coaches.l.eye) receivers.push(l);
  if (r && match.coaches.r.eye) receivers.push(r);
  if (receivers.length === 0) return;
  const observation = fillGlobalView(match.world, match.params, buffers.global);
  for (const session of receivers) {
    const observer = 'side' in session ? session.side : null;
    const view = { version: session.version, observer, names: clients.names, kind: 'periodic' } as const;
    session.connection.send(encodeGlobal(net.writers.takeWriter(), observation, view).view());
  }
}
