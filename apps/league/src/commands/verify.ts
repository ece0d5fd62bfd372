import { CommandLineError, describeVerb, EXIT, escapeText } from '@rcss/kit/command-line';
import { catchInterrupt, toRelativePath } from '@rcss/kit/match-runner';
import { checkModules, loadDocument, playRun, writeReports } from '@rcss/league-runner/program';
import type { Command } from 'commander';
import { addExecutorOptions, chooseExecutor, type ExecutorOptions } from './executor-options.js';
import { chooseFolder, createFolderOption, findRunError, parseShare } from './run.js';

interface Options extends ExecutorOptions {
  readonly folder?: string;
  readonly sample: number;
}

/** Adds `verify`: plays a sample of stored matches again. */
export function addVerify(program: Command): void {
  const verb = program
    .command('verify')
    .description('play a sample of the stored matches again on this machine and compare them')
    .argument('<document>', 'series or tournament in YAML or JSON')
    .addOption(createFolderOption());
  addExecutorOptions(verb)
    .option('--sample <share>', 'share of the matches that can be repeated, 0 to 1', parseShare, 0.1)
    .action((document: string, options: Options) => verify(document, options));
  describeVerb(
    verb,
    [
      ['ladder.yaml', 'plays one match in ten again'],
      ['ladder.yaml --folder copied-results --sample 1', 'plays all matches of a copied folder again'],
    ],
    {
      [EXIT.ok]: 'all repeated matches were the same',
      [EXIT.failed]: 'a match was another one; the report lists it',
      [EXIT.usage]:
        'wrong command line or document, or other files or another release than those of the results',
      [EXIT.incomplete]: 'matches could not be repeated; the same command tries it again',
      [EXIT.interrupted]: 'interrupted by Ctrl-C; the same command continues',
    },
  );
}

async function verify(path: string, options: Options): Promise<void> {
  const loaded = loadDocument(path);
  const folder = chooseFolder(path, options.folder);
  const note = (text: string): void => void process.stderr.write(escapeText(`${text}\n`));
  await checkModules(loaded.teams.values());
  const createExecutor = await chooseExecutor(folder, options, loaded.document.parallel, note);
  const interrupt = catchInterrupt();
  try {
    const run = await playRun({
      loaded,
      name: '',
      folder,
      signal: interrupt.signal,
      audit: options.sample,
      isVerification: true,
      createExecutor: ({ id }) => createExecutor(id),
      onNote: note,
    });
    const { count, differences, otherCount } = run.state.audit;
    const [report] = writeReports(folder, loaded);
    const others = otherCount === 0 ? '' : `; ${otherCount} repetitions say nothing`;
    const text = `${count} matches were played twice, ${differences.length} of them differ${others}.\nReport: ${toRelativePath(report!)}\n`;
    process.stdout.write(escapeText(text));
    if (interrupt.status !== null) throw new CommandLineError('', interrupt.status);
    if (differences.length > 0) throw findRunError(run)!;
    if (run.pendingAuditCount > 0)
      throw new CommandLineError(
        `${run.pendingAuditCount} matches could not be played again`,
        EXIT.incomplete,
      );
    if (count + otherCount === 0)
      throw new CommandLineError(
        'no match can be repeated: the sample is empty, or the document has no seeds, or the matches were played by the clock',
      );
  } finally {
    interrupt.restoreDefaults();
  }
}
