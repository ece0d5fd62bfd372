/**
 * A world in which programs of this repository run: clock, timers, files and UDP sockets are those of the world, and all that happens is drawn from one seed.
 *
 * The programs run unchanged. The world replaces what they use of Node.js (timers, clocks, process numbers, random identifiers, datagrams, the
 * synchronous functions of `node:fs`) as long as it runs; an `AsyncLocalStorage` says which program calls. After its end by force a program has no effect:
 * its timers do not fire, its files do not change, its calls to the queue have no answer. So it is gone as a killed process is, and what it has
 * written stays. Model: the simulator of TigerBeetle (VOPR).
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryNetwork, type MemorySocket, useNetwork } from './memory-dgram.js';
import { createRandom } from './random.mjs';

interface Timer {
  at: number;
  readonly order: number;
  readonly program: Program | undefined;
  readonly fire: () => void;
  readonly every: number | null;
}

/** A program in the world. */
export class Program {
  readonly name: string;
  /** Its number, which the world gives when it starts. */
  pid = 0;
  isDead = false;
  /** Open files, by descriptor. */
  readonly files: Map<number, string> = new Map();
  /** UDP sockets that it has opened. */
  readonly sockets: Set<MemorySocket> = new Set();

  constructor(name: string) {
    this.name = name;
  }
}

/** What happens to the next writes. */
export interface DiskFaults {
  /** Until this time writes fail as on a full disk. */
  fullUntil: number;
  /** The next write is cut, and its program is killed. */
  isNextTorn: boolean;
}

/** What happens to datagrams until a time. */
export interface NetFaults {
  lostUntil: number;
  lateUntil: number;
  doubledUntil: number;
}

/** Share of the datagrams that a fault reaches, and how late they are at most, ms. */
const FAULTY_SHARE = 0.3;
const MAX_DELAY_MS = 1500;
/** Beginning of a datagram in the trace. */
const MAX_TRACED_BYTES = 40;

/** Length of a turn of the event loop: a program that is never idle takes time, too. */
const TURN_MS = 1;

const realSetImmediate = globalThis.setImmediate;
const FIRST_DAY_MS = Date.UTC(2026, 0, 1);
/** The first process of a system, which never ends; other programs have numbers that begin with its digit. */
const INIT_PID = 1;
const FIRST_PID = 10;

/** The names of `node:fs` that change files; of a dead program they do nothing. */
const CHANGES = [
  'appendFileSync',
  'fdatasyncSync',
  'fsyncSync',
  'ftruncateSync',
  'linkSync',
  'mkdirSync',
  'openSync',
  'renameSync',
  'rmSync',
  'truncateSync',
  'unlinkSync',
  'writeFileSync',
  'writeSync',
] as const;
const CREATIONS: ReadonlySet<string> = new Set(['linkSync', 'mkdirSync', 'openSync']);
const WRITES: ReadonlySet<string> = new Set(['appendFileSync', 'writeFileSync', 'writeSync']);

export class World {
  now = 0;
  /** What has happened: timers, changes of files, calls of the queue. */
  readonly trace: string[] = [];
  /** Difference of the clock of the day, which can jump. */
  dayOffset = 0;
  readonly disk: DiskFaults = { fullUntil: -1, isNextTorn: false };
  readonly net: NetFaults = { lostUntil: -1, lateUntil: -1, doubledUntil: -1 };
  /** Called before each change of a file. */
  onChange: ((name: string, args: readonly unknown[]) => void) | null = null;
  /** Called when a program was killed. */
  onKill: ((program: Program) => void) | null = null;
  readonly #context = new AsyncLocalStorage<Program>();
  readonly #timers = new Set<Timer>();
  #order = 0;
  #nextPid = FIRST_PID;
  readonly #pids = new Set([INIT_PID]);
  readonly #folder: string;
  readonly #random: () => number;
  /** Bytes of a file that are on the disk for sure, by path. */
  readonly #synced = new Map<string, number>();

  /**
   * @param folder Folder of the programs; the trace has the paths in it.
   * @param random Decides about random identifiers.
   */
  constructor(folder: string, random: () => number) {
    this.#folder = folder;
    this.#random = random;
  }

