/**
 * JSON that keeps every number: negative zero and the values that are not finite, which plain JSON loses, stand as
 * an object with the one key `#`.
 */

const WORDS: Readonly<Record<string, number>> = {
  '-0': -0,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
};

/** Text of plain data. */
export function exactJson(value: unknown): string {
  return JSON.stringify(value, (_key, v: unknown) => {
    if (typeof v !== 'number') return v;
    if (Object.is(v, -0)) return { '#': '-0' };
    return Number.isFinite(v) ? v : { '#': String(v) };
  });
}

/** Plain data of a text made by `exactJson`. Throws a SyntaxError for anything else than JSON. */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (_key, v: unknown) => {
    if (v === null || typeof v !== 'object') return v;
    const word = (v as { '#'?: unknown })['#'];
    return typeof word === 'string' && Object.hasOwn(WORDS, word) ? WORDS[word] : v;
  });
}
