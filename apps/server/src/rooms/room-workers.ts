import { Worker } from 'node:worker_threads';
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
import { createConflictError, createNotFoundError, RoomError } from './room-error.js';
import type { RoomHostSettings, RoomService } from './room-host.js';
import type { WorkerData, WorkerMethod, WorkerReply, WorkerRequest } from './worker-messages.js';

/** Settings of {@link createRoomWorkers}. */
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

/** Spreads rooms over worker threads. A room stays with its worker; a new room gets the worker with the fewest rooms. */
export function createRoomWorkers(settings: RoomWorkerSettings): RoomService {
  return new WorkerRoomService(settings);
}

interface PendingCall {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** One worker thread with its calls. */
class WorkerLink {
  readonly #worker: Worker;
  readonly #calls = new Map<number, PendingCall>();
  readonly #subscriptions = new Map<number, (event: RoomEvent) => void>();
  #callCount = 0;
  isClosing = false;

  constructor({ entry, createConsole, reportFault, ...settings }: RoomWorkerSettings, onExit: () => void) {
    const { workers: _workers, warmup, ...host } = settings;
    const workerData: WorkerData = { settings: host, warmup };
    this.#worker = new Worker(entry?.url ?? new URL('./room-worker.js', import.meta.url), {
      workerData,
      ...(entry === undefined ? {} : { execArgv: [...entry.execArgv] }),
    });
    this.#worker.on('message', (reply: WorkerReply) => this.#receive(reply, createConsole));
    this.#worker.on('error', reportFault);
    this.#worker.on('exit', () => {
      for (const { reject } of this.#calls.values())
        reject(new Error('the worker thread of the room has ended'));
      this.#calls.clear();
      if (!this.isClosing) onExit();
    });
  }

  call(method: WorkerMethod, ...args: readonly unknown[]): Promise<unknown> {
    return this.#send({ do: 'call', call: this.#nextCall(), method, args });
  }

  async subscribe(room: string, listener: (event: RoomEvent) => void): Promise<() => void> {
    const call = this.#nextCall();
    this.#subscriptions.set(call, listener);
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

  async close(): Promise<void> {
    this.isClosing = true;
    await this.call('close').catch(() => {});
    await this.#worker.terminate();
  }

  #nextCall(): number {
    this.#callCount += 1;
    return this.#callCount;
  }

  #post(request: WorkerRequest): void {
    this.#worker.postMessage(request);
  }

  #send(request: Exclude<WorkerRequest, { do: 'unsubscribe' }>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#calls.set(request.call, { resolve, reject });
      this.#post(request);
    });
  }

  #receive(reply: WorkerReply, createConsole: ((room: string) => ConsoleOutput) | undefined): void {
    if (reply.kind === 'event') {
      this.#subscriptions.get(reply.subscription)?.(reply.event);
      return;
    }
    if (reply.kind === 'line') {
      createConsole?.(reply.room)[reply.stream](reply.text);
      return;
    }
    const pending = this.#calls.get(reply.call);
    this.#calls.delete(reply.call);
    if (reply.kind === 'result') pending?.resolve(reply.value);
    else if (reply.kind === 'problem') pending?.reject(RoomError.fromProblem(reply.problem));
    else pending?.reject(new Error(reply.message));
  }
}

class WorkerRoomService implements RoomService {
  readonly #settings: RoomWorkerSettings;
  readonly #links: WorkerLink[];
  readonly #owners = new Map<string, WorkerLink>();
  #count = 0;

  constructor(settings: RoomWorkerSettings) {
    this.#settings = settings;
    this.#links = Array.from({ length: settings.workers }, (_, place) => this.#openLink(place));
  }

