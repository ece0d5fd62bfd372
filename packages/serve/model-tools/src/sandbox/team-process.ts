/**
 * The teams of strangers in a match: each in a process of its own, which starts with the match. The only channel is bytes on its standard input and
 * output, whose answers have a schema. The referee, the engine and the log are in this process, so that a team can fail and lose, but not
 * change the match of others.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { encodeMessageFrame, MessageFrameReader } from '@rcss/agent/node';
import type { Side } from '@rcss/core';
import { startGuarded } from '@rcss/core/node';
import type { CreateTeam, TeamClient } from '@rcss/core/team-module';
import { decodeCoachInit } from '@rcss/protocol/coach';
import { decodePlayerConnect } from '@rcss/protocol/player';
import { createTeamCommand, type IsolationKind } from './isolation.js';
import type { PrintedLines } from './printed-lines.js';
import { readMemory } from './process-memory.js';
import type { TeamSpec } from './tasks.js';
import { checkSeatReply, type SeatReply, type TeamProcessRequest } from './team-messages.js';

/** What the process of a team may use. */
export interface SeatLimits {
  /** Longest time of the whole work, s. */
  readonly seconds: number;
  /** Longest time of one answer, s. */
  readonly stallSeconds: number;
  readonly memoryMb: number;
  readonly isolation: IsolationKind;
}

/** A team that cannot play on. */
export class SeatFailure extends Error {
  readonly side: Side;

  constructor(side: Side, message: string) {
    super(message);
    this.side = side;
  }
}

type CodeSpec = Extract<TeamSpec, { readonly code: string }>;

const WATCH_INTERVAL_MS = 200;
/** Characters of the standard error that are kept: Node writes a long stack after the line about a full heap. */
const MAX_ERROR_LENGTH = 20_000;
/** Characters of messages that are sent at once. */
const MAX_BATCH = 200_000;

/** The processes of the teams of one task: one for each side and code. */
export class SeatProcesses {
  readonly #processes = new Map<string, TeamProcess>();
  readonly #limits: SeatLimits;
  readonly #printed: PrintedLines;
  readonly #program: string;
  readonly #startedAt = performance.now();

  constructor(program: string, limits: SeatLimits, printed: PrintedLines) {
    this.#program = program;
    this.#limits = limits;
    this.#printed = printed;
  }

  /** Returns a team whose clients decide in their process: in {@link SeatProcesses.exchange}. */
  load(spec: CodeSpec, side: Side): CreateTeam {
    return async ({ team, seed }) => {
      const key = `${side} ${spec.code}`;
      let process = this.#processes.get(key);
      // At the same time, a side has one team: the one that was created last.
      for (const other of this.#processes.values()) if (other.side === side) other.isPlaying = false;
      if (process === undefined) {
        process = new TeamProcess(this.#program, side, spec.name, this.#limits, this.#printed);
        this.#processes.set(key, process);
      }
      process.isPlaying = true;
      const { code, file } = spec;
      return process.create({ type: 'create', code, file, team, seed });
    };
  }

  /** Delivers what the clients have received, and gets what they decide on it: of both teams at the same time. */
  async exchange(sides: ReadonlySet<Side>): Promise<void> {
    const playing = [...this.#processes.values()].filter(
      ({ isPlaying, side }) => isPlaying && sides.has(side),
    );
    await Promise.all(playing.map((process) => process.exchange()));
  }

  /** The side whose teams have needed more than half of the time since the first one began; null: none. */
  get slowSide(): Side | null {
    const half = (performance.now() - this.#startedAt) / 2;
    const needed = { l: 0, r: 0 };
    for (const { side, neededMs } of this.#processes.values()) needed[side] += neededMs;
    if (Math.max(needed.l, needed.r) < half) return null;
    return needed.l > needed.r ? 'l' : 'r';
  }

  close(): void {
    for (const process of this.#processes.values()) process.close();
  }
}

/** The client of a team in another process. */
class RemoteClient implements TeamClient {
  readonly init: string;
  commands = '';
  readonly #onMessage: (text: string) => void;

  constructor(init: string, onMessage: (text: string) => void) {
    this.init = init;
    this.#onMessage = onMessage;
  }

  receive(message: string | Uint8Array): void {
    this.#onMessage(typeof message === 'string' ? message : Buffer.from(message).toString('latin1'));
  }

  decide(): string {
    const { commands } = this;
    this.commands = '';
    return commands;
  }
}

class TeamProcess {
  readonly side: Side;
  isPlaying = true;
  /** Time in which its answers were waited for. */
  neededMs = 0;
  readonly #name: string;
  readonly #limits: SeatLimits;
  readonly #printed: PrintedLines;
  readonly #child: ChildProcess;
  readonly #watch: NodeJS.Timeout;
  #clients: RemoteClient[] = [];
  #messages: [number, string][] = [];
  #length = 0;
  #failure: SeatFailure | null = null;
  #waiting: { resolve(reply: SeatReply): void; reject(error: Error): void } | null = null;

  constructor(program: string, side: Side, name: string, limits: SeatLimits, printed: PrintedLines) {
    this.side = side;
    this.#name = name;
    this.#limits = limits;
    this.#printed = printed;
    const [file, ...args] = createTeamCommand(program, limits);
    const { child, release } = startGuarded((env) => spawn(file!, args, { env, stdio: 'pipe', cwd: '/' }));
    this.#child = child;
    let lastError = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      lastError = (lastError + text).slice(-MAX_ERROR_LENGTH);
    });
    // It has ended, which is reported.
    child.stdin.on('error', () => {});
    const reader = new MessageFrameReader();
    child.stdout.on('data', (piece: Uint8Array) => {
      try {
        for (const message of reader.push(piece)) this.#settle(checkSeatReply(message));
      } catch (error) {
        this.#fail(`the process of ${name} broke its protocol: ${(error as Error).message}`);
      }
    });
    child.once('error', ({ message }) => this.#fail(`the process of ${name} cannot be started: ${message}`));
    child.once('exit', release);
    // Unlike "exit", it comes after the last text of the standard error.
    child.once('close', (status, killed) => {
      const text = lastError.trim().split('\n').slice(0, 5).join(' ');
      this.#fail(
        /heap out of memory/.test(lastError)
          ? this.#describeMemory(limits.memoryMb)
          : `the process of ${name} ended (${killed ?? status}): ${text}`,
      );
    });
    this.#watch = setInterval(() => {
      if (readMemory(child.pid, true) > limits.memoryMb * 1.5 * 1e6)
        this.#fail(this.#describeMemory(Math.round(limits.memoryMb * 1.5)));
    }, WATCH_INTERVAL_MS);
  }

  #describeMemory(mb: number): string {
    return `the code of ${this.#name} uses more than ${mb} MB of memory, the limit of this server`;
  }

