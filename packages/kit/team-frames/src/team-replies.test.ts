import { expect, it } from 'vitest';
import { readTeamReply } from './team-replies.js';

const line = { team: 'Mine', cycle: 3, unum: 2, level: 'warn', text: 'here' } as const;
const failure = { team: 'Mine', cycle: 3, unum: 2, message: 'TypeError', line: 4 };
const player = { init: '(init Mine (version 19))', isDecoded: true };

it.each([
  { type: 'created', players: [player], coach: null, trainer: '(init Mine)' },
  { type: 'decided', texts: ['(turn 5)', ''], lines: [line], dropped: 2 },
  { type: 'decided', texts: [], record: { time: 3, side: 'left', unum: 2 }, lines: [], dropped: 0 },
  { type: 'failed', failure, lines: [line], dropped: 0 },
  { type: 'failed', failure: { ...failure, line: null }, lines: [], dropped: 0 },
])('a reply of the host is read as it is: %j', (reply) => {
  expect(readTeamReply(reply)).toEqual(reply);
});

it('fields that a reply does not have are left out', () => {
  const reply = { type: 'decided', texts: ['(turn 5)'], lines: [{ ...line, more: 1 }], dropped: 0, more: 1 };
  expect(readTeamReply(reply)).toEqual({ type: 'decided', texts: ['(turn 5)'], lines: [line], dropped: 0 });
});

const decided = { type: 'decided', texts: [], lines: [], dropped: 0 };

it.each([
  [null, 'the reply is not an object'],
  ['decided', 'the reply is not an object'],
  [{ ...decided, type: 'log' }, 'its type is not created, decided or failed'],
  [{ ...decided, texts: 'x' }, 'the decisions is not a list'],
  [{ ...decided, texts: new Array(1e6) }, 'the decisions is not a list of at most 64 entries'],
  [{ ...decided, texts: new Array(2) }, 'a decision is not a text'],
  [{ ...decided, texts: [{ toString: 1 }] }, 'a decision is not a text'],
  [{ ...decided, texts: ['x'.repeat(65_537)] }, 'a decision is not a text of at most 65536 characters'],
  [{ ...decided, record: 1 }, 'the record is not an object'],
  [{ ...decided, lines: new Array(101).fill(line) }, 'the lines of the console is not a list of at most 100'],
  [{ ...decided, lines: [{ ...line, text: 'x'.repeat(501) }] }, 'a line of the console is not a text'],
  [{ ...decided, dropped: '1' }, 'is not a number'],
  [{ type: 'created', players: [null], coach: null, trainer: null }, 'a player is not an object'],
  [{ type: 'created', players: [], coach: 1, trainer: null }, 'the init message of the coach is not a text'],
  [
    { type: 'failed', failure: { ...failure, line: Number.NaN }, lines: [], dropped: 0 },
    'the line of the failure',
  ],
])('a wrong reply is refused with its reason: %#', (reply, reason) => {
  expect(readTeamReply(reply)).toContain(reason);
});
