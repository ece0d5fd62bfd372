import { createHash } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTeamOptions } from '@rcss/agent/node';
import { TeamParameterError } from '@rcss/agent/parameters';
import type { MatchTeam } from '@rcss/core/match-document';
import { readInputFile, statPath } from '@rcss/core/node';
import { planPolicyFile } from '@rcss/env/team';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import {
  BUILT_IN_TEAMS,
  chooseTeam,
  deriveTeamName,
  describeMissingStart,
  findPolicyFile,
  isShellCommand,
  isTeamFile,
  MODULE_PREFIX,
  POLICY_PREFIX,
  resolveTeam,
} from '@rcss/kit/match-runner';
import { addTeamOptions, type TeamOptionValues } from '@rcss/match-document';
import {
  parseTeamFile,
  type TeamIsolation,
  type TeamLimits,
  type TournamentTeam,
} from '@rcss/tournament/documents';
import { leagueVersion } from '../version.js';
import { hashFolder } from './hash-folder.js';
import { createFileError } from './problems.js';
import { loadLook, type TeamLook } from './team-look.js';

/** A team that is ready to play: its paths are absolute and its version is known. */
export interface LoadedTeam {
  readonly name: string;
  /** Given in the file, or a hash of the files of the team. */
  readonly version: string;
  /** How the team gets into a match. */
  readonly team: MatchTeam;
  readonly limits: TeamLimits;
  /** Absent: it runs as this program does. */
  readonly isolation?: TeamIsolation;
  /** Image in whose containers it runs; absent: its programs are on this machine. */
  readonly image?: string;
  /** How pages show it; absent in matches, which do not need it. */
  readonly look?: TeamLook;
  /** Absolute paths of the files that each match gets with the values of its options; absent: none. */
  readonly templates?: readonly string[];
  /** Folder of its team file, and the files whose contents it gets by that file; absent: it has none. */
  readonly named?: { readonly folder: string; readonly files: readonly string[] };
  /** Its programs play in the box if the match is synchronous; absent: they do not. */
  readonly repeatable?: 'box';
  /** Present if the team is a setting of another one that is tuned. */
  readonly tuned?: TunedSetting;
}

/** A setting that a tuning tries: the values are in the fields of the team already. */
export interface TunedSetting {
  /** Name of the team that is tuned; workers have it under this name. */
  readonly team: string;
  /** Values of its parameters. */
  readonly values: Readonly<Record<string, number>>;
}

/**
 * Loads a team of a document: reads its file if it has one, makes paths absolute and finds out its version.
 *
 * @param folder Folder that paths are relative to: that of the document.
 * @throws {CommandLineError} if the file, the start script or the module is missing or wrong.
 */
export function loadTeam(entry: TournamentTeam, folder: string): LoadedTeam {
  if ('file' in entry) {
    const { file, crest, anchor: _anchor, options, optionsFile: _optionsFile, ...others } = entry;
    const path = resolve(folder, file);
    const own = readTeamFile(path);
    const inFile = loadTeam({ ...own, ...others }, dirname(path));
    // Paths in the document are relative to the document; its options replace those of the file.
    const team = addOptions(inFile.team, readOptions(entry, folder), options);
    const files = [...(inFile.templates ?? []), ...(own.optionsFile ? [own.optionsFile] : [])];
    const named = { folder: dirname(path), files: files.map((name) => resolve(dirname(path), name)) };
    const loaded = { ...inFile, team, named };
    return crest === undefined
      ? loaded
      : { ...loaded, look: { ...loaded.look, ...loadLook(loaded.name, { crest }, folder) } };
  }
  const {
    version,
    limits = {},
    image,
    color,
    crest,
    anchor: _anchor,
    options,
    optionsFile,
    repeatable,
    templates,
    ...fields
  } = entry;
  const playing = addOptions(fields as MatchTeam, readOptions(entry, folder), options);
  const isPlain = color === undefined && crest === undefined;
  const look = {
    ...(isPlain ? {} : { look: loadLook(entry.name, { color, crest }, folder) }),
    ...(repeatable === undefined ? {} : { repeatable }),
    ...(templates === undefined ? {} : { templates: templates.map((path) => resolve(folder, path)) }),
  };
  // The paths of an image are not those of this machine.
  if (image !== undefined) {
    return {
      name: playing.name,
      version: version ?? `image ${image}`,
      team: playing,
      limits,
      image,
      ...look,
    };
  }
  const team = resolveTeam(playing, folder, { planPolicy: planPolicyFile, program: import.meta.url });
  return { name: team.name, version: version ?? findVersion(team), team, limits, ...look };
}

