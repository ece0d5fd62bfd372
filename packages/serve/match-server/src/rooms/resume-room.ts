import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { decompress } from '@rcss/logs/codec';
import { type LastState, readLastState } from '../recordings/read-last-state.js';
import { createConflictError } from './room-error.js';
import { readStoredRoom, type StoredRoom } from './stored-room.js';

/** A stored room with the state of its match. */
export interface ResumableRoom extends StoredRoom {
  readonly last: LastState;
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
  const last = readLastState(readRecordingBytes(path));
  if (!last.ok)
    throw createConflictError(
      `${path}: ${last.error.message}. rcss-server resume ${basename(path)} --cycle N continues the match from an earlier cycle.`,
    );
  if (stored.isLost) {
    const cycle = last.value.snapshot?.world.time ?? 0;
    throw createConflictError(
      `${path}: it could not be written after cycle ${cycle}, for example on a full disk, and the match went on. rcss-server resume ${basename(path)} --cycle ${cycle} continues the match from there.`,
    );
  }
  // The phase could not be stored.
  const phase = stored.phase === 'waiting' && last.value.snapshot !== null ? 'running' : stored.phase;
  return { ...stored, phase, last: last.value, path };
}

/** Reads a recording, compressed or not. The end of a compressed file is missing if its server was killed. */
function readRecordingBytes(path: string): Uint8Array {
  try {
    return decompress(readFileSync(path)).bytes;
  } catch (error) {
    throw createConflictError(`${path}: ${(error as Error).message}.`);
  }
}
