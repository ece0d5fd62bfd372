/** A room server with its clients, a bridge and browsers in a world of faults, and what must hold in it. */
import { createSocket, type Socket } from 'node:dgram';
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { MatchDocument } from '@rcss/core/match-document';
import type { RoomState } from '@rcss/core/rooms';
import { digest } from '@rcss/simulator';
import { playRecording, readRecording } from '@rcss/simulator/recording';
import { MatchHistory } from '@rcss/viewer/monitor';
import { createRandom } from '../../../../kit/kit/test/random.mjs';
import { Program, playWorld, type World } from '../../../../kit/kit/test/world.js';
import { MatchBridge } from '../../../match-bridge/src/bridge.js';
import { MonitorLink } from '../../../match-bridge/src/monitor-link.js';
import { Spectators } from '../../../match-bridge/src/spectators.js';
import { TestSpectator } from '../../../match-bridge/test/spectator.js';
import { listStoredRooms } from '../../../match-server/src/rooms/stored-room.js';
import { createRoomHost, type RoomHost } from '../../../match-server/test/room-host.js';

/** Kinds of faults; `part` of a step chooses how long, or whom. */
const KINDS = [
  'kill the server',
  'end the server',
  'tear the next write',
  'fill the disk',
  'kill a player',
  'kill the bridge',
  'lose datagrams',
  'delay datagrams',
  'double datagrams',
  'move the clock',
  'pause the match',
  'slow browser',
  'lost browser',
] as const;

/** A fault of a world. */
export interface RoomStep {
  readonly atMs: number;
  readonly kind: (typeof KINDS)[number];
  readonly part: number;
}

/** Faults come in this time, ms. */
const FAULTS_MS = 10_000;
/** Longest time of a fault, ms. */
const MAX_FAULT_MS = 4000;
/** Time after the last fault until everything goes on, and until the end of the world, ms. */
const SETTLED_MS = FAULTS_MS + MAX_FAULT_MS + 2000;
const END_MS = SETTLED_MS + 60_000;
const PORT = 6100;
const TEAMS = ['Foxes', 'Herons'] as const;

/** The room that an operator steps: the same steps and scenes give the same match, whatever happens. */
const STEPS = 16;
const SCENES: Readonly<Record<number, { readonly x: number; readonly y: number }>> = {
  0: { x: 3, y: 1 },
  5: { x: -20, y: 5 },
  11: { x: 30, y: -9 },
};
/** Random numbers matter, and no half ends in a world. */
const SERVER = { ball_rand: 0.3, player_rand: 0.3, wind_force: 20, wind_rand: 1, half_time: 3000 };
const TURNS: MatchDocument = {
  version: 1,
  seed: 7,
  clock: 'stepped',
  teams: { left: { name: TEAMS[0], remote: true }, right: { name: TEAMS[1], remote: true } },
  parameters: { server: SERVER },
  initial: { playMode: 'play_on', ball: { position: { x: 0, y: 0 }, velocity: { x: 1, y: 0.5 } } },
  recording: { recording: true },
};

/** The room with players over UDP, which a bridge shows. */
const FIELD: MatchDocument = {
  ...TURNS,
  seed: 8,
  clock: 'synchronous',
  parameters: {
    server: { ...SERVER, port: PORT, coach_port: PORT + 1, olcoach_port: PORT + 2 },
    rcss: { wait_for_clients: 2, synch_timeout: 600 },
  },
};

export function drawRoomSteps(seed: number): RoomStep[] {
  const random = createRandom(seed);
  return Array.from({ length: 1 + Math.floor(random() * 10) }, () => ({
    atMs: Math.floor(random() * FAULTS_MS),
    kind: KINDS[Math.floor(random() * KINDS.length)]!,
    part: random(),
  })).sort((a, b) => a.atMs - b.atMs);
}

/** Digest of the stepped match without faults. */
const undisturbed: number[] = [];

/**
 * Runs a world; returns what is wrong with it, or null.
 *
 * @param trace Gets what has happened.
 */
export async function playRoomWorld(
  seed: number,
  steps: readonly RoomStep[],
  trace: string[] = [],
): Promise<string | null> {
  if (undisturbed.length === 0 && steps.length > 0) {
    const problem = await playRoomWorld(seed, []);
    if (problem !== null) return `without faults: ${problem}`;
  }
  return playWorld(seed, trace, (world, folder) => new RoomWorld(world, seed, folder).play(steps));
}

