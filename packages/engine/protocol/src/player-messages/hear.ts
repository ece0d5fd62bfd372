/** `(hear ...)` (spec 03 §10.3). */
import type { AudioMessage, Side } from '@rcss/core';
import type { ByteWriter, SexpCursor } from '@rcss/sexp';
import { roundInt } from '@rcss/sexp/numbers';
import type { PlayerEncoding } from './player-encoding.js';

/** Appends the hear message for one player, with its final NUL. Not for calls of the referee. */
export function encodeHear(
  w: ByteWriter,
  time: number,
  heard: AudioMessage,
  encoding: PlayerEncoding,
): ByteWriter {
  const { features } = encoding;
  w.ascii('(hear ').int(time).byte(0x20);
  switch (heard.kind) {
    case 'self':
      writeContents(w.ascii('self '), heard.message, features.hearQuoted);
      break;
    case 'complete':
      w.int(heard.dir).byte(0x20);
      if (features.hearSides) writeSide(w, heard.own, heard.unum).byte(0x20);
      writeContents(w, heard.message, features.hearQuoted);
      break;
    case 'partial':
      writeSide(w, heard.own, heard.unum);
      break;
    case 'trainer':
      w.ascii(features.hearTrainerAsCoach ? 'coach ' : 'referee ');
      writeContents(w, heard.message, features.hearQuoted);
      break;
    case 'coach_text':
    case 'coach_language':
      w.ascii(heard.side === 'l' ? 'online_coach_left ' : 'online_coach_right ');
      writeContents(w, heard.message, features.hearQuoted && heard.kind === 'coach_text');
      break;
  }
  return w.byte(0x29).nul();
}

/** Appends a call of the referee, with its final NUL. It is the same for all versions. */
export function encodeRefereeHear(w: ByteWriter, time: number, call: string): ByteWriter {
  return w.ascii('(hear ').int(time).ascii(' referee ').ascii(call).byte(0x29).nul();
}

function writeSide(w: ByteWriter, own: boolean, unum: number): ByteWriter {
  return own ? w.ascii('our ').int(unum) : w.ascii('opp');
}

function writeContents(w: ByteWriter, message: string, quoted: boolean): void {
  if (quoted) w.byte(0x22).ascii(message).byte(0x22);
  else w.ascii(message);
}

/**
 * Contents of a hear message. Below version 8 the speaker is unknown (`own` and `unum` are null). No version
 * contains the number of an opponent. Below version 7 the trainer appears as the referee.
 */
export type HeardMessage =
  | { readonly kind: 'referee'; readonly message: string }
  | { readonly kind: 'self'; readonly message: string }
  | {
      readonly kind: 'complete';
      /** Degrees relative to the body. */
      readonly dir: number;
      readonly own: boolean | null;
      readonly unum: number | null;
      readonly message: string;
    }
  | { readonly kind: 'partial'; readonly own: boolean; readonly unum: number | null }
  | { readonly kind: 'trainer'; readonly message: string }
  /** `coach_language` if the contents are an unquoted list. */
  | { readonly kind: 'coach_text' | 'coach_language'; readonly side: Side; readonly message: string };

/** A decoded hear message. */
export interface HearMessage {
  readonly type: 'hear';
  /** Cycle. */
  readonly time: number;
  /** Sender and contents. */
  readonly heard: HeardMessage;
}

/** Reads a hear message of any version; the cursor is after its head. The contents may be any text (spec 03 §1.8). */
export function readHear(cursor: SexpCursor): HearMessage {
  const time = cursor.readInt();
  return { type: 'hear', time, heard: readHeard(cursor) };
}

function readHeard(cursor: SexpCursor): HeardMessage {
  if (cursor.takeAtom('referee')) return { kind: 'referee', message: cursor.readUntilLastParen() };
  if (cursor.takeAtom('self')) return { kind: 'self', message: readContents(cursor) };
  if (cursor.takeAtom('coach')) return { kind: 'trainer', message: readContents(cursor) };
  if (cursor.takeAtom('online_coach_left')) return readCoachMessage(cursor, 'l');
  if (cursor.takeAtom('online_coach_right')) return readCoachMessage(cursor, 'r');
  if (cursor.takeAtom('our')) return { kind: 'partial', own: true, unum: cursor.readInt() };
  if (cursor.takeAtom('opp')) return { kind: 'partial', own: false, unum: null };
  const dir = cursor.readNumber();
  const { pos, depth } = cursor;
  // Contents of the old form may begin with the same words, but are never quoted.
  if (cursor.takeAtom('our')) {
    const unum = cursor.peekKind() === 'atom' ? Number(cursor.readAtom()) : Number.NaN;
    if (Number.isInteger(unum) && cursor.peekKind() === 'string') {
      return { kind: 'complete', dir, own: true, unum, message: cursor.readOuterQuoted() };
    }
    cursor.rewind(pos, depth);
  } else if (cursor.takeAtom('opp')) {
    if (cursor.peekKind() === 'string') {
      return { kind: 'complete', dir, own: false, unum: null, message: cursor.readOuterQuoted() };
    }
    cursor.rewind(pos, depth);
  } else cursor.rewind(pos, depth);
  return { kind: 'complete', dir, own: null, unum: null, message: readContents(cursor) };
}

/**
 * Returns the hear message that a client decodes from the text of {@link encodeHear}, without that text, if the message is the speech of
 * a player in a version with quoted contents; otherwise null.
 */
export function createHearMessage(
  time: number,
  heard: AudioMessage,
  { features }: PlayerEncoding,
): HearMessage | null {
  if (!features.hearQuoted || !features.hearSides) return null;
  switch (heard.kind) {
    case 'self':
      return { type: 'hear', time: roundInt(time), heard: { kind: 'self', message: heard.message } };
    case 'complete': {
      const { own, message } = heard;
      const unum = own ? roundInt(heard.unum) : null;
      return {
        type: 'hear',
        time: roundInt(time),
        heard: { kind: 'complete', dir: roundInt(heard.dir), own, unum, message },
      };
    }
    case 'partial':
      return {
        type: 'hear',
        time: roundInt(time),
        heard: { kind: 'partial', own: heard.own, unum: heard.own ? roundInt(heard.unum) : null },
      };
    default:
      return null;
  }
}

/** Reads quoted contents, or everything up to the last parenthesis. */
function readContents(cursor: SexpCursor): string {
  const { pos, depth } = cursor;
  const quoted = cursor.peekKind() === 'string';
  cursor.rewind(pos, depth);
  return quoted ? cursor.readOuterQuoted() : cursor.readUntilLastParen();
}

function readCoachMessage(cursor: SexpCursor, from: Side): HeardMessage {
  const { pos, depth } = cursor;
  const language = cursor.peekKind() === 'list';
  cursor.rewind(pos, depth);
  return {
    kind: language ? 'coach_language' : 'coach_text',
    side: from,
    message: readContents(cursor),
  };
}