  async create(request: Extract<TeamProcessRequest, { type: 'create' }>): Promise<{
    readonly players: TeamClient[];
    readonly coach?: TeamClient;
  }> {
    this.#messages = [];
    const reply = await this.#ask(request);
    if (reply.type !== 'created') throw this.#fail(`the process of ${this.#name} broke its protocol`);
    const inits = [...reply.players, ...(reply.coach === null ? [] : [reply.coach])];
    const foreign = findForeignInit(reply, request.team);
    if (foreign !== undefined)
      throw this.#fail(
        `${this.#name} asks for a place that is not its own: ${foreign.slice(0, 80)}; only (init ${request.team} …) is allowed`,
      );
    this.#clients = inits.map((init, i) => new RemoteClient(init, (text) => this.#addMessage(i, text)));
    const players = this.#clients.slice(0, reply.players.length);
    const coach = this.#clients[players.length];
    return { players, ...(coach === undefined ? {} : { coach }) };
  }

  async exchange(): Promise<void> {
    this.#sendMessages();
    const reply = await this.#ask({ type: 'decide' });
    if (reply.type !== 'decided' || reply.commands.length !== this.#clients.length)
      throw this.#fail(`the process of ${this.#name} broke its protocol`);
    this.#clients.forEach((client, i) => {
      client.commands = reply.commands[i]!;
    });
  }

  close(): void {
    clearInterval(this.#watch);
    this.#child.kill('SIGKILL');
  }

  #addMessage(client: number, text: string): void {
    this.#messages.push([client, text]);
    this.#length += text.length;
    if (this.#length > MAX_BATCH) this.#sendMessages();
  }

  #sendMessages(): void {
    if (this.#messages.length > 0) this.#send({ type: 'receive', messages: this.#messages });
    this.#messages = [];
    this.#length = 0;
  }

  #send(request: TeamProcessRequest): void {
    this.#child.stdin?.write(encodeMessageFrame(request));
  }

  /** @throws {SeatFailure} if the team fails */
  async #ask(request: TeamProcessRequest): Promise<SeatReply> {
    if (this.#failure !== null) throw this.#failure;
    const { stallSeconds } = this.#limits;
    const askedAt = performance.now();
    const timer = setTimeout(() => {
      this.#fail(
        `no progress for ${stallSeconds} s of ${this.#name}: the code of a team does not return, perhaps an endless loop. It was ended.`,
      );
    }, stallSeconds * 1000);
    try {
      const reply = await new Promise<SeatReply>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        this.#send(request);
      });
      for (const line of reply.printed) this.#printed.addLine(line);
      if (reply.type === 'failed') throw this.#fail(reply.message);
      return reply;
    } finally {
      this.neededMs += performance.now() - askedAt;
      clearTimeout(timer);
    }
  }

  #settle(reply: SeatReply): void {
    if (this.#waiting === null) throw new Error('an answer without a request');
    const { resolve } = this.#waiting;
    this.#waiting = null;
    resolve(reply);
  }

  #fail(message: string): SeatFailure {
    this.#failure ??= new SeatFailure(this.side, message);
    this.close();
    this.#waiting?.reject(this.#failure);
    this.#waiting = null;
    return this.#failure;
  }
}

/** Returns a request to connect as another team, or in the place of a player that is in the match. */
function findForeignInit(
  { players, coach }: Extract<SeatReply, { type: 'created' }>,
  team: string,
): string | undefined {
  const isForeign = (init: string): boolean => {
    const request = decodePlayerConnect(init);
    return request.ok && (request.value.kind !== 'init' || request.value.team !== team);
  };
  const coachInit = coach === null ? null : decodeCoachInit(coach);
  if (coachInit?.ok && coachInit.value.team !== team) return coach!;
  return players.find(isForeign);
}
