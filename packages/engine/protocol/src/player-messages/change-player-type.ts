/** `(change_player_type ...)` (spec 03 §5.5, §10.7). */
import type { Side } from '@rcss/core';
import type { ByteWriter, SexpCursor } from '@rcss/sexp';
import { readSide } from './init-reply.js';

/**
 * Appends the type of a player, with the final NUL. `typeId` is null for opponents, whose type is not sent
 * (spec 03 §5.5, §10.7). Only for versions with the feature `changePlayerType`.
 */
export function encodeChangePlayerType(w: ByteWriter, unum: number, typeId: number | null): ByteWriter {
  w.ascii('(change_player_type ').int(unum);
  if (typeId !== null) w.byte(0x20).int(typeId);
  return w.byte(0x29).nul();
}

/** Appends that a player became goalie, with the final NUL. Only for versions with the feature `changeGoalie` (spec 03 §10.7). */
export function encodeChangeGoalie(w: ByteWriter, side: Side, unum: number): ByteWriter {
  return w.ascii('(change_player_type ').ascii(side).byte(0x20).int(unum).ascii(' goalie)').nul();
}

/** The type of a player, or a new goalie of either team. `typeId` is present for teammates only. */
export type ChangePlayerTypeMessage =
  | { readonly type: 'change_player_type'; readonly unum: number; readonly typeId: number | null }
  | { readonly type: 'change_goalie'; readonly side: Side; readonly unum: number };

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
