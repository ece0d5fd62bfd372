import { closeSync, openSync, readSync } from 'node:fs';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { StartedTeam } from '@rcss/core/match-document';
import { CommandLineError, makeFolder } from '@rcss/kit/command-line';
import type { LoadedTeam } from '../documents/load-teams.js';
import {
  checkMachineMessage,
  MAX_TEXT,
  type MachineEvent,
  type MachineTeam,
  type RunnerMessage,
} from '../jobs/machine-messages.js';
import { MatchFailure } from '../jobs/match-outcome.js';
import { findForeignVariable, mergeEnvironment } from '../matches/foreign-environment.js';
import { type IsolatedProcess, startOwnTeam } from '../matches/start-own-team.js';
import { findExceededLimit, MAX_OUTPUT_BYTES } from '../matches/team-limits.js';
import { greetRunner, MessageConnection } from './connection.js';

/** Settings of a machine of teams. */
export interface MachineSettings {
  /** Name or address of the machine of the runner; teams reach the server there. */
  readonly host: string;
  /** TCP port of the runner. */
  readonly port: number;
  readonly token: string;
  /** Teams of this machine by name; no other commands are started. */
  readonly teams: ReadonlyMap<string, LoadedTeam>;
  /** Folder for the output of the teams. */
  readonly folder: string;
  /** Ends the machine with its teams. */
  readonly signal: AbortSignal;
  onNote?(text: string): void;
}

const RECONNECT_MS = 2000;
const OUTPUT_INTERVAL_MS = 200;
const LIMIT_INTERVAL_MS = 1000;
/** Bytes of output in a message. */
const CHUNK_BYTES = 96 * 1024;
/** Messages of output that are sent at once: a team can write faster than it is read. */
const MAX_CHUNKS = 64;
/** Teams at the same time. */
const MAX_RUNNING = 1000;

/**
 * Serves the runner of a league until the signal comes: starts its teams, limits them, sends their output and ends them. If the connection is
 * lost, the teams are ended, and it connects again.
 *
 * @returns Number of teams that were started.
 */
