import { deflateSync, inflateSync, constants as zlib } from 'node:zlib';
import { createFrame, type Player } from '@rcss/core';
import type { MonitorVersion } from '@rcss/core/versions';
import { computeEffectiveSteps, createMatchParams } from '@rcss/params';
import {
  decodeCoachMessage,
  decodeMonitorDatagram,
  decodePlayerMessage,
  type SenseBodyMessage,
} from '@rcss/protocol';
import { fillFrame } from '@rcss/sensors';
import { createMatch, digest, extractSpec, type Match, restore, snapshot } from '@rcss/simulator';
import { PhaseSchedule, type Phases } from '@rcss/simulator/cycle';
import {
  createRecordingWriter,
  createReplay,
  type RecordedInput,
  type Replay,
  readRecording,
} from '@rcss/simulator/recording';
import { formatSnapshot, parseSnapshot } from '@rcss/simulator/snapshot-text';
import { checkMessage, checkRefusal, timeOf } from '../../../../conformance/src/random/grammar.mjs';
import { CLIENTS, type Operation, type Sequence } from '../../../../conformance/src/random/operations.mjs';
import { type Configuration, createConfiguration } from '../../src/config/configuration.js';
import { createPhases } from '../../src/cycle/phases.js';
import { FileProblems } from '../../src/files/file-problems.js';
import { GameLog } from '../../src/logs/game-log.js';
import { LogFile } from '../../src/logs/log-file.js';
import { createDiscardingLogs } from '../../src/logs/server-logs.js';
import { createStartTime } from '../../src/logs/start-time.js';
import { TextLog } from '../../src/logs/text-log.js';
import type { ClientTransport, ConnectedSender } from '../../src/net/client-transport.js';
import type { Connection } from '../../src/net/connection.js';
import { createNetwork, type PortQueues } from '../../src/net/network.js';
import { createPortQueue, type PortQueue } from '../../src/net/port-queue.js';
import { RateLimitedLog } from '../../src/net/rate-limited-log.js';
import { SendQueue } from '../../src/net/send-queue.js';
import { createTraffic } from '../../src/net/traffic.js';
import { listClients } from '../../src/sessions/client-list.js';
import { createServer } from '../../src/sessions/create-server.js';
import type { Server } from '../../src/sessions/server.js';
import { CommandCounts } from './command-counts.js';
import { BrokenInvariant, requireThat, WorldInvariants } from './invariants.js';

const HOST = '127.0.0.1';
/** Ports of the clients; nothing is sent to them. */
const FIRST_PORT = 20_000;
const STRANGER_PORTS = { player: 30_000, coach: 30_001, olcoach: 30_002 } as const;
const PASS_MS = 10;
/** Passes after which a step must have happened. */
const MAX_PASSES = 100;
/** Length of all but the last datagram of a long message, bytes (spec 02 §2.5). */
const FULL_DATAGRAM = 8192;

type Role = (typeof CLIENTS)[number]['role'];
type PhaseName = keyof Phases | 'none';

/** What the tests keep of a connection of the server. */
interface Receiver {
  readonly role: Role;
  readonly version: number;
  readonly player: Player | null;
  isCompressed: boolean;
  /** Datagrams of a long message that is not complete yet. */
  parts: Buffer[];
  /** Heads of the messages that it has received in the current phase. */
  heads: string[];
  lastTime: number;
}

/** A copy of the match that continues from a snapshot with the same inputs. */
interface Twin {
  readonly replay: Replay;
  restSteps: number;
}

/** Takes all messages that the server sends to its clients. */
class CapturingQueue extends SendQueue {
  onMessage: (link: ClientTransport, bytes: Buffer) => void = () => {};

  override add(link: ClientTransport, bytes: Uint8Array): void {
    this.onMessage(link, Buffer.from(bytes));
  }
}

