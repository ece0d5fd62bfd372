import { createServer, type Server } from 'node:net';
import { CommandLineError } from '@rcss/kit/command-line';
import type {
  MachineEvent,
  MachineLink,
  MachineMessage,
  MachineTeam,
  RunnerMessage,
} from '../jobs/machine-messages.js';
import { greetMachine, type MachineHello, MessageConnection } from './connection.js';

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
  readonly running: Map<string, (event: MachineEvent) => void>;
}

const MAX_MACHINES = 256;

/** The machines of the teams: they connect to the runner, which starts teams on them. */
export class MachineHub implements MachineLink {
  readonly #options: MachineHubOptions;
  readonly #server: Server;
  readonly #machines = new Set<Machine>();
  readonly #connections = new Set<MessageConnection>();
  readonly #waiting = new Set<() => void>();

  constructor(options: MachineHubOptions) {
    this.#options = options;
    this.#server = createServer((socket) => {
      if (this.#connections.size >= MAX_MACHINES) return socket.destroy();
      void this.#accept(new MessageConnection(socket));
    });
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

  start(id: string, team: MachineTeam, onEvent: (event: MachineEvent) => void): void {
    const machine = this.#find(team.name, team.version);
    if (machine === null) {
      onEvent({ event: 'failed', problem: `no machine has the team ${team.name}` });
      return;
    }
    machine.running.set(id, onEvent);
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
    return [...this.#machines].find(({ teams }) => teams[team] === version) ?? null;
  }

  #describeMissing(team: string, version: string): string {
    const other = [...this.#machines].find(({ teams }) => teams[team] !== undefined);
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
      hello = await greetMachine(connection, this.#options.token);
    } catch (error) {
      connection.close();
      this.#options.onNote?.(`A machine at ${address} is not accepted: ${(error as Error).message}.`);
      return;
    }
    const machine: Machine = { ...hello, connection, running: new Map() };
    this.#machines.add(machine);
    this.#options.onNote?.(
      `Machine ${machine.machine} (${address}) has ${Object.keys(machine.teams).join(', ')}.`,
    );
    connection.onMessage((message) => {
      const { id, ...event } = message as MachineMessage;
      const listener = machine.running.get(id);
      if (event.event === 'stopped' || event.event === 'failed') machine.running.delete(id);
      listener?.(event as MachineEvent);
    });
    for (const wake of this.#waiting) wake();
    const reason = await connection.closed;
    this.#machines.delete(machine);
    this.#options.onNote?.(`Machine ${machine.machine} is gone: ${reason}.`);
    for (const listener of machine.running.values())
      listener({ event: 'failed', problem: `the machine ${machine.machine} is gone: ${reason}` });
  }
}
