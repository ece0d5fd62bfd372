/**
 * A recorded match on a server with programs in place of its clients: each program receives, in step, what the recorded client received, and its
 * commands are compared with the recorded ones, which are executed. From a cycle on, the programs can play on by themselves.
 *
 * The phases are those of a synchronous server; only the inputs come from the recording. So the messages are those of the match, in the same order,
 * and nothing has to be converted where the programs begin to play: from then on, the server executes what they send.
 *
 * Invariant: until then, no program changes the match. Each recorded step has the recorded state.
 */
import { type PlayerCommand, playerIndex, type Side, TEAM_SIZE } from '@rcss/core';
import { isCoachVersion, isPlayerVersion } from '@rcss/core/versions';
import {
  attachCoach,
  attachPlayer,
  greetCoach,
  greetPlayer,
  handlePlayerRequest,
  poll,
  sendCoachVision,
  updateTeamNames,
} from '@rcss/host';
import type { MatchParams } from '@rcss/params';
import { encodeCoachCommand, encodePlayerCommand } from '@rcss/protocol';
import { decodeCoachInit } from '@rcss/protocol/coach';
import { decodePlayerConnect, encodeError, readConnectText, setTeamNames } from '@rcss/protocol/player';
import {
  applyPlayerCommand,
  connectPlayer,
  continueFrom,
  type Match,
  type MatchSpec,
  reseed,
  snapshot,
} from '@rcss/simulator';
import { connectCoach } from '@rcss/simulator/clients';
import type { Phases } from '@rcss/simulator/cycle';
import {
  createReplay,
  type RecordedEntry,
  type RecordedInput,
  type RecordingReader,
  type Replay,
} from '@rcss/simulator/recording';
import { sendFirstMessages } from '../clock/wait-for-clients.js';
import type { CycleGate } from '../cycle/cycle-gate.js';
import { POLL_PARTS } from '../cycle/poll-parts.js';
import type { StartTime } from '../logs/start-time.js';
import { isConnectedSender } from '../net/client-transport.js';
import type { Datagram } from '../net/port-queue.js';
import { formatCycle } from '../recordings/decide-again.js';
import type { Resumption } from '../recordings/resumption.js';
import { createVisitor, listPortClients } from '../sessions/ports.js';
import type { Server } from '../sessions/server.js';

/** A player of a side by its number, or its online coach. */
export interface RecordedClient {
  readonly side: Side;
  /** 1 to 11; 0: the online coach. */
  readonly unum: number;
}

/** What a client did in a cycle of the recorded match, and what the program in its place does. */
export interface RehearsedDecision extends RecordedClient {
  readonly time: number;
  readonly stoppageTime: number;
  /** Commands in order of arrival, as on the wire. */
  readonly recorded: readonly string[];
  readonly decided: readonly string[];
}

/** Commands that a player gives in place of its own. */
export interface ChangedCommands {
  readonly side: Side;
  readonly unum: number;
  /** Game time of the decision. */
  readonly time: number;
  readonly commands: readonly PlayerCommand[];
}

/** From where the programs play on, and what is different then. */
export interface RehearsalSwitch {
  /** Game time of the first decision that is executed. */
  readonly time: number;
  /** Seed of the random numbers from there on; absent: those of the match. */
  readonly seed?: number;
  /** Parameters of the server with other values from there on. Clients have received the recorded values. */
  readonly server?: Readonly<Record<string, unknown>>;
  readonly changed?: ChangedCommands;
}

export interface RehearsalOptions {
  /** Whether a program takes the place of a client. */
  readonly isLive: (client: RecordedClient) => boolean;
  /** Whether other clients are refused while one is awaited, such as the rest of a team of which one player decides. */
  readonly refusesOthers?: boolean;
  /** Absent: the programs never play. */
  readonly playsFrom?: RehearsalSwitch;
  /** Time for a program to connect, ms. */
  readonly connectTimeoutMs: number;
  /** Called for each program and cycle before the programs play. */
  readonly onDecision?: (decision: RehearsedDecision) => void;
  /** Called after each step; `false` ends the match. */
  readonly onStep?: (match: Match, isPlaying: boolean) => unknown;
}

