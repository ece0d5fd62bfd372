import { clamp } from '@rcss/core/math';
import type { Point } from './geometry.js';

/** The 64 characters that carry six bits each; all of them may be said (spec 03 §6). */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-';

/** A message to teammates, in at most ten characters. It contains estimates of the speaker, in the team frame. */
export interface SayCall {
  /** Number of the receiver of the pass; 0 for none. */
  readonly receiver: number;
  readonly ball: Readonly<Point>;
  readonly velocity: Readonly<Point>;
  /** Position of the speaker. */
  readonly speaker: Readonly<Point>;
}

/** Bits and ranges of the six numbers: ball x, y, vx, vy and speaker x, y. */
const FIELDS: readonly { readonly min: number; readonly max: number; readonly bits: number }[] = [
  { min: -58, max: 58, bits: 11 },
  { min: -40, max: 40, bits: 10 },
  { min: -3, max: 3, bits: 7 },
  { min: -3, max: 3, bits: 7 },
  { min: -58, max: 58, bits: 8 },
  { min: -40, max: 40, bits: 7 },
];

/** Text of a call: one character for the receiver and nine for 50 bits of numbers (the last four bits are unused). */
export function encodeCall(call: SayCall): string {
  const values = [call.ball.x, call.ball.y, call.velocity.x, call.velocity.y, call.speaker.x, call.speaker.y];
  let text = ALPHABET[clamp(call.receiver, 0, 11)]!;
  let buffer = 0;
  let filled = 0;
  for (let i = 0; i < FIELDS.length; i++) {
    const { min, max, bits } = FIELDS[i]!;
    const steps = 2 ** bits - 1;
    buffer = buffer * 2 ** bits + Math.round(((clamp(values[i]!, min, max) - min) / (max - min)) * steps);
    filled += bits;
    while (filled >= 6) {
      filled -= 6;
      const high = Math.floor(buffer / 2 ** filled);
      text += ALPHABET[high]!;
      buffer -= high * 2 ** filled;
    }
  }
  if (filled > 0) text += ALPHABET[buffer * 2 ** (6 - filled)]!;
  return text;
}

/** Reads a call; null if the text is not a call of this team. */
export function decodeCall(text: string): SayCall | null {
  if (text.length !== 10) return null;
  const receiver = ALPHABET.indexOf(text[0]!);
  if (receiver < 0 || receiver > 11) return null;
  const values: number[] = [];
  let buffer = 0;
  let filled = 0;
  let at = 1;
  for (const { min, max, bits } of FIELDS) {
    while (filled < bits) {
      const six = ALPHABET.indexOf(text[at++] ?? '?');
      if (six < 0) return null;
      buffer = buffer * 64 + six;
      filled += 6;
    }
    filled -= bits;
    const value = Math.floor(buffer / 2 ** filled);
    buffer -= value * 2 ** filled;
    values.push(min + (value / (2 ** bits - 1)) * (max - min));
  }
  return {
    receiver,
    ball: { x: values[0]!, y: values[1]! },
    velocity: { x: values[2]!, y: values[3]! },
    speaker: { x: values[4]!, y: values[5]! },
  };
}
