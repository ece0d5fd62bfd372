import { describe, expect, it } from 'vitest';
import { applyMutant, markMutants } from './apply.mjs';
import { findMutants } from './mutants.mjs';

/** All mutants of a source as `operator: source with the mutant`. */
const mutate = (text) =>
  findMutants('example.ts', text).map((mutant) => `${mutant.operator}: ${applyMutant(text, mutant)}`);

describe('findMutants', () => {
  it.each([
    ['a < b', '(a <= b)'],
    ['a <= b', '(a < b)'],
    ['a > b', '(a >= b)'],
    ['a >= b', '(a > b)'],
    ['a === b', '(a !== b)'],
    ['a !== b', '(a === b)'],
  ])('comparison: %s becomes %s', (text, expected) => {
    expect(mutate(`const x = ${text};`)).toEqual([`comparison: const x = ${expected};`]);
  });

  it.each([
    ['a + b', '(a - b)'],
    ['a - b', '(a + b)'],
    ['a * b', '(a / b)'],
    ['a / b', '(a * b)'],
    ['a % b', '(a * b)'],
    ['a & b', '(a | b)'],
    ['a | b', '(a & b)'],
    ['a << b', '(a >> b)'],
    ['a >> b', '(a << b)'],
    ['a >>> b', '(a << b)'],
  ])('arithmetic: %s becomes %s', (text, expected) => {
    expect(mutate(`const x = ${text};`)).toEqual([`arithmetic: const x = ${expected};`]);
  });

  it.each([
    ['a += b', 'a -= b'],
    ['a -= b', 'a += b'],
    ['a *= b', 'a /= b'],
    ['a /= b', 'a *= b'],
  ])('assignment: %s becomes %s or is removed', (text, expected) => {
    expect(mutate(`${text};`)).toEqual(['removed statement: ;', `arithmetic: ${expected};`]);
  });

  it('logic: && becomes || and the reverse, with parentheses that keep the order', () => {
    expect(mutate('const x = a && b && c;')).toEqual([
      'logic: const x = (a && b || c);',
      'logic: const x = (a || b) && c;',
    ]);
    expect(mutate('const x = a || b;')).toEqual(['logic: const x = (a && b);']);
  });

  it('condition: conditions of if and ?: are negated, but not equality, which has its own mutant', () => {
    expect(mutate('if (a) { b = c; }')).toEqual([
      'condition: if (!(a)) { b = c; }',
      'removed statement: if (a) { ; }',
    ]);
    expect(mutate('const x = a ? b : c;')).toEqual(['condition: const x = !(a) ? b : c;']);
    expect(mutate('const x = a === b ? c : d;')).toEqual(['comparison: const x = (a !== b) ? c : d;']);
  });

  it('number: integers become their neighbors, fractions grow by a thousandth or become 0', () => {
    expect(mutate('const x = 0;')).toEqual(['number: const x = 1;']);
    expect(mutate('const x = 1;')).toEqual(['number: const x = 0;', 'number: const x = 2;']);
    expect(mutate('const x = 0x10;')).toEqual(['number: const x = 17;', 'number: const x = 15;']);
    expect(mutate('const x = 0.5;')).toEqual([`number: const x = ${0.5 * 1.001};`, 'number: const x = 0;']);
  });

  it('boolean: true and false are exchanged', () => {
    expect(mutate('const x = [true, false];')).toEqual([
      'boolean: const x = [false, false];',
      'boolean: const x = [true, true];',
    ]);
  });

  it('removed statement: calls and assignments disappear, but not calls of super', () => {
    expect(mutate('f();')).toEqual(['removed statement: ;']);
    expect(mutate('class A extends B { constructor() { super(); this.x = y; } }')).toEqual([
      'removed statement: class A extends B { constructor() { super(); ; } }',
    ]);
  });

  it('returned value: undefined is returned, also by short functions, but not instead of a literal', () => {
    expect(mutate('function f() { return a; }')).toEqual([
      'returned value: function f() { return undefined; }',
    ]);
    expect(mutate('const f = () => g(a);')).toEqual(['returned value: const f = () => undefined;']);
    expect(mutate('function f() { return null; }')).toEqual([]);
  });

  it('function: min and max, some and every are exchanged', () => {
    expect(mutate('const x = Math.min(a, b);')).toEqual(['function: const x = Math.max(a, b);']);
    expect(mutate('const x = Math.max(a, b);')).toEqual(['function: const x = Math.min(a, b);']);
    expect(mutate('const x = list.some(f);')).toEqual(['function: const x = list.every(f);']);
  });

  it('text: short texts become empty, except in comparisons and sentences', () => {
    expect(mutate("const x = 'play_on';")).toEqual(["text: const x = '';"]);
    expect(mutate("const x = 'The ball is in the goal.';")).toEqual([]);
    expect(mutate("const x = a === 'play_on';")).toEqual(["comparison: const x = (a !== 'play_on');"]);
  });

  it('types, imports, thrown errors and texts of errors have no mutants', () => {
    expect(mutate("import { a } from 'b';")).toEqual([]);
    expect(mutate("type A = 1 | 2 | 'x'; interface B { a: 3 }")).toEqual([]);
    expect(mutate("throw new RangeError('x' + (a + 1));")).toEqual([]);
    expect(mutate("const x = err('x');")).toEqual([]);
    expect(mutate("const x = 'n' + a;")).toEqual(["text: const x = '' + a;"]);
  });

  it('has the place of each mutant', () => {
    expect(findMutants('example.ts', 'const x =\n  a < b;')).toMatchObject([
      { line: 2, column: 3, original: 'a < b', replacement: '(a <= b)' },
    ]);
  });
});

describe('markMutants', () => {
  /** Numbers of the mutants that are reached when the text is executed. */
  const reachedBy = (text) => {
    const mutants = findMutants('example.ts', text).map((mutant, id) => ({ ...mutant, id }));
    const reached = new Array(mutants.length).fill(0);
    new Function('__reached', markMutants(text, mutants))(reached);
    return mutants.filter(({ id }) => reached[id] === 1).map(({ original }) => original);
  };

  it('records the executed expressions and statements, and leaves the behavior', () => {
    expect(reachedBy('if (1 < 2) { Math.abs(3); } else Math.abs(4);')).toEqual([
      '1 < 2',
      '1 < 2',
      '1',
      '1',
      '2',
      '2',
      'Math.abs(3);',
      '3',
      '3',
    ]);
    expect(reachedBy('const f = () => 5 + 6;')).toEqual([]);
    expect(reachedBy('false && Math.max(1, 2);')).toEqual([
      'false && Math.max(1, 2);',
      'false && Math.max(1, 2)',
      'false',
    ]);
  });
});
