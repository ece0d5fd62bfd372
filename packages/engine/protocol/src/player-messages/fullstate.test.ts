import { createFullstateObservation } from '@rcss/core/observation';
import { ByteWriter } from '@rcss/sexp';
import { describe, expect, it } from 'vitest';
import { encodeFullstate } from './fullstate.js';
import { createPlayerEncoding } from './player-encoding.js';

/** Returns the position of the ball in a message of version 5. */
function shownBallX(x: number): string | undefined {
  const state = createFullstateObservation();
  state.ballX = x;
  const w = new ByteWriter();
  encodeFullstate(w, state, createPlayerEncoding(5, 'l', { left: 'Alpha', right: 'Beta' }));
  return /\(ball (\S+)/.exec(Buffer.from(w.view()).toString('latin1'))?.[1];
}

describe('fullstate of versions 5 to 7 (spec 03 §10.4)', () => {
  it.each([
    [57.8225, '57.822'],
    [0.0035, '0.003'],
    [-0.0015, '-0.001'],
    [0.0036, '0.004'],
  ])('the step is the single-precision 0.001: %d is shown as %s', (x, text) => {
    expect(shownBallX(x)).toBe(text);
  });
});
