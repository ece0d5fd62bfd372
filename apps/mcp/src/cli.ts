import {
  CommandLineError,
  type CommandLineProgram,
  createIntegerParser,
  createProgram,
  defineProgram,
  EXIT,
  parsePort,
  waitForSignal,
} from '@rcss/kit/command-line';
import { createToken, isLoopback } from '@rcss/kit/http-access';
import {
  createMcpServer,
  createStdioTransport,
  DEFAULT_LIMITS,
  findIsolation,
  playArena,
  Simulator,
  serveHttp,
  serveOpenEnv,
} from '@rcss/model-tools';
import type { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { loadTeamPrograms } from './team-programs.js';

/** The program `rcss-mcp`. */
export const program: CommandLineProgram = defineProgram('rcss-mcp', createCommand);

interface Options {
  readonly folder: string;
  readonly http?: number;
  readonly openenv?: number;
  readonly arena?: readonly string[];
  readonly matches: number;
  readonly cycles: number;
  readonly seed: number;
  readonly logs: string;
  readonly host: string;
  readonly token?: string;
  readonly maxSeconds: number;
  readonly maxCycles: number;
  readonly maxMatches: number;
  readonly maxMemory: number;
  readonly processes: number;
  readonly team?: readonly string[];
  readonly sandbox: boolean;
}

function createCommand(): Command {
  return createProgram({
    name: 'rcss-mcp',
    description:
      'Serves the simulator to language models over the Model Context Protocol: on standard input and output, or over HTTP.',
    version: manifest.version,
    examples: [
      ['rcss-mcp --folder football', 'serves on standard input and output; files are in football/'],
      [
        'rcss-mcp --openenv 8000',
        'serves an environment in which a model decides for the player with the ball',
      ],
      [
        'rcss-mcp --arena a/team.ts b/team.ts --matches 10 --logs logs',
        'plays matches of two team files; logs/result.json has the result',
      ],
      [
        'rcss-mcp --folder football --team Reds=reds/team.yaml',
        'tools can also play matches with this program',
      ],
      ['rcss-mcp --folder football --http 8080', 'serves at http://127.0.0.1:8080/mcp and prints the token'],
    ],
    exitCodes: {
      [EXIT.ok]: 'success',
      [EXIT.failed]: 'the port or the folder cannot be used',
      [EXIT.usage]: 'wrong command line',
      [EXIT.interrupted]: 'interrupted by Ctrl-C',
    },
  })
    .option('--folder <path>', 'work folder: the only place that tools read and write', 'rcss-mcp')
    .option('--http <port>', 'serve streamable HTTP on this port; 0: a free one', parsePort)
    .option('--openenv <port>', 'serve an OpenEnv environment on this port instead; 0: a free one', parsePort)
    .option(
      '--arena <teams...>',
      'play matches of two team files instead (or base, chasers, random), print one line for each, and end',
    )
    .option('--matches <n>', 'matches of --arena', createIntegerParser(1, 10_000), 2)
    .option('--cycles <n>', 'length of a match of --arena, cycles', createIntegerParser(1, 12_000), 6000)
    .option('--seed <n>', 'seed of the first match of --arena', createIntegerParser(0, 2_000_000_000), 1)
    .option('--logs <path>', 'folder for the game logs and result.json of --arena', 'arena')
    .option(
      '--team <teams...>',
      'teams with start commands that tools may start, each a team file or NAME=PATH; without --sandbox they run as this program does',
    )
    .option('--sandbox', 'programs of --team run in the sandbox of leagues (Linux, bubblewrap)', false)
    .option('--host <address>', 'address for --http and --openenv', '127.0.0.1')
    .option('--token <text>', 'token that HTTP requests need (default: RCSS_MCP_TOKEN, or a new one)')
    .option('--max-seconds <n>', 'longest call', createIntegerParser(1, 86_400), DEFAULT_LIMITS.seconds)
    .option('--max-cycles <n>', 'longest match', createIntegerParser(1, 60_000), DEFAULT_LIMITS.cycles)
    .option(
      '--max-matches <n>',
      'matches in the work folder',
      createIntegerParser(1, 100_000),
      DEFAULT_LIMITS.matches,
    )
    .option(
      '--max-memory <mb>',
      'memory of a match',
      createIntegerParser(128, 65_536),
      DEFAULT_LIMITS.memoryMb,
    )
    .option(
      '--processes <n>',
      'matches at the same time',
      createIntegerParser(1, 256),
      DEFAULT_LIMITS.processes,
    )
    .action(run);
}

async function run(options: Options): Promise<void> {
  if (options.openenv === undefined) process.stderr.write(`${findIsolation().note}\n`);
  if (options.arena !== undefined) return runArena(options.arena, options);
  if (options.openenv !== undefined) {
    const endpoint = await serveOpenEnv({ host: options.host, token: '' }, options.openenv);
    process.stderr.write(`Address: ${endpoint.url}\n`);
    warnAboutHost(options.host);
    await waitForSignal();
    return endpoint.close();
  }
  const limits = {
    ...DEFAULT_LIMITS,
    seconds: options.maxSeconds,
    cycles: options.maxCycles,
    matches: options.maxMatches,
    memoryMb: options.maxMemory,
    processes: options.processes,
  };
  const { team, sandbox } = options;
  const programs = team === undefined ? undefined : await loadTeamPrograms(team, sandbox, limits);
  const simulator = new Simulator(options.folder, limits, undefined, programs);
  try {
    if (options.http !== undefined) await runHttp(simulator, options.http, options);
    else await runStandardInput(simulator);
  } finally {
    await programs?.close();
  }
}

/** Serves until the client closes standard input, or until a signal. Then calls that still run are ended, with their processes. */
async function runStandardInput(simulator: Simulator): Promise<void> {
  const server = createMcpServer(simulator);
  const end = new AbortController();
  const stop = (): void => end.abort();
  server.onclose = stop;
  process.stdin.once('end', stop);
  await server.connect(createStdioTransport(process.stdin, process.stdout));
  await waitForSignal(end.signal);
  await server.close();
}

async function runArena(teams: readonly string[], options: Options): Promise<void> {
  const [first, second, ...rest] = teams;
  if (first === undefined || second === undefined || rest.length > 0)
    throw new CommandLineError(`--arena: ${teams.length} teams; it needs two`);
  const { matches, cycles, seed, logs } = options;
  const result = await playArena({
    teams: [first, second],
    matches,
    cycles,
    seed,
    logs,
    onMatch: ({ score, winner, error, log }) => {
      const points = score === null ? (error ?? '').split('\n')[0] : `${score[0]} : ${score[1]}`;
      const name = winner === null ? 'draw' : `winner ${teams[winner]}`;
      process.stdout.write(`${log ?? 'not played'}: ${points}, ${name}\n`);
    },
  });
  process.stdout.write(
    `${first} won ${result.wins[0]}, ${second} won ${result.wins[1]}, drawn ${result.draws}\n`,
  );
}

async function runHttp(simulator: Simulator, port: number, { host, token }: Options): Promise<void> {
  const given = token ?? process.env['RCSS_MCP_TOKEN'];
  const secret = given ?? createToken();
  const endpoint = await serveHttp(simulator, { host, token: secret }, port);
  process.stderr.write(`Address: ${endpoint.url}\n`);
  process.stderr.write(
    given === undefined
      ? `Authorization: Bearer ${secret}\n`
      : `The token is that of ${token === undefined ? 'RCSS_MCP_TOKEN' : '--token'}.\n`,
  );
  warnAboutHost(host);
  await waitForSignal();
  await endpoint.close();
}

function warnAboutHost(host: string): void {
  if (isLoopback(host)) return;
  process.stderr.write('The server is open to other machines. They use the processor of this one.\n');
}
