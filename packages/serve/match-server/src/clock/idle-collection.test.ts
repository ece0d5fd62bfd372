import { afterEach, expect, it, vi } from 'vitest';
import { findCollector, IdleCollection } from './idle-collection.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Runs ten passes per step, and returns the passes in which garbage was collected, as `step.pass`. */
function listCollections(steps: number): string[] {
  const collections: string[] = [];
  let place = '';
  const collection = new IdleCollection(() => collections.push(place));
  for (let step = 0; step < steps; step++) {
    for (let pass = 0; pass < 10; pass++) {
      place = `${step}.${pass}`;
      collection.run(step);
    }
  }
  return collections;
}

it('garbage is collected in the seventh pass after a step, in every tenth cycle', () => {
  expect(listCollections(35)).toEqual(['9.7', '19.7', '29.7']);
});

it('the collector of the engine is used for short-lived garbage; without one, nothing is collected', () => {
  const gc = vi.fn();
  vi.stubGlobal('gc', gc);
  findCollector()!();
  expect(gc.mock.calls).toEqual([[{ type: 'minor', execution: 'sync' }]]);
  vi.stubGlobal('gc', undefined);
  expect(findCollector()).toBeNull();
});
