import { expect, it } from 'vitest';
import { paceAnswer } from './paced-answer.js';

/** An answer that takes `costMs`, with a clock that only it advances. */
function createAnswer(costMs: number) {
  const state = { now: 0, count: 0 };
  const answer = paceAnswer(
    async () => {
      state.now += costMs;
      state.count += 1;
      return state.count;
    },
    () => state.now,
  );
  return { state, answer };
}

it('an answer is computed for each request while that takes little time', async () => {
  const { state, answer } = createAnswer(1);
  for (let i = 1; i <= 50; i++) {
    expect(await answer()).toBe(i);
    state.now += 20;
  }
});

it('many requests get the last answer, and its computation takes a twentieth of the time', async () => {
  const { state, answer } = createAnswer(10);
  for (let i = 0; i < 100_000; i++) {
    await answer();
    state.now += 0.1;
  }
  // About 10 s, of which 0.5 s and the time that is available at once.
  expect(state.count).toBeGreaterThan(50);
  expect(state.count).toBeLessThan(70);
});

it('requests that come during a computation share its answer', async () => {
  const { state, answer } = createAnswer(10);
  expect(await Promise.all([answer(), answer(), answer()])).toEqual([1, 1, 1]);
  expect(state.count).toBe(1);
});

it('an error is reported to its requests, and not kept', async () => {
  let count = 0;
  const answer = paceAnswer(async () => {
    count += 1;
    if (count === 1) throw new Error('no rooms');
    return count;
  });
  await expect(answer()).rejects.toThrow('no rooms');
  expect(await answer()).toBe(2);
});
