/** The hear messages of trainers and online coaches (spec 07 §11). */
import type { HeardSpeaker } from '@rcss/core';
import { coachFeatures } from '@rcss/core/versions';
import type { ByteWriter, SexpCursor } from '@rcss/sexp';

/**
 * Appends the hear message for an online coach of a version, with its final NUL (spec 07 §11.2). If the speaker is
 * another online coach, appends nothing, because online coaches do not receive such messages.
 */
export function encodeCoachHear(
  w: ByteWriter,
  version: number,
  time: number,
  speaker: HeardSpeaker,
  message: string,
): ByteWriter {
  if (speaker.by === 'coach') return w;
  w.ascii('(hear ').int(time).byte(0x20);
  if (speaker.by !== 'player') w.ascii('referee ').ascii(message);
  else if (coachFeatures(version).hearQuoted) writeQuoted(writeShortName(w, speaker).byte(0x20), message);
  else writeLongName(w, speaker).byte(0x20).ascii(message);
  return w.byte(0x29).nul();
}

/**
 * Appends the hear message for a trainer of a version, with its final NUL (spec 07 §11.1). Calls of the referee
 * have the old order in all versions: the speaker comes before the cycle.
 */
export function encodeTrainerHear(
  w: ByteWriter,
  version: number,
  time: number,
  speaker: HeardSpeaker,
  message: string,
): ByteWriter {
  w.ascii('(hear ');
  if (speaker.by !== 'referee' && coachFeatures(version).hearQuoted) {
    w.int(time).byte(0x20);
    if (speaker.by === 'player') writeShortName(w, speaker);
    else w.ascii(getSenderName(speaker));
    writeQuoted(w.byte(0x20), message);
  } else {
    if (speaker.by === 'player') writeLongName(w, speaker);
    else w.ascii(getSenderName(speaker));
    w.byte(0x20).int(time).byte(0x20).ascii(message);
  }
  return w.byte(0x29).nul();
}

type SpeakingPlayer = Extract<HeardSpeaker, { readonly by: 'player' }>;

function getSenderName(speaker: Exclude<HeardSpeaker, SpeakingPlayer>): string {
  if (speaker.by !== 'coach') return 'referee';
  return speaker.side === 'l' ? 'online_coach_left' : 'online_coach_right';
}

/** Appends `(p "TEAM" UNUM[ goalie])`. */
export function writeShortName(
  w: ByteWriter,
  player: { readonly team: string; readonly unum: number; readonly goalie: boolean },
): ByteWriter {
  w.ascii('(p "').ascii(player.team).ascii('" ').int(player.unum);
  return w.ascii(player.goalie ? ' goalie)' : ')');
}

function writeLongName(w: ByteWriter, player: SpeakingPlayer): ByteWriter {
  return w.ascii('(player ').ascii(player.team).byte(0x20).int(player.unum).byte(0x29);
}

function writeQuoted(w: ByteWriter, message: string): void {
  w.byte(0x22).ascii(message).byte(0x22);
}

/** A decoded hear message. If the contents are unquoted, the trainer cannot be distinguished from the referee. */
export interface CoachHearMessage {
  readonly type: 'hear';
  /** Cycle. */
  readonly time: number;
  /** Sender of the message. */
  readonly speaker: HeardSpeaker;
  /** Text without quotes. */
  readonly message: string;
}

/** Reads a hear message of either role and any version; the cursor is after its head. */
export function readCoachHear(cursor: SexpCursor): CoachHearMessage {
  let time = cursor.peekNumeric() ? cursor.readInt() : null;
  const speaker = readSpeaker(cursor);
  if (time === null) time = cursor.readInt();
  const { pos, depth } = cursor;
  const isQuoted = cursor.peekKind() === 'string';
  cursor.rewind(pos, depth);
  const message = isQuoted ? cursor.readOuterQuoted() : cursor.readUntilLastParen();
  const heard: HeardSpeaker = speaker.by === 'referee' && isQuoted ? { by: 'trainer' } : speaker;
  return { type: 'hear', time, speaker: heard, message };
}

function readSpeaker(cursor: SexpCursor): HeardSpeaker {
  if (cursor.takeAtom('referee')) return { by: 'referee' };
  if (cursor.takeAtom('online_coach_left')) return { by: 'coach', side: 'l' };
  if (cursor.takeAtom('online_coach_right')) return { by: 'coach', side: 'r' };
  if (!cursor.enterNamed('p') && !cursor.enterNamed('player')) cursor.fail('unexpected_text');
  return { by: 'player', ...readNamedPlayer(cursor) };
}

/** Reads the rest of `(p "TEAM" UNUM[ goalie])`; the cursor is after its head. */
export function readNamedPlayer(cursor: SexpCursor): Omit<SpeakingPlayer, 'by'> {
  const team = cursor.readText();
  const unum = cursor.readInt();
  const goalie = cursor.takeAtom('goalie');
  cursor.leaveList();
  return { team, unum, goalie };
}
