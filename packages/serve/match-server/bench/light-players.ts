/**
 * Players that turn in each cycle and do nothing else, in a process of their own. The process gets its task as JSON and sends `connected` to
 * its parent. From the next message on it counts cycles, then it sends a {@link LightPlayersReport}. It ends when the parent disconnects.
 */
import { createSocket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import { raisePriority } from '../src/teams/thread-priority.js';

/** Which players the process connects. */
export interface LightPlayersTask {
  /** Ports of players, one per room. */
  readonly ports: readonly number[];
  /** Players in each room: players `first` to `last - 1` of 22; even ones are of the left team. */
  readonly first: number;
  readonly last: number;
  readonly cycles: number;
  /** Nice value for the process, if the operating system permits it. */
  readonly priority: number;
}

/** What the process reports at its end. */
export interface LightPlayersReport {
  /** Intervals between the sense_body messages of the first player of each room, ms. */
  readonly intervals: readonly (readonly number[])[];
  readonly acceptedCount: number;
  /** Players that have received all cycles. */
  readonly finishedCount: number;
  readonly isRaised: boolean;
}

const HOST = '127.0.0.1';
/** Time after the last cycle should be done, after which the process gives up, ms. */
const MAX_DELAY_MS = 20_000;

const { ports, first, last, cycles, priority } = JSON.parse(process.argv[2]!) as LightPlayersTask;
const isRaised = priority < 0 && raisePriority(priority) === null;
const intervals: number[][] = ports.map(() => []);
let acceptedCount = 0;
let finishedCount = 0;
let isCounting = false;
process.once('message', () => {
  isCounting = true;
});
process.once('disconnect', () => process.exit());

/** @param measured Takes the intervals of the player; null for one that is not measured. */
function connect(port: number, team: string, measured: number[] | null): void {
  const socket = createSocket('udp4');
  let lastTime = 0;
  let senseCount = 0;
  socket.on('message', (bytes, from) => {
    const start = bytes.toString('latin1', 0, 11);
    if (start.startsWith('(init ')) acceptedCount += 1;
    if (start !== '(sense_body') return;
    const now = performance.now();
    if (isCounting) {
      if (senseCount > 0) measured?.push(now - lastTime);
      lastTime = now;
      senseCount += 1;
      if (senseCount === cycles) finishedCount += 1;
    }
    socket.send('(turn 10)\0', from.port, HOST);
  });
  socket.send(`(init ${team} (version 19))\0`, port, HOST);
}

for (const [room, port] of ports.entries()) {
  for (let i = first; i < last; i++)
    connect(port, i % 2 === 0 ? 'Foxes' : 'Herons', i === first ? intervals[room]! : null);
  await sleep(20);
}
process.send?.('connected');
const all = ports.length * (last - first);
const deadline = performance.now() + cycles * 100 + MAX_DELAY_MS;
while (finishedCount < all && performance.now() < deadline) await sleep(100);
process.send?.({ intervals, acceptedCount, finishedCount, isRaised } satisfies LightPlayersReport);
