import { expect, it } from 'vitest';
import { createBatch } from '../index.js';
import { SCENARIOS } from './catalog.js';

it('scripted agents bring every scenario to an end, the same in two runs', () => {
  for (const scenario of SCENARIOS.filter(({ left }) => left.length < 11)) {
    const run = () => {
      const batch = createBatch({ scenario, matches: 4, seed: 2, autoReset: 'none' });
      batch.reset();
      for (let n = 0; n < scenario.horizon; n++) batch.stepScripted();
      return { outcomes: [...batch.outcomes], cycles: [...batch.cycles] };
    };
    const first = run();
    expect(first.outcomes.every((outcome) => outcome > 0)).toBe(true);
    expect(run()).toEqual(first);
  }
});
