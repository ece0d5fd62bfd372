import { describe, expect, it } from 'vitest';
import { wireLines } from '../test/wire-lines.js';
import { formatG6, readStrtod } from './entries/numbers.js';
import { encodeLatin1, parseSexp, printSexp, SexpCursor } from './index.js';

const irregular = /^\((hear|msg|include|error no team)/;
const regular = wireLines.filter((line) => !irregular.test(line));

/** Returns the line in the form of the printer, with one blank between items; strings are unchanged. */
function normal(line: string): string {
  return line
    .split('"')
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/\)\(/g, ') (').replace(/([^\s(])\(/g, '$1 ('),
    )
    .join('"')
    .trim();
}

describe('recorded messages', () => {
  it('well-formed messages parse and print to the same text (spec 03 §1.8)', () => {
    expect(regular.length).toBeGreaterThan(80);
    for (const line of regular) {
      const parsed = parseSexp(line);
      expect(parsed.ok, line).toBe(true);
      if (parsed.ok) expect(printSexp(parsed.value)).toBe(normal(line));
      const cursor = new SexpCursor(encodeLatin1(`${line}\0`));
      expect([cursor.skip(), cursor.peekKind(), cursor.error]).toEqual([true, 'end', null]);
    }
  });

  it('every recorded real prints to the same text (spec 03 §1.6)', () => {
    const numbers = new Set<string>();
    for (const line of regular) {
      for (const [atom] of line.replace(/"[^"]*"/g, ' ').matchAll(/[^\s()]+/g)) {
        // The server prints reals with at most six digits. Longer ones are integers (seeds).
        if (/^-?[0-9]/.test(atom) && !/^0x/.test(atom) && atom.replace(/e.*|[^0-9]/g, '').length <= 7)
          numbers.add(atom);
      }
    }
    expect(numbers.size).toBeGreaterThan(300);
    for (const text of numbers) {
      const scan = readStrtod(text);
      if (scan.end === text.length) expect(formatG6(scan.value)).toBe(text);
    }
  });
});
