import { basename, dirname, join, resolve } from 'node:path';
import { CommandLineError, describeVerb, EXIT, escapeText } from '@rcss/kit/command-line';
import { catchInterrupt, toRelativePath } from '@rcss/kit/match-runner';
import {
  checkModules,
  checkStartCommands,
  chooseLogPlaces,
  describeDifference,
  isRunFinished,
  type LeagueRun,
  type LoadedDocument,
  loadDocument,
  playRun,
  RunPublisher,
  type RunState,
  type Shard,
  writeReports,
} from '@rcss/league-runner/program';
import { describeSprt } from '@rcss/tournament/reports';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { createLiveView, formatProgress } from '../terminal/live-view.js';
import { addExecutorOptions, chooseExecutor, type ExecutorOptions } from './executor-options.js';

interface Options extends ExecutorOptions {
  readonly folder?: string;
  readonly audit?: number;
  readonly shard?: Shard;
  readonly from: readonly string[];
  readonly publish?: string;
  readonly publishUrl: string;
  readonly quiet: boolean;
  readonly json: boolean;
}

/** Folder of the run of a document: next to it, with its name. */
export function chooseFolder(document: string, folder: string | undefined): string {
  if (folder !== undefined) return resolve(folder);
  return join(dirname(resolve(document)), `${basename(document).replace(/\.(ya?ml|json)$/i, '')}-results`);
}

/** The option for the folder of a run. */
export function createFolderOption(): Option {
  return new Option('--folder <path>', 'folder of results, logs and reports (default: DOCUMENT-results)');
}

/** Adds `run`: plays the matches of a document. */
export function addRun(program: Command): void {
  const verb = program
    .command('run')
    .description('play the matches of a document that have no result yet')
    .argument('<document>', 'series or tournament in YAML or JSON')
    .addOption(createFolderOption());
  addExecutorOptions(verb)
    .option(
      '--audit <share>',
      'play this share of the matches between modules twice and report differences (default: that of the document, or 0)',
      parseShare,
    )
    .option(
      '--shard <i/n>',
      'play only this share of the matches, such as 1/4; with other shares on other machines, each in a folder of its own',
      parseShard,
    )
    .option(
      '--from <folders...>',
      'first take the results and logs of these folders, such as those of shares',
      [],
    )
    .option(
      '--publish <folder>',
      'write a page for each finished match into this folder, for any web server; also for earlier matches of the run',
    )
    .option(
      '--publish-url <address>',
      'address at which that folder will be, for the previews of links',
      parseAddress,
      '',
    )
    .option('-q, --quiet', 'print only errors and the result', false)
    .option('--json', 'print the result as one JSON object', false)
    .action((document: string, options: Options) => runDocument(document, options));
  describeVerb(
    verb,
    [
      ['compare.yaml', 'plays; the same command continues after an interruption'],
      ['cup.yaml --queue rediss://10.0.0.5:6380 --key-file league.key', 'lets the workers of the queue play'],
      ['cup.yaml --parallel 4 --folder /data/cup', 'four matches at a time'],
      ['cup.yaml --publish public', 'writes public/index.html and a page with the viewer for each match'],
      ['cup.yaml --shard 2/4 --folder share-2', 'plays the second of four shares'],
      ['cup.yaml --from share-1 share-2 share-3 share-4', 'joins the shares, and plays what has no result'],
      ['cup.yaml --logs s3://league/cup', 'moves the logs of finished matches into a bucket'],
    ],
    {
      [EXIT.ok]: 'all matches, or those of the share, have a result, or the test has decided',
      [EXIT.failed]:
        'the work failed, all matches were decided by a forfeit, or a match was another one when it was played twice',
      [EXIT.usage]: 'wrong command line, document or team file',
      [EXIT.incomplete]: 'matches have no result; the same command continues',
      [EXIT.filesMissing]:
        'all matches have a result, but a log is missing or incomplete, or a match could not be published',
      [EXIT.interrupted]: 'interrupted by Ctrl-C; the same command continues',
    },
  );
}

