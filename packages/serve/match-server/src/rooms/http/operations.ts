/** The operations of the room interface: routes, request checks and the OpenAPI document follow from this table. */
import type { z } from 'zod';
import type { RoomService } from '../room-host.js';
import {
  createRoomSchema,
  forkRoomSchema,
  NAMED_SCHEMAS,
  resetRoomSchema,
  roomDrainSchema,
  roomListSchema,
  roomPlayerSchema,
  roomStateSchema,
  snapshotSchema,
  spawnPlayerSchema,
  stepRoomSchema,
} from '../room-schemas.js';

const sceneSchema = NAMED_SCHEMAS['Scene'] as z.ZodType;

/** Parts of the path of a request. */
export interface OperationPath {
  readonly room: string;
  readonly snapshot: string;
}

export interface Operation {
  readonly name: string;
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Path with `{room}` and `{snapshot}`. */
  readonly path: string;
  readonly summary: string;
  /** Schema of the body; null if the operation has none. */
  readonly body: z.ZodType | null;
  /** Status of a reply without error. */
  readonly status: 200 | 201 | 204;
  /** Schema of the reply; null if it is empty. */
  readonly reply: z.ZodType | null;
  /** Kinds of errors besides those of every operation. */
  readonly errors: readonly number[];
  handle(service: RoomService, path: OperationPath, body: never): Promise<unknown>;
}

/** The usual parts of an operation: it returns the state of a room, which may not exist. */
const USUAL = { body: null, status: 200, reply: roomStateSchema, errors: [404] } as const;

function defineOperation<Body>(
  operation: Omit<Operation, 'handle' | 'body' | keyof typeof USUAL> &
    Partial<Omit<Operation, 'body'>> & {
      readonly body?: z.ZodType<Body>;
      handle(service: RoomService, path: OperationPath, body: Body): Promise<unknown>;
    },
): Operation {
  return { ...USUAL, ...operation } as never;
}

const ROOM = '/rooms/{room}';

/** All operations except the stream of events. */
export const OPERATIONS: readonly Operation[] = [
  defineOperation({
    name: 'createRoom',
    method: 'post',
    path: '/rooms',
    summary: 'Creates a room from a match document',
    body: createRoomSchema,
    status: 201,
    errors: [409, 422, 429, 503],
    handle: (service, _path, body) => service.create(body),
  }),
  defineOperation({
    name: 'listRooms',
    method: 'get',
    path: '/rooms',
    summary: 'Lists all rooms',
    reply: roomListSchema,
    errors: [],
    handle: async (service) => ({ rooms: await service.list(), draining: service.drain.isDraining }),
  }),
  defineOperation({
    name: 'drain',
    method: 'post',
    path: '/drain',
    summary: 'Takes no more matches; the server ends when those that have begun are over',
    reply: roomDrainSchema,
    errors: [],
    handle: (service) => {
      service.drain.begin();
      return service.drain.read();
    },
  }),
  defineOperation({
    name: 'readDrain',
    method: 'get',
    path: '/drain',
    summary: 'Returns whether the server takes no more matches, and which go on',
    reply: roomDrainSchema,
    errors: [],
    handle: (service) => service.drain.read(),
  }),
  defineOperation({
    name: 'readRoom',
    method: 'get',
    path: ROOM,
    summary: 'Returns the state of a room',
    handle: (service, { room }) => service.read(room),
  }),
  defineOperation({
    name: 'deleteRoom',
    method: 'delete',
    path: ROOM,
    summary: 'Stops a room and removes it',
    status: 204,
    reply: null,
    handle: (service, { room }) => service.delete(room),
  }),
  defineOperation({
    name: 'startRoom',
    method: 'post',
    path: `${ROOM}/start`,
    summary: 'Starts the match, or continues it after a pause',
    errors: [404, 409, 503],
    handle: (service, { room }) => service.start(room),
  }),
  defineOperation({
    name: 'pauseRoom',
    method: 'post',
    path: `${ROOM}/pause`,
    summary: 'Stops the clock; clients stay connected',
    errors: [404, 409],
    handle: (service, { room }) => service.pause(room),
  }),
  defineOperation({
    name: 'stepRoom',
    method: 'post',
    path: `${ROOM}/step`,
    summary:
      'Advances a stepped, waiting or paused room, and replies when the cycles are done or the match has ended',
    body: stepRoomSchema,
    errors: [404, 409, 422, 503],
    handle: (service, { room }, { cycles = 1 }) => service.step(room, cycles),
  }),
  defineOperation({
    name: 'resetRoom',
    method: 'post',
    path: `${ROOM}/reset`,
    summary:
      'Sets the match to its beginning, to a snapshot or to the beginning of another document; clients stay connected',
    body: resetRoomSchema,
    errors: [404, 409, 422, 503],
    handle: (service, { room }, body) => service.reset(room, body),
  }),
  defineOperation({
    name: 'stopRoom',
    method: 'post',
    path: `${ROOM}/stop`,
    summary: 'Ends the match: completes its files and closes its ports',
    handle: (service, { room }) => service.stop(room),
  }),
  defineOperation({
    name: 'kickOff',
    method: 'post',
    path: `${ROOM}/kick_off`,
    summary: 'Kicks off, as the start command of a trainer does',
    errors: [404, 409],
    handle: (service, { room }) => service.kickOff(room),
  }),
  defineOperation({
    name: 'readScene',
    method: 'get',
    path: `${ROOM}/scene`,
    summary: 'Returns the situation: places, velocities, play mode, score and others',
    reply: sceneSchema,
    errors: [404, 409],
    handle: (service, { room }) => service.readScene(room),
  }),
  defineOperation({
    name: 'setScene',
    method: 'patch',
    path: `${ROOM}/scene`,
    summary: 'Moves players and ball, sets play mode, score and others; absent fields keep their value',
    body: sceneSchema as z.ZodType<object>,
    reply: sceneSchema,
    errors: [404, 409, 422],
    handle: (service, { room }, body) => service.setScene(room, body),
  }),
  defineOperation({
    name: 'spawnPlayer',
    method: 'post',
    path: `${ROOM}/players`,
    summary: 'Puts a player without client on the field',
    body: spawnPlayerSchema,
    status: 201,
    reply: roomPlayerSchema,
    errors: [404, 409, 422],
    handle: (service, { room }, body) => service.spawnPlayer(room, body),
  }),
  defineOperation({
    name: 'takeSnapshot',
    method: 'post',
    path: `${ROOM}/snapshots`,
    summary: 'Stores the current state of the match',
    status: 201,
    reply: snapshotSchema,
    errors: [404, 409],
    handle: async (service, { room }) => ({ snapshot: await service.takeSnapshot(room) }),
  }),
  defineOperation({
    name: 'deleteSnapshot',
    method: 'delete',
    path: `${ROOM}/snapshots/{snapshot}`,
    summary: 'Removes a stored state',
    status: 204,
    reply: null,
    errors: [404, 409],
    handle: (service, { room, snapshot }) => service.deleteSnapshot(room, snapshot),
  }),
  defineOperation({
    name: 'forkRoom',
    method: 'post',
    path: `${ROOM}/fork`,
    summary: 'Creates a room that continues from the state of this one, without its clients',
    body: forkRoomSchema,
    status: 201,
    errors: [404, 409, 422, 429, 503],
    handle: (service, { room }, body) => service.fork(room, body),
  }),
];

/** Path of the stream of events. */
export const EVENTS_PATH = `${ROOM}/events`;
