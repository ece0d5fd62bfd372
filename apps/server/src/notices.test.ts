import { expect, it } from 'vitest';
import { Notices } from './notices.js';

it('the same matter is told once, then again after some seconds with how often it was left out', () => {
  const lines: string[] = [];
  let now = 0;
  const notices = new Notices(
    (line) => lines.push(line),
    () => now,
  );
  for (; now < 4000; now += 10) notices.tell('a', 'trouble');
  notices.tell('b', 'other');
  expect(lines).toEqual(['trouble', 'other']);
  now = 6000;
  notices.tell('a', 'trouble');
  expect(lines.slice(2)).toEqual(['trouble (and 399 times more)']);
  now = 12_000;
  notices.tell('a', 'trouble');
  expect(lines.slice(3)).toEqual(['trouble']);
});
