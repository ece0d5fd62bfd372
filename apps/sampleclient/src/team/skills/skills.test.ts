import { describe, expect, it } from 'vitest';
import { createTestScene, placePlayer } from '../../../test/scene.js';
import { computeKickPower, createIntention, goTo, kickTo } from '../action.js';
import { decidePlayOn } from '../decisions/play-on.js';
import { findBestDribble } from './dribble.js';
import { computeGoaliePosition, predictGoalCrossing, tryCatch } from './goalie.js';
import { compareReach, computeOwnReach } from './intercept.js';
import { kickWithSpeed } from './kick.js';
import { computePassProbability, findBestPass } from './pass.js';
import { findBestShot } from './shoot.js';
import { computeTackleProbability } from './tackle.js';

describe('intercept', () => {
  it('a ball that rolls toward the player is met on its way', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 20, y: 0, vx: -2 });
    const reach = computeOwnReach(wm);
    expect(reach.cycles).toBeGreaterThan(4);
    expect(reach.cycles).toBeLessThan(10);
    expect(reach.x).toBeGreaterThan(0);
    expect(reach.x).toBeLessThan(20);
  });

  it('a ball that rolls away is caught later than one that rests', () => {
    const lies = computeOwnReach(createTestScene({ x: 0, y: 0 }, { x: 8, y: 0 })).cycles;
    const flees = computeOwnReach(createTestScene({ x: 0, y: 0 }, { x: 8, y: 0, vx: 1 })).cycles;
    expect(flees).toBeGreaterThan(lies);
  });

  it('the race finds the first player at the ball', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 10, y: 0 });
    placePlayer(wm, true, 7, 4, 0);
    placePlayer(wm, false, 5, 30, 0);
    const race = compareReach(wm);
    expect(race.mateUnum).toBe(7);
    expect(race.mate.cycles).toBeLessThan(race.own.cycles);
    expect(race.own.cycles).toBeLessThan(race.opponent.cycles);
    wm.bannedTaker = 7;
    expect(compareReach(wm).mateUnum).toBe(0);
  });
});

describe('pass', () => {
  it('a lane is free or blocked', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 0.5, y: 0 });
    const chance = (): number =>
      computePassProbability(wm.players.opponentList, wm.ball.pos, 0, 2.2, 18, wm.server.ball_decay, 0);
    expect(chance()).toBeGreaterThan(0.9);
    placePlayer(wm, false, 4, 10, 0.5);
    expect(chance()).toBeLessThan(0.2);
    placePlayer(wm, false, 4, 10, 14);
    expect(chance()).toBeGreaterThan(0.8);
    placePlayer(wm, false, 4, -4, 0.5);
    expect(chance()).toBeGreaterThan(0.8);
  });

  it('goes to the mate who is free, not to the covered one, not offside', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 0.5, y: 0 });
    placePlayer(wm, true, 9, 15, -10);
    placePlayer(wm, true, 10, 15, 10);
    placePlayer(wm, false, 2, 14, -9);
    placePlayer(wm, false, 3, 30, 0);
    placePlayer(wm, false, 1, 50, 0, true);
    expect(findBestPass(wm, computeKickPower(wm))?.receiver.unum).toBe(10);
    placePlayer(wm, true, 10, 33, 10);
    expect(findBestPass(wm, computeKickPower(wm))?.receiver.unum).not.toBe(10);
  });
});

describe('shot', () => {
  it('aims beside the goalie, and not at all from far away', () => {
    const wm = createTestScene({ x: 42, y: 0 }, { x: 42.5, y: 0 });
    placePlayer(wm, false, 1, 51, 3, true);
    const shot = findBestShot(wm, 2.6);
    expect(shot!.target.y).toBeLessThan(0);
    expect(shot!.chance).toBeGreaterThan(0.5);
    expect(findBestShot(createTestScene({ x: 10, y: 0 }, { x: 10.5, y: 0 }), 2.6)).toBeNull();
  });
});

describe('dribble', () => {
  it('leads away from the opponent', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 0.4, y: 0 });
    placePlayer(wm, false, 5, 6, 3);
    const dribble = findBestDribble(wm, computeKickPower(wm));
    expect(dribble).not.toBeNull();
    expect(dribble!.target.y).toBeLessThan(1);
  });
});

