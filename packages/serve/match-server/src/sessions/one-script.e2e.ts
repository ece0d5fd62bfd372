import { createHash } from 'node:crypto';
import type { TeamClient } from '@rcss/core/team-module';
import {
  broadcast,
  clearDone,
  createHost,
  createSensePhases,
  type Host,
  handleCoachRequest,
  handlePlayerPortRequest,
  handleTrainerRequest,
  type Link,
  poll,
  sendFrame,
  type Visitor,
} from '@rcss/host';
import { computeEffectiveSteps, createMatchParams } from '@rcss/params';
import { fillFrame } from '@rcss/sensors';
import { createDocumentSpec, createMatch, extractSpec, type Match, step } from '@rcss/simulator';
import { PhaseSchedule, type Phases, runAutoMode } from '@rcss/simulator/cycle';
import { expect, it } from 'vitest';
import { ClientHost } from '../../../../play/agent/src/local/client-host.js';
import { LocalMatch } from '../../../../play/agent/src/local/local-match.js';
import {
  Client,
  cleanUpAfterTest,
  createTestConfiguration,
  type ReceivedMessages,
  waitUntil,
} from '../../test/harness.js';
import { CLIENTS, SCRIPT, type ScriptClient } from '../../test/one-script.js';
import { SocketClient, startTestEndpoint } from '../../test/websocket.js';
import { createPhases } from '../cycle/phases.js';
import { POLL_PARTS } from '../cycle/poll-parts.js';
import { FileProblems } from '../files/file-problems.js';
import { openNetwork } from '../lifecycle/open-network.js';
import { createStartTime } from '../logs/start-time.js';
import { closeNetwork, getServerPorts } from '../net/network.js';
import { RealTimeScheduler } from '../rooms/real-time-scheduler.js';
import { Room } from '../rooms/room.js';
import { createServer } from './create-server.js';
import type { Server } from './server.js';

/** A match in which the script is played. */
interface Place {
  /** Runs the match until the clients have received all messages of a cycle. */
  runCycle(): void;
  /** Connects a client and resolves when the match has answered. */
  connect(name: ScriptClient): Promise<void>;
  /** Sends a text and resolves when it is executed. */
  send(name: ScriptClient, bytes: Buffer): Promise<void>;
  /** Resolves with all bytes of all clients, when the clients have received what was sent. */
  take(): Promise<Record<ScriptClient, Buffer>>;
}

const SEED = 7;
const NO_OUTPUT = { out: () => {}, err: () => {} };

function createConfig() {
  const config = createTestConfiguration('', {
    server: {
      ...{ synch_mode: true, coach_w_referee: true, send_comms: true, fullstate_l: true },
      ...{ game_logging: false, text_logging: false, keepaway_logging: false },
    },
  });
  return { ...config, randomSeed: SEED };
}

async function openServer(): Promise<Server> {
  const config = createConfig();
  const match = createMatch({ params: createMatchParams(config.server, config.player, SEED), seed: SEED });
  const net = await openNetwork(config, NO_OUTPUT);
  cleanUpAfterTest(() => closeNetwork(net));
  const logs = { game: null, text: null, keepaway: null, recording: null, worldDump: null };
  const start = createStartTime(new Date(0));
  const problems = new FileProblems(NO_OUTPUT);
  const server = createServer({ config, match, start, console: NO_OUTPUT, problems, net, logs });
  Object.assign(server.teams, { isLeftStarted: true, isRightStarted: true });
  return server;
}

/** Returns what runs the cycles of a match with these phases. */
function createCycles(phases: Phases): () => void {
  const schedule = new PhaseSchedule(computeEffectiveSteps(createConfig().server));
  return () => {
    while (!schedule.runSynchronousPass(phases));
  };
}

type SocketLike = ReceivedMessages & { sendBytes(bytes: Uint8Array): void };

