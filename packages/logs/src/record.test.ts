import { expect, it } from 'vitest';
import { readResultMessage, trimStray } from './records.js';

it('stray bytes after messages of board 2 are found (spec 09 §2.5)', () => {
  expect(trimStray('Recv Coach: (say hello all)eform "hi there"))')).toBe('Recv Coach: (say hello all)');
  expect(trimStray('Recv A_1: (turn 0)(turn_neck 0)(done)xyz)')).toBe(
    'Recv A_1: (turn 0)(turn_neck 0)(done)',
  );
  expect(trimStray('Recv A_1: (say "a)b") (done)')).toBe('Recv A_1: (say "a)b") (done)');
  expect(trimStray('no list')).toBe('no list');
  expect(trimStray('(open')).toBe('(open');
});

it('result messages are taken apart (spec 09 §2.7)', () => {
  expect(readResultMessage('(result 202611201508 A_B+1_Coachy_0-vs-Right_0)')).toEqual({
    date: '202611201508',
    left: 'A_B+1_Coachy_0',
    right: 'Right_0',
  });
  expect(readResultMessage('(result 202611201506 null-vs-null)')).toMatchObject({
    left: 'null',
    right: 'null',
  });
  expect(readResultMessage('(referee play_on)')).toBeNull();
});
