import { cpSync, existsSync } from 'node:fs';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { createTournament } from '@rcss/tournament/formats';
import type { LoadedDocument } from '../documents/load-document.js';
import { addAudit } from './audit.js';
import { matchFolder } from './match-folder.js';
import { type ResultFile, readHeader, type StoredLine, scanResultFile } from './result-file.js';
import { checkRunDocument, isSameVersion } from './run-header.js';
import { type RunState, recordResult } from './run-state.js';

/** A share of the matches of a document: the first of four is `{ number: 1, count: 4 }`. */
export interface Shard {
  /** From 1. */
  readonly number: number;
  readonly count: number;
}

/**
 * Returns the matches of the other shares: all but every n-th one.
 *
 * @throws {CommandLineError} if results decide which matches of the document are played.
 */
export function findOtherShares({ document, plan }: LoadedDocument, { number, count }: Shard): Set<string> {
  const tournament = createTournament(plan);
  const fixtures = tournament.ready();
  if (document.test !== undefined || fixtures.length !== tournament.progress().total)
    throw new CommandLineError(
      '--shard: results decide which matches of this document are played; allowed: round-robin, series, and paired without test',
      EXIT.usage,
    );
  return new Set(fixtures.filter((_, i) => i % count !== number - 1).map(({ id }) => id));
}

/**
 * Takes results and logs of other folders into a run that does not have them. They stay in these folders, too.
 *
 * @throws {CommandLineError} if a folder has no results, those of another document, release or files of teams, or decisions of the organizer.
 */
export function takeResults(
  folder: string,
  file: ResultFile,
  state: RunState,
  sources: readonly string[],
): void {
  for (const source of sources) {
    const header = readHeader(source);
    if (header === null) throw new CommandLineError(`--from: ${source} has no results`, EXIT.usage);
    checkRunDocument(source, header, state.loaded);
    if (!isSameVersion(state.loaded, header, state.organizer))
      throw new CommandLineError(
        `--from: the results in ${source} are those of other files of the teams, or of another release (${header.engine})`,
        EXIT.usage,
      );
    const take = (line: StoredLine): void => file.append(line);
    scanResultFile(source, {
      match(line) {
        const [from, to] = [source, folder].map((of) => matchFolder(of, line.fixture)) as [string, string];
        if (!recordResult(state, line)) return;
        // First the logs: a result that is stored has them.
        if (existsSync(from)) cpSync(from, to, { recursive: true });
        take(line);
      },
      audit(line) {
        if (addAudit(state.audit, line)) take(line);
      },
      decision({ id }) {
        throw new CommandLineError(
          `--from: ${source} has the decision ${id} of the organizer; decide in the folder of the whole run`,
          EXIT.usage,
        );
      },
    });
  }
}
