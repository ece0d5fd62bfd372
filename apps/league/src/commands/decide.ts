import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename } from 'node:path';
import type { SideName } from '@rcss/core';
import { CommandLineError, describeVerb, EXIT, escapeText } from '@rcss/kit/command-line';
import {
  decide,
  describeDecision,
  findRunningProcess,
  isRunFinished,
  type LeagueDecision,
  type LoadedDocument,
  loadDocument,
  readRunFolder,
} from '@rcss/league-runner/program';
import { type Command, InvalidArgumentError } from 'commander';
import { chooseFolder, createFolderOption } from './run.js';

interface Options {
  readonly folder?: string;
  readonly by?: string;
  readonly reason: string;
  readonly discardLater: boolean;
}

/** What a verb needs from its document and arguments. */
type CreateDecision<Own> = (
  args: readonly string[],
  options: Own & Options,
  loaded: LoadedDocument,
  folder: string,
) => LeagueDecision;

/** A verb of an organizer. */
interface Verb<Own = object> {
  readonly name: string;
  readonly description: string;
  /** Arguments after the document, as commander writes them. */
  readonly args: readonly (readonly [form: string, description: string])[];
  readonly example: readonly [string, string];
  addOptions?(verb: Command): void;
  readonly create: CreateDecision<Own>;
}

const MATCH = ['<match>', 'identifier of the match, as the page and results.csv have it'] as const;
const TEAM = ['<team>', 'name of the team'] as const;
const REASON = '--reason "protest of Reds accepted"';

function defineVerb<Own>(verb: Verb<Own>): Verb {
  return verb as unknown as Verb;
}

const VERBS: readonly Verb[] = [
  defineVerb({
    name: 'replay',
    description: 'play a match again; its result does not count any more',
    args: [MATCH],
    example: [`cup.yaml knockout-3-1 ${REASON}`, 'plays the match again'],
    create: ([fixture]) => ({ verb: 'replay', fixture: fixture! }),
  }),
  defineVerb({
    name: 'annul',
    description: 'annul the result of a match; it waits for set, walkover or replay',
    args: [MATCH],
    example: [`cup.yaml A-2-1 ${REASON}`, 'the result does not count'],
    create: ([fixture]) => ({ verb: 'annul', fixture: fixture! }),
  }),
  defineVerb<{ readonly penalties?: readonly [number, number] }>({
    name: 'set',
    description: 'set the result of a match, played or not',
    args: [MATCH, ['<score>', 'goals of the left and the right team, such as 2:1']],
    example: ['cup.yaml knockout-7-1 1:1 --penalties 4:3 --reason "scoreboard was wrong"', 'sets the result'],
    addOptions: (verb) =>
      verb.option('--penalties <score>', 'goals of the penalty shootout, such as 4:3', parseScore),
    create: ([fixture, score], { penalties }) => {
      const [scoreL, scoreR] = parseScore(score!);
      const [penaltyL, penaltyR] = penalties ?? [null, null];
      return { verb: 'set', fixture: fixture!, scoreL, scoreR, penaltyL, penaltyR };
    },
  }),
  defineVerb({
    name: 'walkover',
    description: 'decide a match by a walkover, as the document counts it',
    args: [MATCH, ['<loser>', 'team that forfeits, or both']],
    example: ['cup.yaml A-2-1 Reds --reason "not there at kick-off"', 'Reds forfeits the match'],
    create: ([fixture, loser], _options, loaded, folder) => ({
      verb: 'walkover',
      fixture: fixture!,
      forfeit: findLosingSide(folder, loaded, fixture!, loser!),
    }),
  }),
  defineVerb({
    name: 'withdraw',
    description: 'a team leaves the tournament: its results count, its other matches are forfeited',
    args: [TEAM],
    example: ['cup.yaml Reds --reason "laptops were stolen"', 'Reds forfeits the matches to come'],
    create: ([team]) => ({ verb: 'withdraw', team: team! }),
  }),
  defineVerb({
    name: 'disqualify',
    description: 'a team is disqualified: all its matches are forfeited, also those that were played',
    args: [TEAM],
    example: ['cup.yaml Reds --reason "acted as the referee"', 'Reds forfeits all matches'],
    create: ([team]) => ({ verb: 'disqualify', team: team! }),
  }),
  defineVerb({
    name: 'reinstate',
    description: 'a team that has withdrawn or was disqualified is back',
    args: [TEAM],
    example: ['cup.yaml Reds --reason "appeal accepted"', 'results of Reds count again'],
    create: ([team]) => ({ verb: 'reinstate', team: team! }),
  }),
  defineVerb({
    name: 'version',
    description: 'play later matches with the present files of a team',
    args: [TEAM],
    example: ['cup.yaml Reds --reason "bug fix between the rounds"', 'records the new version of Reds'],
    create: ([name], _options, { teams }) => {
      const team = teams.get(name!);
      return { verb: 'version', team: name!, version: team?.version ?? '' };
    },
  }),
  defineVerb<{ readonly at?: string; readonly field?: string }>({
    name: 'schedule',
    description: 'give a match a kick-off time and a field; without both, take them away',
    args: [MATCH],
    example: [
      'cup.yaml knockout-7-1 --at 2026-07-04T15:00+02:00 --field "Center court"',
      'the match does not begin before',
    ],
    addOptions: (verb) =>
      verb
        .option('--at <time>', 'kick-off time, ISO 8601, such as 2026-07-04T15:00+02:00', parseTime)
        .option('--field <name>', 'field; the matches of a field are played one after the other', parseField),
    create: ([fixture], { at = null, field = null }) => ({
      verb: 'schedule',
      fixture: fixture!,
      kickoff: at,
      field,
    }),
  }),
  defineVerb<{ readonly until?: string }>({
    name: 'pause',
    description: 'no further match begins; running matches are played to their end',
    args: [],
    example: ['cup.yaml --until 2026-07-04T13:00+02:00 --reason lunch', 'the run goes on at 13:00'],
    addOptions: (verb) =>
      verb.option(
        '--until <time>',
        'end of the pause, ISO 8601 (default: until rcss league resume)',
        parseTime,
      ),
    create: (_args, { until = null }) => ({ verb: 'pause', until }),
  }),
  defineVerb({
    name: 'freeze',
    description: 'end the season of a ladder: no match begins, and the ratings stay',
    args: [],
    example: ['ladder.yaml --reason "end of the season"', 'the run ends'],
    create: () => ({ verb: 'freeze' }),
  }),
  defineVerb({
    name: 'resume',
    description: 'end a pause, or continue a frozen season',
    args: [],
    example: ['cup.yaml', 'matches begin again'],
    create: () => ({ verb: 'resume' }),
  }),
  defineVerb({
    name: 'continue',
    description:
      'take the result of a broken match that was continued from its recording with rcss server resume',
    args: [MATCH, ['<result>', 'result file (rcss::result_file) of the server that has played the rest']],
    example: [
      'cup.yaml knockout-7-1 final-rest.json --reason "power cut in cycle 2900"',
      'stores the result at the end of the continued match',
    ],
    create: ([fixture, path], _options, loaded, folder) =>
      createContinuation(fixture!, path!, readRunFolder(folder, loaded).state.tournament.find(fixture!)),
  }),
];

