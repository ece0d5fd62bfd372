import { expect, it } from 'vitest';
import { parseResultMessage, trimStrayBytes } from './entries/records.js';

it('removes stray bytes after messages of board 2 (spec 09 §2.5)', () => {
  expect(trimStrayBytes('Recv Coach: (say hello all)eform "hi there"))')).toBe('Recv Coach: (say hello all)');
  expect(trimStrayBytes('Recv A_1: (turn 0)(turn_neck 0)(done)xyz)')).toBe(
    'Recv A_1: (turn 0)(turn_neck 0)(done)',
  );
  expect(trimStrayBytes('Recv A_1: (say "a)b") (done)')).toBe('Recv A_1: (say "a)b") (done)');
  expect(trimStrayBytes('no list')).toBe('no list');
  expect(trimStrayBytes('(open')).toBe('(open');
});

it('parses result messages (spec 09 §2.7)', () => {
  expect(parseResultMessage('(result 202611201508 A_B+1_Coachy_0-vs-Right_0)')).toEqual({
    date: '202611201508',
    left: 'A_B+1_Coachy_0',
    right: 'Right_0',
  });
  expect(parseResultMessage('(result 202611201506 null-vs-null)')).toMatchObject({
    left: 'null',
    right: 'null',
  });
  expect(parseResultMessage('(referee play_on)')).toBeNull();
});
