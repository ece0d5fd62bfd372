/** Replies to commands: ok, warning, error, score (spec 03 §10.6, §10.8). */
import type { Reply } from '@rcss/core';
import type { ByteWriter, SexpCursor } from '@rcss/sexp';

/** The replies that are the same for every receiver. */
export type PlainReply = Extract<Reply, { readonly kind: 'ok' | 'warning' | 'error' | 'score' }>;

/** Appends a reply, with its final NUL. */
export function encodeReply(w: ByteWriter, reply: PlainReply): ByteWriter {
  if (reply.kind === 'score') return encodeScore(w, reply.time, reply.own, reply.opponents);
  w.byte(0x28).ascii(reply.kind).byte(0x20).ascii(reply.code);
  if (reply.kind === 'ok' && reply.args !== undefined) {
    for (const arg of reply.args) {
      w.byte(0x20);
      if (typeof arg === 'number') w.int(arg);
      else w.ascii(arg);
    }
  }
  return w.byte(0x29).nul();
}

/** Appends `(error CODE)`, with its final NUL. */
export function encodeError(w: ByteWriter, code: string): ByteWriter {
  return w.ascii('(error ').ascii(code).byte(0x29).nul();
}

/** Appends `(warning CODE)`, with its final NUL. */
export function encodeWarning(w: ByteWriter, code: string): ByteWriter {
  return w.ascii('(warning ').ascii(code).byte(0x29).nul();
}

/** Appends the reply to `(score)`, with its final NUL (spec 03 §10.6). */
export function encodeScore(w: ByteWriter, time: number, own: number, opponents: number): ByteWriter {
  return w.ascii('(score ').int(time).byte(0x20).int(own).byte(0x20).int(opponents).byte(0x29).nul();
}

/** A decoded reply. */
export type ReplyMessage =
  /** `args` is the text after the code, e.g. `(ver 7 8)`; '' if there is none. */
  | { readonly type: 'ok'; readonly code: string; readonly args: string }
  /** `code` is all text after the head, blanks included: `no team with name Gamma` (spec 03 §1.8). */
  | { readonly type: 'warning' | 'error'; readonly code: string }
  | { readonly type: 'score'; readonly time: number; readonly own: number; readonly opponents: number };

/** Reads the rest of `(ok ...)`; the cursor is after its head. */
export function readOk(cursor: SexpCursor): ReplyMessage {
  const code = cursor.readAtom();
  return { type: 'ok', code, args: cursor.atEnd() ? '' : cursor.readUntilLastParen() };
}

/** Reads the rest of `(warning ...)` or `(error ...)`; the cursor is after its head. */
export function readErrorOrWarning(cursor: SexpCursor, type: 'warning' | 'error'): ReplyMessage {
  return { type, code: cursor.readUntilLastParen() };
}

/** Reads the rest of `(score ...)`; the cursor is after its head. */
export function readScore(cursor: SexpCursor): ReplyMessage {
  return { type: 'score', time: cursor.readInt(), own: cursor.readInt(), opponents: cursor.readInt() };
}
