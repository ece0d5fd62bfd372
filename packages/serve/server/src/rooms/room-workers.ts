import { setTimeout as sleep } from 'node:timers/promises';
import { type MessagePort, Worker } from 'node:worker_threads';
import type { Scene } from '@rcss/core/match-document';
import type {
  CreateRoomRequest,
  ForkRoomRequest,
  ResetRoomRequest,
  RoomEvent,
  RoomPlayer,
  RoomState,
  SpawnPlayerRequest,
} from '@rcss/core/rooms';
import type { ConsoleOutput } from '../console-output.js';
import type { RoomStatus } from '../operations/room-status.js';
import { forwardSocket } from '../websocket/forwarded-socket.js';
import type { SocketRequest, SocketRoom } from '../websocket/socket-room.js';
import { createFailedRoom, type FailedRoom } from './failed-room.js';
import { createConflictError, createNotFoundError, RoomError } from './room-error.js';
import type { RoomHostSettings, RoomService } from './room-host.js';
import type {
  AnsweredRequest,
  WorkerData,
  WorkerMethod,
  WorkerReply,
  WorkerRequest,
} from './worker-messages.js';

export interface RoomWorkerSettings extends RoomHostSettings {
  /** Number of threads. */
  readonly workers: number;
  /** Cycles of the warm-up of each thread; 0: none. */
  readonly warmup: number;
  /** Takes faults of workers. */
  readonly reportFault: (error: Error) => void;
  /** Module that the threads run, and options of Node for them; default: the compiled worker, options of the process. */
  readonly entry?: { readonly url: URL; readonly execArgv: readonly string[] };
}

/** Time before a worker that has ended without an answer is started again, ms. */
const RESTART_DELAY_MS = 1000;

/** Rooms in worker threads. */
export interface RoomWorkers extends RoomService {
  /** Returns a room for clients on WebSockets, or undefined. */
  findSocketRoom(id: string): Promise<SocketRoom | undefined>;
}

/** Spreads rooms over worker threads. A room stays with its worker; a new room gets the worker with the fewest rooms. */
export function createRoomWorkers(settings: RoomWorkerSettings): RoomWorkers {
  return new WorkerRoomService(settings);
}

interface PendingCall {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Subscription {
  readonly room: string;
  readonly listener: (event: RoomEvent) => void;
}

/** One worker thread with its calls. */
class WorkerLink {
  readonly #worker: Worker;
  readonly #calls = new Map<number, PendingCall>();
  readonly #subscriptions = new Map<number, Subscription>();
  #callCount = 0;
  #fault = '';
  #isClosing = false;
  #hasEnded = false;
  #hasAnswered = false;

  /** @param onExit Called when the thread has ended by a fault. */
  constructor(
    { entry, createConsole, reportFault, ...settings }: RoomWorkerSettings,
    onExit: (fault: string) => void,
  ) {
    const { workers: _workers, warmup, ...host } = settings;
    const workerData: WorkerData = { settings: host, warmup };
    this.#worker = new Worker(entry?.url ?? new URL('./room-worker.js', import.meta.url), {
      workerData,
      ...(entry === undefined ? {} : { execArgv: [...entry.execArgv] }),
    });
    this.#worker.on('message', (reply: WorkerReply) => this.#receive(reply, createConsole));
    this.#worker.on('error', (error: Error) => {
      this.#fault = error.message;
      reportFault(error);
    });
    this.#worker.on('exit', (code) => {
      this.#hasEnded = true;
      if (this.#fault === '') this.#fault = `exit code ${code}`;
      for (const { reject } of this.#calls.values()) reject(this.#createEndError());
      this.#calls.clear();
      if (!this.#isClosing) onExit(this.#fault);
    });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Whether the thread has ever answered; otherwise it probably cannot start. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  call(method: WorkerMethod, ...args: readonly unknown[]): Promise<unknown> {
    return this.#send({ do: 'call', call: this.#nextCall(), method, args });
  }

  async subscribe(room: string, listener: (event: RoomEvent) => void): Promise<() => void> {
    const call = this.#nextCall();
    this.#subscriptions.set(call, { room, listener });
    try {
      await this.#send({ do: 'subscribe', call, room });
    } catch (error) {
      this.#subscriptions.delete(call);
      throw error;
    }
    return () => {
      this.#subscriptions.delete(call);
      this.#post({ do: 'unsubscribe', subscription: call });
    };
  }

  /** Sends an event to the subscribers of a room in place of the thread. */
  emit(room: string, event: RoomEvent): void {
    for (const subscription of this.#subscriptions.values())
      if (subscription.room === room) subscription.listener(event);
  }

  openSocket(request: SocketRequest, port: MessagePort): void {
    this.#worker.postMessage({ do: 'socket', request, port } satisfies WorkerRequest, [port]);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.call('close').catch(() => {});
    await this.#worker.terminate();
  }

  #createEndError(): RoomError {
    return new RoomError(500, 'The room failed', `The worker thread of the room has ended: ${this.#fault}`);
  }

  #nextCall(): number {
    this.#callCount += 1;
    return this.#callCount;
  }

  #post(request: WorkerRequest): void {
    this.#worker.postMessage(request);
  }

  #send(request: AnsweredRequest): Promise<unknown> {
    if (this.#hasEnded) return Promise.reject(this.#createEndError());
    return new Promise((resolve, reject) => {
      this.#calls.set(request.call, { resolve, reject });
      this.#post(request);
    });
  }

  #receive(reply: WorkerReply, createConsole: ((room: string) => ConsoleOutput) | undefined): void {
    if (reply.kind === 'event') {
      this.#subscriptions.get(reply.subscription)?.listener(reply.event);
      return;
    }
    if (reply.kind === 'line') {
      createConsole?.(reply.room)[reply.stream](reply.text, reply.record);
      return;
    }
    this.#hasAnswered = true;
    const pending = this.#calls.get(reply.call);
    this.#calls.delete(reply.call);
    if (reply.kind === 'result') pending?.resolve(reply.value);
    else if (reply.kind === 'problem') pending?.reject(RoomError.fromProblem(reply.problem));
    else pending?.reject(new Error(reply.message));
  }
}

