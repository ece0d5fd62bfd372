import { deg, rad } from '@rcss/core/math';
import { describe, expect, it } from 'vitest';
import { addPlayer, createTestField, createTestParams, formatVector, runStep } from '../test/field.js';
import { turn, turnNeck } from './turn.js';

describe('turn (spec 05 §11)', () => {
  it.each([
    [90, 0, '90'],
    [90, 0.5, '25.7143'],
    [5, 0.0119296, '4.71855'],
    [250, 0, '180'],
    [Number.NEGATIVE_INFINITY, 0, '-180'],
  ])('by %d at speed %d gives %s degrees (spec 05 §24.18)', (moment, speed, body) => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1, { x: 0, y: 0, vx: speed });
    turn(field.params, field.rng, player, moment);
    expect(player.body).toBe(0);
    expect(formatVector(deg(player.bodyTarget))).toBe(body);
    runStep(field);
    expect(formatVector(deg(player.body), player.turnCount)).toBe(`${body} 1`);
  });

  it('the noise factor is uniform on [0.9, 1.1] (spec 05 §24.24)', () => {
    const field = createTestField(createTestParams({}));
    const factors: number[] = [];
    for (let i = 0; i < 1000; i++) {
      const player = addPlayer(field, 'l', 1, { body: 0 });
      player.bodyUsed = false;
      turn(field.params, field.rng, player, 50);
      factors.push(deg(player.bodyTarget) / 50);
    }
    factors.sort((a, b) => a - b);
    expect(factors[0]).toBeGreaterThanOrEqual(0.9);
    expect(factors[999]).toBeLessThan(1.1);
    for (const q of [0.25, 0.5, 0.75]) expect(factors[q * 1000]).toBeCloseTo(0.9 + q * 0.2, 1.9);
  });

  it('happens once a cycle', () => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1);
    turn(field.params, field.rng, player, 10);
    turn(field.params, field.rng, player, 90);
    expect([formatVector(deg(player.bodyTarget)), player.turnCount]).toEqual(['10', 1]);
  });
});

describe('turn_neck (spec 05 §11, §24.19)', () => {
  it('is limited to ±90 degrees, relative to the committed angle, once a cycle, together with other commands', () => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1);
    turn(field.params, field.rng, player, 10);
    turnNeck(field.params, player, 60);
    turnNeck(field.params, player, -10);
    expect([player.neck, player.turnNeckCount]).toEqual([0, 1]);
    runStep(field);
    expect(player.neck).toBe(rad(60));
    turnNeck(field.params, player, 60);
    runStep(field);
    expect(player.neck).toBe(rad(90));
    turnNeck(field.params, player, -180);
    runStep(field);
    expect(player.neck).toBe(-rad(90));
  });

  it('works in the idle cycles of a tackle (spec 05 §9.2)', () => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1);
    player.tackleIdle = 5;
    player.bodyUsed = true;
    turnNeck(field.params, player, 20);
    expect(player.neckTarget).toBe(rad(20));
  });
});
