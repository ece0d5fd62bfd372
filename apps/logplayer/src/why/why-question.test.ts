import { expect, it } from 'vitest';
import { readWhyQuestion } from './why-question.js';

const COUNTS = { l: 2, r: 1 };
const read = (fields: object) => readWhyQuestion({ ask: 'futures', player: 'l7', ...fields }, COUNTS);

it('a question has the defaults of what it leaves out', () => {
  expect(read({ time: 12 })).toEqual({
    ...{ ask: 'futures', side: 'l', unum: 7, time: 12, stoppageTime: 0, versions: { l: 0, r: 0 } },
    ...{ count: 10, cycles: 100, seed: 1, commands: null, set: [] },
  });
  expect(read({ player: 'r11', left: 1, count: 1, seed: null, commands: '(turn 5)' })).toMatchObject({
    ...{ side: 'r', unum: 11, versions: { l: 1, r: 0 }, count: 1, seed: null, commands: '(turn 5)' },
  });
});

it.each([
  [{ player: 'l12' }, 'player: "l12"; allowed: l1 to l11 and r1 to r11'],
  [{ player: { toString: 5 } }, 'player: {"toString":5}'],
  [{ ask: 'constructor' }, 'ask: "constructor"; allowed: messages, decide, futures'],
  [{ time: -1 }, 'time: -1; allowed: a whole number, 0 to 1000000'],
  [{ time: '12' }, 'time: "12"'],
  [{ time: 1e300 }, 'time: 1e+300'],
  [{ left: 2 }, 'left: 2; allowed: a whole number, 0 to 1'],
  [{ right: 1 }, 'right: 1; allowed: a whole number, 0 to 0'],
  [{ count: 201 }, 'count: 201; allowed: a whole number, 1 to 200'],
  [{ cycles: 0 }, 'cycles: 0'],
  [{ seed: 0 }, 'seed: 0'],
  [{ seed: null }, 'seed: null; allowed: null, if count is 1'],
  [{ commands: 'x'.repeat(401) }, 'commands: "xxx'],
  [{ set: ['a', 5] }, 'set: ["a",5]'],
  [{ set: Array(9).fill('server::a=1') }, 'set: ["server::a=1"'],
])('refuses %o and says what is allowed', (fields, message) => {
  expect(() => read(fields)).toThrow(message);
});

it.each([null, 5, 'text', [1]])('%j is not a question', (value) => {
  expect(() => readWhyQuestion(value, COUNTS)).toThrow('the question: allowed is an object');
});
