/** Rooms whose thread has ended by a fault. */
import type { SideName } from '@rcss/core';
import type { RoomState } from '@rcss/core/rooms';
import { createTraffic } from '../net/traffic.js';
import { type RoomStatus, STEP_INTERVAL_BOUNDS_MS } from '../operations/room-status.js';

/** What remains of a room whose thread has ended. */
export interface FailedRoom {
  readonly state: RoomState;
  readonly status: RoomStatus;
}

/**
 * Returns what remains of a room whose thread has ended.
 *
 * @param last The last state that the thread has returned.
 * @param lastStatus The last status that the thread has returned, if there is one; its counters stay, so that counters of metrics never decrease.
 * @param fault Message of the fault.
 */
export function createFailedRoom(
  last: RoomState,
  lastStatus: RoomStatus | undefined,
  fault: string,
): FailedRoom {
  const state: RoomState = {
    ...last,
    phase: 'failed',
    clients: { players: 0, coaches: 0, trainers: 0, monitors: 0 },
    snapshots: [],
    end: { condition: 'stopped', message: fault },
    fault,
  };
  const status = lastStatus ?? createStatus(state);
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

/** The status of a room of which only the state is known. */
function createStatus(state: RoomState): RoomStatus {
  const { id, clock, seed, time, stoppageTime, steps, playMode, score, teams, ports } = state;
  const createTeam = (side: SideName) => ({
    name: teams[side],
    score: score[side],
    penaltiesScored: 0,
    penaltiesTaken: 0,
  });
  return {
    room: id,
    state: 'failed',
    ending: null,
    fault: null,
    recording: state.recording,
    clock: clock === 'real-time' ? 'real_time' : clock,
    seed,
    cycle: time,
    stoppageCycle: stoppageTime,
    steps,
    lastStepAgeMs: null,
    playMode,
    left: createTeam('left'),
    right: createTeam('right'),
    ports,
    clients: { player: 0, coach: 0, trainer: 0, monitor: 0 },
    players: [],
    latePasses: 0,
    maxLatenessMs: 0,
    stepIntervals: { count: 0, sumMs: 0, cumulative: STEP_INTERVAL_BOUNDS_MS.map(() => 0) },
    traffic: createTraffic(),
    drops: { too_many_datagrams: 0, too_much_work: 0, unknown_sender: 0, port_queue_full: 0 },
    limitedClients: [],
    coachesMissedDone: { l: 0, r: 0, trainer: 0 },
    fileProblems: [],
  };
}
