/**
 * Measures rooms. `node --conditions=@rcss/source --import tsx packages/serve/match-server/bench/measure-rooms.ts --help` lists the parts. The server is the built
 * one (`pnpm build`); without a build it runs from its source, with more memory.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { MatchDocument } from '@rcss/core/match-document';
import { DEFAULT_ROOMS_FILE } from '../src/rooms/rooms-file.js';
import { warmUpProcess } from '../src/rooms/warm-up-process.js';
import { createRoomHost } from '../test/room-host.js';
import type { LightPlayersReport, LightPlayersTask } from './light-players.js';
import {
  type RoomServerProcess,
  readMemory,
  readProcessorMs,
  readRooms,
  startRoomServer,
} from './room-server-process.js';

const HELP = `usage: measure-rooms.ts [options]

  --parts LIST     with commas (default: operations,memory,real-time):
                   operations  times of creation and reset, in this process, without HTTP
                   memory      memory per room; memory and descriptors after many rooms
                   real-time   intervals of sense_body in real-time rooms
                   siege       likewise in one room, first alone, then beside a room under a flood
                   capacity    likewise with more and more rooms, until the 99th percentile is 105 ms
  --rooms N        real-time rooms (default 10); capacity begins with them and adds as many each time
  --players N      players per room, at least 2 (default 22)
  --cycles N       measured cycles (default 300)
  --workers N      worker threads of the server (default 0)
  --priority=N     nice value of the server (default 0)
`;

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'operations,memory,real-time' },
    rooms: { type: 'string', default: '10' },
    players: { type: 'string', default: '22' },
    cycles: { type: 'string', default: '300' },
    workers: { type: 'string', default: '0' },
    priority: { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}
const [rooms, players, cycles, workers, priority] = [
  values.rooms,
  values.players,
  values.cycles,
  values.workers,
  values.priority,
].map(Number) as [number, number, number, number, number];

const SAMPLES = 1000;
/** Rooms that exist at the same time while memory per room is measured. */
const ROOMS_IN_MEMORY = 100;
const ROUNDS = 3;
const ROOMS_PER_ROUND = 1000;
const CYCLE_MS = 100;
/** The goal for the 99th percentile of the intervals, ms. */
const MAX_P99_MS = 105;
/** Cycles after the kickoff, and around the begin of a flood, that are not counted. */
const SETTLE_CYCLES = 10;
/** Nice value of the players whose intervals are measured. Otherwise they would measure how long they wait for a processor. */
const OBSERVER_PRIORITY = -20;
const DOCUMENT: MatchDocument = {
  version: 1,
  clock: 'stepped',
  initial: { playMode: 'play_on', ball: { position: { x: 10, y: 0 } } },
};

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function summarize(values: readonly number[]): string {
  const [median, p99, max] = [0.5, 0.99, 1].map((share) => quantile(values, share).toFixed(2));
  return `median ${median}, p99 ${p99}, max ${max} ms of ${values.length}`;
}

async function measureTime(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

/** Times inside the process of the rooms, without HTTP. */
async function measureOperations(): Promise<void> {
  // As a room server does at its start.
  await warmUpProcess(DEFAULT_ROOMS_FILE.warmup);
  const host = createRoomHost();
  const create = async () => (await host.create({ document: DOCUMENT })).id;
  const creations: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    let id = '';
    creations.push(
      await measureTime(async () => {
        id = await create();
      }),
    );
    await host.delete(id);
  }
  const id = await create();
  const resets: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    await host.step(id, 1);
    resets.push(await measureTime(() => host.reset(id, {})));
  }
  await host.close();
  console.log(`create: ${summarize(creations)}`);
  console.log(`reset: ${summarize(resets)}`);
}

async function measureMemory({ process: child, client }: RoomServerProcess): Promise<void> {
  const create = async () => (await client.create({ document: DOCUMENT })).id;
  for (let i = 0; i < ROOMS_PER_ROUND; i++) await client.delete(await create());
  const before = await readMemory(child);
  const ids: string[] = [];
  for (let i = 0; i < ROOMS_IN_MEMORY; i++) ids.push(await create());
  const full = await readMemory(child);
  const perRoom = (key: 'rss' | 'heap') => ((full[key] - before[key]) / ROOMS_IN_MEMORY).toFixed(2);
  console.log(`memory per room: ${perRoom('rss')} MB resident, ${perRoom('heap')} MB of the heap`);
  for (const id of ids) await client.delete(id);
  for (let round = 0; round <= ROUNDS; round++) {
    for (let i = 0; round > 0 && i < ROOMS_PER_ROUND; i++) await client.delete(await create());
    const { rss, heap, descriptors } = await readMemory(child);
    const count = (round * ROOMS_PER_ROUND).toLocaleString('en');
    console.log(
      `after ${count} rooms created and deleted: ${rss.toFixed(1)} MB resident, ${heap.toFixed(2)} MB of the heap, ${descriptors} descriptors`,
    );
  }
}

interface LightPlayers {
  readonly process: ChildProcess;
  readonly report: Promise<LightPlayersReport>;
}

