import { readFileSync } from 'node:fs';
import { unpack } from '@rcss/logs';
import { type RecordingHeader, readRecording } from '@rcss/simulator';
import { Command, InvalidArgumentError } from 'commander';
import { type Configuration, loadConfiguration } from '../config/configuration.js';
import { memoryFiles } from '../config/file-access.js';
import { StartError } from '../lifecycle/start-error.js';
import { type LaunchedServer, launchServer } from '../lifecycle/start-server.js';
import { createResumption } from '../recordings/resumption.js';
import { parseCommandLine } from './parse-command-line.js';
import type { ProgramHost } from './program-host.js';

/** Seconds that players of a resumed match have to come back. */
const PATIENCE = 60;

/**
 * `rcss-server resume FILE --cycle N [options]`: goes on with a recorded match at a cycle. The parameters are those of
 * the recording; options in the usual syntax change ports, clocks and logs. Throws `StartError`.
 */
export async function resume(
  argv: readonly string[],
  { env, files, console }: Pick<ProgramHost, 'env' | 'files' | 'console'>,
): Promise<LaunchedServer | null> {
  const command = new Command('rcss-server resume')
    .description('Goes on with a recorded match: plays it up to a cycle, then serves clients as usual.')
    .argument('<recording>', 'file that was written with rcss::record')
    .argument('[options...]', 'settings such as server::port=7000')
    .requiredOption('--cycle <n>', 'cycle behind which the match goes on', wholeNumber)
    .option('--wait <seconds>', 'how long to wait for the players to come back', wholeNumber, PATIENCE);
  if (!parseCommandLine(command, argv, console)) return null;
  const [path = '', ...settings] = command.args;
  const { cycle, wait } = command.opts<{ cycle: number; wait: number }>();
  let bytes: Uint8Array;
  try {
    bytes = unpack(readFileSync(path)).bytes;
  } catch (error) {
    throw new StartError((error as Error).message);
  }
  const opened = readRecording(bytes);
  if (!opened.ok) throw new StartError(`${path}: ${opened.error.message}`);
  const reader = opened.value;
  const config = configure(reader.header, settings, { env, files, console });
  if (config === null) return null;
  const start = { date: recordedDate(reader.header), ...reader.header.start };
  return launchServer(config, console, createResumption(reader, start, cycle, wait));
}

function wholeNumber(text: string): number {
  const n = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(n))
    throw new InvalidArgumentError('expected a whole number.');
  return n;
}

/** Start of the recorded match as a date of this machine's time zone: names of logs show the same digits. */
function recordedDate({ start }: RecordingHeader): Date {
  const digits = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(start.result);
  const seconds = /T\d\d:\d\d:(\d\d)/.exec(start.log)?.[1] ?? '0';
  if (digits === null) return new Date();
  const [, year, month, day, hour, minute] = digits.map(Number) as [number, ...number[]];
  return new Date(year as number, (month as number) - 1, day, hour, minute, Number(seconds));
}

/** The recorded parameters with those of the settings over them. */
function configure(
  header: RecordingHeader,
  settings: readonly string[],
  { env, files, console }: Pick<ProgramHost, 'env' | 'files' | 'console'>,
): Configuration | null {
  // Configuration files of this machine have no say in a match that was played elsewhere.
  const outcome = loadConfiguration({
    argv: settings,
    program: 'rcss-server',
    env: { ...env, RCSS_CONF_DIR: '/conf' },
    files: { ...memoryFiles(), homeOf: files.homeOf },
  });
  if (!outcome.ok) {
    for (const { stream, text } of outcome.output) if (stream === 'stderr') console.err(text);
    return null;
  }
  const named = (module: string) =>
    new Set(
      settings.flatMap((text) => [...text.matchAll(new RegExp(`${module}::(\\w+)`, 'g'))].map((m) => m[1])),
    );
  const over = <P extends object>(recorded: P, set: P, names: ReadonlySet<string | undefined>): P =>
    Object.freeze(
      Object.fromEntries(
        Object.entries(recorded).map(([name, value]) => [
          name,
          names.has(name) ? set[name as keyof P] : value,
        ]),
      ),
    ) as P;
  const { config } = outcome;
  return {
    ...config,
    server: over(header.server, config.server, named('server')),
    player: over(header.player, config.player, named('player')),
  };
}
