import type { PlayerCommand } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import {
  beginCycle,
  countCommand,
  createTelemetry,
  getDelayQuantile,
  getMeanDelay,
  recordCommand,
  recordDelay,
} from './telemetry.js';

const createPlayer = () => createTelemetry(1).players[0]!;
const TURN: PlayerCommand = { type: 'turn', moment: 1 };
const DASH_LEFT: PlayerCommand = { type: 'dash_leg', leg: 'l', power: 1, dir: 0 };
const DASH_RIGHT: PlayerCommand = { type: 'dash_leg', leg: 'r', power: 1, dir: 0 };

describe('telemetry of players', () => {
  it('counts the second body command of a cycle as surplus', () => {
    const telemetry = createTelemetry(1);
    const one = telemetry.players[0]!;
    for (let cycle = 0; cycle < 3; cycle++) {
      beginCycle(telemetry);
      recordCommand(one, TURN);
      if (cycle > 0) recordCommand(one, { type: 'kick', power: 1, dir: 0 });
    }
    expect(one).toMatchObject({ commandCount: 5, surplusCommandCount: 2 });
  });

  it.each<[string, PlayerCommand]>([
    ['turn_neck', { type: 'turn_neck', moment: 1 }],
    ['say', { type: 'say', message: 'a' }],
    ['change_view', { type: 'change_view', width: 'wide', quality: null }],
    ['attentionto', { type: 'attentionto', side: { by: 'relative', own: true }, unum: 1 }],
    ['sense_body', { type: 'sense_body' }],
    ['score', { type: 'score' }],
  ])('counts the second %s of a cycle as surplus, and not as a body command', (_, command) => {
    const one = createPlayer();
    expect(recordCommand(one, TURN)).toBe(true);
    expect(recordCommand(one, command)).toBe(false);
    expect(one.surplusCommandCount).toBe(0);
    recordCommand(one, command);
    recordCommand(one, command);
    expect(one).toMatchObject({ commandCount: 4, surplusCommandCount: 2 });
  });

  it('measures no delay of a command before the first sense_body', () => {
    const telemetry = createTelemetry(1);
    countCommand(telemetry, 0, TURN);
    expect(telemetry.players[0]).toMatchObject({ commandCount: 1, bodyCommandCount: 0, maxDelayMs: 0 });
    telemetry.lastSenseTime = performance.now();
    countCommand(telemetry, 0, TURN);
    expect(telemetry.players[0]).toMatchObject({ commandCount: 2, bodyCommandCount: 1 });
  });

  it('counts neither (done) nor (compression)', () => {
    const one = createPlayer();
    for (let i = 0; i < 2; i++) {
      recordCommand(one, { type: 'done' });
      recordCommand(one, { type: 'compression', level: 1 });
    }
    expect(one).toMatchObject({ commandCount: 0, surplusCommandCount: 0 });
  });

  it('counts a dash of each leg as useful, and a further body command as surplus [spec 03 §9.1]', () => {
    const one = createPlayer();
    recordCommand(one, DASH_LEFT);
    recordCommand(one, DASH_RIGHT);
    expect(one.surplusCommandCount).toBe(0);
    recordCommand(one, TURN);
    expect(one.surplusCommandCount).toBe(1);
    recordCommand(one, DASH_RIGHT);
    expect(one.surplusCommandCount).toBe(2);
  });

  it('gives quantiles of delays in whole milliseconds', () => {
    const one = createPlayer();
    expect(getDelayQuantile(one, 0.95)).toBeNull();
    expect(getMeanDelay(one)).toBeNull();
    for (let ms = 0; ms < 100; ms++) recordDelay(one, ms + 0.5);
    expect(getMeanDelay(one)).toBeCloseTo(50, 9);
    expect(getDelayQuantile(one, 0.5)).toBe(50);
    expect(getDelayQuantile(one, 0.95)).toBe(95);
    expect(getDelayQuantile(one, 1)).toBe(100);
    recordDelay(one, 5000);
    expect(getDelayQuantile(one, 1)).toBe(256);
    expect(one.maxDelayMs).toBe(5000);
  });
});
