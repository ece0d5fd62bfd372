import type { MatchClock, Scene, StopReason } from '@rcss/core/match-document';
import type {
  ResetRoomRequest,
  RoomEvent,
  RoomPhase,
  RoomPlayer,
  RoomState,
  SpawnPlayerRequest,
} from '@rcss/core/rooms';
import { updateTeamNames } from '@rcss/host';
import { reseed, type Snapshot, snapshot, tryKickOff } from '@rcss/simulator';
import type { Phases } from '@rcss/simulator/cycle';
import { applyScene, checkStop, readScene, resetMatch } from '@rcss/simulator/scene';
import { EventEmitter } from 'eventemitter3';
import { waitForClients } from '../clock/wait-for-clients.js';
import type { Configuration } from '../config/configuration.js';
import { createConfigurationSpec } from '../config/configuration-spec.js';
import type { ConsoleOutput } from '../console/console-output.js';
import { createPhases } from '../cycle/phases.js';
import { playServer, recordFatalError } from '../lifecycle/finish-server.js';
import { openServer } from '../lifecycle/open-server.js';
import { LogFileError } from '../logs/log-file.js';
import { createStartTime } from '../logs/start-time.js';
import { getServerPorts } from '../net/network.js';
import { type RoomStatus, readRecordingState, readRoomStatus } from '../operations/room-status.js';
import { waitForReconnects } from '../recordings/resumption.js';
import type { Server } from '../sessions/server.js';
import { findServerEnd, readSecondsPlayed } from '../state/run-state.js';
import { replacePlan, selectSeed } from './document-changes.js';
import type { RealTimeScheduler } from './real-time-scheduler.js';
import { RoomChanges } from './room-changes.js';
import { RoomClock } from './room-clock.js';
import { createConflictError, createFieldError } from './room-error.js';
import { RoomLogs } from './room-logs.js';
import type { RoomPlan } from './room-plan.js';
import { RoomSnapshots } from './room-snapshots.js';
import { spawnPlayer } from './spawn-player.js';
import { RoomFile } from './stored-room.js';
import { TeamPrograms } from './team-programs.js';

/** What a room needs from its host. */
export interface RoomOptions {
  readonly id: string;
  readonly plan: RoomPlan;
  readonly config: Configuration;
  readonly scheduler: RealTimeScheduler;
  readonly console: ConsoleOutput;
  /** Time from the start of the programs of the teams until their first players should be connected, ms. */
  readonly connectTimeoutMs: number;
  /** State from which the match continues; absent: the beginning. */
  readonly from?: Snapshot;
  /** Phase in which a match of an earlier server continues; absent: the room is new. */
  readonly resumedPhase?: 'running' | 'paused';
  /** Path of the recording that the match continues; absent: the recording has the name of the configuration. */
  readonly continuedRecording?: string;
  /** Folder of the file from which a later server continues the match; absent: it is not continued. */
  readonly storedIn?: string;
}

/** Phases as an operator sees them. */
const STATUS_STATES = {
  waiting: 'waiting',
  running: 'running',
  paused: 'paused',
  ended: 'ended',
  closed: 'ended',
  failed: 'failed',
} as const;

interface RoomEvents {
  event: (event: RoomEvent) => void;
}

/**
 * A match of a room server: a server with ports, clients and logs of its own, whose clock a program controls. All its errors
 * stay in the room: a fault closes it and is part of its state.
 */
export class Room {
  readonly id: string;
  readonly server: Server;
  readonly phases: Phases;
  readonly events: EventEmitter<RoomEvents> = new EventEmitter();
  /** Resolves when the ports are closed and the files are complete. Never rejects. */
  readonly closed: Promise<void>;
  readonly #clock: RoomClock;
  readonly #programs: TeamPrograms;
  /** With the seed and the stop conditions of now. */
  #plan: RoomPlan;
  /** The match before any client connected. */
  #beginning: Snapshot;
  readonly #snapshots: RoomSnapshots;
  readonly #logs: RoomLogs;
  readonly #changes: RoomChanges;
  /** Whether a program has set a situation; then the one of the document is not set at the start. */
  #hasOwnScene: boolean;
  #isRecordingLost = false;
  /** Time limit for the players of a resumed match to reconnect, ms; null in a new match. */
  readonly #reconnectTimeoutMs: number | null;
  readonly #file: RoomFile | null;

