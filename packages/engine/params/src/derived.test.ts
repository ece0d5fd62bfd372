import { describe, expect, it } from 'vitest';
import { createServerParams, DEFAULT_SERVER_PARAMS } from './create-params.js';
import {
  computeConnectWaitCycles,
  computeControlRadiusWidth,
  computeEffectiveSteps,
  computeExtraHalfTimeCycles,
  computeFullTimeCycles,
  computeHalfTimeCycles,
  computeKickableArea,
  computeKickOffWaitCycles,
  computeLcmStep,
  computeNormalTimeCycles,
} from './derived.js';

describe('derived values', () => {
  it.each([
    [300, 100, 3000],
    [100, 100, 1000],
    [3, 70, 43],
    [-1, 100, -9],
    [0, 100, 0],
    [1, 100, 10],
    [1, 150, 7],
  ])(
    'a half_time of %d with a simulator_step of %d is %d cycles (spec 01 §2.3, §9.10, spec 06 §7.1)',
    (half_time, simulator_step, cycles) => {
      expect(computeHalfTimeCycles({ half_time, simulator_step })).toBe(cycles);
    },
  );

  it('computes N and M from the defaults (spec 06 §7.1)', () => {
    expect(computeExtraHalfTimeCycles(DEFAULT_SERVER_PARAMS)).toBe(1000);
    expect(computeNormalTimeCycles(DEFAULT_SERVER_PARAMS)).toBe(6000);
    expect(computeFullTimeCycles(DEFAULT_SERVER_PARAMS)).toBe(8000);
  });

  it.each([
    [{}, 300],
    [{ synch_mode: true }, 300],
    [{ slow_down_factor: 2, synch_see_offset: 10 }, 600],
    [{ simulator_step: 70 }, 2100],
    [{ synch_see_offset: 30 }, 300],
    [{ synch_mode: true, synch_offset: 70 }, 2100],
  ])('the least common multiple of the steps of %j is %d (spec 01 §2.5, §9.12)', (values, lcm) => {
    expect(computeLcmStep(createServerParams(values))).toBe(lcm);
  });

  it('slow_down_factor multiplies all steps except recv_step (spec 01 §2.3, §9.11)', () => {
    const steps = computeEffectiveSteps(createServerParams({ slow_down_factor: 3, synch_see_offset: 7 }));
    expect(steps).toMatchObject({
      simulatorStep: 300,
      sendStep: 450,
      recvStep: 10,
      senseBodyStep: 300,
      sendViStep: 300,
      synchOffset: 180,
      synchSeeOffset: 21,
    });
  });

  it('computes the kickable area and the control-radius width (spec 01 §2.5)', () => {
    expect(computeKickableArea(DEFAULT_SERVER_PARAMS)).toBeCloseTo(1.085, 12);
    expect(computeControlRadiusWidth(DEFAULT_SERVER_PARAMS)).toBeCloseTo(1.7, 12);
  });

  it('negative waits count as 0 when used (spec 01 §2.4)', () => {
    const p = createServerParams({ kick_off_wait: -5, connect_wait: -1 });
    expect([p.kick_off_wait, computeKickOffWaitCycles(p), computeConnectWaitCycles(p)]).toEqual([-5, 0, 0]);
  });
});
