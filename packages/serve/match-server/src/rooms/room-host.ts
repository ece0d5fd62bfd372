import { basename, dirname, join } from 'node:path';
import type { MatchDocument } from '@rcss/core/match-document';
import type { CreateRoomRequest, ForkRoomRequest, RoomEvent, RoomState } from '@rcss/core/rooms';
import { PortError } from '@rcss/kit/udp';
import type { Snapshot } from '@rcss/simulator';
import type { Configuration } from '../config/configuration.js';
import type { ConsoleOutput } from '../console/console-output.js';
import { LogFileError } from '../logs/log-file.js';
import type { RoomStatus } from '../operations/room-status.js';
import type { Drain } from './drain.js';
import { RealTimeScheduler } from './real-time-scheduler.js';
import { readResumableRoom } from './resume-room.js';
import { Room, type RoomOptions } from './room.js';
import {
  createRoomConfiguration,
  DEFAULT_ROOM_LIMITS,
  planRoom,
  type RoomPolicy,
} from './room-configuration.js';
import { createConflictError, createFieldError, createNotFoundError } from './room-error.js';
import {
  addRoomOperations,
  ROOM_OPERATIONS,
  type RoomOperation,
  type RoomOperations,
} from './room-operations.js';
import type { RoomPlan } from './room-plan.js';

export interface RoomHostSettings extends RoomPolicy {
  /** Number of rooms that exist at the same time, closed ones included. */
  readonly maxRooms: number;
  /** Time from the start of the programs of the teams until their first players should be connected, ms. */
  readonly connectTimeoutMs: number;
  readonly createConsole?: (room: string) => ConsoleOutput;
  /** Whether rooms with a recording are stored, so that a later host can resume them. */
  readonly storesRooms?: boolean;
}

export const DEFAULT_ROOM_HOST_SETTINGS: RoomHostSettings = {
  clientAddress: '127.0.0.1',
  folder: 'rooms',
  allowsStart: false,
  documentPorts: '',
  restrictsReferees: false,
  limits: DEFAULT_ROOM_LIMITS,
  maxRooms: 100,
  connectTimeoutMs: 30_000,
};

/**
 * The operations of a room server, in one thread or spread over several. All data is plain, so that it can be sent to another
 * thread. Rejects with `RoomError`.
 */
export interface RoomService extends RoomOperations {
  /**
   * Creates a room.
   *
   * @param isTrusted Whether the document is of the operator: then it may start programs.
   */
  create(request: CreateRoomRequest, isTrusted?: boolean): Promise<RoomState>;
  /** Creates a room of an earlier host again, which continues its match from the recording. */
  resume(id: string): Promise<RoomState>;
  list(): Promise<readonly RoomState[]>;
  fork(id: string, request: ForkRoomRequest): Promise<RoomState>;
  /** Stops a room and removes it. */
  delete(id: string): Promise<void>;
  /** Calls `listener` with all events of a room from now on, first with its state; returns a function that ends it. */
  subscribe(id: string, listener: (event: RoomEvent) => void): Promise<() => void>;
  /** Returns what an operator sees of all rooms. */
  readStatus(): Promise<readonly RoomStatus[]>;
  /** Takes no more matches and waits for those that have begun. */
  readonly drain: Drain;
  /** Stops all rooms. */
  close(): Promise<void>;
}

/** A request with the name of the room that it creates. */
type Named<Request> = Request & { readonly id: string };

/** Holds the rooms of one thread. Which rooms there may be is checked by the service, which has all threads. */
export interface ThreadRooms extends Omit<RoomService, 'drain' | 'create' | 'fork'> {
  readonly rooms: ReadonlyMap<string, Room>;
  create(request: Named<CreateRoomRequest>, isTrusted?: boolean): Promise<RoomState>;
  fork(id: string, request: Named<ForkRoomRequest>): Promise<RoomState>;
}

const SILENT: ConsoleOutput = { out: () => {}, err: () => {} };

/** Creates the holder of the rooms of a thread, without rooms. */
export function createThreadRooms(settings: Partial<RoomHostSettings> = {}): ThreadRooms {
  const host = new LocalRoomHost({ ...DEFAULT_ROOM_HOST_SETTINGS, ...settings });
  return addRoomOperations(host, (name, id, args) => host.execute(name, id, args));
}

class LocalRoomHost implements Omit<ThreadRooms, RoomOperation> {
  readonly #settings: RoomHostSettings;
  readonly #rooms = new Map<string, Room>();
  readonly #scheduler = new RealTimeScheduler();

  constructor(settings: RoomHostSettings) {
    this.#settings = settings;
  }

  get rooms(): ReadonlyMap<string, Room> {
    return this.#rooms;
  }

  async create(request: Named<CreateRoomRequest>, isTrusted = false): Promise<RoomState> {
    const { id, document, start = false } = request;
    const room = await this.#open(id, this.#plan(document, isTrusted));
    return start ? room.start() : room.readState();
  }