/** Creates the parameters of a sequence: `module::name` to value. */
function createSequenceConfiguration({ settings, seed }: Sequence): Configuration {
  const modules: Record<string, Record<string, unknown>> = { server: {}, player: {} };
  for (const [key, value] of Object.entries(settings)) {
    const [module, name] = key.split('::') as [string, string];
    (modules[module] as Record<string, unknown>)[name] = value;
  }
  return createConfiguration({
    ...modules,
    server: { ...modules.server, random_seed: seed },
    rcss: { warmup: 0 },
  });
}

/**
 * A whole server in memory, without sockets and clocks, that executes random operations. It checks the invariants after every
 * operation.
 */
export class RandomServer {
  readonly server: Server;
  readonly #schedule: PhaseSchedule;
  readonly #phases: Phases;
  readonly #world: WorldInvariants;
  readonly #counts: CommandCounts;
  readonly #receivers = new Map<ClientTransport, Receiver>();
  readonly #recording: ReturnType<typeof createRecordingWriter>;
  readonly #warnings: string[] = [];
  readonly #senders = new Map<number, ConnectedSender>();
  readonly #monitorVersions = new Map<number, number>();
  #twin: Twin | null = null;
  #phase: PhaseName = 'none';
  /** Error of a check inside of the server, which would catch it as a fault of a datagram. */
  #broken: unknown = null;
  /** Number of checked messages. */
  messageCount = 0;

