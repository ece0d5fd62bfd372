import { basename, join } from 'node:path';
import type { Side } from '@rcss/core';
import type { MatchDocument, MatchDocumentValue } from '@rcss/core/match-document';
import type { ConfigurationValues } from '@rcss/match-server';
import type { TeamLimits } from '@rcss/tournament/documents';

/** Time that a team has to connect its first player if its limits do not say otherwise, s. */
export const DEFAULT_START_TIMEOUT: number = 60;

/** Clients for which the clock of a match waits, if its document does not say otherwise. */
export interface AwaitedClients {
  /** Players for which the clock waits. */
  readonly clientCount: number;
  /** Longest time between two clients, s. */
  readonly connectTimeout: number;
  /** Limits of the teams, which may have a time for the coach. */
  readonly limits: { readonly left: TeamLimits; readonly right?: TeamLimits };
}

/** Names of the files in the folder of a match, without suffix. */
const LOG_NAME = 'match';

/** Whether the clock of a document waits for the clients. */
export function isSynchronous({ clock = 'real-time' }: MatchDocument): boolean {
  return clock !== 'real-time';
}

/**
 * Returns the parameters of the server of a match. Parameters of the document override the usual ones of a league; ports, seed, clock and
 * places of files are the program's own.
 *
 */
export function createServerValues(
  document: MatchDocument,
  folder: string,
  { clientCount, connectTimeout, limits }: AwaitedClients,
): ConfigurationValues {
  const { parameters = {}, recording = {} } = document;
  const byClock = !isSynchronous(document);
  const server: Record<string, MatchDocumentValue> = {
    ...createRuleValues(document),
    random_seed: document.seed ?? -1,
    port: 0,
    coach_port: 0,
    olcoach_port: 0,
    synch_mode: !byClock,
    game_log_dir: `${folder}/`,
    text_log_dir: `${folder}/`,
    keepaway_log_dir: `${folder}/`,
    ...createLogValues('game', recording.gameLog ?? true),
    ...createLogValues('text', recording.textLog ?? true),
  };
  return {
    server,
    player: parameters.player ?? {},
    rcss: {
      // Programs of the teams run beside the server and could connect as monitors.
      referees: 'none',
      wait_for_clients: clientCount,
      connect_timeout: Math.ceil(Math.max(DEFAULT_START_TIMEOUT, connectTimeout)),
      ...createCoachTimeout('l', limits.left),
      ...createCoachTimeout('r', limits.right),
      ...parameters.rcss,
      reproducible: true,
      warmup: 0,
      ...createRecordingValue(recording.recording ?? false, folder),
    },
  } as ConfigurationValues;
}

function createCoachTimeout(side: Side, { coachTimeout }: TeamLimits = {}): Record<string, number> {
  return coachTimeout === undefined ? {} : { [`coach_timeout_${side}`]: coachTimeout };
}

export const RECORDING_NAME = 'match.rec.gz';

function createRecordingValue(choice: boolean | string, folder: string): { readonly record?: string } {
  if (choice === false) return {};
  return { record: join(folder, choice === true ? RECORDING_NAME : basename(choice)) };
}

/** Parameters of the server that a league sets, and those of the document. */
export function createRuleValues(document: MatchDocument): Record<string, MatchDocumentValue> {
  const byClock = !isSynchronous(document);
  const kickOffWait = byClock ? 50 : 5;
  return {
    auto_mode: true,
    half_time: 300,
    nr_extra_halfs: 0,
    penalty_shoot_outs: false,
    kick_off_wait: kickOffWait,
    connect_wait: kickOffWait + 50,
    game_over_wait: byClock ? 20 : 2,
    // Game logs of thousands of matches are large.
    game_log_compression: 1,
    ...document.parameters?.server,
  };
}

function createLogValues(
  kind: 'game' | 'text',
  choice: boolean | string,
): Record<string, MatchDocumentValue> {
  return {
    [`${kind}_logging`]: choice !== false,
    [`${kind}_log_fixed`]: true,
    [`${kind}_log_fixed_name`]: chooseLogName(choice),
    [`${kind}_log_dated`]: false,
  };
}

/** Returns the name of a log without suffix, for a name that a document gives, or true. */
export function chooseLogName(choice: boolean | string): string {
  return typeof choice === 'string' ? choice.replace(/\.rc[gl](\.gz)?$/, '') : LOG_NAME;
}
