/** Answers to commands: ok, warning, error, score; and `(think)` (03 §10.5, §10.6, §10.8). */
import type { Reply } from '@rcss/core';
import { type ByteWriter, encodeLatin1 } from '@rcss/sexp';

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

/** Append the answer to `(score)`, with its final NUL (03 §10.6). */
export function encodeScore(w: ByteWriter, time: number, own: number, opponents: number): ByteWriter {
  return w.ascii('(score ').int(time).byte(0x20).int(own).byte(0x20).int(opponents).byte(0x29).nul();
}

/** The datagram `(think)` with its NUL, the same for everybody (03 §10.5). Not to be changed. */
export const THINK: Uint8Array = encodeLatin1('(think)\0');
