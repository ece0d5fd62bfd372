import { basename } from 'node:path';
import { SIDE_NAMES } from '@rcss/core';
import type { MatchDocument } from '@rcss/core/match-document';
import type { RcssParams } from '@rcss/match-server';
import { createDocumentSpec, createUnattendedValues, type MatchSpec } from '@rcss/simulator';
import type { TeamLimits } from '@rcss/tournament/documents';

/** Time that a team has to connect its first player if its limits do not say otherwise, s. */
export const DEFAULT_START_TIMEOUT: number = 60;

/** Name of the recording of a match whose files have the name `match`. */
export const RECORDING_NAME = 'match.rec.gz';

/** Whether a match needs a server. Two modules play in one process, by no clock. */
export function needsServer({ teams = {} }: Pick<MatchDocument, 'teams'>): boolean {
  return !SIDE_NAMES.every((side) => teams[side] !== undefined && 'module' in teams[side]);
}

/**
 * Returns the spec of a match of a league. What the document says overrides what is usual in a league.
 *
 * @param name Name of its files where the document gives none.
 * @throws {RangeError} if a parameter is not allowed
 */
export function createFixtureSpec(document: MatchDocument, name: string): MatchSpec {
  const { recording = {} } = document;
  const { clock = 'real-time' } = needsServer(document) ? document : { clock: 'synchronous' as const };
  const { gameLog = true, textLog = true, recording: file = false } = recording;
  const choose = (choice: boolean | string): boolean | string => (choice === true ? name : choice);
  const spec = createDocumentSpec(
    { ...document, clock },
    // Game logs of thousands of matches are large.
    { server: { ...createUnattendedValues(clock), game_log_compression: 1 } },
  );
  const keep = {
    ...recording,
    gameLog: choose(gameLog),
    textLog: choose(textLog),
    recording: file === true ? `${name}.rec.gz` : file && basename(file),
  };
  return { ...spec, keep };
}

/** Clients for which the clock of a match waits, if its document does not say otherwise. */
export interface AwaitedClients {
  /** Players for which the clock waits. */
  readonly clientCount: number;
  /** Longest time between two clients, s. */
  readonly connectTimeout: number;
  /** Limits of the teams, which may have a time for the coach. */
  readonly limits: { readonly left: TeamLimits; readonly right?: TeamLimits };
}

/**
 * Returns the values of the server program in a league, which do not change the game.
 *
 * @param program Those that the document of the match sets.
 */
export function createProgramValues(
  program: Partial<RcssParams> | undefined,
  { clientCount, connectTimeout, limits: { left, right = {} } }: AwaitedClients,
): Partial<RcssParams> {
  return {
    // Programs of the teams run beside the server and could connect as monitors.
    referees: 'none',
    wait_for_clients: clientCount,
    connect_timeout: Math.ceil(Math.max(DEFAULT_START_TIMEOUT, connectTimeout)),
    ...(left.coachTimeout === undefined ? {} : { coach_timeout_l: left.coachTimeout }),
    ...(right.coachTimeout === undefined ? {} : { coach_timeout_r: right.coachTimeout }),
    ...program,
    reproducible: true,
    warmup: 0,
  };
}
