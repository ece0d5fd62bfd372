import { rint } from '@rcss/core/math';
import { createServerParams } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import { BallTracker } from './ball-tracker.js';
import { createQuantizedVision } from './vision.js';

const vision = createQuantizedVision(createServerParams());

/** A player on the center spot. */
const OBSERVER = { pos: { x: 0, y: 0 }, vel: { x: 0, y: 0 }, face: 0, posError: 0.05 };

/** The distance as it is seen (spec 04 §3.6). */
function seen(d: number): number {
  return rint(Math.exp(rint(Math.log(d + 1e-10) / 0.1) * 0.1) * 10) / 10;
}

/** A sighting from the origin, noisy as in v19. */
function sighting(x: number, y: number, vx: number, vy: number, motion: boolean) {
  const d = Math.hypot(x, y);
  const angle = Math.atan2(y, x);
  const dist = seen(d);
  const radial = (vx * x + vy * y) / d;
  const across = (vy * x - vx * y) / d;
  return {
    dist,
    dir: rint((angle * 180) / Math.PI),
    distChange: motion ? dist * rint(radial / d / 0.02) * 0.02 : null,
    dirChange: motion ? rint(((across / d) * 180) / Math.PI / 0.1) * 0.1 : null,
  };
}

describe('ball tracker', () => {
  it('a ball that hits the player almost stops, whatever its velocity was (spec 05 §7)', () => {
    const tracker = new BallTracker(0.94, 3, vision);
    tracker.place(2, 0);
    tracker.vel.x = -2;
    tracker.velVar = 1;
    tracker.predict(0, 0);
    const before = { x: tracker.vel.x, variance: tracker.velVar };
    tracker.collide();
    expect(tracker.vel.x).toBeCloseTo(-0.1 * before.x, 10);
    expect(tracker.velVar).toBeCloseTo(0.01 * before.variance, 10);
  });

  it('follows a rolling ball better than single sightings do (spec 04 §3.6, §3.8, spec 05 §6.6)', () => {
    const tracker = new BallTracker(0.94, 3, vision);
    let [x, y, vx, vy] = [18, 6, -1.1, 0.35];
    let worst = 0;
    for (let n = 0; n < 14; n++) {
      if (n > 0) tracker.predict(0, 0);
      tracker.see(sighting(x, y, vx, vy, true), OBSERVER);
      if (n >= 4) worst = Math.max(worst, Math.hypot(tracker.pos.x - x, tracker.pos.y - y));
      x += vx;
      y += vy;
      vx *= 0.94;
      vy *= 0.94;
    }
    expect(worst).toBeLessThan(0.45);
    // The velocity is the one of the last sighting.
    expect(Math.hypot(tracker.vel.x - vx / 0.94, tracker.vel.y - vy / 0.94)).toBeLessThan(0.12);
    expect(tracker.error).toBeLessThan(0.5);
  });

  it('predicts by its own kick while the ball is not seen', () => {
    const tracker = new BallTracker(0.94, 3, vision);
    tracker.place(0, 0);
    tracker.predict(2, 0);
    tracker.predict(0, 0);
    expect(tracker.pos.x).toBeCloseTo(2 + 2 * 0.94, 10);
    expect(tracker.vel.x).toBeCloseTo(2 * 0.94 * 0.94, 10);
    const before = tracker.posVar;
    tracker.predict(0, 0);
    expect(tracker.posVar).toBeGreaterThan(before);
  });

  it('uses the sighting after a kick by another player', () => {
    const tracker = new BallTracker(0.94, 3, vision);
    for (let n = 0; n < 5; n++) {
      tracker.predict(0, 0);
      tracker.see(sighting(10, 0, 0, 0, true), OBSERVER);
    }
    tracker.predict(0, 0);
    tracker.see(sighting(10, 2.5, 0, 2.4, true), OBSERVER);
    expect(tracker.pos.y).toBeGreaterThan(2.2);
    expect(tracker.vel.y).toBeGreaterThan(2);
  });

  it('predicts a path that is the free roll of the ball', () => {
    const tracker = new BallTracker(0.94, 3, vision);
    tracker.place(1, 1);
    tracker.vel.x = 2;
    tracker.updatePath();
    expect(tracker.pathX[18]).toBeCloseTo(1 + (2 * (1 - 0.94 ** 18)) / 0.06, 8);
    expect(tracker.pathY[18]).toBe(1);
  });
});
