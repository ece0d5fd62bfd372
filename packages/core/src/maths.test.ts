import { describe, expect, it } from 'vitest';
import { deg, quantize, rad, rint, roundDegrees, truncDegrees, wrapAngle } from './maths.js';

describe('05 §1, 04 §1.2: conversion of angles, as recorded directions on a boundary show it', () => {
  it('a neck of 10 + 20 degrees, or of -30, is told as 29 and -29, but 40 - 30 + 20 as 30', () => {
    expect(truncDegrees(rad(10) + rad(20))).toBe(29);
    expect(truncDegrees(rad(-30))).toBe(-29);
    expect(truncDegrees(rad(-30) + rad(40) + rad(20))).toBe(30);
  });

  it('a line seen at body 21 lies at 69 degrees, at body 11.3 and neck 15.5 - 20.3 at 84', () => {
    expect(truncDegrees(-rad(21) + Math.PI / 2)).toBe(69);
    expect(roundDegrees(-rad(11.3) - (rad(15.5) + rad(-20.3)) + Math.PI / 2)).toBe(84);
  });

  it('a body of -97.1 degrees seen from -33.3 with neck -70.3 is turned by 7', () => {
    expect(roundDegrees(rad(-97.1) - rad(-33.3) - rad(-70.3))).toBe(7);
  });
});

describe('04 §1.2: rint, Q and norm', () => {
  it('rint rounds ties to even and keeps the sign of zero', () => {
    expect([0.5, 1.5, 2.5, -0.5, -1.5, 0.49999999999999994].map(rint)).toEqual([0, 2, 2, -0, -2, 0]);
    expect(rint(-0.3)).toBe(-0);
    expect(rint(1e300)).toBe(1e300);
  });

  it('Q leaves the value when the step is below 1e-10', () => {
    expect(quantize(1.2345, 0)).toBe(1.2345);
    expect(quantize(7.38, 0.1)).toBeCloseTo(7.4, 12);
  });

  it('norm keeps both ends of [-pi, pi]', () => {
    expect(wrapAngle(Math.PI)).toBe(Math.PI);
    expect(wrapAngle(-Math.PI)).toBe(-Math.PI);
    expect(wrapAngle(rad(225))).toBeCloseTo(rad(-135), 12);
    expect(deg(wrapAngle(rad(725)))).toBeCloseTo(5, 9);
  });
});
