/**
 * Measures rooms in this process: time of creation and reset, memory per room, descriptors; then the intervals of real-time rooms
 * with players: `tsx --conditions=@rcss/source apps/server/scripts/measure-rooms.ts [rooms] [players per room] [cycles]`.
 * The players run in a process of their own.
 */
import { fork } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { MatchDocument } from '@rcss/core/match-document';
import { createRoomHost } from '../src/rooms/room-host.js';
import { warmUpProcess } from '../src/rooms/warm-up-process.js';

const HOST = '127.0.0.1';
const [rooms = 10, players = 22, cycles = 300] = process.argv.slice(2, 5).map(Number);

/** Quantile of sorted values. */
function quantile(values: readonly number[], share: number): number {
  return values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN;
}

function summarize(values: number[]): string {
  values.sort((a, b) => a - b);
  const [median, p99] = [quantile(values, 0.5), quantile(values, 0.99)];
  return `median ${median.toFixed(2)}, p99 ${p99.toFixed(2)}, max ${(values.at(-1) ?? Number.NaN).toFixed(2)} ms`;
}

/** Connects players that turn and dash, and sends the intervals of their sense_body messages to the parent process. */
async function runPlayers(ports: readonly number[], perRoom: number, count: number): Promise<void> {
  const intervals: number[] = [];
  let finished = 0;
  for (const port of ports) {
    for (let i = 0; i < perRoom; i++) {
      const socket = createSocket('udp4');
      let last = 0;
      let seen = 0;
      socket.on('message', (bytes, from) => {
        if (!bytes.toString('latin1', 0, 11).startsWith('(sense_body')) return;
        const now = performance.now();
        if (seen > 0 && i === 0) intervals.push(now - last);
        last = now;
        seen += 1;
        if (seen === count) finished += 1;
        socket.send('(turn 10)\0', from.port, HOST);
      });
      socket.send(`(init ${i % 2 === 0 ? 'Foxes' : 'Herons'} (version 19))\0`, port, HOST);
    }
    await sleep(20);
  }
  process.send?.('connected');
  while (finished < ports.length * perRoom * 0.9) await sleep(100);
  process.send?.(intervals);
  process.disconnect();
}

async function measureCreation(): Promise<void> {
  const host = createRoomHost({ maxRooms: 1000 });
  const document: MatchDocument = {
    version: 1,
    clock: 'stepped',
    initial: { playMode: 'play_on', ball: { position: { x: 10, y: 0 } } },
  };
  const cycle = async () => {
    const { id } = await host.create({ document });
    await host.delete(id);
  };
  for (let i = 0; i < 50; i++) await cycle();
  const creations: number[] = [];
  const resets: number[] = [];
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 100; i++) {
    const start = performance.now();
    const { id } = await host.create({ document });
    creations.push(performance.now() - start);
    const again = performance.now();
    await host.reset(id, {});
    resets.push(performance.now() - again);
  }
  globalThis.gc?.();
  console.log(`create: ${summarize(creations)}`);
  console.log(`reset: ${summarize(resets)}`);
  console.log(`memory per room: ${((process.memoryUsage().rss - before) / 100 / 2 ** 20).toFixed(2)} MB`);
  for (const { id } of await host.list()) await host.delete(id);
  const files = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0);
  const [rss, open] = [process.memoryUsage().rss, files()];
  for (let i = 0; i < 1000; i++) await cycle();
  globalThis.gc?.();
  const grown = (process.memoryUsage().rss - rss) / 2 ** 20;
  console.log(`1,000 create/delete: memory ${grown.toFixed(1)} MB, descriptors ${files() - open}`);
  await host.close();
}

async function measureRealTime(): Promise<void> {
  await warmUpProcess(1000);
  const host = createRoomHost({ maxRooms: 1000 });
  const states = [];
  for (let i = 0; i < rooms; i++) states.push(await host.create({ document: { version: 1 }, start: true }));
  const child = fork(fileURLToPath(import.meta.url), [
    'players',
    JSON.stringify(states.map(({ ports }) => ports.player)),
    String(players),
    String(cycles),
  ]);
  const start = process.cpuUsage();
  const begin = performance.now();
  const intervals = await new Promise<number[]>((resolve) =>
    child.on('message', (message) => {
      if (message === 'connected') for (const { id } of states) void host.kickOff(id);
      else resolve(message as number[]);
    }),
  );
  const { user, system } = process.cpuUsage(start);
  const share = (user + system) / 1000 / (performance.now() - begin);
  console.log(`${rooms} rooms with ${players} players, intervals of sense_body: ${summarize(intervals)}`);
  console.log(
    `processor of the rooms: ${(share * 100).toFixed(0)} % of a core, ${((share * 100) / rooms).toFixed(1)} % per room`,
  );
  await host.close();
}

if (process.argv[2] === 'players') {
  const [, , , ports = '[]', perRoom, count] = process.argv;
  await runPlayers(JSON.parse(ports), Number(perRoom), Number(count));
} else {
  await measureCreation();
  await measureRealTime();
}
