import { isPlayMode, type PlayerCommandInput, type PlayMode, type Side } from '@rcss/core';
import { NEWEST_VERSION } from '@rcss/core/versions';
import {
  decodePlayerMessage,
  encodePlayerCommand,
  encodePlayerInit,
  encodePlayerReconnect,
  type PlayerMessage,
} from '@rcss/protocol';
import { checkCommand, checkConnectOptions } from './check-command.js';
import { Session, type SessionCodec, type SessionOptions } from './session.js';

/** Options of a player's connection. */
export interface PlayerClientOptions extends SessionOptions {
  /** Name of the team. */
  readonly team: string;
  /** Protocol version; default: the newest. */
  readonly version?: number;
  /** True to join as the goalie; default false. */
  readonly goalie?: boolean;
  /** Uniform number to reconnect as, instead of joining as a new player (spec 03 §3). */
  readonly reconnectAs?: number;
}

/** Identity of a player, updated from the messages. */
export interface PlayerIdentity {
  /** Side of the team; null until the server has accepted the player. */
  side: Side | null;
  /** Uniform number; null until the server has accepted the player. */
  unum: number | null;
  /** Play mode as last announced. An unknown name is kept unchanged. */
  playMode: PlayMode | string;
}

/** A player's connection; `identity` follows the messages. */
export type PlayerClient = Session<PlayerMessage, PlayerCommandInput> & { readonly identity: PlayerIdentity };

/**
 * Creates a player's session, not yet connected. `identity` is set before the event `connected`.
 *
 * @throws {TypeError} if `team`, `version` or `reconnectAs` would give a malformed request.
 * @example
 * const player = createPlayerClient({ team: 'Alpha', transport: createUdpTransport({ port: 6000 }) });
 * player.events.on('connected', () => console.log(player.identity.unum));
 * player.connect();
 */
export function createPlayerClient(options: PlayerClientOptions): PlayerClient {
  const { team, version = NEWEST_VERSION, goalie = false, reconnectAs } = options;
  checkConnectOptions({ team, version, ...(reconnectAs !== undefined && { reconnectAs }) });
  const identity: PlayerIdentity = { side: null, unum: reconnectAs ?? null, playMode: 'before_kick_off' };
  const codec: SessionCodec<PlayerMessage, PlayerCommandInput> = {
    connectText:
      reconnectAs === undefined
        ? encodePlayerInit({ team, version, goalie })
        : encodePlayerReconnect(team, reconnectAs),
    decode: decodePlayerMessage,
    encode: encodePlayerCommand,
    checkCommand: (command) => checkCommand('player', command),
    isAccepted: (message) => message.type === 'init' || message.type === 'reconnect',
    bye: '(bye)',
    updateState: (message) => updateIdentity(identity, message),
  };
  return Object.assign(new Session(codec, options), { identity });
}

function updateIdentity(identity: PlayerIdentity, message: PlayerMessage): void {
  switch (message.type) {
    case 'init':
      identity.side = message.side;
      identity.unum = message.unum;
      identity.playMode = message.playMode;
      break;
    case 'reconnect':
      identity.side = message.side;
      identity.playMode = message.playMode;
      break;
    case 'hear':
      if (message.heard.kind === 'referee') {
        identity.playMode = getPlayModeAfter(message.heard.message, identity.playMode);
      }
      break;
  }
}

/**
 * Returns the play mode after a call of the referee. Goals are announced with the score; a call that is not a play
 * mode leaves the mode unchanged (spec 06 §3.1).
 */
export function getPlayModeAfter(call: string, before: PlayMode | string): PlayMode | string {
  if (isPlayMode(call)) return call;
  if (call.startsWith('goal_l_')) return 'goal_l';
  if (call.startsWith('goal_r_')) return 'goal_r';
  return before;
}
