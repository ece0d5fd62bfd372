import { createServer, type Server } from 'node:net';
import { CommandLineError } from '@rcss/kit/command-line';
import {
  checkMachineMessage,
  type MachineHello,
  type MachineLink,
  type MachineTeam,
  type MachineTeamEvent,
  type RunnerMessage,
} from '../jobs/machine-messages.js';
import { greetMachine, MessageConnection } from './connection.js';

/** Settings of a hub. */
export interface MachineHubOptions {
  /** Address and TCP port on which machines are accepted. */
  readonly address: string;
  readonly port: number;
  /** Secret that machines have too. */
  readonly token: string;
  /** Called with things that the user should know. */
  onNote?(text: string): void;
}

/** A connected machine. */
interface Machine extends MachineHello {
  readonly connection: MessageConnection;
  /** Teams that it runs now, by their start. */
  readonly running: Map<string, (event: MachineTeamEvent) => void>;
}

const MAX_MACHINES = 256;
/** Connections that have not shown the key: all, and of one address. A new one takes the place of the oldest one, so that none locks others out. */
const MAX_STRANGERS = 64;
const MAX_STRANGERS_PER_ADDRESS = 8;
/** Different notes about connections that were not accepted; afterwards no more. */
const MAX_REFUSALS = 50;

/** The machines of the teams: they connect to the runner, which starts teams on them. */
export class MachineHub implements MachineLink {
  readonly #options: MachineHubOptions;
  readonly #server: Server;
  readonly #machines = new Set<Machine>();
  readonly #connections = new Set<MessageConnection>();
  /** Connections without the key, the oldest first. */
  readonly #strangers = new Set<MessageConnection>();
  /** Names of the machines that sent what no machine sends; they take no further part. */
  readonly #putAway = new Set<string>();
  readonly #refusals = new Set<string>();
  readonly #waiting = new Set<() => void>();

  constructor(options: MachineHubOptions) {
    this.#options = options;
    this.#server = createServer((socket) => void this.#accept(new MessageConnection(socket)));
  }

  /**
   * Accepts machines. Returns the port.
   *
   * @throws {CommandLineError} if the port cannot be opened.
   */
  async open(): Promise<number> {
    const { address, port } = this.#options;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', ({ message }) =>
        reject(new CommandLineError(`--machines: ${address}:${port} cannot be opened: ${message}`)),
      );
      this.#server.listen(port, address, resolve);
    });
    return (this.#server.address() as { port: number }).port;
  }

  /** Resolves when a machine has the team in this version, or the signal comes. */
  async waitForTeam(team: string, version: string, signal: AbortSignal): Promise<void> {
    for (let isNoted = false; !signal.aborted && this.#find(team, version) === null; isNoted = true) {
      if (!isNoted) this.#options.onNote?.(this.#describeMissing(team, version));
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        this.#waiting.add(wake);
        signal.addEventListener('abort', wake, { once: true });
      });
    }
  }

  start(id: string, team: MachineTeam, onEvent: (event: MachineTeamEvent) => void): void {
    const machine = this.#find(team.name, team.version);
    if (machine === null) {
      onEvent({ event: 'failed', problem: `no machine has the team ${team.name}` });
      return;
    }
    machine.running.set(id, onEvent);
    onEvent({ event: 'address', address: machine.connection.address });
    this.#send(machine, { do: 'start', id, team });
  }

  stop(id: string): void {
    for (const machine of this.#machines)
      if (machine.running.has(id)) this.#send(machine, { do: 'stop', id });
  }

  /** Ends all connections; machines end their teams. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const connection of this.#connections) connection.close();
    await closed;
  }

  #send({ connection }: Machine, message: RunnerMessage): void {
    connection.send(message);
  }

  #find(team: string, version: string): Machine | null {
    return (
      [...this.#machines].find(({ teams }) => Object.hasOwn(teams, team) && teams[team] === version) ?? null
    );
  }

  #describeMissing(team: string, version: string): string {
    const other = [...this.#machines].find(({ teams }) => Object.hasOwn(teams, team));
    const hint =
      other === undefined
        ? 'Start rcss league machine there.'
        : `${other.machine} has version ${other.teams[team]}; versions must be equal: give the field version in the team files if the files differ.`;
    return `No machine has ${team} (${version}); its matches wait. ${hint}`;
  }

  async #accept(connection: MessageConnection): Promise<void> {
    this.#connections.add(connection);
    void connection.closed.then(() => this.#connections.delete(connection));
    const { address } = connection;
    let hello: MachineHello;
    try {
      hello = await this.#greet(connection);
    } catch (error) {
      connection.close();
      this.#noteRefusal(`A machine at ${address} is not accepted: ${(error as Error).message}.`);
      return;
    }
    const machine: Machine = { ...hello, connection, running: new Map() };
    this.#machines.add(machine);
    this.#options.onNote?.(
      `Machine ${machine.machine} (${address}) has ${Object.keys(machine.teams).join(', ')}.`,
    );
    connection.onMessage((message) => this.#receive(machine, message));
    for (const wake of this.#waiting) wake();
    const reason = await connection.closed;
    this.#machines.delete(machine);
    this.#options.onNote?.(`Machine ${machine.machine} is gone: ${reason}.`);
    for (const listener of machine.running.values())
      listener({ event: 'failed', problem: `the machine ${machine.machine} is gone: ${reason}` });
  }

  /** @throws {Error} if the machine is not accepted. */
  async #greet(connection: MessageConnection): Promise<MachineHello> {
    const strangers = this.#strangers;
    strangers.add(connection);
    void connection.closed.then(() => strangers.delete(connection));
    const same = [...strangers].filter(({ address }) => address === connection.address);
    const list = same.length > MAX_STRANGERS_PER_ADDRESS ? same : [...strangers];
    if (same.length > MAX_STRANGERS_PER_ADDRESS || strangers.size > MAX_STRANGERS) {
      strangers.delete(list[0]!);
      list[0]!.close('too many connections without the key');
    }
    const hello = await greetMachine(connection, this.#options.token);
    strangers.delete(connection);
    if (this.#putAway.has(hello.machine)) throw new Error(`${hello.machine} was put away`);
    if (this.#machines.size >= MAX_MACHINES) throw new Error(`there are ${MAX_MACHINES} machines`);
    return hello;
  }

  #noteRefusal(note: string): void {
    if (this.#refusals.has(note) || this.#refusals.size >= MAX_REFUSALS) return;
    this.#refusals.add(note);
    this.#options.onNote?.(note);
  }

  /** A machine that sends something else than its messages ends its own part in the run, not the run. */
  #receive({ machine, connection, running }: Machine, data: unknown): void {
    try {
      const { id, ...event } = checkMachineMessage('machineMessage', data);
      const listener = running.get(id);
      if (event.event === 'stopped' || event.event === 'failed') running.delete(id);
      listener?.(event);
    } catch (error) {
      const { message } = error as Error;
      this.#putAway.add(machine);
      this.#options.onNote?.(`Machine ${machine} takes no further part in this run: ${message}.`);
      connection.close(message);
    }
  }
}