/**
 * Loads a team as the command line names it: a team file, `module:FILE`, a start script or its folder, a built-in team.
 *
 * @throws {CommandLineError} if it is none of these.
 */
export function loadNamedTeam(value: string, folder: string): LoadedTeam {
  if (isTeamFile(value, folder)) return loadTeam({ file: value }, folder);
  if (BUILT_IN_TEAMS.includes(value)) return loadTeam({ name: value, start: value }, folder);
  if (value.startsWith(MODULE_PREFIX)) {
    const { defaultName: name } = chooseTeam(value, folder);
    return loadTeam({ name, module: value.slice(MODULE_PREFIX.length) }, folder);
  }
  const path = resolve(folder, value.replace(POLICY_PREFIX, ''));
  const name = isShellCommand(value, folder)
    ? chooseTeam(value, folder).defaultName
    : deriveTeamName(statPath(path)?.isDirectory() ? join(path, 'start') : path);
  return loadTeam({ name: name || 'team', start: value }, folder);
}

/** Reads the options file of a team; undefined without one. */
function readOptions(
  { name = '', optionsFile }: TournamentTeam,
  folder: string,
): TeamOptionValues | undefined {
  if (optionsFile === undefined) return undefined;
  try {
    return readTeamOptions({ file: resolve(folder, optionsFile) });
  } catch (error) {
    if (!(error instanceof TeamParameterError)) throw error;
    throw new CommandLineError(`team ${name}: ${error.message}`, EXIT.usage);
  }
}

/** Returns a team with options; later ones replace earlier ones. */
function addOptions(team: MatchTeam, ...sources: readonly (TeamOptionValues | undefined)[]): MatchTeam {
  return sources.reduce<MatchTeam>(
    (to, options) => (options === undefined ? to : addTeamOptions(to, options)),
    team,
  );
}

function readTeamFile(path: string): TournamentTeam {
  let text: string;
  try {
    text = readInputFile(path).toString();
  } catch (error) {
    throw new CommandLineError(`team file ${path} cannot be read: ${(error as Error).message}`, EXIT.usage);
  }
  const parsed = parseTeamFile(text);
  if (!parsed.ok) throw createFileError(path, parsed.error);
  return parsed.value;
}

function findVersion(team: MatchTeam): string {
  if ('remote' in team) return 'remote';
  if ('module' in team) return `hash ${hashFolder(dirname(fileURLToPath(team.module)), team.name)}`;
  if (BUILT_IN_TEAMS.includes(team.start)) return leagueVersion;
  const policy = findPolicyFile(team);
  if (policy !== null)
    return `hash ${createHash('sha256').update(readInputFile(policy)).digest('hex').slice(0, 16)}`;
  if (isShellCommand(team.start, team.directory ?? '.')) {
    const first = resolve(team.directory ?? '.', /^\S+/.exec(team.start)![0]);
    const isFile = statPath(first)?.isFile() ?? false;
    return isFile ? `hash ${hashFolder(dirname(first), team.name)}` : 'unknown';
  }
  const stat = statPath(team.start);
  if (stat === undefined)
    throw new CommandLineError(`team ${team.name}: ${describeMissingStart(team.start)}`, EXIT.usage);
  return `hash ${hashFolder(stat.isDirectory() ? team.start : dirname(team.start), basename(team.start))}`;
}
