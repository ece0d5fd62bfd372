/** Files of the verbs of `rcss predict`: folders with one table for each scene. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Failure, Result } from '@rcss/core';
import { CommandLineError, makeFolder } from '@rcss/kit/command-line';
import { createLogFileError, type Io, readText, writeOutput } from '@rcss/log-service/streams';
import { type Positions, parsePositions, parseSampleTable } from '@rcss/stats/trajectories';

/** End of the names of tables of positions, and of the player types of a scene. */
export const SUFFIX = '.tracking.csv';
export const TYPES_SUFFIX = '.player_types.csv';

/** Returns the value; throws the failure as an error of the command line. */
export function takeValue<T>(result: Result<T, Failure>): T {
  if (!result.ok) throw new CommandLineError(result.error.message);
  return result.value;
}

/** Returns the names of the tables in a folder, sorted. */
export function listTables(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    throw createLogFileError(folder, error);
  }
  const tables = names.filter((name) => name.endsWith(SUFFIX)).sort();
  if (tables.length === 0)
    throw new CommandLineError(`${folder}: the folder has no files that end in ${SUFFIX}`);
  return tables;
}

export async function readTable(io: Io, file: string, required?: readonly string[]): Promise<Positions> {
  return takeValue(parsePositions(await readText(io, file), { file, ...(required && { required }) }));
}

/** Reads the continuations of a scene; a table without the column `sample` is one. */
export async function readSampleTable(
  io: Io,
  file: string,
  required?: readonly string[],
): Promise<readonly Positions[]> {
  return takeValue(parseSampleTable(await readText(io, file), { file, ...(required && { required }) }));
}

/** Writes a file of a folder, which is made. */
export async function writeText(io: Io, folder: string, name: string, text: string): Promise<void> {
  makeFolder(folder);
  await writeOutput(io, join(folder, name), [], (output) => output.write(text));
}

/** Returns the name of the table of a log: `match.tracking.csv` for `logs/match.rcg.gz`. */
export function tableName(log: string): string {
  return `${basename(log)
    .replace(/\.gz$/, '')
    .replace(/\.rcg$/, '')}${SUFFIX}`;
}
