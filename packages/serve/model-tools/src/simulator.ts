import type { CallContext } from './call-context.js';
import type { CallLimits } from './limits.js';
import { MatchStore } from './match-store.js';
import { runTask } from './sandbox/run-task.js';
import type { SandboxResult, SandboxTask } from './sandbox/tasks.js';
import { type AllowedPrograms, findProgram, performWithPrograms } from './team-programs.js';
import { ToolError } from './tool-error.js';
import { WorkFolder } from './work-folder.js';

export type { CallContext } from './call-context.js';

/** Calls that may wait for a process; more are refused. */
const MAX_WAITING = 20;

/** What the tools work on: the work folder with its matches, and processes with limits. */
export class Simulator {
  readonly folder: WorkFolder;
  readonly limits: CallLimits;
  readonly matches: MatchStore;
  /** Teams that are programs; undefined: there are none. */
  readonly programs: AllowedPrograms | undefined;
  readonly #program: string | undefined;
  readonly #waiters: (() => void)[] = [];
  #running = 0;

  /**
   * @param program Program of the processes with matches; replaced in tests that run from source.
   * @param programs Teams that are programs of this machine.
   */
  constructor(path: string, limits: CallLimits, program?: string, programs?: AllowedPrograms) {
    this.programs = programs;
    this.folder = new WorkFolder(path);
    this.limits = limits;
    this.matches = new MatchStore(this.folder, limits);
    this.#program = program;
  }

  /**
   * Performs a task in a process; waits for a free place.
   *
   * @throws {ToolError} if it fails or is cancelled
   */
  async run<Type extends SandboxTask['type']>(
    task: Extract<SandboxTask, { type: Type }>,
    { signal, report }: CallContext,
    describe: (done: number, total: number) => string = (done, total) => `cycle ${done} of about ${total}`,
  ): Promise<Extract<SandboxResult, { type: Type }>> {
    return this.inPlace(signal, async (limited) => {
      const name = findProgram(task.recipe);
      if (name !== undefined)
        return (await performWithPrograms(this.programs, name, task, {
          signal: limited,
          report,
        })) as Extract<SandboxResult, { type: Type }>;
      return await runTask<Type>(task, {
        limits: this.limits,
        signal,
        onProgress: (done, total) => report(done, total, describe(done, total)),
        ...(this.#program === undefined ? {} : { program: this.#program }),
      });
    });
  }

  /**
   * Does work with a process when a place is free; its signal has the longest time of a call, too.
   *
   * @throws {ToolError} if the call is cancelled before
   */
  async inPlace<T>(signal: AbortSignal, work: (limited: AbortSignal) => Promise<T>): Promise<T> {
    await this.#takePlace(signal);
    try {
      return await work(AbortSignal.any([signal, AbortSignal.timeout(this.limits.seconds * 1000)]));
    } finally {
      const next = this.#waiters.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** Waits for a free process. A call that is cancelled meanwhile no longer waits. */
  async #takePlace(signal: AbortSignal): Promise<void> {
    if (this.#running < this.limits.processes) {
      this.#running += 1;
      return;
    }
    if (this.#waiters.length >= MAX_WAITING)
      throw new ToolError(`${MAX_WAITING} calls wait for a free process; try again later`);
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiters.splice(this.#waiters.indexOf(start), 1);
        reject(new ToolError('the call was cancelled'));
      };
      this.#waiters.push(start);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
