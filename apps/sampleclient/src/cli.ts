import { readFileSync } from 'node:fs';
import {
  DebugOutputError,
  type RunTeamOptions,
  readTeamOptions,
  runTeam,
  TeamConnectionError,
} from '@rcss/agent/node';
import { TeamParameterError } from '@rcss/agent/parameters';
import type { SideName } from '@rcss/core';
import { findScenario, type Scenario } from '@rcss/env/scenarios';
import { isOnnxFile, listTrainerParams } from '@rcss/env/team';
import {
  CommandLineError,
  type CommandLineProgram,
  createIntegerParser,
  createProgram,
  describeVerb,
  EXIT,
  escapeControls,
  escapeText,
  parseTeamName,
  runProgram,
  runUntilSignal,
  waitForSignal,
} from '@rcss/kit/command-line';
import { loadTeamModule, resolveModule } from '@rcss/kit/match-runner';
import { type Command, Option } from 'commander';
import { runChasers } from './chaser/run-chasers.js';
import { runPipe } from './client/pipe.js';
import { runScreen } from './client/screen/run-screen.js';
import { PolicyFileError, runPolicyTeam } from './policy-file.js';
import { ProcessTeamError, runDecidingProcess } from './run-deciding-process.js';
import { runScenario } from './run-scenario.js';
import { runSampleTeam } from './run-team.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

const parsePort = createIntegerParser(1, 65535);

/** The program `rcss-team`. */
export const program: CommandLineProgram = {
  name: 'rcss-team',
  createCommand,
  run(argv, name = program.name) {
    // A team is what most people start: `rcss team --decide "python team.py"`.
    const verb = /^--(decide|policy|module)\b/.test(argv[0] ?? '') ? ['team'] : [];
    return runProgram(createCommand().name(name), [...verb, ...argv.map(normalizeOption)]);
  },
};

/** The classic client writes its long options with one dash. */
function normalizeOption(argument: string): string {
  return /^-(server|port|nogui)$/.test(argument) ? `-${argument}` : argument;
}

function createCommand(): Command {
  const command = createProgram({
    name: 'rcss-team',
    description:
      'Programs that play on any server of the protocol: a demonstration team, simple agents, and a client for typing commands.',
    version,
    examples: [
      ['rcss-team team --team Alpha', 'plays on the server of this machine'],
      ['rcss-team --decide "python3 team.py" --team Alpha', 'plays with the decisions of a program'],
      ['rcss-team --policy 3v3.json --team Alpha', 'plays by a learned policy'],
      ['rcss-team --module ./team.js --team Alpha', 'plays with a team module'],
      ['rcss-team team 10.0.0.7 6000 6002 Alpha', 'HOST PORT COACH_PORT TEAM, as start scripts get them'],
      ['rcss-team client 127.0.0.1 6000', 'shows messages in panes, sends typed commands'],
    ],
    exitCodes: {
      [EXIT.ok]: 'the match is over, or the user quit',
      [EXIT.failed]:
        'the host is unknown, the server does not answer, it closed its port, or the program that decides does not start',
      [EXIT.usage]: 'wrong command line',
    },
  });
  addTeamVerb(command);
  addClientVerb(command);
  addChaserVerb(command);
  addTrainerVerb(command);
  return command;
}

/** Address and team name of an agent, from options and from positional arguments. */
interface AgentAddress {
  readonly host: string;
  readonly port: number;
  readonly coachPort?: number;
  readonly team: string;
}

/** Adds the options and positional arguments for the server's address and the team name. */
function addAddressOptions(verb: Command, team: string): Command {
  return verb
    .argument('[host]', 'host of the server, instead of --host')
    .argument('[port]', 'port for players, instead of --port', parsePort)
    .argument('[coach-port]', 'port for online coaches', parsePort)
    .argument('[team]', 'name of the team, instead of --team', parseTeamName)
    .option('--team <name>', 'name of the team', parseTeamName, team)
    .option('--host <host>', 'host of the server', '127.0.0.1')
    .option('--port <port>', 'port for players', parsePort, 6000);
}

