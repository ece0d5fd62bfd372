import type { CoachCommand, TrainerCommand } from '@rcss/core';
import { NEWEST_VERSION } from '@rcss/core/versions';
import {
  type CoachMessage,
  decodeCoachMessage,
  encodeCoachCommand,
  encodeCoachInit,
  encodeTrainerCommand,
  encodeTrainerInit,
} from '@rcss/protocol';
import { checkCommand, checkConnectOptions } from './check-command.js';
import { Session, type SessionOptions } from './session.js';

/** Options of an online coach's connection (spec 07 §4). */
export interface CoachClientOptions extends SessionOptions {
  /** Name of the team. */
  readonly team: string;
  /** Name of the coach; default '': none. */
  readonly name?: string;
  /** Protocol version; default: the newest. */
  readonly version?: number;
}

/** Connection of an online coach. */
export type CoachClient = Session<CoachMessage, CoachCommand>;
/** Connection of a trainer. */
export type TrainerClient = Session<CoachMessage, TrainerCommand>;

/**
 * Creates an online coach's session, not yet connected. The server accepts it only if the team already has a
 * player.
 *
 * @throws {TypeError} if `team`, `name` or `version` would give a malformed request.
 */
export function createCoachClient(options: CoachClientOptions): CoachClient {
  const { team, name = '', version = NEWEST_VERSION } = options;
  checkConnectOptions({ team, name, version });
  return new Session(
    {
      connectText: encodeCoachInit({ team, name, version }),
      decode: decodeCoachMessage,
      encode: (command) => encodeCoachCommand(command, version),
      checkCommand: (command) => checkCommand('coach', command),
      isAccepted: (message) => message.type === 'init',
      bye: '(bye)',
    },
    options,
  );
}

/**
 * Creates a trainer's session, not yet connected (spec 07 §3). A trainer has no `(bye)` command.
 *
 * @throws {TypeError} if `version` would give a malformed request.
 */
export function createTrainerClient(options: SessionOptions & { readonly version?: number }): TrainerClient {
  const { version = NEWEST_VERSION } = options;
  checkConnectOptions({ version });
  return new Session(
    {
      connectText: encodeTrainerInit(version),
      decode: decodeCoachMessage,
      encode: encodeTrainerCommand,
      checkCommand: (command) => checkCommand('trainer', command),
      isAccepted: (message) => message.type === 'init',
      bye: null,
    },
    options,
  );
}
