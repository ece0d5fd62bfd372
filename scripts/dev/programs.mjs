import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { treeKill } from '../launch/platform.mjs';

/** Time that a program has to end after SIGINT before it is killed, ms. */
const GRACE_MS = 5000;

/** A program that is started, restarted and stopped. Each line of its output is passed on. */
export class ManagedProgram {
  #command;
  #options;
  #child;
  #ended = Promise.resolve();
  #stopping = false;

  /**
   * @param {{ name: string, file: string, args: string[] }} command
   * @param {{ cwd: string, env?: NodeJS.ProcessEnv, onLine: (line: string) => void, onExit: (status: number | string) => void }} options
   *   `onExit` is called if the program ends by itself, with its exit status or the name of a signal
   */
  constructor(command, options) {
    this.#command = command;
    this.#options = options;
  }

  get name() {
    return this.#command.name;
  }

  /** Starts the program; it must not be running. */
  start() {
    const { file, args } = this.#command;
    const { cwd, env, onLine, onExit } = this.#options;
    // In a process group of its own, Ctrl-C in the terminal does not reach it: `stop` ends it once and waits for it.
    const child = spawn(file, args, {
      cwd,
      env,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', onLine);
    this.#child = child;
    this.#stopping = false;
    this.#ended = new Promise((resolve) => {
      const end = (status) => {
        if (this.#child !== child) return;
        this.#child = undefined;
        if (!this.#stopping) onExit(status);
        resolve();
      };
      child.once('error', (error) => end(error.message));
      child.once('close', (status, signal) => end(status ?? signal));
    });
  }

  /** Sends SIGINT, kills the program if it does not end within 5 s, and resolves when it has ended. */
  async stop() {
    const child = this.#child;
    if (child === undefined) return;
    this.#stopping = true;
    const end = (signal) => {
      const { kill, command } = treeKill(child.pid, signal);
      try {
        if (kill !== undefined) process.kill(...kill);
        else spawn(command[0], command.slice(1), { stdio: 'ignore' }).on('error', () => {});
      } catch {
        // The process group has ended.
      }
    };
    end('SIGINT');
    const force = setTimeout(() => end('SIGKILL'), GRACE_MS);
    await this.#ended;
    clearTimeout(force);
  }

  async restart() {
    await this.stop();
    this.start();
  }
}
