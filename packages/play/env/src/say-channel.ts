import { decodeSay, encodeSay, type MessageKinds } from '@rcss/agent/world';
import { checkNames } from './options.js';

/** Contents of the messages that agents say. They must fit in a message of the scenario (`say_msg_size`). */
export interface SayOptions {
  /** Number of symbols of which a message has one, 1 to 64; 1 by default: only that something is said. */
  readonly symbols?: number;
  /** Number of values from -1 to 1 in a message, 0 to 16; 0 by default. */
  readonly values?: number;
  /** Bits of each value, 1 to 16; 8 by default. */
  readonly bits?: number;
}

/** Names of {@link SayOptions}. */
export const SAY_OPTION_NAMES = ['symbols', 'values', 'bits'] as const;

const LIMITS = { symbols: [1, 64], values: [0, 16], bits: [1, 16] } as const;
const DEFAULTS = { symbols: 1, values: 0, bits: 8 } as const;

/** Kind of the messages in the messages of a team; a team of `defineTeam` with this kind reads and writes them. */
const KIND = 'learned';
/** Bits of the number of a kind of messages of a team. */
const HEAD_BITS = 6;
const BITS_PER_CHARACTER = 6;

function checkCount(path: string, name: keyof SayOptions, options: SayOptions): number {
  const value = options[name] ?? DEFAULTS[name];
  const [least, most] = LIMITS[name];
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new RangeError(
    `${path}.${name}: ${JSON.stringify(value)} is not a whole number from ${least} to ${most}`,
  );
}

/** Returns the message of a symbol and values, and reads it: the messages of agents over the protocol. */
export class SayChannel {
  readonly symbols: number;
  readonly values: number;
  readonly #kinds: MessageKinds;
  readonly #part: { readonly kind: 'own'; readonly name: string; readonly values: Record<string, number> };

  /**
   * @param path Name of the options in messages.
   * @param messageSize Characters of a message: `say_msg_size`.
   * @throws RangeError if an option is unknown or out of range, or if a message does not fit
   */
  constructor(path: string, options: SayOptions, messageSize: number) {
    checkNames(path, options, SAY_OPTION_NAMES);
    this.symbols = checkCount(path, 'symbols', options);
    this.values = checkCount(path, 'values', options);
    const bits = checkCount(path, 'bits', options);
    const symbolBits = Math.ceil(Math.log2(this.symbols));
    const sum = HEAD_BITS + symbolBits + this.values * bits;
    if (sum > BITS_PER_CHARACTER * messageSize)
      throw new RangeError(
        `${path}: a message has ${sum} bits: ${HEAD_BITS}, ${symbolBits} for the symbol, ${this.values * bits} for the values; ` +
          `${BITS_PER_CHARACTER * messageSize} fit (say_msg_size is ${messageSize})`,
      );
    const fields: Record<string, { min: number; max: number; bits: number }> = {};
    if (symbolBits > 0) fields['symbol'] = { min: 0, max: 2 ** symbolBits - 1, bits: symbolBits };
    for (let i = 1; i <= this.values; i++) fields[`value${i}`] = { min: -1, max: 1, bits };
    this.#kinds = { [KIND]: fields };
    this.#part = { kind: 'own', name: KIND, values: {} };
  }

  /**
   * Returns the message of a symbol, numbered from 0, and of the values in a block from `offset` on.
   *
   * @param messageSize Characters of a message: `say_msg_size`.
   */
  encode(symbol: number, block: Float32Array, offset: number, messageSize: number): string {
    const { values } = this.#part;
    if (this.symbols > 1) values['symbol'] = symbol;
    for (let i = 0; i < this.values; i++) values[`value${i + 1}`] = block[offset + i] as number;
    return encodeSay([this.#part], messageSize, this.#kinds);
  }

  /** Writes the values of a message to a block, and returns its symbol; -1 if the message is not one of this channel. */
  decode(message: string, block: Float32Array, offset: number): number {
    const part = decodeSay(message, this.#kinds)?.[0];
    if (part?.kind !== 'own') return -1;
    const symbol = part.values['symbol'] ?? 0;
    if (symbol >= this.symbols) return -1;
    for (let i = 0; i < this.values; i++) block[offset + i] = part.values[`value${i + 1}`] as number;
    return symbol;
  }
}
