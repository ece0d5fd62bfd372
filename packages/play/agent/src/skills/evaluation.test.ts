import { describe, expect, it } from 'vitest';
import { computeLossCost, evaluatePosition } from './evaluation.js';

/** Expected value of a step that succeeds with a probability. */
const rateStep = (probability: number, x: number): number =>
  probability * evaluatePosition({ x, y: 0 }) -
  (1 - probability) * Math.max(0.1, computeLossCost({ x, y: 0 }));

describe('values of positions', () => {
  it('rise toward the goal of the opponents and toward its middle', () => {
    for (let x = -50; x < 44; x += 2)
      expect(evaluatePosition({ x: x + 2, y: 10 })).toBeGreaterThan(evaluatePosition({ x, y: 10 }));
    expect(evaluatePosition({ x: 40, y: 0 })).toBeGreaterThan(evaluatePosition({ x: 40, y: 20 }));
  });

  it('a pass from the corner to the middle before the goal is worth a risk', () => {
    const corner = evaluatePosition({ x: 50, y: 24 });
    expect(0.6 * evaluatePosition({ x: 40, y: 0 }) - 0.4 * 0.1).toBeGreaterThan(corner);
    expect(0.4 * evaluatePosition({ x: 40, y: 0 }) - 0.6 * 0.1).toBeLessThan(corner);
  });

  it('having the ball before the own goal is worth less than aside of it', () => {
    expect(evaluatePosition({ x: -48, y: 25 })).toBeGreaterThan(evaluatePosition({ x: -48, y: 4 }) + 0.1);
  });

  it('a risky step of 20 m forward is worth more than keeping the ball at midfield, a hopeless one is not', () => {
    expect(rateStep(0.6, 20)).toBeGreaterThan(evaluatePosition({ x: 0, y: 0 }));
    expect(rateStep(0.3, 20)).toBeLessThan(evaluatePosition({ x: 0, y: 0 }));
  });

  it('a loss costs more, the nearer the own goal is', () => {
    for (let x = -44; x < 50; x += 2)
      expect(computeLossCost({ x, y: 0 })).toBeGreaterThan(computeLossCost({ x: x + 2, y: 0 }));
  });
});
