/** `(init ...)`, `(reconnect ...)`, parameter messages and `(change_player_type ...)` (03 §5, §10.7). */
import type { PlayMode, Side } from '@rcss/core';
import {
  type PlayerParams,
  type PlayerType,
  playerParamText,
  playerTypeText,
  type ServerParams,
  serverParamText,
} from '@rcss/params';
import type { ByteWriter } from '@rcss/sexp';
import type { Features } from '../features.js';

/** Append the answer to an accepted init, with its final NUL (03 §5.1). */
export function encodeInitReply(w: ByteWriter, side: Side, unum: number, playMode: PlayMode): ByteWriter {
  return w.ascii('(init ').ascii(side).byte(0x20).int(unum).byte(0x20).ascii(playMode).byte(0x29).nul();
}

/** Append the answer to an accepted reconnect, with its final NUL (03 §5.1). */
export function encodeReconnectReply(w: ByteWriter, side: Side, playMode: PlayMode): ByteWriter {
  return w.ascii('(reconnect ').ascii(side).byte(0x20).ascii(playMode).byte(0x29).nul();
}

function withNul(w: ByteWriter, text: string): ByteWriter {
  return text === '' ? w : w.ascii(text).nul();
}

/** Append the server parameters, with the final NUL; nothing for versions that get none (03 §5.2). */
export function encodeServerParam(w: ByteWriter, params: ServerParams, features: Features): ByteWriter {
  return withNul(w, serverParamText(params, features.formatVersion));
}

/** Append the player parameters, with the final NUL; nothing for versions that get none (03 §5.3). `params` carry the seed used. */
export function encodePlayerParam(w: ByteWriter, params: PlayerParams, features: Features): ByteWriter {
  return withNul(w, playerParamText(params, features.formatVersion));
}

/** Append one player type, with the final NUL; nothing for versions that get none (03 §5.4). */
export function encodePlayerType(w: ByteWriter, type: PlayerType, features: Features): ByteWriter {
  return withNul(w, playerTypeText(type, features.formatVersion));
}

/**
 * Append the type of a player, with the final NUL: `typeId` null for opponents, whose type is not told (03 §5.5, §10.7). Only for
 * versions with the feature `changePlayerType`.
 */
export function encodeChangePlayerType(w: ByteWriter, unum: number, typeId: number | null): ByteWriter {
  w.ascii('(change_player_type ').int(unum);
  if (typeId !== null) w.byte(0x20).int(typeId);
  return w.byte(0x29).nul();
}

/** Append that a player became goalie, with the final NUL. Only for versions with the feature `changeGoalie` (03 §10.7). */
export function encodeChangeGoalie(w: ByteWriter, side: Side, unum: number): ByteWriter {
  return w.ascii('(change_player_type ').ascii(side).byte(0x20).int(unum).ascii(' goalie)').nul();
}
