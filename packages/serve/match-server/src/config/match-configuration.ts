/** The configuration of a server that plays a match, from its spec and what the program decides about it. */
import { basename, dirname, join } from 'node:path';
import type { ServerParams } from '@rcss/params';
import { pickGameParams, type RcssParams } from '@rcss/params/program';
import type { MatchSpec } from '@rcss/simulator';
import { type Configuration, createConfiguration } from './configuration.js';

/** What a program decides about a match besides its spec: nothing of it changes the game. */
export interface MatchPlace {
  /** Folder of the files of the match. */
  readonly folder: string;
  /** Port of the players; the two ports of coaches follow it. 0: three free ports. Absent: those of the rules. */
  readonly port?: number;
  /** Names of files that the spec asks for without a name; those of logs that are absent here have the date in their name. */
  readonly names?: { readonly recording?: string; readonly result?: string };
  /** Values of the program. */
  readonly rcss?: Partial<RcssParams>;
}

/**
 * Returns the configuration of a server that plays a match.
 *
 * @throws {RangeError} if a value is not allowed; the message names the parameter
 */
export function createMatchConfiguration(
  { seed, rules: { server, player }, clock, keep = {} }: MatchSpec,
  { folder, port, names = {}, rcss = {} }: MatchPlace,
): Configuration {
  const files = {
    record: createFilePath(folder, keep.recording, names.recording ?? 'match.rec'),
    result_file: createFilePath(folder, keep.result, names.result ?? 'result.json'),
  };
  const given = Object.entries(files).filter(([, path]) => path !== null);
  return createConfiguration({
    server: {
      ...server,
      random_seed: seed,
      synch_mode: clock !== 'real-time',
      ...(port !== undefined && {
        port,
        coach_port: port === 0 ? 0 : port + 1,
        olcoach_port: port === 0 ? 0 : port + 2,
      }),
      keepaway_log_dir: folder,
      ...createLogValues('game', folder, keep.gameLog),
      ...createLogValues('text', folder, keep.textLog),
    },
    player,
    rcss: { ...rcss, ...pickGameParams(server), ...Object.fromEntries(given) },
  });
}

/** Parameters of a log: off, with the usual name or with a fixed one; absent: as the rules say. */
function createLogValues(
  kind: 'game' | 'text',
  folder: string,
  choice: boolean | string | undefined,
): Partial<ServerParams> {
  const logging = choice === undefined ? {} : { [`${kind}_logging`]: choice !== false };
  if (typeof choice !== 'string') return { ...logging, [`${kind}_log_dir`]: folder };
  return {
    ...logging,
    [`${kind}_log_dir`]: join(folder, dirname(choice)),
    [`${kind}_log_fixed`]: true,
    [`${kind}_log_fixed_name`]: basename(choice).replace(/\.rc[gl](\.gz)?$/, ''),
    [`${kind}_log_dated`]: false,
  };
}

/** Path of a file; null: the spec does not decide about it. */
function createFilePath(folder: string, choice: boolean | string | undefined, usual: string): string | null {
  if (choice === undefined) return null;
  return choice === false ? '' : join(folder, choice === true ? usual : choice);
}