/** A program does not do what a client of the match must do, or the recording cannot be played. */
export class RehearsalError extends Error {
  /** Side of the program; null: it is the recording. */
  readonly side: Side | null;

  /**
   * @param message Client, cycle, reason, and what to do.
   */
  constructor(message: string, side: Side | null = null) {
    super(message);
    this.name = 'RehearsalError';
    this.side = side;
  }
}

/** Parts of a cycle in a recording. All other entries are inputs between two of them. */
const PHASES: ReadonlySet<RecordedEntry['do']> = new Set(['step', 'auto', 'sense', 'vision']);
const POLL_INTERVAL_MS = 10;
/** Interval of messages before the first cycle; programs of the field leave after 5 s of silence. */
const MESSAGE_INTERVAL_MS = 2000;
/** Time for a command before the first cycle; a program that has not sent it then decides otherwise. */
const FIRST_COMMAND_MS = 1000;
/** Time for an online coach, which a team need not have. */
const COACH_TIMEOUT_MS = 5000;
/** Requests that wait for the recorded clients to connect. */
const MAX_REQUESTS = 64;

/** A sender that asks to become a client. */
interface ConnectRequest {
  readonly port: 'player' | 'olcoach';
  readonly datagram: Datagram;
  readonly team: string;
  readonly version: number;
  readonly name: string;
  readonly goalie: boolean;
  readonly isReconnect: boolean;
}

/** What a program and the recorded client have sent since the last comparison. */
interface SentCommands {
  readonly recorded: string[];
  readonly decided: string[];
  isLate: boolean;
}

/** Name of a client in messages, such as `l7` or `the coach of l`. */
export function describeClient({ side, unum }: RecordedClient): string {
  return unum === 0 ? `the coach of ${side}` : `player ${side}${unum}`;
}

/** A recorded match with programs in place of its clients. */
export class Rehearsal implements Resumption {
  readonly spec: MatchSpec;
  readonly params: MatchParams;
  readonly start: StartTime;
  readonly gate: CycleGate = { waitForCycle: () => this.#endThink(), hasPauses: false };
  readonly #reader: RecordingReader;
  readonly #options: RehearsalOptions;
  readonly #sent = new Map<string, SentCommands>();
  readonly #requests: ConnectRequest[] = [];
  /** Names with which the programs of a side connect. */
  readonly #names: Partial<Record<Side, string>> = {};
  readonly #shown = new Set<object>();
  #server!: Server;
  #hooks!: Server['hooks'];
  #replay!: Replay;
  #next: RecordedEntry | null = null;
  #hasThought = false;
  #nextMessage = 0;
  #changedAt = -1;
  /** Whether the programs play. */
  isPlaying = false;
  /** Whether the recording was played to its end. */
  isOver = false;
  /** Game time of the first step with another state than the recorded one, since the programs play. */
  differsFrom: number | null = null;

  /** @param params Parameters of the match; `server` can be changed. */
  constructor(reader: RecordingReader, params: MatchParams, start: StartTime, options: RehearsalOptions) {
    this.spec = reader.header;
    this.params = params;
    this.start = start;
    this.#reader = reader;
    this.#options = options;
  }

  /** Whether the recording is damaged or has no end, as far as it was read. */
  get isTruncated(): boolean {
    const { outcome } = this.#reader;
    return outcome !== null && outcome !== 'complete';
  }

  /** Whether a program of a side has connected. */
  hasName(side: Side): boolean {
    return this.#names[side] !== undefined;
  }

  /** Takes over the inputs of a server: its match is recorded nowhere until it plays. */
  replayRecording(context: Server): void {
    this.#server = context;
    this.#hooks = context.hooks;
    const { match, teams } = context;
    // The start scripts of the recorded match are not started.
    teams.isLeftStarted = true;
    teams.isRightStarted = true;
    this.#replay = createReplay(match);
    const { record } = match;
    match.record = (input) => {
      if (this.isPlaying) this.#follow(input);
      else if (PHASES.has(input.do)) this.#expect(input);
      record?.(input);
    };
    context.hooks = {
      ...this.#hooks,
      // The file is one of the machine that recorded.
      readCoachMessage: () => null,
      onReceive: () => {},
      onCommand: ({ side, unum }, command) => {
        this.#listSent({ side, unum }).decided.push(encodePlayerCommand(command));
        return false;
      },
      onCoachCommand: (side, command) => {
        this.#listSent({ side, unum: 0 }).decided.push(
          encodeCoachCommand(command, match.coaches[side].version),
        );
        return false;
      },
    };
    this.#next = this.#reader.nextEntry();
  }

