import ts from 'typescript';
import { expect, test } from 'vitest';
import { findFunctionProblems, inspectFunctions } from './functions.mjs';

const inspect = (text) =>
  [...inspectFunctions(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true))].map(
    ([name, faults]) => [name, faults.map((fault) => fault.split(';')[0])],
  );
const body = (lines) => `{\n${'  run();\n'.repeat(lines - 2)}}`;

test('a function of 60 lines with six parameters is right, one more of either is a fault', () => {
  expect(inspect(`function f(a, b, c, d, e, g) ${body(60)}`)).toEqual([]);
  expect(inspect(`function f() ${body(61)}`)).toEqual([['f', ['has 61 lines']]]);
  expect(inspect('const f = (a, b, c, d, e, g, h) => 1;')).toEqual([['f', ['has 7 parameters']]]);
});

test('methods, constructors and functions in arguments have the name of what holds them', () => {
  expect(inspect(`class A { #m() ${body(61)} constructor() ${body(62)} }`)).toEqual([
    ['#m', ['has 61 lines']],
    ['A', ['has 62 lines']],
  ]);
  expect(inspect(`export const it = wrap(() => ${body(61)});`)).toEqual([['it', ['has 61 lines']]]);
});

test('a variable of the module is a fault, one of a function is not', () => {
  expect(inspect('let a = 1; var b; const c = 1; function f() { let d; }')).toEqual([
    ['a', ['is a variable of the module']],
    ['b', ['is a variable of the module']],
  ]);
});

test('a known function without a fault must leave the list', () => {
  expect(findFunctionProblems({ 'packages/engine/core/src/side.ts': ['oppositeSide'] })).toContain(
    'packages/engine/core/src/side.ts oppositeSide has no fault any more; remove it from scripts/house/known-functions.mjs',
  );
});
