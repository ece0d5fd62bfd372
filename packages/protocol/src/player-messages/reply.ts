/** Answers to commands: ok, warning, error, score; and `(think)` (spec 03 §10.5, §10.6, §10.8). */
import type { Reply } from '@rcss/core';
import { type ByteWriter, encodeLatin1, type SexpCursor } from '@rcss/sexp';

/** The answers that are the same for every receiver. */
export type PlainReply = Extract<Reply, { readonly kind: 'ok' | 'warning' | 'error' | 'score' }>;

/** Append an answer, with its final NUL. */
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

/** Append `(error CODE)`, with its final NUL. */
export function encodeError(w: ByteWriter, code: string): ByteWriter {
  return w.ascii('(error ').ascii(code).byte(0x29).nul();
}

/** Append `(warning CODE)`, with its final NUL. */
export function encodeWarning(w: ByteWriter, code: string): ByteWriter {
  return w.ascii('(warning ').ascii(code).byte(0x29).nul();
}

/** Append the answer to `(score)`, with its final NUL (spec 03 §10.6). */
export function encodeScore(w: ByteWriter, time: number, own: number, opponents: number): ByteWriter {
  return w.ascii('(score ').int(time).byte(0x20).int(own).byte(0x20).int(opponents).byte(0x29).nul();
}

/** The datagram `(think)` with its NUL, the same for everybody (spec 03 §10.5). Not to be changed. */
export const THINK: Uint8Array = encodeLatin1('(think)\0');

/** An answer as a client reads it. */
export type ReplyMessage =
  /** `args` is the text behind the code, e.g. `(ver 7 8)`; '' when there is none. */
  | { readonly type: 'ok'; readonly code: string; readonly args: string }
  /** `code` is everything behind the head, blanks included: `no team with name Gamma` (spec 03 §1.8). */
  | { readonly type: 'warning' | 'error'; readonly code: string }
  | { readonly type: 'score'; readonly time: number; readonly own: number; readonly opponents: number };

/** Read the rest of `(ok ...)`, the cursor being behind its head. */
export function readOk(cursor: SexpCursor): ReplyMessage {
  const code = cursor.readAtom();
  return { type: 'ok', code, args: cursor.atEnd() ? '' : cursor.restUntilLastParen() };
}

/** Read the rest of `(warning ...)` or `(error ...)`, the cursor being behind its head. */
export function readProblem(cursor: SexpCursor, type: 'warning' | 'error'): ReplyMessage {
  return { type, code: cursor.restUntilLastParen() };
}

/** Read the rest of `(score ...)`, the cursor being behind its head. */
export function readScore(cursor: SexpCursor): ReplyMessage {
  return { type: 'score', time: cursor.readInt(), own: cursor.readInt(), opponents: cursor.readInt() };
}
