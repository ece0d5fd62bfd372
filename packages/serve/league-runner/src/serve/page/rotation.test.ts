import { expect, test } from 'vitest';
import { Rotation } from './rotation.js';

/** A clock that a test moves. */
function createClock() {
  let now = 0;
  let timer: { readonly at: number; readonly call: () => void } | null = null;
  return {
    setTimeout(call: () => void, ms: number) {
      timer = { at: now + ms, call };
      return timer;
    },
    clearTimeout(cleared: unknown) {
      if (cleared === timer) timer = null;
    },
    move(ms: number) {
      const end = now + ms;
      while (timer !== null && timer.at <= end) {
        const { at, call } = timer;
        now = at;
        timer = null;
        call();
      }
      now = end;
    },
  };
}

function start(ids: readonly string[]) {
  const shown: string[] = [];
  const clock = createClock();
  const rotation = new Rotation((id) => shown.push(id), clock);
  const setSlides = (list: readonly string[]) =>
    rotation.setSlides(list.map((id) => ({ id, ms: id === 'long' ? 60 : 10 })));
  setSlides(ids);
  return { shown, clock, rotation, setSlides };
}

test('every slide is shown for the same time, and the first one again after the last one', () => {
  const { shown, clock } = start(['a', 'b', 'c']);
  clock.move(9);
  expect(shown).toEqual(['a']);
  clock.move(1);
  expect(shown).toEqual(['a', 'b']);
  clock.move(20);
  expect(shown).toEqual(['a', 'b', 'c', 'a']);
});

test('a match is shown for a longer time', () => {
  const { shown, clock } = start(['long', 'a']);
  clock.move(59);
  expect(shown).toEqual(['long']);
  clock.move(1);
  expect(shown).toEqual(['long', 'a']);
  clock.move(10);
  expect(shown).toEqual(['long', 'a', 'long']);
});

test('new contents do not change which slide is shown, nor for how long', () => {
  const { shown, clock, setSlides } = start(['a', 'b', 'c']);
  clock.move(15);
  setSlides(['new', 'a', 'b', 'c']);
  expect(shown.at(-1)).toBe('b');
  clock.move(5);
  expect(shown.at(-1)).toBe('c');
});

test('the slide that takes the place of one that is gone is shown for the whole time', () => {
  const { shown, clock, setSlides } = start(['a', 'b', 'c']);
  clock.move(15);
  setSlides(['a', 'c']);
  expect(shown.at(-1)).toBe('c');
  clock.move(9);
  expect(shown.at(-1)).toBe('c');
  clock.move(1);
  expect(shown.at(-1)).toBe('a');
  setSlides(['a']);
  clock.move(100);
  expect(new Set(shown.slice(-9))).toEqual(new Set(['a']));
});

test('a rotation that was stopped shows nothing more', () => {
  const { shown, clock, rotation } = start(['a', 'b']);
  rotation.stop();
  clock.move(100);
  expect(shown).toEqual(['a']);
});