/** What is known of a room outside of its server. */
interface KnownRoom {
  readonly document: MatchDocument;
  /** Steps that the server has confirmed, and the cycle after them. */
  steps: number;
  time: number;
  /** Cycle up to which it has recorded the match, as it has said. */
  recordedTo: number;
  /** Whether the server has said that the recording is lost. */
  isLost: boolean;
  /** Whether its match is over. */
  isOver: boolean;
}

class RoomWorld {
  readonly #world: World;
  readonly #folder: string;
  readonly #random: () => number;
  readonly #steps: RoomStep[] = [];
  readonly #known: Readonly<Record<string, KnownRoom>> = {
    turns: { document: TURNS, steps: 0, time: 0, recordedTo: 0, isLost: false, isOver: false },
    field: { document: FIELD, steps: 0, time: 0, recordedTo: 0, isLost: false, isOver: false },
  };
  #server = new Program('server');
  #host: RoomHost | null = null;
  #isEnding = false;
  #pausedUntil = -1;
  #digest: number | null = null;
  readonly #players: Program[] = [];
  #bridge = new Program('bridge');
  #shown: {
    readonly link: MonitorLink;
    readonly history: MatchHistory;
    readonly browsers: TestSpectator[];
  } | null = null;
  readonly #stopped = new Set<Program>();
  #problem: string | null = null;

  constructor(world: World, seed: number, folder: string) {
    this.#world = world;
    this.#folder = folder;
    this.#random = createRandom(seed + 0x5eed);
  }

  async play(steps: readonly RoomStep[]): Promise<string | null> {
    const world = this.#world;
    this.#steps.push(...steps);
    world.onKill = (program) => {
      // Who has started it starts it again.
      if (program === this.#server) world.later(1000, () => this.#startServer());
      else if (program === this.#bridge) world.later(500, () => this.#startBridge());
      else world.later(500, () => this.#startPlayer(this.#players.indexOf(program)));
    };
    this.#startServer();
    for (const index of TEAMS.keys()) this.#startPlayer(index);
    this.#startBridge();
    for (const step of steps) world.later(step.atMs, () => this.#do(step));
    const { turns, field } = this.#known as { turns: KnownRoom; field: KnownRoom };
    const isSettled = () => steps.length === 0 || world.now > SETTLED_MS;
    const isDone = () =>
      this.#problem !== null || (turns.isOver && isSettled() && field.steps > 40 && this.#isBridgeLive());
    if (!(await world.run(isDone, END_MS)) && this.#problem === null)
      return `no progress: ${JSON.stringify(this.#known)}, the bridge is ${this.#shown?.link.state}`;
    if (this.#problem !== null) return this.#problem;
    field.isOver = true;
    this.#isEnding = true;
    this.#stopped.add(this.#bridge);
    for (const player of this.#players) this.#stopped.add(player);
    const programs = [this.#server, this.#bridge, ...this.#players];
    if (!(await world.run(() => programs.every((program) => !world.isRunning(program)), world.now + END_MS)))
      return this.#problem ?? 'a program does not end';
    return this.#problem ?? this.#findProblem();
  }

  /** Whether the page has the match as the server plays it. */
  #isBridgeLive(): boolean {
    const { link, history, browsers } = this.#shown ?? {};
    const { last } = history?.frames ?? { last: -1 };
    if (link?.state !== 'live' || last < 0) return false;
    const missing = this.#known['field']!.steps - (history!.frames.getTime(last) ?? -9);
    return missing <= 2 && browsers!.every((browser) => browser.isGone || browser.lastIndex === last);
  }

  #report(program: Program, problem: string): void {
    if (!program.isDead && problem !== '') this.#problem ??= problem;
  }

  #start(program: Program, run: () => Promise<void>): void {
    void this.#world.start(program, run).then(
      () => this.#report(program, this.#world.findLeft(program)),
      (error: Error) => this.#report(program, `${program.name} failed: ${error.stack}`),
    );
  }

  #startServer(): void {
    const program = new Program('server');
    this.#server = program;
    this.#isEnding = false;
    this.#start(program, async () => {
      const host = createRoomHost({ folder: this.#folder, storesRooms: true, connectTimeoutMs: 3000 });
      this.#host = host;
      for (const id of listStoredRooms(this.#folder)) await this.#resume(program, host, id);
      await Promise.all(Object.keys(this.#known).map((id) => this.#operate(program, host, id)));
      await host.close();
      if (!program.isDead && !this.#known['field']!.isOver)
        this.#world.later(1000, () => this.#startServer());
    });
  }

  async #resume(program: Program, host: RoomHost, id: string): Promise<void> {
    const known = this.#known[id]!;
    try {
      const { steps } = await host.resume(id);
      if (steps < known.steps) this.#report(program, `${id} went back from step ${known.steps} to ${steps}`);
      if (known.isLost) this.#report(program, `${id} goes on at step ${steps}, and its recording was lost`);
    } catch (error) {
      const { message } = error as Error;
      if (program.isDead || /could not (open|create|write)|ENOSPC/.test(message)) return;
      const cycle = Number(/could not be written after cycle (\d+), /.exec(message)?.[1] ?? -1);
      // A match that begins again may have left files of any kind.
      if (known.steps > 0 && (cycle < 0 || cycle < known.recordedTo || !this.#mayLoseRecordings()))
        this.#report(program, `${id}, recorded to ${known.recordedTo}, does not go on: ${message}`);
      else this.#beginAgain(known);
    }
  }

  #mayLoseRecordings(): boolean {
    return this.#steps.some(({ kind }) => kind === 'fill the disk');
  }

  /** A match whose recording is lost begins again, as the operator decides. */
  #beginAgain(known: KnownRoom): void {
    Object.assign(known, { steps: 0, time: 0, recordedTo: 0, isLost: false });
  }

  /** Returns the room; it is created, or null where the disk does not allow it. */
  async #find(program: Program, host: RoomHost, id: string): Promise<RoomState | null> {
    const known = this.#known[id]!;
    const found = (await host.list()).find((room) => room.id === id);
    if (found !== undefined) return found;
    // A stored room that could not be resumed because the disk was full stays for the next server.
    if (listStoredRooms(this.#folder).includes(id) && known.steps > 0) {
      await this.#resume(program, host, id);
      if (known.steps > 0) return (await host.list()).find((room) => room.id === id) ?? null;
    }
    if (known.steps > 0) this.#report(program, `${id} is gone without a word after step ${known.steps}`);
    try {
      return await host.create({ id, document: known.document, start: id === 'field' }, true);
    } catch (error) {
      if (!/ENOSPC/.test((error as Error).message)) throw error;
      return null;
    }
  }

  /** Lets a room go on until the server ends. */
  async #operate(program: Program, host: RoomHost, id: string): Promise<void> {
    const known = this.#known[id]!;
    while (!this.#isEnding && !program.isDead && !known.isOver) {
      let room = await this.#find(program, host, id);
      if (room !== null && id === 'turns') {
        const position = SCENES[room.steps];
        if (position !== undefined && room.phase !== 'ended')
          await host.setScene(id, { ball: { position, velocity: { x: 0.5, y: 0 } } });
        room = await host.step(id, 1);
        this.#note(program, id, room);
        if (room.steps === STEPS) await this.#finish(program, host, id);
      } else if (room !== null) {
        this.#note(program, id, room);
        if ((room.phase === 'paused' || room.phase === 'waiting') && performance.now() > this.#pausedUntil)
          await host.start(id);
      }
      await new Promise((resolve) => setTimeout(resolve, id === 'field' ? 100 : 100 + this.#random() * 1500));
    }
  }

  #note(program: Program, id: string, { steps, time, recording, fault, phase }: RoomState): void {
    if (program.isDead) return;
    const known = this.#known[id]!;
    if (fault !== null || phase === 'failed') this.#report(program, `${id} failed: ${fault}`);
    if (steps < known.steps) this.#report(program, `${id} went back from step ${known.steps} to ${steps}`);
    Object.assign(known, { steps, time });
    known.isLost ||= (recording?.lostAt ?? null) !== null;
    if (!known.isLost) known.recordedTo = time;
    if (known.isLost && !this.#mayLoseRecordings()) this.#report(program, `${id} lost its recording`);
  }

  async #finish(program: Program, host: RoomHost, id: string): Promise<void> {
    const reached = digest(host.rooms.get(id)!.server.match);
    if (undisturbed.length === 0) undisturbed.push(reached);
    if (reached !== undisturbed[0]) this.#report(program, `${id} has another digest than undisturbed`);
    await host.delete(id);
    if (program.isDead) return;
    this.#digest = reached;
    this.#known[id]!.isOver = true;
  }

  #startPlayer(index: number): void {
    const program = new Program(`player ${index}`);
    this.#players[index] = program;
    const team = TEAMS[index]!;
    this.#start(program, async () => {
      let socket: Socket | null = null;
      let lastMs = Number.NEGATIVE_INFINITY;
      let count = 0;
      while (!this.#stopped.has(program)) {
        // After a silence it connects again: as a new player, or in its place.
        if (performance.now() - lastMs > 2500) {
          lastMs = performance.now();
          socket?.close();
          const opened = createSocket('udp4');
          socket = opened;
          opened.on('error', () => {});
          opened.on('message', (bytes, from) => {
            lastMs = performance.now();
            if (String(bytes).startsWith('(think)'))
              setTimeout(() => {
                if (socket === opened) opened.send('(turn 10)(done)\0', from.port, from.address);
              }, 100);
          });
          count += 1;
          opened.send(
            count % 2 === 1 ? `(init ${team} (version 19))` : `(reconnect ${team} 1)`,
            PORT,
            '127.0.0.1',
          );
        }
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      socket?.close();
      socket = null;
      // Answers that were on their way.
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
  }

  #startBridge(): void {
    const program = new Program('bridge');
    this.#bridge = program;
    this.#start(program, async () => {
      const link = new MonitorLink({ host: '127.0.0.1', port: PORT });
      const history = new MatchHistory(1000);
      const http = new EventEmitter();
      const spectators = new Spectators(http as unknown as Server, history, {
        ...{ host: '127.0.0.1', allowedOrigins: [], commands: null, title: '', maxSpectators: 4 },
      });
      const bridge = new MatchBridge(link, history, spectators);
      const browsers: TestSpectator[] = [];
      this.#shown = { link, history, browsers };
      link.start();
      while (!this.#stopped.has(program)) {
        for (const [at, browser] of browsers.entries()) {
          this.#report(program, browser.problem);
          if (browser.isGone) browsers.splice(at, 1);
        }
        if (browsers.length < 2) browsers.push(new TestSpectator(http));
        if (spectators.count > browsers.length)
          this.#report(program, `${spectators.count} browsers are open of ${browsers.length}`);
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      for (const [index, frame] of browsers[0]?.frames ?? [])
        if (
          index >= history.frames.first &&
          Buffer.from(history.frames.getBytes(index, 1)).toString('latin1') !== frame
        )
          this.#report(program, `a browser has another frame ${index} than the bridge`);
      bridge.stop();
      link.stop();
      await new Promise((resolve) => setTimeout(resolve, 500));
      this.#report(program, spectators.count === 0 ? '' : 'a browser is left');
    });
  }

  #do({ kind, part }: RoomStep): void {
    const world = this.#world;
    const until = world.now + part * MAX_FAULT_MS;
    const host = world.isRunning(this.#server) ? this.#host : null;
    const ignore = () => {};
    switch (kind) {
      case 'kill the server':
        world.kill(this.#server);
        break;
      case 'end the server':
        this.#isEnding = true;
        break;
      case 'tear the next write':
        world.disk.isNextTorn = true;
        break;
      case 'fill the disk':
        world.disk.fullUntil = until;
        break;
      case 'kill a player':
        world.kill(this.#players[Math.floor(part * TEAMS.length)]!);
        break;
      case 'kill the bridge':
        world.kill(this.#bridge);
        break;
      case 'lose datagrams':
        world.net.lostUntil = until;
        break;
      case 'delay datagrams':
        world.net.lateUntil = until;
        break;
      case 'double datagrams':
        world.net.doubledUntil = until;
        break;
      case 'move the clock':
        world.dayOffset += (part - 0.5) * 7200_000;
        break;
      case 'pause the match':
        // The operator starts it again, also on another server.
        this.#pausedUntil = until;
        world.enter(this.#server, () => void host?.pause('field').catch(ignore));
        break;
      case 'slow browser': {
        const browser = this.#shown?.browsers[0];
        if (browser === undefined) break;
        browser.isReading = false;
        world.later(part * MAX_FAULT_MS, () => world.enter(this.#bridge, () => browser.wake()));
        break;
      }
      case 'lost browser':
        world.enter(this.#bridge, () => this.#shown?.browsers[0]?.vanish());
        break;
    }
  }

  #findProblem(): string | null {
    if (this.#digest !== undisturbed[0]) return 'the stepped match was not played to its end';
    if (listStoredRooms(this.#folder).includes('turns')) return 'a match that is over is stored';
    for (const id of Object.keys(this.#known)) {
      const path = join(this.#folder, id, 'match.rec');
      if (!existsSync(path)) return `${id} has no recording`;
      const opened = readRecording(readFileSync(path));
      if (!opened.ok) return `${path}: ${opened.error.message}`;
      const { divergence } = playRecording(opened.value);
      if (divergence !== null) return `${id}: the replay differs in step ${divergence.step}`;
      if (opened.value.outcome !== 'complete' && !this.#known[id]!.isLost)
        return `${id}: the recording is ${JSON.stringify(opened.value.outcome)}`;
    }
    return null;
  }
}
