import { describe, expect, it } from 'vitest';
import { err, ok, unwrap } from './result.js';
import { oppositeSide, SIDES, sideSign } from './side.js';

describe('sides (spec 05 §2.1)', () => {
  it('left converts to +1 and right to -1, and back', () => {
    expect(SIDES.map(sideSign)).toEqual([1, -1]);
    expect(sideSign('n')).toBe(0);
    for (const side of ['l', 'r', 'n'] as const) {
      expect(oppositeSide(oppositeSide(side))).toBe(side);
      expect(sideSign(oppositeSide(side)) + sideSign(side)).toBe(0);
    }
  });
});

describe('results', () => {
  it('contain a value or a failure; unwrap throws the failure', () => {
    expect(unwrap(ok(5))).toBe(5);
    const failed = err({ code: 'broken', message: 'It is broken.', offset: 3 });
    expect(failed).toEqual({ ok: false, error: { code: 'broken', message: 'It is broken.', offset: 3 } });
    expect(() => unwrap(failed)).toThrow('It is broken.');
  });
});
