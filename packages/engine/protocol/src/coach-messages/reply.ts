/** Replies to trainers and online coaches (spec 07 §7, §8), and their texts for monitors (spec 10 §10). */
import type { Reply, Side } from '@rcss/core';
import { coachFeatures } from '@rcss/core/versions';
import type { ByteWriter, SexpCursor } from '@rcss/sexp';

/** The replies that `encodeCoachReply` encodes; `encodeGlobal` encodes the reply to `look`. */
export type CoachReply = Exclude<Reply, { readonly kind: 'look' | 'sense_body' }>;

/** Appends the reply to an accepted init of a trainer, with its final NUL (spec 07 §5). */
export function encodeTrainerInitReply(w: ByteWriter): ByteWriter {
  return w.ascii('(init ok)').nul();
}

/** Appends the reply to an accepted init of an online coach, with its final NUL (spec 07 §5). */
export function encodeCoachInitReply(w: ByteWriter, side: Side, version: number): ByteWriter {
  return coachFeatures(version).initSide
    ? w.ascii('(init ').ascii(side).ascii(' ok)').nul()
    : encodeTrainerInitReply(w);
}

/** Returns the text of a reply for monitors, without newline and NUL. '' for `look` and `sense_body`, which monitors cannot request. */
export function formatReply(reply: Reply): string {
  switch (reply.kind) {
    case 'ok': {
      const args = reply.args === undefined ? '' : reply.args.map((arg) => ` ${arg}`).join('');
      return `(ok ${reply.code}${args})`;
    }
    case 'warning':
    case 'error':
      return `(${reply.kind} ${reply.code})`;
    case 'check_ball':
      return `(ok check_ball ${reply.time} ${reply.place})`;
    case 'team_names': {
      const left = reply.left === null ? '' : ` (team l ${reply.left})`;
      const right = reply.right === null ? '' : ` (team r ${reply.right})`;
      return `(ok team_names${left}${right})`;
    }
    case 'score':
      return `(score ${reply.time} ${reply.own} ${reply.opponents})`;
    case 'look':
    case 'sense_body':
      return '';
  }
}

/**
 * Appends a reply to a trainer or online coach, with its final NUL. Two of the replies end with a newline before
 * the NUL (spec 07 §2).
 */
export function encodeCoachReply(w: ByteWriter, reply: CoachReply): ByteWriter {
  w.ascii(formatReply(reply));
  if (reply.kind === 'team_names' || (reply.kind === 'ok' && reply.code === 'recover')) w.byte(0x0a);
  return w.nul();
}

/** The reply to an accepted init. */
export interface CoachInitMessage {
  readonly type: 'init';
  /** Side of the coach; null for trainers and for coaches below version 6. */
  readonly side: Side | null;
}

/** A decoded reply to a trainer or coach. */
export type CoachReplyMessage =
  /** `args` is the text after the code; '' if there is none. */
  | { readonly type: 'ok'; readonly code: string; readonly args: string }
  | { readonly type: 'warning' | 'error'; readonly code: string }
  | { readonly type: 'check_ball'; readonly time: number; readonly place: string }
  /** A name is null while the side has no team. */
  | { readonly type: 'team_names'; readonly left: string | null; readonly right: string | null };

/** Reads the rest of `(init ...)`; the cursor is after its head. */
export function readCoachInitReply(cursor: SexpCursor): CoachInitMessage {
  const side = cursor.takeAtom('l') ? 'l' : cursor.takeAtom('r') ? 'r' : null;
  if (!cursor.takeAtom('ok')) cursor.fail('unexpected_text');
  return { type: 'init', side };
}

/** Reads the rest of `(ok CODE ...)`, except `look`; the cursor is after the code. */
export function readCoachOk(cursor: SexpCursor, code: string): CoachReplyMessage {
  if (code === 'check_ball') return { type: 'check_ball', time: cursor.readInt(), place: cursor.readAtom() };
  if (code === 'team_names') {
    const names: { l: string | null; r: string | null } = { l: null, r: null };
    while (cursor.enterNamed('team')) {
      const side = cursor.takeAtom('l') ? 'l' : 'r';
      if (side === 'r' && !cursor.takeAtom('r')) cursor.fail('unexpected_text');
      names[side] = cursor.readText();
      cursor.leaveList();
    }
    return { type: 'team_names', left: names.l, right: names.r };
  }
  return { type: 'ok', code, args: cursor.atEnd() ? '' : cursor.readUntilLastParen() };
}