/** Returns the options of a verb together with its positional arguments, which have the given names. */
function readOptions<Options>(verb: Command, positions: readonly string[]): Options {
  const options: Record<string, unknown> = { ...verb.opts() };
  positions.forEach((name, i) => {
    const value: unknown = verb.processedArgs[i];
    if (value === undefined) return;
    if (verb.getOptionValueSource(name) === 'cli') {
      throw new CommandLineError(
        `${name} is given twice: '${value}' as argument ${i + 1} and '${options[name]}' as an option; give one of them`,
        EXIT.usage,
      );
    }
    options[name] = value;
  });
  return options as Options;
}

const ADDRESS_ARGUMENTS = ['host', 'port', 'coachPort', 'team'];

interface TeamCommandOptions extends AgentAddress {
  readonly players: number;
  readonly coach?: boolean;
  readonly protocol: number;
  readonly seed: number;
  readonly debug?: string;
  readonly decide?: string;
  readonly policy?: string;
  readonly module?: string;
  readonly scenario?: string;
  readonly role?: SideName;
  readonly processPerPlayer?: boolean;
  readonly limit: number;
  /** File with options of the team. */
  readonly options?: string;
  readonly set?: readonly string[];
}

function addTeamVerb(parent: Command): void {
  const verb = addAddressOptions(parent.command('team'), 'Rcss')
    .summary('play a match with the demonstration team, or with a team in any language')
    .description(
      'Plays a match with the demonstration team: one process, one socket for each player. With --decide, a program in any ' +
        'language decides what the players do; it gets what each player believes on its standard input.',
    )
    .option('--players <n>', 'number of players; the first is the goalie', createIntegerParser(1, 11), 11)
    .option('--coach', 'connect an online coach, which chooses the player types (the default)')
    .option('--no-coach', 'play without an online coach')
    .option('--coach-port <port>', 'port for online coaches (default: player port + 2)', parsePort)
    .option('--protocol <n>', 'protocol version, 12 to 19', createIntegerParser(12, 19), 19)
    .option('--seed <n>', 'seed of the decisions', createIntegerParser(0, 2 ** 33), 0)
    .option('--debug <target>', 'debug records of the players: udp:HOST:PORT, or the name of a new file')
    .option('--decide <command>', 'command of a program that decides, such as "python3 team.py"')
    .option('--policy <file>', 'learned policy that plays; its scenario says how many players there are')
    .option('--module <module>', 'team module that plays: a file of JavaScript or TypeScript, or a package')
    .option('--scenario <name>', 'with --policy: scenario for which it was made (default: that of the file)')
    .addOption(
      new Option('--role <side>', 'with --policy: side of the scenario that it plays').choices([
        'left',
        'right',
      ]),
    )
    .option('--options <file>', 'with --decide or --module: file with options of the team, JSON or YAML')
    .option('--set <name=value...>', 'with --decide or --module: options of the team, such as line=-10')
    .option('--process-per-player', 'a program of its own for each player; needs --decide')
    .option(
      '--limit <ms>',
      'with --decide: time for a decision; in real time, it also ends with the cycle',
      createIntegerParser(1, 600_000),
      1000,
    )
    .action(() => runTeamVerb(verb));
  describeVerb(verb, [
    ['--decide "python3 team.py" --team Alpha', 'a program decides what the players do'],
    ['--team Alpha --port 6000', 'eleven players and an online coach'],
    ['127.0.0.1 6000 6002 Alpha', 'the arguments of start scripts'],
  ]);
}

