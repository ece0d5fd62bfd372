import { describe, expect, it } from 'vitest';
import { calibrate, crossValidate, fitExpectedGoals, isPublicMatch, logLoss } from '../model/goal-model.js';
import { readShots } from '../model/read-shots.js';
import { EXPECTED_GOALS_MODEL } from './expected-goals.js';

describe('the model of expected goals', () => {
  const shots = readShots();

  it('is the one that is fitted to the shots of the repository', () => {
    expect(fitExpectedGoals(shots)).toEqual(EXPECTED_GOALS_MODEL);
  });

  it('predicts held-back matches with public teams better than the share of goals does, and as many goals as there are', () => {
    const all = crossValidate(shots, 5, EXPECTED_GOALS_MODEL.trees.length);
    const selected = shots.flatMap((shot, i) => (isPublicMatch(shot) ? [{ shot, p: all[i]! }] : []));
    const held = selected.map(({ shot }) => shot);
    const probabilities = selected.map(({ p }) => p);
    const goals = held.filter((shot) => shot.isGoal).length;
    const share = held.map(() => goals / held.length);
    expect(held.length).toBeGreaterThan(1000);
    expect(logLoss(held, probabilities)).toBeLessThan(0.75 * logLoss(held, share));
    const expected = probabilities.reduce((sum, p) => sum + p, 0);
    expect(Math.abs(expected - goals) / held.length).toBeLessThan(0.03);
    // A group of n shots differs from its probability by chance: 3 standard errors are allowed in addition to 3 points.
    for (const { count, predicted, observed } of calibrate(held, probabilities))
      expect(Math.abs(observed - predicted)).toBeLessThan(
        0.03 + 3 * Math.sqrt((predicted * (1 - predicted)) / count),
      );
  });
});
