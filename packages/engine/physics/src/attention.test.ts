import type { Side } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { addPlayer, createTestField } from '../test/field.js';
import { clearAttention, findAttentionTarget, setAttention } from './attention.js';

describe('attentionto (spec 05 §17.3, §24.48)', () => {
  it('accepts existing players other than the sender (spec 03 §13.31)', () => {
    const field = createTestField();
    const me = addPlayer(field, 'l', 2);
    field.world.left.name = 'Alpha';
    field.world.left.playerCount = 3;
    field.world.right.playerCount = 3;
    const target = (side: Side | null, unum: number) =>
      findAttentionTarget(field.world, me, side, unum)?.index;
    expect([target('l', 1), target('l', 3)]).toEqual([0, 2]);
    expect([
      target(null, 1),
      target('r', 1),
      target('l', 0),
      target('l', 4),
      target('l', 2),
      target('l', 1.5),
    ]).toEqual(Array(6).fill(undefined));
    field.world.right.name = 'Beta';
    expect(target('r', 2)).toBe(12);
  });

  it('has a target and is counted for sense_body from version 8 on, and is counted for shows always', () => {
    const field = createTestField();
    const other = addPlayer(field, 'r', 1);
    for (const [version, target, focusCount] of [
      [7, -1, 0],
      [8, 11, 2],
    ] as const) {
      const me = addPlayer(field, 'l', version, { version });
      setAttention(me, other);
      expect(me.attention).toBe(target);
      clearAttention(me);
      expect([me.attention, me.attentiontoCount, me.focusCount]).toEqual([-1, 2, focusCount]);
    }
  });
});
