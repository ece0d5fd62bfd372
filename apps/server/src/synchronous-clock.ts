import { effectiveSteps } from '@rcss/params';
import { THINK } from '@rcss/protocol';
import type { Connection } from './connection.js';
import { PhaseSchedule, type Phases } from './phase-schedule.js';
import { anythingWaits } from './polling.js';
import type { Server } from './server-state.js';

/** How long the server waits for `(done)`, ms (02 §5). */
const PATIENCE = 1250;
/** Cycles in a row that somebody may miss before the server gives up. */
const MOST_MISSED = 20;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

interface Awaited {
  readonly connection: Connection;
  readonly done: () => boolean;
  readonly gone: () => boolean;
  readonly player: number;
}

/**
 * Runs the server by handshake instead of wall time (02 §5) until it is to end: simulated time advances as soon as
 * everybody who is awaited has said `(done)`.
 */
export async function runSynchronous(server: Server, phases: Phases): Promise<void> {
  const schedule = new PhaseSchedule(effectiveSteps(server.params.server));
  let missed = 0;
  while (server.ending === null) {
    if (!schedule.synchronousPass(phases)) continue;
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
  const polls = await untilDone(server, phases, awaited);
  if (server.params.server.log_times) server.textLog?.entry(`Num sleeps called: ${polls}`);
  const late = awaited.filter((client) => !client.gone() && !client.done());
  for (const client of late) if (client.player >= 0) server.telemetry.agents[client.player]!.missed += 1;
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
      player: player.index,
    });
  }
  for (const side of ['l', 'r'] as const) {
    const coach = server.coaches[side];
    if (!coach || !server.match.coaches[side].eye) continue;
    const gone = () => server.coaches[side] !== coach;
    awaited.push({ connection: coach.connection, done: () => coach.done, gone, player: -1 });
  }
  const { trainer } = server;
  if (trainer && server.match.trainer.eye) {
    const gone = () => server.trainer !== trainer;
    awaited.push({ connection: trainer.connection, done: () => trainer.done, gone, player: -1 });
  }
  return awaited;
}

/** Polls whenever something has arrived until all have answered; at least once. Returns the number of polls. */
async function untilDone(server: Server, phases: Phases, awaited: readonly Awaited[]): Promise<number> {
  const end = performance.now() + PATIENCE;
  let polls = 0;
  let waiting = awaited.length;
  for (;;) {
    // One turn of the event loop, so that everything that has reached the sockets is in the inboxes.
    await turn();
    polls += 1;
    phases.receive();
    waiting = 0;
    for (const client of awaited) if (!client.gone() && !client.done()) waiting += 1;
    if (waiting === 0 || server.ending !== null) return polls;
    if (anythingWaits(server)) continue;
    const left = end - performance.now();
    if (left <= 0) return polls;
    await arrival(server, left);
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
