import type { Choice } from '@rcss/base-team/futures';
import {
  CommandLineError,
  createIntegerParser,
  describeVerb,
  EXIT,
  formatJson,
  runUntilSignal,
} from '@rcss/kit/command-line';
import { MODULE_PREFIX } from '@rcss/kit/match-runner';
import { openLogInput } from '@rcss/log-service/files';
import {
  createLogProgress,
  type Io,
  type LogProgress,
  reportError,
  writeOutput,
} from '@rcss/log-service/streams';
import { formatCsvRow } from '@rcss/logs/text';
import { describeEvent } from '@rcss/stats/describe';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { analyzeLog, findKickAt, findKickOfAction } from '../what-if/find-kick.js';
import { createOutcomeRows, formatWhatIf, type WhatIfReport } from '../what-if/format-what-if.js';
import { formatRecordingFutures, isRecordingName, playRecordingFutures } from '../what-if/play-recording.js';
import { playWhatIf } from '../what-if/play-what-if.js';
import { createTextOutputOption, parsePositive, parseWhole } from './options.js';

interface Options {
  readonly action?: number;
  readonly choices?: ReadonlySet<string>;
  readonly count?: number;
  readonly cycles: number;
  readonly seed?: number;
  readonly leftStart?: string;
  readonly rightStart?: string;
  readonly change?: string;
  readonly set: readonly string[];
  readonly pastGoals: boolean;
  readonly limit: number;
  readonly jobs: number;
  readonly logs?: string;
  readonly sandbox: boolean;
  readonly json: boolean;
  readonly csv: boolean;
  readonly output: string;
}

const CHOICE = /^(own|dribble|shot|clear|hold|pass(:([1-9]|10|11))?)$/;

/** Parses choices with commas: `pass:9,pass:10,hold`; `pass` selects the passes to all teammates. */
function parseChoices(text: string): ReadonlySet<string> {
  const names = text.split(',');
  const bad = names.find((name) => !CHOICE.test(name));
  if (bad !== undefined)
    throw new InvalidArgumentError(
      `'${bad}' is unknown. Allowed, with commas: own, pass, pass:1 to pass:11, dribble, shot, clear, hold.`,
    );
  return new Set(names);
}

function isSelected(choices: ReadonlySet<string>, choice: Choice): boolean {
  return choices.has(choice.type) || (choice.type === 'pass' && choices.has(`pass:${choice.to}`));
}

/** Plays a kick on and writes what follows. Returns whether a signal ended it early. */
async function answer(io: Io, name: string, cycle: number | undefined, options: Options): Promise<boolean> {
  const { action, choices, count = 100, cycles, seed = 1 } = options;
  if ((cycle === undefined) === (action === undefined))
    throw new CommandLineError('give either the cycle of the kick or --action, not both', EXIT.usage);
  if (isRecordingName(name)) return continueRecording(io, name, cycle, options);
  if (count < 2) throw new CommandLineError('--count: allowed for a game log: 2 or more', EXIT.usage);
  const log = await openLogInput(io, name);
  const analysis = analyzeLog(log);
  const kick = action === undefined ? findKickAt(analysis, cycle!) : findKickOfAction(analysis, action);
  const result = await withSignal(io, (progress, signal) =>
    playWhatIf(log, kick, {
      count,
      cycles,
      seed,
      ...(choices && { selects: (choice) => isSelected(choices, choice) }),
      onProgress: (done, of) => progress.step(done, of),
      ...(signal && { signal }),
    }),
  );
  const { side, unum, time, show } = kick;
  const report: WhatIfReport = {
    log: name,
    time,
    show,
    side,
    unum,
    team: analysis.names[side] || side,
    opponents: analysis.names[side === 'l' ? 'r' : 'l'] || (side === 'l' ? 'r' : 'l'),
    action: describeEvent(kick, analysis.names),
    count,
    cycles,
    seed,
    ...result,
  };
  await writeOutput(io, options.output, [name], (output) => output.write(formatReport(report, options)));
  return result.isPartial;
}

/** Runs work that a signal ends early, with its progress. A module can have an endless loop, which only the default effect of a signal ends. */
async function withSignal<T>(
  io: Io,
  run: (progress: LogProgress, signal?: AbortSignal) => Promise<T>,
  hasModule = false,
): Promise<T> {
  const progress = createLogProgress(io, 'playing');
  const work = (signal?: AbortSignal) => run(progress, signal);
  return (hasModule ? work() : runUntilSignal(work)).finally(() => progress.done());
}