  constructor(sequence: Sequence) {
    const config = createSequenceConfiguration(sequence);
    const params = createMatchParams(config.server, config.player, sequence.seed);
    const match = createMatch({ params, seed: sequence.seed });
    const sendQueue = new CapturingQueue();
    sendQueue.onMessage = (link, bytes) => this.#guard(() => this.#receive(link, bytes));
    const start = createStartTime(new Date(0));
    const console = { out: () => {}, err: () => {} };
    this.server = createServer({
      config,
      match,
      start,
      console,
      problems: new FileProblems(console),
      net: {
        ...createNetwork({
          ports: this.#createPorts(),
          bindAddress: HOST,
          clientPorts: null,
          traffic: createTraffic(),
          limits: { clients: 0, datagramsPerCycle: 200, workPerCycle: 8000, unknownSendersPerSecond: 0 },
          warnings: new RateLimitedLog((line) => this.#warnings.push(line)),
        }),
        sendQueue,
      },
      logs: createLogs(match, start),
    });
    this.server.teams.isLeftStarted = true;
    this.server.teams.isRightStarted = true;
    this.#schedule = new PhaseSchedule(computeEffectiveSteps(params.server));
    this.#phases = this.#createPhases();
    this.#world = new WorldInvariants(match);
    this.#counts = new CommandCounts(match);
    this.#recording = createRecordingWriter({
      program: 'test',
      ...extractSpec(match),
      start,
    });
    match.record = (input) => this.#guard(() => this.#record(input));
    const broadcast = match.listener;
    match.listener = (event) => {
      if (event.type === 'referee') this.#world.addCall(event.text);
      broadcast(event);
    };
  }

  #createPorts(): PortQueues {
    const open = (): PortQueue =>
      createPortQueue(
        { port: 0, address: HOST, close: () => {}, receive: () => {}, send: () => {} },
        createTraffic().ports,
      );
    return { player: open(), coach: open(), olcoach: open() };
  }

  /** Keeps the first error of a check; the server would catch some of them. */
  #guard(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#broken ??= error;
    }
  }

  #createPhases(): Phases {
    const phases = createPhases(this.server);
    const wrap = (name: keyof Phases) => () => {
      this.#phase = name;
      for (const receiver of this.#receivers.values()) receiver.heads = [];
      if (name === 'simulate') this.#world.beginStep();
      phases[name]();
      this.#guard(() => this.#endPhase(name));
      this.#phase = 'none';
      if (this.#broken !== null) throw this.#broken;
    };
    return {
      receive: wrap('receive'),
      simulate: wrap('simulate'),
      sense: wrap('sense'),
      asynchronousVision: wrap('asynchronousVision'),
      synchronousVision: wrap('synchronousVision'),
      coachVision: wrap('coachVision'),
    };
  }

  // ---------------------------------------------------------------- operations

  execute(operation: Operation): void {
    switch (operation.do) {
      case 'connect':
      case 'reconnect':
        this.#sendToPort(operation.client, operation.text);
        if (operation.do === 'connect') this.#keepMonitorVersion(operation.client, operation.version);
        break;
      case 'send':
        this.#send(operation.client, operation.text, operation.terminated);
        break;
      case 'send_to_port':
        this.#sendToPort(operation.client, operation.text);
        break;
      case 'stranger':
        this.#addToPort(operation.port, operation.text, STRANGER_PORTS[operation.port]);
        break;
      case 'vanish': {
        const connection = this.#connectionOf(operation.client);
        if (connection) connection.isLost = true;
        break;
      }
      case 'pass':
        for (let n = 0; n < operation.count; n++) this.#schedule.runRealTimePass(PASS_MS, this.#phases);
        break;
      case 'step':
        this.#runStep();
        break;
      case 'fork':
        this.#createTwin(operation.steps);
        break;
    }
    requireThat(this.server.run.fault === null, () => `the server has failed: ${this.server.run.fault}`);
    const fault = this.#warnings.find((line) => line.includes('Internal error'));
    requireThat(fault === undefined, () => `${fault}`);
    if (this.#broken !== null) throw this.#broken;
  }

  #runStep(): void {
    const { match } = this.server;
    const before = match.steps;
    for (let n = 0; match.steps === before; n++) {
      requireThat(n < MAX_PASSES, () => `no step in ${MAX_PASSES} passes`);
      this.#schedule.runRealTimePass(PASS_MS, this.#phases);
    }
    requireThat(match.steps === before + 1, () => 'two steps in one pass');
  }

  /** Returns the sender with a port; it is the same object at every call. */
  #senderOf(port: number): ConnectedSender {
    const known = this.#senders.get(port);
    if (known !== undefined) return known;
    const link = { address: HOST, port, localPort: 0, send: () => {}, close: () => {} };
    const sender: ConnectedSender = {
      address: HOST,
      port,
      maxMessageBytes: FULL_DATAGRAM,
      onlyRole: null,
      isOperator: false,
      send: (bytes) => this.#guard(() => this.#receiveFromPort(Buffer.from(bytes))),
      openTransport: () => ({ ...link }),
    };
    this.#senders.set(port, sender);
    return sender;
  }

  #connectionOf(client: number): Connection | undefined {
    const port = FIRST_PORT + client;
    const { clients, match } = this.server;
    return listClients(clients, match.world).find(({ connection }) => connection.transport.port === port)
      ?.connection;
  }

  /** A monitor that connects in the next poll gets the version of its first request. */
  #keepMonitorVersion(client: number, version: number): void {
    if (CLIENTS[client]?.role !== 'monitor') return;
    if (!this.#monitorVersions.has(client)) this.#monitorVersions.set(client, version);
  }

  #sendToPort(client: number, text: string): void {
    const { role } = CLIENTS[client] as (typeof CLIENTS)[number];
    const port = role === 'trainer' ? 'coach' : role === 'coach' ? 'olcoach' : 'player';
    this.#addToPort(port, text, FIRST_PORT + client);
  }

  #addToPort(port: keyof PortQueues, text: string, from: number): void {
    const queue = this.server.net.ports[port];
    const sender = this.#senderOf(from);
    if (text !== '' && queue.allowSender(sender))
      queue.datagrams.push({ bytes: toBytes(text, true), from: sender });
  }

  #send(client: number, text: string, terminated: boolean): void {
    const connection = this.#connectionOf(client);
    const bytes = toBytes(text, terminated);
    if (connection === undefined || bytes.length === 0 || !connection.allowDatagram()) return;
    const isCompressed = this.#receivers.get(connection.transport)?.isCompressed === true;
    connection.enqueue(isCompressed ? deflateSync(bytes, { finishFlush: zlib.Z_SYNC_FLUSH }) : bytes);
  }

  // ---------------------------------------------------------------- inputs of the match

  #record(input: RecordedInput): void {
    this.#recording.add(input);
    if (input.do === 'step') {
      this.#world.endStep();
    }
    this.#counts.add(input);
    const twin = this.#twin;
    if (twin === null) return;
    const divergence = twin.replay(input);
    requireThat(
      divergence === null,
      () => `a match restored from a snapshot differs: ${JSON.stringify(divergence)}`,
    );
    if (input.do === 'step' && --twin.restSteps <= 0) this.#twin = null;
  }

  #createTwin(steps: number): void {
    const { match } = this.server;
    const text = formatSnapshot(snapshot(match));
    const parsed = parseSnapshot(text);
    requireThat(parsed.ok, () => `the text of a snapshot cannot be read: ${JSON.stringify(parsed)}`);
    if (!parsed.ok) return;
    const twin = createMatch({ params: match.params, seed: match.seed });
    restore(twin, parsed.value);
    requireThat(formatSnapshot(snapshot(twin)) === text, () => 'a restored match has another snapshot');
    requireThat(digest(twin) === digest(match), () => 'a restored match has another digest');
    this.#twin = { replay: createReplay(twin), restSteps: steps };
  }

  /** Replays the whole recording; call it after the last operation. */
  checkReplay(): void {
    const { match } = this.server;
    this.#recording.add({ do: 'end', log: '' });
    const read = readRecording(this.#recording.takeBytes());
    requireThat(read.ok, () => `the recording cannot be read: ${JSON.stringify(read)}`);
    if (!read.ok) return;
    const reader = read.value;
    const again = createMatch({ params: match.params, seed: reader.header.seed });
    const replay = createReplay(again);
    for (let entry = reader.nextEntry(); entry !== null; entry = reader.nextEntry()) {
      if (entry.do === 'received' || entry.do === 'end') continue;
      const divergence = replay(entry);
      requireThat(divergence === null, () => `the replay differs: ${JSON.stringify(divergence)}`);
    }
    requireThat(
      reader.outcome === 'complete',
      () => `the recording ends with ${JSON.stringify(reader.outcome)}`,
    );
    requireThat(
      again.steps === match.steps,
      () => `the replay has ${again.steps} steps, the match ${match.steps}`,
    );
    requireThat(
      formatSnapshot(withoutListenerState(again)) === formatSnapshot(withoutListenerState(match)),
      () => 'the state after the replay differs from that of the match',
    );
  }

  /** Closes all connections. */
  close(): void {
    const { clients, match } = this.server;
    for (const { connection } of listClients(clients, match.world)) connection.close();
  }

  // ---------------------------------------------------------------- messages

  #receiveFromPort(bytes: Buffer): void {
    const problem = checkRefusal(readText(bytes));
    requireThat(problem === null, () => `${problem}`);
  }

  /** Returns what is known of the client of a link. */
  #receiverOf(link: ClientTransport): Receiver {
    const known = this.#receivers.get(link);
    if (known !== undefined) return known;
    const { clients } = this.server;
    const owns = (session: { readonly connection: Connection } | null) =>
      session?.connection.transport === link;
    const player = clients.players.find(owns) ?? null;
    const coach = [clients.coaches.l, clients.coaches.r].find(owns) ?? null;
    const trainer = owns(clients.trainer) ? clients.trainer : null;
    const role = player ? 'player' : coach ? 'coach' : trainer ? 'trainer' : 'monitor';
    const session = player?.encoding ?? coach ?? trainer;
    const version = session?.version ?? this.#takeMonitorVersion(link.port - FIRST_PORT);
    const receiver: Receiver = {
      role,
      version,
      player: player?.player ?? null,
      isCompressed: false,
      parts: [],
      heads: [],
      lastTime: 0,
    };
    this.#receivers.set(link, receiver);
    return receiver;
  }

  #takeMonitorVersion(client: number): number {
    const version = this.#monitorVersions.get(client) ?? Number.NaN;
    this.#monitorVersions.delete(client);
    return version;
  }

  #receive(link: ClientTransport, datagram: Buffer): void {
    const receiver = this.#receiverOf(link);
    const bytes = decompress(receiver, datagram);
    receiver.parts.push(bytes);
    if (bytes.length === FULL_DATAGRAM) return;
    const message = receiver.parts.length === 1 ? bytes : Buffer.concat(receiver.parts);
    receiver.parts = [];
    this.messageCount += 1;
    const { role, version } = receiver;
    if (role === 'monitor') this.#checkMonitorMessage(receiver, message);
    else this.#checkText(receiver, message);
    const level = /\(ok compression (-?\d+)\)/.exec(message.toString('latin1'));
    if (level) receiver.isCompressed = Number(level[1]) >= 0;
    requireThat(!Number.isNaN(version), () => `the version of a ${role} is unknown`);
  }

  /** Checks a message to a player, coach or trainer: format, time, and its place in the cycle. */
  #checkText(receiver: Receiver, bytes: Buffer): void {
    const { role, version, player } = receiver;
    const text = readText(bytes);
    const { head, problem } = checkMessage(role, version, text);
    requireThat(problem === null, () => `${problem}`);
    const decoded = role === 'player' ? decodePlayerMessage(bytes) : decodeCoachMessage(bytes);
    requireThat(
      decoded.ok && decoded.value.type !== 'unknown',
      () => `the decoder refuses ${text}: ${JSON.stringify(decoded)}`,
    );
    if (head === 'see' || head === 'see_global') this.#checkNames(text);
    this.#checkTime(receiver, text);
    this.#checkPlace(receiver, head, text);
    receiver.heads.push(head);
    if (player !== null && decoded.ok && decoded.value.type === 'sense_body')
      checkSenseBody(decoded.value as SenseBodyMessage, player);
  }

  /** Checks that all team names in a message exist. */
  #checkNames(text: string): void {
    const { left, right } = this.server.match.world;
    const { fixed_teamname_l: fixedLeft, fixed_teamname_r: fixedRight } = this.server.match.params.server;
    for (const [, name = ''] of text.matchAll(/\(p(?:layer)? "?([^" )]*)/g))
      requireThat(
        name !== '' && [left.name, right.name, fixedLeft, fixedRight].includes(name),
        () => `the team name "${name}" does not exist: ${text}`,
      );
  }

  #checkTime(receiver: Receiver, text: string): void {
    const time = timeOf(text);
    if (time === null) return;
    const now = this.server.match.world.time;
    requireThat(time === now, () => `time ${time} instead of ${now} in ${text}`);
    receiver.lastTime = time;
  }

  /** Checks that a message belongs to the phase, and its order in the phase (spec 02 §3). */
  #checkPlace({ role, player, heads, version }: Receiver, head: string, text: string): void {
    const phase = this.#phase;
    const inPhases = (...allowed: PhaseName[]) =>
      requireThat(
        allowed.includes(phase),
        () => `${role} of version ${version} receives in phase ${phase}: ${text}`,
      );
    const last = heads[heads.length - 1];
    switch (head) {
      case 'sense_body':
        inPhases('sense', 'receive');
        if (phase === 'sense')
          requireThat(heads.length === 0, () => `sense_body after ${heads} in the phase sense`);
        break;
      case 'fullstate':
        inPhases('sense');
        requireThat(last === 'sense_body', () => `fullstate after ${last}`);
        break;
      case 'see':
        inPhases(
          role === 'player' && player?.synchSee
            ? 'synchronousVision'
            : role === 'player'
              ? 'asynchronousVision'
              : 'coachVision',
        );
        requireThat(!heads.includes('see'), () => 'two see messages in a phase');
        break;
      case 'see_global':
        inPhases('coachVision');
        requireThat(!heads.includes('see_global'), () => 'two see_global messages in a phase');
        break;
      case 'hear':
        if (role !== 'player') inPhases('receive', 'simulate');
        else if (/^\(hear -?\d+ (referee|online_coach)/.test(text)) inPhases('receive', 'simulate', 'sense');
        else inPhases(version >= 8 ? 'sense' : 'receive');
        break;
      case 'init':
      case 'reconnect':
      case 'server_param':
      case 'player_param':
      case 'player_type':
      case 'score':
      case 'ok':
      case 'warning':
      case 'error':
        inPhases('receive');
        break;
      case 'change_player_type':
      case 'clang':
        inPhases('receive', 'simulate');
        break;
      case 'think':
        inPhases('none');
        break;
    }
  }

  #checkMonitorMessage(receiver: Receiver, bytes: Buffer): void {
    const { version } = receiver;
    const isText = bytes[0] === 0x28;
    if (isText && version >= 3) {
      const { problem } = checkMessage('monitor', version, readText(bytes));
      requireThat(problem === null, () => `${problem}`);
    }
    const decoded = decodeMonitorDatagram(bytes, version as MonitorVersion);
    requireThat(
      decoded.ok && decoded.value.type !== 'unknown',
      () => `the decoder refuses a message to a monitor of version ${version}: ${JSON.stringify(decoded)}`,
    );
    if (!decoded.ok) return;
    receiver.heads.push(decoded.value.type);
    if (decoded.value.type !== 'show') return;
    const { match } = this.server;
    requireThat(this.#phase === 'simulate', () => `a show in phase ${this.#phase}`);
    compareFrames(decoded.value.frame, fillFrame(match.world, match.params, createFrame()), version);
  }

  // ---------------------------------------------------------------- ends of phases

  #endPhase(name: keyof Phases): void {
    const { match, clients } = this.server;
    this.#counts.settle();
    if (name === 'receive' || name === 'simulate') this.#world.check();
    if (name === 'receive') {
      this.#checkSessions();
      // All requests have been answered; those that were refused leave no version. New monitors of version 1 have received nothing.
      for (const { connection } of clients.monitors) this.#receiverOf(connection.transport);
      this.#monitorVersions.clear();
    }
    for (const session of clients.players) {
      if (session === null || name !== 'sense') continue;
      const heads = this.#receivers.get(session.connection.transport)?.heads ?? [];
      requireThat(
        heads[0] === 'sense_body',
        () =>
          `player ${session.player.side} ${session.player.unum} received ${heads} in the phase sense at ${match.world.time}`,
      );
    }
    if (name !== 'simulate') return;
    for (const { connection } of clients.monitors) {
      const heads = this.#receivers.get(connection.transport)?.heads ?? [];
      requireThat(
        heads.filter((head) => head === 'show').length === 1,
        () => `a monitor received ${heads} in a step`,
      );
    }
  }

  /** Sessions and match agree, and no two clients have the same place. */
  #checkSessions(): void {
    const { match, clients } = this.server;
    for (const player of match.world.players) {
      const session = clients.players[player.index];
      requireThat(
        player.enabled === (session !== null),
        () =>
          `player ${player.side} ${player.unum} is ${player.enabled ? 'enabled without' : 'disabled with'} a session`,
      );
      requireThat(
        !session || session.player === player,
        () => `the session of slot ${player.index} is another one`,
      );
    }
    const ports = listClients(clients, match.world).map(({ connection }) => connection.transport.port);
    requireThat(new Set(ports).size === ports.length, () => `two sessions have the same client: ${ports}`);
    const open = new Set(listClients(clients, match.world).map(({ connection }) => connection.transport));
    for (const link of this.#receivers.keys()) if (!open.has(link)) this.#receivers.delete(link);
  }
}

