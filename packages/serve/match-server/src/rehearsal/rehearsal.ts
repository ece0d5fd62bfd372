/**
 * A recorded match on a server with programs in place of its clients: each program receives, in step, what the recorded client received, and its
 * commands are compared with the recorded ones, which are executed. From a cycle on, the programs can play on by themselves.
 *
 * The phases are those of a synchronous server; only the inputs come from the recording. So the messages are those of the match, in the same order,
 * and nothing has to be converted where the programs begin to play: from then on, the server executes what they send.
 *
 * Invariant: until then, no program changes the match. Each recorded step has the recorded state.
 */
import { type PlayerCommand, playerIndex, playerSlot, type Side, sideName } from '@rcss/core';
import type { StopReason } from '@rcss/core/match-document';
import type { TeamClient } from '@rcss/core/team-module';
import { poll, readSession, sendCoachVision } from '@rcss/host';
import type { MatchParams } from '@rcss/params';
import { encodeCoachCommand, encodePlayerCommand } from '@rcss/protocol';
import {
  applyPlayerCommand,
  connectPlayer,
  continueFrom,
  type Match,
  type MatchSpec,
  reseed,
  snapshot,
} from '@rcss/simulator';
import { applyCoachCommand, connectCoach } from '@rcss/simulator/clients';
import type { Phases } from '@rcss/simulator/cycle';
import {
  createReplay,
  type RecordedEntry,
  type RecordedInput,
  type RecordingReader,
  type Replay,
} from '@rcss/simulator/recording';
import { runServer, type ServerClock } from '../clock/run-server.js';
import { createSynchronousClock } from '../clock/synchronous-clock.js';
import { sendFirstMessages } from '../clock/wait-for-clients.js';
import { POLL_PARTS } from '../cycle/poll-parts.js';
import type { StartTime } from '../logs/start-time.js';
import { getServerPorts, type ServerPorts } from '../net/network.js';
import type { Resumption } from '../recordings/resumption.js';
import type { Server } from '../sessions/server.js';
import { ModuleClient } from '../websocket/module-client.js';
import { Decisions, type RehearsedDecision } from './decisions.js';
import { describeClient, type RecordedClient, RecordedPlaces } from './recorded-places.js';

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
  /** Messages that the coach of a side says besides its own, one after the other, each as soon as the rules allow. */
  readonly advice?: {
    readonly side: Side;
    readonly messages: readonly string[];
    /** Called when a message is accepted. */
    readonly onSaid?: () => void;
  };
}

/** A player of a recorded match as it connected, or an online coach. */
export interface RecordedPlayer extends RecordedClient {
  readonly team: string;
  readonly goalie: boolean;
  /** Protocol version. */
  readonly version: number;
}

/** Returns a client of this process for a recorded one; undefined: it has none, which only an online coach may be. */
export type OpenClient = (player: RecordedPlayer) => TeamClient | undefined | Promise<TeamClient | undefined>;

export interface RehearsalOptions {
  /** Whether a program or a client of this process takes the place of a client. */
  readonly isLive: (client: RecordedClient) => boolean;
  /** Whether other clients are refused while one is awaited, such as the rest of a team of which one player decides. */
  readonly refusesOthers?: boolean;
  /**
   * Called when the first client of a side is awaited, with the recorded name of the team. Starts its programs, which connect to the ports, and
   * returns null; or returns what opens its clients in this process.
   */
  readonly openTeam: (side: Side, name: string, ports: ServerPorts) => OpenClient | null;
  /** Absent: the programs never play. */
  readonly playsFrom?: RehearsalSwitch;
  /** Time for a program to connect, ms. */
  readonly connectTimeoutMs: number;
  /** Called for each client and cycle before the programs play. */
  readonly onDecision?: (decision: RehearsedDecision) => void;
  /** Called after each step; `false` ends the match. */
  readonly onStep?: (match: Match, isPlaying: boolean) => unknown;
}

/** A program does not do what a client of the match must do, or the recording cannot be played. */
export class RehearsalError extends Error {
  /** Side of the program; null: it is the recording. */
  readonly side: Side | null;

