import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const packages = join(import.meta.dirname, '../..');
/** The packages whose code affects the result of a match. */
const DECIDING = ['core', 'params', 'physics', 'sensors', 'referee', 'simulator'];

/** Functions whose results ECMAScript leaves to the engine, or that return random numbers without a seed. */
const INEXACT =
  /\bMath\s*\.\s*(?:a?sinh?|a?cosh?|a?tanh?|atan2|exp|expm1|log|log1p|log2|log10|pow|hypot|cbrt|random)\b/;
/** Other ways to access them. */
const WHOLE = /\bMath\b(?!\s*\.)/;
/** Powers of two with an integer exponent are exact on every engine. */
const POWER = /(?<!\b2 )\*\*|\*\*(?! -?\d+\b(?!\.))/;

/** Lines of code with operations that differ between engines, as `line: text`. */
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

describe('code that affects a match uses the elementary functions of core, not those of Math', () => {
  it.each(DECIDING)('%s', (name) => {
    const files = sources(join(packages, name, 'src'));
    expect(files.length).toBeGreaterThan(5);
    const found = files.flatMap((file) =>
      offences(readFileSync(file, 'utf8')).map((offence) => `${relative(packages, file)}:${offence}`),
    );
    expect(found).toEqual([]);
  });

  it('the check finds engine-dependent operations and accepts exact ones', () => {
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