  /** @throws {RoomError} with the fields of the document that are refused */
  #plan(document: MatchDocument, isTrusted: boolean): RoomPlan {
    const { documentPorts, ...policy } = this.#settings;
    const plan = planRoom(document, {
      ...policy,
      ...(!isTrusted && { documentPorts }),
      allowsStart: isTrusted || this.#settings.allowsStart,
    });
    if (!plan.ok) throw createFieldError(plan.error, 'document');
    return plan.value;
  }

  async fork(id: string, { id: newId, snapshot }: Named<ForkRoomRequest>): Promise<RoomState> {
    const room = this.#find(id);
    const from = room.copyState(snapshot);
    const plan = { ...room.plan, seed: room.server.match.seed };
    return (await this.#open(newId, plan, { from })).readState();
  }

  async #open(name: string, plan: RoomPlan, { resumed, ...continued }: OpenOptions = {}): Promise<Room> {
    const { createConsole, folder, storesRooms = false } = this.#settings;
    const config = createRoomConfiguration(name, plan, this.#settings);
    if (!config.ok) throw createFieldError(config.error, 'document');
    try {
      const options = {
        id: name,
        plan,
        scheduler: this.#scheduler,
        connectTimeoutMs: this.#settings.connectTimeoutMs,
        console: createConsole?.(name) ?? SILENT,
        ...continued,
        ...(storesRooms && config.value.rcss.record !== '' && { storedIn: join(folder, name) }),
      };
      const room = await openRoom(options, config.value, resumed);
      this.#rooms.set(name, room);
      return room;
    } catch (error) {
      throw toRoomError(error);
    }
  }

  async resume(id: string): Promise<RoomState> {
    const { plan, phase, ports, snapshot, path } = readResumableRoom(this.#settings.folder, id);
    const resumed = { ports, path };
    // The players of a match without a step connect again as in a new one.
    if (snapshot === null || phase === 'waiting') {
      const room = await this.#open(id, plan, { resumed });
      return phase === 'running' ? room.start() : room.readState();
    }
    const continued = { from: snapshot, resumedPhase: phase, resumed };
    return (await this.#open(id, plan, continued)).readState();
  }

  #find(id: string): Room {
    const room = this.#rooms.get(id);
    if (room === undefined) throw createNotFoundError('room', id);
    return room;
  }

  async list(): Promise<readonly RoomState[]> {
    return [...this.#rooms.values()].map((room) => room.readState());
  }

  async execute(name: RoomOperation, id: string, args: readonly unknown[]): Promise<unknown> {
    return ROOM_OPERATIONS[name](this.#find(id), ...(args as [never]));
  }

  async delete(id: string): Promise<void> {
    await this.#find(id).end();
    this.#rooms.delete(id);
  }

  async subscribe(id: string, listener: (event: RoomEvent) => void): Promise<() => void> {
    const room = this.#find(id);
    listener({ type: 'state', state: room.readState() });
    room.events.on('event', listener);
    return () => room.events.off('event', listener);
  }

  async readStatus(): Promise<readonly RoomStatus[]> {
    return [...this.#rooms.values()].map((room) => room.readStatus());
  }

  async close(): Promise<void> {
    for (const room of this.#rooms.values()) room.keepStored();
    await Promise.all([...this.#rooms.keys()].map((id) => this.delete(id)));
  }
}

interface OpenOptions {
  readonly from?: Snapshot;
  readonly resumedPhase?: 'running' | 'paused';
  readonly resumed?: ResumedSettings;
}

/** UDP ports of a resumed match. */
interface ResumedSettings {
  readonly ports: RoomState['ports'];
  /** Path of the recording. */
  readonly path: string;
}

/** Opens a room. A resumed one has its former ports if they are free. */
async function openRoom(
  options: Omit<RoomOptions, 'config'>,
  config: Configuration,
  resumed: ResumedSettings | undefined,
): Promise<Room> {
  if (resumed === undefined) return Room.open({ ...options, config });
  const { port, coach_port, olcoach_port } = config.server;
  const { player, coach, olcoach } = resumed.ports;
  const record = join(dirname(resumed.path), `new-${basename(resumed.path)}`);
  const withPorts = (ports: Partial<Configuration['server']>): RoomOptions => ({
    ...options,
    continuedRecording: resumed.path,
    config: { ...config, rcss: { ...config.rcss, record }, server: { ...config.server, ...ports } },
  });
  try {
    return await Room.open(withPorts({ port: player, coach_port: coach, olcoach_port: olcoach }));
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    return Room.open(withPorts({ port, coach_port, olcoach_port }));
  }
}

/** Errors that a request can cause; others are faults of the program and are returned unchanged. */
function toRoomError(error: unknown): unknown {
  if (error instanceof PortError)
    return createConflictError(`UDP port ${error.port} cannot be opened: ${error.reason}.`);
  // The folders of the server are not those of its clients.
  if (error instanceof LogFileError)
    return createConflictError(error.message.replace(/(["'])[^"']*\/([^"'/]*)\1/g, '$1$2$1'));
  return error;
}
