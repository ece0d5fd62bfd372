/** What a room server stores of a room so that a later one can continue its match: the file `room.json` beside the recording. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MatchDocument } from '@rcss/core/match-document';
import type { RoomState } from '@rcss/core/rooms';
import { checkWithSchema, matchDocumentSchema } from '@rcss/match-document';
import { z } from 'zod';
import type { FileProblems } from '../files/file-problems.js';
import { createConflictError } from './room-error.js';

const FILE_NAME = 'room.json';
/** Name of the file of a room whose recording is lost; a rename needs no space on the disk. */
const LOST_NAME = 'room-lost.json';

/** Phases from which a match continues. */
const STORED_PHASES = ['waiting', 'running', 'paused'] as const;

/** A room whose match is not over. */
export interface StoredRoom {
  readonly version: 1;
  readonly document: MatchDocument;
  readonly phase: (typeof STORED_PHASES)[number];
  readonly ports: RoomState['ports'];
}

const port = z.int({ error: 'a port' }).min(1, { error: 'a port' }).max(65535, { error: 'a port' });
const storedRoomSchema: z.ZodType<StoredRoom> = z.strictObject(
  {
    version: z.literal(1, { error: '1' }),
    document: matchDocumentSchema,
    phase: z.enum(STORED_PHASES, { error: STORED_PHASES.join(', ') }),
    ports: z.strictObject({ player: port, coach: port, olcoach: port }, { error: 'an object' }),
  },
  { error: 'an object' },
) as never;

/** The file of one room, which exists while its match can be continued. */
export class RoomFile {
  readonly #folder: string;
  readonly #path: string;
  readonly #problems: FileProblems;
  #isKept = false;

  /** @param folder Folder of the room. */
  constructor(folder: string, problems: FileProblems) {
    this.#folder = folder;
    this.#path = join(folder, FILE_NAME);
    this.#problems = problems;
  }

  /** Replaces the file at once, so that it is never half written. */
  write(room: Omit<StoredRoom, 'version'>): void {
    if (this.#isKept) return;
    this.#attempt('write', () => {
      writeFileSync(`${this.#path}.new`, `${JSON.stringify({ version: 1, ...room })}\n`);
      renameSync(`${this.#path}.new`, this.#path);
    });
  }

  /** Notes that the recording is lost: a later server does not continue the match, and says so. */
  lose(): void {
    if (!existsSync(this.#path)) return;
    this.#attempt('rename', () => renameSync(this.#path, join(this.#folder, LOST_NAME)));
  }

  /** Leaves the file as it is: the server ends, and the match is to be continued. */
  keep(): void {
    this.#isKept = true;
  }

  /** Removes the file: the match cannot be continued any more. */
  remove(): void {
    if (this.#isKept) return;
    this.#attempt('remove', () => {
      for (const name of [FILE_NAME, LOST_NAME]) rmSync(join(this.#folder, name), { force: true });
    });
  }

  /** A file system that fails ends neither the match nor the other rooms of the process. */
  #attempt(what: string, change: () => void): void {
    try {
      change();
    } catch (error) {
      this.#problems.add(`Error: could not ${what} "${this.#path}": ${(error as Error).message}`);
    }
  }
}

/** Lists the rooms of a folder whose matches are not over, also those whose recordings are lost. */
export function listStoredRooms(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((id) => [FILE_NAME, LOST_NAME].some((name) => existsSync(join(folder, id, name))))
    .sort();
}

/**
 * Reads the file of a room; `isLost`: its recording ends before the match did.
 *
 * @param folder Folder of the room.
 * @throws {import('./room-error.js').RoomError} with the file and what is wrong with it.
 */
export function readStoredRoom(folder: string): StoredRoom & { readonly isLost: boolean } {
  const isLost = !existsSync(join(folder, FILE_NAME));
  const path = join(folder, isLost ? LOST_NAME : FILE_NAME);
  const fail = (reason: string): never => {
    throw createConflictError(`${path}: ${reason}.`);
  };
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return fail((error as Error).message);
  }
  const checked = checkWithSchema(storedRoomSchema as z.ZodType<StoredRoom>, value);
  return checked.ok
    ? { ...checked.value, isLost }
    : fail(checked.error.map(({ message }) => message).join('; '));
}
