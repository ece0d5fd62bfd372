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
    }
  /** Stamina of the speaker, 0 to `stamina_max`. */
  | { readonly kind: 'stamina'; readonly value: number }
  /** The speaker asks for a pass to this place. */
  | { readonly kind: 'request'; readonly x: number; readonly y: number }
  /** The speaker, or the teammate `unum`, gets the ball after `cycles`. */
  | { readonly kind: 'intercept'; readonly unum: number; readonly cycles: number }
  /** Place of the opponents' goalie. */
  | { readonly kind: 'goalie'; readonly x: number; readonly y: number }
  /** A message of a kind that the team has defined, see `messages` of `defineTeam`. */
  | { readonly kind: 'own'; readonly name: string; readonly values: Readonly<Record<string, number>> };

/** A number in a message of an own kind: it is said in 2 ** `bits` steps from `min` to `max`. */
export interface MessageField {
  readonly min: number;
  readonly max: number;
  /** 1 to 16. */
  readonly bits: number;
}

/** Own kinds of messages by name, each with its fields by name: at most 8. All players of a team need the same. */
export type MessageKinds = Readonly<Record<string, Readonly<Record<string, MessageField>>>>;

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

/** Bits of the number of an own kind. */
const OWN_KIND_BITS = 3;
const MAX_FIELD_BITS = 16;

const PLACE: readonly Field[] = [
  { name: 'x', min: -58, max: 58, bits: 8 },
  { name: 'y', min: -40, max: 40, bits: 7 },
];

/** Formats of the parts; the number of a kind is its index plus 1, and the kinds from {@link EXTENDED} on share one number. */
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
  { kind: 'stamina', fields: [{ name: 'value', min: 0, max: 8000, bits: 6 }] },
  { kind: 'request', fields: PLACE },
  {
    kind: 'intercept',
    fields: [
      { name: 'unum', min: 0, max: 15, bits: 4 },
      { name: 'cycles', min: 0, max: 63, bits: 6 },
    ],
  },
  { kind: 'goalie', fields: PLACE },
];
const EXTENDED = 5;
const EXTENDED_CODE = 6;
const OWN_CODE = 7;
const EXTENDED_BITS = 2;

/** Fields of an own kind in the order of their definition; undefined for an unknown one. */
function ownFields(kinds: MessageKinds, index: number): readonly Field[] | undefined {
  const fields = Object.values(kinds)[index];
  return fields && Object.entries(fields).map(([name, field]) => ({ name, ...field }));
}

/**
 * Checks own kinds of messages.
 *
 * @param size Characters of a message: `say_msg_size`.
 * @throws RangeError if there are more than 8, if a field has no range or not 1 to 16 bits, or if a message of one kind does not fit
 */
export function checkMessageKinds(kinds: MessageKinds, size: number = SAY_CHARACTERS): void {
  const names = Object.keys(kinds);
  if (names.length > 1 << OWN_KIND_BITS)
    throw new RangeError(`messages: ${names.length} kinds; at most ${1 << OWN_KIND_BITS} are allowed`);
  for (const [name, fields] of Object.entries(kinds)) {
    let sum = KIND_BITS + OWN_KIND_BITS;
    for (const [field, { min, max, bits }] of Object.entries(fields)) {
      const place = `messages.${name}.${field}`;
      if (!(Number.isFinite(min) && Number.isFinite(max) && min < max))
        throw new RangeError(`${place}: min ${min}, max ${max}; numbers with min < max are allowed`);
      if (!Number.isInteger(bits) || bits < 1 || bits > MAX_FIELD_BITS)
        throw new RangeError(`${place}: ${bits} bits; 1 to ${MAX_FIELD_BITS} are allowed`);
      sum += bits;
    }
    if (sum > size * BITS_PER_CHARACTER)
      throw new RangeError(
        `messages.${name}: ${sum} bits with its number; ${size * BITS_PER_CHARACTER} fit in a message (say_msg_size is ${size})`,
      );
  }
}

/** The bits before the fields of a part, and its fields. */
interface PartLayout {
  readonly head: readonly (readonly [value: number, bits: number])[];
  readonly fields: readonly Field[];
  readonly values: Readonly<Record<string, number>>;
}

function layOut(part: SayPart, kinds: MessageKinds): PartLayout {
  if (part.kind === 'own') {
    const index = Object.keys(kinds).indexOf(part.name);
    const fields = ownFields(kinds, index);
    if (fields === undefined)
      throw new RangeError(
        `say: no kind of message has the name ${JSON.stringify(part.name)}; messages of the team: ${Object.keys(kinds).join(', ') || 'none'}`,
      );
    return {
      head: [
        [OWN_CODE, KIND_BITS],
        [index, OWN_KIND_BITS],
      ],
      fields,
      values: part.values,
    };
  }
  const index = FORMATS.findIndex(({ kind }) => kind === part.kind);
  const { fields } = FORMATS[index]!;
  const values = part as unknown as Readonly<Record<string, number>>;
  if (index < EXTENDED) return { head: [[index + 1, KIND_BITS]], fields, values };
  return {
    head: [
      [EXTENDED_CODE, KIND_BITS],
      [index - EXTENDED, EXTENDED_BITS],
    ],
    fields,
    values,
  };
}

const sumBits = ({ head, fields }: PartLayout): number =>
  head.reduce((sum, [, bits]) => sum + bits, 0) + fields.reduce((sum, { bits }) => sum + bits, 0);

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
 * @param kinds Own kinds of messages; none by default.
 * @throws RangeError if a part is of an own kind that is not defined, or lacks a number
 */
export function encodeSay(
  parts: readonly SayPart[],
  size: number = SAY_CHARACTERS,
  kinds: MessageKinds = {},
): string {
  const writer = new BitWriter();
  let free = size * BITS_PER_CHARACTER;
  for (const part of parts) {
    const layout = layOut(part, kinds);
    const needed = sumBits(layout);
    if (needed > free) continue;
    free -= needed;
    for (const [value, bits] of layout.head) writer.write(value, bits);
    for (const { name, min, max, bits } of layout.fields) {
      const value = layout.values[name];
      if (value === undefined || Number.isNaN(value))
        throw new RangeError(`say: ${name} of ${JSON.stringify(part)} is ${value}; a number is needed`);
      const steps = (1 << bits) - 1;
      writer.write(Math.round(((clamp(value, min, max) - min) / (max - min)) * steps), bits);
    }
  }
  return writer.finish();
}

/** Returns the parts of a message; null if the text was not written by {@link encodeSay} with the same kinds. */
export function decodeSay(text: string, kinds: MessageKinds = {}): SayPart[] | null {
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
    const index =
      code === OWN_CODE ? read(OWN_KIND_BITS) : code === EXTENDED_CODE ? read(EXTENDED_BITS) : code - 1;
    if (index < 0) return null;
    const format = FORMATS[code === EXTENDED_CODE ? EXTENDED + index : index];
    const fields = code === OWN_CODE ? ownFields(kinds, index) : format?.fields;
    if (fields === undefined) return null;
    const values: Record<string, number> = {};
    for (const { name, min, max, bits } of fields) {
      const value = read(bits);
      if (value < 0) return null;
      values[name] = min + (value / ((1 << bits) - 1)) * (max - min);
    }
    const name = Object.keys(kinds)[index]!;
    parts.push(
      (code === OWN_CODE ? { kind: 'own', name, values } : { kind: format!.kind, ...values }) as SayPart,
    );
  }
  return parts.length === 0 ? null : parts;
}
