import { readFileSync } from 'node:fs';
import { createRandomStream } from '@rcss/core/random';
import { expect, it } from 'vitest';
import { drawPoisson } from '../test/simulate-sprt.js';
import type { Fixture, FixtureResult } from './formats/plan.js';
import { createTournament } from './formats/tournament.js';
import * as tournament from './index.js';
import { addBlock, createSprt } from './sprt/sprt.js';
import { createBlockValues } from './statistics/blocks.js';
import { summarizeComparison } from './statistics/comparison-summary.js';

const names = {
  ...tournament,
  createTournament,
  addBlock,
  createSprt,
  createBlockValues,
  summarizeComparison,
};

it('the example of the README returns what its text says', () => {
  const rng = createRandomStream(1, 'readme');
  const play = ({ id, left, right }: Fixture): FixtureResult => {
    const rate = (team: string): number => (team === 'new' ? 3 : 2);
    return { id, scoreL: drawPoisson(rng, rate(left)), scoreR: drawPoisson(rng, rate(right)) };
  };
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!.replace(/^import .*$/gm, '');
  const results = 'phases, problems, table, test, goalDifference, elo';
  const body = `const { ${Object.keys(names).join(', ')} } = names;\n${example}\nreturn { ${results} };`;
  const found = new Function('names', 'play', body)(names, play);
  expect(found.phases).toHaveLength(3);
  expect(found.problems).toEqual([]);
  expect(readme).toContain(`\`table\` is \`${found.table.join(', ')}\``);
  expect(found.test.decision).toBe('h1');
  expect(found.goalDifference.low).toBeGreaterThan(0);
  expect(found.elo.value).toBeGreaterThan(0);
});