/** Continues a recording with the programs of its teams. Returns whether a signal ended it early. */
async function continueRecording(
  io: Io,
  path: string,
  cycle: number | undefined,
  { leftStart, rightStart, count = 10, seed, choices, action, csv, ...options }: Options,
): Promise<boolean> {
  if (cycle === undefined || leftStart === undefined || rightStart === undefined)
    throw new CommandLineError('a recording needs a cycle, --left-start and --right-start', EXIT.usage);
  if (choices !== undefined || action !== undefined || csv)
    throw new CommandLineError('--choices, --action and --csv are for game logs', EXIT.usage);
  const report = await withSignal(
    io,
    (progress, signal) =>
      playRecordingFutures({
        ...options,
        path,
        cycle,
        teams: { l: leftStart, r: rightStart },
        count,
        seed: seed ?? (count === 1 ? null : 1),
        endsWithGoal: !options.pastGoals,
        onProgress: (done, of) => progress.step(done, of),
        ...(signal && { signal }),
      }),
    [leftStart, rightStart].some((team) => team.startsWith(MODULE_PREFIX)),
  );
  const text = options.json ? `${formatJson(report, null, 1)}\n` : formatRecordingFutures(report);
  await writeOutput(io, options.output, [path], (output) => output.write(text));
  return report.isPartial;
}

function formatReport(report: WhatIfReport, { json, csv }: Options): string {
  if (json) return `${formatJson(report, null, 1)}\n`;
  if (!csv) return formatWhatIf(report);
  const rows = createOutcomeRows(report);
  return [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))].map(formatCsvRow).join('');
}

/** Adds `whatif`: plays a match on from a kick, as it was and with all that the player could have done. */
export function addWhatIf(program: Command, io: Io): void {
  const verb = program
    .command('whatif')
    .description(
      'play a match on many times. A game log: from a kick, as it was and with each thing that the player could have done, by base teams. A recording (.rec, .rec.gz): from any cycle with the programs of its teams; docs/use/analyst/values.md defines the numbers',
    )
    .argument(
      '<log>',
      'game log, or recording of a synchronous match; - reads a game log from the standard input',
    )
    .argument('[cycle]', 'game time of the kick, or of the first decision of the programs', parseWhole)
    .option('--action <n>', 'the kick by its action_id in the table of actions', parseWhole)
    .addOption(
      new Option(
        '--choices <names>',
        'only these, with commas: own, pass, pass:1 to pass:11, dribble, shot, clear, hold (default: all)',
      ).argParser(parseChoices),
    )
    .option(
      '--count <n>',
      'continuations of each choice (default: 100), or of a recording (default: 10)',
      createIntegerParser(1, 100_000),
    )
    .option(
      '--cycles <n>',
      'length of a continuation, cycles; it ends earlier with a goal',
      createIntegerParser(1, 100_000),
      100,
    )
    .option(
      '--seed <n>',
      'seed of the continuations (default: 1; of one continuation of a recording: the random numbers of the match)',
      parsePositive,
    )
    .option(
      '--left-start <command>',
      'recording: start script or command of the left team, as for rcss match, a team file (.yaml, .json) or module:FILE',
    )
    .option('--right-start <command>', 'recording: likewise of the right team')
    .option(
      '--sandbox',
      'recording: programs and modules run in a sandbox as in leagues (Linux, bubblewrap)',
      false,
    )
    .option(
      '--change <commands>',
      "recording: other commands of a player in the cycle, such as 'l9 (kick 100 0)'",
    )
    .option(
      '--set <name=value...>',
      'recording: other parameters from the cycle on, such as server::ball_rand=0',
      [],
    )
    .option('--past-goals', 'recording: a continuation does not end with a goal', false)
    .option(
      '-j, --jobs <n>',
      'recording: futures at the same time, each with the programs of both teams',
      createIntegerParser(1, 256),
      1,
    )
    .option('--limit <s>', 'recording: time for a decision, seconds', createIntegerParser(1, 3600), 10)
    .option('--logs <folder>', 'recording: folder for game logs and recordings of the continuations')
    .option('--json', 'as JSON', false)
    .addOption(new Option('--csv', 'as CSV').default(false).conflicts('json'))
    .addOption(createTextOutputOption())
    .action(async (log: string, cycle: number | undefined, options: Options) => {
      if (!(await answer(io, log, cycle, options))) return;
      reportError(io, 'ended by a signal; the report has what had been played');
      throw new CommandLineError('', EXIT.failed);
    });
  describeVerb(verb, [
    ['match.rcg 3213', 'compares all that the player could have done'],
    [
      '--choices pass:9,shot --count 30 match.rcg 3213',
      'compares a pass to 9 and a shot with the kick as it was',
    ],
    [
      '--left-start ./new/start.sh --right-start ./them/start.sh --count 50 match.rec.gz 3121',
      'what the new version of the left team would have done from 3121 on',
    ],
  ]);
}
