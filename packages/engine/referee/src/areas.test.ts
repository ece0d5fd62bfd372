import { createWorld } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { createTestParams } from '../test/harness.js';
import {
  ballPlace,
  hasCrossedGoalLine,
  isBeyondGoalLine,
  isBeyondTouchLine,
  isInPenaltyArea,
  moveIntoPitch,
  moveOutOfGoalArea,
  moveOutOfPenaltyArea,
} from './areas.js';

const params = createTestParams();

describe('functions that move a point (spec 06 §5.2, §24.22)', () => {
  it.each([
    [-44, 0, -36, -20.16],
    [-36, 5, -36, 20.16],
    [-35.95, 5, -35.95, 5],
    [45, 5, 45, 5],
  ])('outOfPenaltyArea moves (%f, %f) out of the left area', (x, y, ex, ey) => {
    const p = moveOutOfPenaltyArea('l', { x, y });
    expect(p.x).toBeCloseTo(ex, 8);
    expect(p.y).toBeCloseTo(ey, 8);
  });

  it('neutral covers both areas, a side only its own', () => {
    expect(moveOutOfPenaltyArea('n', { x: 40, y: 1 }).x).toBeCloseTo(36, 8);
    expect(moveOutOfPenaltyArea('n', { x: -40, y: 1 }).x).toBeCloseTo(-36, 8);
    expect(moveOutOfPenaltyArea('r', { x: -40, y: 1 })).toEqual({ x: -40, y: 1 });
  });

  it('outOfPenaltyArea returns the same point; a moved one is outside the lines of the area', () => {
    for (const from of [
      { x: 40, y: 1 },
      { x: -40, y: -1 },
      { x: 0, y: 5 },
      { x: 40, y: 25 },
    ]) {
      const p = moveOutOfPenaltyArea('n', from);
      expect(p).toBe(from);
      expect(Math.abs(p.x) < 36 || Math.abs(p.y) > 20.16).toBe(true);
    }
    const right = moveOutOfPenaltyArea('r', { x: 40, y: 1 });
    expect([right.x < 36, right.y > 20.16]).toEqual([true, true]);
    const left = moveOutOfPenaltyArea('l', { x: -40, y: -1 });
    expect([left.x > -36, left.y < -20.16]).toEqual([true, true]);
  });

  it('outOfGoalArea keeps y', () => {
    const p = moveOutOfGoalArea('l', { x: -50.2, y: 2 });
    expect(p.x).toBeCloseTo(-47, 8);
    expect(p.y).toBe(2);
    expect(moveOutOfGoalArea('l', { x: 50.2, y: 2 })).toEqual({ x: 50.2, y: 2 });
    expect(moveOutOfGoalArea('n', { x: 50.2, y: 9.16 }).x).toBeCloseTo(47, 8);
    expect(moveOutOfGoalArea('n', { x: 50.2, y: 9.17 }).x).toBe(50.2);
  });

  it('toPitch moves a point to the nearest point of the pitch', () =>
    expect(moveIntoPitch({ x: 60, y: -50 })).toEqual({ x: 52.5, y: -34 }));

  it('inPenaltyArea enlarges the area by the radius of the ball (spec 06 §24.42)', () => {
    expect(isInPenaltyArea(params, 'l', { x: -35.95, y: 5 })).toBe(true);
    expect(isInPenaltyArea(params, 'l', moveOutOfPenaltyArea('l', { x: -44, y: 0 }))).toBe(true);
    expect(isInPenaltyArea(params, 'l', { x: -35.9, y: 5 })).toBe(false);
    expect(isInPenaltyArea(params, 'l', { x: -52.58, y: 20.24 })).toBe(true);
    expect(isInPenaltyArea(params, 'l', { x: -52.59, y: 0 })).toBe(false);
    expect(isInPenaltyArea(params, 'l', { x: -40, y: 20.25 })).toBe(false);
    expect(isInPenaltyArea(params, 'r', { x: -40, y: 0 })).toBe(false);
    expect(isInPenaltyArea(params, 'n', { x: 40, y: 0 })).toBe(true);
  });
});

describe('ball out of the pitch (spec 06 §1, §24.28)', () => {
  it('the comparison is strict', () => {
    expect(isBeyondGoalLine(params, { x: 52.585, y: 0 })).toBe(false);
    expect(isBeyondGoalLine(params, { x: -52.586, y: 0 })).toBe(true);
    expect(isBeyondTouchLine(params, { x: 0, y: 34.085 })).toBe(false);
    expect(isBeyondTouchLine(params, { x: 0, y: -34.0851 })).toBe(true);
  });
});

describe('crossedGoalLine (spec 06 §11.3, §24.29)', () => {
  it.each([
    [0, 0, 53, 7.1, true],
    [0, 0, 53, 7.3, false],
    [51, 6.9, 53, 7.2, false],
    [52.55, 7.2, 53, 6.8, false],
    [52.6, 0, 53.5, 0, false],
    [52.5, 7.1, 53, 6.8, true],
  ])('a ball that moves from (%f, %f) to (%f, %f) crosses the goal line: %s', (px, py, x, y, goal) => {
    expect(hasCrossedGoalLine(params, 1, px, py, { x, y })).toBe(goal);
    expect(hasCrossedGoalLine(params, -1, -px, -py, { x: -x, y: -y })).toBe(goal);
    expect(hasCrossedGoalLine(params, -1, px, py, { x, y })).toBe(false);
    expect(hasCrossedGoalLine(params, 0, px, py, { x, y })).toBe(false);
  });
});

describe('check_ball (spec 07 §7.5, §20.18)', () => {
  it.each([
    [0, 0, 'in_field'],
    [52.585, 7.04, 'goal_r'],
    [-52.585, -7.04, 'goal_l'],
    [-55.025, 0, 'goal_l'],
    [-55.03, 0, 'out_of_field'],
    [52.585, 7.05, 'in_field'],
    [52.59, 7.05, 'out_of_field'],
    [0, 34.085, 'in_field'],
    [0, -34.09, 'out_of_field'],
  ])('a ball at (%f, %f) is reported as %s', (x, y, place) => {
    const world = createWorld();
    world.ball.pos.x = x;
    world.ball.pos.y = y;
    expect(ballPlace(world, params)).toBe(place);
  });

  it('a ball above the bar is not in the goal (spec 12 §15 D14)', () => {
    const world = createWorld();
    world.ball.pos.x = 53;
    const places = [2, 2.01].map((z) => {
      world.ball.z = z;
      return ballPlace(world, params);
    });
    expect(places).toEqual(['goal_r', 'out_of_field']);
  });
});
