import { mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { readInputFile } from '@rcss/core/node';
import {
  CommandLineError,
  createIntegerParser,
  describeVerb,
  EXIT,
  escapeText,
} from '@rcss/kit/command-line';
import { catchInterrupt, toRelativePath } from '@rcss/kit/match-runner';
import {
  type CheckFinding,
  type CheckRequest,
  chooseBox,
  findCheckProblems,
  findRepeatProblem,
  findStartProblem,
  formatCheck,
  type LoadedDocument,
  type LoadedTeam,
  loadDocument,
  loadNamedTeam,
  loadTeam,
  MatchFailure,
  MatchPool,
  NOTHING_MEASURED,
  type TeamMeasurement,
} from '@rcss/league-runner/program';
import { type Command, Option } from 'commander';

/** Time for the server, the end of the team and the logs besides the match itself, s. */
const EXTRA_SECONDS = 30;
/** Largest wait of the server for the players of the team, s. */
const CONNECT_SECONDS = 60;
/** Longest time of a cycle of synchronous mode, s. */
const MAX_CYCLE_SECONDS = 10;

interface Options {
  readonly document?: string;
  readonly module: boolean;
  readonly cycles: number;
  readonly clock?: CheckRequest['clock'];
  readonly folder?: string;
  readonly repeatable: boolean;
  readonly json: boolean;
}

/** Adds `check`: starts a team alone and says what it does. */
export function addCheck(program: Command): void {
  const verb = program
    .command('check')
    .description(
      'start a team, or each team of a document, alone in a short match and say what connects, how fast it answers and what is wrong',
    )
    .argument(
      '<team>',
      'team file, start script or its folder, demo, chaser; a document checks all its teams; with --document a name, with --module a module',
    )
    .option('--document <path>', 'the team is the one with this name in a series or tournament')
    .option('--module', 'the team is a module with agents, a file or a package', false)
    .option('--cycles <n>', 'length of the match', createIntegerParser(10, 100_000), 200)
    .addOption(
      new Option(
        '--clock <clock>',
        'clock of the match (default: that of the document, or real-time; modules: synchronous)',
      ).choices(['real-time', 'synchronous']),
    )
    .option(
      '--repeatable',
      'play the match twice in synchronous mode, the second time beside a load, and say whether both are the same',
      false,
    )
    .option('--folder <path>', 'folder for the logs; it is emptied (default: a temporary one)')
    .option('--json', 'print the result as one JSON object', false)
    .action(runCheck);
  describeVerb(
    verb,
    [
      ['reds/team.yaml', 'starts the team of a file'],
      ['./reds --clock synchronous', 'starts ./reds/start.sh on a server that waits for (done)'],
      ['reds/team.yaml --repeatable', 'says whether the team plays the same match again'],
      ['cup.yaml', 'checks all teams of a document, one after the other'],
      ['Reds --document cup.yaml', 'checks a team of a document as it would play'],
      ['--module ./team.js --cycles 1000', 'plays with a module in a process of its own'],
    ],
    {
      [EXIT.ok]: 'every checked team is ready to play; there may be warnings',
      [EXIT.failed]:
        'a team is not ready to play: it does not start, crashes, or players are missing; with --repeatable: it is not known to repeat a match',
      [EXIT.usage]: 'wrong command line, document or team file',
      [EXIT.interrupted]: 'interrupted by Ctrl-C',
    },
  );
}

/** Whether a file is a document with teams, not the file of one team. */
function isDocument(value: string): boolean {
  if (!/\.(ya?ml|json)$/i.test(value)) return false;
  try {
    return /^[ \t{,]*["']?teams["']?[ \t]*:/m.test(readInputFile(value).toString());
  } catch {
    return false;
  }
}

function loadCheckedTeam(
  value: string,
  { document, module }: Options,
  loaded: LoadedDocument | null,
): LoadedTeam {
  if (loaded !== null) {
    const team = loaded.teams.get(value);
    if (team !== undefined) return team;
    throw new CommandLineError(
      `${document} has no team '${value}'; it has ${[...loaded.teams.keys()].join(', ')}`,
      EXIT.usage,
    );
  }
  if (module) return loadTeam({ name: 'Module', module: value }, process.cwd());
  return loadNamedTeam(value, process.cwd());
}

async function runCheck(value: string, options: Options): Promise<void> {
  const { document, module, json, repeatable, clock: chosenClock } = options;
  if (repeatable && (module || chosenClock === 'real-time'))
    throw new CommandLineError(
      '--repeatable is for teams with a start command in synchronous mode; modules are compared by rcss league run --audit',
      EXIT.usage,
    );
  if (document === undefined && !module && isDocument(value)) return checkDocument(value, options);
  const loaded = document === undefined ? null : loadDocument(document);
  const team = loadCheckedTeam(value, options, loaded);
  if ('remote' in team.team)
    throw new CommandLineError(
      `${team.name} connects by itself (remote); only a team with start or module can be checked`,
      EXIT.usage,
    );
  const folder = chooseCheckFolder(options.folder);
  if (repeatable) return checkRepeatable(team, options, folder);
  const result = await checkOne(team, chooseClock(options, loaded, team), options, folder);
  if (json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  if (!isReady(result)) throw new CommandLineError('', EXIT.failed);
}

/** Checks a team twice, the second time beside a load, and says whether both matches were the same. */
async function checkRepeatable(team: LoadedTeam, options: Options, folder: string): Promise<void> {
  if (!('start' in team.team))
    throw new CommandLineError(`--repeatable: ${team.name} has no start command`, EXIT.usage);
  const { json } = options;
  const first = await checkOne(team, 'synchronous', options, join(folder, 'first'));
  const load = Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }));
  const second = await checkOne(team, 'synchronous', options, join(folder, 'second')).finally(() =>
    Promise.all(load.map((worker) => worker.terminate())),
  );
  const problem = findRepeatProblem(
    { folder: first.folder, measured: first },
    { folder: second.folder, measured: second },
  );
  const repeatable = problem === null;
  if (json)
    process.stdout.write(`${JSON.stringify({ repeatable, problem, matches: [first, second] }, null, 2)}\n`);
  else {
    const text = repeatable
      ? `repeatable: both matches of ${first.cycles} cycles are the same, on this machine`
      : problem;
    const sources = repeatable
      ? []
      : [
          ...first.sources.map((source) => `Names a clock or a random source: ${source}`),
          ...(team.repeatable === undefined && first.failure === null
            ? [
                'repeatable: box in the team file gives its programs the same clock and random numbers again (Linux).',
              ]
            : []),
        ];
    process.stdout.write(escapeText(`${[`${team.name}: ${text}`, ...sources].join('\n')}\n`));
  }
  if (!repeatable || !isReady(first) || !isReady(second)) throw new CommandLineError('', EXIT.failed);
}

/** Checks all teams of a document, one after the other, and prints a summary. */
async function checkDocument(path: string, options: Options): Promise<void> {
  if (options.repeatable)
    throw new CommandLineError(
      `--repeatable checks one team: rcss league check NAME --document ${path} --repeatable`,
      EXIT.usage,
    );
  const loaded = loadDocument(path);
  const teams = [...loaded.teams.values()].filter(({ team }) => !('remote' in team));
  if (teams.length === 0)
    throw new CommandLineError(
      `${path}: all teams connect by themselves (remote); only a team with start or module can be checked`,
      EXIT.usage,
    );
  const folder = chooseCheckFolder(options.folder);
  const results: CheckResult[] = [];
  for (const team of teams)
    results.push(await checkOne(team, chooseClock(options, loaded, team), options, join(folder, team.name)));
  const failed = results.filter((result) => !isReady(result)).map(({ team }) => team);
  if (options.json) process.stdout.write(`${JSON.stringify({ teams: results }, null, 2)}\n`);
  else
    process.stdout.write(
      `${results.length - failed.length} of ${results.length} teams are ready to play${failed.length === 0 ? '' : `; not ready: ${failed.join(', ')}`}.\n`,
    );
  if (failed.length > 0) throw new CommandLineError('', EXIT.failed);
}

/** What the option --json prints about a team. */
interface CheckResult extends TeamMeasurement {
  readonly team: string;
  readonly version: string;
  readonly findings: readonly CheckFinding[];
  readonly folder: string;
}

const isReady = ({ findings }: CheckResult): boolean => findings.every(({ level }) => level !== 'error');

function chooseClock(
  { clock }: Options,
  loaded: LoadedDocument | null,
  { team }: LoadedTeam,
): CheckRequest['clock'] {
  const isSynchronous = 'module' in team || loaded?.document.match?.clock === 'synchronous';
  return clock ?? (isSynchronous ? 'synchronous' : 'real-time');
}

function chooseCheckFolder(folder: string | undefined): string {
  return folder === undefined ? mkdtempSync(join(tmpdir(), 'rcss-check-')) : resolve(folder);
}

/** Checks a team and, without the option --json, prints what was found. */
async function checkOne(
  given: LoadedTeam,
  clock: CheckRequest['clock'],
  { cycles, json, repeatable }: Options,
  folder: string,
): Promise<CheckResult> {
  const team = chooseBox(given, clock);
  const request: CheckRequest = { team, cycles, clock, ...(repeatable ? { isRecorded: true } : {}) };
  const problem = findStartProblem(team);
  if (!json && problem === null) process.stderr.write(escapeText(`${describeStart(request)}\n`));
  const measured =
    problem === null
      ? await measure(request, folder)
      : { ...NOTHING_MEASURED, failure: `${team.name}: ${problem}` };
  const findings = findCheckProblems(request, measured);
  if (!json) {
    const lines = formatCheck(request, measured, findings);
    if (problem === null) lines.push(`Logs: ${toRelativePath(folder)}`);
    process.stdout.write(escapeText(`${lines.join('\n')}\n`));
  }
  // The measurement has the name on the server; the result has that of the document too.
  return { ...measured, team: team.name, version: team.version, findings, folder };
}

/** Says how long the check takes, because nothing else is printed until its end. */
function describeStart({ team, cycles, clock }: CheckRequest): string {
  const connect = `${team.name} has ${team.limits.startTimeout ?? CONNECT_SECONDS} s to connect`;
  return clock === 'real-time'
    ? `${connect}, then it plays ${cycles} cycles: ${Math.ceil(cycles / 10)} s.`
    : `${connect}, then it plays ${cycles} cycles.`;
}

/** Plays the match in a process of its own, so that a server that hangs can be ended. */
async function measure(request: CheckRequest, folder: string): Promise<TeamMeasurement> {
  const { team, cycles } = request;
  const start = (team.limits.startTimeout ?? CONNECT_SECONDS) + CONNECT_SECONDS;
  const pool = new MatchPool({
    size: 1,
    matchTimeout: start + cycles * MAX_CYCLE_SECONDS + EXTRA_SECONDS,
    stallTimeout: CONNECT_SECONDS + MAX_CYCLE_SECONDS,
  });
  const interrupt = catchInterrupt();
  try {
    return await pool.perform({ type: 'check', given: request, folder }, interrupt.signal);
  } catch (error) {
    if (interrupt.status !== null) throw new CommandLineError('', interrupt.status);
    if (!(error instanceof MatchFailure)) throw error;
    return { ...NOTHING_MEASURED, failure: `${team.name}: ${error.message}` };
  } finally {
    await pool.close();
    interrupt.restoreDefaults();
  }
}