  /** Plays what was recorded before the first cycle; the programs connect. */
  async waitForPlayers(): Promise<void> {
    await this.#playInputs();
    this.#refusePlayers();
    if (this.#options.playsFrom?.time === 0) this.#play();
  }

  /** Returns the phases of the server with checks of the programs, and the moment from which they play. */
  wrapPhases(phases: Phases): Phases {
    return {
      ...phases,
      receive: () => {
        this.#findLost();
        this.#takeRequests();
        phases.receive();
      },
      simulate: () => {
        phases.simulate();
        const { match, run } = this.#server;
        const { playsFrom, onStep } = this.#options;
        if (onStep?.(match, this.isPlaying) === false) run.ending ??= 'Game Over. Exiting...';
        if (!this.isPlaying && playsFrom !== undefined && match.world.time >= playsFrom.time) this.#play();
      },
    };
  }

  /** The programs have decided: compares, and plays what was recorded before the next phase. */
  #endThink(): Promise<void> | null {
    const { clients, match } = this.#server;
    for (const session of [...clients.players, clients.coaches.l, clients.coaches.r]) {
      if (session === null || session.isDone) continue;
      if (session.role === 'player' ? !session.player.enabled : !match.coaches[session.side].eye) continue;
      const unum = session.role === 'player' ? session.player.unum : 0;
      const side = session.role === 'player' ? session.player.side : session.side;
      throw this.#fail({ side: side as Side, unum }, 'did not answer (think) with (done) in time');
    }
    this.#hasThought = true;
    if (this.isPlaying) return null;
    return this.#playInputs().then(() => this.#compare());
  }

  /** From now on, the programs play. */
  #play(): void {
    const { match } = this.#server;
    const { seed, server, changed } = this.#options.playsFrom!;
    this.isPlaying = true;
    this.#server.hooks = {
      ...this.#hooks,
      onCommand: (player, command) => {
        const isChanged =
          changed?.side === player.side && changed.unum === player.unum && changed.time === match.world.time;
        if (!isChanged || (this.#changedAt >= 0 && this.#changedAt !== match.steps))
          return this.#hooks.onCommand?.(player, command);
        if (this.#changedAt < 0)
          for (const other of changed.commands) applyPlayerCommand(match, player.index, other);
        this.#changedAt = match.steps;
        return false;
      },
    };
    if (server !== undefined) Object.assign(match.params.server, server);
    if (seed !== undefined) continueFrom(match, reseed(snapshot(match), match.params, seed));
  }

  #expect(input: RecordedInput): void {
    const entry = this.#next;
    if (entry === null) return;
    const { steps, world } = this.#server.match;
    const differs = (what: string) =>
      new RehearsalError(
        `the replay differs from the recording in step ${steps} (cycle ${world.time}): ${what}; use the version that recorded it: ${this.#reader.header.program}`,
      );
    if (
      entry.do !== input.do ||
      (entry.do === 'vision' && input.do === 'vision' && entry.synchronous !== input.synchronous)
    )
      throw differs(`${entry.do} is recorded, ${input.do} follows`);
    if (entry.do === 'step' && input.do === 'step' && entry.digest !== input.digest)
      throw differs('another state');
    this.#next = this.#reader.nextEntry();
    this.#endIfOver();
  }

