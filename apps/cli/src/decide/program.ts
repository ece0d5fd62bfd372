import { readFileSync } from 'node:fs';
import { createProcessTeam, ProcessTeamError, readTeamOptions, startCommand } from '@rcss/agent/node';
import { TeamParameterError } from '@rcss/agent/parameters';
import { createBaseTeam } from '@rcss/base-team';
import type { Side } from '@rcss/core';
import type { DebugRecord } from '@rcss/core/debug-channel';
import type { CreateTeam, TeamClient } from '@rcss/core/team-module';
import {
  CommandLineError,
  type CommandLineProgram,
  createIntegerParser,
  createProgram,
  EXIT,
  escapeText,
  formatJson,
  runProgram,
} from '@rcss/kit/command-line';
import { loadTeamModule, resolveModule } from '@rcss/kit/match-runner';
import { decompress } from '@rcss/logs/codec';
import { readDebugLog } from '@rcss/logs/debug';
import { TEAM_OPTIONS_VARIABLE } from '@rcss/match-document';
import { DecideAgainError, decideAgain, type RecordedPlayer } from '@rcss/match-server/program';
import { readRecording } from '@rcss/simulator/recording';
import { type Command, InvalidArgumentError } from 'commander';
import { packageVersion } from '../version.js';
import { type DecidedAgainReport, findTexts, formatDecision } from './report.js';
import { decideWithPrograms, formatTeamDecisions, type ProgramOptions } from './team.js';

/** Options of `rcss decide`. */
interface Options extends Pick<ProgramOptions, 'limit' | 'connectTimeout' | 'singlePort'> {
  readonly start?: string;
  readonly module?: string;
  readonly decide?: string;
  /** File with options of the team. */
  readonly options?: string;
  /** Options of the team as texts `NAME=VALUE`. */
  readonly set?: readonly string[];
  readonly seed: number;
  readonly debug?: string;
  readonly json: boolean;
}

/** Options that say which team decides. */
type TeamSettings = Omit<Options, 'json' | 'limit' | 'connectTimeout' | 'singlePort'>;

/** Time for a decision of a program, ms: nothing waits for it. */
const LIMIT_MS = 60_000;

/** The program `rcss decide`. */
export const decideProgram: CommandLineProgram = {
  name: 'rcss decide',
  createCommand,
  run: (argv, name = 'rcss decide') => runProgram(createCommand().name(name), argv),
};

function parsePlayer(text: string): { readonly side: Side; readonly unum: number | null } {
  const found = /^(l|r|left|right)([1-9]|10|11)?$/.exec(text);
  if (found === null || (found[1]!.length === 1) === (found[2] === undefined))
    throw new InvalidArgumentError('Allowed: l1 to l11 and r1 to r11; left and right with --start.');
  return { side: found[1]![0] as Side, unum: found[2] === undefined ? null : Number(found[2]) };
}

function parseCycle(text: string): { readonly time: number; readonly stoppageTime: number } {
  const found = /^(\d{1,9})(?::(\d{1,9}))?$/.exec(text);
  if (found === null)
    throw new InvalidArgumentError(
      'Allowed: the game time such as 120, or 120:3 for the third cycle in which it stands still at 120.',
    );
  return { time: Number(found[1]), stoppageTime: Number(found[2] ?? 0) };
}

function createCommand(): Command {
  const command = createProgram({
    name: 'rcss decide',
    description:
      'Gives a player of a team all messages that it received in a recorded match, up to one cycle, and prints what it decides there: then and now. ' +
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
        'the player has decided; its commands may differ. With --start: all commands are the recorded ones',
      [EXIT.failed]:
        'the player was not in the match or did not decide in this cycle, or the team does not fit. With --start: some commands differ',
      [EXIT.incomplete]:
        'with --start: a program did not connect, did not answer or ended, or the recording cannot be played',
      [EXIT.usage]: 'wrong command line, or a file that cannot be read',
    },
  });
  return command
    .argument('<recording>', 'recording of a match, .rec or .rec.gz')
    .argument('<player>', 'side and number, such as l9; with --start: left or right', parsePlayer)
    .argument(
      '[cycle]',
      'game time of the decision; 120:3 is the third cycle in which it stands still. With --start: the number of the only player, or coach',
    )
    .option(
      '--start <command>',
      'start script or command of a team that plays over UDP; it decides all cycles',
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
    .option('--module <module>', 'team: a file of JavaScript or TypeScript, or a package')
    .option('--decide <command>', 'team: command of a program that decides, such as "python3 team.py"')
    .option('--options <file>', 'file with options of the team, as in the match; JSON or YAML')
    .option('--set <name=value...>', 'options of the team, such as defense.line=-10')
    .option('--seed <n>', 'seed of the decisions, as in the match', createIntegerParser(0, 2 ** 31), 0)
    .option('--debug <file>', 'debug records of the team in the match (.debug.jsonl), for the reason then')
    .option('--json', 'as JSON', false)
    .action(async (path: string, { side, unum }: ReturnType<typeof parsePlayer>, cycle, options: Options) => {
      if (options.start !== undefined) return decideAll(path, side, parseOnly(unum, cycle), options);
      if (unum === null || cycle === undefined)
        throw new CommandLineError(
          'give a player such as l9 and a cycle, or --start with a team',
          EXIT.usage,
        );
      const report = await decideRecorded(path, { side, unum, ...parseCycle(cycle) }, options);
      process.stdout.write(options.json ? `${formatJson(report, null, 1)}\n` : formatDecision(report));
    });
}

