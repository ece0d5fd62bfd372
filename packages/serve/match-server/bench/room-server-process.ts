/** A room server in a process of its own, for the measuring scripts. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRoomClient, type RoomClient } from '@rcss/client/rooms';
import type { RoomStatus } from '../src/operations/room-status.js';

const MIB = 2 ** 20;
/** Milliseconds per unit of the processor times in /proc. */
const TICK_MS = 10;

const hasProc = existsSync('/proc/self/stat');
const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** A running room server. */
export interface RoomServerProcess {
  readonly process: ChildProcess;
  readonly client: RoomClient;
  readonly url: string;
}

/** Settings of the server, as in the file of `--rooms`. */
export interface RoomServerSettings {
  readonly workers: number;
  readonly priority: number;
  /** Whether documents may start programs; absent: no. */
  readonly allowStart?: boolean;
}

/** Starts the built server (`pnpm build`); without a build it runs from its source, with more memory. */
export async function startRoomServer(
  folder: string,
  settings: RoomServerSettings,
): Promise<RoomServerProcess> {
  const file = join(folder, 'rooms.json');
  const log = { level: 'error' };
  writeFileSync(
    file,
    JSON.stringify({ version: 1, http: { port: 0 }, folder, maxRooms: 1000, log, ...settings }),
  );
  const built = pathOf('../../../../apps/server/dist/main.js');
  const isBuilt = existsSync(built);
  if (!isBuilt && settings.workers > 0)
    throw new Error('worker threads need the built server: run `pnpm build`');
  const source = ['--conditions=@rcss/source', '--import', 'tsx'];
  const child = fork(isBuilt ? built : pathOf('../../../../apps/server/src/main.ts'), ['--rooms', file], {
    execArgv: [
      '--expose-gc',
      ...(isBuilt ? [] : source),
      '--import',
      new URL('report-memory.mjs', import.meta.url).href,
    ],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout!.on('data', (part) => {
      text += part;
      const found = /^Rooms: (\S+)/m.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code} before it was ready`)));
  });
  console.log(
    `server: ${isBuilt ? 'built' : 'from source'}, ${settings.workers} worker threads, priority ${settings.priority}`,
  );
  return { process: child, client: createRoomClient({ url }), url };
}

/** Memory in MiB after a collection, and open descriptors (0 where the system does not report them). */
export async function readMemory(
  child: ChildProcess,
): Promise<{ rss: number; heap: number; descriptors: number }> {
  child.send('memory');
  const [{ rss, heapUsed }] = (await once(child, 'message')) as [NodeJS.MemoryUsage];
  const descriptors = hasProc ? readdirSync(`/proc/${child.pid}/fd`).length : 0;
  return { rss: rss / MIB, heap: heapUsed / MIB, descriptors };
}

/** Processor time of a process since its start, ms; NaN where the system does not report it. */
export function readProcessorMs(pid: number): number {
  if (!hasProc) return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Returns what `/status.json` has about the rooms. */
export async function readRooms(url: string): Promise<readonly RoomStatus[]> {
  const status = (await (await fetch(`${url}/status.json`)).json()) as { rooms: readonly RoomStatus[] };
  return status.rooms;
}
