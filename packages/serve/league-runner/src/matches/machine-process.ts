import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import type { ProcessEnd } from '@rcss/kit/match-runner';
import type { MachineLink, MachineTeam } from '../jobs/machine-messages.js';
import type { IsolatedProcess } from './start-own-team.js';
import { MAX_OUTPUT_BYTES } from './team-limits.js';

/** Longest time until a machine has ended a team, ms. */
const STOP_TIMEOUT_MS = 15_000;

/**
 * Starts a team on its machine; its output goes to the file `log` of this machine.
 *
 * @returns The team as if it ran here, without processes that can be measured.
 */
export function startOnMachine(link: MachineLink, team: MachineTeam, log: string): IsolatedProcess {
  const id = randomUUID();
  writeFileSync(log, '', { flag: 'a' });
  const state = {
    end: null as ProcessEnd | null,
    failure: null as string | null,
    exceeded: null as string | null,
    address: null as string | null,
    notLimited: null as string | null,
  };
  let resolveEnded: (end: ProcessEnd) => void = () => {};
  const ended = new Promise<ProcessEnd>((resolve) => {
    resolveEnded = resolve;
  });
  let resolveStopped: () => void = () => {};
  const stopped = new Promise<void>((resolve) => {
    resolveStopped = resolve;
  });
  const finish = (end: ProcessEnd): void => {
    state.end ??= end;
    resolveEnded(state.end);
  };
  let written = 0;
  /** Returns why output is not kept: a machine can send more than a team may write. */
  const writeOutput = (output: Buffer): string | null => {
    written += output.length;
    if (written > MAX_OUTPUT_BYTES) return `wrote more than ${MAX_OUTPUT_BYTES >> 20} MB to its output`;
    try {
      appendFileSync(log, output);
      return null;
    } catch (error) {
      state.failure = `its output cannot be written here: ${(error as Error).message}`;
      finish({ status: null, signal: null, error: state.failure, seconds: 0 });
      link.stop(id);
      resolveStopped();
      return null;
    }
  };
  link.start(id, team, (event) => {
    switch (event.event) {
      case 'address':
        state.address = event.address;
        break;
      case 'output':
        state.exceeded ??= writeOutput(Buffer.from(event.data, 'base64'));
        break;
      case 'ended':
        finish(event.end);
        break;
      case 'not-limited':
        state.notLimited = event.what;
        break;
      case 'exceeded':
        state.exceeded = event.problem;
        break;
      case 'failed':
        state.failure = event.problem;
        finish({ status: null, signal: null, error: event.problem, seconds: 0 });
        resolveStopped();
        break;
      case 'stopped':
        finish({ status: null, signal: null, error: '', seconds: 0 });
        resolveStopped();
        break;
    }
  });
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (!isStopping && state.failure === null) link.stop(id);
    isStopping = true;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_TIMEOUT_MS);
    });
    await Promise.race([stopped, timeout]);
    clearTimeout(timer);
  };
  return {
    side: team.side,
    name: team.name,
    command: { file: '', args: [], shell: false, cwd: '' },
    log,
    tree: {
      // The processes are on another machine.
      child: { pid: undefined } as ChildProcess,
      mark: '',
      get end() {
        return state.end;
      },
      ended,
      stop,
    },
    stop,
    get failure() {
      return state.failure;
    },
    get exceeded() {
      return state.exceeded;
    },
    get address() {
      return state.address;
    },
    get notLimited() {
      return state.notLimited;
    },
  };
}
