/** The operations of one room, which every service of rooms has: those in this thread execute them, others pass them on. */
import type { Scene } from '@rcss/core/match-document';
import type {
  ResetRoomRequest,
  RoomPhase,
  RoomPlayer,
  RoomState,
  SpawnPlayerRequest,
} from '@rcss/core/rooms';
import type { RoomStatus } from '../operations/room-status.js';
import type { Room } from './room.js';

export const ROOM_OPERATIONS = {
  read: (room: Room): RoomState => room.readState(),
  status: (room: Room): RoomStatus => room.readStatus(),
  start: (room: Room): RoomState => room.start(),
  pause: (room: Room): RoomState => room.pause(),
  step: (room: Room, cycles: number): Promise<RoomState> => room.step(cycles),
  reset: (room: Room, request: ResetRoomRequest): RoomState => room.reset(request),
  takeSnapshot: (room: Room): string => room.takeSnapshot(),
  deleteSnapshot: (room: Room, snapshot: string): void => room.deleteSnapshot(snapshot),
  readScene: (room: Room): Scene => room.readScene(),
  setScene: (room: Room, scene: Scene): Scene => room.setScene(scene),
  spawnPlayer: (room: Room, request: SpawnPlayerRequest): RoomPlayer => room.spawnPlayer(request),
  kickOff: (room: Room): RoomState => room.kickOff(),
  /** Completes the files of a room and closes its ports; the room stays in the list. */
  stop: (room: Room): Promise<RoomState> => room.end(),
};

export type RoomOperation = keyof typeof ROOM_OPERATIONS;

/** The operations by the name of the room. */
export type RoomOperations = {
  [Name in RoomOperation]: (typeof ROOM_OPERATIONS)[Name] extends (
    room: Room,
    ...args: infer Args
  ) => infer Result
    ? (id: string, ...args: Args) => Promise<Awaited<Result>>
    : never;
};

/** Operations that let a match begin if its room is in this phase. */
export const BEGINNING_PHASES: Readonly<Partial<Record<RoomOperation, RoomPhase>>> = {
  start: 'waiting',
  step: 'waiting',
  reset: 'ended',
};

/** Adds the operations to a service that executes one by its name. */
export function addRoomOperations<Service extends object>(
  service: Service,
  execute: (name: RoomOperation, id: string, args: readonly unknown[]) => Promise<unknown>,
): Service & RoomOperations {
  const names = Object.keys(ROOM_OPERATIONS) as RoomOperation[];
  const operations = names.map((name) => [
    name,
    (id: string, ...args: readonly unknown[]) => execute(name, id, args),
  ]);
  return Object.assign(service, Object.fromEntries(operations) as RoomOperations);
}
