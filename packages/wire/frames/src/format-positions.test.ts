import { createFrame, type FramePlayer, PlayerState } from '@rcss/core';
import { expect, it } from 'vitest';
import { formatPositions } from './format-positions.js';

it('has one line per object on the field, with team, number, motion, angles and stamina', () => {
  const frame = createFrame();
  frame.time = 12;
  frame.playMode = 'play_on';
  frame.left.name = 'Herons';
  frame.ballX = 1.234;
  frame.ballVy = -0.5;
  Object.assign(frame.players[6] as FramePlayer, {
    state: PlayerState.STAND,
    x: -3,
    body: 90,
    stamina: 7999.6,
  });
  Object.assign(frame.players[11] as FramePlayer, { state: PlayerState.STAND, y: 2, neck: -30 });
  expect(formatPositions(frame)).toBe(
    [
      '12 play_on ball 1.23 0.00 0.000 -0.500',
      '12 play_on Herons 7 -3.00 0.00 0.000 0.000 90.0 0.0 8000',
      '12 play_on right 1 0.00 2.00 0.000 0.000 0.0 -30.0 0',
      '',
    ].join('\n'),
  );
  Object.assign(frame, { hasHeight: true, ballZ: 1.456 });
  expect(formatPositions(frame)).toContain('12 play_on ball 1.23 0.00 0.000 -0.500 1.46\n');
});
