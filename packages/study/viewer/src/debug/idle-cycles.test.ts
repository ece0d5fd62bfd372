import { createFrame, type Frame, type FramePlayer, PlayerState } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import type { MatchSource } from '../source.js';
import { IdleCycles, isIdleCycle } from './idle-cycles.js';

function createPlay(time: number, dashCount: number, change: (frame: Frame) => void = () => {}): Frame {
  const frame = createFrame();
  frame.time = time;
  frame.playMode = 'play_on';
  const player = frame.players[4] as FramePlayer;
  player.state = PlayerState.STAND;
  player.dashCount = dashCount;
  change(frame);
  return frame;
}

describe('cycles without a body command', () => {
  it('are those in which no count of a body command grows', () => {
    expect(isIdleCycle(createPlay(1, 5), createPlay(2, 5), 4)).toBe(true);
    expect(isIdleCycle(createPlay(1, 5), createPlay(2, 6), 4)).toBe(false);
  });

  it('are not those in which the player cannot act, or the clock stands still', () => {
    const after = (state: number) => (frame: Frame) => {
      (frame.players[4] as FramePlayer).state = state;
    };
    expect(isIdleCycle(createPlay(1, 5), createPlay(1, 5), 4)).toBe(false);
    expect(isIdleCycle(createPlay(1, 5), createPlay(2, 5, after(0)), 4)).toBe(false);
    expect(
      isIdleCycle(createPlay(1, 5), createPlay(2, 5, after(PlayerState.STAND | PlayerState.TACKLE)), 4),
    ).toBe(false);
    const stopped = createPlay(1, 5, (frame) => {
      frame.playMode = 'kick_in_l';
    });
    expect(isIdleCycle(stopped, createPlay(2, 5), 4)).toBe(false);
  });

  it('are found step by step', () => {
    const frames = Array.from({ length: 10 }, (_, i) => createPlay(i, i < 5 ? i : 4));
    const source = {
      match: '',
      first: 0,
      last: 9,
      getFrame: (i: number) => frames[i],
    } as unknown as MatchSource;
    const cycles = new IdleCycles(source, 4);
    expect(cycles.examine(6)).toBe(false);
    expect(cycles.examine(100)).toBe(true);
    expect(cycles.indices).toEqual([4, 5, 6, 7, 8]);
    expect([cycles.isOf(source, 4), cycles.isOf(source, 5)]).toEqual([true, false]);
  });
});
