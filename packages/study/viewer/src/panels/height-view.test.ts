import { createFrame, type Frame } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { collectFlight, HEIGHT_SPAN } from './height-view.js';

/** Frames of a ball that moves by a meter per cycle and rises by half a meter. */
function framesOf(count: number, hasHeight = true): Frame[] {
  return Array.from({ length: count }, (_, i) =>
    Object.assign(createFrame(), { ballX: i, ballZ: i / 2, hasHeight }),
  );
}

describe('flight of the ball around a moment', () => {
  it('has the places before and after, to the ends of the log', () => {
    const frames = framesOf(5);
    expect(collectFlight((i) => frames[i], 1)).toEqual({
      offsets: [-1, 0, 1, 2, 3],
      x: [0, 1, 2, 3, 4],
      z: [0, 0.5, 1, 1.5, 2],
    });
  });

  it('ends where the ball was placed, and after the span', () => {
    const frames = framesOf(200);
    frames[103]!.ballX = 0;
    const { offsets } = collectFlight((i) => frames[i], 100)!;
    expect([offsets[0], offsets.at(-1)]).toEqual([-HEIGHT_SPAN, 2]);
  });

  it('does not exist in a match without heights, and without a frame', () => {
    const frames = framesOf(5, false);
    expect(collectFlight((i) => frames[i], 1)).toBeNull();
    expect(collectFlight(() => undefined, 1)).toBeNull();
  });
});
