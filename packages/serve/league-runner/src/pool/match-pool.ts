import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startGuarded } from '@rcss/core/node';
import { makeFolder } from '@rcss/kit/command-line';
import { cutNativeStack, signalTreeProcesses, type TreeIdentity } from '@rcss/kit/match-runner';
import { openTeamGroups } from '../isolation/team-groups.js';
import { MatchFailure, type Score } from '../jobs/match-outcome.js';
import {
  type HostReply,
  type HostRequest,
  type HostTask,
  type HostTasks,
  isHostReply,
} from './host-messages.js';

/** A program that can be forked. */
export interface HostProgram {
  readonly path: string;
  readonly execArgv: readonly string[];
}

/** Settings of a pool. */
export interface PoolOptions {
  /** Matches that are played at the same time. */
  readonly size: number;
  /** Longest real time of a match, s. Default: an hour. */
  readonly matchTimeout?: number;
  /** Longest time without progress of a match, s. Default: 90. */
  readonly stallTimeout?: number;
  /** Program of the processes; replaced in tests. */
  readonly program?: HostProgram;
}

/** What a caller learns about a match while it runs. */
export interface PlayListener {
  /** A machine plays the match; called again if another one begins it anew. */
  began?(host: string): void;
  /**
   * A monitor can watch the match at this UDP port of the machine.
   *
   * @param address Of the machine for other machines; null or absent: the port serves that machine only.
   */
  opened?(port: number, address?: string | null): void;
  /** The match goes on; `step` counts also the cycles of stopped play. */
  progressed?(step: number, score?: Score): void;
}

/** Matches at the same time by default: a match of processes uses several processors in turns. */
export function chooseParallelCount(): number {
  return Math.max(1, Math.floor(availableParallelism() / 2));
}

const DEFAULT_PROGRAM: HostProgram = {
  path: fileURLToPath(new URL('./match-host.js', import.meta.url)),
  execArgv: [],
};
const DEFAULT_MATCH_TIMEOUT = 3600;
const DEFAULT_STALL_TIMEOUT = 90;
/** Characters at the end of the errors of a process; native stacks are cut from them. */
const MAX_ERROR = 8000;
const WATCH_INTERVAL_MS = 500;
/** Time that a match has to end after a request, ms. */
const STOP_TIMEOUT_MS = 8000;

/** One process that plays matches. */
class MatchHost {
  readonly slot: number;
  readonly #child: ChildProcess;
  readonly #trees: TreeIdentity[] = [];
  readonly #ended: Promise<void>;
  #onReply: (reply: HostReply) => void = () => {};
  #onEnd: (reason: string) => void = () => {};
  isAlive = true;

  constructor({ path, execArgv }: HostProgram, slot: number) {
    this.slot = slot;
    const { child, release } = startGuarded((variables) =>
      fork(path, [], {
        execArgv: [...execArgv],
        env: { ...process.env, ...variables },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      }),
    );
    this.#child = child;
    child.once('exit', release);
    let lastError = '';
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastError = (lastError + text).slice(-MAX_ERROR);
    });
    this.#child.on('message', (message) => {
      if (isHostReply(message)) return this.#onReply(message);
      lastError = 'it sent a message that is not one of this program';
      this.kill();
    });
    this.#ended = new Promise((resolve) => {
      const end = (reason: string): void => {
        this.isAlive = false;
        // Teams of a process that was killed.
        for (const tree of this.#trees) killTree(tree);
        this.#onEnd(
          `${reason}${lastError === '' ? '' : `: ${cutNativeStack(lastError).trim().slice(-2000)}`}`,
        );
        resolve();
      };
      this.#child.once('error', ({ message }) => end(message));
      this.#child.once('exit', (status, signal) =>
        end(`the process of the match ended (${signal ?? status})`),
      );
    });
  }

  /** Performs a task; rejects if the process ends, the match stalls or exceeds its time. */
  perform<Type extends keyof HostTasks>(
    task: HostTask<Type>,
    timeouts: { readonly match: number; readonly stall: number },
    signal: AbortSignal,
    listener: PlayListener,
  ): Promise<HostTasks[Type]['result']> {
    this.#trees.length = 0;
    const startedAt = performance.now();
    let progressAt = startedAt;
    let cycle = -1;
    let stopAt = Number.POSITIVE_INFINITY;
    return new Promise((resolve, reject) => {
      const fail = (message: string): void => finish(() => reject(new MatchFailure(message)));
      const stop = (): void => {
        if (stopAt !== Number.POSITIVE_INFINITY) return;
        stopAt = performance.now() + STOP_TIMEOUT_MS;
        this.#send({ type: 'stop' });
      };
      const timer = setInterval(() => {
        const now = performance.now();
        if (now > stopAt) return this.kill();
        if (now - startedAt > timeouts.match * 1000) {
          this.kill();
          fail(`the match did not end in ${timeouts.match} s (--match-timeout)`);
        } else if (cycle >= 0 && now - progressAt > timeouts.stall * 1000) {
          this.kill();
          fail(`the match made no progress for ${timeouts.stall} s at cycle ${Math.max(cycle, 0)}`);
        }
      }, WATCH_INTERVAL_MS);
      const finish = (settle: () => void): void => {
        clearInterval(timer);
        signal.removeEventListener('abort', stop);
        this.#onReply = () => {};
        this.#onEnd = () => {};
        settle();
      };
      this.#onEnd = fail;
      this.#onReply = (reply) => {
        if (reply.type === 'started') this.#trees.push(reply.tree);
        if (reply.type === 'opened') listener.opened?.(reply.port);
        if (reply.type === 'started' || reply.type === 'opened' || reply.type === 'ready')
          progressAt = performance.now();
        if (reply.type === 'progress') {
          if (reply.cycle !== cycle) progressAt = performance.now();
          cycle = reply.cycle;
          listener.progressed?.(cycle, reply.score);
        }
        if (reply.type === 'failure') fail(reply.message.slice(0, 3000));
        if (reply.type === 'done') finish(() => resolve(reply.result));
      };
      signal.addEventListener('abort', stop);
      if (!this.isAlive) return fail('the process of the match has ended');
      this.#send(task);
      if (signal.aborted) stop();
    });
  }

  #send(request: HostRequest): void {
    // A process that has just ended is reported by its exit.
    if (this.#child.connected) this.#child.send(request, () => {});
  }

  /** Ends the process and the teams of its match. It takes no further task, although its exit is reported later. */
  kill(): void {
    this.isAlive = false;
    for (const tree of this.#trees) killTree(tree);
    this.#child.kill('SIGKILL');
  }

  async close(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    const timer = setTimeout(() => this.kill(), STOP_TIMEOUT_MS);
    await this.#ended;
    clearTimeout(timer);
  }
}

