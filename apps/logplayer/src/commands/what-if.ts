import type { Choice } from '@rcss/base-team/futures';
import {
  CommandLineError,
  createIntegerParser,
  describeVerb,
  EXIT,
  formatJson,
  waitForSignal,
} from '@rcss/kit/command-line';
import { openLogInput } from '@rcss/log-service/files';
import { createLogProgress, type Io, reportError, writeOutput } from '@rcss/log-service/streams';
import { formatCsvRow } from '@rcss/logs/text';
import { describeEvent } from '@rcss/stats/describe';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { analyzeLog, findKickAt, findKickOfAction } from '../what-if/find-kick.js';
import { createOutcomeRows, formatWhatIf, type WhatIfReport } from '../what-if/format-what-if.js';
import { playWhatIf } from '../what-if/play-what-if.js';
import { createTextOutputOption } from './options.js';

interface Options {
  readonly action?: number;
  readonly choices?: ReadonlySet<string>;
  readonly count: number;
  readonly cycles: number;
  readonly seed: number;
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
  const { action, choices, count, cycles, seed } = options;
  if ((cycle === undefined) === (action === undefined))
    throw new CommandLineError('give either the cycle of the kick or --action, not both', EXIT.usage);
  const log = await openLogInput(io, name);
  const analysis = analyzeLog(log);
  const kick = action === undefined ? findKickAt(analysis, cycle!) : findKickOfAction(analysis, action);
  const progress = createLogProgress(io, 'playing');
  const work = new AbortController();
  const signals = new AbortController();
  void waitForSignal(signals.signal).then((signal) => {
    if (signal !== null) work.abort();
  });
  let result: Awaited<ReturnType<typeof playWhatIf>>;
  try {
    result = await playWhatIf(log, kick, {
      count,
      cycles,
      seed,
      ...(choices && { selects: (choice) => isSelected(choices, choice) }),
      onProgress: (done, of) => progress.step(done, of),
      signal: work.signal,
    });
  } finally {
    progress.done();
    signals.abort();
  }
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
      'play a match on from a kick many times, as it was and with each thing that the player could have done, and compare; docs/use/analyst/values.md defines the numbers',
    )
    .argument('<log>', 'game log; - reads the standard input')
    .argument('[cycle]', 'game time of the kick', createIntegerParser(0, 2 ** 31 - 1))
    .option(
      '--action <n>',
      'the kick by its action_id in the table of actions',
      createIntegerParser(0, 2 ** 31 - 1),
    )
    .addOption(
      new Option(
        '--choices <names>',
        'only these, with commas: own, pass, pass:1 to pass:11, dribble, shot, clear, hold (default: all)',
      ).argParser(parseChoices),
    )
    .option('--count <n>', 'continuations of each choice', createIntegerParser(2, 100_000), 100)
    .option(
      '--cycles <n>',
      'length of a continuation, cycles; it ends earlier with a goal',
      createIntegerParser(1, 100_000),
      100,
    )
    .option('--seed <n>', 'seed of the continuations', createIntegerParser(1, 2 ** 31 - 1), 1)
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
  ]);
}