  /** Compares the states of the match that the programs play with the recorded ones, up to the first difference. */
  #follow(input: RecordedInput): void {
    if (input.do !== 'step' || this.#next === null || this.differsFrom !== null) return;
    while (this.#next !== null && this.#next.do !== 'step') this.#next = this.#reader.nextEntry();
    if (this.#next?.do === 'step' && this.#next.digest !== input.digest)
      this.differsFrom = this.#server.match.world.time;
    this.#next = this.#reader.nextEntry();
  }

  /** After the match, programs leave in their own time. */
  #endIfOver(): void {
    const { match, run } = this.#server;
    if (this.#next !== null && this.#next.do !== 'end' && match.world.playMode !== 'time_over') return;
    this.isOver = true;
    this.#next = null;
    run.ending ??= 'Game Over. Exiting...';
  }

  async #playInputs(): Promise<void> {
    for (let entry = this.#next; entry !== null && !PHASES.has(entry.do); entry = this.#next) {
      if (this.#server.run.ending !== null) return;
      this.#endIfOver();
      if (this.isOver) return;
      this.#next = this.#reader.nextEntry();
      await this.#playInput(entry);
    }
    this.#endIfOver();
  }

  async #playInput(entry: RecordedEntry): Promise<void> {
    const { match, logs } = this.#server;
    switch (entry.do) {
      case 'received':
        logs.game?.writeMessage(2, entry.line);
        logs.recording?.addReceived(entry.line);
        return;
      case 'end':
        return;
      case 'player':
        await this.#noteRecorded(toClient(entry.index), encodePlayerCommand(entry.command));
        break;
      case 'coach':
        await this.#noteRecorded(
          { side: entry.side, unum: 0 },
          encodeCoachCommand(entry.command, match.coaches[entry.side].version),
        );
        break;
      case 'connect_player': {
        const accepted = connectPlayer(match, entry.entry);
        this.#updateNames();
        if (accepted.ok)
          await this.#connect(
            { side: accepted.value.side as Side, unum: accepted.value.unum },
            accepted.value.goalie,
          );
        return;
      }
      case 'reconnect_player':
        this.#replay(entry);
        for (const { enabled, index } of match.world.players)
          if (enabled && this.#server.clients.players[index] === null)
            await this.#connect(toClient(index), null);
        return;
      case 'connect_coach': {
        const accepted = connectCoach(match, entry);
        if (accepted.ok) await this.#connect({ side: accepted.value, unum: 0 }, null);
        return;
      }
      default:
        break;
    }
    this.#replay(entry);
    this.#updateNames();
  }

