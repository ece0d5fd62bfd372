import {
  createThreadRooms,
  DEFAULT_ROOM_HOST_SETTINGS,
  type RoomHostSettings,
  type ThreadRooms,
} from '../src/rooms/room-host.js';
import { createRoomWorkers, type RoomWorkers } from '../src/rooms/room-workers.js';

/** A service without threads, and its rooms. */
export type RoomHost = RoomWorkers & Pick<ThreadRooms, 'rooms'>;

/** Creates a service whose rooms are in this thread, those with modules too. */
export function createRoomHost(settings: Partial<RoomHostSettings> = {}): RoomHost {
  const all = { ...DEFAULT_ROOM_HOST_SETTINGS, ...settings };
  const host = createThreadRooms(all);
  const threads = { workers: 0, warmup: 0, answerTimeoutMs: 0, reportFault: () => {} };
  return Object.assign(createRoomWorkers({ ...all, ...threads }, host), { rooms: host.rooms });
}
