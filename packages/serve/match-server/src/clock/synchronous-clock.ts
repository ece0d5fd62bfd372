import type { Clients } from '@rcss/host';
import { computeEffectiveSteps } from '@rcss/params';
import { THINK_DATAGRAM } from '@rcss/protocol/player';
import type { Match } from '@rcss/simulator';
import { PhaseSchedule, type Phases } from '@rcss/simulator/cycle';
import type { CycleGate } from '../cycle/cycle-gate.js';
import { hasWaitingInput } from '../cycle/poll-parts.js';
import type { Connection } from '../net/connection.js';
import type { Network } from '../net/network.js';
import type { Server } from '../sessions/server.js';
import { countMissedDone } from '../state/telemetry.js';
import { type AwaitedClient, DoneBarrier } from './done-barrier.js';
import { fastForwardSchedule } from './fast-forward-schedule.js';
import type { ServerClock } from './run-server.js';

/** Pause before each handshake until the first cycle, ms. */
const PAUSE_BEFORE_START_MS = 50;
/** Length of a pause for monitors, ms, and the number of handshakes from one of these pauses to the next. */
const MONITOR_PAUSE_MS = 20;
const MONITOR_PAUSE_INTERVAL = 32;
/** Passes without a handshake after which the event loop runs once: a document can put many cycles between two handshakes. */
const MAX_PASSES_WITHOUT_TURN = 64;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const waitForTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

const OPEN_GATE: CycleGate = { waitForCycle: () => null, hasPauses: true };

/** Returns the clock of the synchronous mode (spec 02 §5): simulated time advances as soon as all awaited clients have sent `(done)`. */
export function createSynchronousClock(
  server: Server,
  phases: Phases,
  gate: CycleGate = OPEN_GATE,
): ServerClock {
  const { match, run } = server;
  const schedule = new PhaseSchedule(computeEffectiveSteps(match.params.server));
  let isNew = true;
  let isDecided = false;
  let passes = 0;
  /** Goes to the last step of a resumed match; true: its handshake is due. */
  const resume = (): boolean => {
    if (!isNew) return false;
    isNew = false;
    return fastForwardSchedule(match, phases, (gated) => schedule.runSynchronousPass(gated)) ?? false;
  };
  const shakeHands = createHandshakes(server, phases, gate.hasPauses);
  return {
    wait() {
      if (isDecided && run.ending === null) return gate.waitForCycle();
      return passes > 0 && passes % MAX_PASSES_WITHOUT_TURN === 0 ? waitForTurn() : null;
    },
    pass() {
      isDecided = resume() || schedule.runSynchronousPass(phases);
      passes = isDecided ? 0 : passes + 1;
      return isDecided;
    },
    decide: () => (run.ending === null ? shakeHands() : null),
  };
}

/** Returns a function that lets the clients of a synchronous server decide: between `(think)` and `(done)`. */
function createHandshakes(server: Server, phases: Phases, hasPauses: boolean): () => Promise<void> {
  const { match, run, console, config } = server;
  const { synch_max_missed: maxMissed } = config.rcss;
  let count = 0;
  let missed = 0;
  return async () => {
    count += 1;
    if (hasPauses) await pauseBeforeHandshake(server, count);
    const isComplete = await runHandshake(server, phases);
    if (!isComplete) run.missedDoneCycles += 1;
    if (isComplete) missed = 0;
    else if (match.world.time > 0) {
      const line = `Someone missed a cycle at ${match.world.time}`; // words-ok: as the original prints it
      console.err(line, { event: 'done_missed', level: 'warn', fields: { cycle: match.world.time } });
      missed += 1;
      if (maxMissed <= 0 || missed <= maxMissed) return;
      console.err('Waiting too long for clients! Exiting', { event: 'clients_too_slow', level: 'error' });
      run.isAbandoned = true;
      run.ending ??= 'Quit Server. Exiting...';
    }
  };
}

