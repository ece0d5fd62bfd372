/** `(init ...)` and `(reconnect ...)`, the replies to an accepted init (spec 03 §5.1). */
import type { PlayMode, Side } from '@rcss/core';
import type { ByteWriter, SexpCursor } from '@rcss/sexp';

/** Appends the reply to an accepted init, with its final NUL (spec 03 §5.1). */
export function encodeInitReply(w: ByteWriter, side: Side, unum: number, playMode: PlayMode): ByteWriter {
  return w.ascii('(init ').ascii(side).byte(0x20).int(unum).byte(0x20).ascii(playMode).byte(0x29).nul();
}

/** Appends the reply to an accepted reconnect, with its final NUL (spec 03 §5.1). */
export function encodeReconnectReply(w: ByteWriter, side: Side, playMode: PlayMode): ByteWriter {
  return w.ascii('(reconnect ').ascii(side).byte(0x20).ascii(playMode).byte(0x29).nul();
}

/** The reply to an accepted init or reconnect. The reply to a reconnect does not contain the number. */
export type AcceptedMessage =
  | { readonly type: 'init'; readonly side: Side; readonly unum: number; readonly playMode: string }
  | { readonly type: 'reconnect'; readonly side: Side; readonly playMode: string };

/** Reads `l` or `r`, which must be the next item. */
export function readSide(cursor: SexpCursor): Side {
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
