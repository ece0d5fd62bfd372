/** `(init ...)`, `(reconnect ...)`, parameter messages and `(change_player_type ...)` (spec 03 §5, §10.7). */
import type { PlayMode, Side } from '@rcss/core';
import type { PlayerParams, PlayerType, ServerParams } from '@rcss/params';
import { formatPlayerParamText, formatPlayerTypeText, formatServerParamText } from '@rcss/params/messages';
import type { ByteWriter, SexpCursor } from '@rcss/sexp';

/** Appends the reply to an accepted init, with its final NUL (spec 03 §5.1). */
export function encodeInitReply(w: ByteWriter, side: Side, unum: number, playMode: PlayMode): ByteWriter {
  return w.ascii('(init ').ascii(side).byte(0x20).int(unum).byte(0x20).ascii(playMode).byte(0x29).nul();
}

/** Appends the reply to an accepted reconnect, with its final NUL (spec 03 §5.1). */
export function encodeReconnectReply(w: ByteWriter, side: Side, playMode: PlayMode): ByteWriter {
  return w.ascii('(reconnect ').ascii(side).byte(0x20).ascii(playMode).byte(0x29).nul();
}

function writeDatagram(w: ByteWriter, text: string): ByteWriter {
  return text === '' ? w : w.ascii(text).nul();
}

/**
 * Appends the server parameters, with the final NUL. Appends nothing for versions that do not get them
 * (spec 03 §5.2).
 */
export function encodeServerParam(w: ByteWriter, params: ServerParams, version: number): ByteWriter {
  return writeDatagram(w, formatServerParamText(params, version));
}

/**
 * Appends the player parameters, with the final NUL. Appends nothing for versions that do not get them
 * (spec 03 §5.3). `params` contain the seed that was used.
 */
export function encodePlayerParam(w: ByteWriter, params: PlayerParams, version: number): ByteWriter {
  return writeDatagram(w, formatPlayerParamText(params, version));
}

/**
 * Appends one player type, with the final NUL. Appends nothing for versions that do not get them (spec 03 §5.4).
 */
export function encodePlayerType(w: ByteWriter, type: PlayerType, version: number): ByteWriter {
  return writeDatagram(w, formatPlayerTypeText(type, version));
}

/**
 * Appends the type of a player, with the final NUL. `typeId` is null for opponents, whose type is not sent
 * (spec 03 §5.5, §10.7). Only for versions with the feature `changePlayerType`.
 */
export function encodeChangePlayerType(w: ByteWriter, unum: number, typeId: number | null): ByteWriter {
  w.ascii('(change_player_type ').int(unum);
  if (typeId !== null) w.byte(0x20).int(typeId);
  return w.byte(0x29).nul();
}

/**
 * Appends that a player became goalie, with the final NUL. Only for versions with the feature `changeGoalie`
 * (spec 03 §10.7).
 */
export function encodeChangeGoalie(w: ByteWriter, side: Side, unum: number): ByteWriter {
  return w.ascii('(change_player_type ').ascii(side).byte(0x20).int(unum).ascii(' goalie)').nul();
}

/** The reply to an accepted init or reconnect. The reply to a reconnect does not contain the number. */
export type AcceptedMessage =
  | { readonly type: 'init'; readonly side: Side; readonly unum: number; readonly playMode: string }
  | { readonly type: 'reconnect'; readonly side: Side; readonly playMode: string };

/** The type of a player, or a new goalie of either team. `typeId` is present for teammates only. */
export type ChangePlayerTypeMessage =
  | { readonly type: 'change_player_type'; readonly unum: number; readonly typeId: number | null }
  | { readonly type: 'change_goalie'; readonly side: Side; readonly unum: number };

/** Reads `l` or `r`, which must be the next item. */
function readSide(cursor: SexpCursor): Side {
  if (cursor.takeAtom('r')) return 'r';
  if (!cursor.takeAtom('l')) cursor.fail('unexpected_text');
  return 'l';
}

/** Reads the rest of `(init ...)`; the cursor is after its head. */
export function readInitReply(cursor: SexpCursor): AcceptedMessage {
  return { type: 'init', side: readSide(cursor), unum: cursor.readInt(), playMode: cursor.readAtom() };
}

/** Reads the rest of `(reconnect ...)`; the cursor is after its head. */
export function readReconnectReply(cursor: SexpCursor): AcceptedMessage {
  return { type: 'reconnect', side: readSide(cursor), playMode: cursor.readAtom() };
}

/** Reads the rest of `(change_player_type ...)`; the cursor is after its head. */
export function readChangePlayerType(cursor: SexpCursor): ChangePlayerTypeMessage {
  if (cursor.atomEquals('l') || cursor.atomEquals('r')) {
    const side = readSide(cursor);
    const unum = cursor.readInt();
    if (!cursor.takeAtom('goalie')) cursor.fail('unexpected_text');
    return { type: 'change_goalie', side, unum };
  }
  const unum = cursor.readInt();
  return { type: 'change_player_type', unum, typeId: cursor.atEnd() ? null : cursor.readInt() };
}