  /** Runs a function with the clock, the files and the processes of the world. */
  async within<T>(run: () => Promise<T>): Promise<T> {
    const names = [
      ...(['setTimeout', 'setInterval', 'setImmediate'] as const),
      ...(['clearTimeout', 'clearInterval', 'clearImmediate'] as const),
    ];
    const saved = Object.fromEntries(names.map((name) => [name, globalThis[name]]));
    const { Date: realDate } = globalThis;
    const performanceNow = performance.now;
    const { kill } = process;
    const { randomUUID } = crypto;
    const pid = Object.getOwnPropertyDescriptor(process, 'pid')!;
    const day = () => FIRST_DAY_MS + Math.floor(this.now + this.dayOffset);
    const replaced = [...CHANGES, 'closeSync', 'statfsSync'] as const;
    const original = Object.fromEntries(replaced.map((name) => [name, fs[name]]));
    Object.assign(globalThis, {
      setTimeout: (fire: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
        this.#add(() => fire(...args), ms, null),
      setInterval: (fire: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
        this.#add(() => fire(...args), ms, Math.max(ms, 1)),
      setImmediate: (fire: (...args: unknown[]) => void, ...args: unknown[]) =>
        this.#add(() => fire(...args), TURN_MS, null),
      clearTimeout: (timer: Timer) => void this.#timers.delete(timer),
      clearInterval: (timer: Timer) => void this.#timers.delete(timer),
      clearImmediate: (timer: Timer) => void this.#timers.delete(timer),
      Date: class extends realDate {
        static override now = day;
        constructor(...args: readonly unknown[]) {
          super(...((args.length === 0 ? [day()] : args) as [number]));
        }
      },
    });
    performance.now = () => this.now;
    const { wait } = Atomics;
    // A thread that sleeps.
    Atomics.wait = (_array: unknown, _index: unknown, _value: unknown, ms = 0) => {
      this.now += ms;
      return 'timed-out';
    };
    const network = useNetwork(this.#createNetwork());
    Object.defineProperty(process, 'pid', {
      ...{ configurable: true, enumerable: true },
      get: () => this.#context.getStore()?.pid ?? INIT_PID,
    });
    process.kill = (number) => {
      if (this.#pids.has(number)) return true;
      throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' });
    };
    Object.assign(crypto, { randomUUID: () => this.#drawId() });
    this.#replaceFiles(original as Record<string, (...args: unknown[]) => unknown>);
    try {
      return await run();
    } finally {
      Object.assign(globalThis, saved, { Date: realDate });
      performance.now = performanceNow;
      Atomics.wait = wait;
      useNetwork(network);
      process.kill = kill;
      Object.assign(crypto, { randomUUID });
      Object.defineProperty(process, 'pid', pid);
      Object.assign(fs, original);
      syncBuiltinESMExports();
    }
  }

  #createNetwork(): MemoryNetwork {
    const network = new MemoryNetwork();
    network.onSocket = (socket) => {
      const program = this.#context.getStore();
      if (program?.isDead === true) socket.cut();
      else program?.sockets.add(socket);
    };
    network.deliver = (arrive, from, to, bytes) => {
      const program = this.#context.getStore();
      if (program?.isDead === true) return;
      const { lostUntil, lateUntil, doubledUntil } = this.net;
      const isHit = (until: number) => this.now < until && this.#random() < FAULTY_SHARE;
      const times = isHit(lostUntil) ? 0 : isHit(doubledUntil) ? 2 : 1;
      const text = bytes.toString('latin1', 0, MAX_TRACED_BYTES);
      this.note(program, `sends ${times} times ${from.port} > ${to.port} ${text}`);
      for (let time = 0; time < times; time++)
        this.later(isHit(lateUntil) ? this.#random() * MAX_DELAY_MS : 0, arrive);
    };
    return network;
  }

  #drawId(): string {
    const draw = (length: number) =>
      Array.from({ length }, () => Math.floor(this.#random() * 16).toString(16)).join('');
    return [8, 4, 4, 4, 12].map(draw).join('-');
  }

  /** Adds what a program does to the trace. */
  note(program: Program | undefined, what: string): void {
    this.trace.push(
      `${this.now} ${program === undefined ? '-' : `${program.name} (${program.pid})`}: ${what}`,
    );
  }

  #add(fire: () => void, ms: number, every: number | null): Timer {
    const program = this.#context.getStore();
    const timer = {
      at: this.now + Math.max(Number(ms) || 0, 0),
      order: this.#order++,
      program,
      fire,
      every,
      unref: () => timer,
      ref: () => timer,
      hasRef: () => true,
    };
    if (program?.isDead !== true) this.#timers.add(timer);
    return timer;
  }

  /** A change of a file; numbers of open files are those of the real system. */
  #noteChange(program: Program, name: string, args: readonly unknown[]): void {
    const shown = args.map((arg) => {
      if (typeof arg === 'number') return program.files.get(arg) ?? arg;
      return arg instanceof Uint8Array ? Buffer.from(arg).toString() : String(arg);
    });
    this.note(program, `${name} ${shown.join(' ').replaceAll(this.#folder, '')}`);
  }

  #replaceFiles(original: Record<string, (...args: unknown[]) => unknown>): void {
    const change =
      (name: string) =>
      (...args: unknown[]) => {
        const program = this.#context.getStore();
        if (program === undefined) return original[name]!(...args);
        if (program.isDead) throw new Error(`${program.name} is killed`);
        this.onChange?.(name, args);
        this.#noteChange(program, name, args);
        if (CREATIONS.has(name)) this.#beforeCreation(name, args);
        if (WRITES.has(name)) this.#beforeWrite(program, name, args, original);
        // Whether the real disk has the bytes is of no interest.
        const result =
          name === 'fdatasyncSync' || name === 'fsyncSync' ? undefined : original[name]!(...args);
        if (name === 'openSync') program.files.set(result as number, String(args[0]));
        if (name === 'fdatasyncSync' || name === 'fsyncSync')
          this.#synced.set(program.files.get(args[0] as number) ?? '', fs.fstatSync(args[0] as number).size);
        return result;
      };
    for (const name of CHANGES) Object.assign(fs, { [name]: change(name) });
    Object.assign(fs, {
      closeSync: (fd: number) => {
        const program = this.#context.getStore();
        if (program?.isDead === true) throw new Error(`${program.name} is killed`);
        program?.files.delete(fd);
        original['closeSync']!(fd);
      },
      statfsSync: () => ({
        bavail: this.now < this.disk.fullUntil ? 0 : 2 ** 30,
        bsize: 4096,
        blocks: 2 ** 30,
      }),
    });
    syncBuiltinESMExports();
  }

  /** On a full disk, half of the new names find no place in their folder. */
  #beforeCreation(name: string, args: readonly unknown[]): void {
    const path = String(name === 'linkSync' ? args[1] : args[0]);
    if (this.now >= this.disk.fullUntil || fs.existsSync(path) || this.#random() < 0.5) return;
    throw createFullDiskError(name);
  }

  #beforeWrite(
    program: Program,
    name: string,
    args: unknown[],
    original: Record<string, (...args: unknown[]) => unknown>,
  ): void {
    if (this.now < this.disk.fullUntil) {
      // A full disk takes the first bytes.
      original[name]!(args[0], cut(args[1]));
      throw createFullDiskError('write');
    }
    if (!this.disk.isNextTorn) return;
    this.disk.isNextTorn = false;
    original[name]!(args[0], cut(args[1]));
    this.kill(program);
    throw new Error(`${program.name} is killed`);
  }

  /** Starts a program; returns when it ends by itself. A killed one never does. */
  start<T>(program: Program, run: () => Promise<T>): Promise<T> {
    program.pid = this.#nextPid++;
    this.#pids.add(program.pid);
    const ended = this.#context.run(program, run);
    const leave = () => this.#pids.delete(program.pid);
    ended.then(leave, leave);
    return ended;
  }

  isRunning(program: Program): boolean {
    return this.#pids.has(program.pid);
  }

  /** Calls a function as a program, if it runs. */
  enter(program: Program, run: () => void): void {
    if (this.isRunning(program)) this.#context.run(program, run);
  }

  /** Ends a program by force. Its open files are closed, as the system does. */
  kill(program: Program): void {
    // One that has ended by itself is not there any more.
    if (!this.#pids.delete(program.pid)) return;
    program.isDead = true;
    this.note(program, 'is killed');
    for (const timer of this.#timers) if (timer.program === program) this.#timers.delete(timer);
    this.#context.exit(() => {
      for (const fd of program.files.keys()) fs.closeSync(fd);
    });
    program.files.clear();
    for (const socket of program.sockets) socket.cut();
    this.onKill?.(program);
  }

  /** Removes a part of what is not on the disk for sure, as a power cut does. */
  losePower(path: string, random: () => number): void {
    if (!fs.existsSync(path)) return;
    const { size } = fs.statSync(path);
    const synced = Math.min(this.#synced.get(path) ?? 0, size);
    const rest = synced + Math.floor(random() * (size - synced + 1));
    this.note(undefined, `a power cut leaves ${rest} of ${size} bytes`);
    this.#context.exit(() => fs.truncateSync(path, rest));
  }

  /** What a program that has ended by itself has not returned; empty if it has returned everything. */
  findLeft(program: Program): string {
    const timers = [...this.#timers].filter((timer) => timer.program === program);
    const sockets = [...program.sockets].filter(({ isClosed }) => !isClosed);
    const left = [
      ...timers.map(({ order }) => `timer ${order}`),
      ...program.files.values(),
      ...sockets.map(({ bound }) => `port ${bound?.port}`),
    ];
    return left.length === 0 ? '' : `${program.name} has ended and has: ${left.join(', ')}`;
  }

  /** Calls a function later, in no program. */
  later(ms: number, fire: () => void): void {
    this.#context.exit(() => this.#add(fire, ms, null));
  }

  /** Lets time pass until a condition holds; false if it does not hold at the end of time, or nothing can happen any more. */
  async run(isDone: () => boolean, untilMs: number): Promise<boolean> {
    for (;;) {
      await new Promise((resolve) => realSetImmediate(resolve));
      if (isDone()) return true;
      let next: Timer | null = null;
      for (const timer of this.#timers)
        if (next === null || timer.at < next.at || (timer.at === next.at && timer.order < next.order))
          next = timer;
      if (next === null || next.at > untilMs) return false;
      this.now = Math.max(this.now, next.at);
      if (next.every === null) this.#timers.delete(next);
      else next.at = this.now + next.every;
      const { program, fire, order } = next;
      if (program !== undefined) this.note(program, `timer ${order}`);
      if (program === undefined) fire();
      else this.#context.run(program, fire);
    }
  }
}

/**
 * Plays in a world with a folder of its own; returns what is wrong, or null.
 *
 * @param trace Gets what has happened.
 */
export async function playWorld(
  seed: number,
  trace: string[],
  play: (world: World, folder: string) => Promise<string | null>,
): Promise<string | null> {
  // Memory is three times as fast as a disk.
  const folder = fs.mkdtempSync(join(fs.existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'rcss-world-'));
  const world = new World(folder, createRandom(seed + 0x1d));
  try {
    return await world.within(() => play(world, folder));
  } catch (error) {
    return `a fault of the world or of a program: ${(error as Error).stack}`;
  } finally {
    // A world that stands still has more lines than a call takes arguments.
    for (const line of world.trace) trace.push(line);
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the seeds to try, FIRST-LAST of the variable RCSS_WORLD_SEEDS. Each night tries more than the gate. */
export function readSeeds(ofTheGate: string): number[] {
  const [first, last] = (process.env['RCSS_WORLD_SEEDS'] ?? ofTheGate).split('-').map(Number) as [
    number,
    number,
  ];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function createFullDiskError(call: string): Error {
  return Object.assign(new Error(`ENOSPC: no space left on device, ${call}`), {
    code: 'ENOSPC',
    syscall: call,
  });
}

/** The first half of what a write has. */
function cut(data: unknown): unknown {
  const bytes = typeof data === 'string' ? Buffer.from(data) : (data as Uint8Array);
  return bytes.subarray(0, bytes.length >> 1);
}

/** A failure of a world, with the steps that are needed for it. */
export interface WorldFailure<Step> {
  readonly seed: number;
  readonly problem: string;
  readonly steps: readonly Step[];
}

/**
 * Runs worlds of seeds until one fails, and removes the steps that the failure does not need.
 *
 * @param draw Returns the steps of a seed.
 * @param play Runs a world; returns what is wrong, or null.
 */
export async function findFailure<Step>(
  seeds: Iterable<number>,
  draw: (seed: number) => readonly Step[],
  play: (seed: number, steps: readonly Step[]) => Promise<string | null>,
): Promise<WorldFailure<Step> | null> {
  for (const seed of seeds) {
    let steps = draw(seed);
    let problem = await play(seed, steps);
    if (problem === null) continue;
    for (let size = steps.length >> 1; size > 0; size >>= 1)
      for (let at = 0; at + size <= steps.length; ) {
        const fewer = [...steps.slice(0, at), ...steps.slice(at + size)];
        const again = await play(seed, fewer);
        if (again === null) at += size;
        else [steps, problem] = [fewer, again];
      }
    return { seed, problem, steps };
  }
  return null;
}
