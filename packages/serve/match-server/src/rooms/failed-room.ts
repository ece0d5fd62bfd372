/** Rooms whose thread has ended by a fault. */
import type { RoomState } from '@rcss/core/rooms';
import type { RoomStatus } from '../operations/room-status.js';

/** What remains of a room whose thread has ended. */
export interface FailedRoom {
  readonly state: RoomState;
  readonly status: RoomStatus;
}

/**
 * Returns what remains of a room whose thread has ended.
 *
 * @param last The last state that the thread has returned.
 * @param status The last status that the thread has returned; its counters stay, so that counters of metrics never decrease.
 * @param fault Message of the fault.
 */
export function createFailedRoom(last: RoomState, status: RoomStatus, fault: string): FailedRoom {
  const state: RoomState = {
    ...last,
    phase: 'failed',
    clients: { players: 0, coaches: 0, trainers: 0, monitors: 0 },
    snapshots: [],
    end: { condition: 'stopped', message: fault },
    fault,
  };
  return {
    state,
    status: {
      ...status,
      state: 'failed',
      fault,
      clients: { player: 0, coach: 0, trainer: 0, monitor: 0 },
      players: status.players.map((player) => ({ ...player, isConnected: false })),
    },
  };
}