  /** Opens a worker; when it ends by a fault, its rooms are lost and a new worker takes its place. */
  #openLink(place: number): WorkerLink {
    const link: WorkerLink = new WorkerLink(this.#settings, () => {
      for (const [id, owner] of this.#owners) if (owner === link) this.#owners.delete(id);
      this.#links[place] = this.#openLink(place);
    });
    return link;
  }

  #find(id: string): WorkerLink {
    const link = this.#owners.get(id);
    if (link === undefined) throw createNotFoundError('room', id);
    return link;
  }

  /** Reserves a name on a worker while `create` runs there. */
  async #place(link: WorkerLink, id: string, create: () => Promise<unknown>): Promise<RoomState> {
    const { maxRooms } = this.#settings;
    if (this.#owners.has(id)) throw createConflictError(`A room "${id}" exists already.`);
    if (this.#owners.size >= maxRooms)
      throw new RoomError(
        429,
        'Too many rooms',
        `The server has ${maxRooms} rooms, its limit; delete one first.`,
      );
    this.#owners.set(id, link);
    try {
      return (await create()) as RoomState;
    } catch (error) {
      this.#owners.delete(id);
      throw error;
    }
  }

  #createId(): string {
    do this.#count += 1;
    while (this.#owners.has(`r${this.#count}`));
    return `r${this.#count}`;
  }

  #findLeastLoaded(): WorkerLink {
    const counts = new Map(this.#links.map((link) => [link, 0]));
    for (const link of this.#owners.values()) counts.set(link, (counts.get(link) ?? 0) + 1);
    return [...counts].sort(([, a], [, b]) => a - b)[0]![0];
  }

  async create(request: CreateRoomRequest, isTrusted = false): Promise<RoomState> {
    const id = request.id ?? this.#createId();
    const link = this.#findLeastLoaded();
    return this.#place(link, id, () => link.call('create', { ...request, id }, isTrusted));
  }

  async fork(id: string, request: ForkRoomRequest): Promise<RoomState> {
    const link = this.#find(id);
    const newId = request.id ?? this.#createId();
    return this.#place(link, newId, () => link.call('fork', id, { ...request, id: newId }));
  }

  async list(): Promise<readonly RoomState[]> {
    return (await Promise.all(this.#links.map((link) => link.call('list')))).flat() as RoomState[];
  }

  async readStatus(): Promise<readonly RoomStatus[]> {
    return (await Promise.all(this.#links.map((link) => link.call('readStatus')))).flat() as RoomStatus[];
  }

  async delete(id: string): Promise<void> {
    await this.#find(id).call('delete', id);
    this.#owners.delete(id);
  }

  async read(id: string): Promise<RoomState> {
    return (await this.#find(id).call('read', id)) as RoomState;
  }

  async start(id: string): Promise<RoomState> {
    return (await this.#find(id).call('start', id)) as RoomState;
  }

  async pause(id: string): Promise<RoomState> {
    return (await this.#find(id).call('pause', id)) as RoomState;
  }

  async step(id: string, cycles: number): Promise<RoomState> {
    return (await this.#find(id).call('step', id, cycles)) as RoomState;
  }

  async reset(id: string, request: ResetRoomRequest): Promise<RoomState> {
    return (await this.#find(id).call('reset', id, request)) as RoomState;
  }

  async takeSnapshot(id: string): Promise<string> {
    return (await this.#find(id).call('takeSnapshot', id)) as string;
  }

  async deleteSnapshot(id: string, snapshot: string): Promise<void> {
    await this.#find(id).call('deleteSnapshot', id, snapshot);
  }

  async readScene(id: string): Promise<Scene> {
    return (await this.#find(id).call('readScene', id)) as Scene;
  }

  async setScene(id: string, scene: Scene): Promise<Scene> {
    return (await this.#find(id).call('setScene', id, scene)) as Scene;
  }

  async spawnPlayer(id: string, request: SpawnPlayerRequest): Promise<RoomPlayer> {
    return (await this.#find(id).call('spawnPlayer', id, request)) as RoomPlayer;
  }

  async kickOff(id: string): Promise<RoomState> {
    return (await this.#find(id).call('kickOff', id)) as RoomState;
  }

  async stop(id: string): Promise<RoomState> {
    return (await this.#find(id).call('stop', id)) as RoomState;
  }

  async subscribe(id: string, listener: (event: RoomEvent) => void): Promise<() => void> {
    return this.#find(id).subscribe(id, listener);
  }

  async close(): Promise<void> {
    await Promise.all(this.#links.map((link) => link.close()));
    this.#owners.clear();
  }
}
