import { dirname, resolve } from 'node:path';
import { readInputFile } from '@rcss/core/node';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { nameOfTeam, parseTuningDocument } from '@rcss/tournament/documents';
import { hashJson } from '@rcss/tournament/identity';
import { loadTeam } from '../documents/load-teams.js';
import { createFileError } from '../documents/problems.js';
import type { LoadedTuning } from './step-document.js';

/**
 * Loads a tuning document and the files of its teams.
 *
 * @throws {CommandLineError} with all problems of the first file that is not usable.
 */
export function loadTuning(file: string): LoadedTuning {
  let text: string;
  try {
    text = readInputFile(file).toString();
  } catch (error) {
    throw new CommandLineError(`${file} cannot be read: ${(error as Error).message}`, EXIT.usage);
  }
  const parsed = parseTuningDocument(text);
  if (!parsed.ok) throw createFileError(file, parsed.error);
  const document = parsed.value;
  const folder = dirname(resolve(file));
  const team = loadTeam(document.team, folder);
  if ('remote' in team.team)
    throw new CommandLineError(
      `${file}: team ${team.name} connects by itself (remote) and cannot get parameters; use start or module`,
      EXIT.usage,
    );
  const opponents = (document.opponents ?? []).map((entry) =>
    loadTeam({ ...entry, name: nameOfTeam(entry) }, folder),
  );
  // The number of matches at a time does not change the steps.
  const { parallel: _parallel, name: _name, ...rest } = document;
  return { document, team, opponents, hash: hashJson(rest) };
}
