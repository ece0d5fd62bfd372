import { createFrame, type Frame } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import type { MatchSource } from '../source.js';
import { describeFrameDifference, findFirstMatchDifference } from './first-difference.js';

function createSource(count: number, change: (frame: Frame) => void): MatchSource {
  const frames = Array.from({ length: count }, (_, time) => {
    const frame = createFrame();
    frame.time = time;
    frame.ballX = time / 10;
    change(frame);
    return frame;
  });
  return { first: 0, last: count - 1, getFrame: (i: number) => frames[i] } as unknown as MatchSource;
}

describe('the first difference of two matches', () => {
  it('is found with its cycle, object and values', async () => {
    const a = createSource(600, () => {});
    const b = createSource(600, (frame) => {
      const player = frame.players[14];
      if (frame.time >= 420 && player !== undefined) player.x = 1.5;
    });
    expect(await findFirstMatchDifference(a, b)).toEqual({
      indexA: 420,
      indexB: 420,
      time: 420,
      text: 'right 4 x: 0 and 1.5',
    });
  });

  it('is null for equal matches of different lengths', async () => {
    expect(
      await findFirstMatchDifference(
        createSource(30, () => {}),
        createSource(20, () => {}),
      ),
    ).toBeNull();
  });

  it('can be the cycle itself', async () => {
    const late = createSource(5, (frame) => {
      if (frame.time === 3) frame.time = 4;
    });
    expect(
      (
        await findFirstMatchDifference(
          createSource(5, () => {}),
          late,
        )
      )?.text,
    ).toBe('cycle: 3 and 4');
  });

  it('ignores differences below the steps of a log', () => {
    const [a, b] = [createFrame(), createFrame()];
    b.ballX = 0.0004;
    expect(describeFrameDifference(a, b)).toBe('');
    b.ballX = 0.001;
    expect(describeFrameDifference(a, b)).toBe('ball x: 0 and 0.001');
  });
});
