import { dirname } from 'node:path';
import { CommandLineError, describeVerb, EXIT, formatJson } from '@rcss/kit/command-line';
import { exportLogs, gameIdOf } from '@rcss/log-service/export';
import { findLogs } from '@rcss/log-service/files';
import { createLogProgress, type Io, writeOutput } from '@rcss/log-service/streams';
import { createTeamFigures, type TeamRow } from '@rcss/stats/tables';
import { type CompareOptions, compareFigures } from '@rcss/tournament/comparison';
import {
  type ComparisonReport,
  createFigureTable,
  formatComparisonPage,
  formatComparisonText,
  formatCsv,
} from '@rcss/tournament/reports';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { createJobsOption, createTextOutputOption } from './options.js';

interface Options {
  readonly against?: readonly string[];
  readonly team?: string;
  readonly againstTeam?: string;
  readonly test: NonNullable<CompareOptions['test']>;
  readonly correction: NonNullable<CompareOptions['correction']>;
  readonly level: number;
  readonly json: boolean;
  readonly csv: boolean;
  readonly html?: string;
  readonly jobs: number;
  readonly output: string;
}

/** Both rows of a match. */
interface MatchRows {
  readonly log: string;
  readonly teams: readonly [TeamRow, TeamRow];
}

/** Two sets of logs, and a name for each. */
interface LogSets {
  readonly names: readonly [string, string];
  readonly logs: readonly [readonly string[], readonly string[]];
}

async function expandPaths(paths: readonly string[]): Promise<string[]> {
  const logs: string[] = [];
  for (const path of paths) logs.push(...(await findLogs(path)));
  return logs;
}

/** Divides the logs into two sets: those of `--against` are the second one; without it, each of two folders is a set. */
async function divideLogs(
  paths: readonly string[],
  against: readonly string[] | undefined,
): Promise<LogSets> {
  if (against !== undefined) {
    return {
      names: [paths.join(' '), against.join(' ')],
      logs: [await expandPaths(paths), await expandPaths(against)],
    };
  }
  const sets = new Map<string, string[]>();
  for (const path of paths) {
    const logs = await findLogs(path);
    const folder = logs.length === 1 && logs[0] === path ? dirname(path) : path;
    sets.set(folder, [...(sets.get(folder) ?? []), ...logs]);
  }
  const [a, b] = [...sets];
  if (a === undefined || b === undefined || sets.size !== 2) {
    throw new CommandLineError(
      `the logs are in ${sets.size === 1 ? 'one folder' : `${sets.size} folders`} (${[...sets.keys()].join(', ')}). Needed: two folders, or --against for the second set`,
      EXIT.usage,
    );
  }
  return { names: [a[0], b[0]], logs: [a[1], b[1]] };
}

/** Reads the statistics of both teams of each log. */
async function readTeams(io: Io, logs: readonly string[], workers: number): Promise<MatchRows[]> {
  const matches: MatchRows[] = [];
  const progress = createLogProgress(io, 'reading');
  const jobs = logs.map((log) => ({
    log,
    gameId: gameIdOf(log),
    format: 'jsonl' as const,
    table: 'teams' as const,
    fields: null,
    directory: null,
  }));
  const failed = await exportLogs(io, jobs, workers, async ({ text }, index) => {
    progress.step(index + 1, jobs.length);
    const [left, right] = (text ?? '')
      .split('\n')
      .map((line) => (line === '' ? {} : JSON.parse(line)) as TeamRow);
    matches.push({ log: logs[index]!, teams: [left!, right!] });
  });
  progress.done();
  if (failed > 0) throw new CommandLineError('', EXIT.failed);
  return matches;
}

/**
 * Selects the row of a team in each match of a set. Without a name, it is the team that plays in all matches; if both teams do, the left
 * team of the first match.
 *
 * @throws CommandLineError if the team does not play in one of the matches.
 */