/** A server whose clients are reached by sockets. */
function createServerPlace(
  server: Server,
  phases: Phases,
  open: (port: 'player' | 'olcoach' | 'coach', request: string) => Promise<SocketLike>,
): Place {
  const clients = new Map<ScriptClient, SocketLike>();
  const { net } = server;
  const sum = (key: 'receivedDatagrams' | 'sentDatagrams') =>
    Object.values(net.traffic).reduce((total, counts) => total + counts[key], 0);
  /** Sends, waits for the arrival and polls. */
  const exchange = async (send: () => void) => {
    const before = sum('receivedDatagrams');
    send();
    await waitUntil(() => sum('receivedDatagrams') > before);
    poll(server, POLL_PARTS);
    net.sendQueue.flush();
  };
  const countReceived = () =>
    [...clients.values()].reduce((total, { received }) => total + received.length, 0);
  const settle = () => waitUntil(() => countReceived() >= sum('sentDatagrams'));
  return {
    runCycle: createCycles(phases),
    async connect(name) {
      const [port, request] = CLIENTS[name];
      const client = await open(port, request);
      clients.set(name, client);
      await exchange(() => client.sendBytes(Buffer.from(`${request}\0`)));
      await settle();
    },
    send: (name, bytes) => exchange(() => clients.get(name)!.sendBytes(bytes)),
    async take() {
      net.sendQueue.flush();
      await settle();
      const entries = [...clients].map(([name, { received }]) => [
        name,
        Buffer.concat(received.map(({ bytes }) => bytes)),
      ]);
      return Object.fromEntries(entries);
    },
  };
}

const WEBSOCKET_PATHS = { player: 'player', olcoach: 'coach', coach: 'trainer' } as const;

async function createWebSocketPlace(): Promise<Place> {
  const server = await openServer();
  const { url } = await startTestEndpoint((id) => (id === 'main' ? server : undefined));
  return createServerPlace(server, createPhases(server), async (port, request) => {
    const role = request.startsWith('(dispinit') ? 'monitor' : WEBSOCKET_PATHS[port];
    const client = await SocketClient.open(url, `/rooms/main/${role}`);
    return Object.assign(client, { sendBytes: (bytes: Uint8Array) => client.socket.send(bytes) });
  });
}

async function createUdpPlace(): Promise<Place> {
  const server = await openServer();
  const ports = getServerPorts(server.net.ports);
  return createServerPlace(server, createPhases(server), (port) => Client.open(ports[port]));
}

async function createRoomPlace(): Promise<Place> {
  const room = await Room.open({
    id: 'one',
    plan: createDocumentSpec({ version: 1, seed: SEED, clock: 'stepped' }),
    config: createConfig(),
    scheduler: new RealTimeScheduler(),
    console: NO_OUTPUT,
    connectTimeoutMs: 1000,
  });
  cleanUpAfterTest(async () => {
    room.stop();
    await room.closed;
  });
  const ports = getServerPorts(room.server.net.ports);
  return createServerPlace(room.server, room.phases, (port) => Client.open(ports[port]));
}

/** A link to a client of this test. */
class MemoryLink implements Link {
  readonly observer = null;
  readonly setCompression = null;
  readonly isLost = false;
  readonly sent: Buffer[] = [];
  readonly waiting: Uint8Array[] = [];

  send(bytes: Uint8Array): void {
    this.sent.push(Buffer.from(bytes));
  }
  get hasInput(): boolean {
    return this.waiting.length > 0;
  }
  takeDatagram(): Uint8Array | undefined {
    return this.waiting.shift();
  }
  allowCommand(): boolean {
    return true;
  }
  close(): void {}
}

const HANDLERS = {
  player: handlePlayerPortRequest,
  olcoach: handleCoachRequest,
  coach: handleTrainerRequest,
} as const;

function createScriptMatch(): Match {
  const { server, player } = createConfig();
  return createMatch({ params: createMatchParams(server, player, SEED), seed: SEED });
}

function createProcessPlace(): Place {
  const match = createScriptMatch();
  const host: Host<MemoryLink> = createHost<MemoryLink>(match, { writerCount: 1 });
  match.listener = (event) => broadcast(host, event);
  const links = new Map<ScriptClient, MemoryLink>();
  const nothing = () => {};
  const place: Place = {
    runCycle: createCycles({
      ...createSensePhases(host),
      receive: nothing,
      simulate() {
        step(match, () => sendFrame(host, fillFrame(match.world, match.params, host.buffers.frame)));
        clearDone(host.clients);
        runAutoMode(match);
      },
    }),
    async connect(name) {
      const link = new MemoryLink();
      links.set(name, link);
      const [port, request] = CLIENTS[name];
      const visitor: Visitor<MemoryLink> = {
        onlyRole: null,
        refuse: (bytes) => link.send(bytes),
        prepare: () => ({ accept: () => link, discard: nothing }),
      };
      HANDLERS[port](host, visitor, request);
    },
    async send(name, bytes) {
      links.get(name)!.waiting.push(bytes);
      poll<Host<MemoryLink>>(host, {
        readPort: nothing,
        run: (_, read, session) => read(host, session),
      });
    },
    take: async () =>
      Object.fromEntries([...links].map(([name, { sent }]) => [name, Buffer.concat(sent)])) as Record<
        ScriptClient,
        Buffer
      >,
  };
  return place;
}

