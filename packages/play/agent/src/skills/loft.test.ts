import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import { fly } from '@rcss/physics/predict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestScene, placePlayer } from '../../test/scene.js';
import { HALF_LENGTH } from '../geometry.js';
import type { WorldModel } from '../world/world-model.js';
import type { Action } from './action.js';
import { listBodyCommands } from './action.js';
import { catchReachableBall } from './goalkeeping.js';
import { findBestLoftedPass, lob, loftClear, loftPass, trapBall } from './loft.js';
import { computeTackleProbability } from './tackle.js';

const HEIGHT = { experimental_height: true, '2d_mode': false } as const;
const flatScene = (x: number, y: number) => createTestScene({ x, y }, { x: x + 0.4, y });
/** A player at a place that looks along x. */
const observe = (x: number, y: number, posError: number) => ({
  pos: { x, y },
  vel: { x: 0, y: 0 },
  face: 0,
  posError,
});
/** A match with heights; two opponents stand far in front, so that teammates are not offside. */
function highScene(x: number, y: number) {
  const wm = createTestScene({ x, y }, { x: x + 0.4, y }, { server: HEIGHT });
  placePlayer(wm, false, 11, 51, 30);
  placePlayer(wm, false, 10, 51, -30);
  return wm;
}

/** Heights and places of the ball after a kick of the player, as the world model predicts them. */
function follow(wm: WorldModel, action: Action | null, cycles: number) {
  if (action?.body?.type !== 'kick_loft') throw new Error(`${action?.kind} is not a lofted kick`);
  wm.recordCommands([action.body]);
  const { pending } = wm.self;
  wm.ball.predict(pending.pushX, pending.pushY, pending.lift);
  const { pos, vel, z, vz } = wm.ball;
  return fly(wm.server, { pos, vel, z, vz }, cycles - 1);
}

describe('kicks into the air', () => {
  it('in a flat match there are none', () => {
    const wm = flatScene(0, 0);
    placePlayer(wm, true, 7, 20, 0);
    placePlayer(wm, false, 1, 45, 0, true);
    expect(loftPass(wm, 0)).toBe(null);
    expect(lob(wm, 0)).toBe(null);
    expect(loftClear(wm)).toBe(null);
    expect(trapBall(wm)).toBe(null);
  });

  it('a pass flies over an opponent on its way and lands where it says, in the announced time', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 14, max: 30, noNaN: true }),
        fc.double({ min: -12, max: 12, noNaN: true }),
        (x, y) => {
          const wm = highScene(-10, 0);
          placePlayer(wm, true, 7, -10 + x, y);
          const option = findBestLoftedPass(wm);
          expect(option).not.toBe(null);
          const landed = follow(wm, loftPass(wm, 0), option!.flight.cycles);
          expect(landed.pos.x).toBeCloseTo(option!.target.x, 1);
          expect(landed.pos.y).toBeCloseTo(option!.target.y, 1);
          expect(landed.z).toBeLessThan(0.2);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('an opponent between the players does not stop a pass through the air, one at the target does', () => {
    const open = highScene(-10, 0);
    placePlayer(open, true, 7, 12, 0);
    placePlayer(open, false, 5, 1, 0);
    const overOne = findBestLoftedPass(open)!;
    expect(overOne.chance).toBeGreaterThan(0.6);
    const closed = highScene(-10, 0);
    placePlayer(closed, true, 7, 12, 0);
    for (const [i, y] of [-3, 0, 3].entries())
      for (const [j, x] of [12, 17, 22].entries()) placePlayer(closed, false, 2 + 3 * i + j, x, y);
    expect(findBestLoftedPass(closed)?.chance ?? 0).toBeLessThan(overOne.chance - 0.2);
    expect(loftPass(closed, 0.6)).toBe(null);
  });

  it('a lob passes above the goalie and below the bar; a goalie on the line stops it', () => {
    const wm = highScene(28, 2);
    placePlayer(wm, false, 1, 40, 1.5, true);
    const action = lob(wm, 0.5);
    expect(action?.kind).toBe('lob');
    const heights = new Map<number, number>();
    const before = { x: wm.ball.pos.x };
    for (let n = 1; n < 40; n++) {
      const copy = highScene(28, 2);
      const { pos, z } = follow(copy, action, n);
      heights.set(pos.x, z);
    }
    const places = [...heights].sort(([a], [b]) => a - b);
    const at = (x: number) => {
      const after = places.findIndex(([place]) => place >= x);
      const [x0, z0] = after === 0 ? [before.x, 0] : places[after - 1]!;
      const [x1, z1] = places[after]!;
      return z0 + ((z1 - z0) * (x - x0)) / (x1 - x0);
    };
    expect(at(40)).toBeGreaterThan(wm.server.player_height);
    expect(at(HALF_LENGTH)).toBeLessThan(wm.server.goal_height);
    const closed = highScene(28, 2);
    placePlayer(closed, false, 1, 51, 0, true);
    expect(lob(closed, 0.5)).toBe(null);
  });

  it('a clearance leaves the player upward and lands far away', () => {
    const wm = highScene(-40, 5);
    placePlayer(wm, false, 9, -37, 5);
    const action = loftClear(wm);
    expect(action?.body?.type).toBe('kick_loft');
    expect(Math.hypot(action!.target!.x + 40, action!.target!.y - 5)).toBeGreaterThan(18);
  });

  it('a ball in the air is trapped and rests on the ground in the prediction', () => {
    const wm = highScene(0, 0);
    wm.ball.see(
      {
        dist: 0.4,
        dir: 0,
        distChange: 0.5,
        dirChange: 0,
        z: 1.5,
        vz: -0.3,
      },
      observe(0, 0, 0.05),
    );
    const action = trapBall(wm);
    expect(action?.body).toEqual({ type: 'chest_trap' });
    wm.recordCommands(listBodyCommands(action!.body));
    expect(wm.self.pending.isTrap).toBe(true);
  });

  it('a ball above the reach of players is not kickable, and is met where it comes down', () => {
    const wm = highScene(0, 0);
    const see = (z: number, vz: number) =>
      wm.ball.see(
        {
          dist: 0.4,
          dir: 0,
          distChange: 0,
          dirChange: 0,
          z,
          vz,
        },
        observe(0, 0, 0.05),
      );
    see(2, 0);
    expect(wm.kickable).toBe(true);
    see(2.1, 0);
    expect(wm.kickable).toBe(false);
    expect(loftPass(wm, 0)).toBe(null);
  });
});

