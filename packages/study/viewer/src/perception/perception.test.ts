import { createFrame, type FramePlayer } from '@rcss/core';
import { decodePlayerMessage, type SeeMessage } from '@rcss/protocol';
import { describe, expect, it } from 'vitest';
import { describeDebugMessage } from './describe-message.js';
import { locateSeenObjects } from './seen-objects.js';

function decodeSee(text: string): SeeMessage {
  const message = decodePlayerMessage(text);
  if (!message.ok || message.value.type !== 'see') throw new Error('not a see message');
  return message.value;
}

const frame = createFrame();
frame.left.name = 'Herons';
frame.right.name = 'Foxes';
const observer = frame.players[6] as FramePlayer;
Object.assign(observer, { x: 10, y: 5, body: 90, neck: -30 });
Object.assign(frame.players[13] as FramePlayer, { x: 20, y: 30 });
frame.ballX = 12;
frame.ballY = 15;

describe('what a player saw', () => {
  it('places seen objects from the position and the face direction of the observer', () => {
    const [ball, opponent, flag] = locateSeenObjects(
      decodeSee('(see 3 ((b) 10 30) ((p "Foxes" 3) 20 -60) ((f c) 11.2 100) ((l r) 40 20))'),
      frame,
      observer,
    );
    // The face is at 60°, so the ball is at 90°: towards +y.
    expect(ball).toMatchObject({ kind: 'ball', truth: { x: 12, y: 15 } });
    expect([ball?.x, ball?.y].map((v) => Math.round(v ?? 0))).toEqual([10, 15]);
    expect(opponent).toMatchObject({ kind: 'player', side: 'r', label: '3', truth: { x: 20, y: 30 } });
    expect([opponent?.x, opponent?.y].map((v) => Math.round(v ?? 0))).toEqual([30, 5]);
    expect(flag).toMatchObject({ kind: 'landmark', label: 'f c', truth: { x: 0, y: 0 } });
  });

  it('has no true place for a player without number, and no place for lines', () => {
    const marks = locateSeenObjects(
      decodeSee('(see 3 ((p "Foxes") 20 0) ((p) 30 5) ((l r) 40 20))'),
      frame,
      observer,
    );
    expect(marks.map(({ side, label, truth }) => [side, label, truth])).toEqual([
      ['r', '?', null],
      [null, '?', null],
    ]);
  });

  it.each([
    [
      '(see 3 ((b) 10 30) ((p "Herons" 2) 5 1) ((p "Foxes" 3) 20 -60) ((p "Foxes") 20 0) ((p) 30 5) ((f c) 11 1) ((l r) 40 20))',
      'see: ball, 1 teammate, 2 opponents, 1 unknown player, 2 marks',
    ],
    ['(see 3)', 'see: nothing'],
    ['(hear 4 referee kick_off_l)', 'hear: referee: kick_off_l'],
    ['(hear 4 20 our 5 "pass")', 'hear: teammate 5: pass'],
    ['(think)', 'think'],
    ['(ok synch_see)', '(ok synch_see)'],
    ['(see', 'unreadable message: '],
  ])('describes %s', (text, expected) => {
    expect(describeDebugMessage({ direction: 'received', text }, 'Herons')).toContain(expected);
  });
});
