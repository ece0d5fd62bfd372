import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  CommandLineError,
  createIntegerParser,
  describeVerb,
  EXIT,
  escapeText,
} from '@rcss/kit/command-line';
import { catchInterrupt } from '@rcss/kit/match-runner';
import {
  checkModules,
  checkStartCommands,
  chooseParallelCount,
  loadOwnTeams,
  MatchPool,
} from '@rcss/league-runner/program';
import type { Command } from 'commander';
import { createTimeoutOption, NO_KEY_NOTE } from './executor-options.js';

interface Options {
  readonly queue: string;
  readonly label: readonly string[];
  readonly team: readonly string[];
  readonly logs?: string;
  readonly parallel?: number;
  readonly folder?: string;
  readonly watchAddress?: string;
  readonly matchTimeout: number;
  readonly stalledAfter: number;
  readonly keyFile?: string;
}

/** Adds `worker`: plays the matches of a queue. */
export function addWorker(program: Command): void {
  const verb = program
    .command('worker')
    .description('play matches of a queue until SIGTERM; the matches that it plays then are finished first')
    .requiredOption('--queue <url>', 'redis://HOST:PORT or postgres://USER:PASSWORD@HOST/DATABASE')
    .option('--label <name...>', 'also take matches that need this label', [])
    .option(
      '--team <name=path...>',
      'take matches of runs with --by-teams between these teams: NAME=PATH, or a team file; PATH is a team file, a start script or its folder, demo, chaser',
      [],
    )
    .option(
      '-p, --parallel <n>',
      'matches at the same time (default: half of the processors)',
      createIntegerParser(1, 4096),
    )
    .option(
      '--key-file <path>',
      'plays only jobs that are signed with this key, and signs results (default: the variable RCSS_LEAGUE_KEY)',
    )
    .option('--folder <path>', 'folder for logs (default: a temporary one)')
    .option('--logs <address>', 'move logs of finished matches into a bucket, s3://BUCKET/PREFIX')
    .option(
      '--watch-address <host>',
      'name or address of this machine: opens the ports of its servers, so that serve on other machines can show the matches',
    )
    .addOption(createTimeoutOption())
    .option(
      '--stalled-after <seconds>',
      'time after which the matches of a worker that has died are given to others',
      createIntegerParser(2, 3600),
      30,
    )
    .action(runWorkerProgram);
  describeVerb(
    verb,
    [
      ['--queue rediss://10.0.0.5:6380 --key-file league.key', 'plays matches of all runs without a label'],
      ['--queue postgres://league@db/league --label helios --parallel 8', 'also those that need the label'],
      [
        '--queue rediss://10.0.0.5:6380 --key-file league.key --team Reds=./reds --team blues.yaml',
        'plays matches between its teams',
      ],
    ],
    {
      [EXIT.ok]: 'ended by SIGTERM or Ctrl-C after its matches',
      [EXIT.failed]: 'the work failed',
      [EXIT.usage]: 'wrong command line',
    },
  );
}

async function runWorkerProgram(options: Options): Promise<void> {
  const [{ createQueueServer, readQueueKey, runWorker }, { Bucket }] = await Promise.all([
    import('@rcss/league-runner/queue'),
    import('@rcss/league-runner/bucket'),
  ]);
  const server = createQueueServer(options.queue);
  const key = readQueueKey(options.keyFile, process.env);
  const teams = loadOwnTeams(options.team);
  checkStartCommands(teams.values());
  await checkModules(teams.values());
  const bucket = options.logs === undefined ? null : new Bucket(options.logs, process.env);
  const folder =
    options.folder === undefined ? mkdtempSync(join(tmpdir(), 'rcss-worker-')) : resolve(options.folder);
  const pool = new MatchPool({
    size: options.parallel ?? chooseParallelCount(),
    matchTimeout: options.matchTimeout,
  });
  const interrupt = catchInterrupt();
  const note = (text: string): void => void process.stderr.write(escapeText(`${text}\n`));
  note(`Worker of ${server.address}, ${pool.size} matches at a time. Ctrl-C: ends after its matches.`);
  if (!key.isPresent) note(NO_KEY_NOTE);
  for (const { name, version } of teams.values()) note(`Team ${name}, version ${version}`);
  try {
    const { played } = await runWorker(server, {
      labels: options.label,
      teams,
      ...(bucket === null ? {} : { bucket }),
      ...(options.watchAddress === undefined ? {} : { watchAddress: options.watchAddress }),
      folder,
      lockSeconds: options.stalledAfter,
      pool,
      key,
      draining: interrupt.signal,
      stopping: new AbortController().signal,
      onNote: note,
    });
    note(`${played} matches played.`);
  } catch (error) {
    throw new CommandLineError(`${server.address}: ${(error as Error).message}`);
  } finally {
    await pool.close();
    interrupt.restoreDefaults();
  }
}
