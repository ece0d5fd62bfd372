import { setTimeout as sleep } from 'node:timers/promises';
import type { MatchDocument } from '@rcss/core/match-document';
import type { CreateRoomRequest, ForkRoomRequest, RoomEvent, RoomState } from '@rcss/core/rooms';
import type { RoomStatus } from '../operations/room-status.js';
import type { SocketRoom } from '../websocket/socket-room.js';
import { Drain } from './drain.js';
import { createFailedRoom, type FailedRoom } from './failed-room.js';
import { createConflictError, createFieldError, createNotFoundError, RoomError } from './room-error.js';
import { createThreadRooms, type RoomService, type ThreadRooms } from './room-host.js';
import { addRoomOperations, BEGINNING_PHASES, type RoomOperation } from './room-operations.js';
import { LocalThread, type RoomThread, WorkerThread, type WorkerThreadSettings } from './room-thread.js';

export interface RoomWorkerSettings extends WorkerThreadSettings {
  /** Number of threads; 0: the rooms are in this thread, except those with modules. */
  readonly workers: number;
}

/** Time after which the last known states of the rooms of a thread are returned, ms. */
const STATE_TIMEOUT_MS = 1000;
/** Time before a worker that has ended without an answer is started again, ms. */
const RESTART_DELAY_MS = 1000;

/** Rooms in worker threads. */
export interface RoomWorkers extends RoomService {
  /** Returns a room for clients on WebSockets, or undefined. */
  findSocketRoom(id: string): Promise<SocketRoom | undefined>;
}

/**
 * Spreads rooms over worker threads. A room stays with its worker; a new room gets the worker with the fewest rooms. A room with the module of a team
 * gets a thread of its own, because an endless loop of the module ends the thread.
 *
 * @param host Holds all rooms in this thread, those with modules too; absent: see above.
 */
export function createRoomWorkers(settings: RoomWorkerSettings, host?: ThreadRooms): RoomWorkers {
  const service = new WorkerRoomService(settings, host);
  return addRoomOperations(service, (name, id, args) => service.execute(name, id, args));
}

/** A room and the thread that holds it. */
interface OwnedRoom {
  readonly link: RoomThread;
  /** The last state that the thread has returned; null while the room is created. */
  state: RoomState | null;
  /** The last status that the thread has returned; absent while the room is created. */
  status?: RoomStatus;
}

const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** No client can connect to a room that has failed. */
const FAILED_SOCKET_ROOM: SocketRoom = {
  isOver: true,
  openSocket: () => {
    throw new Error('the room has failed');
  },
};

function hasModule({ teams = {} }: MatchDocument): boolean {
  return [teams.left, teams.right].some((team) => team !== undefined && 'module' in team);
}

class WorkerRoomService implements Omit<RoomWorkers, RoomOperation> {
  readonly #settings: RoomWorkerSettings;
  readonly #hasOwnThreads: boolean;
  /** Threads for any rooms. */
  readonly #links: (WorkerThread | LocalThread)[];
  /** Threads of rooms with modules; each ends with its last room. */
  readonly #ownLinks = new Set<WorkerThread>();
  readonly #owned = new Map<string, OwnedRoom>();
  /** Rooms whose thread has ended, until they are deleted. */
  readonly #failed = new Map<string, FailedRoom>();
  readonly drain: Drain = new Drain(() => this.list());
  #count = 0;
  #isClosing = false;

  constructor(settings: RoomWorkerSettings, host?: ThreadRooms) {
    this.#settings = settings;
    this.#hasOwnThreads = host === undefined;
    this.#links =
      settings.workers === 0
        ? [new LocalThread(host ?? createThreadRooms(settings))]
        : Array.from({ length: settings.workers }, (_, place) => this.#openThread(place));
  }

  /** Opens a worker. If it ends by a fault, its rooms have failed and a new worker takes its place. */
  #openThread(place: number): WorkerThread {
    const link: WorkerThread = new WorkerThread(
      this.#settings,
      (fault) => void this.#replace(place, link, fault),
    );
    return link;
  }