  /** @param message Client, cycle, reason, and what to do. */
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
/** Steps from a message of an added coach to the next one: most are refused in play. */
const ADVICE_INTERVAL = 20;
/** Time for an online coach, which a team need not have. */
const COACH_TIMEOUT_MS = 5000;

/** `120`, or `120:3` for the third cycle in which the time stands still at 120. */
export function formatCycle(time: number, stoppageTime: number): string {
  return stoppageTime === 0 ? `${time}` : `${time}:${stoppageTime}`;
}

/** A recorded match with programs in place of its clients. */
export class Rehearsal implements Resumption {
  readonly spec: MatchSpec;
  readonly params: MatchParams;
  readonly start: StartTime;
  readonly #reader: RecordingReader;
  readonly #options: RehearsalOptions;
  readonly #decisions = new Decisions();
  /** What opens the clients of a side; null: its programs connect by themselves. */
  readonly #teams: Partial<Record<Side, OpenClient | null>> = {};
  readonly #shown = new Set<object>();
  /** The clients after the last decision. */
  #asked: ReadonlySet<object | null> = new Set();
  #server!: Server;
  #hooks!: Server['hooks'];
  #replay!: Replay;
  #places!: RecordedPlaces;
  #fault: Error | null = null;
  #next: RecordedEntry | null = null;
  #hasThought = false;
  #nextMessage = 0;
  #changedAt = -1;
  #saidCount = 0;
  #adviseAt = 0;
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