function selectTeam(
  matches: readonly MatchRows[],
  name: string | undefined,
): { readonly team: string; readonly rows: readonly TeamRow[] } {
  const plays = (team: unknown) => (match: MatchRows) => match.teams.some((row) => row['team'] === team);
  const [first] = matches;
  const team = name ?? first?.teams.map((row) => row['team']).find((own) => matches.every(plays(own)));
  if (team === undefined) {
    throw new CommandLineError(
      'no team plays in all matches of a set. Use --team NAME, and --against-team NAME for the second set',
    );
  }
  const rows = matches.map((match) => {
    const row = match.teams.find((own) => own['team'] === team);
    if (row === undefined) {
      const names = match.teams.map((own) => own['team'] || 'null').join(' and ');
      throw new CommandLineError(`${match.log}: ${team} does not play in this match, but ${names}`);
    }
    return row;
  });
  return { team: String(team), rows };
}

async function compareLogs(io: Io, paths: readonly string[], options: Options): Promise<void> {
  const { test, correction, level } = options;
  const { names, logs } = await divideLogs(paths, options.against);
  for (const [i, set] of logs.entries()) {
    if (set.length < 2)
      throw new CommandLineError(
        `${names[i]}: ${set.length} log. A set needs at least two matches`,
        EXIT.usage,
      );
  }
  const all = await readTeams(io, [...logs[0], ...logs[1]], options.jobs);
  const a = selectTeam(all.slice(0, logs[0].length), options.team);
  const b = selectTeam(all.slice(logs[0].length), options.againstTeam ?? options.team);
  const samples = createTeamFigures(a.rows, b.rows);
  const comparison: ComparisonReport = {
    a: { name: names[0], team: a.team, matches: a.rows.length },
    b: { name: names[1], team: b.team, matches: b.rows.length },
    figures: compareFigures(samples, { test, correction, level }),
    samples,
    test,
    correction,
    level,
  };
  const { html } = options;
  if (html !== undefined)
    await writeOutput(io, html, [], (output) => output.write(formatComparisonPage(comparison)));
  const text = options.json
    ? `${formatJson(comparison, null, 1)}\n`
    : options.csv
      ? formatCsv(createFigureTable(comparison)).replaceAll('\r\n', '\n')
      : formatComparisonText(comparison);
  await writeOutput(io, options.output, [...logs[0], ...logs[1]], (output) => output.write(text));
}

function parseLevel(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < 1)) throw new InvalidArgumentError('Allowed: a number between 0 and 1.');
  return value;
}

/** Adds `compare`: compares the figures of two sets of matches. */
export function addCompare(program: Command, io: Io): void {
  const verb = program
    .command('compare')
    .description('compare a team in two sets of matches, figure by figure, with tests and effect sizes')
    .argument('<logs...>', 'game logs of two folders, or the first set if --against is given')
    .option('--against <logs...>', 'second set of game logs or folders')
    .option('--team <name>', 'team to compare (default: the one that plays in all matches of a set)')
    .option('--against-team <name>', 'team of the second set, if it has another name')
    .addOption(
      new Option('--test <test>', 'test that decides')
        .choices(['welch', 'permutation', 'mann-whitney'])
        .default('permutation'),
    )
    .addOption(
      new Option('--correction <method>', 'correction for the number of figures')
        .choices(['holm', 'benjamini-hochberg', 'none'])
        .default('holm'),
    )
    .option('--level <p>', 'level of significance', parseLevel, 0.05)
    .option('--html <file>', 'also write a page with histograms')
    .option('--json', 'as JSON, with the values of all matches', false)
    .addOption(new Option('--csv', 'as CSV').default(false).conflicts('json'))
    .addOption(createJobsOption())
    .addOption(createTextOutputOption())
    .action((logs: string[], options: Options) => compareLogs(io, logs, options));
  describeVerb(verb, [
    ['old/*.rcg.gz new/*.rcg.gz --team Foxes', 'compares a team in the matches of two folders'],
    ['old --against new --html report.html', 'also writes a page with histograms'],
  ]);
}
