import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ModuleTeam } from '@rcss/core/match-document';
import { startGuarded } from '@rcss/core/node';
import { makeFolder } from '@rcss/kit/command-line';
import { signalTreeProcesses, type TreeIdentity } from '@rcss/kit/match-runner';
import { openTeamGroups } from '../isolation/team-groups.js';
import type { MatchJob } from '../jobs/match-job.js';
import { MatchFailure, type MatchOutcome } from '../jobs/match-outcome.js';
import type { CheckRequest, TeamMeasurement } from '../jobs/team-check.js';
import type { HostReply, HostRequest, HostResult, HostTask } from './host-messages.js';

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
  progressed?(step: number): void;
}

/** Plays matches in processes of this machine. */
export interface MatchPool {
  readonly size: number;
  /**
   * Plays a match in a free process; waits for one. The folder is emptied first.
   *
   * @throws {MatchFailure} if the match gives no result for a reason that is not a team.
   */
  play(job: MatchJob, folder: string, signal: AbortSignal, listener?: PlayListener): Promise<MatchOutcome>;
  /**
   * Plays a short match of a team alone in a free process; waits for one. The folder is emptied first.
   *
   * @throws {MatchFailure} if there is no measurement: the process ended, or the match made no progress.
   */
  check(
    request: CheckRequest,
    folder: string,
    signal: AbortSignal,
    listener?: PlayListener,
  ): Promise<TeamMeasurement>;
  /**
   * Loads the module of a team in a free process; waits for one. The folder is emptied first.
   *
   * @throws {MatchFailure} if the module cannot be loaded, or not in the time of a match.
   */
  load(team: ModuleTeam, folder: string, signal: AbortSignal): Promise<void>;
  /** Ends all processes. */
  close(): Promise<void>;
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
      lastError = (lastError + text).slice(-2000);
    });
    this.#child.on('message', (reply: HostReply) => this.#onReply(reply));
    this.#ended = new Promise((resolve) => {
      const end = (reason: string): void => {
        this.isAlive = false;
        // Teams of a process that was killed.
        for (const tree of this.#trees) killTree(tree);
        this.#onEnd(`${reason}${lastError === '' ? '' : `: ${lastError.trim()}`}`);
        resolve();
      };
      this.#child.once('error', ({ message }) => end(message));
      this.#child.once('exit', (status, signal) =>
        end(`the process of the match ended (${signal ?? status})`),
      );
    });
  }

  /** Performs a task; rejects if the process ends, the match stalls or exceeds its time. */
  perform(
    task: HostTask,
    timeouts: { readonly match: number; readonly stall: number },
    signal: AbortSignal,
    listener: PlayListener,
  ): Promise<HostResult> {
    this.#trees.length = 0;
    const startedAt = performance.now();
    let progressAt = startedAt;
    let cycle = -1;
    let stopAt = Number.POSITIVE_INFINITY;
    return new Promise<HostResult>((resolve, reject) => {
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
          listener.progressed?.(cycle);
        }
        if (reply.type === 'failure') fail(reply.message);
        if (reply.type === 'outcome' || reply.type === 'measurement' || reply.type === 'loaded')
          finish(() => resolve(reply));
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

/** A task without what the pool adds. */
type Task =
  | Pick<Extract<HostTask, { type: 'play' }>, 'type' | 'job'>
  | Pick<Extract<HostTask, { type: 'check' }>, 'type' | 'request'>
  | Pick<Extract<HostTask, { type: 'load' }>, 'type' | 'team'>;

/** Creates a pool of processes that play matches. The processes start when they are needed. */
export function createMatchPool(options: PoolOptions): MatchPool {
  const { size, program = DEFAULT_PROGRAM } = options;
  const timeouts = {
    match: options.matchTimeout ?? DEFAULT_MATCH_TIMEOUT,
    stall: options.stallTimeout ?? DEFAULT_STALL_TIMEOUT,
  };
  // Before its processes start: they are in the group of this one.
  if (program === DEFAULT_PROGRAM) openTeamGroups();
  const free: (MatchHost | number)[] = Array.from({ length: size }, (_, slot) => slot).reverse();
  const hosts = new Set<MatchHost>();
  const waiters: ((host: MatchHost | number) => void)[] = [];

  const take = async (): Promise<MatchHost> => {
    const place = free.pop() ?? (await new Promise<MatchHost | number>((resolve) => waiters.push(resolve)));
    if (typeof place !== 'number' && place.isAlive) return place;
    const host = new MatchHost(program, typeof place === 'number' ? place : place.slot);
    hosts.add(host);
    return host;
  };
  const release = (host: MatchHost): void => {
    if (!host.isAlive) hosts.delete(host);
    const place = host.isAlive ? host : host.slot;
    const waiter = waiters.shift();
    if (waiter === undefined) free.push(place);
    else waiter(place);
  };

  const perform = async (
    task: Task,
    folder: string,
    signal: AbortSignal,
    listener: PlayListener = {},
  ): Promise<HostResult> => {
    const host = await take();
    try {
      if (signal.aborted) throw new MatchFailure('the match was stopped');
      listener.began?.(hostname());
      // Half a match of an earlier run may be there.
      rmSync(folder, { recursive: true, force: true });
      makeFolder(folder);
      return await host.perform({ ...task, folder, slot: host.slot }, timeouts, signal, listener);
    } finally {
      release(host);
    }
  };

  return {
    size,
    async play(job, folder, signal, listener) {
      const result = await perform({ type: 'play', job }, folder, signal, listener);
      if (result.type !== 'outcome') throw new Error(`a match was answered with a ${result.type}`);
      return result.outcome;
    },
    async check(request, folder, signal, listener) {
      const result = await perform({ type: 'check', request }, folder, signal, listener);
      if (result.type !== 'measurement') throw new Error(`a check was answered with an ${result.type}`);
      return result.measurement;
    },
    async load(team, folder, signal) {
      await perform({ type: 'load', team }, folder, signal);
    },
    async close() {
      await Promise.all([...hosts].map((host) => host.close()));
    },
  };
}
