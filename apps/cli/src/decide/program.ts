import { EventEmitter } from 'node:events';
import { createProcessTeam, ProcessTeamError, readTeamOptions, startCommand } from '@rcss/agent/node';
import { TeamParameterError } from '@rcss/agent/parameters';
import { createBaseTeam } from '@rcss/base-team';
import type { Side } from '@rcss/core';
import type { DebugRecord } from '@rcss/core/debug-channel';
import { readInputFile } from '@rcss/core/node';
import type { CreateTeam } from '@rcss/core/team-module';
import {
  CommandLineError,
  type CommandLineProgram,
  createIntegerParser,
  createProgram,
  defineProgram,
  EXIT,
  escapeText,
  formatJson,
} from '@rcss/kit/command-line';
import {
  catchInterrupt,
  chooseTeam,
  createChosenTeam,
  isTeamFile,
  loadTeamModule,
  type NamedTeam,
  type OwnTeam,
  resolveModule,
} from '@rcss/kit/match-runner';
import { decompress } from '@rcss/logs/codec';
import { readDebugLog } from '@rcss/logs/debug';
import { TEAM_OPTIONS_VARIABLE } from '@rcss/match-document';
import {
  type DecideQuestion,
  type DecisionTime,
  decideAgain,
  type RecordedPlayer,
  RehearsalError,
  RehearsedTeam,
} from '@rcss/match-server/program';
import { computeFullTimeCycles } from '@rcss/params/derived';
import { type Command, InvalidArgumentError } from 'commander';
import { createProgress, type Progress } from '../match/progress.js';
import { packageVersion } from '../version.js';
import { type DecideReport, findTexts, formatDecided } from './report.js';

/** Options of `rcss decide`. */
export interface DecideOptions {
  readonly start?: string;
  readonly module?: string;
  readonly decide?: string;
  /** File with options of the team. */
  readonly options?: string;
  /** Options of the team as texts `NAME=VALUE`. */
  readonly set?: readonly string[];
  readonly seed: number;
  readonly debug?: string;
  /** With `start`: time for a decision and for a client to connect, s. */
  readonly limit: number;
  readonly connectTimeout: number;
  readonly singlePort: boolean;
  /** With `start`: whether the programs run in the sandbox of leagues. */
  readonly sandbox?: boolean;
}

/** Time for a decision of a program, ms: nothing waits for it. */
const LIMIT_MS = 60_000;

/** The program `rcss decide`. */
export const decideProgram: CommandLineProgram = defineProgram('rcss decide', createCommand);

function parsePlayer(text: string): { readonly side: Side; readonly unum: number | null } {
  const found = /^(l|r|left|right)([1-9]|10|11)?$/.exec(text);
  if (found === null || (found[1]!.length === 1) === (found[2] === undefined))
    throw new InvalidArgumentError('Allowed: l1 to l11 and r1 to r11, left and right.');
  return { side: found[1]![0] as Side, unum: found[2] === undefined ? null : Number(found[2]) };
}

function parseCycle(text: string): DecisionTime {
  const found = /^(\d{1,9})(?::(\d{1,9}))?$/.exec(text);
  if (found === null)
    throw new CommandLineError(
      `cycle '${text}': allowed is the game time such as 120, or 120:3 for the third cycle in which it stands still at 120`,
      EXIT.usage,
    );
  return { time: Number(found[1]), stoppageTime: Number(found[2] ?? 0) };
}