/** Logs whose bytes are discarded, so that their writers run. */
function createLogs(match: Match, start: ReturnType<typeof createStartTime>): Server['logs'] {
  const discard = () => new LogFile(null, () => {});
  const game = new GameLog(discard(), match, start.log);
  const text = new TextLog(discard(), match);
  return createDiscardingLogs(match, start, { game, text, keepaway: null, recording: null, worldDump: null });
}

/** The wall time is not recorded except in keepaway. */
function withoutListenerState(match: Match) {
  return {
    ...snapshot(match),
    wallSeconds: 0,
    random: { ...snapshot(match).random, scheduling: { c: 0, s0: 0, s1: 0, s2: 0 } },
  };
}

function toBytes(text: string, terminated: boolean): Buffer {
  return Buffer.from(terminated ? `${text}\0` : text, 'latin1');
}

/** Text of a message without its NUL. */
function readText(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  requireThat(text.endsWith('\0'), () => `a message without NUL: ${text.slice(0, 80)}`);
  return text.slice(0, -1);
}

function decompress({ isCompressed, role }: Receiver, bytes: Buffer): Buffer {
  if (!isCompressed) return bytes;
  try {
    return inflateSync(bytes, { finishFlush: zlib.Z_SYNC_FLUSH });
  } catch (error) {
    throw new BrokenInvariant(
      `a ${role} with compression receives ${bytes.toString('latin1').slice(0, 40)}: ${error}`,
    );
  }
}

