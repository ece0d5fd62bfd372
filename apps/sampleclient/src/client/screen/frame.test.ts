import { expect, test } from 'vitest';
import { composeFrame, type ScreenState } from './frame.js';
import { choosePane, LatestMessage, MessageList } from './panes.js';

const SEE = '(see 12 ((f c) 10.2 3) ((b) 4.1 -20 0 0) ((g r) 62.8 0) ((p "Foxes" 3) 12 5))';

function state(line = ''): ScreenState & { readonly other: MessageList } {
  const see = new LatestMessage();
  const body = new LatestMessage();
  const hear = new MessageList();
  const other = new MessageList();
  see.set(SEE);
  body.set('(sense_body 12 (view_mode high normal) (stamina 8000 1 130600))');
  hear.add('(hear 10 referee play_on)');
  other.add('(init l 3 before_kick_off)');
  return { status: ' 127.0.0.1:6000', panes: { see, body, hear, other }, line, cursor: line.length, other };
}

/** Rows without the codes of reverse video. */
function plain(rows: readonly string[]): string[] {
  return rows.map((row) => row.replace(/\u001b\[\d+m/g, ''));
}

test('see, sense_body and hear messages go to their panes, all others to the fourth', () => {
  expect(['(see 1)', '(sense_body 1)', '(hear 1 self a)', '(ok synch_see)', 'text'].map(choosePane)).toEqual([
    'see',
    'body',
    'hear',
    'other',
    'other',
  ]);
});

test('a narrow terminal has the panes one below the other', () => {
  const rows = plain(composeFrame(state('(turn 5)'), { columns: 60, rows: 24 }).rows);
  expect(rows.filter((row) => row.trim() !== '').map((row) => row.trimEnd())).toEqual([
    ' 127.0.0.1:6000',
    ' seen, time 12',
    '((f c) 10.2 3)  ((b) 4.1 -20 0 0)  ((g r) 62.8 0)',
    '((p "Foxes" 3) 12 5)',
    ' felt, time 12',
    '(view_mode high normal)  (stamina 8000 1 130600)',
    ' heard',
    '(hear 10 referee play_on)',
    ' other messages',
    '(init l 3 before_kick_off)',
    '> (turn 5)',
  ]);
});

test('a wide terminal has two columns', () => {
  const rows = plain(composeFrame(state(), { columns: 200, rows: 50 }).rows);
  expect(rows[1]).toMatch(/^ seen, time 12 +│ heard +$/);
});

test.each([
  [80, 24],
  [200, 50],
  [119, 11],
  [30, 8],
  [3, 3],
  [1, 1],
])('a frame for %i x %i fills the terminal exactly and has the cursor in it', (columns, rows) => {
  const frame = composeFrame(state('(dash 100)'), { columns, rows });
  expect(plain(frame.rows).map((row) => row.length)).toEqual(new Array(rows).fill(columns));
  expect(frame.cursorRow).toBe(rows - 1);
  if (columns > 3) expect(frame.cursorColumn).toBeLessThan(columns);
});

test('a command line longer than the terminal shows the part before the cursor', () => {
  const frame = composeFrame(state('x'.repeat(50).concat('end')), { columns: 20, rows: 10 });
  expect(frame.rows.at(-1)!.trimEnd()).toMatch(/^> x+end$/);
  expect(frame.cursorColumn).toBe(19);
});

test('a long message is cut, and a repeated one is counted', () => {
  const list = new MessageList();
  list.add(`(server_param ${'x'.repeat(500)})`);
  for (let i = 0; i < 3; i++) list.add('(think)');
  expect(list.lines(40, 10)).toEqual([
    `(server_param ${'x'.repeat(26)}`,
    '… 475 more characters',
    '(think)  (3 times)',
  ]);
});

test('the list scrolls to its first line and not further', () => {
  const list = new MessageList();
  for (let i = 0; i < 20; i++) list.add(`(m ${i})`);
  list.scroll(100);
  expect(list.lines(20, 5)).toEqual(['(m 0)', '(m 1)', '(m 2)', '(m 3)', '(m 4)']);
  expect(list.note).toBe('15 newer lines below');
  list.scroll(-100);
  expect(list.lines(20, 5).at(-1)).toBe('(m 19)');
});