/** Verbs that need no reason. */
const WITHOUT_REASON = ['schedule', 'resume'];

/** Adds the verbs with which an organizer decides about a run, and the list of the decisions. */
export function addDecisions(program: Command): void {
  for (const verb of VERBS) addVerb(program, verb);
  const list = program
    .command('decisions')
    .description('list the decisions of the organizer')
    .argument('<document>', 'series or tournament in YAML or JSON')
    .addOption(createFolderOption())
    .action((document: string, { folder }: Pick<Options, 'folder'>) => listDecisions(document, folder));
  describeVerb(list, [['cup.yaml', 'prints who has decided what, when and why']]);
}

function addVerb(program: Command, { name, description, args, example, addOptions, create }: Verb): void {
  const verb = program
    .command(name)
    .description(description)
    .argument('<document>', 'series or tournament in YAML or JSON');
  for (const [form, text] of args) verb.argument(form, text);
  addOptions?.(verb);
  if (WITHOUT_REASON.includes(name)) verb.option('--reason <text>', 'why, for the report', parseReason, '');
  else verb.requiredOption('--reason <text>', 'why, for the report', parseReason);
  verb
    .option('--by <name>', 'who decides (default: the user of this system)', parseReason)
    .option(
      '--discard-later',
      'also if results of later matches do not count then, because other teams play them',
      false,
    )
    .addOption(createFolderOption())
    .action(async (document: string, ...rest: unknown[]) => {
      const options = rest.at(-2) as Options;
      const loaded = loadDocument(document);
      const folder = chooseFolder(document, options.folder);
      const decision = create(rest.slice(0, -2) as string[], options, loaded, folder);
      const { by = userInfo().username, reason, discardLater: discardsLater } = options;
      const lines = [...(await decide(folder, loaded, { decision, by, reason, discardsLater }))];
      if (findRunningProcess(folder) === null && !isRunFinished(readRunFolder(folder, loaded).state))
        lines.push(
          `The run does not go on at the moment; continue it: rcss league run ${basename(document)}`,
        );
      process.stdout.write(escapeText(`${lines.join('\n')}\n`));
    });
  describeVerb(verb, [[...example]], {
    [EXIT.ok]: 'the decision is stored; a run that goes on follows it',
    [EXIT.failed]: 'the decision cannot be stored',
    [EXIT.usage]: 'the decision is not possible, with the reason; nothing was stored',
  });
}

