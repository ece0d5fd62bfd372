import { clamp } from '@rcss/core/math';

/** The 64 characters that carry six bits each; all of them may be said (spec 03 §6). */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-';
const BITS_PER_CHARACTER = 6;
/** Bits of the number that says which part follows; 0 ends the message. */
const KIND_BITS = 3;
/** Default of `say_msg_size`. */
const SAY_CHARACTERS = 10;

/** Something that a player says to its teammates. Positions are estimates of the speaker, in the team frame, in meters. */
export type SayPart =
  /** Number of the teammate to which the speaker passes the ball now. */
  | { readonly kind: 'pass'; readonly receiver: number }
  /** The ball; its velocity is in meters per cycle. */
  | {
      readonly kind: 'ball';
      readonly x: number;
      readonly y: number;
      readonly vx: number;
      readonly vy: number;
    }
  /** Place of the speaker. */
  | { readonly kind: 'self'; readonly x: number; readonly y: number }
  /** x coordinate beyond which own players are offside. */
  | { readonly kind: 'offside_line'; readonly x: number }
  /** Place of another player; `own` is 1 for a teammate of the speaker, 0 for an opponent. */
  | {
      readonly kind: 'player';
      readonly own: number;
      readonly unum: number;
      readonly x: number;
      readonly y: number;
    };

/** First character of a message that is a text. {@link encodeSay} does not write it, so that a text is never read as parts. */
const TEXT_MARK = '*';

/** Text that a teammate said. */
export interface HeardText {
  /** Number of the speaker. */
  readonly unum: number;
  readonly text: string;
}

/**
 * Returns the message that says a text; its first character marks it.
 *
 * @param size Characters of a message: `say_msg_size`.
 * @throws RangeError if the text is empty or too long, or if it has a character that the server refuses
 */
export function encodeSayText(text: string, size: number = SAY_CHARACTERS): string {
  const most = size - TEXT_MARK.length;
  if (text.length < 1 || text.length > most)
    throw new RangeError(
      `say: ${JSON.stringify(text)} has ${text.length} characters; 1 to ${most} are allowed (say_msg_size is ${size}, one marks a text)`,
    );
  const refused = /[^0-9A-Za-z ().+\-*/?<>_]/.exec(text);
  if (refused !== null)
    throw new RangeError(
      `say: ${JSON.stringify(text)} has the character ${JSON.stringify(refused[0])}; letters A to Z, digits, blanks and ( ) . + - * / ? < > _ are allowed`,
    );
  return TEXT_MARK + text;
}

/** Returns the text of a message; null if it was not written by {@link encodeSayText}. */
export function decodeSayText(message: string): string | null {
  return message.startsWith(TEXT_MARK) ? message.slice(TEXT_MARK.length) : null;
}

/** A number in a part: its range and bits. */
interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly bits: number;
}

interface PartFormat {
  readonly kind: SayPart['kind'];
  readonly fields: readonly Field[];
}

const PLACE: readonly Field[] = [
  { name: 'x', min: -58, max: 58, bits: 8 },
  { name: 'y', min: -40, max: 40, bits: 7 },
];

/** Formats of the parts; the number of a kind is its index plus 1. */
const FORMATS: readonly PartFormat[] = [
  {
    kind: 'ball',
    fields: [
      { name: 'x', min: -58, max: 58, bits: 11 },
      { name: 'y', min: -40, max: 40, bits: 10 },
      { name: 'vx', min: -3, max: 3, bits: 7 },
      { name: 'vy', min: -3, max: 3, bits: 7 },
    ],
  },
  { kind: 'pass', fields: [{ name: 'receiver', min: 0, max: 15, bits: 4 }] },
  { kind: 'self', fields: PLACE },
  { kind: 'offside_line', fields: [{ name: 'x', min: 0, max: 58, bits: 8 }] },
  {
    kind: 'player',
    fields: [{ name: 'own', min: 0, max: 1, bits: 1 }, { name: 'unum', min: 0, max: 15, bits: 4 }, ...PLACE],
  },
];

const BITS: readonly number[] = FORMATS.map(({ fields }) =>
  fields.reduce((sum, { bits }) => sum + bits, KIND_BITS),
);

/** Collects bits and returns them as characters. */
class BitWriter {
  text = '';
  #buffer = 0;
  #filled = 0;

  write(value: number, bits: number): void {
    this.#buffer = (this.#buffer << bits) | value;
    this.#filled += bits;
    while (this.#filled >= BITS_PER_CHARACTER) {
      this.#filled -= BITS_PER_CHARACTER;
      const high = this.#buffer >> this.#filled;
      this.text += ALPHABET[high]!;
      this.#buffer -= high << this.#filled;
    }
  }

  finish(): string {
    if (this.#filled > 0) this.write(0, BITS_PER_CHARACTER - this.#filled);
    return this.text;
  }
}

/**
 * Returns the text of a message. The first part has the highest priority: a part that does not fit any more is left out, later ones that
 * fit are still said. A pass and the ball take 45 of the 60 bits, the own place 18, an offside line 11, a player 23.
 *
 * @param size Characters of a message: `say_msg_size`.
 */
export function encodeSay(parts: readonly SayPart[], size: number = SAY_CHARACTERS): string {
  const writer = new BitWriter();
  let free = size * BITS_PER_CHARACTER;
  for (const part of parts) {
    const index = FORMATS.findIndex(({ kind }) => kind === part.kind);
    if (BITS[index]! > free) continue;
    free -= BITS[index]!;
    writer.write(index + 1, KIND_BITS);
    const values = part as unknown as Readonly<Record<string, number>>;
    for (const { name, min, max, bits } of FORMATS[index]!.fields) {
      const steps = (1 << bits) - 1;
      writer.write(Math.round(((clamp(values[name]!, min, max) - min) / (max - min)) * steps), bits);
    }
  }
  return writer.finish();
}

/** Returns the parts of a message; null if the text was not written by {@link encodeSay}. */
export function decodeSay(text: string): SayPart[] | null {
  const parts: SayPart[] = [];
  let at = 0;
  let buffer = 0;
  let filled = 0;
  /** The next bits; -1 if there are none. */
  const read = (bits: number): number => {
    while (filled < bits) {
      const six = at < text.length ? ALPHABET.indexOf(text[at]!) : -1;
      if (six < 0) return -1;
      at += 1;
      buffer = (buffer << BITS_PER_CHARACTER) | six;
      filled += BITS_PER_CHARACTER;
    }
    filled -= bits;
    const value = buffer >> filled;
    buffer -= value << filled;
    return value;
  };
  while (filled + BITS_PER_CHARACTER * (text.length - at) >= KIND_BITS) {
    const code = read(KIND_BITS);
    if (code === 0) break;
    const format = FORMATS[code - 1];
    if (format === undefined) return null;
    const part: Record<string, string | number> = { kind: format.kind };
    for (const { name, min, max, bits } of format.fields) {
      const value = read(bits);
      if (value < 0) return null;
      part[name] = min + (value / ((1 << bits) - 1)) * (max - min);
    }
    parts.push(part as unknown as SayPart);
  }
  return parts.length === 0 ? null : parts;
}