function createCommand(): Command {
  const command = createProgram({
    name: 'rcss decide',
    description:
      'Gives players of a team all messages that they received in a recorded match, up to one cycle or to its end, and prints what they decide: then and now. ' +
      'The recording is one of rcss match --record or rcss::record; the team is the demonstration team, a module or a program.',
    version: packageVersion,
    examples: [
      ['rcss decide match.rec.gz l9 1234', 'what player 9 of the demonstration team decides in cycle 1234'],
      ['rcss decide match.rec.gz l9 1234 --module ./team.js', 'with the code of a module'],
      [
        'rcss decide match.rec.gz r3 0:12 --decide "python3 team.py"',
        'with a program, while play is stopped',
      ],
      ['rcss decide match.rec.gz left --start ./team2/start.sh', 'all cycles of a whole team with its coach'],
      ['rcss decide match.rec.gz left 7 --start "./player {host} {port} {team}"', 'all cycles of one player'],
    ],
    exitCodes: {
      [EXIT.ok]:
        'one cycle: the player has decided; its commands may differ. All cycles: all commands are the recorded ones',
      [EXIT.failed]:
        'one cycle: the player was not in the match, did not decide in this cycle or does not fit. All cycles: some commands differ',
      [EXIT.incomplete]:
        'all cycles: a client did not connect, did not answer or ended, or the recording cannot be played',
      [EXIT.usage]: 'wrong command line, or a file that cannot be read',
    },
  });
  return command
    .argument('<recording>', 'recording of a match, .rec or .rec.gz')
    .argument('<player>', 'side and number, such as l9; or a whole team: left, right', parsePlayer)
    .argument(
      '[cycle]',
      'of a player: game time of the decision; 120:3 is the third cycle in which it stands still; absent: all cycles. Of a team: number of its only player, or coach',
    )
    .option(
      '--start <command>',
      'team: start script or command of one that plays over UDP, or a team file as in leagues, with its box',
    )
    .option('--limit <s>', 'with --start: time for a decision, seconds', createIntegerParser(1, 3600), 10)
    .option(
      '--connect-timeout <s>',
      'with --start: time for a player to connect',
      createIntegerParser(1, 3600),
      30,
    )
    .option(
      '--single-port',
      'with --start: clients stay on the ports to which they send their requests',
      false,
    )
    .option(
      '--sandbox',
      'with --start: the programs run in the sandbox of leagues (Linux, bubblewrap)',
      false,
    )
    .option('--module <module>', 'team: a file of JavaScript or TypeScript, or a package')
    .option('--decide <command>', 'team: command of a program that decides, such as "python3 team.py"')
    .option('--options <file>', 'file with options of the team, as in the match; JSON or YAML')
    .option('--set <name=value...>', 'options of the team, such as defense.line=-10')
    .option('--seed <n>', 'seed of the decisions, as in the match', createIntegerParser(0, 2 ** 33), 0)
    .option('--debug <file>', 'debug records of the team in the match (.debug.jsonl), for the reason then')
    .option('--json', 'as JSON', false)
    .action(
      async (path: string, player, cycle: string | undefined, options: DecideOptions & { json: boolean }) => {
        const report = await decideRecorded(path, parseWho(player, cycle), options);
        process.stdout.write(options.json ? `${formatJson(report, null, 1)}\n` : formatDecided(report));
        if (report.last === null && report.others > 0) throw new CommandLineError('', EXIT.failed);
      },
    );
}

/** Who decides: `l7 120` is a player in one cycle, `l7` in all; `left` the whole team, `left 7` and `left coach` one of it. */
function parseWho(
  { side, unum }: ReturnType<typeof parsePlayer>,
  text: string | undefined,
): Pick<DecideQuestion, 'side' | 'unum' | 'last'> {
  if (text === undefined) return { side, unum };
  if (unum !== null) return { side, unum, last: parseCycle(text) };
  if (!/^([1-9]|10|11|coach)$/.test(text))
    throw new CommandLineError(
      `'${text}': allowed after left or right: 1 to 11, coach. One cycle is that of a player: l7 120`,
      EXIT.usage,
    );
  return { side, unum: text === 'coach' ? 0 : Number(text) };
}

/** The players of the demonstration team are one program, which ends if one of them is refused: a single one decides in this process. */
function isHere(start: string | undefined, { unum }: Pick<DecideQuestion, 'unum'>): boolean {
  return start === undefined || (start === 'demo' && unum !== null);
}

/**
 * Decides a recording again.
 *
 * @throws {CommandLineError} if a file cannot be read, or if the team does not fit the recording
 */
export async function decideRecorded(
  path: string,
  who: Pick<DecideQuestion, 'side' | 'unum' | 'last'>,
  { start: program, ...others }: DecideOptions,
): Promise<DecideReport> {
  const options: DecideOptions = isHere(program, who) ? others : { ...others, start: program! };
  const { start, debug, limit, connectTimeout, singlePort } = options;
  const teamOptions = readOptions(options);
  const bytes = readPacked(path);
  const written = debug === undefined ? [] : readDebugRecords(debug);
  const loaded = start === undefined ? await loadTeam(options, teamOptions) : null;
  const records: DebugRecord[] = [];
  // Code in this process can have an endless loop, which only the default effect of a signal ends.
  const isModule = start === undefined && options.decide === undefined;
  const interrupt = catchInterrupt(isModule ? new EventEmitter() : process);
  // A program that has not answered to its start gets no other message.
  interrupt.onReceived(() => loaded?.close());
  let progress: Progress | null = null;
  const environment =
    Object.keys(teamOptions).length === 0 ? {} : { [TEAM_OPTIONS_VARIABLE]: JSON.stringify(teamOptions) };
  const clients = new RehearsedTeam((player) => loaded!.create(player), {
    seed: options.seed,
    options: teamOptions,
    onDebug(record) {
      if (record.time === who.last?.time) records.push(record);
    },
  });
  try {
    const decided = await decideAgain(bytes, {
      ...who,
      team: start === undefined ? clients.open : await chooseProgram(start, environment, options.sandbox),
      limitMs: start === undefined ? LIMIT_MS : limit * 1000,
      connectTimeoutMs: connectTimeout * 1000,
      singlePort,
      signal: interrupt.signal,
      onStart(match, { rules }) {
        if (who.last !== undefined) return;
        progress = createProgress(process.stderr, computeFullTimeCycles(rules.server), 5000);
        progress.start(match);
      },
    });
    if (interrupt.status !== null) throw new CommandLineError('ended by a signal', EXIT.interrupted);
    const find = (texts: typeof written) => decided.last && findTexts(texts, decided.last);
    return { ...decided, recordedTexts: find(written), decidedTexts: find(records) };
  } catch (error) {
    if (interrupt.status !== null) throw new CommandLineError('ended by a signal', EXIT.interrupted);
    const code = who.last === undefined ? EXIT.incomplete : EXIT.failed;
    if (error instanceof RehearsalError || error instanceof ProcessTeamError)
      throw new CommandLineError(`${path}: ${error.message}`, code);
    // By its name: a team can have its own copy of the agent.
    if (error instanceof Error && error.name === TeamParameterError.name)
      throw new CommandLineError(error.message, EXIT.usage);
    throw error;
  } finally {
    (progress as Progress | null)?.stop();
    interrupt.restoreDefaults();
    clients.close();
    loaded?.close();
  }
}