  /**
   * Opens the ports and logs of a room.
   *
   * @throws {import('@rcss/kit/udp').PortError} or LogFileError (as a rejection)
   */
  static async open(options: RoomOptions): Promise<Room> {
    const { plan, config, console } = options;
    const start = createStartTime(new Date());
    const seed = plan.seed >= 0 ? plan.seed : Math.floor(Math.random() * 2 ** 31);
    const spec = createConfigurationSpec(config, seed);
    return openServer({ config, start, console, spec, isRoom: true }, (server) => new Room(options, server));
  }

  private constructor(
    { id, plan, scheduler, from, connectTimeoutMs, resumedPhase, continuedRecording, storedIn }: RoomOptions,
    server: Server,
  ) {
    this.#reconnectTimeoutMs = resumedPhase === undefined ? null : connectTimeoutMs;
    this.#file = storedIn === undefined ? null : new RoomFile(storedIn, server.problems);
    this.id = id;
    this.#plan = { ...plan, seed: server.match.seed };
    this.server = server;
    this.#snapshots = new RoomSnapshots(server.match);
    this.#logs = new RoomLogs(server);
    this.#changes = new RoomChanges(server.match);
    this.#programs = new TeamPrograms(server, plan, connectTimeoutMs, (side, program) =>
      this.events.emit('event', { type: 'team', side, program }),
    );
    this.#hasOwnScene = from !== undefined;
    const { match } = server;
    if (from === undefined) this.#nameTeams(plan.teams);
    this.#beginning = snapshot(match);
    const phases = createPhases(server);
    this.phases = { ...phases, simulate: () => this.#simulate(phases) };
    this.#clock = new RoomClock({
      server,
      phases: this.phases,
      scheduler,
      kind: plan.clock,
      fail: (error) => this.fail(error),
    });
    if (from !== undefined) resetMatch(match, from);
    else if (plan.initial !== undefined) this.#setScene(plan.initial, 'document.initial');
    if (resumedPhase !== undefined) {
      for (const player of match.world.players)
        if (player.enabled) server.clients.awaitedPlayers.add(player.index);
      this.#clock.phase = resumedPhase;
    }
    this.#clock.cancelSteps();
    this.#logs.markBegin();
    this.#refresh();
    // The earlier recording keeps its name until this one has the state from which it continues.
    if (continuedRecording !== undefined) continueRecording(server, continuedRecording);
    this.#store();
    this.closed = playServer(
      server,
      [],
      () => this.#run(),
      () => this.#halt(),
    ).then(() => this.#close());
  }

  /** What the room plays; a reset to another document can replace it. */
  get plan(): RoomPlan {
    return this.#plan;
  }

  get clock(): MatchClock {
    return this.#clock.kind;
  }

  get phase(): RoomPhase {
    return this.#clock.phase;
  }

  readState(): RoomState {
    const { server, id, plan } = this;
    const { match, clients, net, run } = server;
    const { world } = match;
    const count = (list: readonly unknown[]) => list.filter((session) => session !== null).length;
    return {
      id,
      name: plan.name ?? null,
      phase: this.phase,
      clock: this.clock,
      seed: plan.seed,
      ports: getServerPorts(net.ports),
      time: world.time,
      stoppageTime: world.stoppageTime,
      steps: match.steps,
      missed: run.missedDoneCycles,
      playMode: world.playMode,
      score: this.#changes.score,
      teams: { left: world.left.name, right: world.right.name },
      programs: this.#programs.read(),
      clients: {
        players: count(clients.players),
        coaches: count([clients.coaches.l, clients.coaches.r]),
        trainers: count([clients.trainer]),
        monitors: clients.monitors.length,
      },
      snapshots: this.#snapshots.names,
      end: this.server.run.stopReason,
      recording: readRecordingState(server.logs),
      fault: run.fault?.message ?? null,
    };
  }

  /** Returns what an operator sees. */
  readStatus(): RoomStatus {
    const state = STATUS_STATES[this.phase];
    const { clock } = this;
    return { ...readRoomStatus(this.id, this.server), state, ...(clock === 'stepped' && { clock }) };
  }

  readScene(): Scene {
    return readScene(this.server.match);
  }

  /** Starts the match, or continues it after a pause. */
  start(): RoomState {
    this.#assertOpen();
    if (this.phase === 'ended') throw createConflictError('The match has ended; reset the room first.');
    this.server.run.missedDoneCycles = 0;
    this.#setPhase('running');
    this.#clock.wake();
    return this.readState();
  }

  /** Stops the clock; clients stay connected. */
  pause(): RoomState {
    this.#assertOpen();
    if (this.phase !== 'running') throw createConflictError(`The room is ${this.phase}, not running.`);
    this.#setPhase('paused');
    this.#clock.halt();
    return this.readState();
  }

  /** Advances the match by a number of steps; resolves when they are done or the match has ended before. */
  async step(cycles: number): Promise<RoomState> {
    this.#assertOpen();
    if (this.phase === 'ended') throw createConflictError('The match has ended; reset the room first.');
    if (this.phase === 'running' && this.clock !== 'stepped')
      throw createConflictError(`The clock of the room is ${this.clock}; pause the room to step it.`);
    if (this.phase === 'waiting') this.#setPhase(this.clock === 'stepped' ? 'running' : 'paused');
    this.server.run.missedDoneCycles = 0;
    await this.#clock.advance(cycles);
    return this.readState();
  }

  /** Sets the match to its beginning, a snapshot, or the beginning of another document; clients stay connected. */
  reset(request: ResetRoomRequest): RoomState {
    this.#assertOpen();
    const { match } = this.server;
    const { snapshot: name, scene } = request;
    const plan = replacePlan(this.#plan, request);
    const isReplaced = plan !== this.#plan;
    const seed = request.seed ?? (request.document && selectSeed(request.document));
    const base = name === undefined ? this.#beginning : this.#snapshots.get(name);
    const from = seed === undefined ? base : { ...base, random: reseed(base, match.params, seed).random };
    const start = scene ?? (name === undefined ? plan.initial : undefined);
    const before = scene === undefined && !isReplaced ? null : snapshot(match);
    this.#logs.restart();
    resetMatch(match, from);
    if (start !== undefined) {
      try {
        this.#setScene(start, scene === undefined ? 'document.initial' : 'scene');
      } catch (error) {
        if (before !== null) resetMatch(match, before);
        throw error;
      }
    }
    const { stop } = request;
    this.#plan = { ...plan, ...(seed !== undefined && { seed }), ...(stop && { stop }) };
    this.#clock.kind = plan.clock;
    if (name === undefined) this.#beginning = from;
    if (isReplaced) this.#hasOwnScene = false;
    this.#continueAfterReset();
    this.#store();
    const state = this.readState();
    if (isReplaced) this.events.emit('event', { type: 'state', state });
    return state;
  }

  #continueAfterReset(): void {
    const { match, net } = this.server;
    this.#logs.markBegin();
    this.server.run.stopReason = null;
    this.server.run.startTime = performance.now();
    this.server.run.missedDoneCycles = 0;
    this.#clock.cancelSteps();
    this.#refresh();
    match.referee.host.announce(match.world.playMode);
    net.sendQueue.flush();
    if (this.phase === 'ended') this.#setPhase(this.clock === 'stepped' ? 'running' : 'paused');
    this.#clock.wake();
  }

  /** Stores the current state under a new name. */
  takeSnapshot(): string {
    return this.#snapshots.take();
  }

  deleteSnapshot(name: string): void {
    this.#snapshots.delete(name);
  }

  /** Returns a stored or the current state. */
  copyState(name: string | undefined): Snapshot {
    return name === undefined ? snapshot(this.server.match) : this.#snapshots.get(name);
  }

  /** Sets a situation: places, velocities, play mode, score and others. */
  setScene(scene: Scene): Scene {
    this.#assertOpen();
    if (scene.time !== undefined && scene.time < this.server.match.world.time) this.#logs.restart();
    this.#setScene(scene, '');
    this.#hasOwnScene = true;
    this.server.net.sendQueue.flush();
    this.#changes.report((event) => this.events.emit('event', event));
    return this.readScene();
  }

  /** Executes the kickoff command of a trainer. */
  kickOff(): RoomState {
    this.#assertOpen();
    tryKickOff(this.server.match);
    this.#hasOwnScene = true;
    this.server.net.sendQueue.flush();
    this.#changes.report((event) => this.events.emit('event', event));
    return this.readState();
  }

  /** Puts a player without client on the field. A client can take it with `(reconnect TEAM UNUM)`. */
  spawnPlayer(request: SpawnPlayerRequest): RoomPlayer {
    this.#assertOpen();
    const slot = spawnPlayer(this.server, request);
    this.#hasOwnScene = true;
    return slot;
  }

  /** Ends the match as a signal ends a server: logs and results are completed, ports are closed. */
  stop(): void {
    const { run } = this.server;
    if (run.ending !== null) return;
    run.ending = 'Server Killed. Exiting...';
    run.stopReason ??= { condition: 'stopped', message: 'the room was stopped' };
    this.server.net.onArrival();
    this.#clock.halt();
  }

  /** Ends the match and waits for its files. */
  async end(): Promise<RoomState> {
    this.stop();
    await this.closed;
    return this.readState();
  }

  /** Leaves the match to a later server, which continues it: the end of this room does not give it up. */
  keepStored(): void {
    this.#file?.keep();
  }

  /** Writes from what a later server continues the match; without a recording, it cannot. */
  #store(): void {
    const { phase, plan } = this;
    const { logs, net } = this.server;
    if (logs.recording === null || !(phase === 'waiting' || phase === 'running' || phase === 'paused'))
      this.#file?.remove();
    else if (logs.recording.lostAt !== null) this.#file?.lose();
    else this.#file?.write({ plan, phase, ports: getServerPorts(net.ports) });
  }

  /** Ends the room after a fault; logs and results are still completed. */
  fail(error: Error): void {
    recordFatalError(this.server, error);
    this.#clock.halt();
  }

  /** Runs the match until its server ends, and returns why it ended. */
  async #run(): Promise<StopReason> {
    const { server } = this;
    const { match, run } = server;
    await this.#clock.hold();
    if (run.ending === null) await this.#programs.start();
    const ended = findServerEnd(match, run);
    if (ended !== null) return ended;
    if (this.#reconnectTimeoutMs === null) await waitForClients(server);
    // Players without a client are not waited for: a program steps the match.
    else if (this.clock !== 'stepped') await waitForReconnects(server, this.#reconnectTimeoutMs);
    // Clients that connected may have moved their players.
    if (!this.#hasOwnScene && this.plan.initial !== undefined)
      this.#setScene(this.plan.initial, 'document.initial');
    this.#refresh();
    run.startTime = performance.now();
    return this.#clock.run();
  }

  #simulate(phases: Phases): void {
    phases.simulate();
    this.#changes.report((event) => this.events.emit('event', event));
    this.#noteLostRecording();
    const { match, run } = this.server;
    const reason = checkStop(match, this.#plan.stop, readSecondsPlayed(run));
    if (reason === null || this.phase === 'ended') return;
    run.stopReason = reason;
    this.events.emit('event', { type: 'end', time: match.world.time, end: reason });
    // A program that steps a match resets it; the other clocks run a match once.
    if (this.clock === 'stepped') this.#setPhase('ended');
    else run.ending ??= 'Game Over. Exiting...';
    this.#clock.halt();
  }

  #noteLostRecording(): void {
    const isLost = (this.server.logs.recording?.lostAt ?? null) !== null;
    if (isLost === this.#isRecordingLost) return;
    this.#isRecordingLost = isLost;
    if (!isLost) return;
    this.#store();
    this.events.emit('event', { type: 'state', state: this.readState() });
  }

  /** Takes over changes that are not events of the match: team names, score, play mode. */
  #refresh(): void {
    updateTeamNames(this.server);
    this.#changes.take();
  }

  #setScene(scene: Scene, prefix: string): void {
    const result = applyScene(this.server.match, scene);
    if (!result.ok) throw createFieldError([result.error], prefix);
  }

  /** Gives the sides the names of their teams, so that each keeps its side. */
  #nameTeams({ left, right }: NonNullable<RoomPlan['teams']> = {}): void {
    const teams = { ...(left && { left: left.name }), ...(right && { right: right.name }) };
    if (left || right) this.#setScene({ teams }, '');
  }

  #assertOpen(): void {
    if (this.server.run.ending !== null) throw createConflictError('The room is closed.');
  }

  #setPhase(phase: RoomPhase): void {
    if (this.#clock.phase === phase) return;
    this.#clock.phase = phase;
    this.#store();
    this.events.emit('event', { type: 'state', state: this.readState() });
  }

  #halt(): Promise<void> {
    this.#clock.halt();
    this.#programs.stop();
    this.#clock.resolveSteps();
    return this.#logs.earlierCompleted;
  }

  #close(): void {
    this.#setPhase(this.server.run.fault === null ? 'closed' : 'failed');
    this.#snapshots.clear();
  }
}

/** @throws {LogFileError} if the state from which the match continues could not be written. */
function continueRecording({ logs: { recording }, problems }: Server, path: string): void {
  if (recording === null) return;
  if (recording.lostAt !== null) throw new LogFileError(problems.messages.at(-1)?.replace(/;[^;]*$/, ''));
  recording.takeName(path);
}
