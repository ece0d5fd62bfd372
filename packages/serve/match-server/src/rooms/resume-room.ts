import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { decompress } from '@rcss/logs/codec';
import { type Snapshot, snapshot } from '@rcss/simulator';
import { playRecording, type RecordingHeader, readRecording } from '@rcss/simulator/recording';
import { createConflictError } from './room-error.js';
import { readStoredRoom, type StoredRoom } from './stored-room.js';

/** A stored room with the state of its match. */
export interface ResumableRoom extends StoredRoom {
  readonly header: RecordingHeader;
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
  const { teams = {}, recording = {} } = stored.document;
  for (const team of [teams.left, teams.right])
    if (team !== undefined && !('remote' in team))
      throw createConflictError(
        `The room starts the team ${team.name}, whose players cannot reconnect; a later server continues matches of teams with remote: true.`,
      );
  const { recording: choice = false } = recording;
  if (choice === false) throw createConflictError('The document has no recording.');
  const path = join(folder, id, recording.folder ?? '', choice === true ? 'match.rec' : choice);
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
  return { ...stored, phase, header, snapshot: last, path };
}

/** Plays a recording to its last complete step; its end may be missing, as after a crash. */
function readLastState(
  path: string,
  fail: (reason: string) => Error,
): Pick<ResumableRoom, 'header' | 'snapshot'> {
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