/** Returns the programs of a start command with further variables, or of a team file with its environment, options and box. */
async function chooseProgram(
  start: string,
  environment: NonNullable<NamedTeam['environment']>,
  isSandboxed = false,
): Promise<OwnTeam> {
  if (!isSandboxed && !isTeamFile(start, process.cwd()))
    return createChosenTeam(chooseTeam(start, process.cwd()), environment);
  const { openNamedTeam } = await import('@rcss/league-runner/program');
  return openNamedTeam(start, process.cwd(), { isSandboxed, environment }).open(0);
}

/** What creates the team of a recorded player, and what ends its program. */
interface LoadedTeam {
  readonly create: (player: RecordedPlayer) => CreateTeam;
  readonly close: () => void;
}

/**
 * Loads a module, a program that decides, or the demonstration team, which use the recorded protocol version if they can.
 *
 * @throws {CommandLineError} (as a rejection) if the module cannot be loaded
 */
async function loadTeam(
  { module, decide: command }: DecideOptions,
  teamOptions: Readonly<Record<string, unknown>>,
): Promise<LoadedTeam> {
  if (command !== undefined) {
    let close = () => {};
    const create = ({ version }: RecordedPlayer) => {
      const team = createProcessTeam({
        start: startCommand(command, { [TEAM_OPTIONS_VARIABLE]: JSON.stringify(teamOptions) }),
        ...{ limitMs: LIMIT_MS, hangMs: LIMIT_MS, version },
        now: () => performance.now(),
        onWarning: (message) => process.stderr.write(`rcss decide: ${escapeText(message)}\n`),
      });
      close = () => team.close();
      return team.create;
    };
    return { create, close: () => close() };
  }
  const close = () => {};
  if (module === undefined)
    return { create: ({ version }) => createBaseTeam({ coach: true, version }), close };
  const address = resolveModule(module, process.cwd(), import.meta.url);
  try {
    const create = await loadTeamModule({ name: module, module: address });
    return { create: () => create, close };
  } catch (error) {
    throw new CommandLineError((error as Error).message, EXIT.usage);
  }
}

/** Returns the options of the team, from `RCSS_OPTIONS`, the file and the command line. */
function readOptions({
  module,
  decide,
  start,
  options: file,
  set = [],
  sandbox,
}: DecideOptions): Record<string, unknown> {
  if (sandbox === true && start === undefined)
    throw new CommandLineError('--sandbox needs --start: modules decide in this process', EXIT.usage);
  if ([start, module, decide].filter((given) => given !== undefined).length > 1)
    throw new CommandLineError(
      '--start, --module and --decide exclude each other; give one of them',
      EXIT.usage,
    );
  const isDemo = module === undefined && decide === undefined && start === undefined;
  if (isDemo || (start !== undefined && isTeamFile(start, process.cwd()))) {
    if (file === undefined && set.length === 0) return {};
    throw new CommandLineError(
      `--options and --set: ${isDemo ? 'the demonstration team has no options; they need --module, --decide or --start' : 'the team file has the options of the team'}`,
      EXIT.usage,
    );
  }
  try {
    return readTeamOptions({ environment: process.env, file, set });
  } catch (error) {
    throw error instanceof TeamParameterError ? new CommandLineError(error.message, EXIT.usage) : error;
  }
}

/** Reads a file, compressed or not; of damaged data, the part before the damage. */
function readPacked(path: string): Uint8Array {
  try {
    const { bytes, failure } = decompress(readInputFile(path));
    if (failure?.code === 'log-too-large') throw new RangeError(failure.message);
    return bytes;
  } catch (error) {
    throw new CommandLineError(`${path}: ${(error as Error).message}`, EXIT.usage);
  }
}

function readDebugRecords(path: string): readonly DebugRecord[] {
  const { records, problems } = readDebugLog(new TextDecoder().decode(readPacked(path)), path);
  const [problem] = problems;
  if (records.length === 0 && problem !== undefined) throw new CommandLineError(problem.message, EXIT.usage);
  return records;
}
