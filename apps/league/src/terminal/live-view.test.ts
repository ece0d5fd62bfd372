import { tmpdir } from 'node:os';
import {
  createRunState,
  formatDuration,
  type LeagueRun,
  recordResult,
  resolveDocument,
} from '@rcss/league-runner/program';
import { expect, test } from 'vitest';
import { createOutcome } from '../../../../packages/serve/league-runner/test/fake-executor.js';
import { createLiveView, formatLiveTable } from './live-view.js';

function createRun(): LeagueRun {
  const loaded = resolveDocument(
    {
      version: 1,
      teams: [
        { name: 'new', start: 'demo' },
        { name: 'old', start: 'demo' },
      ],
      format: { type: 'paired', candidate: 'new', base: 'old', blocks: 10 },
      seeds: 1,
      test: { statistic: 'goals', h0: 0, h1: 0.5 },
    },
    tmpdir(),
  );
  const line = { type: 'match', job: '', left: 'new', right: 'old', seed: 1, storedAt: '' } as const;
  const results = ['paired-1-1', 'paired-1-2'].map((fixture, i) => ({
    ...line,
    ...createOutcome(i === 0 ? { scoreL: 2 } : { scoreR: 1 }),
    fixture,
  }));
  const state = createRunState(loaded);
  for (const [i, result] of results.entries())
    recordResult(state, { ...result, fixture: state.tournament.ready(1)[0]!.id, seed: i });
  const header = {
    type: 'run',
    form: 1,
    id: '',
    name: '',
    document: '',
    engine: '',
    versions: {},
    startedAt: '',
  } as const;
  const counts = { playedCount: 2, startedAt: 0, pendingAuditCount: 0 };
  return { header, folder: '', state, running: new Map(), failures: [], ...counts };
}

test('the table has progress, the time left from the speed so far, standings and the test', () => {
  const lines = formatLiveTable(createRun(), 4000);
  expect(lines[0]).toBe('2 of 20 matches, at most 36 s left');
  expect(lines).toContain('new                    2      2      0      0      3:0       6');
  expect(lines.at(-2)).toBe('Goal difference of the candidate: +1.50 per match');
  expect(lines.at(-1)).toMatch(/^Not decided yet/);
});

test('without a terminal there is no table, but a line at once, some in the first minute, and one per minute', () => {
  let text = '';
  let time = 0;
  const view = createLiveView({ write: (part) => (text += part) }, () => time);
  const run = createRun();
  const times: number[] = [];
  for (time = 0; time <= 200_000; time += 1000) {
    const before = text;
    view.update(run);
    if (text !== before) times.push(time / 1000);
  }
  expect(times).toEqual([0, 10, 30, 70, 130, 190]);
  expect(
    text
      .split('\n')
      .slice(0, -1)
      .every((line) => line.startsWith('2 of 20 matches')),
  ).toBe(true);
  expect(text).not.toContain('\u001b');
});

test('on a terminal the table is drawn over itself, and removed at the end', () => {
  let text = '';
  let time = 0;
  const view = createLiveView({ isTTY: true, columns: 30, write: (part) => (text += part) }, () => time);
  const run = createRun();
  view.update(run);
  const lines = text.split('\n').length - 1;
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(30);
  text = '';
  time = 1000;
  view.update(run);
  expect(text.startsWith(`\u001b[${lines}A\u001b[J`)).toBe(true);
  text = '';
  view.close();
  expect(text).toBe(`\u001b[${lines}A\u001b[J`);
});

test('a table with more lines than the terminal has rows keeps progress and test, and fits', () => {
  let text = '';
  const view = createLiveView({ isTTY: true, rows: 7, write: (part) => (text += part) }, () => 4000);
  const run = createRun();
  view.update(run);
  const all = formatLiveTable(run, 4000);
  const drawn = text.split('\n').slice(0, -1);
  expect(drawn).toHaveLength(6);
  expect(drawn[0]).toBe(all[0]);
  expect(drawn[3]).toBe(`… ${all.length - 5} more lines`);
  expect(drawn.slice(-2)).toEqual(all.slice(-2).map((line) => line.slice(0, 79)));
});

test('durations are short', () => {
  expect([5, 99, 600, 7500].map(formatDuration)).toEqual(['5 s', '99 s', '10 min', '2 h 05 min']);
});
