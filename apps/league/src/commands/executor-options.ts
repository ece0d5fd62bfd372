import { CommandLineError, createIntegerParser, EXIT } from '@rcss/kit/command-line';
import type { Bucket } from '@rcss/league-runner/bucket';
import { chooseParallelCount, createLocalExecutor, type MatchExecutor } from '@rcss/league-runner/program';
import { type Command, Option } from 'commander';

/** Matches in a queue at the same time: enough for many workers between two polls. */
const QUEUED_MATCHES = 500;

/** Said where a queue is used without a key. */
export const NO_KEY_NOTE: string =
  'No key (--key-file): everyone who can write to the queue can start programs on the workers and store results.';

/** Options that say where matches are played. */
export interface ExecutorOptions {
  readonly parallel?: number;
  readonly matchTimeout: number;
  readonly queue?: string;
  readonly label: string;
  readonly byTeams?: boolean;
  readonly priority: number;
  readonly keyFile?: string;
  readonly logs?: string;
}

/** The option for the longest time of a match. */
export function createTimeoutOption(): Option {
  return new Option('--match-timeout <seconds>', 'longest real time of a match')
    .argParser(createIntegerParser(1, 1_000_000))
    .default(3600);
}

/** Adds the options that say where matches are played. */
export function addExecutorOptions(verb: Command): Command {
  return verb
    .option(
      '-p, --parallel <n>',
      'matches at the same time on this machine (default: that of the document, or half of the processors)',
      createIntegerParser(1, 4096),
    )
    .addOption(createTimeoutOption())
    .option(
      '--queue <url>',
      'let the workers of a queue play: redis://HOST:PORT or postgres://USER:PASSWORD@HOST/DATABASE',
    )
    .option('--label <name>', 'only workers with this label play (with --queue)', '')
    .option(
      '--by-teams',
      'only workers that have both teams play a match, with their own files (worker --team; with --queue)',
      false,
    )
    .option(
      '--key-file <path>',
      'key with which the run and its workers sign what they put into the queue (default: the variable RCSS_LEAGUE_KEY)',
    )
    .option(
      '--logs <address>',
      'move logs of finished matches into a bucket, s3://BUCKET/PREFIX; with --queue give it to the workers',
    )
    .addOption(
      new Option('--priority <n>', 'among the runs of a queue: 0 first, then 1, 2, … (with --queue)')
        .argParser(createIntegerParser(0, 1_000_000))
        .default(0),
    );
}

/**
 * Returns a function that creates the executor of the options.
 *
 * @param parallel Matches at the same time by the document.
 * @param onNote Called with things that the user should know.
 * @throws {CommandLineError} if the address of the queue or of the bucket is wrong, or options exclude each other.
 */
export async function chooseExecutor(
  folder: string,
  { queue, label, byTeams = false, priority, keyFile, parallel: given, matchTimeout, logs }: ExecutorOptions,
  parallel: number | undefined,
  onNote: (text: string) => void,
): Promise<(run: string) => MatchExecutor> {
  if (queue === undefined) {
    if (byTeams)
      throw new CommandLineError('--by-teams needs --queue: this machine has all teams', EXIT.usage);
    const size = given ?? parallel ?? chooseParallelCount();
    const bucket = logs === undefined ? null : await openBucket(logs);
    return () => createLocalExecutor(folder, { size, matchTimeout, ...(bucket === null ? {} : { bucket }) });
  }
  if (logs !== undefined)
    throw new CommandLineError(
      '--logs: with --queue, the workers move the logs; give it to them',
      EXIT.usage,
    );
  if (byTeams && label !== '')
    throw new CommandLineError('--by-teams and --label exclude each other', EXIT.usage);
  // A run without a queue does not need the memory of the clients of Redis and PostgreSQL.
  const { createQueueServer, createQueueExecutor, readQueueKey } = await import('@rcss/league-runner/queue');
  const server = createQueueServer(queue);
  const capacity = given ?? QUEUED_MATCHES;
  const key = readQueueKey(keyFile, process.env);
  if (!key.isPresent) onNote(NO_KEY_NOTE);
  return (run) => createQueueExecutor(server, { run, label, byTeams, priority, capacity, key, onNote });
}

async function openBucket(address: string): Promise<Bucket> {
  const { Bucket } = await import('@rcss/league-runner/bucket');
  return new Bucket(address, process.env);
}