/** Plays with the demonstration team, a program that decides, a policy, or a module. */
async function runTeamVerb(verb: Command): Promise<void> {
  const {
    protocol,
    policy,
    module,
    scenario,
    role,
    options: file,
    set,
    ...options
  } = readOptions<TeamCommandOptions>(verb, ADDRESS_ARGUMENTS);
  const { decide, processPerPlayer, players, ...rest } = options;
  const refuse = (message: string): never => {
    throw new CommandLineError(message, EXIT.usage);
  };
  if (decide === undefined && processPerPlayer === true)
    refuse('--process-per-player needs --decide COMMAND');
  if ([decide, policy, module].filter((value) => value !== undefined).length > 1)
    refuse('--decide, --policy and --module exclude each other; give one of them');
  if (decide === undefined && module === undefined && (file ?? set) !== undefined)
    refuse('--options and --set need --decide COMMAND or --module MODULE');
  const read = () => ({ options: readTeamOptions({ environment: process.env, file, set }) });
  const isGiven = verb.getOptionValueSource('players') === 'cli';
  const place = { ...rest, ...(isGiven && { players }), onWarning: printWarning };
  if (module !== undefined) return runAgents((signal) => runModule(module, { ...place, ...read(), signal }));
  if (policy === undefined) {
    for (const [name, value] of Object.entries({ scenario, role }))
      if (value !== undefined) refuse(`--${name} needs --policy FILE`);
    const common = { ...options, version: protocol, onWarning: printWarning };
    return runAgents((signal) =>
      decide === undefined
        ? runSampleTeam({ ...common, signal })
        : runDecidingProcess(decide, { ...common, ...read(), limitMs: options.limit, signal }, printNote),
    );
  }
  const use = { ...(scenario !== undefined && { scenario }), ...(role !== undefined && { role }) };
  const play = (signal?: AbortSignal) => runPolicyTeam(policy, { ...place, ...(signal && { signal }) }, use);
  // In an endless loop of a model, signals have only their default effect.
  await (isOnnxFile(policy) ? play().catch(refuseError) : runAgents(play));
}

/** Plays with a team module. */
async function runModule(given: string, options: RunTeamOptions): Promise<void> {
  const module = resolveModule(given, process.cwd(), import.meta.url);
  const create = await loadTeamModule({ name: options.team, module }).catch(({ message }: Error) => {
    throw new CommandLineError(message);
  });
  await runTeam(create, options);
}

interface TrainerCommandOptions {
  readonly host: string;
  readonly port: number;
  readonly episodes: number;
  readonly seed: number;
  readonly left?: string;
  readonly right?: string;
  readonly serverParameters?: boolean;
  readonly json?: boolean;
}

function addTrainerVerb(parent: Command): void {
  const verb = parent
    .command('trainer')
    .summary('play episodes of a scenario with the teams of a server')
    .description(
      'Connects as the trainer of a match, plays episodes of a learning scenario with both teams, and prints how they ended. ' +
        'The server needs the parameters that --server-parameters prints; the teams need the players of the scenario. The first team ' +
        'that connects to a server is the left one; exchanged teams are refused.',
    )
    .argument('<scenario>', 'name of the scenario, such as 1v1-keeper')
    .option('--host <host>', 'host of the server', '127.0.0.1')
    .option('--port <port>', 'port for trainers', parsePort, 6001)
    .option('--episodes <n>', 'number of episodes', createIntegerParser(1, 1_000_000), 100)
    .option('--seed <n>', 'seed of the starts', createIntegerParser(0, 2 ** 32 - 1), 1)
    .option('--left <name>', 'name that the left team must have: the first that connected', parseTeamName)
    .option('--right <name>', 'name that the right team must have', parseTeamName)
    .option('--server-parameters', 'print the parameters that the server needs, as its arguments, and end')
    .option('--json', 'print the result as one JSON object')
    .action(async (scenario: string) => {
      const { json = false, left, right, serverParameters, ...options } = verb.opts<TrainerCommandOptions>();
      if (serverParameters === true) {
        process.stdout.write(`${formatServerParameters(scenario)}\n`);
        return;
      }
      const teams = { ...(left === undefined ? {} : { left }), ...(right === undefined ? {} : { right }) };
      await runAgents(async (signal) => {
        const { text, isComplete } = await runScenario({ ...options, teams, scenario, signal });
        process.stdout.write(json ? text.json : text.lines);
        if (!isComplete) throw new CommandLineError('', EXIT.failed);
      });
    });
  describeVerb(verb, [
    ['1v1-keeper --episodes 200', 'two hundred episodes on the server of this machine'],
    ['1v1-keeper --server-parameters', 'arguments for rcss-server or rcssserver'],
  ]);
}

/** The parameters of a server for a scenario, as arguments of its command. */
function formatServerParameters(name: string): string {
  let scenario: Scenario;
  try {
    scenario = findScenario(name);
  } catch (error) {
    throw new CommandLineError((error as Error).message, EXIT.usage);
  }
  const format = (value: unknown): string =>
    typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
  return Object.entries(listTrainerParams(scenario))
    .map(([key, value]) => `server::${key}=${format(value)}`)
    .join(' ');
}