async function runDocument(path: string, options: Options): Promise<void> {
  const loaded = loadDocument(path);
  const folder = chooseFolder(path, options.folder);
  const view = options.quiet ? null : createLiveView(process.stderr);
  const note = (text: string): void => view?.note(escapeText(text));
  // With a queue, the workers start the teams.
  if (options.queue === undefined) {
    checkStartCommands(loaded.teams.values());
    await checkModules(loaded.teams.values());
  }
  const createExecutor = await chooseExecutor(folder, options, loaded.document.parallel, note);
  note(`Results and logs: ${toRelativePath(folder)}`);
  noteAudit(loaded, options, note);
  const publisher = createPublisher(path, loaded, folder, options, note);
  const interrupt = catchInterrupt();
  interrupt.onReceived(() => note('Stopping; the running matches do not count. Ctrl-C again ends at once.'));
  try {
    const run = await playRun({
      loaded,
      name: loaded.document.name ?? basename(path),
      folder,
      signal: interrupt.signal,
      ...(options.audit === undefined ? {} : { audit: options.audit }),
      ...(options.shard === undefined ? {} : { shard: options.shard }),
      from: options.from.map((path) => resolve(path)),
      createExecutor: ({ id }) => createExecutor(id),
      onChange: (state) => {
        view?.update(state);
        publisher?.update();
      },
      onNote: note,
      reload: () => loadDocument(path),
    });
    const unpublishedCount = interrupt.status === null ? await finishPublishing(publisher, note) : 0;
    view?.close();
    finishRun(run, loaded, options, interrupt.status !== null);
    if (interrupt.status !== null) throw new CommandLineError('', interrupt.status);
    const error = findRunError(run, options.shard !== undefined);
    if (error !== null) throw error;
    if (unpublishedCount > 0)
      throw new CommandLineError(
        `${unpublishedCount} matches could not be published; the same command tries it again`,
        EXIT.filesMissing,
      );
  } finally {
    view?.close();
    interrupt.restoreDefaults();
  }
}

/** Returns what publishes the matches of a run; null if they are not published. */
function createPublisher(
  path: string,
  loaded: LoadedDocument,
  folder: string,
  { publish, publishUrl, logs }: Pick<Options, 'publish' | 'publishUrl' | 'logs'>,
  report: (line: string) => void,
): RunPublisher | null {
  if (publish === undefined) return null;
  const places = chooseLogPlaces([folder, ...(logs === undefined ? [] : [logs])], process.env);
  const title = loaded.document.name ?? basename(path);
  const publisher = new RunPublisher({
    loaded,
    folder,
    places,
    target: resolve(publish),
    title,
    url: publishUrl,
    report,
  });
  // The matches of earlier calls.
  publisher.update();
  return publisher;
}

/** Waits until all matches are published. Returns the count of those that could not be. */
async function finishPublishing(
  publisher: RunPublisher | null,
  note: (text: string) => void,
): Promise<number> {
  if (publisher === null) return 0;
  const { matches, failed } = await publisher.finish();
  note(`Published: ${matches} matches`);
  return failed;
}

function parseAddress(value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value))
    throw new InvalidArgumentError('Allowed: an address such as https://HOST/FOLDER/.');
  return value;
}

/** Returns why a run that was not interrupted, or a share of one, is not complete; null if it is. */
export function findRunError(
  { state, pendingAuditCount, failures }: Pick<LeagueRun, 'state' | 'pendingAuditCount' | 'failures'>,
  isShare = false,
): CommandLineError | null {
  if (state.audit.differences.length > 0) return new CommandLineError(describeDifferences(state));
  const { annulled } = state.organizer;
  if (!isRunFinished(state) && failures.length === 0 && annulled.size > 0)
    return new CommandLineError(
      `${[...annulled].join(', ')}: annulled; decide with rcss league replay, set or walkover`,
      EXIT.incomplete,
    );
  if (!isRunFinished(state) && !(isShare && failures.length === 0))
    return new CommandLineError(describeMissing(failures), EXIT.incomplete);
  if (pendingAuditCount > 0)
    return new CommandLineError(
      `${pendingAuditCount} matches were not played a second time; the same command plays them`,
      EXIT.incomplete,
    );
  const { incompleteLogCount: count, forfeitCount } = state;
  const { recorded } = state.tournament.progress();
  if (recorded > 0 && forfeitCount >= recorded)
    return new CommandLineError(
      `no match was played to its end: all ${recorded} were decided by a forfeit; the report has the reasons`,
    );
  if (count === 0) return null;
  return new CommandLineError(
    `${count} ${count === 1 ? 'match has a log that is' : 'matches have logs that are'} missing or incomplete; ` +
      'the results count, and the report lists the logs',
    EXIT.filesMissing,
  );
}