describe('kick', () => {
  it('gives the ball the requested velocity (spec 05 §12)', () => {
    const wm = createTestScene({ x: 0, y: 0, body: 0.7 }, { x: 0.3, y: 0.4, vx: 0.2, vy: -0.3 });
    const command = kickTo(wm, 1, 0.5);
    expect(command?.type).toBe('kick');
    expect(wm.ball.vel.x + wm.self.pending.pushX).toBeCloseTo(1, 10);
    expect(wm.ball.vel.y + wm.self.pending.pushY).toBeCloseTo(0.5, 10);
  });

  it('prepares a strong kick from a bad place of the ball if no opponent is near', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: -0.8, y: 0 });
    kickWithSpeed(wm, 0, 2.8, true);
    const { pending } = wm.self;
    // The first kick moves the ball forward, but not beyond the reach of the player.
    const next = wm.ball.pos.x + pending.pushX;
    expect(Math.hypot(next, wm.ball.pos.y + pending.pushY)).toBeLessThan(1.085);
    placePlayer(wm, false, 5, -1.5, 0.5);
    kickWithSpeed(wm, 0, 2.8, true);
    expect(wm.self.pending.pushX).toBeCloseTo(computeKickPower(wm), 6);
  });
});

describe('tackle', () => {
  it('success depends on the place of the ball (spec 05 §13)', () => {
    expect(computeTackleProbability(createTestScene({ x: 0, y: 0 }, { x: 0.8, y: 0.3 }))).toBeCloseTo(
      1 - 0.0042871,
      5,
    );
    expect(computeTackleProbability(createTestScene({ x: 0, y: 0 }, { x: 1.8, y: 0.2 }))).toBeCloseTo(
      1 - 0.53145778,
      5,
    );
    expect(computeTackleProbability(createTestScene({ x: 0, y: 0 }, { x: -0.5, y: 0 }))).toBe(0);
  });
});

describe('goalie', () => {
  it('stands between ball and goal', () => {
    const place = computeGoaliePosition({ x: -30, y: 15 });
    expect(place.y).toBeGreaterThan(0.5);
    expect(place.x).toBeLessThan(-45);
    expect(computeGoaliePosition({ x: 0, y: 0 }).y).toBeCloseTo(0, 10);
  });

  it('sees a shot coming', () => {
    const wm = createTestScene({ x: -50, y: 0 }, { x: -35, y: 2, vx: -2.5, vy: 0.3 }, { goalie: true });
    const hit = predictGoalCrossing(wm);
    expect(hit!.y).toBeGreaterThan(2);
    expect(hit!.cycles).toBeLessThan(10);
    expect(predictGoalCrossing(createTestScene({ x: -50, y: 0 }, { x: -35, y: 2, vx: -0.5 }))).toBeNull();
  });

  it('catches in reach, in its own area, not after a pass of its team (spec 05 §15, spec 06 §12)', () => {
    const near = { x: -49.2, y: 0.2 };
    const wm = createTestScene({ x: -50, y: 0 }, near, { goalie: true });
    expect(tryCatch(wm, { caughtAt: -100 })?.type).toBe('catch');
    expect(tryCatch(wm, { caughtAt: 98 })).toBeNull();
    wm.lastTouch = 'own';
    expect(tryCatch(wm, { caughtAt: -100 })).toBeNull();
    const outside = createTestScene({ x: -30, y: 0 }, { x: -29.2, y: 0 }, { goalie: true });
    expect(tryCatch(outside, { caughtAt: -100 })).toBeNull();
  });
});

describe('going', () => {
  it('dashes ahead, turns back, stops at the target', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 5, y: 0 });
    expect(goTo(wm, { x: 10, y: 0 }, 0.5, 80)).toEqual({ type: 'dash', power: 80, dir: 0 });
    expect(goTo(wm, { x: -10, y: 0 }, 0.5, 80)?.type).toBe('turn');
    expect(goTo(wm, { x: 0.3, y: 0 }, 0.5, 80)).toBeNull();
  });
});

describe('open play', () => {
  it('the taker of a set play does not touch the ball again (spec 06 §10)', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 0.5, y: 0 });
    const out = createIntention();
    wm.bannedTaker = wm.unum;
    decidePlayOn(wm, { caughtAt: 0 }, out);
    expect(['kick', 'tackle']).not.toContain(out.body?.type);
    wm.bannedTaker = 0;
    decidePlayOn(wm, { caughtAt: 0 }, out);
    expect(out.body?.type).toBe('kick');
  });

  it('one player goes to the ball, the others do not', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 10, y: 0 });
    const out = createIntention();
    placePlayer(wm, true, 7, 30, 20);
    decidePlayOn(wm, { caughtAt: 0 }, out);
    expect(out.act).toBe('chase');
    placePlayer(wm, true, 7, 9, 0.5);
    decidePlayOn(wm, { caughtAt: 0 }, out);
    expect(out.act).toBe('support');
  });
});
