/** Client of a room server: creates matches and controls them over HTTP. It uses `fetch` only, so it works in pages too. */
import type { Scene } from '@rcss/core/match-document';
import type {
  CreateRoomRequest,
  ForkRoomRequest,
  ResetRoomRequest,
  RoomDrain,
  RoomEvent,
  RoomPlayer,
  RoomProblem,
  RoomState,
  SpawnPlayerRequest,
} from '@rcss/core/rooms';

export interface RoomClientOptions {
  /** Address of the room server, such as `http://127.0.0.1:7000`. */
  readonly url: string;
  /** Token of the server; absent: none is sent. */
  readonly token?: string;
  /** Sends the requests; default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** A request that the server refused, or an answer that is not one of a room server. */
export class RoomRequestError extends Error {
  override readonly name = 'RoomRequestError';
  /** HTTP status. */
  readonly status: number;
  /** The problem that the server reported, with the paths of refused fields; null if its answer has another form. */
  readonly problem: RoomProblem | null;

  constructor(status: number, problem: RoomProblem | null, message: string) {
    super(message);
    this.status = status;
    this.problem = problem;
  }
}

/** Operations of a room server. All methods reject with {@link RoomRequestError} if the server refuses the request. */
export interface RoomClient {
  /** Creates a room from a match document. */
  create(request: CreateRoomRequest): Promise<RoomState>;
  /** Returns the state of all rooms. */
  list(): Promise<readonly RoomState[]>;
  read(room: string): Promise<RoomState>;
  /** Starts the match, or continues it after a pause. */
  start(room: string): Promise<RoomState>;
  /** Stops the clock; clients stay connected. */
  pause(room: string): Promise<RoomState>;
  /** Advances the match by a number of cycles, by default one; resolves when they are done or the match has ended. */
  step(room: string, cycles?: number): Promise<RoomState>;
  /** Sets the match to its beginning, to a snapshot or to the beginning of another document; clients stay connected. */
  reset(room: string, request?: ResetRoomRequest): Promise<RoomState>;
  /** Stores the current state; returns the identifier of the snapshot. */
  takeSnapshot(room: string): Promise<string>;
  /** Deletes a stored snapshot. */
  deleteSnapshot(room: string, snapshot: string): Promise<void>;
  /** Creates a room that continues from the state of this one, without its clients. */
  fork(room: string, request?: ForkRoomRequest): Promise<RoomState>;
  /** Returns the current situation: positions, velocities, play mode and score. */
  readScene(room: string): Promise<Scene>;
  /** Moves players and ball, sets play mode, score and others; absent fields keep their value. Returns the new situation. */
  setScene(room: string, scene: Scene): Promise<Scene>;
  /** Puts a player without client on the field. */
  spawnPlayer(room: string, request: SpawnPlayerRequest): Promise<RoomPlayer>;
  /** Kicks off, as the start command of a trainer does. */
  kickOff(room: string): Promise<RoomState>;
  /** Ends the match: completes its files and closes its ports. */
  stop(room: string): Promise<RoomState>;
  /** Stops a room and removes it. */
  delete(room: string): Promise<void>;
  /** Lets the server take no more matches and end when those that have begun are over; returns which these are. */
  drain(): Promise<RoomDrain>;
  /** Returns whether the server takes no more matches, and which go on. */
  readDrain(): Promise<RoomDrain>;
  /**
   * Returns the events of a room, first its state. The iteration ends when the server closes the stream; leaving the loop or
   * `signal` closes it from here.
   */
  events(room: string, signal?: AbortSignal): AsyncGenerator<RoomEvent, void, void>;
}

/**
 * Creates a client of a room server.
 *
 * @example
 * const rooms = createRoomClient({ url: 'http://127.0.0.1:7000' });
 * const { id } = await rooms.create({ document: { version: 1, clock: 'stepped' } });
 * await rooms.setScene(id, { playMode: 'play_on', ball: { position: { x: 40, y: 0 } } });
 * const { time } = await rooms.step(id, 10);
 */
export function createRoomClient(options: RoomClientOptions): RoomClient {
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await request(options, method, path, body);
    return response.status === 204 ? undefined : response.json();
  };
  const at = (room: string, part = '') => `/rooms/${encodeURIComponent(room)}${part}`;
  const post = (room: string, part: string, body?: unknown) => send('POST', at(room, part), body);
  return {
    create: (body) => send('POST', '/rooms', body) as Promise<RoomState>,
    list: async () => ((await send('GET', '/rooms')) as { rooms: RoomState[] }).rooms,
    read: (room) => send('GET', at(room)) as Promise<RoomState>,
    start: (room) => post(room, '/start') as Promise<RoomState>,
    pause: (room) => post(room, '/pause') as Promise<RoomState>,
    step: (room, cycles = 1) => post(room, '/step', { cycles }) as Promise<RoomState>,
    reset: (room, body = {}) => post(room, '/reset', body) as Promise<RoomState>,
    takeSnapshot: async (room) => ((await post(room, '/snapshots')) as { snapshot: string }).snapshot,
    deleteSnapshot: (room, snapshot) =>
      send('DELETE', at(room, `/snapshots/${encodeURIComponent(snapshot)}`)) as Promise<void>,
    fork: (room, body = {}) => post(room, '/fork', body) as Promise<RoomState>,
    readScene: (room) => send('GET', at(room, '/scene')) as Promise<Scene>,
    setScene: (room, scene) => send('PATCH', at(room, '/scene'), scene) as Promise<Scene>,
    spawnPlayer: (room, body) => post(room, '/players', body) as Promise<RoomPlayer>,
    kickOff: (room) => post(room, '/kick_off') as Promise<RoomState>,
    stop: (room) => post(room, '/stop') as Promise<RoomState>,
    delete: (room) => send('DELETE', at(room)) as Promise<void>,
    drain: () => send('POST', '/drain') as Promise<RoomDrain>,
    readDrain: () => send('GET', '/drain') as Promise<RoomDrain>,
    events: (room, signal) => readEvents(options, at(room, '/events'), signal),
  };
}

async function request(
  { url, token, fetch: send = fetch }: RoomClientOptions,
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const response = await send(url.replace(/\/$/, '') + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.ok) return response;
  const text = await response.text();
  const problem = parseProblem(response, text);
  const detail = problem?.detail ?? (text.slice(0, 200) || response.statusText);
  throw new RoomRequestError(response.status, problem, `${method} ${path}: ${detail} (${response.status})`);
}

function parseProblem(response: Response, text: string): RoomProblem | null {
  if (!response.headers.get('Content-Type')?.startsWith('application/problem+json')) return null;
  try {
    return JSON.parse(text) as RoomProblem;
  } catch {
    return null;
  }
}

async function* readEvents(
  options: RoomClientOptions,
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<RoomEvent, void, void> {
  const response = await request(options, 'GET', path, undefined, signal);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() as string;
      for (const block of blocks) {
        const data = block.split('\n').find((line) => line.startsWith('data: '));
        if (data !== undefined) yield JSON.parse(data.slice(6)) as RoomEvent;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
