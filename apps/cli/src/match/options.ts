import { readTeamOptions } from '@rcss/agent/node';
import { TeamParameterError } from '@rcss/agent/parameters';
import { SIDE_NAMES, type SideName } from '@rcss/core';
import type { MatchClock, MatchDocument, MatchDocumentValue } from '@rcss/core/match-document';
import { findScenario, type Scenario } from '@rcss/env/scenarios';
import { listTrainerParams } from '@rcss/env/team';
import { CommandLineError, createIntegerParser, EXIT, parseTeamName } from '@rcss/kit/command-line';
import {
  chooseTeam,
  chooseTeamNames,
  createChosenTeam,
  isTeamFile,
  type OwnTeam,
  type TeamChoice,
} from '@rcss/kit/match-runner';
import type { openNamedTeam } from '@rcss/league-runner/program';
import { TEAM_OPTIONS_VARIABLE } from '@rcss/match-document';
import { computeHalfTimeCycles, type ServerParams } from '@rcss/params';
import { computeFullTimeCycles } from '@rcss/params/derived';
import { createDocumentSpec, createUnattendedValues, type MatchSpec } from '@rcss/simulator';
import type { Command } from 'commander';

/** A team of a match. */
export interface PlannedTeam extends OwnTeam, Pick<TeamChoice, 'kind' | 'defaultName' | 'policy'> {
  readonly name: string;
  /** Variables for its options. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Time for its first player, s. */
  readonly startTimeout: number;
  /** Number of its players; absent: as the match has. */
  readonly players?: number | undefined;
  /** Parameters of the server program that it needs. */
  readonly rcss?: MatchPlan['rcss'];
}

/** The match to play, and what the program does besides. */
export interface MatchPlan {
  readonly spec: MatchSpec;
  /** Null if the program waits for teams instead of starting them. */
  readonly teams: Readonly<Record<SideName, PlannedTeam>> | null;
  /** Parameters of the server program that replace those of a match. */
  readonly rcss: Readonly<Record<string, MatchDocumentValue>>;
  /** Folder for all logs. */
  readonly logs: string;
  /** Longest time that a started team has to connect its first player, s. */
  readonly connectTimeout: number;
  /** The page in the browser; null if there is none. */
  readonly page: { readonly port: number | null; readonly open: boolean } | null;
  /** Print one JSON object instead of text. */
  readonly json: boolean;
  /** Number of players of each team; null: eleven, or as many as the scenario of a policy has. */
  readonly players: number | null;
  /** Learning scenario of which episodes are played instead of a match. */
  readonly scenario: Scenario | null;
  /** Number of the episodes. */
  readonly episodes: number;
}

interface Options {
  readonly left?: string;
  readonly right?: string;
  readonly leftName?: string;
  readonly rightName?: string;
  readonly leftOptions?: string;
  readonly rightOptions?: string;
  readonly leftSet?: readonly string[];
  readonly rightSet?: readonly string[];
  readonly seed?: number;
  readonly halfTime: number;
  readonly realTime?: boolean;
  readonly synchronous?: boolean;
  readonly watch?: boolean;
  readonly auto?: boolean;
  readonly open?: boolean;
  readonly port?: number;
  readonly webPort?: number;
  readonly logs: string;
  readonly extraTime?: boolean;
  readonly penalties?: boolean;
  readonly connectTimeout?: number;
  readonly sandbox: boolean;
  readonly set: readonly string[];
  readonly record?: boolean;
  readonly json?: boolean;
  readonly players?: number;
  readonly scenario?: string;
  readonly episodes: number;
}

/** Time for the first player of a team, s. */
const DEFAULT_START_TIMEOUT = 60;
const MAX_SEED = 2 ** 31 - 1;
/** Player port that teams use by default. */
const DEFAULT_PORT = 6000;

/** Adds the options of `match` or `watch` to a command. */
export function addMatchOptions(command: Command, verb: 'match' | 'watch'): Command {
  const watch = verb === 'watch';
  addTeamOptions(command, watch ? '' : ' (default: demo)')
    .option('--seed <n>', 'random seed of the match (default: the time)', createIntegerParser(0, MAX_SEED))
    .option(
      '--half-time <seconds>',
      'length of a half in simulated time',
      createIntegerParser(1, 100_000),
      300,
    );
  if (watch)
    command.option('--auto', 'give the kick-off when all players are there (default with --left or --right)');
  else addClockOptions(command);
  return addFileOptions(addPageOptions(command, watch));
}

