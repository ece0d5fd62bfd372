import { encodeFullstate, encodeGlobal, encodeSee, encodeSenseBody } from '@rcss/protocol';
import { fullstate, globalView, senseBody } from '@rcss/sensors';
import { lookAround, runAutoMode, senseBodies, step } from '@rcss/simulator';
import type { Phases } from '../clock/phase-schedule.js';
import { startTeams } from '../lifecycle/team-processes.js';
import { renewAllowances } from '../net/rate-limits.js';
import { countMissedCycles } from '../results/telemetry.js';
import type { Server } from '../server.js';
import { poll } from './poll.js';
import { publishFrame } from './publish-frame.js';

/**
 * The phases of the cycle (02 §3.1); what they have to say goes out when each is over. Each is timed when
 * `server::profile` is on.
 */
export function createPhases(server: Server): Phases {
  const { sendQueue, textLog } = server;
  const timed = (label: string, phase: () => void) => {
    const whole = () => {
      phase();
      sendQueue.flush();
    };
    if (!server.params.server.profile || textLog === null) return whole;
    return () => {
      const start = performance.now();
      whole();
      textLog.timing(label, performance.now() - start);
    };
  };
  return {
    receive: timed('RECV', () => poll(server)),
    simulate: timed('SIM', () => simulate(server)),
    sense: timed('SB', () => sense(server)),
    asynchronousVision: timed('VIS', () => vision(server, false)),
    synchronousVision: timed('VIS_S', () => vision(server, true)),
    coachVision: timed('COACH', () => coachVision(server)),
  };
}

function simulate(server: Server): void {
  const { match, telemetry } = server;
  const now = performance.now();
  if (server.params.server.log_times) server.textLog?.timing('CYCLE_TIMES', now - telemetry.stepAt);
  telemetry.stepAt = now;
  match.wallSeconds = (Date.now() - server.start.date.getTime()) / 1000;
  countMissedCycles(server);
  step(match, () => publishFrame(server));
  clearDone(server);
  renewAllowances(server);
  for (const agent of telemetry.agents) agent.bodyCommands = 0;
  startTeams(server);
  if (runAutoMode(match)) server.ending ??= 'Game Over. Exiting...';
}

/** `(done)` is forgotten at each step (02 §5). */
function clearDone(server: Server): void {
  for (const session of server.players) if (session) session.done = false;
  if (server.coaches.l) server.coaches.l.done = false;
  if (server.coaches.r) server.coaches.r.done = false;
  if (server.trainer) server.trainer.done = false;
}

/** sense_body and fullstate to each player, then the audio that waits (02 §3.1, phase 3). */
function sense(server: Server): void {
  const { match, writers, buffers, params } = server;
  const { world } = match;
  server.telemetry.senseAt = performance.now();
  senseBodies(match, (player) => {
    const session = server.players[player.index];
    if (!session) return;
    const { encoding, connection } = session;
    senseBody(world, params, player, buffers.body);
    connection.send(encodeSenseBody(writers.writer(), buffers.body, encoding).view());
    const wanted = player.side === 'l' ? params.server.fullstate_l : params.server.fullstate_r;
    if (wanted && encoding.features.fullstate) {
      fullstate(world, params, player, buffers.full);
      connection.send(encodeFullstate(writers.writer(), buffers.full, encoding).view());
    }
  });
}

/** see to the players of one view mode whose turn it is (04 §3.2). */
function vision(server: Server, synchronous: boolean): void {
  const { match, buffers, writers } = server;
  lookAround(match, synchronous, buffers.see, (player, seen) => {
    const session = server.players[player.index];
    session?.connection.send(encodeSee(writers.writer(), seen, session.encoding).view());
  });
}

/** Global vision: trainer, left coach, right coach, as far as their eye is on (07 §14.1). */
function coachVision(server: Server): void {
  const { match, writers, buffers, trainer } = server;
  const { l, r } = server.coaches;
  if (!(trainer && match.trainer.eye) && !(l && match.coaches.l.eye) && !(r && match.coaches.r.eye)) return;
  const observation = globalView(match.world, server.params, buffers.global);
  if (trainer && match.trainer.eye) {
    const view = { version: trainer.version, observer: null, names: server.names, kind: 'periodic' } as const;
    trainer.connection.send(encodeGlobal(writers.writer(), observation, view).view());
  }
  for (const coach of [l, r]) {
    if (!coach || !match.coaches[coach.side].eye) continue;
    const view = {
      version: coach.version,
      observer: coach.side,
      names: server.names,
      kind: 'periodic',
    } as const;
    coach.connection.send(encodeGlobal(writers.writer(), observation, view).view());
  }
}
