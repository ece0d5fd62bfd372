import { createDefaultPlayerType, createServerParams, type PlayerType } from '@rcss/params';
import { isSayText } from '@rcss/protocol';
import { describe, expect, it } from 'vitest';
import { chooseTaker, computeHomePosition, computeKickOffPosition } from './formation.js';
import { computeDistance } from './geometry.js';
import { chooseTypes } from './lineup.js';
import { decodeCall, encodeCall } from './say-codec.js';

describe('calls between team mates', () => {
  it('calls have ten allowed characters and are decoded unchanged (spec 03 §6, §9.4)', () => {
    let state = 1;
    const next = (limit: number): number => {
      state = (state * 16807) % 2147483647;
      return (state / 2147483647) * 2 * limit - limit;
    };
    for (let i = 0; i < 500; i++) {
      const call = {
        receiver: i % 12,
        ball: { x: next(57), y: next(39) },
        velocity: { x: next(3), y: next(3) },
        speaker: { x: next(57), y: next(39) },
      };
      const text = encodeCall(call);
      expect(text).toHaveLength(10);
      expect(isSayText(text)).toBe(true);
      const read = decodeCall(text)!;
      expect(read.receiver).toBe(call.receiver);
      expect(computeDistance(read.ball, call.ball)).toBeLessThan(0.06);
      expect(computeDistance(read.velocity, call.velocity)).toBeLessThan(0.04);
      expect(computeDistance(read.speaker, call.speaker)).toBeLessThan(0.4);
    }
  });

  it('ignores speech of other teams', () => {
    expect(decodeCall('hello')).toBeNull();
    expect(decodeCall('Z123456789')).toBeNull();
    expect(decodeCall('1()()()()(')).toBeNull();
  });
});

describe('formation', () => {
  it('before a kickoff all players are in their own half, and the opponents are outside the circle (spec 06 §5.4)', () => {
    for (let unum = 1; unum <= 11; unum++) {
      expect(computeKickOffPosition(unum, true).x).toBeLessThan(-0.3);
      expect(computeDistance(computeKickOffPosition(unum, false), { x: 0, y: 0 })).toBeGreaterThan(9.15);
    }
  });

  it('follows the ball and stays onside', () => {
    expect(computeHomePosition(7, { x: 30, y: 0 }).x).toBeGreaterThan(
      computeHomePosition(7, { x: -30, y: 0 }).x,
    );
    expect(computeHomePosition(7, { x: 0, y: 30 }).y).toBeGreaterThan(
      computeHomePosition(7, { x: 0, y: -30 }).y,
    );
    expect(computeHomePosition(11, { x: 40, y: 0 }, 20).x).toBeLessThanOrEqual(20);
  });

  it('one connected player takes a set play', () => {
    expect(chooseTaker({ x: -47, y: 9 }, 'goal_kick', new Set(), 11)).toBe(1);
    const taker = chooseTaker({ x: 20, y: -34 }, 'kick_in', new Set(), 11);
    expect(chooseTaker({ x: 20, y: -34 }, 'kick_in', new Set([taker]), 11)).not.toBe(taker);
    expect(chooseTaker({ x: 20, y: -34 }, 'kick_in', new Set(), 1)).toBe(1);
  });
});

describe('line-up', () => {
  it('each type is used once, fast ones in front, and the goalie is unchanged (spec 07 §8.1)', () => {
    const server = createServerParams();
    const types: PlayerType[] = Array.from({ length: 18 }, (_, id) => ({
      ...createDefaultPlayerType(server),
      id,
      player_speed_max: 0.95 - 0.02 * Math.abs(id - 9),
    }));
    const chosen = chooseTypes(types, server, 11);
    expect(chosen.has(1)).toBe(false);
    expect(new Set(chosen.values()).size).toBe(10);
    expect(chosen.get(11)).toBe(9);
    expect([...chosen.values()]).not.toContain(0);
  });
});
