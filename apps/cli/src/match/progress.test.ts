import type { RunningMatch } from '@rcss/match-server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProgress } from './progress.js';

const world = {
  time: 0,
  playMode: 'play_on',
  left: { name: 'Reds', score: 0 },
  right: { name: 'Blues', score: 0 },
};
const match = { world, steps: 0, seed: 1 } as unknown as RunningMatch;

function stream(isTTY: boolean) {
  const out = {
    isTTY,
    columns: 60,
    text: '',
    write(part: string) {
      out.text += part;
    },
  };
  return out;
}

beforeEach(() => {
  vi.useFakeTimers();
  world.time = 0;
  world.left.score = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

test('a terminal shows one line that changes and fits the width; goals and notes stay above it', () => {
  const out = stream(true);
  const progress = createProgress(out, 100, 5000);
  progress.start(match);
  world.time = 50;
  vi.advanceTimersByTime(200);
  expect(out.text).toContain('\r\u001b[K[############............] 50/100  Reds 0 : 0 Blues');
  world.left.score = 1;
  vi.advanceTimersByTime(200);
  expect(out.text).toContain('\r\u001b[K     50  Goal!  Reds 1 : 0 Blues\n');
  progress.printNote('a note');
  expect(out.text).toContain('\r\u001b[Ka note\n');
  for (const line of out.text.split(/\n|\r\u001b\[K/)) expect(line.length).toBeLessThan(60);
  progress.stop();
  const { length } = out.text;
  vi.advanceTimersByTime(2000);
  expect(out.text.slice(length)).toBe('');
});

test('other output has a plain line at intervals, and one per goal', () => {
  const out = stream(false);
  const progress = createProgress(out, 100, 5000);
  progress.start(match);
  world.left.score = 2;
  vi.advanceTimersByTime(4800);
  expect(out.text).toBe('      0  Goal!  Reds 2 : 0 Blues\n');
  vi.advanceTimersByTime(400);
  expect(out.text.split('\n')[1]).toContain('0/100  Reds 2 : 0 Blues  play_on');
  progress.stop();
});

test('control characters of names and notes are escaped', () => {
  const out = stream(true);
  const progress = createProgress(out, 100, 5000);
  world.left.name = '\u001b[2J';
  try {
    progress.start(match);
    vi.advanceTimersByTime(200);
    world.left.score = 1;
    vi.advanceTimersByTime(200);
    progress.printNote('output of \u009b\u202e:\n  last line');
    progress.stop();
  } finally {
    world.left.name = 'Reds';
  }
  expect(out.text.replaceAll('\r\u001b[K', '')).not.toMatch(/[\u001b\u009b\u202e]/);
  expect(out.text).toContain('\\x1b[2J 1 : 0 Blues');
  expect(out.text).toContain('output of \\x9b\\u202e:\n  last line\n');
});