/** Clients of teams in the same process, as objects; their texts have no NUL. */
function createLocalPlace(): Place {
  const match = new LocalMatch(extractSpec(createScriptMatch()), (own) => new ClientHost(own));
  const { seats: host } = match;
  const received = new Map<ScriptClient, Buffer[]>();
  const waiting = new Map<ScriptClient, string>();
  const createClient = (name: ScriptClient): TeamClient => ({
    init: CLIENTS[name][1],
    receive: (message) => received.get(name)!.push(Buffer.from(message as Uint8Array)),
    decide() {
      const text = waiting.get(name) ?? '';
      waiting.delete(name);
      return text;
    },
  });
  return {
    runCycle: () => match.advance(),
    async connect(name) {
      received.set(name, []);
      const client = createClient(name);
      if (name === 'monitor') host.connectMonitor(client);
      else if (name === 'trainer') host.connectTeam({ players: [], trainer: client }, name);
      else if (name.startsWith('coach')) host.connectTeam({ players: [], coach: client }, name);
      else host.connectTeam({ players: [client] }, name);
    },
    async send(name, bytes) {
      waiting.set(name, bytes.toString('latin1').replace('\0', ''));
      host.decidePlayers();
      host.decideCoaches();
    },
    take: async () =>
      Object.fromEntries([...received].map(([name, all]) => [name, Buffer.concat(all)])) as Record<
        ScriptClient,
        Buffer
      >,
  };
}

async function play(place: Place): Promise<Record<ScriptClient, Buffer>> {
  for (const name of Object.keys(CLIENTS) as ScriptClient[]) await place.connect(name);
  for (const texts of SCRIPT) {
    for (const [name, text] of Object.entries(texts) as [ScriptClient, string][]) {
      const bytes = text.endsWith('|') ? text.slice(0, -1) : `${text}\0`;
      await place.send(name, Buffer.from(bytes, 'latin1'));
    }
    place.runCycle();
    await place.take();
  }
  return place.take();
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

/** SHA-256 of all bytes of a client, the first 16 digits. */
const RECORDED: Record<ScriptClient, string> = {
  l19: 'fe22d86987eec11c',
  r18: 'a9407379d60d5df0',
  l8: '81866b2947e203b8',
  r1: 'ef281aa44dff58aa',
  coachL: '1d1c9098c33bee18',
  coachR: 'f9fc22ea48ab4ee0',
  trainer: '0e11ba512e88618c',
  monitor: '897442ce954b2f0c',
};

/** The player that sends a text without NUL: a text in process needs none, so the client gets no warning. */
const RECORDED_LOCAL = { ...RECORDED, r18: 'f523917ece2257b7' };

it.each([
  ['on a host', createProcessPlace, RECORDED],
  ['in a match between teams in process', createLocalPlace, RECORDED_LOCAL],
  ['over UDP', createUdpPlace, RECORDED],
  ['on WebSockets', createWebSocketPlace, RECORDED],
  ['in a room', createRoomPlace, RECORDED],
] as const)(
  'one script of commands of all roles gives the recorded bytes to every client %s',
  async (_, open, recorded) => {
    const received = await play(await open());
    const digests = Object.entries(received).map(([name, bytes]) => [name, digestOf(bytes)]);
    expect(Object.fromEntries(digests)).toEqual(recorded);
    const texts = Object.values(received).map((bytes) => bytes.toString('latin1'));
    // The script reaches what it is for.
    for (const part of [
      '(ok synch_see)',
      '(fullstate',
      '(see_global',
      '(hear',
      '(warning',
      '(error',
      '(msg ',
      'change_player_type',
    ])
      expect(texts.some((text) => text.includes(part))).toBe(true);
  },
);