/** @param usual What a side without a team plays, for the help. */
function addTeamOptions(command: Command, usual: string): Command {
  return command
    .option(
      '--left <team>',
      `left team: start script, command, team file (.yaml, .json), demo, chaser, policy:FILE, module:FILE or a name${usual}`,
    )
    .option('--right <team>', `right team, likewise${usual}`)
    .option('--left-name <name>', 'name that the left team gets', parseTeamName)
    .option('--right-name <name>', 'name that the right team gets', parseTeamName)
    .option('--left-options <file>', 'file with options of the left team, JSON or YAML')
    .option('--right-options <file>', 'likewise of the right team')
    .option('--left-set <name=value...>', 'options of the left team, such as defense.line=-10')
    .option('--right-set <name=value...>', 'likewise of the right team')
    .option('--sandbox', 'programs and modules run in the sandbox of leagues (Linux, bubblewrap)', false);
}

/** What only `match` has: its clock, and policies. */
function addClockOptions(command: Command): void {
  command
    .option('--real-time', 'play by the clock, 10 cycles a second (default with teams of your own)')
    .option('--synchronous', 'play as fast as the teams answer (default with built-in teams)')
    .option('--watch', 'show the match in a browser, by the clock')
    .option(
      '--players <n>',
      'players of each team (default: 11, or those of the scenario of a policy)',
      createIntegerParser(1, 11),
    )
    .option('--scenario <name>', 'play episodes of a learning scenario with a trainer, such as 1v1-keeper')
    .option('--episodes <n>', 'with --scenario: number of episodes', createIntegerParser(1, 1_000_000), 100);
}

function addPageOptions(command: Command, watch: boolean): Command {
  return command
    .option('--open', watch ? 'open the page in the browser' : 'open the page in the browser (with --watch)')
    .option(
      '--port <n>',
      `player port; the two coach ports follow it (default: ${watch ? '6000, or with --left or --right a free one' : 'a free one'})`,
      createIntegerParser(1, 65533),
    )
    .option(
      '--web-port <n>',
      'port of the page (default: 8088, or a free one)',
      createIntegerParser(1, 65535),
    );
}

function addFileOptions(command: Command): Command {
  return command
    .option('--logs <folder>', 'folder for the logs', 'matches')
    .option('--extra-time', 'play extra time after a draw')
    .option('--penalties', 'decide a draw by a penalty shootout')
    .option(
      '--connect-timeout <seconds>',
      'time that a team has to connect (default: limits.startTimeout of a team file, or 60)',
      createIntegerParser(1, 3600),
    )
    .option('--set <module::name=value...>', 'parameters, such as server::wind_force=10', [])
    .option('--record', 'write a recording of the match beside the game log, for exact replay (.rec.gz)')
    .option('--json', 'print the result as one JSON object');
}

/**
 * Reads the options of a parsed command.
 *
 * @param cwd Folder that start scripts are relative to.
 * @param open Opens team files; needed if there are some.
 * @throws {CommandLineError} if a team is not found or options contradict each other.
 */
export function readMatchPlan(
  command: Command,
  verb: 'match' | 'watch',
  cwd: string,
  open?: typeof openNamedTeam,
): MatchPlan {
  const options = command.opts<Options>();
  const watch = verb === 'watch' || options.watch === true;
  const waitsForTeams = verb === 'watch' && options.left === undefined && options.right === undefined;
  if (options.realTime === true && options.synchronous === true) {
    throw new CommandLineError(
      '--real-time and --synchronous exclude each other; give one of them',
      EXIT.usage,
    );
  }
  if (options.synchronous === true && watch) {
    throw new CommandLineError(
      '--synchronous and --watch exclude each other: a match is watched by the clock',
      EXIT.usage,
    );
  }
  if (options.open === true && !watch) {
    throw new CommandLineError('--open opens the page of the match; add --watch', EXIT.usage);
  }
  const teams = waitsForTeams ? null : readTeams(options, cwd, open);
  const scenario = options.scenario === undefined ? null : readScenario(options.scenario);
  const settings = parseSettings(options.set);
  return {
    spec: createOptionsSpec(options, { settings, isWatched: watch, teams, scenario }),
    teams,
    rcss: { ...teams?.left.rcss, ...teams?.right.rcss, ...settings['rcss'] },
    logs: options.logs,
    connectTimeout: Math.max(teams?.left.startTimeout ?? 0, teams?.right.startTimeout ?? 0),
    page: watch ? { port: options.webPort ?? null, open: options.open ?? false } : null,
    json: options.json ?? false,
    players: options.players ?? null,
    scenario,
    episodes: options.episodes,
  };
}

