import { createRandomStream } from '@rcss/core/random';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeTypeReport, encodeTypeReport } from './coach-report.js';
import { TypeObserver } from './type-observer.js';

const { types } = createMatchParams(createServerParams(), createPlayerParams(), 3);

it('a type is found from the motion of a runner, after a few cycles (spec 05 §6.6)', () => {
  const observer = new TypeObserver(types);
  for (const type of types) {
    const random = createRandomStream(type.id, 'runner');
    let [x, y, vx, vy] = [0, 0, 0, 0];
    for (let time = 0; time < 8; time++) {
      const [stepX, stepY] = [vx + 0.4 + 0.1 * random.next(), vy + 0.2 * random.next()];
      x += stepX;
      y += stepY;
      [vx, vy] = [stepX * type.player_decay, stepY * type.player_decay];
      observer.observe(1, time, x, y, vx, vy);
      if (time < 2) expect(observer.typeOf(1)).toBe(null);
    }
    expect(observer.typeOf(1)).toBe(type.id);
    observer.forget(1);
    expect(observer.typeOf(1)).toBe(null);
  }
});

it('a player that stands still, or whose cycles are missing, has no known type', () => {
  const observer = new TypeObserver(types);
  for (let time = 0; time < 20; time++) observer.observe(1, time, 5, 5, 0, 0);
  for (let time = 0; time < 40; time += 2) observer.observe(2, time, time, 0, 0.4, 0);
  expect([observer.typeOf(1), observer.typeOf(2)]).toEqual([null, null]);
});

it('a report of the coach arrives as it was sent', () => {
  const type = fc.option(fc.integer({ min: 0, max: 35 }));
  fc.assert(
    fc.property(fc.array(type, { minLength: 11, maxLength: 11 }), (report) => {
      expect(decodeTypeReport(`(freeform "${encodeTypeReport(report)}")`)).toEqual(report);
    }),
  );
  expect(decodeTypeReport('(info (clear))')).toBe(null);
  expect(decodeTypeReport('(freeform "T12")')).toBe(null);
});
