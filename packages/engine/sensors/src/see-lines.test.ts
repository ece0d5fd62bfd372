import { createWorld } from '@rcss/core';
import type { SeenObject } from '@rcss/core/observation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createObserverScene, createTestParams, placePlayer, seeOnce } from '../test/scene.js';

const params = createTestParams();
const LEFT = 0;
const RIGHT = 1;
const TOP = 2;
const BOTTOM = 3;

function lines(x: number, y: number, body: number, version = 19): SeenObject[] {
  const { world, observer } = createObserverScene({ x, y, body, version }, params);
  return seeOnce(world, params, observer).filter((o) => o.kind === 'line');
}

describe('lines (spec 04 §3.12)', () => {
  it.each([
    [0, 0, 0, [[RIGHT, 52.5, 90]]],
    [0, 0, 30, [[RIGHT, 60.3, 60]]],
    [10, 10, 180, [[LEFT, 62.8, 90]]],
    [10, 10, -100, [[TOP, 44.7, -80]]],
    [
      -54,
      10,
      0,
      [
        [LEFT, 1.5, 90],
        [RIGHT, 106.7, 90],
      ],
    ],
    [
      -54,
      10,
      45,
      [
        [LEFT, 2.1, 45],
        [BOTTOM, 33.8, -45],
      ],
    ],
    [52.5, 34, -135, [[TOP, 96.5, -45]]],
    [
      0,
      -37,
      90,
      [
        [TOP, 3, 90],
        [BOTTOM, 70.8, 90],
      ],
    ],
    [0, -37, 0, []],
  ])('seen from (%d, %d) facing %d', (x, y, body, expected) => {
    const seen = lines(x, y, body);
    expect(seen.map((o) => [o.index, Math.round(o.dist * 10) / 10, o.dir])).toEqual(expected);
  });

  it('are at most one from strictly inside, at most two otherwise (spec 04 §9.17)', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -70, max: 70, noNaN: true }),
        fc.double({ min: -50, max: 50, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        (x, y, body) => {
          const inside = Math.abs(x) < 52.5 && Math.abs(y) < 34;
          expect(lines(x, y, body).length).toBeLessThanOrEqual(inside ? 1 : 2);
        },
      ),
    );
  });

  it('do not depend on view width, focus point, quality and Gaussian noise', () => {
    const world = createWorld();
    const plain = placePlayer(world, params, 'l', 1, { x: 3, y: 4, body: 17 });
    const [line] = seeOnce(world, params, plain).filter((o) => o.kind === 'line');
    const other = placePlayer(world, params, 'l', 1, {
      x: 3,
      y: 4,
      body: 17,
      width: 'narrow',
      gaussian: true,
      focus: [30, 5],
    });
    const [same] = seeOnce(world, params, other).filter((o) => o.kind === 'line');
    expect(same).toEqual(line);
  });

  it('are reported from version 3 on', () => {
    expect(lines(0, 0, 0, 3)).toHaveLength(1);
    expect(lines(0, 0, 0, 2)).toHaveLength(0);
  });
});
