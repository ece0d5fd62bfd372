import { describe, expect, it } from 'vitest';
import { chooseShot } from './choose-shot.js';

const WHOLE = { x: 0, y: 0, zoom: 1 };
const ball = (x: number, vx = 0) => ({ x, y: 10, vx, vy: 0 });

describe('the director', () => {
  it('shows the whole field in pauses, the play around the ball, and the goal when the ball is near to it', () => {
    expect(chooseShot(ball(50), false, WHOLE)).toEqual(WHOLE);
    const play = chooseShot(ball(5, 2), true, WHOLE);
    expect([play.x, play.zoom]).toEqual([21, 1.6]);
    const goal = chooseShot(ball(-45), true, play);
    expect(goal.zoom).toBeGreaterThan(2);
    expect(goal.x).toBeLessThan(-30);
  });

  it('stays at the goal until the ball is clearly away, and cuts to the other goal at once', () => {
    const goal = chooseShot(ball(45), true, WHOLE);
    expect(chooseShot(ball(29), true, WHOLE).zoom).toBe(1.6);
    expect(chooseShot(ball(29), true, goal)).toMatchObject({ x: goal.x, zoom: goal.zoom });
    expect(chooseShot(ball(20), true, goal).zoom).toBe(1.6);
    expect(chooseShot(ball(-29), true, goal).zoom).toBe(1.6);
    expect(chooseShot(ball(-45), true, goal).x).toBe(-goal.x);
  });
});