/** Counts and stamina of a sense_body are those of the player. */
function checkSenseBody(message: SenseBodyMessage, player: Player): void {
  const pairs: [string, number | null | undefined, number][] = [
    ['kick', message.kick, player.kickCount],
    ['dash', message.dash, player.dashCount],
    ['turn', message.turn, player.turnCount],
    ['say', message.say, player.sayCount],
    ['turn_neck', message.turnNeck, player.turnNeckCount],
    ['catch', message.catch, player.catchCount],
    ['move', message.move, player.moveCount],
    ['change_view', message.changeView, player.changeViewCount],
    ['change_focus', message.changeFocus, player.changeFocusCount],
    ['arm', message.arm?.count, player.pointtoCount],
    ['focus', message.focus?.count, player.focusCount],
    ['tackle', message.tackle?.count, player.tackleCount],
    ['tackle expires', message.tackle?.expires, player.tackleIdle],
    ['charged', message.foul?.charged, player.foulCharged],
  ];
  for (const [name, shown, value] of pairs) {
    if (shown === null || shown === undefined) continue;
    requireThat(shown === value, () => `sense_body shows ${name} ${shown}; the player has ${value}`);
  }
  const { stamina } = player;
  requireThat(
    Math.abs(message.stamina - stamina) <= 0.5 + 1e-3 * stamina,
    () => `sense_body shows stamina ${message.stamina}; the player has ${stamina}`,
  );
}