export async function runMachine(settings: MachineSettings): Promise<{ readonly started: number }> {
  const { host, port, signal, onNote } = settings;
  const count = { started: 0 };
  let problem = '';
  while (!signal.aborted) {
    const reason = await serveRunner(settings, count).catch((error: Error) => error.message);
    if (signal.aborted) break;
    // While there is no runner, once is enough.
    if (reason !== problem) onNote?.(`${host}:${port}: ${reason}. Connecting again.`);
    problem = reason;
    await sleep(RECONNECT_MS, signal);
  }
  return count;
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Serves one connection; returns why it has ended. */
async function serveRunner(
  { host, port, token, teams, folder, signal, onNote }: MachineSettings,
  count: { started: number },
): Promise<string> {
  const connection = new MessageConnection(connect({ port, host, autoSelectFamily: true }));
  const stop = (): void => connection.close();
  signal.addEventListener('abort', stop, { once: true });
  const running = new Map<string, RunningTeam>();
  try {
    const versions = Object.fromEntries([...teams].map(([name, { version }]) => [name, version]));
    await greetRunner(connection, token, { machine: hostname(), teams: versions });
    const { address } = connection;
    onNote?.(`Connected to ${host}:${port}.`);
    connection.onMessage((message) => {
      let request: RunnerMessage;
      try {
        request = checkMachineMessage('runnerMessage', message);
      } catch (error) {
        connection.close((error as Error).message);
        return;
      }
      const { id } = request;
      if (request.do === 'stop') return void running.get(id)?.stop();
      const send = (event: MachineEvent): void => connection.send({ id, ...event });
      const own = teams.get(request.team.name);
      if (own === undefined || own.version !== request.team.version)
        return send({ event: 'failed', problem: `${hostname()} does not have ${request.team.name}` });
      if (running.has(id) || running.size >= MAX_RUNNING)
        return send({ event: 'failed', problem: `${hostname()} runs it already, or ${MAX_RUNNING} teams` });
      const foreign = findForeignVariable(own.team, request.team.environment);
      if (foreign !== null)
        return send({ event: 'failed', problem: `${hostname()}: ${foreign}`.slice(0, MAX_TEXT) });
      count.started += 1;
      const team = new RunningTeam(own, request.team, { address, log: join(folder, `${id}.log`) }, send);
      running.set(id, team);
      void team.ended.then(() => running.delete(id));
    });
    return await connection.closed;
  } finally {
    signal.removeEventListener('abort', stop);
    connection.close();
    await Promise.all([...running.values()].map((team) => team.stop()));
  }
}

/** A team that this machine runs. */
class RunningTeam {
  readonly #send: (event: MachineEvent) => void;
  readonly #log: string;
  readonly #team: Promise<IsolatedProcess | null>;
  #sentBytes = 0;
  #stopping: Promise<void> | null = null;
  #resolve: () => void = () => {};
  /** Resolves when all its processes have ended. */
  readonly ended: Promise<void> = new Promise((resolve) => {
    this.#resolve = resolve;
  });

  constructor(
    own: LoadedTeam,
    request: MachineTeam,
    { address, log }: { readonly address: string; readonly log: string },
    send: (event: MachineEvent) => void,
  ) {
    this.#send = send;
    this.#log = log;
    this.#team = this.#start(own, request, address);
  }

  async #start(own: LoadedTeam, request: MachineTeam, address: string): Promise<IsolatedProcess | null> {
    const { name, side, slot, port, olcoachPort, seed, environment, limits, isolation, repeatable } = request;
    try {
      makeFolder(join(this.#log, '..'));
      const team = await startOwnTeam(
        {
          ...(own.team as StartedTeam),
          name,
          environment: mergeEnvironment(own.team, environment),
        },
        {
          limits,
          ...(isolation === undefined ? {} : { isolation }),
          ...(own.image === undefined ? {} : { image: own.image }),
          ...(repeatable === undefined ? {} : { repeatable }),
          ...(own.templates === undefined ? {} : { templates: own.templates }),
        },
        { host: address, port, olcoachPort, seed, side, slot, log: this.#log },
      );
      const { notLimited } = team;
      if (typeof notLimited === 'string') this.#send({ event: 'not-limited', what: notLimited });
      const output = setInterval(() => this.#sendOutput(), OUTPUT_INTERVAL_MS);
      const limit = setInterval(() => {
        const problem = team.exceeded ?? findExceededLimit(team, limits);
        if (problem === null) return;
        clearInterval(limit);
        this.#sendOutput();
        this.#send({ event: 'exceeded', problem: problem.slice(0, MAX_TEXT) });
        // Whatever the runner does about it: the disk is that of this machine.
        void this.stop();
      }, LIMIT_INTERVAL_MS);
      void team.tree.ended.then((end) => {
        this.#sendOutput();
        this.#send({ event: 'ended', end });
      });
      void this.ended.then(() => {
        clearInterval(output);
        clearInterval(limit);
      });
      return team;
    } catch (error) {
      if (!(error instanceof MatchFailure) && !(error instanceof CommandLineError)) throw error;
      this.#send({ event: 'failed', problem: `${hostname()}: ${error.message}`.slice(0, MAX_TEXT) });
      this.#resolve();
      return null;
    }
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#end();
    return this.#stopping;
  }

  async #end(): Promise<void> {
    const team = await this.#team;
    if (team === null) return;
    await team.stop();
    this.#sendOutput();
    this.#send({ event: 'stopped' });
    this.#resolve();
  }

  /** Sends what the team has written since the last call. */
  #sendOutput(): void {
    let file: number;
    try {
      file = openSync(this.#log, 'r');
    } catch {
      return;
    }
    try {
      const buffer = Buffer.alloc(CHUNK_BYTES);
      for (let chunk = 0; chunk < MAX_CHUNKS && this.#sentBytes < MAX_OUTPUT_BYTES; chunk++) {
        const count = readSync(file, buffer, 0, CHUNK_BYTES, this.#sentBytes);
        if (count === 0) return;
        this.#sentBytes += count;
        this.#send({ event: 'output', data: buffer.toString('base64', 0, count) });
      }
    } finally {
      closeSync(file);
    }
  }
}