/** A room and the thread that holds it. */
interface OwnedRoom {
  readonly link: WorkerLink;
  /** The last state that the thread has returned; null while the room is created. */
  state: RoomState | null;
  /** The last status that the thread has returned. */
  status?: RoomStatus;
}

class WorkerRoomService implements RoomWorkers {
  readonly #settings: RoomWorkerSettings;
  readonly #links: WorkerLink[];
  readonly #owned = new Map<string, OwnedRoom>();
  /** Rooms whose thread has ended, until they are deleted. */
  readonly #failed = new Map<string, FailedRoom>();
  #count = 0;
  #isClosing = false;

  constructor(settings: RoomWorkerSettings) {
    this.#settings = settings;
    this.#links = Array.from({ length: settings.workers }, (_, place) => this.#openTransport(place));
  }

  /** Opens a worker. If it ends by a fault, its rooms have failed and a new worker takes its place. */
  #openTransport(place: number): WorkerLink {
    const link: WorkerLink = new WorkerLink(
      this.#settings,
      (fault) => void this.#replace(place, link, fault),
    );
    return link;
  }

  async #replace(place: number, link: WorkerLink, fault: string): Promise<void> {
    const message = `the worker thread of the room has ended: ${fault}`;
    for (const [id, { link: owner, state: last, status }] of this.#owned) {
      if (owner !== link) continue;
      this.#owned.delete(id);
      if (last === null) continue;
      const room = createFailedRoom(last, status, message);
      this.#failed.set(id, room);
      this.#settings.createConsole?.(id).err(`Room failed: ${message}`, {
        event: 'room_failed',
        level: 'error',
      });
      link.emit(id, { type: 'state', state: room.state });
    }
    if (!link.hasAnswered) await sleep(RESTART_DELAY_MS, undefined, { ref: false });
    if (!this.#isClosing) this.#links[place] = this.#openTransport(place);
  }

  #find(id: string): OwnedRoom {
    const room = this.#owned.get(id);
    if (room !== undefined) return room;
    const failed = this.#failed.get(id);
    if (failed !== undefined) throw createConflictError(`The room has failed: ${failed.state.fault}`);
    throw createNotFoundError('room', id);
  }

  /** Executes an operation of a room that returns its state. */
  async #call(id: string, method: WorkerMethod, ...args: readonly unknown[]): Promise<RoomState> {
    const room = this.#find(id);
    room.state = (await room.link.call(method, id, ...args)) as RoomState;
    return room.state;
  }

  /** Reserves a name on a worker while `create` runs there. */
  async #place(link: WorkerLink, id: string, create: () => Promise<unknown>): Promise<RoomState> {
    const { maxRooms } = this.#settings;
    if (this.#owned.has(id) || this.#failed.has(id))
      throw createConflictError(`A room "${id}" exists already.`);
    if (this.#owned.size + this.#failed.size >= maxRooms)
      throw new RoomError(
        429,
        'Too many rooms',
        `The server has ${maxRooms} rooms, its limit; delete one first.`,
      );
    const room: OwnedRoom = { link, state: null };
    this.#owned.set(id, room);
    try {
      room.state = (await create()) as RoomState;
      return room.state;
    } catch (error) {
      if (this.#owned.get(id) === room) this.#owned.delete(id);
      throw error;
    }
  }

  #createId(): string {
    do this.#count += 1;
    while (this.#owned.has(`r${this.#count}`) || this.#failed.has(`r${this.#count}`));
    return `r${this.#count}`;
  }

  #listRunningLinks(): WorkerLink[] {
    return this.#links.filter((link) => !link.hasEnded);
  }

  #findLeastLoaded(): WorkerLink {
    const counts = new Map(this.#listRunningLinks().map((link) => [link, 0]));
    for (const { link } of this.#owned.values()) counts.set(link, (counts.get(link) ?? 0) + 1);
    const [least] = [...counts].sort(([, a], [, b]) => a - b);
    if (least === undefined)
      throw new RoomError(503, 'No worker', 'All worker threads have ended; the log has the reasons.');
    return least[0];
  }

  /** Collects a list of all workers; one that ends meanwhile adds nothing. */
  async #collect<Item>(method: 'list' | 'readStatus'): Promise<Item[]> {
    const lists = this.#listRunningLinks().map((link) =>
      link.call(method).catch((error: Error) => {
        if (!link.hasEnded) throw error;
        return [];
      }),
    );
    return (await Promise.all(lists)).flat() as Item[];
  }

  async create(request: CreateRoomRequest, isTrusted = false): Promise<RoomState> {
    const id = request.id ?? this.#createId();
    const link = this.#findLeastLoaded();
    return this.#place(link, id, () => link.call('create', { ...request, id }, isTrusted));
  }

  async fork(id: string, request: ForkRoomRequest): Promise<RoomState> {
    const { link } = this.#find(id);
    const newId = request.id ?? this.#createId();
    return this.#place(link, newId, () => link.call('fork', id, { ...request, id: newId }));
  }

  async list(): Promise<readonly RoomState[]> {
    const states = await this.#collect<RoomState>('list');
    return [...states, ...this.#listFailed().map(({ state }) => state)];
  }

  async readStatus(): Promise<readonly RoomStatus[]> {
    const statuses = await this.#collect<RoomStatus>('readStatus');
    for (const status of statuses) {
      const room = this.#owned.get(status.room);
      if (room !== undefined) room.status = status;
    }
    return [...statuses, ...this.#listFailed().map(({ status }) => status)];
  }

  #listFailed(): FailedRoom[] {
    return [...this.#failed.values()];
  }

  async delete(id: string): Promise<void> {
    if (this.#failed.delete(id)) return;
    await this.#find(id).link.call('delete', id);
    this.#owned.delete(id);
  }

  async read(id: string): Promise<RoomState> {
    return this.#failed.get(id)?.state ?? this.#call(id, 'read');
  }

  async start(id: string): Promise<RoomState> {
    return this.#call(id, 'start');
  }

  async pause(id: string): Promise<RoomState> {
    return this.#call(id, 'pause');
  }

  async step(id: string, cycles: number): Promise<RoomState> {
    return this.#call(id, 'step', cycles);
  }

  async reset(id: string, request: ResetRoomRequest): Promise<RoomState> {
    return this.#call(id, 'reset', request);
  }

  async takeSnapshot(id: string): Promise<string> {
    return (await this.#find(id).link.call('takeSnapshot', id)) as string;
  }

  async deleteSnapshot(id: string, snapshot: string): Promise<void> {
    await this.#find(id).link.call('deleteSnapshot', id, snapshot);
  }

  async readScene(id: string): Promise<Scene> {
    return (await this.#find(id).link.call('readScene', id)) as Scene;
  }

  async setScene(id: string, scene: Scene): Promise<Scene> {
    return (await this.#find(id).link.call('setScene', id, scene)) as Scene;
  }

  async spawnPlayer(id: string, request: SpawnPlayerRequest): Promise<RoomPlayer> {
    return (await this.#find(id).link.call('spawnPlayer', id, request)) as RoomPlayer;
  }

  async kickOff(id: string): Promise<RoomState> {
    return this.#call(id, 'kickOff');
  }

  async stop(id: string): Promise<RoomState> {
    return this.#failed.get(id)?.state ?? this.#call(id, 'stop');
  }

  async subscribe(id: string, listener: (event: RoomEvent) => void): Promise<() => void> {
    const failed = this.#failed.get(id);
    if (failed === undefined) return this.#find(id).link.subscribe(id, listener);
    listener({ type: 'state', state: failed.state });
    return () => {};
  }

  async findSocketRoom(id: string): Promise<SocketRoom | undefined> {
    if (!this.#owned.has(id) && !this.#failed.has(id)) return undefined;
    const { phase } = await this.read(id);
    const link = this.#owned.get(id)?.link;
    return {
      isOver: link === undefined || phase === 'closed' || phase === 'failed',
      openSocket: (request, getPeer) => forwardSocket(getPeer, (port) => link?.openSocket(request, port)),
    };
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(this.#links.map((link) => link.close()));
    this.#owned.clear();
    this.#failed.clear();
  }
}
