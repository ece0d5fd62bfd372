/** Puts absurd values into the fields of logs and looks for numbers that are not finite in what is read. */
import { readLogBytes } from '../src/index.js';
import { latin1, plainLog } from './reference.js';

/** Records of one kind of which the fields are changed. */
const RECORDS_PER_KIND = 2;
/** Numbers outside of names. */
const NUMBER = /-?(?:0x[0-9a-f]+|\b\d+(?:\.\d+)?)/g;

/**
 * Replaces fields of records of a reference log, one after the other, by values, and reads each of these logs.
 *
 * @param name A text or JSON log of testdata.
 * @param fieldsPerRecord Fields of a record that are changed, about; they are spread over the record.
 * @returns A line for each number that is not finite: where it is and what was changed.
 */
export function findNonFiniteNumbers(
  name: string,
  values: readonly string[],
  fieldsPerRecord: number,
): string[] {
  const lines = chooseLines(Buffer.from(plainLog(name)).toString('latin1').split('\n'));
  const found: string[] = [];
  for (const [row, line] of lines.entries()) {
    const count = [...line.matchAll(NUMBER)].length;
    for (let field = 0; field < count; field += Math.ceil(count / fieldsPerRecord)) {
      for (const value of values) {
        let at = 0;
        const changed = line.replace(NUMBER, (text) => (at++ === field ? value : text));
        for (const record of readLogBytes(latin1(lines.with(row, changed).join('\n')))) {
          const place = findNonFinite(record, record.type);
          if (place !== null) found.push(`${place} after ${value.slice(0, 9)} in ${changed.slice(0, 60)}`);
        }
      }
    }
  }
  return found;
}

/** The first lines of each kind of record; a show needs the play mode and the teams before it. */
function chooseLines(lines: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return lines.filter((line) => {
    const kind = /^(?:\(|\{")(\w+)/.exec(line)?.[1] ?? line.slice(0, 10);
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= RECORDS_PER_KIND;
  });
}

/** Returns the path of the first number in `value` that is not finite; null if there is none. */
function findNonFinite(value: unknown, path: string): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : path;
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return null;
  for (const [key, part] of Object.entries(value)) {
    const found = findNonFinite(part, `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}
