import { isPlayMode, type PlayerCommand, type PlayMode, type Side } from '@rcss/core';
import {
  decodePlayerMessage,
  encodePlayerCommand,
  encodePlayerInit,
  encodePlayerReconnect,
  NEWEST_VERSION,
  type PlayerMessage,
} from '@rcss/protocol';
import { Session, type SessionCodec, type SessionOptions } from './session.js';

/** Who wants to play. */
export interface PlayerClientOptions extends SessionOptions {
  readonly team: string;
  /** Protocol version; the newest by default. */
  readonly version?: number;
  readonly goalie?: boolean;
  /** Come back as this number instead of as a new player (03 §3). */
  readonly reconnectAs?: number;
}

/** What a player knows of himself besides what every session knows. */
export interface PlayerIdentity {
  /** Null until the server has accepted him. */
  side: Side | null;
  unum: number | null;
  /** The mode in which play is, as far as heard; an own name of the server's is kept as it is. */
  playMode: PlayMode | string;
}

/** A player's connection; `identity` follows the messages. */
export type PlayerClient = Session<PlayerMessage, PlayerCommand> & { readonly identity: PlayerIdentity };

/** A player's session, not yet connected. */
export function createPlayerClient(options: PlayerClientOptions): PlayerClient {
  const { team, version = NEWEST_VERSION, goalie = false, reconnectAs } = options;
  const codec: SessionCodec<PlayerMessage, PlayerCommand> = {
    connectText:
      reconnectAs === undefined
        ? encodePlayerInit({ team, version, goalie })
        : encodePlayerReconnect(team, reconnectAs),
    decode: decodePlayerMessage,
    encode: encodePlayerCommand,
    isAccepted: (message) => message.type === 'init' || message.type === 'reconnect',
    bye: '(bye)',
  };
  const session = new Session(codec, options);
  const identity: PlayerIdentity = { side: null, unum: reconnectAs ?? null, playMode: 'before_kick_off' };
  session.events.on('message', (message) => follow(identity, message));
  return Object.assign(session, { identity });
}

function follow(identity: PlayerIdentity, message: PlayerMessage): void {
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
        identity.playMode = playModeAfter(message.heard.message, identity.playMode);
      }
      break;
  }
}

/** The play mode after a call of the referee: goals are called with the score, other calls leave the mode (06 §3.1). */
export function playModeAfter(call: string, before: PlayMode | string): PlayMode | string {
  if (isPlayMode(call)) return call;
  if (call.startsWith('goal_l_')) return 'goal_l';
  if (call.startsWith('goal_r_')) return 'goal_r';
  return before;
}