function readScenario(name: string): Scenario {
  try {
    return findScenario(name);
  } catch (error) {
    throw new CommandLineError(`--scenario: ${(error as Error).message}`, EXIT.usage);
  }
}

/** What decides about a match besides its options. */
interface SpecSource {
  /** Values of `--set` by module. */
  readonly settings: ParameterValues;
  /** Whether a page shows the match. */
  readonly isWatched: boolean;
  readonly teams: MatchPlan['teams'];
  readonly scenario: Scenario | null;
}

/**
 * Returns the spec of a match of the command line.
 *
 * @throws {CommandLineError} if a parameter is not allowed, or the match would not begin or end by itself
 */
function createOptionsSpec(
  options: Options,
  { settings, isWatched, teams, scenario }: SpecSource,
): MatchSpec {
  const isOwn = ({ kind }: PlannedTeam) => kind === 'script' || kind === 'template';
  const hasOwnTeam = SIDE_NAMES.some((side) => teams !== null && isOwn(teams[side]));
  const isByClock = isWatched || options.realTime === true || (hasOwnTeam && options.synchronous !== true);
  const clock = isByClock ? 'real-time' : 'synchronous';
  const port = options.port ?? (teams === null ? DEFAULT_PORT : 0);
  const usual = {
    ...(scenario === null ? listMatchValues(options, clock, teams !== null) : listTrainerParams(scenario)),
    port,
    coach_port: port === 0 ? 0 : port + 1,
    olcoach_port: port === 0 ? 0 : port + 2,
  };
  const document: MatchDocument = {
    version: 1,
    seed: options.seed ?? Math.floor(Date.now() / 1000) % MAX_SEED,
    clock,
    parameters: settings,
    recording: options.record === true ? { recording: true } : {},
  };
  try {
    const spec = createDocumentSpec(document, { server: usual });
    if (teams !== null && scenario === null) checkEnd(spec.rules.server, isWatched);
    return spec;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CommandLineError(`--set: ${error.message}`, EXIT.usage);
  }
}

function listMatchValues(options: Options, clock: MatchClock, startsTeams: boolean): Partial<ServerParams> {
  return {
    ...createUnattendedValues(clock),
    auto_mode: startsTeams || options.auto === true,
    half_time: options.halfTime,
    nr_extra_halfs: options.extraTime === true ? 2 : 0,
    penalty_shoot_outs: options.penalties === true,
    // Teams that are started elsewhere can connect at any time.
    ...(startsTeams ? {} : { connect_wait: 1_000_000 }),
  };
}

/**
 * Checks that a match kicks off by itself and has an end.
 *
 * @param hasPage Whether a person can give the kick-off.
 */
function checkEnd(server: ServerParams, hasPage: boolean): void {
  const { auto_mode: automatic, half_time: half, nr_normal_halfs: halves } = server;
  const manual = 'for a match without an automatic end add --watch --set server::auto_mode=off';
  if (!automatic && hasPage) return;
  if (!automatic)
    throw new RangeError(
      `server::auto_mode: off leaves the kick-off to a person; leave it on, or add --watch`,
    );
  if (computeHalfTimeCycles(server) <= 0)
    throw new RangeError(
      `server::half_time: ${half} is a half without an end (allowed: 1 or more); ${manual}`,
    );
  if (computeFullTimeCycles(server) <= 0)
    throw new RangeError(
      `server::nr_normal_halfs: ${halves} leaves a match of 0 cycles (allowed: 1 or more); ${manual}`,
    );
}