type Frame = ReturnType<typeof fillFrame>;

/** Greatest coordinate that a monitor of version 1 can receive: 16 bits, 1/16 m. */
const MAX_VERSION_1 = 2047;

function compareFrames(shown: Frame, world: Frame, version: number): void {
  const step = version === 1 ? 1 / 16 : version === 2 ? 1 / 65536 : 1e-4;
  const near = (name: string, a: number, b: number) => {
    if (version === 1 && Math.abs(b) > MAX_VERSION_1) return;
    requireThat(
      Math.abs(a - b) <= step * 1.001 + 1e-5 * Math.abs(b),
      () => `a show of version ${version} has ${name} ${a}; the world has ${b}`,
    );
  };
  const same = (name: string, a: unknown, b: unknown) =>
    requireThat(a === b, () => `a show of version ${version} has ${name} ${a}; the world has ${b}`);
  if (version === 1) same('time', shown.time, world.time & 0xffff);
  else same('time', shown.time, version === 2 ? world.time & 0xffff : world.time);
  same('play mode', shown.playMode, world.playMode);
  same('score l', shown.left.score, world.left.score);
  same('score r', shown.right.score, world.right.score);
  near('ball x', shown.ballX, world.ballX);
  near('ball y', shown.ballY, world.ballY);
  for (const [index, player] of shown.players.entries()) {
    const real = world.players[index] as (typeof world.players)[number];
    near(`x of slot ${index}`, player.x, real.x);
    near(`y of slot ${index}`, player.y, real.y);
    if (version < 2 && version > 0) continue;
    same(`type of slot ${index}`, player.typeId, real.typeId);
    near(`stamina of slot ${index}`, player.stamina, real.stamina);
  }
}
