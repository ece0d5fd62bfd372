import { describe, expect, it } from 'vitest';
import { createTestScene } from '../../test/scene.js';
import { computeDistance } from '../geometry.js';
import { computeGoaliePosition } from './goalkeeping.js';
import { computeShotMargin, narrowAngle } from './narrow-angle.js';

const ball = { x: -42, y: 2 };
const usual = computeGoaliePosition(ball);
const scene = createTestScene({ ...usual, body: 0 }, { ...ball }, { goalie: true });
const { ability } = scene.self;
const { ball_decay: decay } = scene.server;

describe('narrowing the angle of a shot', () => {
  it('a shot from far away is reached, one from 10 m is not', () => {
    expect(computeShotMargin({ x: -30, y: 0 }, { x: -50, y: 0 }, ability, decay)).toBeGreaterThan(0);
    expect(computeShotMargin(ball, usual, ability, decay)).toBeLessThan(-1);
  });

  it('leaves the usual place for one nearer to a ball that is alone before the goal', () => {
    const place = narrowAngle(scene, ball, usual, 8);
    expect(computeDistance(place, ball)).toBeLessThan(computeDistance(usual, ball) - 2);
    expect(computeShotMargin(ball, place, ability, decay)).toBeGreaterThan(
      computeShotMargin(ball, usual, ability, decay) + 0.5,
    );
  });

  it('stays if every shot is reached from the usual place', () => {
    const far = { x: -30, y: 0 };
    const place = computeGoaliePosition(far);
    expect(narrowAngle(scene, far, place, 8)).toEqual(place);
  });
});