/** Returns the environment variable with the options of a team; nothing without options. */
function readTeamVariables(
  side: SideName,
  choice: TeamChoice,
  file: string | undefined,
  set: readonly string[] | undefined,
): Readonly<Record<string, string>> {
  const given = file === undefined ? `--${side}-set` : `--${side}-options`;
  if (file === undefined && set === undefined) return {};
  if (choice.kind === 'built-in')
    throw new CommandLineError(
      `${given} needs a start script, a command or a module: --${side} TEAM; the built-in teams have no options`,
      EXIT.usage,
    );
  try {
    const options = readTeamOptions({
      ...(file === undefined ? {} : { file }),
      ...(set === undefined ? {} : { set }),
    });
    return { [TEAM_OPTIONS_VARIABLE]: JSON.stringify(options) };
  } catch (error) {
    if (!(error instanceof TeamParameterError)) throw error;
    throw new CommandLineError(`${side} team: ${error.message}`, EXIT.usage);
  }
}

/** Modules of which parameters can be set. */
const MODULES = ['server', 'player', 'rcss'];

/** Values of parameters by module and name. */
type ParameterValues = Readonly<Record<string, Readonly<Record<string, MatchDocumentValue>>>>;

/** Groups parameters by their module, with values as the server has them. */
function parseSettings(texts: readonly string[]): ParameterValues {
  const settings: Record<string, Record<string, MatchDocumentValue>> = {};
  for (const text of texts) {
    const [, module = '', name = '', value = ''] = /^(\w+)::(\w+)=(.*)$/.exec(text) ?? [];
    if (!MODULES.includes(module))
      throw new CommandLineError(
        `--set: '${text}' is not allowed. Allowed: MODULE::NAME=VALUE with the modules ${MODULES.join(', ')}, such as server::wind_force=10`,
        EXIT.usage,
      );
    settings[module] = { ...settings[module], [name]: convertValue(value) };
  }
  return settings;
}

function convertValue(text: string): MatchDocumentValue {
  if (/^(true|on|yes)$/i.test(text)) return true;
  if (/^(false|off|no)$/i.test(text)) return false;
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

function readTeams(
  options: Options,
  cwd: string,
  open?: typeof openNamedTeam,
): NonNullable<MatchPlan['teams']> {
  const read = (side: SideName): Omit<PlannedTeam, 'name'> => {
    const value = options[side] ?? 'demo';
    const [file, set, timeout] = [options[`${side}Options`], options[`${side}Set`], options.connectTimeout];
    const choice = isTeamFile(value, cwd) ? null : chooseTeam(value, cwd);
    if (choice === null && (file !== undefined || set !== undefined))
      throw new CommandLineError(
        `--${side}-options and --${side}-set: the team file has the options of the team`,
        EXIT.usage,
      );
    const environment = choice === null ? {} : readTeamVariables(side, choice, file, set);
    const isSandboxed = options.sandbox === true && choice?.kind !== 'built-in';
    if (open !== undefined && (isSandboxed || choice === null)) {
      const clock = options.synchronous === true ? 'synchronous' : 'real-time';
      const { loaded, open: start } = open(value, cwd, { clock, isSandboxed, environment });
      const { name: defaultName, team, limits } = loaded;
      const players = 'start' in team ? team.players : undefined;
      const rcss =
        limits.coachTimeout === undefined ? {} : { [`coach_timeout_${side[0]}`]: limits.coachTimeout };
      const kind = 'module' in team ? 'module' : 'script';
      const { startTimeout = DEFAULT_START_TIMEOUT } = limits;
      return { kind, defaultName, players, rcss, startTimeout: timeout ?? startTimeout, ...start(0) };
    }
    const startTimeout = timeout ?? DEFAULT_START_TIMEOUT;
    return { ...choice!, environment, startTimeout, ...createChosenTeam(choice!, environment) };
  };
  const [left, right] = [read('left'), read('right')];
  // The name of a demonstration team counts as given by the user, not as suggested.
  const given = (choice: Omit<PlannedTeam, 'name'>, name: string | undefined) =>
    name ??
    (choice.kind === 'built-in' && choice.policy === undefined && choice.defaultName !== ''
      ? choice.defaultName
      : undefined);
  const names = chooseTeamNames(
    { given: given(left, options.leftName), suggested: left.defaultName },
    { given: given(right, options.rightName), suggested: right.defaultName },
  );
  return { left: { ...left, name: names.left }, right: { ...right, name: names.right } };
}
