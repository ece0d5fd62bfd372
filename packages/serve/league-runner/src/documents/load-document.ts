import { dirname, resolve } from 'node:path';
import { readInputFile } from '@rcss/core/node';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import {
  createPlan,
  nameOfTeam,
  parseTournamentDocument,
  type TournamentDocument,
} from '@rcss/tournament/documents';
import type { TournamentPlan } from '@rcss/tournament/formats';
import { hashJson } from '@rcss/tournament/identity';
import { chooseBox } from '../box/box.js';
import { checkIsolation } from './check-isolation.js';
import { type LoadedTeam, loadTeam } from './load-teams.js';
import { createFileError } from './problems.js';
import type { TeamLook } from './team-look.js';

/** A tournament document with its teams. */
export interface LoadedDocument {
  readonly document: TournamentDocument;
  readonly plan: TournamentPlan;
  /** Teams by name. */
  readonly teams: ReadonlyMap<string, LoadedTeam>;
  /** How pages show the teams, by name; teams without color and crest are absent. */
  readonly looks: ReadonlyMap<string, TeamLook>;
  /** Hash of everything in the document that decides which matches are played and how they count. */
  readonly hash: string;
}

/**
 * Loads a tournament document and the files of its teams.
 *
 * @throws {CommandLineError} with all problems of the first file that is not usable.
 */
export function loadDocument(file: string): LoadedDocument {
  let text: string;
  try {
    text = readInputFile(file).toString();
  } catch (error) {
    throw new CommandLineError(describeUnreadable(file, error as NodeJS.ErrnoException), EXIT.usage);
  }
  const parsed = parseTournamentDocument(text);
  if (!parsed.ok) throw createFileError(file, parsed.error);
  return resolveDocument(parsed.value, dirname(resolve(file)));
}

function describeUnreadable(file: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT')
    return `${file} does not exist; a document in YAML or JSON lists the teams and the format (see rcss league --help)`;
  if (code === 'EISDIR') return `${file} is a folder; a document is a file in YAML or JSON`;
  return `${file} cannot be read: ${message}`;
}

/**
 * Loads the teams of a document.
 *
 * @param folder Folder that paths are relative to.
 */
export function resolveDocument(document: TournamentDocument, folder: string): LoadedDocument {
  const looks = new Map<string, TeamLook>();
  const teams = new Map(
    document.teams.map((entry) => {
      const name = nameOfTeam(entry);
      const { look, ...whole } = loadTeam({ ...entry, name }, folder);
      const loaded = chooseBox(whole, document.match?.clock);
      if (look !== undefined) looks.set(name, look);
      const { isolation } = document;
      return [name, isolation === undefined ? loaded : { ...loaded, isolation }] as const;
    }),
  );
  checkIsolation(teams);
  const {
    parallel: _parallel,
    audit: _audit,
    isolation: _isolation,
    teams: _teams,
    name: _name,
    ...rest
  } = document;
  const plan = createPlan(document);
  // Teams join a ladder while it goes on, and its season can get another end.
  const deciding =
    plan.format.type === 'ladder'
      ? { ...rest, format: { type: plan.format.type } }
      : { ...rest, teams: plan.teams };
  return { document, plan, teams, looks, hash: hashJson(deciding) };
}