function killTree(tree: TreeIdentity): void {
  signalTreeProcesses(tree, 'SIGKILL');
  const { group } = tree;
  try {
    process.kill(process.platform === 'win32' ? group : -group, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Plays matches in processes of this machine. The processes start when they are needed. */
export class MatchPool {
  readonly size: number;
  readonly #program: HostProgram;
  readonly #timeouts: { readonly match: number; readonly stall: number };
  /** Processes without work, and numbers of places that have none yet. */
  readonly #free: (MatchHost | number)[];
  readonly #hosts = new Set<MatchHost>();
  readonly #waiters: ((place: MatchHost | number) => void)[] = [];

  constructor({ size, program = DEFAULT_PROGRAM, matchTimeout, stallTimeout }: PoolOptions) {
    this.size = size;
    this.#program = program;
    this.#timeouts = {
      match: matchTimeout ?? DEFAULT_MATCH_TIMEOUT,
      stall: stallTimeout ?? DEFAULT_STALL_TIMEOUT,
    };
    this.#free = Array.from({ length: size }, (_, slot) => slot).reverse();
    // Before its processes start: they are in the group of this one.
    if (program === DEFAULT_PROGRAM) openTeamGroups();
  }

  /**
   * Performs a task in a free process; waits for one. The folder is emptied first.
   *
   * @throws {MatchFailure} if it gives no result for a reason that is not a team: the process ended, made no progress or needed too long
   */
  async perform<Type extends keyof HostTasks>(
    task: Pick<HostTask<Type>, 'type' | 'given' | 'folder'>,
    signal: AbortSignal,
    listener: PlayListener = {},
  ): Promise<HostTasks[Type]['result']> {
    const host = await this.#take();
    const { folder } = task;
    try {
      if (signal.aborted) throw new MatchFailure('the match was stopped');
      listener.began?.(hostname());
      // Half a match of an earlier run may be there.
      rmSync(folder, { recursive: true, force: true });
      makeFolder(folder);
      return await host.perform({ ...task, slot: host.slot }, this.#timeouts, signal, listener);
    } finally {
      this.#release(host);
    }
  }

  /** Ends all processes. */
  async close(): Promise<void> {
    await Promise.all([...this.#hosts].map((host) => host.close()));
  }

  async #take(): Promise<MatchHost> {
    const place =
      this.#free.pop() ?? (await new Promise<MatchHost | number>((resolve) => this.#waiters.push(resolve)));
    if (typeof place !== 'number' && place.isAlive) return place;
    const host = new MatchHost(this.#program, typeof place === 'number' ? place : place.slot);
    this.#hosts.add(host);
    return host;
  }

  #release(host: MatchHost): void {
    if (!host.isAlive) this.#hosts.delete(host);
    const place = host.isAlive ? host : host.slot;
    const waiter = this.#waiters.shift();
    if (waiter === undefined) this.#free.push(place);
    else waiter(place);
  }
}
