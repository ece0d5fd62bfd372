/**
 * JSON that keeps every number: negative zero and non-finite values, which plain JSON loses, are encoded as an
 * object with the single key `#`.
 */

const WORDS: Readonly<Record<string, number>> = {
  '-0': -0,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
};

/** Returns the text of plain data. */
export function exactJson(value: unknown): string {
  return JSON.stringify(value, (_key, v: unknown) => {
    if (typeof v !== 'number') return v;
    if (Object.is(v, -0)) return { '#': '-0' };
    return Number.isFinite(v) ? v : { '#': String(v) };
  });
}

/** Returns the plain data of a text made by `exactJson`. Throws a SyntaxError if the text is not JSON. */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (key, v: unknown) => {
    // Data of others are copied onto objects by their keys: this one would be the prototype of all objects.
    if (key === '__proto__') return undefined;
    if (v === null || typeof v !== 'object') return v;
    const word = (v as { '#'?: unknown })['#'];
    return typeof word === 'string' && Object.hasOwn(WORDS, word) ? WORDS[word] : v;
  });
}

/** Returns the beginning of a value for an error. Lists and objects of others can have any fields and too many levels for a text. */
export function quoteValue(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return `${JSON.stringify(value)}`.slice(0, 60);
}