describe('a ball in the air near a player', () => {
  const under = (z: number, goalie: boolean) => {
    const place = goalie ? -50 : 0;
    const wm = createTestScene({ x: place, y: 0 }, { x: place + 0.6, y: 0 }, { server: HEIGHT, goalie });
    const seen = { dist: 0.6, dir: 0, distChange: 0, dirChange: 0 };
    wm.ball.see({ ...seen, z, vz: 0 }, observe(place, 0, 0.05));
    return wm;
  };

  it('the goalie catches it up to player_height', () => {
    expect(catchReachableBall(under(2.1, true))).toBe(null);
    expect(catchReachableBall(under(2, true))?.kind).toBe('catch');
  });

  it('a tackle reaches it up to tackle_height', () => {
    expect(computeTackleProbability(under(0.6, false))).toBe(0);
    expect(computeTackleProbability(under(0.5, false))).toBeGreaterThan(0.8);
  });
});

describe('the ball of the world model in a match with heights', () => {
  const server = createServerParams(HEIGHT);

  it('moves as the physics predict, also between sightings', () => {
    const wm = highScene(0, 0);
    const start = { pos: { x: 5, y: 1 }, vel: { x: 1.2, y: 0.3 }, z: 1, vz: 0.5 };
    Object.assign(wm.ball.pos, start.pos);
    Object.assign(wm.ball.vel, start.vel);
    wm.ball.see(
      {
        dist: 0,
        dir: 0,
        distChange: null,
        dirChange: null,
        z: 1,
        vz: 0.5,
      },
      observe(5, 1, 0),
    );
    wm.ball.updatePath();
    for (const n of [1, 5, 12, 30]) {
      const { pos, z } = fly(server, start, n);
      expect(wm.ball.pathX[n]).toBeCloseTo(pos.x, 6);
      expect(wm.ball.pathY[n]).toBeCloseTo(pos.y, 6);
      expect(wm.ball.pathZ[n]).toBeCloseTo(z, 6);
    }
    wm.ball.predict(0, 0);
    expect(wm.ball.z).toBeCloseTo(fly(server, start, 1).z, 6);
  });

  it('far away, where only the height is seen, the upward speed is that of the last step', () => {
    const wm = highScene(0, 0);
    const see = (z: number) =>
      wm.ball.see(
        {
          dist: 45,
          dir: 0,
          distChange: null,
          dirChange: null,
          z,
        },
        observe(0, 0, 0.05),
      );
    see(1);
    wm.ball.predict(0, 0);
    see(2.4);
    expect(wm.ball.vz).toBeCloseTo(1.4, 6);
    wm.ball.predict(0, 0);
    // As predicted: 2.4 + 1.4 - gravity.
    see(3.7);
    expect(wm.ball.vz).toBeCloseTo(1.3, 6);
  });

  it('heights are ignored in a flat match', () => {
    const wm = flatScene(0, 0);
    wm.ball.see(
      {
        dist: 5,
        dir: 0,
        distChange: 0,
        dirChange: 0,
        z: 0,
        vz: 0,
      },
      observe(0, 0, 0.05),
    );
    expect(wm.ball.isHigh).toBe(false);
    expect(
      createMatchParams(createServerParams({}), createPlayerParams({}), 1).server.experimental_height,
    ).toBe(false);
  });
});
