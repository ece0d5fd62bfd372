import { effectiveSteps } from '@rcss/params';
import { THINK } from '@rcss/protocol';
import { anythingWaits } from '../cycle/poll.js';
import { countMissed } from '../results/telemetry.js';
import type { Server } from '../server.js';
import { type Awaited, DoneBarrier } from './done-barrier.js';
import { fastForwardSchedule } from './fast-forward-schedule.js';
import { PhaseSchedule, type Phases } from './phase-schedule.js';

/** How long the server waits for `(done)`, ms (02 §5). */
const PATIENCE = 1250;
/** Cycles in a row that somebody may miss before the server gives up. */
export const MOST_MISSED = 20;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Runs the server by handshake instead of wall time (02 §5) until it is to end: simulated time advances as soon as
 * everybody who is awaited has said `(done)`.
 */
export async function runSynchronous(server: Server, phases: Phases): Promise<void> {
  const schedule = new PhaseSchedule(effectiveSteps(server.params.server));
  let missed = 0;
  let due = fastForwardSchedule(server, phases, (gated) => schedule.synchronousPass(gated));
  while (server.ending === null) {
    if (!due && !schedule.synchronousPass(phases)) continue;
    due = false;
    if (server.ending !== null) return;
    const complete = await think(server, phases);
    if (complete) missed = 0;
    else if (server.match.world.time > 0) {
      server.console.err(`Someone missed a cycle at ${server.match.world.time}`);
      missed += 1;
      if (missed > MOST_MISSED) {
        server.console.err('Waiting too long for clients! Exiting');
        server.ending ??= 'Quit Server. Exiting...';
      }
    }
  }
}

/** One handshake; false when somebody did not answer in time. */
async function think(server: Server, phases: Phases): Promise<boolean> {
  server.handshakes += 1;
  if (server.match.world.time <= 0) await sleep(50);
  else if (server.monitors.length > 0 && server.handshakes % 32 === 0) await sleep(20);
  const awaited = waitingSet(server);
  for (const { connection } of awaited) connection.send(THINK);
  server.sendQueue.flush();
  const polls = await untilDone(server, phases, awaited);
  if (server.params.server.log_times) server.textLog?.entry(`Num sleeps called: ${polls}`);
  const late = awaited.filter((client) => !client.gone() && !client.done());
  for (const { who } of late) {
    if (typeof who === 'number') countMissed(server, who);
    else server.telemetry.staffMissed[who] += 1;
  }
  return late.length === 0;
}

/** Players in slot order, then the coaches and the trainer whose eye is on. */
function waitingSet(server: Server): Awaited[] {
  const awaited: Awaited[] = [];
  for (const session of server.players) {
    if (!session?.player.enabled) continue;
    const { connection, player } = session;
    awaited.push({
      connection,
      done: () => session.done,
      gone: () => server.players[player.index] !== session,
      who: player.index,
    });
  }
  for (const side of ['l', 'r'] as const) {
    const coach = server.coaches[side];
    if (!coach || !server.match.coaches[side].eye) continue;
    const gone = () => server.coaches[side] !== coach;
    awaited.push({ connection: coach.connection, done: () => coach.done, gone, who: side });
  }
  const { trainer } = server;
  if (trainer && server.match.trainer.eye) {
    const gone = () => server.trainer !== trainer;
    awaited.push({ connection: trainer.connection, done: () => trainer.done, gone, who: 'trainer' });
  }
  return awaited;
}

/**
 * Polls until all have answered; at least once. What clients say is carried out as it comes. Where a match has to be
 * reproducible, what the awaited ones say is carried out when the last of them is ready (see `DoneBarrier`), or together
 * with what others say. Returns the number of polls.
 */
async function untilDone(server: Server, phases: Phases, awaited: readonly Awaited[]): Promise<number> {
  const end = performance.now() + PATIENCE;
  const handshake = server.config.extension.reproducible ? new DoneBarrier(awaited) : null;
  let polls = 0;
  for (;;) {
    // One turn of the event loop, so that everything that has reached the sockets is in the inboxes.
    await turn();
    const left = end - performance.now();
    const over = left <= 0 || server.ending !== null;
    if (over || handshake === null || handshake.due || anythingWaits(server)) {
      handshake?.release();
      polls += 1;
      phases.receive();
      if (over || awaited.every((client) => client.gone() || client.done())) return polls;
      handshake?.hold();
    }
    await arrival(server, Math.min(left, handshake?.patience ?? left));
  }
}

/** Resolves at the next datagram, at the latest after `ms`. */
function arrival(server: Server, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      server.onArrival = ignore;
      resolve();
    };
    const timer = setTimeout(wake, ms);
    server.onArrival = wake;
  });
}

function ignore(): void {}
