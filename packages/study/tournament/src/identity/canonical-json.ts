/**
 * Returns the canonical JSON of a value: no blanks, the fields of objects in the order of their UTF-16 code units, numbers as
 * ECMAScript writes them (RFC 8785, JSON Canonicalization Scheme). Fields with the value undefined are left out.
 *
 * @throws TypeError for what JSON cannot express: numbers that are not finite, functions, symbols, bigints, undefined in a list,
 * strings with half a surrogate pair, and cycles. The message names the path.
 */
export function canonicalJson(value: unknown): string {
  return write(value, '$', new Set());
}

function write(value: unknown, path: string, parents: Set<object>): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${path}: ${value} is not a number of JSON`);
    return JSON.stringify(value);
  }
  if (typeof value === 'string') return writeString(value, path);
  if (typeof value !== 'object') throw new TypeError(`${path}: a value of type ${typeof value} is not JSON`);
  if (parents.has(value)) throw new TypeError(`${path}: the value contains itself`);
  parents.add(value);
  const text = Array.isArray(value)
    ? `[${value.map((item, i) => write(item, `${path}[${i}]`, parents)).join()}]`
    : writeObject(value as Record<string, unknown>, path, parents);
  parents.delete(value);
  return text;
}

function writeString(value: string, path: string): string {
  // `u` makes a surrogate pair one character, so that only half a pair matches.
  if (/[\ud800-\udfff]/u.test(value)) throw new TypeError(`${path}: the text has half a surrogate pair`);
  return JSON.stringify(value);
}

function writeObject(value: Record<string, unknown>, path: string, parents: Set<object>): string {
  const fields = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
    .map((name) => `${writeString(name, path)}:${write(value[name], `${path}.${name}`, parents)}`);
  return `{${fields.join()}}`;
}
