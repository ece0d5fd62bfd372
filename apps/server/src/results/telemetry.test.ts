import { describe, expect, it } from 'vitest';
import { countBodyCommand, createTelemetry, delayQuantile, meanDelay } from './telemetry.js';

const agent = () => createTelemetry(1).agents[0]!;

describe('telemetry of agents', () => {
  it('the second body command of a cycle is a clash', () => {
    const one = agent();
    for (let cycle = 0; cycle < 3; cycle++) {
      one.bodyCommands = 0;
      countBodyCommand(one, 10, false);
      if (cycle > 0) countBodyCommand(one, 12, false);
    }
    expect(one).toMatchObject({ commands: 5, surplusCommands: 2, delayMax: 12 });
    expect(meanDelay(one)).toBeCloseTo(10.8, 9);
  });

  it('03 §5: a dash of each leg is one body command, not two', () => {
    const one = agent();
    countBodyCommand(one, 5, true);
    countBodyCommand(one, 5, true);
    expect(one.surplusCommands).toBe(0);
    countBodyCommand(one, 5, false);
    expect(one.surplusCommands).toBe(1);
  });

  it('quantiles of delays in whole milliseconds', () => {
    const one = agent();
    expect(delayQuantile(one, 0.95)).toBeNull();
    expect(meanDelay(one)).toBeNull();
    for (let ms = 0; ms < 100; ms++) countBodyCommand(one, ms + 0.5, false);
    expect(delayQuantile(one, 0.5)).toBe(50);
    expect(delayQuantile(one, 0.95)).toBe(95);
    expect(delayQuantile(one, 1)).toBe(100);
    countBodyCommand(one, 5000, false);
    expect(delayQuantile(one, 1)).toBe(256);
    expect(one.delayMax).toBe(5000);
  });
});