interface ChaserCommandOptions extends AgentAddress {
  readonly players: number;
  readonly planner: 'loop' | 'sequence';
}

function addChaserVerb(parent: Command): void {
  const verb = addAddressOptions(parent.command('chaser'), 'Chaser')
    .summary('start small agents that run after the ball')
    .description('Starts small agents that run after the ball and kick it at the goal.')
    .option('--players <n>', 'number of agents', createIntegerParser(1, 11), 1)
    .addOption(
      new Option('--planner <kind>', 'organization of the agent')
        .choices(['loop', 'sequence'])
        .default('loop'),
    )
    .action(async () => {
      const options = readOptions<ChaserCommandOptions>(verb, ADDRESS_ARGUMENTS);
      await runAgents((signal) => runChasers({ ...options, signal }));
    });
  describeVerb(verb, [
    ['--players 3 --port 6000', 'three agents'],
    ['127.0.0.1 6000 6002 Chasers', 'the arguments of start scripts; the coach port is not used'],
  ]);
}

/** Runs agents until they end, or until a signal asks them to leave the match. */
async function runAgents(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  await runUntilSignal(run).catch(refuseError);
}

function refuseError(error: unknown): never {
  throw error instanceof TeamConnectionError ||
    error instanceof ProcessTeamError ||
    error instanceof DebugOutputError ||
    // By its name: a team can have its own copy of the agent.
    (error instanceof Error && error.name === TeamParameterError.name) ||
    error instanceof PolicyFileError
    ? new CommandLineError(error.message)
    : error;
}

function printWarning(message: string): void {
  process.stderr.write(`rcss-team: ${escapeText(message)}\n`);
}

function printNote(message: string): void {
  process.stderr.write(`${message}\n`);
}

interface ClientCommandOptions {
  readonly host: string;
  readonly port: number;
  readonly nogui?: boolean;
}

function addClientVerb(parent: Command): void {
  const verb = parent
    .command('client')
    .summary('send typed lines to the server, show what it answers')
    .description(
      'Sends typed lines to the server and prints what it answers, as rcssclient does. In a terminal, a screen shows ' +
        'see, sense_body and hear messages in separate panes.',
    )
    .argument('[host]', 'host of the server, instead of --host')
    .argument('[port]', 'port of the server, instead of --port', parsePort)
    .option('--server, --host <host>', 'host of the server; also -server', '127.0.0.1')
    .option(
      '--port <port>',
      'port: 6000 player, 6001 trainer, 6002 online coach; also -port',
      parsePort,
      6000,
    )
    .option('--nogui', 'plain lines instead of the screen; also -nogui')
    .action(() => runClient(readOptions<ClientCommandOptions>(verb, ['host', 'port'])));
  describeVerb(
    verb,
    [
      ['127.0.0.1 6000', 'then type (init Alpha (version 19)) and Enter'],
      ['-server 127.0.0.1 -port 6001', 'the options of the classic client'],
    ],
    {
      [EXIT.ok]: 'the user quit the screen',
      [EXIT.failed]:
        'the host is unknown, the server does not answer or closed its port, or a signal ended the pipe',
      [EXIT.usage]: 'wrong command line',
    },
  );
}

async function runClient({ host, port, nogui }: ClientCommandOptions): Promise<void> {
  const { stdin, stdout, stderr } = process;
  const done = new AbortController();
  const stop = waitForSignal(done.signal);
  try {
    if (stdin.isTTY && stdout.isTTY && nogui !== true && process.env['TERM'] !== 'dumb') {
      await runScreen({ host, port, input: stdin, output: stdout, stop });
      return;
    }
    const end = await runPipe({
      host,
      port,
      input: stdin,
      // A program that reads the output gets the bytes of the server. A terminal gets no control characters.
      write: (line) =>
        stdout.isTTY ? stdout.write(`${escapeControls(line)}\n`) : stdout.write(`${line}\n`, 'latin1'),
      note: (line) => stderr.write(`${escapeText(line)}\n`),
      stop,
    });
    if (end === 'stopped') stderr.write('\nKilled. Exiting...\n');
  } catch (error) {
    refuseError(error);
  } finally {
    done.abort();
  }
  throw new CommandLineError('', EXIT.failed);
}