async function connectLightPlayers(task: LightPlayersTask): Promise<LightPlayers> {
  const child = fork(pathOf('light-players.ts'), [JSON.stringify(task)]);
  await once(child, 'message');
  const report = once(child, 'message').then(([message]) => message as LightPlayersReport);
  return { process: child, report };
}

/**
 * Plays rooms in real time. One player of each room is measured; these are in a process of their own.
 *
 * @param whilePlaying Called after the kickoff.
 * @returns Intervals between the sense_body messages of one player per room, ms, without the first cycles.
 */
async function playInRealTime(
  { process: server, client, url }: RoomServerProcess,
  roomCount: number,
  cycleCount: number,
  whilePlaying: () => Promise<void> = async () => {},
): Promise<readonly (readonly number[])[]> {
  const states = [];
  for (let i = 0; i < roomCount; i++)
    states.push(await client.create({ document: { version: 1 }, start: true }));
  const task = { ports: states.map(({ ports }) => ports.player), cycles: cycleCount };
  const observers = await connectLightPlayers({ ...task, first: 0, last: 1, priority: OBSERVER_PRIORITY });
  const crowd = await connectLightPlayers({ ...task, first: 1, last: players, priority: 0 });
  for (const { id } of states) await client.kickOff(id);
  for (const { process: child } of [observers, crowd]) child.send('start');
  const processIds = [server, crowd.process, observers.process].map(({ pid }) => pid!);
  const begin = performance.now();
  const start = processIds.map(readProcessorMs);
  const playing = whilePlaying();
  const reports = await Promise.all([observers.report, crowd.report]);
  const wallMs = performance.now() - begin;
  const shares = processIds.map(readProcessorMs).map((end, i) => (100 * (end - start[i]!)) / wallMs);
  for (const { process: child } of [observers, crowd]) child.disconnect();
  await playing;
  const intervals = reports[0].intervals.map((list) => list.slice(SETTLE_CYCLES));
  const sum = (key: 'acceptedCount' | 'finishedCount') => reports[0][key] + reports[1][key];
  const all = roomCount * players;
  console.log(
    `${roomCount} rooms with ${players} players: ${sum('acceptedCount')} of ${all} players accepted, ${sum('finishedCount')} had ${cycleCount} cycles; ` +
      `the measured players run at ${reports[0].isRaised ? 'raised' : 'normal'} priority`,
  );
  console.log(`intervals of sense_body: ${summarize(intervals.flat())}`);
  const figures = await readRooms(url);
  const latePasses = figures.reduce((total, room) => total + room.latePasses, 0);
  const maxLateness = Math.max(...figures.map((room) => room.maxLatenessMs));
  console.log(`passes that began more than 2 ms late: ${latePasses}, at most ${maxLateness.toFixed(1)} ms`);
  const [serverShare = 0, crowdShare = 0, observerShare = 0] = shares;
  console.log(
    `processor: server ${serverShare.toFixed(1)} % of a core, ${(serverShare / roomCount).toFixed(2)} % per room; players ${crowdShare.toFixed(1)} %, measured players ${observerShare.toFixed(1)} %`,
  );
  for (const { id } of states) await client.delete(id);
  return intervals;
}

/** Measures a room alone, then beside a room in which a player floods the server. */
async function measureSiege(server: RoomServerProcess): Promise<void> {
  const target = await server.client.create({ document: { version: 1 }, start: true });
  let flood: ChildProcess | null = null;
  const intervals = await playInRealTime(server, 1, 2 * cycles, async () => {
    await sleep(cycles * CYCLE_MS);
    flood = fork(pathOf('flooding-player.mjs'), [String(target.ports.player)], { execArgv: [] });
  });
  (flood as ChildProcess | null)?.kill('SIGKILL');
  const half = cycles - SETTLE_CYCLES;
  console.log(`alone: ${summarize(intervals[0]!.slice(0, half - SETTLE_CYCLES))}`);
  console.log(`beside the flooded room: ${summarize(intervals[0]!.slice(half + SETTLE_CYCLES))}`);
  const flooded = (await readRooms(server.url)).find(({ room }) => room === target.id);
  console.log(`dropped datagrams of the flooded room: ${JSON.stringify(flooded?.drops)}`);
  await server.client.delete(target.id);
}

async function measureCapacity(server: RoomServerProcess): Promise<void> {
  let carried = 0;
  for (let count = rooms; ; count += rooms) {
    const intervals = await playInRealTime(server, count, cycles);
    if (!(quantile(intervals.flat(), 0.99) < MAX_P99_MS)) break;
    carried = count;
  }
  console.log(`${carried} rooms have a 99th percentile below ${MAX_P99_MS} ms`);
}

const folder = mkdtempSync(join(tmpdir(), 'rooms-'));
const parts = new Set(values.parts.split(','));
if (parts.has('operations')) await measureOperations();
const server = await startRoomServer(folder, { workers, priority });
try {
  if (parts.has('memory')) await measureMemory(server);
  if (parts.has('real-time')) await playInRealTime(server, rooms, cycles);
  if (parts.has('siege')) await measureSiege(server);
  if (parts.has('capacity')) await measureCapacity(server);
} finally {
  server.process.kill();
  rmSync(folder, { recursive: true, force: true });
}
