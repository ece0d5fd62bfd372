import { expect, it } from 'vitest';
import type { ConsoleRecord } from '../console/console-output.js';
import { RateLimitedLog } from './rate-limited-log.js';

it('a line of the same key is printed once, then again after some seconds with the number of dropped lines', () => {
  const lines: string[] = [];
  let now = 0;
  const warnings = new RateLimitedLog(
    (line) => lines.push(line),
    () => now,
  );
  for (; now < 4000; now += 10) warnings.warn('a', 'trouble');
  warnings.warn('b', 'other');
  expect(lines).toEqual(['trouble', 'other']);
  now = 6000;
  warnings.warn('a', 'trouble');
  expect(lines.slice(2)).toEqual(['trouble (and 399 times more)']);
  now = 12_000;
  warnings.warn('a', 'trouble');
  expect(lines.slice(3)).toEqual(['trouble']);
});

it('the next line of a key is printed from five seconds on', () => {
  const lines: string[] = [];
  let now = 100;
  const warnings = new RateLimitedLog(
    (line) => lines.push(line),
    () => now,
  );
  const warnAt = (time: number) => {
    now = time;
    warnings.warn('a', `line at ${time}`);
  };
  for (const time of [100, 5099.9, 5100, 10_099.9, 10_100]) warnAt(time);
  expect(lines).toEqual([
    'line at 100',
    'line at 5100 (and 1 times more)',
    'line at 10100 (and 1 times more)',
  ]);
});

it('the data of a line have the number of dropped lines, and a line can be printed elsewhere', () => {
  const printed: [string, ConsoleRecord | undefined][] = [];
  const elsewhere: string[] = [];
  let now = 0;
  const warnings = new RateLimitedLog(
    (line, record) => printed.push([line, record]),
    () => now,
  );
  const record: ConsoleRecord = { event: 'x', fields: { port: 1 } };
  warnings.warn('a', 'first', record);
  warnings.warn('a', 'dropped', record);
  warnings.warn('b', 'other', undefined, (line) => elsewhere.push(line));
  now = 5000;
  warnings.warn('a', 'second', record);
  warnings.warn('b', 'other');
  expect(printed).toEqual([
    ['first', record],
    ['second (and 1 times more)', { event: 'x', fields: { port: 1, suppressed: 1 } }],
    ['other', undefined],
  ]);
  expect(elsewhere).toEqual(['other']);
});

it('clients that come and go do not print any number of lines, and old keys are forgotten', () => {
  const lines: string[] = [];
  let now = 0;
  const warnings = new RateLimitedLog(
    (line) => lines.push(line),
    () => now,
  );
  for (let i = 0; i < 10_000; i++) warnings.warn(`client ${i}`, `flood of ${i}`);
  expect(lines).toHaveLength(301);
  now = 5000;
  warnings.warn('client 0', 'again');
  warnings.warn('client 20000', 'flood of 20000');
  expect(lines.slice(301)).toEqual(['again', 'flood of 20000']);
});