/** Says if the document asks for an audit but no match of it can be repeated. */
function noteAudit(
  { document, teams }: LoadedDocument,
  { audit = document.audit ?? 0 }: Pick<Options, 'audit'>,
  note: (text: string) => void,
): void {
  if (audit === 0) return;
  const hasStarted = [...teams.values()].some(({ team }) => 'start' in team);
  if (document.seeds === undefined)
    note('No match is played twice: the audit needs the field seeds, so that a match can be repeated.');
  else if (hasStarted && (document.match?.clock ?? 'real-time') === 'real-time')
    note(
      'Matches with start commands are not played twice: by the clock, no match can be repeated; the audit needs match.clock: synchronous.',
    );
}

/** Writes the reports and prints the result. */
function finishRun(
  run: LeagueRun,
  loaded: LoadedDocument,
  { json }: Pick<Options, 'json'>,
  isInterrupted: boolean,
): void {
  const files = writeReports(run.folder, loaded);
  const { tournament, comparison } = run.state;
  if (json) {
    const { recorded, total } = tournament.progress();
    const result = {
      finished: isRunFinished(run.state),
      recorded,
      total,
      places: tournament.placings(),
      lots: tournament.lots(),
      ladder: tournament.ladder(),
      test: comparison?.test ?? null,
      audit: run.state.audit,
      incompleteLogCount: run.state.incompleteLogCount,
      failures: run.failures,
      files,
    };
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  const lines = [formatProgress(run, performance.now()), ...listProblems(run)];
  lines.push(...listPlaces(run));
  if (comparison?.test != null) lines.push(describeSprt(comparison.test));
  lines.push(`Report: ${toRelativePath(files[0]!)}`);
  if (isInterrupted && !isRunFinished(run.state)) lines.push('Interrupted; the same command continues.');
  process.stdout.write(escapeText(`${lines.join('\n')}\n`));
}

/** The places; in the group phase, and before the end, those of the tables so far. */
export function listPlaces({ state }: Pick<LeagueRun, 'state'>): string[] {
  const { tournament } = state;
  const format = ({ team, place }: { readonly team: string; readonly place: number }): string =>
    `${String(place).padStart(3)}  ${team}`;
  const placings = tournament.placings();
  if (placings.length > 0)
    return [...(isRunFinished(state) ? [] : ['Places so far:']), ...placings.map(format)];
  return tournament
    .tables()
    .flatMap(({ name, standings }) => [`Places in ${name} so far:`, ...standings.map(format)]);
}

/** Most matches with problems that the program prints; the report has all of them. */
const MAX_PROBLEMS = 5;

function listProblems({ state: { problems } }: LeagueRun): string[] {
  const lines = problems
    .slice(-MAX_PROBLEMS)
    .map((line) => `     ${line.fixture}: ${line.problems.map(({ message }) => message).join('; ')}`);
  const rest = problems.length - lines.length;
  return rest > 0 ? [...lines, `     and ${rest} earlier ones, see the report`] : lines;
}

/** Most differences of an audit that the program prints. */
const MAX_DIFFERENCES = 5;

function describeDifferences({ audit }: RunState): string {
  const { count, differences } = audit;
  const lines = differences.slice(0, MAX_DIFFERENCES).map((line) => `  ${describeDifference(line)}`);
  return [
    `${differences.length} of ${count} matches that were played twice gave another match the second time:`,
    ...lines,
  ].join('\n');
}

/** Parses a share of the matches, such as `1/4`. */
function parseShard(value: string): Shard {
  const [, number, count] = (/^(\d{1,6})\/(\d{1,6})$/.exec(value) ?? []).map(Number);
  if (number === undefined || count === undefined || number < 1 || number > count)
    throw new InvalidArgumentError(
      'Allowed: a share such as 1/4, its number from 1, and the number of shares.',
    );
  return { number, count };
}

/** Parses a share from 0 to 1. */
export function parseShare(value: string): number {
  const share = Number(value);
  if (value.trim() === '' || !(share >= 0 && share <= 1))
    throw new InvalidArgumentError(
      'Allowed: a number from 0 to 1, for example 0.05 for one match in twenty.',
    );
  return share;
}

function describeMissing(failures: LeagueRun['failures']): string {
  const lines = failures.slice(0, 5).map(({ fixture, message }) => `  ${fixture}: ${message}`);
  return [`${failures.length} matches have no result; the same command plays them again:`, ...lines].join(
    '\n',
  );
}
