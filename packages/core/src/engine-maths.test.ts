import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const packages = join(import.meta.dirname, '../..');
/** What a match is computed with. */
const DECIDING = ['core', 'params', 'physics', 'sensors', 'referee', 'simulator'];

/** Results of these are left to the engine by ECMAScript, or to chance that has no seed. */
const INEXACT =
  /\bMath\s*\.\s*(?:a?sinh?|a?cosh?|a?tanh?|atan2|exp|expm1|log|log1p|log2|log10|pow|hypot|cbrt|random)\b/;
/** Other ways to get at them. */
const WHOLE = /\bMath\b(?!\s*\.)/;
/** Powers of two with a whole exponent are exact everywhere. */
const POWER = /(?<!\b2 )\*\*|\*\*(?! -?\d+\b(?!\.))/;

/** Lines of code that use what differs between engines, as `line: text`. */
function offences(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, (comment) => comment.replace(/[^\n]/g, ''));
  return code
    .split('\n')
    .map((line, i) => [line, i + 1] as const)
    .filter(([line]) => INEXACT.test(line) || WHOLE.test(line) || POWER.test(line))
    .map(([line, number]) => `${number}: ${line.trim()}`);
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.(test|long|bench)\.ts$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('what decides about a match takes elementary functions from core, never from Math', () => {
  it.each(DECIDING)('%s', (name) => {
    const files = sources(join(packages, name, 'src'));
    expect(files.length).toBeGreaterThan(5);
    const found = files.flatMap((file) =>
      offences(readFileSync(file, 'utf8')).map((offence) => `${relative(packages, file)}:${offence}`),
    );
    expect(found).toEqual([]);
  });

  it('sees what it must and leaves alone what is exact', () => {
    for (const bad of [
      'Math.sin(x)',
      'Math.atan2(y, x)',
      'Math.hypot(a, b)',
      'Math.random()',
      'const { sin } = Math;',
      'x ** 0.5',
      '2 ** n',
      '2 ** 0.5',
      'a **= 2',
    ]) {
      expect(offences(`f(1);\n${bad}`), bad).toHaveLength(1);
    }
    for (const good of [
      'Math.sqrt(x) + Math.floor(x) * Math.PI',
      'Math.abs(Math.fround(x))',
      'v / 2 ** 64 - 2 ** -53',
      '// Math.sin(x)',
      '/** x ** y */',
      'Math.imul(a, b)',
    ]) {
      expect(offences(good), good).toEqual([]);
    }
  });
});
