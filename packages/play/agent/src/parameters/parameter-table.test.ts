import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  defineParameters,
  listParameters,
  readParameters,
  type TeamParameterTable,
} from './parameter-table.js';

const TABLE = defineParameters({
  defense: {
    line: { default: -20, min: -45, max: 0, unit: 'm', doc: 'X of the line of defense.' },
    players: { default: 4, min: 3, max: 6, integer: true },
  },
  style: { default: 'safe', words: ['safe', 'risky'] },
  talks: { default: true },
});

const fails = (options: Record<string, unknown>): string[] => {
  try {
    readParameters(TABLE, options, 'options of team Alpha');
  } catch (error) {
    return (error as Error).message.split('\n');
  }
  return [];
};

describe('parameters of a team', () => {
  it('are the defaults without options, and typed', () => {
    const values = readParameters(TABLE, {});
    expect(values).toEqual({ defense: { line: -20, players: 4 }, style: 'safe', talks: true });
    expectTypeOf(values.defense.line).toEqualTypeOf<number>();
    expectTypeOf(values.style).toEqualTypeOf<'safe' | 'risky'>();
    expectTypeOf(values.talks).toEqualTypeOf<boolean>();
  });

  it('are given in groups or by names with dots; the later value counts', () => {
    const values = readParameters(TABLE, {
      defense: { line: -10, players: 5 },
      'defense.line': -12,
      style: 'risky',
    });
    expect(values).toEqual({ defense: { line: -12, players: 5 }, style: 'risky', talks: true });
  });

  it('refuse a value outside of the range with name, value and what is allowed', () => {
    expect(fails({ defense: { line: 5 } })).toEqual([
      'options of team Alpha: defense.line: 5 is not a number from -45 to 0 m',
    ]);
    expect(fails({ defense: { players: 3.5 }, style: 'risk', talks: 'yes' })).toEqual([
      'options of team Alpha:',
      '  defense.players: 3.5 is not a whole number from 3 to 6',
      '  style: "risk" is not safe, risky; did you mean risky?',
      '  talks: "yes" is not true or false',
    ]);
    expect(fails({ 'defense.line': 'deep', defense: 3 })).toEqual([
      'options of team Alpha: defense: 3 is not an object',
    ]);
  });

  it('refuse unknown names with those that were probably meant', () => {
    expect(fails({ defense: { lines: -10 } })).toEqual([
      'options of team Alpha: defense.lines is not a known field; did you mean line?',
    ]);
    expect(fails({ RISK: 1 })).toEqual([
      'options of team Alpha: RISK is not a known field; known: defense, style, talks',
    ]);
    expect(fails({ ['__proto__.line']: 1, constructor: 2 })).not.toEqual([]);
  });

  it('are listed by name with their ranges', () => {
    expect(listParameters(TABLE).map(({ name }) => name)).toEqual([
      'defense.line',
      'defense.players',
      'style',
      'talks',
    ]);
    expect(listParameters(TABLE)[0]!.parameter).toMatchObject({ min: -45, max: 0, unit: 'm' });
  });

  it.each<[string, TeamParameterTable, string]>([
    [
      'a default outside of the range',
      { a: { default: 2, min: 0, max: 1 } },
      'a: default: 2 is not a number from 0 to 1',
    ],
    ['a range without a size', { a: { default: 1, min: 1, max: 1 } }, 'a: min: 1 is not less than max, 1'],
    [
      'a default that is not whole',
      { a: { default: 0.5, min: 0, max: 1, integer: true } },
      'a: default: 0.5 is not a whole number',
    ],
    [
      'a default that is not a word',
      { g: { a: { default: 'x', words: ['y'] } } },
      "g.a: default: 'x' is not one of y",
    ],
    [
      'a word that is a number on a command line',
      { a: { default: '1', words: ['1'] } },
      "a: words: '1' is not a word: on a command line it is a number, true or false",
    ],
    [
      'a name with other characters',
      { 'a-b': { default: true } },
      "a-b: 'a-b' is not a name of letters, digits and _",
    ],
  ])('a table cannot have %s', (_, table, problem) => {
    expect(() => defineParameters(table)).toThrow(`defineParameters: ${problem}`);
  });
});
