/** What a room server stores of a room so that a later one can continue its match: the file `room.json` beside the recording. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok, type Result } from '@rcss/core';
import type { RoomState } from '@rcss/core/rooms';
import { checkWithSchema, matchDocumentSchema } from '@rcss/match-document';
import { readMatchSpec } from '@rcss/simulator';
import { z } from 'zod';
import type { FileProblems } from '../files/file-problems.js';
import { createConflictError } from './room-error.js';
import { createRoomPlan, type RoomPlan } from './room-plan.js';

const FILE_NAME = 'room.json';
/** Name of the file of a room whose recording is lost; a rename needs no space on the disk. */
const LOST_NAME = 'room-lost.json';

/** Phases from which a match continues. */
const STORED_PHASES = ['waiting', 'running', 'paused'] as const;

/** A room whose match is not over. */
export interface StoredRoom {
  readonly plan: RoomPlan;
  readonly phase: (typeof STORED_PHASES)[number];
  readonly ports: RoomState['ports'];
}

const port = z.int({ error: 'a port' }).min(1, { error: 'a port' }).max(65535, { error: 'a port' });
const storedRoomSchema = z.strictObject(
  {
    version: z.literal([1, 2], { error: '1 or 2' }),
    plan: z.looseObject({}, { error: 'an object' }).optional(),
    /** Version 1 had the match document in place of the plan. */
    document: matchDocumentSchema.optional(),
    phase: z.enum(STORED_PHASES, { error: STORED_PHASES.join(', ') }),
    ports: z.strictObject({ player: port, coach: port, olcoach: port }, { error: 'an object' }),
  },
  { error: 'an object' },
);

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
  write(room: StoredRoom): void {
    if (this.#isKept) return;
    this.#attempt('write', () => {
      writeFileSync(`${this.#path}.new`, `${JSON.stringify({ version: 2, ...room })}\n`);
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
  const checked = checkWithSchema(storedRoomSchema, value);
  if (!checked.ok) return fail(joinMessages(checked.error));
  const { document, plan: stored, phase, ports } = checked.value;
  const plan = document === undefined ? readPlan(stored) : createRoomPlan(document);
  return plan.ok ? { plan: plan.value, phase, ports, isLost } : fail(joinMessages(plan.error));
}

interface Problem {
  readonly message: string;
}

function joinMessages(problems: readonly Problem[]): string {
  return problems.map(({ message }) => message).join('; ');
}

function readPlan(stored: unknown): Result<RoomPlan, readonly Problem[]> {
  const spec = readMatchSpec(stored);
  if (!spec.ok) return err([spec.error]);
  // The other fields are those of a document.
  const { name, clock, teams, initial, stop, keep: recording, program: rcss } = stored as RoomPlan;
  const fields = { version: 1, name, clock, teams, initial, stop, recording, parameters: { rcss } };
  const checked = checkWithSchema(matchDocumentSchema, fields);
  if (!checked.ok) return checked;
  const plan = createRoomPlan(checked.value);
  return plan.ok ? ok({ ...plan.value, ...spec.value }) : plan;
}
