import { describe, expect, it } from 'vitest';
import { deg } from './math.js';
import { viewAngle } from './view.js';

describe('view angles (spec 04 §3.3)', () => {
  it.each([
    ['narrow', false, 45],
    ['normal', false, 90],
    ['wide', false, 180],
    ['narrow', true, 60],
    ['normal', true, 120],
    ['wide', true, 180],
  ] as const)('%s, synchronous %s: %d degrees', (width, synch, degrees) => {
    expect(deg(viewAngle(width, synch, 90))).toBeCloseTo(degrees, 12);
  });

  it('are proportional to server::visible_angle', () => {
    expect(deg(viewAngle('normal', true, 60))).toBeCloseTo(80, 12);
    expect(deg(viewAngle('narrow', false, 60))).toBeCloseTo(30, 12);
  });
});
