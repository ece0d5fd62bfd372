import { expect, it } from 'vitest';
import { computeBallPosition } from './referee-command.js';

it('places the ball by the play mode that is set (spec 11 §3.7)', () => {
  expect(computeBallPosition('before_kick_off', 3, 4)).toEqual([0, 0]);
  expect(computeBallPosition('kick_in_r', 10, 0)).toEqual([10, -34]);
  expect(computeBallPosition('corner_kick_l', 0, 5)).toEqual([51.5, 33]);
  expect(computeBallPosition('corner_kick_r', 0, -5)).toEqual([-51.5, -33]);
  expect(computeBallPosition('goal_kick_l', 0, 5)).toEqual([-47, 9.16]);
  expect(computeBallPosition('indirect_free_kick_l', 50, 1)).toEqual([47, 1]);
  expect(computeBallPosition('indirect_free_kick_r', 50, 1)).toEqual([50, 1]);
  expect(computeBallPosition('illegal_defense_r', 0, 0)).toEqual([41.5, 0]);
  expect(computeBallPosition('play_on', 90, -90)).toEqual([52.5, -34]);
});