  /** Before the first cycle, nothing keeps the programs in step: a command is executed when the program has sent as many. */
  async #noteRecorded(client: RecordedClient, command: string): Promise<void> {
    if (!this.#options.isLive(client)) return;
    const sent = this.#listSent(client);
    sent.recorded.push(command);
    if (this.#hasThought || sent.isLate) return;
    const hasSent = () => sent.decided.length >= sent.recorded.length;
    sent.isLate = !(await this.#waitUntil(hasSent, FIRST_COMMAND_MS));
  }

  /** Gives a client of the match the next program that fits. */
  async #connect(client: RecordedClient, goalie: boolean | null): Promise<void> {
    if (!this.#options.isLive(client)) return;
    const { side, unum } = client;
    const server = this.#server;
    const fits = ({ port, team, goalie: isGoalie }: ConnectRequest) =>
      port === (unum === 0 ? 'olcoach' : 'player') &&
      this.#isTeamOf(side, team) &&
      (goalie === null || goalie === isGoalie);
    const { connectTimeoutMs, refusesOthers = false } = this.#options;
    const hasFitting = () => {
      if (refusesOthers)
        for (const request of this.#requests.splice(0))
          if (fits(request)) this.#requests.push(request);
          else this.#refuse(request);
      return this.#requests.some(fits);
    };
    await this.#waitUntil(hasFitting, unum === 0 ? COACH_TIMEOUT_MS : connectTimeoutMs);
    const index = this.#requests.findIndex(fits);
    if (server.run.ending !== null || (index < 0 && unum === 0)) return;
    const missing = `${describeClient(client)} did not connect in ${connectTimeoutMs / 1000} s`;
    if (index < 0) throw new RehearsalError(`${missing}${this.#listWaiting()}`, side);
    const request = this.#requests.splice(index, 1)[0]!;
    const role = unum === 0 ? 'coach' : 'player';
    this.#names[side] ??= request.team;
    this.#updateNames();
    const visitor = createVisitor(server.net, server.net.ports[request.port], request.datagram);
    if (request.isReconnect) {
      const { left, right } = server.match.world;
      server.clients.awaitedPlayers.add(playerIndex(side, unum));
      handlePlayerRequest(server, visitor, `(reconnect ${side === 'l' ? left.name : right.name} ${unum})`);
      return;
    }
    const prepared = visitor.prepare(role);
    if (prepared === null)
      throw new RehearsalError(`${describeClient(client)}: no socket can be opened`, side);
    if (unum === 0) greetCoach(server, attachCoach(server, prepared.accept(), side, request));
    else {
      const player = server.match.world.players[playerIndex(side, unum)]!;
      greetPlayer(server, attachPlayer(server, prepared.accept(), player, request.version));
    }
    server.net.sendQueue.flush();
  }

  #listWaiting(): string {
    const waiting = this.#requests.map(
      ({ team, port, goalie }) => `${team}${port === 'olcoach' ? ' (coach)' : goalie ? ' (goalie)' : ''}`,
    );
    return waiting.length === 0 ? '' : `; clients that wait and do not fit: ${waiting.join(', ')}`;
  }

  /** Whether a program with this name of a team can be one of a side. */
  #isTeamOf(side: Side, team: string): boolean {
    const { left, right } = this.#server.match.world;
    const other = side === 'l' ? 'r' : 'l';
    if (this.#names[side] !== undefined) return this.#names[side] === team;
    const [own, opponent] = side === 'l' ? [left.name, right.name] : [right.name, left.name];
    return this.#names[other] !== team && (team === own || team !== opponent || !this.#isLiveSide(other));
  }

  #isLiveSide(side: Side): boolean {
    return Array.from({ length: TEAM_SIZE }, (_, i) => i + 1).some((unum) =>
      this.#options.isLive({ side, unum }),
    );
  }

  /** Programs see the names with which they connect; the match keeps the recorded ones. */
  #updateNames(): void {
    const { clients } = this.#server;
    updateTeamNames(this.#server);
    const { l: left = clients.names.left, r: right = clients.names.right } = this.#names;
    if (left === clients.names.left && right === clients.names.right) return;
    clients.names = { ...clients.names, left, right };
    for (const session of clients.players)
      if (session !== null) setTeamNames(session.encoding, clients.names);
  }

