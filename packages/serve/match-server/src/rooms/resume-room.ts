import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { decompress } from '@rcss/logs/codec';
import { pickGameParams } from '@rcss/params/program';
import { type Snapshot, snapshot } from '@rcss/simulator';
import { playRecording, type RecordingHeader, readRecording } from '@rcss/simulator/recording';
import { createConflictError } from './room-error.js';
import type { RoomPlan } from './room-plan.js';
import { readStoredRoom, type StoredRoom } from './stored-room.js';

/** A stored room with the state of its match; its plan has the seed and the parameters that were recorded. */
export interface ResumableRoom extends StoredRoom {
  /** State after the last complete step; null if no step is recorded. */
  readonly snapshot: Snapshot | null;
  /** Path of the recording. */
  readonly path: string;
}

/**
 * Reads what is needed to continue a room.
 *
 * @param folder Folder of all rooms.
 * @throws {import('./room-error.js').RoomError} with the file, and why the match cannot be continued from it.
 */
export function readResumableRoom(folder: string, id: string): ResumableRoom {
  const stored = readStoredRoom(join(folder, id));
  const { teams = {}, keep = {} } = stored.plan;
  for (const team of [teams.left, teams.right])
    if (team !== undefined && !('remote' in team))
      throw createConflictError(
        `The room starts the team ${team.name}, whose players cannot reconnect; a later server continues matches of teams with remote: true.`,
      );
  const { recording: choice = false } = keep;
  if (choice === false) throw createConflictError('The document has no recording.');
  const path = join(folder, id, keep.folder ?? '', choice === true ? 'match.rec' : choice);
  const { header, snapshot: last } = readLastState(path, (reason) =>
    createConflictError(
      `${path}: ${reason}. rcss-server resume ${basename(path)} --cycle N continues the match from an earlier cycle.`,
    ),
  );
  if (stored.isLost) {
    const cycle = last?.world.time ?? 0;
    throw createConflictError(
      `${path}: it could not be written after cycle ${cycle}, for example on a full disk, and the match went on. rcss-server resume ${basename(path)} --cycle ${cycle} continues the match from there.`,
    );
  }
  // The phase could not be stored.
  const phase = stored.phase === 'waiting' && last !== null ? 'running' : stored.phase;
  return { ...stored, plan: useRecorded(stored.plan, header), phase, snapshot: last, path };
}

/** Texts are names of files and commands, and ports those of the room. */
function useRecorded(plan: RoomPlan, { seed, rules }: RecordingHeader): RoomPlan {
  const { port, coach_port, olcoach_port } = plan.rules.server;
  const values = Object.entries(rules.server).filter(([, value]) => typeof value !== 'string');
  const recorded = { ...Object.fromEntries(values), ...pickGameParams(rules.server) };
  const server = { ...plan.rules.server, ...recorded, port, coach_port, olcoach_port };
  return { ...plan, seed, rules: { server, player: rules.player } };
}

/** Plays a recording to its last complete step; its end may be missing, as after a crash. */
function readLastState(
  path: string,
  fail: (reason: string) => Error,
): { readonly header: RecordingHeader; readonly snapshot: Snapshot | null } {
  const opened = readRecording(readRecordingBytes(path));
  if (!opened.ok) throw fail(opened.error.message);
  const reader = opened.value;
  const { match, divergence } = playRecording(reader, { until: 'step' });
  if (divergence !== null)
    throw fail(
      `the replay differs from the recording in step ${divergence.step} (cycle ${divergence.time}); it was recorded by another version, or it is damaged`,
    );
  const { header, outcome } = reader;
  if (outcome !== null && typeof outcome === 'object') throw fail(outcome.message);
  return { header, snapshot: match.steps === 0 ? null : snapshot(match) };
}

/** Reads a recording, compressed or not. The end of a compressed file is missing if its server was killed. */
function readRecordingBytes(path: string): Uint8Array {
  try {
    return decompress(readFileSync(path)).bytes;
  } catch (error) {
    throw createConflictError(`${path}: ${(error as Error).message}.`);
  }
}
