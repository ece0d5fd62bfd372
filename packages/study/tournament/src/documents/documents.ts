import { err, type Result } from '@rcss/core';
import type { MatchDocument, MatchDocumentParameters, MatchTeam } from '@rcss/core/match-document';
import { checkWithSchema, createJsonSchema, type DocumentProblem, formatPath } from '@rcss/match-document';
import { readYaml } from '@rcss/match-document/yaml';
import type { z } from 'zod';
import { findPlanProblems } from '../formats/check-plan.js';
import { isKnockoutFixture } from '../formats/create-stages.js';
import type { Fixture, Format, TournamentPlan } from '../formats/plan.js';
import { LEAGUE_RULES, type PointRules, SWISS_RULES, type TieBreak } from '../rules.js';
import { createSprt, type SprtPlan } from '../sprt/sprt.js';
import { documentSchema, teamFileSchema } from './schema.js';

/** Limits of the processes of a team. */
export interface TeamLimits {
  /** Largest memory of all processes, in megabytes. */
  readonly memoryMb?: number;
  /** Largest number of processors. */
  readonly cpus?: number;
  /** Largest number of processes. */
  readonly processes?: number;
  /** Largest number of threads of all processes. */
  readonly threads?: number;
  /** Time until all players are connected, in seconds. */
  readonly startTimeout?: number;
  /** Time that the clock waits for the online coach after all players are there, in seconds. */
  readonly coachTimeout?: number;
  /** Cycles that one player may leave without `(done)` in synchronous mode. */
  readonly missedDone?: number;
}

/** How programs of the teams are separated from the machine and from each other. */
export type TeamIsolation =
  | { readonly level: 'none' }
  /** Each team runs as a user of its own: two names of users for each match at a time. */
  | { readonly level: 'user'; readonly users: readonly string[] }
  | {
      readonly level: 'sandbox';
      /** Further files and folders that the teams may read. */
      readonly readable?: readonly string[];
      /** Size of each folder that a team can write, in megabytes. */
      readonly diskMb?: number;
    }
  /** Each team runs in containers of its own, from its image. */
  | {
      readonly level: 'container';
      readonly engine?: 'docker' | 'podman';
      /** Image with Node.js for the way to the ports of the match. */
      readonly gateImage?: string;
      /** Size of each folder that a team can write, in megabytes. */
      readonly diskMb?: number;
    };

/** What a team of a tournament has besides the fields of a team in a match. */
export interface TeamExtras {
  /** Version, for the identity of matches. */
  readonly version?: string;
  readonly limits?: TeamLimits;
  /** Image in whose containers the team runs. */
  readonly image?: string;
  /** Strength in Elo points that stays in a ladder. */
  readonly anchor?: number;
  /** Color of the shirts, `#rrggbb`. */
  readonly color?: string;
  /** Path of the crest, an SVG or PNG file. */
  readonly crest?: string;
  /** Options: a module gets them as an object, a start command as JSON in `RCSS_OPTIONS`. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Path of a file with options. A program reads the file; `options` replace its values. */
  readonly optionsFile?: string;
  /** Paths of files that each match gets with the values of the options, in the folder `RCSS_FILES`. */
  readonly templates?: readonly string[];
  /** `box`: in synchronous matches its programs get the same clock and random numbers again. */
  readonly repeatable?: 'box';
}

/** Team in a file of its own. A program reads the file and puts its fields here. */
export interface TeamFile extends TeamExtras {
  /** Path of the file. */
  readonly file: string;
  /** Name that replaces the one in the file. */
  readonly name?: string;
}

/** Team of a tournament: with the fields of a team in a match document, or in a file. */
export type TournamentTeam = (MatchTeam & TeamExtras) | TeamFile;

/** Series or tournament as one document. */
export interface TournamentDocument
  extends Pick<TournamentPlan, 'format' | 'seeds' | 'sharedSeeds' | 'walkover'> {
  /** Version of the form. */
  readonly version: 1;
  /** Name for people. */
  readonly name?: string;
  /** Teams, the strongest first. */
  readonly teams: readonly TournamentTeam[];
  /** Fields of the match document that all matches share. */
  readonly match?: Pick<MatchDocument, 'parameters' | 'clock' | 'initial' | 'stop' | 'recording'>;
  readonly lotSeed?: number;
  /** Points for the outcomes of a match. */
  readonly points?: PointRules;
  /** Criteria of the table. */
  readonly tieBreaks?: readonly TieBreak[];
  /** Sequential test that ends a paired comparison early. */
  readonly test?: SprtPlan;
  /** Count of matches that are played at the same time. */
  readonly parallel?: number;
  /** How the teams are separated from the machine. Default: not at all. */
  readonly isolation?: TeamIsolation;
  /** Share of the matches between modules that are played twice to see whether both give the same match, 0 to 1. */
  readonly audit?: number;
}

export interface TournamentProblem extends DocumentProblem {
  /** Line in the text, from 1; absent if the document was not given as text. */
  readonly line?: number;
}

const schema = documentSchema as unknown as z.ZodType<TournamentDocument>;

