import { randomUUID } from 'node:crypto';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import type { LoadedDocument } from '../documents/load-document.js';
import { ENGINE } from '../jobs/match-job.js';
import type { OrganizerState } from './decisions.js';
import type { RunHeader } from './result-file.js';

/** Creates the first line of a new run. */
export function createHeader(loaded: LoadedDocument, name: string): RunHeader {
  return {
    type: 'run',
    form: 1,
    id: randomUUID(),
    name,
    document: loaded.hash,
    engine: ENGINE,
    versions: Object.fromEntries([...loaded.teams].map(([team, { version }]) => [team, version])),
    startedAt: new Date().toISOString(),
  };
}

/**
 * Checks that the results of a folder belong to a document.
 *
 * @throws {CommandLineError} if they do not.
 */
export function checkRunDocument(
  folder: string,
  header: RunHeader,
  { hash }: Pick<LoadedDocument, 'hash'>,
): void {
  if (header.document !== hash)
    throw new CommandLineError(
      `${folder} has the results of another document (${header.name}, begun ${header.startedAt}): teams, format, seeds or rules have changed. ` +
        'Use another folder (--folder), or remove this one to play everything again',
      EXIT.usage,
    );
}

type Versions = Pick<OrganizerState, 'versions'>;

/** Returns the document with the versions with which the run began, or that the organizer has decided since. */
export function pinVersions(
  loaded: LoadedDocument,
  header: RunHeader,
  { versions }: Versions,
  onNote?: (text: string) => void,
): LoadedDocument {
  if (header.engine !== ENGINE)
    onNote?.(
      `The run began with ${header.engine} and goes on with ${ENGINE}: results may not be comparable.`,
    );
  const teams = new Map(
    [...loaded.teams].map(([name, team]) => {
      const version = versions.get(name) ?? header.versions[name] ?? team.version;
      if (version !== team.version)
        onNote?.(
          `The files of ${name} have changed since the run began: later matches are played with the new files. Record it with rcss league version.`,
        );
      return [name, { ...team, version }] as const;
    }),
  );
  return { ...loaded, teams };
}

/** Whether this program and these files of the teams are those of the run. */
export function isSameVersion(
  { teams }: LoadedDocument,
  { engine, versions }: RunHeader,
  decided: Versions,
): boolean {
  return (
    engine === ENGINE &&
    [...teams].every(
      ([name, { version }]) => (decided.versions.get(name) ?? versions[name] ?? version) === version,
    )
  );
}