/** Pauses for clients before the first cycle, and for monitors at regular intervals. */
async function pauseBeforeHandshake(
  { match, clients }: Pick<Server, 'match' | 'clients'>,
  handshakes: number,
): Promise<void> {
  if (match.world.time <= 0) await sleep(PAUSE_BEFORE_START_MS);
  else if (clients.monitors.length > 0 && handshakes % MONITOR_PAUSE_INTERVAL === 0) {
    await sleep(MONITOR_PAUSE_MS);
  }
}

/** Sends `(think)` and waits for the answers; false if a client did not answer in time. */
async function runHandshake(server: Server, phases: Phases): Promise<boolean> {
  const { match, net, clients, logs, telemetry } = server;
  const awaited = listAwaitedClients(clients, match);
  for (const { connection } of awaited) connection.send(THINK_DATAGRAM);
  net.sendQueue.flush();
  const polls = await pollUntilDone(server, phases, awaited);
  if (match.params.server.log_times) logs.text?.writeEntry(`Num sleeps called: ${polls}`);
  const late = awaited.filter((client) => !hasAnswered(client));
  for (const { id } of late) {
    if (typeof id === 'number') countMissedDone(telemetry, match, id, net.warnings);
    else telemetry.coachesMissedDone[id] += 1;
  }
  return late.length === 0;
}

/** Lists the players in slot order, then the coaches and the trainer whose eye is on. */
function listAwaitedClients(clients: Clients<Connection>, match: Match): AwaitedClient[] {
  const awaited: AwaitedClient[] = [];
  const add = (
    id: AwaitedClient['id'],
    session: { readonly connection: AwaitedClient['connection']; readonly isDone: boolean },
    isGone: () => boolean,
  ) => awaited.push({ id, connection: session.connection, isDone: () => session.isDone, isGone });
  for (const session of clients.players) {
    if (!session?.player.enabled) continue;
    const { index } = session.player;
    add(index, session, () => clients.players[index] !== session);
  }
  for (const side of ['l', 'r'] as const) {
    const coach = clients.coaches[side];
    if (coach && match.coaches[side].eye) add(side, coach, () => clients.coaches[side] !== coach);
  }
  const { trainer } = clients;
  if (trainer && match.trainer.eye) add('trainer', trainer, () => clients.trainer !== trainer);
  return awaited;
}

/**
 * Polls until all clients have answered, at least once, and returns the number of polls. Commands are executed as
 * they arrive. With `rcss::reproducible`, the commands of the awaited clients are held until all of them are
 * ready or the time is over (see {@link DoneBarrier}).
 */
async function pollUntilDone(
  server: Server,
  phases: Phases,
  awaited: readonly AwaitedClient[],
): Promise<number> {
  const { config, net, run } = server;
  const barrier = config.rcss.reproducible ? new DoneBarrier(awaited) : null;
  let isLate = false;
  const { synch_timeout: timeoutMs } = config.rcss;
  const finishWait = () => {
    isLate = true;
    net.onArrival();
  };
  // One timer for the handshake: a timer for each arrival takes more time than the arrival.
  const timer = timeoutMs > 0 ? setTimeout(finishWait, timeoutMs) : undefined;
  let polls = 0;
  try {
    await waitForTurn();
    for (;;) {
      const isOver = isLate || run.ending !== null;
      barrier?.hold();
      if (barrier !== null && hasWaitingInput(server)) {
        polls += 1;
        phases.receive();
      }
      if (isOver || barrier === null || barrier.isComplete) {
        barrier?.release();
        polls += 1;
        phases.receive();
        if (isOver || awaited.every(hasAnswered)) return polls;
      }
      await waitForArrival(net);
    }
  } finally {
    clearTimeout(timer);
  }
}

function hasAnswered(client: AwaitedClient): boolean {
  return client.isGone() || client.isDone();
}

/**
 * Resolves after the turn of the event loop in which the next datagram arrives: then all datagrams that have reached the sockets
 * are queued.
 */
function waitForArrival(net: Network): Promise<void> {
  return new Promise((resolve) => {
    net.onArrival = () => {
      net.onArrival = noop;
      setImmediate(resolve);
    };
  });
}

function noop(): void {}
