import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { expect, it } from 'vitest';
import { keepLayoutSamples } from './engine-layout.js';
import { createFrame } from './frame.js';
import { createSeeObservation } from './observation.js';
import { createPlayer } from './player.generated.js';
import * as vec2 from './vec2.js';
import { createWorld } from './world.js';

setFlagsFromString('--allow-natives-syntax');
const engine = runInThisContext(`({
  prepare: (f) => %PrepareFunctionForOptimization(f),
  optimize: (f) => %OptimizeFunctionOnNextCall(f),
  isOptimized: (f) => (%GetOptimizationStatus(f) & 0x10) !== 0,
})`) as {
  readonly prepare: (f: () => unknown) => void;
  readonly optimize: (f: () => unknown) => void;
  readonly isOptimized: (f: () => unknown) => boolean;
};
const sameLayout = runInThisContext('(a, b) => %HaveSameMap(a, b)') as (a: object, b: object) => boolean;

/** Whether an object still has the layout of an earlier object after some values were assigned. */
function keepsLayout(make: () => object, values: object): boolean {
  const changed = make();
  const before = make();
  Object.assign(changed, values);
  return sameLayout(changed, before);
}

keepLayoutSamples();

it('a process has one set of samples', () => {
  expect(keepLayoutSamples()).toBe(keepLayoutSamples());
});

it('objects of a match keep their layout when they get their first fractions', () => {
  const numbers = {
    body: 0.1,
    neckTarget: 0.2,
    stamina: 7999.5,
    effort: 0.99,
    recovery: 0.9,
    rightLegDir: 7.5,
  };
  expect(keepsLayout(() => createPlayer('l', 1), numbers)).toBe(true);
  const seen = { dist: 12.3, distChange: -0.02, dirChange: 0.1 };
  expect(keepsLayout(() => createSeeObservation().objects[0]!, seen)).toBe(true);
  const shown = { x: 0.5, capacity: 130599.5, recovery: 0.9 };
  expect(keepsLayout(() => createFrame().players[0]!, shown)).toBe(true);
  expect(keepsLayout(() => vec2.create(), { x: 0.5, y: 0.25 })).toBe(true);
});

it('players keep their layout when counters are set from parameters', () => {
  const fives = new Float64Array(4).fill(5);
  const counters = { tackleIdle: fives[0], foulCharged: fives[1], catchBan: fives[2], hearOwn: fives[3] };
  expect(keepsLayout(() => createPlayer('l', 1), counters)).toBe(true);
});

/** Whether machine code that reads a field of an object is still valid after the field has got its first new value. */
function keepsCode<T extends object>(object: T, field: keyof T, value: T[keyof T]): boolean {
  const { prepare, optimize, isOptimized } = engine;
  const read = new Function('object', `return () => object.${String(field)}`)(object) as () => unknown;
  prepare(read);
  read();
  read();
  optimize(read);
  read();
  expect(isOptimized(read)).toBe(true);
  object[field] = value;
  read();
  return isOptimized(read);
}

it('the engine takes no field of a player, an observation or a team for constant', () => {
  expect(keepsCode(createPlayer('l', 1), 'sayCount', 1)).toBe(true);
  expect(keepsCode(createPlayer('l', 1), 'synchSee', true)).toBe(true);
  expect(keepsCode(createSeeObservation(), 'time', 3)).toBe(true);
  expect(keepsCode(createWorld().left, 'fouls', 1)).toBe(true);
  expect(keepsCode(createWorld(), 'playMode', 'play_on')).toBe(true);
});

it('the engine takes a field for constant that no sample has changed', () => {
  expect(keepsCode({ anyName: 0 }, 'anyName', 1)).toBe(false);
});

it('a fraction in a field for whole numbers changes the layout', () => {
  expect(keepsLayout(() => createPlayer('l', 1), { cards: 0.5 })).toBe(false);
});

it('objects created later have the values of their factory', () => {
  expect(createPlayer('l', 3)).toMatchObject({ body: 0, effort: 1, recovery: 1, viewAngle: Math.PI / 2 });
  expect(vec2.create()).toEqual({ x: 0, y: 0 });
});
