import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import {
  type Configuration,
  createLogConsole,
  createLogSettings,
  createMemoryFiles,
  createResumption,
  type LaunchedServer,
  launchServer,
  loadConfiguration,
  readStartTime,
} from '@rcss/match-server/program';
import { pickGameParams } from '@rcss/params/program';
import type { RecordingHeader } from '@rcss/simulator/recording';
import { applyPriority } from './apply-priority.js';
import type { ProgramHost } from './program-host.js';
import { openRecording } from './read-packed-file.js';
import { summarizeConfigError } from './summarize-config-error.js';

/** Where a recorded match is resumed. */
export interface ResumeOptions {
  /** Cycle after which the match continues. */
  readonly cycle: number;
  /** Time limit for the players to reconnect, seconds. */
  readonly wait: number;
}

/**
 * Continues a recorded match at a cycle. The parameters are those of the recording but for commands and files; `settings` change ports, clocks and logs.
 *
 * @throws {CommandLineError} if the recording cannot be read or a setting is wrong.
 * @throws {import('@rcss/match-server').StartError} if the server cannot be started.
 */
export async function resume(
  path: string,
  settings: readonly string[],
  { cycle, wait }: ResumeOptions,
  host: Pick<ProgramHost, 'env' | 'files' | 'console' | 'raisePriority'>,
): Promise<LaunchedServer> {
  const reader = openRecording(path, host.console);
  const config = configure(reader.header, settings, host);
  const start = readStartTime(reader.header.start);
  const launched = await launchServer(config, host.console, createResumption(reader, start, cycle, wait));
  applyPriority(config, {
    ...host,
    console: createLogConsole(host.console, createLogSettings(config.rcss)),
  });
  return launched;
}

/** Returns the recorded parameters, overwritten by those that the settings name. */
function configure(
  header: RecordingHeader,
  settings: readonly string[],
  { env, files, console }: Pick<ProgramHost, 'env' | 'files' | 'console'>,
): Configuration {
  // Configuration files of this machine do not apply to a match that was recorded elsewhere.
  const outcome = loadConfiguration({
    argv: settings,
    program: 'rcss-server',
    env: { ...env, RCSS_CONF_DIR: '/conf' },
    files: { ...createMemoryFiles(), homeOf: files.homeOf },
  });
  if (!outcome.ok) {
    for (const { stream, text } of outcome.output) if (stream === 'stderr') console.err(text);
    throw new CommandLineError(summarizeConfigError(outcome.output), EXIT.usage);
  }
  const namesOf = (module: string) =>
    new Set(
      settings.flatMap((text) => [...text.matchAll(new RegExp(`${module}::(\\w+)`, 'g'))].map((m) => m[1])),
    );
  const game = pickGameParams(header.rules.server);
  // Other texts are commands and files, which a recording of others must not choose.
  const isOwn = (name: string, value: unknown): boolean =>
    typeof value === 'string' && !(name in game) && !name.startsWith('fixed_teamname_');
  const override = <P extends object>(recorded: P, set: P, names: ReadonlySet<string | undefined>): P =>
    Object.freeze(
      Object.fromEntries(
        Object.entries(recorded).map(([name, value]) => [
          name,
          names.has(name) || isOwn(name, value) ? set[name as keyof P] : value,
        ]),
      ),
    ) as P;
  const { config } = outcome;
  return {
    ...config,
    server: override(header.rules.server, config.server, namesOf('server')),
    player: override(header.rules.player, config.player, namesOf('player')),
  };
}