/** Name of a team in the plan; without one, that of its file, or of the folder if the file is `team.yaml`. */
export function nameOfTeam(team: TournamentTeam): string {
  if (team.name !== undefined) return team.name;
  const path = 'file' in team ? team.file.replace(/\.(ya?ml|json)$/i, '').split(/[\\/]/) : [];
  return (path.length > 1 && path.at(-1) === 'team' ? path.at(-2) : path.at(-1)) ?? '';
}

/** Returns a problem that the schema does not see. */
export function createProblem(path: string, value: unknown, allowed: string): DocumentProblem {
  return { path, message: `${path}: ${allowed}`, value, allowed };
}

/** Problems that the schema cannot see: names, counts that depend on each other, hypotheses. */
function findMeaningProblems(document: TournamentDocument): DocumentProblem[] {
  const problems = findPlanProblems(createPlan(document)).map(({ path, message }) =>
    createProblem(formatPath(path), undefined, message),
  );
  const { test, format } = document;
  if (test === undefined) return problems;
  if (format.type !== 'paired')
    problems.push(createProblem('test', undefined, `a test needs the format paired, not ${format.type}`));
  try {
    createSprt(test);
  } catch (error) {
    problems.push(createProblem('test', undefined, (error as Error).message));
  }
  return problems;
}

/**
 * Checks plain data as a tournament document. Returns the document, or every problem with its path, value and what is allowed. Never
 * throws.
 */
export function checkTournamentDocument(
  value: unknown,
): Result<TournamentDocument, readonly TournamentProblem[]> {
  const result = checkWithSchema(schema, value);
  if (!result.ok) return result;
  const problems = findMeaningProblems(result.value);
  return problems.length > 0 ? err(problems) : result;
}

/** Parses YAML or JSON and checks it; problems get the line of their path. */
export function parseWithLines<Value>(
  text: string,
  check: (value: unknown) => Result<Value, readonly DocumentProblem[]>,
): Result<Value, readonly TournamentProblem[]> {
  const { result: read, findLine } = readYaml(text);
  if (!read.ok) return read;
  const result = check(read.value);
  if (result.ok) return result;
  const problems = result.error.map((problem) => {
    const line = findLine(problem.path) ?? 1;
    return { ...problem, line, message: `line ${line}: ${problem.message}` };
  });
  return err(problems.sort((a, b) => a.line - b.line));
}

/**
 * Parses the text of a tournament document in YAML or JSON, which is a part of YAML. Returns the document, or every problem with its path
 * and line. Never throws.
 */
export function parseTournamentDocument(
  text: string,
): Result<TournamentDocument, readonly TournamentProblem[]> {
  return parseWithLines(text, checkTournamentDocument);
}

/**
 * Parses the text of a team file in YAML or JSON: the fields of a team of a tournament document. Returns the team, or every problem with
 * its path and line. Never throws.
 */
export function parseTeamFile(text: string): Result<MatchTeam & TeamExtras, readonly TournamentProblem[]> {
  const schema = teamFileSchema as z.ZodType<MatchTeam & TeamExtras>;
  return parseWithLines(text, (value) => checkWithSchema(schema, value));
}

/** Returns the plan of a document, from which `createTournament` creates the tournament. */
export function createPlan(document: TournamentDocument): TournamentPlan {
  const { teams, format, seeds, sharedSeeds, lotSeed, points, tieBreaks, walkover } = document;
  const rules = format.type === 'swiss' ? SWISS_RULES : LEAGUE_RULES;
  const anchors = Object.fromEntries(
    teams.flatMap((team) => (team.anchor === undefined ? [] : [[nameOfTeam(team), team.anchor]])),
  );
  return {
    teams: teams.map(nameOfTeam),
    format: format.type === 'ladder' ? { ...format, anchors } : format,
    rules: { points: points ?? rules.points, tieBreaks: tieBreaks ?? rules.tieBreaks },
    ...(walkover === undefined ? {} : { walkover }),
    ...(seeds === undefined ? {} : { seeds }),
    ...(sharedSeeds === undefined ? {} : { sharedSeeds }),
    ...(lotSeed === undefined ? {} : { lotSeed }),
  };
}

/** Returns the fields of the match document of a fixture that are not its own: matches of a knockout can have further parameters. */
export function chooseMatchFields(
  { match = {}, format }: Pick<TournamentDocument, 'match' | 'format'>,
  fixture: Pick<Fixture, 'id'>,
): NonNullable<TournamentDocument['match']> {
  const further = findKnockoutParameters(format, fixture);
  if (further === undefined) return match;
  const { parameters: shared = {} } = match;
  const modules = new Set([...Object.keys(shared), ...Object.keys(further)]) as Set<
    keyof MatchDocumentParameters
  >;
  const parameters = Object.fromEntries(
    [...modules].map((module) => [module, { ...shared[module], ...further[module] }]),
  );
  return { ...match, parameters };
}

function findKnockoutParameters(
  format: Format,
  fixture: Pick<Fixture, 'id'>,
): MatchDocumentParameters | undefined {
  if (format.type === 'knockout') return format.parameters;
  if (format.type !== 'groups' || !isKnockoutFixture(fixture)) return undefined;
  return format.knockout?.parameters;
}

/** Returns the JSON Schema (draft 2020-12) of a tournament document, for completion in editors. */
export function tournamentDocumentJsonSchema(): Record<string, unknown> {
  return createJsonSchema(documentSchema, 'Tournament document of RCSS');
}
