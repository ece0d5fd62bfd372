import { createFrame } from '@rcss/core';
import { fillFrame } from '@rcss/sensors';
import type { Match } from '@rcss/simulator';
import { createStateValue } from '@rcss/values';
import { expect, it } from 'vitest';
import { type BatchOptions, createBatch } from './index.js';
import type { RewardName } from './reward-weights.js';

/** Rewards of one step with one term, after `change` of the match. */
function rewardsOf(
  name: RewardName,
  options: Omit<BatchOptions, 'reward'>,
  change: (world: ReturnType<ReturnType<typeof createBatch>['match']>['world']) => void,
): number[] {
  const batch = createBatch({ ...options, reward: { [name]: 1 } });
  batch.reset(1);
  change(batch.match(0).world);
  batch.restoreMatch(0, batch.saveMatch(0));
  batch.actions.fill(0);
  batch.step();
  return [...batch.rewards];
}

it('goal: the scorers get 1, their opponents -1', () => {
  const rewards = rewardsOf('goal', { scenario: '3v3', agents: 'both' }, (world) => {
    world.playMode = 'play_on';
    Object.assign(world.ball.pos, { x: 52, y: 0 });
    Object.assign(world.ball.vel, { x: 2, y: 0 });
    Object.assign(world.players[11]!.pos, { x: 40, y: 20 });
  });
  expect(rewards).toEqual([1, 1, 1, -1, -1, -1]);
});

it('ball-progress: meters towards the goal of the opponents, of either team', () => {
  const rewards = rewardsOf('ball-progress', { scenario: '3v3', agents: 'both' }, (world) => {
    world.playMode = 'play_on';
    Object.assign(world.ball.pos, { x: 20, y: 0 });
    Object.assign(world.ball.vel, { x: 1, y: 0 });
  });
  expect(rewards[0]).toBeGreaterThan(0.8);
  expect(rewards[3]).toBeLessThan(-0.8);
});

it('approach-ball and cycle count for each agent', () => {
  const rewards = rewardsOf('approach-ball', { scenario: 'approach-ball' }, (world) => {
    Object.assign(world.players[0]!.pos, { x: 0, y: 0 });
    Object.assign(world.ball.pos, { x: 10, y: 0 });
    Object.assign(world.ball.vel, { x: -1, y: 0 });
  });
  expect(rewards).toHaveLength(1);
  expect(rewardsOf('cycle', { scenario: 'hfo-2v1' }, () => {})).toEqual([1, 1]);
});

it('possession: 1 for the side that alone can kick the ball', () => {
  const rewards = rewardsOf('possession', { scenario: '3v3', agents: 'both' }, (world) => {
    world.playMode = 'play_on';
    Object.assign(world.ball.pos, { ...world.players[12]!.pos, y: world.players[12]!.pos.y + 0.5 });
    Object.assign(world.ball.vel, { x: 0, y: 0 });
  });
  expect(rewards).toEqual([-1, -1, -1, 1, 1, 1]);
});

it('state-value: the discounted value after a step less that before it, without weight not computed', () => {
  const model = createStateValue();
  const frame = createFrame();
  const value = ({ world, params }: Match) => model.value(fillFrame(world, params, frame), params.types, 'l');
  const options = { scenario: '2v1', agents: 'both', autoReset: 'none' } as const;
  const matches = 8;
  const batch = createBatch({
    ...{ ...options, matches, seed: 4, frameSkip: 3, rewardTerms: true },
    ...{ reward: { 'state-value': 2 }, discount: 0.9 },
  });
  batch.reset();
  const { rewards, rewardTerms, rewardNames, terminated, outcomes } = batch;
  const values = Array.from({ length: matches }, (_, i) => value(batch.match(i)));
  let greatest = 0;
  while (outcomes.includes(0)) {
    const running = values.map((_, i) => outcomes[i] === 0);
    batch.stepScripted();
    running.forEach((isRunning, i) => {
      if (!isRunning) return;
      const after = terminated[i] === 1 ? 0 : value(batch.match(i));
      const term = 0.9 * after - (values[i] as number);
      expect([rewards[3 * i], rewards[3 * i + 2]]).toEqual([
        expect.closeTo(2 * term, 5),
        expect.closeTo(-2 * term, 5),
      ]);
      expect(rewardTerms[3 * i * rewardNames.length + rewardNames.indexOf('state-value')]).toBeCloseTo(
        term,
        5,
      );
      greatest = Math.max(greatest, Math.abs(after - (values[i] as number)));
      values[i] = after;
    });
  }
  expect([...outcomes].map((outcome) => batch.outcomeNames[outcome])).toContain('goal');
  expect(greatest).toBeGreaterThan(0.05);

  const plain = createBatch({ ...options, reward: { cycle: 1 }, rewardTerms: true });
  plain.reset(4);
  plain.step();
  expect(plain.rewardTerms[plain.rewardNames.indexOf('state-value')]).toBe(0);
  expect(() => createBatch({ ...options, discount: 1.5 })).toThrow(
    'discount: 1.5 is not a number from 0 to 1',
  );
});
