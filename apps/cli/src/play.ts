import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  type Configuration,
  createConfiguration,
  type ServerPorts,
  type SoccerServer,
  StartError,
  startServer,
} from '@rcss/server';
import { Command, InvalidArgumentError } from 'commander';
import { createProgress } from './progress.js';

/**
 * The program `rcss-play`: a match between two demonstration teams from one command. The teams are processes of their
 * own that talk to the server over UDP like any other team.
 */

interface PlayOptions {
  readonly left: string;
  readonly right: string;
  readonly seed: number;
  readonly halfTime: number;
  readonly realTime: boolean;
  readonly watch: boolean;
  readonly port?: number;
  readonly webPort: number;
  readonly logs: string;
  readonly extraTime: boolean;
  readonly penalties: boolean;
}

/** The players of both teams: with all of them there from the first cycle on, the seed decides the whole match. */
const CLIENTS = 22;

/** Path of the bin of another package of this repository. */
function program(name: string, bin: string): string {
  const manifest = createRequire(import.meta.url).resolve(`@rcss/${name}/package.json`);
  return join(dirname(manifest), 'bin', bin);
}

function integer(lo: number, hi: number) {
  return (text: string): number => {
    const n = Number(text);
    if (!Number.isInteger(n) || n < lo || n > hi)
      throw new InvalidArgumentError(`expected a whole number from ${lo} to ${hi}.`);
    return n;
  };
}

function teamName(text: string): string {
  if (!/^[-_+a-zA-Z0-9]{1,15}$/.test(text))
    throw new InvalidArgumentError('expected 1 to 15 of the characters A-Z a-z 0-9 - _ +');
  return text;
}

function readCommandLine(argv: readonly string[]): PlayOptions {
  const command = new Command('rcss-play')
    .description('Plays a match between two demonstration teams.')
    .option('--left <name>', 'name of the left team', teamName, 'Foxes')
    .option('--right <name>', 'name of the right team', teamName, 'Herons')
    .option(
      '--seed <n>',
      'seed of all chance in the match',
      integer(0, 2 ** 31 - 1),
      Math.floor(Date.now() / 1000) % 2 ** 31,
    )
    .option(
      '--half-time <seconds>',
      'length of a half in seconds of simulated time',
      integer(1, 100_000),
      300,
    )
    .option('--real-time', 'play by the clock, 10 cycles a second, instead of as fast as it goes', false)
    .option('--watch', 'serve a page that shows the match and play by the clock', false)
    .option(
      '--port <n>',
      'player port; trainer and coach ports follow it (default: three free ones)',
      integer(1, 65533),
    )
    .option('--web-port <n>', 'port of the page', integer(1, 65535), 8088)
    .option('--logs <folder>', 'folder for the logs', 'matches')
    .option('--extra-time', 'play extra time after a draw', false)
    .option('--penalties', 'decide a draw by a penalty shoot-out', false)
    .configureOutput({ outputError: (text, write) => write(`${text.split('\n')[0]}\n`) })
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 1));
  return command.parse(argv, { from: 'user' }).opts<PlayOptions>();
}

function configure(options: PlayOptions): Configuration {
  const byClock = options.realTime || options.watch;
  return createConfiguration({
    server: {
      port: options.port ?? 0,
      coach_port: options.port === undefined ? 0 : options.port + 1,
      olcoach_port: options.port === undefined ? 0 : options.port + 2,
      auto_mode: true,
      synch_mode: !byClock,
      half_time: options.halfTime,
      nr_extra_halfs: options.extraTime ? 2 : 0,
      penalty_shoot_outs: options.penalties,
      kick_off_wait: byClock ? 50 : 5,
      connect_wait: 1200,
      game_over_wait: byClock ? 100 : 5,
      game_log_dir: `${options.logs}/`,
      text_log_dir: `${options.logs}/`,
    },
    extension: { random_seed: options.seed, reproducible: true, wait_for_clients: CLIENTS },
  });
}

function startTeam(options: PlayOptions, name: string, ports: ServerPorts): ChildProcess {
  mkdirSync(options.logs, { recursive: true });
  const log = createWriteStream(join(options.logs, `${name}.log`));
  const child = spawn(
    process.execPath,
    [
      program('sampleclient', 'rcss-team.js'),
      'team',
      '--team',
      name,
      '--port',
      String(ports.player),
      '--coach-port',
      String(ports.olcoach),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  child.stdout?.pipe(log);
  child.stderr?.pipe(log);
  return child;
}

function startBridge(options: PlayOptions, port: number): ChildProcess {
  const args = [
    program('monitor-bridge', 'rcss-monitor.js'),
    '--server',
    `127.0.0.1:${port}`,
    '--web-port',
    String(options.webPort),
  ];
  return spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Plays a match and returns the exit code. */
export async function play(argv: readonly string[]): Promise<number> {
  const options = readCommandLine(argv);
  const children: ChildProcess[] = [];
  let running: SoccerServer | undefined;
  const stop = () => {
    for (const child of children) child.kill('SIGTERM');
    running?.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  try {
    const config = configure(options);
    const progress = createProgress(process.stdout, options.left, options.right, 2 * options.halfTime * 10);
    mkdirSync(options.logs, { recursive: true });
    const words = createWriteStream(join(options.logs, 'server.log'));
    const keep = (line: string) => void words.write(`${line}\n`);
    running = await startServer(config, { out: keep, err: keep });
    progress.begin(running.match, options.seed, options.realTime || options.watch);
    const begin = (child: ChildProcess) => {
      children.push(child);
      child.on('exit', (code) => {
        if (code !== 0 && code !== null && running?.ending === null) {
          progress.note(`A program of the match ended early (status ${code}); see ${options.logs}/*.log`);
          stop();
        }
      });
    };
    if (options.watch) begin(startBridge(options, running.ports.player));
    begin(startTeam(options, options.left, running.ports));
    // The first team to connect plays left.
    while (running.match.world.left.name === '' && running.ending === null) await pause(20);
    begin(startTeam(options, options.right, running.ports));
    await running.finished;
    // The end of the match is in there too: who missed what.
    await new Promise((resolve) => words.end(resolve));
    const played = running.match.world;
    progress.end(running);
    for (const child of children) child.kill('SIGTERM');
    return played.left.name !== '' && played.right.name !== '' && played.playMode === 'time_over' ? 0 : 1;
  } catch (error) {
    for (const child of children) child.kill('SIGTERM');
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    return 1;
  }
}
