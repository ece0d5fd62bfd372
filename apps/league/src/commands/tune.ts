import { basename } from 'node:path';
import {
  CommandLineError,
  createIntegerParser,
  describeVerb,
  EXIT,
  escapeText,
} from '@rcss/kit/command-line';
import { catchInterrupt, toRelativePath } from '@rcss/kit/match-runner';
import {
  checkModules,
  checkStartCommands,
  describeTuning,
  loadTuning,
  playTuning,
  roundValue,
  type Tuning,
  writeTuningReports,
} from '@rcss/league-runner/program';
import { isTuned } from '@rcss/tournament/tuning';
import type { Command } from 'commander';
import { addExecutorOptions, chooseExecutor, type ExecutorOptions } from './executor-options.js';
import { chooseFolder, createFolderOption } from './run.js';

interface Options extends ExecutorOptions {
  readonly folder?: string;
  readonly iterations?: number;
  readonly quiet: boolean;
  readonly json: boolean;
}

/** Adds `tune`: finds better values of parameters of a team. */
export function addTune(program: Command): void {
  const verb = program
    .command('tune')
    .description(
      'find better values of parameters of a team: each step plays two settings against each other (SPSA)',
    )
    .argument('<document>', 'team, parameters and steps in YAML or JSON')
    .addOption(createFolderOption())
    .option(
      '--iterations <n>',
      'end after this number of steps; the same command continues (default: all steps of the document)',
      createIntegerParser(1, 1_000_000),
    );
  addExecutorOptions(verb)
    .option('-q, --quiet', 'print only errors and the result', false)
    .option('--json', 'print the result as one JSON object', false)
    .action(runTuning);
  describeVerb(
    verb,
    [
      ['risk.yaml', 'tunes; the same command continues after an interruption'],
      ['risk.yaml --iterations 20', 'performs the next 20 steps'],
      [
        'risk.yaml --queue rediss://10.0.0.5:6380 --key-file league.key --by-teams',
        'lets workers with the option --team play with their own files',
      ],
    ],
    {
      [EXIT.ok]: 'all steps are done, or as many as --iterations says',
      [EXIT.failed]: 'the work failed',
      [EXIT.usage]: 'wrong command line, document or team file',
      [EXIT.incomplete]: 'matches of a step have no result; the same command continues',
      [EXIT.interrupted]: 'interrupted by Ctrl-C; the same command continues',
    },
  );
}

async function runTuning(path: string, options: Options): Promise<void> {
  const loaded = loadTuning(path);
  const { document } = loaded;
  // With a queue, the workers start the teams.
  if (options.queue === undefined) {
    checkStartCommands([loaded.team, ...loaded.opponents]);
    await checkModules([loaded.team, ...loaded.opponents]);
  }
  const folder = chooseFolder(path, options.folder);
  const note = (text: string): void => void process.stderr.write(escapeText(`${text}\n`));
  const createExecutor = await chooseExecutor(folder, options, document.parallel, note);
  const interrupt = catchInterrupt();
  const title = document.name ?? basename(path);
  try {
    const tuning = await playTuning({
      loaded,
      folder,
      signal: interrupt.signal,
      createExecutor,
      ...(options.iterations === undefined ? {} : { iterations: options.iterations }),
      onNote: note,
      onStep(current) {
        writeTuningReports(folder, title, current);
        if (!options.quiet) note(formatStep(current));
      },
    });
    printResult(tuning, writeTuningReports(folder, title, tuning), options.json);
    if (interrupt.status !== null) throw new CommandLineError('', interrupt.status);
  } finally {
    interrupt.restoreDefaults();
  }
}

/** One line about the last step. */
function formatStep({ state, steps }: Tuning): string {
  const { difference } = steps.at(-1)!;
  return `step ${steps.length} of ${state.plan.steps}: difference ${difference >= 0 ? '+' : ''}${difference.toFixed(2)}, ${formatValues(state)}`;
}

function formatValues({ plan, values }: Tuning['state']): string {
  return plan.parameters
    .map((parameter, i) => `${parameter.name} ${roundValue(values[i]!, parameter)}`)
    .join(', ');
}

function printResult(tuning: Tuning, files: readonly string[], isJson: boolean): void {
  const { state, steps } = tuning;
  if (isJson) {
    const values = Object.fromEntries(
      state.plan.parameters.map((each, i) => [each.name, roundValue(state.values[i]!, each)]),
    );
    const result = { finished: isTuned(state), steps: steps.length, values, files };
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  const lines = [...describeTuning(tuning), formatValues(state), `Report: ${toRelativePath(files[0]!)}`];
  process.stdout.write(escapeText(`${lines.join('\n')}\n`));
}
