import type { StopConditions } from '@rcss/core/match-document';
import { createMatchParams, createServerParams, DEFAULT_SERVER_PARAMS } from '@rcss/params';
import type { MatchEnd } from '@rcss/simulator';
import type { RecordingReader } from '@rcss/simulator/recording';
import { createConfiguration } from '../config/configuration.js';
import { type LaunchedServer, launchServer, type SoccerServer } from '../lifecycle/start-server.js';
import { readStartTime } from '../logs/start-time.js';
import type { LogPaths } from '../state/run-state.js';
import { Rehearsal, RehearsalError, type RehearsalOptions } from './rehearsal.js';

/** A recorded match that is played again with programs in place of its clients. */
export interface RehearsalPlan extends RehearsalOptions {
  /** Time for the decision of a program, ms. */
  readonly limitMs: number;
  /** Whether the programs stay on the ports to which they send their requests; by default each gets a port of its own. */
  readonly singlePort?: boolean;
  /** Conditions that end the match besides the rules. */
  readonly stop?: StopConditions;
  /** Folder for the game log and the recording of the match that is played; absent: none. */
  readonly logs?: string;
  /** Starts the programs, which connect to the ports of the server. */
  readonly start: (server: SoccerServer) => void;
  /** Ends the match. */
  readonly signal?: AbortSignal;
}

/** How a match with programs in place of its clients ended. */
export interface Rehearsed {
  /** The end; of a match that a signal ended, the state there. */
  readonly end: MatchEnd;
  /** Whether the recording was played to its end. */
  readonly isOver: boolean;
  /** Whether the programs have played. */
  readonly hasPlayed: boolean;
  readonly logPaths: LogPaths;
}

/** Files and addresses of the machine that recorded. */
const OWN_SETTINGS = {
  game_logging: false,
  text_logging: false,
  keepaway_logging: false,
  port: 0,
  coach_port: 0,
  olcoach_port: 0,
} as const;

/** Parameters from which a match computes others when it is created. */
const FIXED =
  /^(half_time|extra_half_time|corrections|experimental_height|2d_mode|synch_mode|\w*_step|\w*_offset|keepaway\w*|player_types)$/;

/**
 * Plays a recorded match on a server in this process, with programs in place of some of its clients. They receive what these received, and their
 * commands are compared with the recorded ones, which are executed; from `playsFrom.time` on, the programs play.
 *
 * @throws {RehearsalError} (as a rejection) if a program does not connect, does not answer or ends, or if the recording cannot be played so
 * @throws {RangeError} if a parameter of `playsFrom.server` is unknown, has a value that is not allowed, or cannot be changed
 */
export async function rehearse(reader: RecordingReader, plan: RehearsalPlan): Promise<Rehearsed> {
  const { rules, seed, start } = reader.header;
  if (!rules.server.synch_mode)
    throw new RehearsalError(
      'the match was recorded in real time, in which programs do not decide in step; record it in synchronous mode (server::synch_mode=on, as rcss match --synchronous does)',
    );
  checkChanges(rules.server, plan.playsFrom?.server ?? {});
  const { logs, limitMs, stop, signal } = plan;
  const config = createConfiguration({
    server: {
      ...OWN_SETTINGS,
      ...(logs !== undefined && {
        game_logging: true,
        game_log_dir: `${logs}/`,
        game_log_dated: rules.server.game_log_dated,
      }),
    },
    rcss: {
      bind_address: '127.0.0.1',
      reproducible: true,
      referees: 'none',
      synch_timeout: limitMs,
      synch_max_missed: 0,
      single_port: plan.singlePort ?? false,
      ...(logs !== undefined && { record: `${logs}/incomplete.rec.gz`, overwrite: true }),
    },
  });
  // `playsFrom.server` changes a copy.
  const params = createMatchParams({ ...rules.server }, rules.player, seed, rules.types);
  const rehearsal = new Rehearsal(reader, params, readStartTime(start), plan);
  const console = { out: () => {}, err: () => {} };
  const { handle }: LaunchedServer = await launchServer(config, console, rehearsal, {
    ...(stop && { stop }),
  });
  const abort = () => handle.stop();
  signal?.addEventListener('abort', abort);
  try {
    plan.start(handle);
    await handle.finished;
  } finally {
    signal?.removeEventListener('abort', abort);
    handle.stop();
  }
  if (handle.fault !== null) throw handle.fault;
  const { isOver, isPlaying: hasPlayed } = rehearsal;
  return { end: handle.readEnd(), isOver, hasPlayed, logPaths: handle.logPaths };
}

function checkChanges(
  server: RecordingReader['header']['rules']['server'],
  changes: Readonly<Record<string, unknown>>,
): void {
  for (const name of Object.keys(changes)) {
    if (!Object.hasOwn(DEFAULT_SERVER_PARAMS, name))
      throw new RangeError(`server::${name} is not a known parameter`);
    if (FIXED.test(name)) throw new RangeError(`server::${name} cannot be changed during a match`);
  }
  createServerParams({ ...server, ...changes });
}
