import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VIEW_LENGTH, VIEW_WIDTH } from '../camera.js';
import { type CameraShot, chooseShot, findKickedGoal, findShape } from './choose-shot.js';

const WHOLE = { x: 0, y: 0, zoom: 1 };
const ball = (x: number, vx = 0) => ({ x, y: 10, vx, vy: 0 });

/** Distance of the ball from the middle of the picture, as a share of half its length and half its width. */
const offset = ({ x, y, zoom }: CameraShot, at: { readonly x: number; readonly y: number }) =>
  Math.max((Math.abs(at.x - x) * 2 * zoom) / VIEW_LENGTH, (Math.abs(at.y - y) * 2 * zoom) / VIEW_WIDTH);

describe('the director', () => {
  it('keeps the ball in the inner part of the picture, at corners and for fast balls too', () => {
    fc.assert(
      fc.property(
        fc.record({
          x: fc.double({ min: -54, max: 54, noNaN: true }),
          y: fc.double({ min: -36, max: 36, noNaN: true }),
          vx: fc.double({ min: -3, max: 3, noNaN: true }),
          vy: fc.double({ min: -3, max: 3, noNaN: true }),
        }),
        fc.boolean(),
        (moving, isAtGoal) => {
          const before = isAtGoal ? { x: Math.sign(moving.x || 1) * 36.5, y: 0, zoom: 2.3 } : WHOLE;
          expect(offset(chooseShot(moving, true, before), moving)).toBeLessThanOrEqual(0.7 + 1e-9);
        },
      ),
    );
  });

  it('keeps the shape of the teams and the ball in the picture', () => {
    const at = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
    const middle = fc.record({ x: at(30), y: at(22), vx: at(3), vy: at(3) });
    fc.assert(
      fc.property(
        middle,
        fc.array(fc.record({ x: at(30), y: at(22) }), { minLength: 5, maxLength: 20 }),
        (moving, places) => {
          const shape = findShape(places.map((place) => ({ ...place, isPresent: true, isGoalie: false })))!;
          const shot = chooseShot(moving, true, WHOLE, shape);
          for (const corner of [
            { x: shape.minX, y: shape.minY },
            { x: shape.maxX, y: shape.maxY },
          ])
            expect(offset(shot, corner)).toBeLessThanOrEqual(1);
          expect(offset(shot, moving)).toBeLessThanOrEqual(0.7 + 1e-9);
        },
      ),
    );
  });

  it('shows the ball and the goal of the kick in a shootout', () => {
    for (const x of [-10, -40, 10, 40]) {
      const shot = chooseShot(ball(x), true, WHOLE, findKickedGoal({ x }));
      expect(offset(shot, ball(x))).toBeLessThanOrEqual(0.7 + 1e-9);
      expect(offset(shot, { x: Math.sign(x) * 52.5, y: 0 })).toBeLessThanOrEqual(1);
    }
  });

  it('does not count goalkeepers and players who are far away for the shape', () => {
    const player = (x: number, isGoalie = false) => ({ x, y: x / 2, isPresent: true, isGoalie });
    const xs = [-50, -20, -10, -5, 0, 5, 12, 40, 41];
    const shape = findShape([...xs.map((x) => player(x)), player(52, true)]);
    expect(shape).toEqual({ minX: -10, maxX: 12, minY: -5, maxY: 6 });
    expect(findShape([player(1), player(2)])).toBe(null);
  });

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
