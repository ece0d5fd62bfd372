/** Numbers at the edges of what decoders allow. */
const NUMBERS = [
  '0',
  '-1',
  '1',
  '127',
  '128',
  '255',
  '256',
  '32767',
  '65535',
  '65536',
  '2147483647',
  '2147483648',
  '4294967295',
  '9007199254740993',
  '1e9',
  '1e308',
  '1e999',
  '-0',
  '0.1',
  '1e-300',
  'nan',
  'inf',
  'null',
  'true',
  '[]',
  '{}',
  '""',
].map((text) => Buffer.from(text));
const EDGES = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff];
const TOKEN = /[-+]?[\d.]+|[A-Za-z_]+|"[^"]*"/g;

const put = (bytes, at, removed, added) =>
  Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]);
const pick = (random, list) => list[random(list.length)];

/** A token of the text: what a decoder reads as a unit. */
function pickToken(bytes, random) {
  const tokens = [...bytes.toString('latin1').matchAll(TOKEN)];
  const token = tokens.length > 0 ? pick(random, tokens) : undefined;
  return token ? { at: token.index, length: token[0].length } : { at: random(bytes.length + 1), length: 0 };
}

const span = (bytes, random) => {
  const at = random(bytes.length + 1);
  return { at, length: random(Math.min(bytes.length - at, 1 << random(11)) + 1) };
};

const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Another value at a place of a document in JSON. */
function changeJson(bytes, { random, words, others }) {
  const document = parse(bytes.toString());
  if (typeof document !== 'object' || document === null) return bytes;
  const places = [];
  const collect = (value) => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) {
      places.push([value, key]);
      collect(value[key]);
    }
  };
  collect(document);
  if (places.length === 0) return bytes;
  const [object, key] = pick(random, places);
  const [other, otherKey] = pick(random, places);
  const word = pick(random, words).toString();
  switch (random(8)) {
    case 0:
      delete object[key];
      break;
    case 1:
      // Not by its name: an array has a length.
      if (Array.isArray(object)) object.push(object[key]);
      else
        Object.defineProperty(object, word, {
          value: object[key],
          enumerable: true,
          configurable: true,
          writable: true,
        });
      break;
    case 2:
      object[key] = [object[key], object[key]];
      break;
    case 3:
      object[key] = other[otherKey] === object ? word : other[otherKey];
      break;
    case 4:
      object[key] = parse(pick(random, others).toString()) ?? word;
      break;
    case 5:
      object[key] = parse(pick(random, NUMBERS).toString()) ?? null;
      break;
    case 6:
      object[key] = { [word]: object[key] };
      break;
    default:
      object[key] = parse(word) ?? word;
  }
  try {
    return Buffer.from(JSON.stringify(document));
  } catch {
    // The value contains itself now.
    return bytes;
  }
}

const OPERATIONS = [
  changeJson,
  (bytes, { random }) => {
    if (bytes.length === 0) return bytes;
    const copy = Buffer.from(bytes);
    copy[random(copy.length)] ^= 1 << random(8);
    return copy;
  },
  (bytes, { random }) => put(bytes, random(bytes.length + 1), random(2), Buffer.from([random(256)])),
  (bytes, { random }) => {
    const { at, length } = span(bytes, random);
    return put(bytes, at, length, Buffer.alloc(0));
  },
  // The same again, many times: depth, length, number of entries.
  (bytes, { random }) => {
    const { at, length } = span(bytes, random);
    const times = 1 + random(1 << random(8));
    return put(bytes, at, 0, Buffer.concat(Array(times).fill(bytes.subarray(at, at + length))));
  },
  (bytes, { random }) => {
    const { at, length } = pickToken(bytes, random);
    return put(bytes, at, length, pick(random, NUMBERS));
  },
  (bytes, { random, words }) => {
    const { at, length } = pickToken(bytes, random);
    return put(bytes, at, length, pick(random, words));
  },
  (bytes, { random, words }) => put(bytes, random(bytes.length + 1), 0, pick(random, words)),
  (bytes, { random }) => {
    const from = pickToken(bytes, random);
    const to = pickToken(bytes, random);
    return put(bytes, to.at, to.length, bytes.subarray(from.at, from.at + from.length));
  },
  // The head of this input and the tail of another one.
  (bytes, { random, others }) => {
    const other = pick(random, others);
    return Buffer.concat([
      bytes.subarray(0, random(bytes.length + 1)),
      other.subarray(random(other.length + 1)),
    ]);
  },
  (bytes, { random, others }) => {
    const other = pick(random, others);
    const { at, length } = span(other, random);
    const to = span(bytes, random);
    return put(bytes, to.at, to.length, other.subarray(at, at + length));
  },
  // A number of one, two or four bytes: one at an edge, or one of the source.
  (bytes, { random, words }) => {
    const given = random(2) ? Number(pick(random, words)) : Number.NaN;
    const value = Number.isInteger(given) ? given >>> 0 : pick(random, EDGES);
    const size = pick(random, [1, 1, 2, 4]);
    if (bytes.length < size) return bytes;
    const copy = Buffer.from(bytes);
    const at = random(copy.length - size + 1);
    const fitting = size === 4 ? value : value % 2 ** (8 * size);
    if (random(2)) copy.writeUIntBE(fitting, at, size);
    else copy.writeUIntLE(fitting, at, size);
    return copy;
  },
];

/**
 * Another input of at most `maxBytes`, changed in one to eight ways.
 *
 * @param {Buffer} bytes
 * @param {{ random: (limit: number) => number, words: readonly Buffer[], others: readonly Buffer[], maxBytes: number }} context
 */
export function mutate(bytes, context) {
  let result = bytes;
  for (let left = 1 << context.random(4); left > 0; left--) {
    result = pick(context.random, OPERATIONS)(result, context);
    if (result.length > context.maxBytes) result = result.subarray(0, context.maxBytes);
  }
  return result;
}