  /** Opens the worker of a room with modules. They decide in synchronous matches, which need no warm-up. */
  #openOwnLink(): WorkerThread {
    const link: WorkerThread = new WorkerThread({ ...this.#settings, warmup: 0 }, (fault) => {
      this.#ownLinks.delete(link);
      this.#markFailed(link, fault);
    });
    this.#ownLinks.add(link);
    return link;
  }

  #markFailed(link: RoomThread, fault: string): void {
    const message = `the worker thread of the room has ended: ${fault}`;
    for (const [id, { link: owner, state: last, status }] of this.#owned) {
      if (owner !== link) continue;
      this.#owned.delete(id);
      if (last === null || status === undefined) continue;
      const room = createFailedRoom(last, status, message);
      this.#failed.set(id, room);
      this.#settings.createConsole?.(id).err(`Room failed: ${message}`, {
        event: 'room_failed',
        level: 'error',
      });
      link.emit(id, { type: 'state', state: room.state });
    }
  }

  async #replace(place: number, link: WorkerThread, fault: string): Promise<void> {
    this.#markFailed(link, fault);
    if (!link.hasAnswered) await sleep(RESTART_DELAY_MS, undefined, { ref: false });
    if (!this.#isClosing) this.#links[place] = this.#openThread(place);
  }

  #find(id: string): OwnedRoom {
    const room = this.#owned.get(id);
    if (room !== undefined) return room;
    const failed = this.#failed.get(id);
    if (failed !== undefined) throw createConflictError(`The room has failed: ${failed.state.fault}`);
    throw createNotFoundError('room', id);
  }

  /** Reserves a name on a worker while `create` runs there. */
  async #place(link: RoomThread, id: string, create: () => Promise<unknown>): Promise<RoomState> {
    const { maxRooms } = this.#settings;
    if (this.#isClosing) throw createConflictError('The room server is closing.');
    if (!ID_PATTERN.test(id))
      throw createFieldError([{ path: 'id', message: 'id: allowed are 1 to 64 letters, digits, - and _' }]);
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
      room.status = (await link.call('status', id)) as RoomStatus;
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

  #listRunningLinks(): RoomThread[] {
    return [...this.#links, ...this.#ownLinks].filter((link) => !link.hasEnded);
  }

  #findLeastLoaded(): RoomThread {
    const counts = new Map<RoomThread, number>();
    for (const link of this.#links) if (!link.hasEnded) counts.set(link, 0);
    for (const { link } of this.#owned.values()) {
      const count = counts.get(link);
      if (count !== undefined) counts.set(link, count + 1);
    }
    const [least] = [...counts].sort(([, a], [, b]) => a - b);
    if (least === undefined)
      throw new RoomError(503, 'No worker', 'All worker threads have ended; the log has the reasons.');
    return least[0];
  }

  /** Collects a list of all workers; one that ends meanwhile adds nothing, one that does not answer the last known items. */
  async #collect<Item>(
    method: 'list' | 'readStatus',
    last: (room: OwnedRoom) => Item | null | undefined,
  ): Promise<Item[]> {
    const lists = this.#listRunningLinks().map(async (link) => {
      const timeout = new AbortController();
      const late = sleep(STATE_TIMEOUT_MS, null, { signal: timeout.signal }).catch(() => null);
      try {
        const items = (await Promise.race([link.call(method), late])) as Item[] | null;
        return items ?? this.#listOwned(link).flatMap((room) => last(room) ?? []);
      } catch (error) {
        if (!link.hasEnded) throw error;
        return [];
      } finally {
        timeout.abort();
      }
    });
    return (await Promise.all(lists)).flat();
  }

  #listOwned(link: RoomThread): OwnedRoom[] {
    return [...this.#owned.values()].filter((room) => room.link === link);
  }

  /** Ends the thread of a room with modules after its last room. */
  async #closeUnused(link: RoomThread): Promise<void> {
    if (!this.#ownLinks.has(link as WorkerThread) || this.#listOwned(link).length > 0) return;
    this.#ownLinks.delete(link as WorkerThread);
    await link.close();
  }

  async create(request: CreateRoomRequest, isTrusted = false): Promise<RoomState> {
    return this.drain.admit(() => this.#create(request, isTrusted));
  }

  async #create(request: CreateRoomRequest, isTrusted: boolean): Promise<RoomState> {
    const id = request.id ?? this.#createId();
    const mayLoad = this.#hasOwnThreads && (isTrusted || this.#settings.allowsStart);
    const link = mayLoad && hasModule(request.document) ? this.#openOwnLink() : this.#findLeastLoaded();
    try {
      return await this.#place(link, id, () => link.call('create', { ...request, id }, isTrusted));
    } finally {
      await this.#closeUnused(link);
    }
  }

  async fork(id: string, request: ForkRoomRequest): Promise<RoomState> {
    const { link } = this.#find(id);
    const newId = request.id ?? this.#createId();
    return this.drain.admit(() =>
      this.#place(link, newId, () => link.call('fork', id, { ...request, id: newId })),
    );
  }

  async resume(id: string): Promise<RoomState> {
    const link = this.#findLeastLoaded();
    return this.#place(link, id, () => link.call('resume', id));
  }

  async list(): Promise<readonly RoomState[]> {
    const states = await this.#collect<RoomState>('list', ({ state }) => state);
    return [...states, ...this.#listFailed().map(({ state }) => state)];
  }

  async readStatus(): Promise<readonly RoomStatus[]> {
    const statuses = await this.#collect<RoomStatus>('readStatus', ({ status }) => status);
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
    const { link } = this.#find(id);
    await link.call('delete', id);
    this.#owned.delete(id);
    await this.#closeUnused(link);
  }

  async execute(name: RoomOperation, id: string, args: readonly unknown[]): Promise<unknown> {
    const failed = this.#failed.get(id)?.state;
    if (failed !== undefined && (name === 'read' || name === 'stop')) return failed;
    const phase = BEGINNING_PHASES[name];
    if (phase !== undefined) await this.drain.assertMayBegin(() => this.#read(id), phase);
    const room = this.#find(id);
    const result = (await room.link.call(name, id, ...args)) as RoomState | null | undefined;
    if (typeof result === 'object' && result?.phase !== undefined) room.state = result;
    return result;
  }

  #read(id: string): Promise<RoomState> {
    return this.execute('read', id, []) as Promise<RoomState>;
  }

  async subscribe(id: string, listener: (event: RoomEvent) => void): Promise<() => void> {
    const failed = this.#failed.get(id);
    if (failed === undefined) return this.#find(id).link.subscribe(id, listener);
    listener({ type: 'state', state: failed.state });
    return () => {};
  }

  async findSocketRoom(id: string): Promise<SocketRoom | undefined> {
    if (!this.#owned.has(id) && !this.#failed.has(id)) return undefined;
    const { phase } = await this.#read(id);
    const isOver = phase === 'closed' || phase === 'failed';
    return this.#owned.get(id)?.link.openSocketRoom(id, isOver) ?? FAILED_SOCKET_ROOM;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#links, ...this.#ownLinks].map((link) => link.close()));
    this.#owned.clear();
    this.#failed.clear();
  }
}