  /** Recorded name of a team; empty if none of its clients was awaited. */
  readName(side: Side): string {
    return side in this.#teams ? this.#server.match.world[sideName(side)].name : '';
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
    this.#places = new RecordedPlaces(context, this.#options.isLive);
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
        this.#decisions.listSent({ side, unum }).decided.push(encodePlayerCommand(command));
        return false;
      },
      onCoachCommand: (side, command) => {
        this.#decisions
          .listSent({ side, unum: 0 })
          .decided.push(encodeCoachCommand(command, match.coaches[side].version));
        return false;
      },
    };
    this.#next = this.#reader.nextEntry();
  }

  /** Plays what was recorded before the first cycle; the programs connect. */
  async waitForPlayers(): Promise<void> {
    await this.#playInputs();
    this.#places.refuseOthers();
    if (this.#options.playsFrom?.time === 0) this.#play();
  }

  play(given: Phases): Promise<StopReason> {
    const server = this.#server;
    const phases = this.#wrapPhases(given);
    const gate = { waitForCycle: () => this.#endThink(), hasPauses: false };
    const clock = server.match.params.server.synch_mode
      ? createSynchronousClock(server, phases, gate)
      : this.#createRecordedClock();
    return runServer(server, phases, clock);
  }

  /** Returns the phases of the server with checks of the programs, and the moment from which they play. */
  #wrapPhases(phases: Phases): Phases {
    return {
      ...phases,
      receive: () => {
        this.#findLost();
        if (this.#options.refusesOthers === true && !this.isPlaying) this.#places.refuseOthers();
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

  /** The clock of a match that was recorded in real time. Clients of this process decide where the recorded ones sent, or before the step. */
  #createRecordedClock(): ServerClock {
    const { sendQueue } = this.#server.net;
    let isDecided = false;
    return {
      wait: () => {
        sendQueue.flush();
        return isDecided ? null : this.#playInputs();
      },
      pass: (phases) => {
        const entry = this.#next!;
        if (entry.do === 'sense') phases.sense();
        else if (entry.do === 'vision' && entry.synchronous) phases.synchronousVision();
        else if (entry.do === 'vision') phases.asynchronousVision();
        else if (isDecided) phases.simulate();
        else phases.coachVision();
        isDecided = !isDecided && entry.do !== 'sense' && entry.do !== 'vision';
        return isDecided;
      },
      decide: () => {
        sendQueue.flush();
        return this.#decideAll();
      },
    };
  }

  /** The programs have decided: compares, and plays what was recorded before the next phase. */
  #endThink(): Promise<void> | null {
    const { clients, match } = this.#server;
    for (const session of [...clients.players, clients.coaches.l, clients.coaches.r]) {
      if (session === null || session.isDone) continue;
      if (session.role === 'player' ? !session.player.enabled : !match.coaches[session.side].eye) continue;
      // One that has connected since (think) was sent.
      if (this.isPlaying && !this.#asked.has(session)) continue;
      const unum = session.role === 'player' ? session.player.unum : 0;
      const side = session.role === 'player' ? session.player.side : session.side;
      const client = { side: side as Side, unum };
      if (this.isPlaying && session.connection.isLost) return this.#waitForReturn(client, session);
      const waiting = this.#places.listWaiting();
      throw this.#fail(client, `did not answer (think) with (done) in time${waiting}`);
    }
    this.#hasThought = true;
    this.#asked = new Set([...clients.players, clients.coaches.l, clients.coaches.r]);
    if (this.isPlaying) this.#advise();
    return this.isPlaying ? null : this.#playInputs().then(() => this.#decideAll());
  }

  #advise(): void {
    const { match } = this.#server;
    const { side, messages, onSaid } = this.#options.playsFrom?.advice ?? { side: 'l', messages: [] };
    const text = messages[this.#saidCount];
    const { connected, queue } = match.coaches[side];
    if (text === undefined || !connected || match.steps < this.#adviseAt) return;
    const waiting = queue.length;
    applyCoachCommand(match, side, { type: 'say', text });
    this.#adviseAt = match.steps + ADVICE_INTERVAL;
    if (queue.length === waiting) return;
    this.#saidCount += 1;
    onSaid?.();
  }

  /** A program that plays can connect again, with another socket, as in a match. */
  async #waitForReturn(client: RecordedClient, session: object): Promise<void> {
    const { players, coaches } = this.#server.clients;
    const { side, unum } = client;
    const isBack = () => (unum === 0 ? coaches[side] : players[playerIndex(side, unum)]) !== session;
    if (await this.#waitUntil(isBack, this.#options.connectTimeoutMs)) return this.#endThink() ?? undefined;
    if (this.#server.run.ending === null) throw this.#fail(client, 'has ended: its port is closed');
  }

  /** Asks the clients of this process that have not decided, such as a coach whose eye is off, and compares. */
  async #decideAll(): Promise<void> {
    for (const module of this.#decisions.listModules()) await this.#ask(module);
    this.#decisions.compare(this.#server, this.#options.onDecision);
  }

  async #ask(module: ModuleClient): Promise<void> {
    await module.decide();
    const { players, coaches } = this.#server.clients;
    for (const session of [...players, coaches.l, coaches.r])
      if (session?.connection.isFrom(module.request.from)) readSession(this.#server, session);
    this.#findLost();
  }

  /** From now on, the programs play. */
  #play(): void {
    const { match } = this.#server;
    const { seed, server, changed } = this.#options.playsFrom!;
    this.isPlaying = true;
    this.#places.open();
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
        this.#decisions.listSent(playerSlot(entry.index)).commands.push(entry.command);
        await this.#noteRecorded(playerSlot(entry.index), encodePlayerCommand(entry.command));
        break;
      case 'coach':
        await this.#noteRecorded(
          { side: entry.side, unum: 0 },
          encodeCoachCommand(entry.command, match.coaches[entry.side].version),
        );
        break;
      case 'connect_player': {
        const accepted = connectPlayer(match, entry.entry);
        this.#places.updateNames();
        if (accepted.ok) await this.#connect(playerSlot(accepted.value.index), entry.entry);
        return;
      }
      case 'reconnect_player':
        this.#replay(entry);
        for (const { enabled, index } of match.world.players)
          if (enabled && this.#server.clients.players[index] === null)
            await this.#connect(playerSlot(index), null);
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
    this.#places.updateNames();
  }

  /** Before the first cycle, nothing keeps the programs in step: a command is executed when the program has sent as many. */
  async #noteRecorded(client: RecordedClient, command: string): Promise<void> {
    if (!this.#options.isLive(client)) return;
    const sent = this.#decisions.listSent(client);
    sent.recorded.push(command);
    if (sent.module !== undefined) return this.#ask(sent.module);
    if (this.#hasThought || sent.isLate) return;
    const hasSent = () => sent.decided.length >= sent.recorded.length;
    sent.isLate = !(await this.#waitUntil(hasSent, FIRST_COMMAND_MS));
  }

  /**
   * Gives a client of the match the next program that fits.
   *
   * @param init Its request; null: one that need not say whether the player is a goalie.
   */
  async #connect(client: RecordedClient, init: { readonly goalie: boolean } | null): Promise<void> {
    if (!this.#options.isLive(client)) return;
    const { side, unum } = client;
    const { run, clients, match } = this.#server;
    const goalie = init?.goalie ?? null;
    const name = match.world[sideName(side)].name;
    if (!(side in this.#teams))
      this.#teams[side] = this.#options.openTeam(side, name, getServerPorts(this.#server.net.ports));
    const open = this.#teams[side] ?? null;
    if (open !== null) return this.#connectModule(client, name, open);
    const { connectTimeoutMs, refusesOthers = false } = this.#options;
    const isAsked = () => {
      if (refusesOthers) this.#places.refuseOthers(client, goalie);
      return this.#places.isAsked(client, goalie);
    };
    await this.#waitUntil(isAsked, unum === 0 ? COACH_TIMEOUT_MS : connectTimeoutMs);
    if (run.ending !== null) return;
    if (!isAsked()) {
      if (unum === 0) return;
      const missing = `${describeClient(client)} did not connect in ${connectTimeoutMs / 1000} s`;
      throw new RehearsalError(`${missing}${this.#places.listWaiting()}`, side);
    }
    this.#places.give(client, goalie);
    const session = unum === 0 ? clients.coaches[side] : clients.players[playerIndex(side, unum)];
    if (session === null)
      throw new RehearsalError(`${describeClient(client)}: no socket can be opened`, side);
  }

  /** Gives a client of this process its place. */
  async #connectModule(client: RecordedClient, team: string, open: OpenClient): Promise<void> {
    const { net, match } = this.#server;
    const { side, unum } = client;
    const isCoach = unum === 0;
    const { goalie, version } = isCoach
      ? { goalie: false, version: match.coaches[side].version }
      : match.world.players[playerIndex(side, unum)]!;
    const opened = await open({ ...client, team, goalie, version });
    if (opened === undefined && isCoach) return;
    const who = describeClient(client);
    if (opened === undefined) throw new RehearsalError(`${who}: the team has no such player`, side);
    const onFault = (error: Error) => {
      this.#fault ??= error;
    };
    const module = new ModuleClient(net, opened, { isCoach, onFault, keepsDecision: () => !this.isPlaying });
    net.onRequest?.(isCoach ? 'olcoach' : 'player', module.request);
    if (!this.#places.isAsked(client, isCoach ? null : goalie))
      throw new RehearsalError(
        `${who}: the init ${JSON.stringify(opened.init)} of the client does not fit: the recorded client was ${isCoach ? 'an online coach' : goalie ? 'a goalie' : 'a player and not a goalie'} of ${team}`,
        side,
      );
    this.#decisions.listSent(client).module = module;
    this.#places.give(client, isCoach ? null : goalie);
  }

  /** Waits before the first cycle, and where a client connects later. Returns whether the condition holds. */
  async #waitUntil(condition: () => boolean, timeoutMs: number): Promise<boolean> {
    const server = this.#server;
    const end = performance.now() + timeoutMs;
    for (;;) {
      this.#findLost();
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

  #findLost(): void {
    const { match, clients } = this.#server;
    if (this.#fault !== null) throw this.#fault;
    if (this.isPlaying || match.world.playMode === 'time_over') return;
    const { players, coaches } = clients;
    for (const session of players)
      if (session?.connection.isLost)
        throw this.#fail(playerSlot(session.player.index), 'has ended: its port is closed');
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
}
