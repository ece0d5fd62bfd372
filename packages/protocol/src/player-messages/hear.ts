/** `(hear ...)` (03 §10.3). */
import type { Heard } from '@rcss/core';
import type { ByteWriter } from '@rcss/sexp';
import type { PlayerEncoding } from '../player-encoding.js';

/** Append what one player hears from anybody but the referee, with its final NUL. */
export function encodeHear(w: ByteWriter, time: number, heard: Heard, encoding: PlayerEncoding): ByteWriter {
  const { features } = encoding;
  w.ascii('(hear ').int(time).byte(0x20);
  switch (heard.kind) {
    case 'self':
      contents(w.ascii('self '), heard.message, features.hearQuoted);
      break;
    case 'complete':
      w.int(heard.dir).byte(0x20);
      if (features.hearSides) side(w, heard.own, heard.unum).byte(0x20);
      contents(w, heard.message, features.hearQuoted);
      break;
    case 'partial':
      side(w, heard.own, heard.unum);
      break;
    case 'trainer':
      w.ascii(features.hearTrainerAsCoach ? 'coach ' : 'referee ');
      contents(w, heard.message, features.hearQuoted);
      break;
    case 'coach_text':
    case 'coach_language':
      w.ascii(heard.side === 'l' ? 'online_coach_left ' : 'online_coach_right ');
      contents(w, heard.message, features.hearQuoted && heard.kind === 'coach_text');
      break;
  }
  return w.byte(0x29).nul();
}

/** Append a call of the referee, the same for all versions, with its final NUL. */
export function encodeRefereeHear(w: ByteWriter, time: number, call: string): ByteWriter {
  return w.ascii('(hear ').int(time).ascii(' referee ').ascii(call).byte(0x29).nul();
}

function side(w: ByteWriter, own: boolean, unum: number): ByteWriter {
  return own ? w.ascii('our ').int(unum) : w.ascii('opp');
}

function contents(w: ByteWriter, message: string, quoted: boolean): void {
  if (quoted) w.byte(0x22).ascii(message).byte(0x22);
  else w.ascii(message);
}
