import {
  createDefaultPlayerType,
  createMatchParams,
  createPlayerParams,
  createServerParams,
} from '@rcss/params';
import { dashDistance } from '@rcss/physics/predict';
import { describe, expect, it } from 'vitest';
import { estimateRunCycles } from '../reach/intercept.js';
import {
  abilityOf,
  computeDashRate,
  computeMaxSpeed,
  computeRollCycles,
  computeRollSpeed,
  cyclesToRun,
} from './ability.js';

const server = createServerParams();
const type = createDefaultPlayerType(server);
const ability = abilityOf(type, server);

describe('motion', () => {
  it('a run from rest (spec 05 §6.7)', () => {
    expect(ability.run[1]).toBeCloseTo(0.6, 10);
    expect(ability.run[2]).toBeCloseTo(1.44, 10);
    expect(ability.kickable).toBeCloseTo(1.085, 10);
    expect(cyclesToRun(ability, 0.5)).toBe(1);
    expect(cyclesToRun(ability, 1.4)).toBe(2);
    for (let n = 2; n < 40; n++) expect(cyclesToRun(ability, ability.run[n]! - 0.01)).toBe(n);
  });

  it('a run of each type is that of the simulation, with the effort of the type (spec 05 §18)', () => {
    const params = createMatchParams(server, createPlayerParams(), 7);
    for (const { id, effort_max: effort, ...type } of params.types) {
      const body = { side: 'l', body: 0, stamina: server.stamina_max, staminaCapacity: 130600 } as const;
      const runner = { ...body, pos: { x: 0, y: 0 }, vel: { x: 0, y: 0 }, typeId: id, effort, recovery: 1 };
      const { run } = abilityOf({ ...type, id, effort_max: effort }, server);
      for (const n of [1, 5, 20]) expect(run[n]).toBeCloseTo(dashDistance(params, runner, n), 9);
    }
  });

  it('the roll of the ball (spec 05 §6.7)', () => {
    // 33.58 m after 18 cycles with 3 m per cycle.
    expect(computeRollCycles(50 * (1 - 0.94 ** 18), 3, 0.94)).toBeCloseTo(18, 6);
    expect(computeRollCycles(51, 3, 0.94)).toBe(Number.POSITIVE_INFINITY);
    const first = computeRollSpeed(20, 1.1, 0.94);
    const n = computeRollCycles(20, first, 0.94);
    expect(first * 0.94 ** n).toBeCloseTo(1.1, 6);
  });

  it('rates of dash directions (spec 05 §10.2)', () => {
    const rates = [0, 30, 45, 60, 90, 120, 135, 150, 180].map((d) =>
      computeDashRate((d * Math.PI) / 180, server),
    );
    [1, 0.8, 0.7, 0.6, 0.4, 0.5, 0.55, 0.6, 0.7].forEach((rho, i) => {
      expect(rates[i]).toBeCloseTo(rho, 10);
    });
  });

  it('greatest speed of a moving ball in a direction', () => {
    expect(computeMaxSpeed({ x: 0, y: 0 }, 1, 2, 3)).toBeCloseTo(2, 10);
    expect(computeMaxSpeed({ x: 0.5, y: 0 }, 0, 2, 3)).toBeCloseTo(2.5, 10);
    expect(computeMaxSpeed({ x: 1, y: 0 }, Math.PI / 2, 2, 3)).toBeCloseTo(Math.sqrt(3), 10);
    expect(computeMaxSpeed({ x: 2, y: 0 }, Math.PI / 2, 1, 3)).toBe(0);
  });

  it('a turn needs a cycle, a near target none', () => {
    const at = { x: 0, y: 0 };
    const still = { x: 0, y: 0 };
    const ahead = estimateRunCycles(at, still, 0, ability, { x: 10, y: 0 }, 1);
    expect(ahead).toBe(cyclesToRun(ability, 9));
    expect(estimateRunCycles(at, still, Math.PI / 2, ability, { x: 10, y: 0 }, 1)).toBe(ahead + 1);
    expect(estimateRunCycles(at, still, Math.PI / 2, ability, { x: 0.9, y: 0 }, 1)).toBe(0);
  });
});