function listDecisions(document: string, given: string | undefined): void {
  const loaded = loadDocument(document);
  const { decisions } = readRunFolder(chooseFolder(document, given), loaded).state.organizer;
  const lines = decisions.map((line) => `${line.at}  ${line.by}: ${describeDecision(line)}. ${line.reason}`);
  process.stdout.write(escapeText(`${lines.length === 0 ? 'No decisions.' : lines.join('\n')}\n`));
}

/** A team in the result file of a server. */
interface ServerTeam {
  readonly name: string;
  readonly score: number;
  readonly penaltyScored: number;
}

/**
 * Reads the result of a continued match from the result file of its server.
 *
 * @throws {CommandLineError} if the file cannot be read, the match was not played to its end, or the teams are others.
 */
export function createContinuation(
  fixture: string,
  file: string,
  teams: { readonly left: string; readonly right: string } | undefined,
): LeagueDecision {
  const fail = (what: string): never => {
    throw new CommandLineError(`${file}: ${what}`, EXIT.usage);
  };
  let result: Readonly<Record<string, unknown>> = {};
  try {
    result = (JSON.parse(readFileSync(file, 'utf8')) ?? {}) as typeof result;
  } catch (error) {
    fail((error as Error).message);
  }
  if (result['format'] !== 'rcss-result') fail('not a result file of rcss server (rcss::result_file)');
  if (result['playMode'] !== 'time_over')
    fail(
      `the match was not played to its end; it stopped in cycle ${result['time']} (${result['playMode']})`,
    );
  const left = result['left'] as ServerTeam | null;
  const right = result['right'] as ServerTeam | null;
  if (left === null || right === null) return fail('the match has a team on one side only, or none');
  if (teams !== undefined && (left.name !== teams.left || right.name !== teams.right))
    fail(`${left.name} has played ${right.name}, but ${fixture} is ${teams.left} – ${teams.right}`);
  const hasShootout = result['penalties'] === true;
  return {
    verb: 'continue',
    fixture,
    // The path of this machine does not belong in results that others read.
    recording: basename(file),
    cycles: result['time'] as number,
    scoreL: left.score,
    scoreR: right.score,
    penaltyL: hasShootout ? left.penaltyScored : null,
    penaltyR: hasShootout ? right.penaltyScored : null,
  };
}

/** Side of the team that forfeits. */
function findLosingSide(
  folder: string,
  loaded: LoadedDocument,
  id: string,
  loser: string,
): SideName | 'both' {
  const fixture = readRunFolder(folder, loaded).state.tournament.find(id);
  if (loser === 'both' || fixture === undefined) return 'both';
  if (loser === fixture.left) return 'left';
  if (loser === fixture.right) return 'right';
  throw new CommandLineError(
    `'${loser}' does not play ${id}. Allowed: ${fixture.left}, ${fixture.right}, both`,
    EXIT.usage,
  );
}

function parseScore(text: string): readonly [number, number] {
  const [, left, right] = /^(\d{1,4}):(\d{1,4})$/.exec(text) ?? [];
  if (left === undefined || right === undefined)
    throw new InvalidArgumentError(`'${text}' is not a score. Allowed: LEFT:RIGHT, such as 2:1.`);
  return [Number(left), Number(right)];
}

/** Parses a time of the command line to ISO 8601. */
export function parseTime(text: string): string {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[-+]\d\d:\d\d)?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError(
      'Allowed: date and time, such as 2026-07-04T15:00+02:00; without an offset it is the time of this machine.',
    );
  return new Date(time).toISOString();
}

const MAX_REASON = 1000;

function parseReason(text: string): string {
  if (text.trim() === '' || text.length > MAX_REASON)
    throw new InvalidArgumentError(`Allowed: 1 to ${MAX_REASON} characters.`);
  return text;
}

function parseField(text: string): string {
  if (text.trim() === '' || text.length > 100)
    throw new InvalidArgumentError('Allowed: 1 to 100 characters.');
  return text;
}
