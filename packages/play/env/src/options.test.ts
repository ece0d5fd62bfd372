// cspell:ignore Skpi keper
import { expect, it } from 'vitest';
import { createBatch } from './batch.js';
import type { BatchOptions } from './batch-options.js';
import { EXTRA_SENSES } from './observation/extra-senses.js';

/** Options as JavaScript or JSON can have them. */
function create(options: Record<string, unknown>): () => void {
  return () => createBatch({ scenario: '1v1', ...options } as unknown as BatchOptions);
}

it.each<[string, Record<string, unknown>, string]>([
  ['an option with a typing error', { frameSkpi: 2 }, 'onCycle; did you mean frameSkip?'],
  ['a reward with a typing error', { reward: { gaol: 1 } }, '; did you mean goal?'],
  ['a scenario with a typing error', { scenario: '1v1-keper' }, '; did you mean 1v1-keeper?'],
  ['an unknown option', { skip: 2 }, '"skip" is not an option; the options are scenario, matches, '],
  [
    'an unknown option of observations',
    { observation: { type: 'global', orders: 'number' } },
    `observation: "orders" is not an option; the options are type, order, noise, height, edition, view, ${EXTRA_SENSES.join(', ')}; did you mean order?`,
  ],
  ['an unknown option of actions', { action: { typ: 'macro' } }, 'action: "typ" is not an option'],
  [
    'an unknown option of a controller',
    { others: { right: { type: 'script', script: 'chaser', share: 2 } } },
    'others.right: "share" is not an option; the options are type, name, weight, script',
  ],
  [
    'a controller that is a text',
    { others: { right: 'base' } },
    'others.right: "base" is not an object such as',
  ],
  [
    'a list of sides',
    { others: [] },
    'others: [] is not an object such as { "right": { "type": "scripts" } }',
  ],
  ['a weight that is a text', { reward: { goal: '1' } }, 'reward.goal: "1" is not a finite number'],
  ['a list of rewards', { reward: ['goal'] }, 'reward: ["goal"] is not an object such as { goal: 10'],
  ['a scenario that is a number', { scenario: 3 }, 'scenario: 3 is not the name of a scenario'],
  ['a scenario that is null', { scenario: null }, 'scenario: null is not the name of a scenario'],
  ['a scenario without players', { scenario: { name: 'mine' } }, 'scenario.left: undefined is not a list'],
  [
    'agents by name',
    { agents: ['left_1'] },
    'agents[0]: "left_1" is not a player such as { "side": "left", "unum": 1 }',
  ],
])('an error names %s and what is allowed', (_, options, message) => {
  expect(create(options)).toThrow(message);
  expect(create(options)).toThrow(RangeError);
});

it('a state that saveMatch did not return is refused', () => {
  const batch = createBatch({ scenario: '1v1' });
  batch.reset();
  for (const saved of [{ a: 1 }, null, []])
    expect(() => batch.restoreMatch(0, saved as never)).toThrow(/^saved: .*saveMatch$/);
});

it.each([
  ['goalie', 'right'],
  ['empty-goal', 'left'],
  ['11v11', 'left'],
])('the first agent of %s is number 1 of the %s team', (scenario, side) => {
  expect(createBatch({ scenario, agents: 'first' }).agents).toEqual([{ side, unum: 1 }]);
});
