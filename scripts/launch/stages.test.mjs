import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStages } from './stages.mjs';

function output(isTTY) {
  const out = {
    isTTY,
    columns: 40,
    text: '',
    write(part) {
      out.text += part;
    },
  };
  return out;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('plain output has one line per stage, with its seconds', () => {
  const out = output(false);
  let time = 0;
  const stages = createStages(out, () => time);
  const install = stages.begin('Install');
  install.progress('1 of 2 packages');
  vi.advanceTimersByTime(5000);
  time = 2340;
  install.done();
  stages.begin('Build').skip('up to date');
  expect(out.text).toBe('Install  ... 2.3 s\nBuild    ... up to date\n');
});

test('a terminal shows the progress in one line that is replaced at the end', () => {
  const out = output(true);
  const install = createStages(out, () => 0).begin('Install');
  install.progress('a text that is longer than the terminal is wide');
  vi.advanceTimersByTime(500);
  expect(out.text).toContain('a text that');
  for (const line of out.text.split('\r\u001b[K')) expect(line.length).toBeLessThan(40);
  install.fail('exit status 3');
  expect(out.text.endsWith('\r\u001b[Kx Install  failed after 0.0 s: exit status 3\n')).toBe(true);
  const length = out.text.length;
  vi.advanceTimersByTime(500);
  expect(out.text.length).toBe(length);
});
