import { expect, it } from 'vitest';
import { createTestFrame } from '../../test/match.js';
import { findBallMoment, hasAlternatives } from './what-if.js';

/** Frames in which player 5 of the left team has the ball up to an index. */
function createSource(last: number) {
  return {
    first: 0,
    getFrame: (index: number) => {
      const frame = createTestFrame();
      const player = frame.players.find(({ side, unum }) => side === 'l' && unum === 5)!;
      frame.ballX = player.x + (index <= last ? 0.9 : 4);
      frame.ballY = player.y;
      return frame;
    },
  };
}

it('the moment of a lost ball is the last frame in which its player had it', () => {
  expect(findBallMoment(createSource(95), { side: 'l', unum: 5 }, 100)).toBe(95);
  expect(findBallMoment(createSource(100), { side: 'l', unum: 5 }, 100)).toBe(100);
});

it('without such a frame, it is the moment of the event', () => {
  expect(findBallMoment(createSource(10), { side: 'l', unum: 5 }, 100)).toBe(100);
  expect(findBallMoment(createSource(95), { side: 'r', unum: 0 }, 100)).toBe(100);
});

it('a set play and a ball that no player lost have no alternatives', () => {
  expect(hasAlternatives({ type: 'set_play', unum: 5 })).toBe(false);
  expect(hasAlternatives({ type: 'loss', unum: 0 })).toBe(false);
  expect(hasAlternatives({ type: 'pass', unum: 5 })).toBe(true);
});
