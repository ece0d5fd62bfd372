import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const packages = join(import.meta.dirname, '../../..');
/** The packages whose code affects the result of a match between teams of `@rcss/agent`. */
const CHECKED_PACKAGES = [
  ...['core', 'params', 'physics', 'sensors', 'referee', 'simulator'].map((name) => `engine/${name}`),
  'play/agent',
];

/** Functions whose results ECMAScript leaves to the engine, or that return random numbers without a seed. */
const ENGINE_DEPENDENT_CALL =
  /\bMath\s*\.\s*(?:a?sinh?|a?cosh?|a?tanh?|atan2|exp|expm1|log|log1p|log2|log10|pow|hypot|cbrt|random)\b/;
/** Other ways to access them. */
const BARE_MATH = /\bMath\b(?!\s*\.)/;
/** Powers of two with an integer exponent are exact on every engine. */
const INEXACT_POWER = /(?<!\b2 )\*\*|\*\*(?! -?\d+\b(?!\.))/;

/** Lines of code with operations that differ between engines, as `line: text`. */
function findViolations(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, (comment) => comment.replace(/[^\n]/g, ''));
  return code
    .split('\n')
    .map((line, i) => [line, i + 1] as const)
    .filter(([line]) => ENGINE_DEPENDENT_CALL.test(line) || BARE_MATH.test(line) || INEXACT_POWER.test(line))
    .map(([line, number]) => `${number}: ${line.trim()}`);
}

function listSourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.ts$/.test(entry.name) && !/\.(test|e2e|long|bench)\.ts$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('code that affects a match uses the elementary functions of core, not those of Math', () => {
  it.each(CHECKED_PACKAGES)('%s', (name) => {
    const files = listSourceFiles(join(packages, name, 'src'));
    expect(files.length).toBeGreaterThan(5);
    const found = files.flatMap((file) =>
      findViolations(readFileSync(file, 'utf8')).map(
        (violation) => `${relative(packages, file)}:${violation}`,
      ),
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
      expect(findViolations(`f(1);\n${bad}`), bad).toHaveLength(1);
    }
    for (const good of [
      'Math.sqrt(x) + Math.floor(x) * Math.PI',
      'Math.abs(Math.fround(x))',
      'v / 2 ** 64 - 2 ** -53',
      '// Math.sin(x)',
      '/** x ** y */',
      'Math.imul(a, b)',
    ]) {
      expect(findViolations(good), good).toEqual([]);
    }
  });
});
