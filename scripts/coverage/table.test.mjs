import { describe, expect, test } from 'vitest';
import { coverageByPackage, coverageTable, gateProblems } from './table.mjs';

const file = (covered, total) => ({ lines: { covered, total }, branches: { covered, total } });

const packages = coverageByPackage({
  'packages/engine/sexp/src/a.ts': file(80, 100),
  'packages/engine/sexp/src/b.ts': file(99, 100),
  'packages/engine/core/src/world.ts': file(1, 10),
  'packages/wire/logs/src/types.ts': file(0, 0),
  'scripts/run.mjs': file(0, 10),
});

describe('coverage per package', () => {
  test('files are summed by package, other files are left out', () => {
    expect(packages.map(({ folder, lines }) => [folder, lines])).toEqual([
      ['packages/engine/core', 10],
      ['packages/engine/sexp', 89.5],
      ['packages/wire/logs', 100],
    ]);
  });

  test('only a package with a gate fails, with its worst files', () => {
    expect(gateProblems(packages)).toEqual([
      [
        'packages/engine/sexp: the tests reach 89.5 % of the lines; at least 90 % are required.',
        '  packages/engine/sexp/src/a.ts: 20 lines missed, 80.0 %',
        '  packages/engine/sexp/src/b.ts: 1 lines missed, 99.0 %',
      ].join('\n'),
    ]);
  });

  test('the table names the worst file of each package', () => {
    expect(coverageTable(packages)).toContain(
      '| packages/engine/sexp | 89.5 | 89.5 | 90 | `packages/engine/sexp/src/a.ts` (20) |',
    );
    expect(coverageTable(packages)).toContain('| packages/wire/logs | 100.0 | 100.0 | 90 |  |');
  });
});