  /** Waits before the first cycle, and where a client connects later. Returns whether the condition holds. */
  async #waitUntil(condition: () => boolean, timeoutMs: number): Promise<boolean> {
    const server = this.#server;
    const end = performance.now() + timeoutMs;
    for (;;) {
      this.#findLost();
      this.#takeRequests();
      poll(server, POLL_PARTS);
      sendCoachVision(server, (session) => this.#shown.size < this.#shown.add(session).size);
      server.net.sendQueue.flush();
      const now = performance.now();
      if (condition()) return true;
      if (now >= end || server.run.ending !== null) return false;
      if (!this.#hasThought && now >= this.#nextMessage) {
        this.#nextMessage = now + MESSAGE_INTERVAL_MS;
        sendFirstMessages(server);
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
  }

  /** Takes what senders that are not clients yet send to the ports. None of it reaches the match before the programs play. */
  #takeRequests(): void {
    const { net, clients, match } = this.#server;
    if (this.isPlaying) return;
    net.ports.coach.datagrams.length = 0;
    for (const port of ['player', 'olcoach'] as const) {
      const { datagrams } = net.ports[port];
      for (const datagram of datagrams.splice(0)) {
        const isKnown = listPortClients(clients, port).some((session) =>
          session?.connection.isFrom(datagram.from),
        );
        const request = isKnown ? null : readRequest(port, datagram, match.params.server.experimental_height);
        if (isKnown) datagrams.push(datagram);
        else if (request === null || this.#requests.length >= MAX_REQUESTS) this.#refuse({ port, datagram });
        else if (!this.#requests.some((waiting) => isSameSender(waiting.datagram, datagram)))
          this.#requests.push(request);
      }
    }
  }

  /** Players whose places the recorded match did not have. */
  #refusePlayers(): void {
    for (const request of this.#requests.splice(0))
      if (request.port === 'player') this.#refuse(request);
      else this.#requests.push(request);
  }

  #refuse({ port, datagram }: Pick<ConnectRequest, 'port' | 'datagram'>): void {
    const { net, writers } = this.#server;
    const code = 'no_more_team_or_player_or_goalie';
    createVisitor(net, net.ports[port], datagram).refuse(
      encodeError(writers.takeWriter(), code).view(),
      code,
    );
  }

  #findLost(): void {
    const { match, clients } = this.#server;
    if (match.world.playMode === 'time_over') return;
    const { players, coaches } = clients;
    for (const session of players)
      if (session?.connection.isLost)
        throw this.#fail(toClient(session.player.index), 'has ended: its port is closed');
    for (const side of ['l', 'r'] as const)
      if (coaches[side]?.connection.isLost)
        throw this.#fail({ side, unum: 0 }, 'has ended: its port is closed');
  }

  #fail(client: RecordedClient, problem: string): RehearsalError {
    const { time, stoppageTime } = this.#server.match.world;
    return new RehearsalError(
      `${describeClient(client)}, cycle ${formatCycle(time, stoppageTime)}: the program ${problem}`,
      client.side,
    );
  }

  #listSent(client: RecordedClient): SentCommands {
    const key = `${client.side}${client.unum}`;
    const sent = this.#sent.get(key) ?? { recorded: [], decided: [], isLate: false };
    this.#sent.set(key, sent);
    return sent;
  }

  #compare(): void {
    const { match, clients } = this.#server;
    const { time, stoppageTime } = match.world;
    const compare = (client: RecordedClient, session: object | null) => {
      const sent = this.#listSent(client);
      const recorded = sent.recorded.splice(0);
      const decided = sent.decided.splice(0);
      if (session === null && recorded.length === 0) return;
      this.#options.onDecision?.({ ...client, time, stoppageTime, recorded, decided });
    };
    for (const [index, session] of clients.players.entries()) compare(toClient(index), session);
    for (const side of ['l', 'r'] as const) compare({ side, unum: 0 }, clients.coaches[side]);
  }
}

function toClient(index: number): RecordedClient {
  return { side: index < TEAM_SIZE ? 'l' : 'r', unum: (index % TEAM_SIZE) + 1 };
}

/** Returns null if the datagram is not a request of a player or an online coach with a version of the protocol. */
function readRequest(
  port: 'player' | 'olcoach',
  datagram: Datagram,
  hasHeight: boolean,
): ConnectRequest | null {
  const text = readConnectText(datagram.bytes);
  const request = { port, datagram, version: 0, name: '', goalie: false, isReconnect: false };
  if (port === 'olcoach') {
    const init = decodeCoachInit(text);
    return init.ok && isCoachVersion(init.value.version, hasHeight) ? { ...request, ...init.value } : null;
  }
  const decoded = decodePlayerConnect(text);
  if (!decoded.ok) return null;
  const { value } = decoded;
  if (value.kind === 'reconnect') return { ...request, team: value.team, isReconnect: true };
  return isPlayerVersion(value.version, hasHeight) ? { ...request, ...value } : null;
}

function isSameSender({ from: a }: Datagram, { from: b }: Datagram): boolean {
  return (
    a === b ||
    (!isConnectedSender(a) && !isConnectedSender(b) && a.port === b.port && a.address === b.address)
  );
}
