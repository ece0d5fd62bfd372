import { createFrame } from '@rcss/core';
import { expect, it } from 'vitest';
import { describeBeliefs, listExecuted } from './describe-decision.js';

const frame = createFrame();
Object.assign(frame, { ballX: 10, ballY: 0 });
Object.assign(frame.players[6]!, { x: 0, y: 0 });
Object.assign(frame.players[13]!, { x: 5, y: 5 });

it('beliefs are measured by the true places, players without a number are counted', () => {
  const beliefs = {
    self: { x: 0, y: 0.5 },
    ball: { x: 12, y: 0, age: 3 },
    players: [
      { x: 5, y: 7, side: 'r' as const, unum: 3 },
      { x: 1, y: 1 },
    ],
  };
  expect(describeBeliefs(beliefs, frame, 6)).toEqual([
    'itself: 0.5 m off',
    'ball: 2.0 m off, seen 3 cycles ago',
    '2 other players, 2.0 m off on average, 2.0 m at most, 1 without a number',
  ]);
  expect(describeBeliefs({ ball: { x: 10, y: 0, age: 0 } }, frame, 6)).toEqual(['ball: 0.0 m off, seen now']);
  expect(describeBeliefs({ players: [{ x: 1, y: 1 }] }, frame, 6)).toEqual([
    '1 other player, 1 without a number',
  ]);
  expect(describeBeliefs({}, frame, 6)).toEqual([]);
});

it('the commands that were executed are those whose counts grew', () => {
  const before = frame.players[6]!;
  const after = { ...before, kickCount: before.kickCount + 1, turnNeckCount: before.turnNeckCount + 1 };
  expect(listExecuted(before, after)).toEqual(['kick', 'turn_neck']);
  expect(listExecuted(before, before)).toEqual([]);
});