/** The only client that decides: from `l7`, or from the number after `left`; 0 is the coach, null the whole team. */
function parseOnly(unum: number | null, text: string | undefined): number | null {
  if (text === undefined) return unum;
  if (unum === null && /^([1-9]|10|11|coach)$/.test(text)) return text === 'coach' ? 0 : Number(text);
  throw new CommandLineError(
    `'${text}': with --start all cycles are decided. Allowed after left or right: 1 to 11, coach`,
    EXIT.usage,
  );
}

async function decideAll(path: string, side: Side, unum: number | null, options: Options): Promise<void> {
  if (options.module !== undefined || options.decide !== undefined)
    throw new CommandLineError('--start excludes --module and --decide', EXIT.usage);
  const programs = { ...options, start: options.start!, teamOptions: readOptions(options) };
  const report = await decideWithPrograms(readPacked(path), side, unum, programs).catch((error) => {
    if (!(error instanceof CommandLineError)) throw error;
    const code = error.exitCode === EXIT.failed ? EXIT.incomplete : error.exitCode;
    throw new CommandLineError(`${path}: ${error.message}`, code);
  });
  process.stdout.write(options.json ? `${formatJson(report, null, 1)}\n` : formatTeamDecisions(report));
  if (report.others > 0) throw new CommandLineError('', EXIT.failed);
}

/**
 * Decides a cycle of a recording again.
 *
 * @throws {CommandLineError} if a file cannot be read, or if the team does not fit the recording
 */
export async function decideRecorded(
  path: string,
  decision: {
    readonly side: Side;
    readonly unum: number;
    readonly time: number;
    readonly stoppageTime: number;
  },
  options: TeamSettings,
): Promise<DecidedAgainReport> {
  if (options.module !== undefined && options.decide !== undefined)
    throw new CommandLineError('--module and --decide exclude each other; give one of them', EXIT.usage);
  const teamOptions = readOptions(options);
  const opened = readRecording(readPacked(path));
  if (!opened.ok) throw new CommandLineError(`${path}: ${opened.error.message}`, EXIT.usage);
  const written = options.debug === undefined ? [] : readDebugRecords(options.debug);
  const records: DebugRecord[] = [];
  const onDebug = (record: DebugRecord): void => {
    if (record.time === decision.time) records.push(record);
  };
  const clients: TeamClient[] = [];
  const team = await openTeam(options, teamOptions);
  try {
    const decided = await decideAgain(opened.value, decision, async (player) => {
      const context = { team: player.team, seed: options.seed, options: teamOptions, onDebug };
      const { players, coach } = await team.open(player)(context);
      clients.push(...players, ...(coach === undefined ? [] : [coach]));
      const client = players[player.unum - 1];
      if (client === undefined)
        throw new CommandLineError(
          `the team has ${players.length} players; ${player.unum} is not one of them`,
        );
      return client;
    });
    const { time, stoppageTime } = decision;
    const texts = { recordedTexts: findTexts(written, decision), decidedTexts: findTexts(records, decision) };
    return { ...decided, time, stoppageTime, ...texts };
  } catch (error) {
    if (error instanceof DecideAgainError || error instanceof ProcessTeamError)
      throw new CommandLineError(`${path}: ${error.message}`);
    // By its name: a team can have its own copy of the agent.
    if (error instanceof Error && error.name === TeamParameterError.name)
      throw new CommandLineError(error.message, EXIT.usage);
    throw error;
  } finally {
    for (const client of clients) client.close?.();
    team.close();
  }
}

/** Returns the options of the team, from `RCSS_OPTIONS`, the file and the command line. */
function readOptions({
  module,
  decide,
  start,
  options: file,
  set = [],
}: TeamSettings): Record<string, unknown> {
  if (module === undefined && decide === undefined && start === undefined) {
    if (file === undefined && set.length === 0) return {};
    throw new CommandLineError(
      '--options and --set need --module, --decide or --start; the demonstration team has no options',
      EXIT.usage,
    );
  }
  try {
    return readTeamOptions({ environment: process.env, file, set });
  } catch (error) {
    throw error instanceof TeamParameterError ? new CommandLineError(error.message, EXIT.usage) : error;
  }
}

/** Returns the team for a recorded player, whose protocol version it uses if it can. */
async function openTeam(
  { module, decide: command }: TeamSettings,
  options: Record<string, unknown>,
): Promise<{
  readonly open: (player: RecordedPlayer) => CreateTeam;
  close(): void;
}> {
  if (command !== undefined) {
    let close = (): void => {};
    return {
      open: ({ version }) => {
        const team = createProcessTeam({
          start: startCommand(command, { [TEAM_OPTIONS_VARIABLE]: JSON.stringify(options) }),
          ...{ limitMs: LIMIT_MS, hangMs: LIMIT_MS, version },
          now: () => performance.now(),
          onWarning: (message) => process.stderr.write(`rcss decide: ${escapeText(message)}\n`),
        });
        close = () => team.close();
        return team.create;
      },
      close: () => close(),
    };
  }
  if (module === undefined)
    return { open: ({ version }) => createBaseTeam({ coach: true, version }), close() {} };
  const address = resolveModule(module, process.cwd(), import.meta.url);
  try {
    const create = await loadTeamModule({ name: module, module: address });
    return { open: () => create, close() {} };
  } catch (error) {
    throw new CommandLineError((error as Error).message, EXIT.usage);
  }
}

/** Reads a file, compressed or not; of damaged data, the part before the damage. */
function readPacked(path: string): Uint8Array {
  try {
    return decompress(readFileSync(path)).bytes;
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
