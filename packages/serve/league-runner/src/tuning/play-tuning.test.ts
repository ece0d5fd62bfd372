import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeExecutor, createOutcome } from '../../test/fake-executor.js';
import { MatchFailure } from '../jobs/match-outcome.js';
import { loadTuning } from './load-tuning.js';
import { playTuning, readTuningFile, TUNING_FILE, type Tuning } from './play-tuning.js';
import { setParameters } from './step-document.js';
import { describeTuning, writeTuningReports } from './tuning-report.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-tuning-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const DOCUMENT = {
  version: 1,
  team: { name: 'Reds', module: '@rcss/agent/chasers', options: { style: 'short' } },
  parameters: [
    { name: 'RISK', start: 0.2, min: 0, max: 1, perturbation: 0.1 },
    { name: 'WIDTH', start: 30, min: 10, max: 40, perturbation: 3 },
  ],
  steps: 60,
  pairs: 1,
  gain: 0.3,
};

/** Strength of a team: best at RISK 0.7 and WIDTH 20. */
function strengthOf(options: Record<string, number>): number {
  return -40 * (options['RISK']! - 0.7) ** 2 - 0.03 * (options['WIDTH']! - 20) ** 2;
}

function createExecutor(onMatch: (count: number) => void = () => {}) {
  let count = 0;
  return createFakeExecutor(2, ({ spec }, signal) => {
    onMatch(++count);
    if (signal.aborted) throw new MatchFailure('the match was stopped');
    const { left, right } = spec.teams as { left: never; right: never };
    const strengths = [left, right].map(({ options }: { options: Record<string, number> }) =>
      strengthOf(options),
    );
    const difference = Math.round(10 * (strengths[0]! - strengths[1]!));
    return createOutcome({ scoreL: Math.max(0, difference), scoreR: Math.max(0, -difference) });
  });
}

function tune(
  changes: object = {},
  options: Partial<Parameters<typeof playTuning>[0]> = {},
  place: string = join(folder, 'results'),
): Promise<Tuning> {
  const path = join(folder, 'tune.yaml');
  writeFileSync(path, JSON.stringify({ ...DOCUMENT, ...changes }));
  return playTuning({
    loaded: loadTuning(path),
    folder: place,
    createExecutor: () => createExecutor(),
    signal: new AbortController().signal,
    ...options,
  });
}

test('the values move to those with which the team is stronger; the page and the table show them', async () => {
  const tuning = await tune();
  const [risk, width] = tuning.state.values as [number, number];
  expect(strengthOf({ RISK: risk, WIDTH: width })).toBeGreaterThan(
    0.1 * strengthOf({ RISK: 0.2, WIDTH: 30 }),
  );
  const [html, csv] = writeTuningReports(join(folder, 'results'), 'Risk', tuning).map((path) =>
    readFileSync(path, 'utf8'),
  );
  expect(html!.match(/<svg/g)).toHaveLength(3);
  expect(html).toContain('60 of 60 steps, 120 matches.');
  expect(csv!.split('\r\n')[0]).toBe('step,difference,matches,forfeits,RISK,WIDTH');
  expect(csv!.trim().split('\r\n')).toHaveLength(61);
});

test('a tuning in several parts, one of them interrupted, has the same steps as one without a break', async () => {
  const whole = await tune({}, {}, join(folder, 'whole'));
  await tune({}, { iterations: 7 });
  const stopper = new AbortController();
  const stopped = await tune(
    {},
    {
      signal: stopper.signal,
      createExecutor: () => createExecutor((count) => (count === 6 ? stopper.abort() : undefined)),
    },
  );
  expect(stopped.steps.length).toBeGreaterThan(7);
  expect(stopped.steps.length).toBeLessThan(60);
  // A program that was killed leaves half a line.
  appendFileSync(join(folder, 'results', TUNING_FILE), '{"type":"step","ste');
  const resumed = await tune();
  const strip = ({ steps }: Tuning) => steps.map(({ storedAt: _storedAt, ...step }) => step);
  expect(strip(resumed)).toEqual(strip(whole));
  expect(readTuningFile(join(folder, 'results')).steps).toEqual(resumed.steps);
  expect(readdirSync(join(folder, 'results')).filter((name) => name.startsWith('step-'))).toEqual([]);
});

test('a folder with the steps of another document is refused', async () => {
  await tune({}, { iterations: 1 });
  await expect(tune({ pairs: 2 })).rejects.toThrow(/has the steps of another document/);
});

test('a step whose matches have no result ends the tuning with the reason', async () => {
  const createFailing = () =>
    createFakeExecutor(1, () => {
      throw new MatchFailure('no memory');
    });
  await expect(tune({}, { createExecutor: createFailing })).rejects.toThrow(
    /step 1: 2 matches have no result: no memory/,
  );
});

test('against opponents, both settings play the same matches', async () => {
  const opponents = [{ name: 'Blues', module: '@rcss/agent/chasers', options: { RISK: 0.5, WIDTH: 25 } }];
  const tuning = await tune({ opponents, steps: 2 });
  expect(tuning.steps.map(({ matches }) => matches)).toEqual([4, 4]);
});

test('a tuning without any difference says so', async () => {
  const createDrawing = () => createFakeExecutor(2, () => createOutcome({ scoreL: 1, scoreR: 1 }));
  const tuning = await tune({ steps: 2 }, { createExecutor: createDrawing });
  expect(describeTuning(tuning)).toEqual([
    '2 of 2 steps, 4 matches.',
    expect.stringMatching(/^No step showed a difference, so the values are those of the start/),
  ]);
  expect(describeTuning(await tune({ steps: 3 }, {}, join(folder, 'other')))).toHaveLength(1);
});

test('a parameter with integer: true has whole numbers in each match and in the reports', async () => {
  const seen = new Set<number>();
  const [risk, width] = DOCUMENT.parameters;
  const tuning = await tune(
    { steps: 20, parameters: [risk, { ...width, integer: true }] },
    {
      createExecutor: () =>
        createFakeExecutor(2, ({ spec }) => {
          for (const { options } of Object.values(spec.teams ?? {}) as { options: Record<string, number> }[])
            seen.add(options['WIDTH']!);
          return createOutcome({ scoreL: 1, scoreR: 0 });
        }),
    },
  );
  expect([...seen].filter((value) => !Number.isInteger(value))).toEqual([]);
  expect(seen.size).toBeGreaterThan(1);
  const csv = readFileSync(writeTuningReports(join(folder, 'results'), 'Risk', tuning)[1]!, 'utf8');
  const widths = csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').at(-1));
  expect(widths.filter((text) => !/^\d+$/.test(text!))).toEqual([]);
});

test('parameters are options of a module; for a start command options, variables and placeholders', () => {
  expect(setParameters({ name: 'A', module: 'm', options: { a: 1 } }, { RISK: 0.25 })).toEqual({
    name: 'A',
    module: 'm',
    options: { a: 1, RISK: 0.25 },
  });
  expect(setParameters({ name: 'A', start: './run {host} {port} --risk {RISK}' }, { RISK: 0.25 })).toEqual({
    name: 'A',
    start: './run {host} {port} --risk {RISK}',
    environment: { RISK: '0.25', RCSS_OPTIONS: '{"RISK":0.25}' },
  });
  const grouped = {
    name: 'A',
    start: './run {host} --set line={defense.line}',
    environment: { RCSS_OPTIONS: '{"defense":{"line":-20,"width":30}}' },
  };
  expect(setParameters(grouped, { 'defense.line': -10 })).toEqual({
    name: 'A',
    start: './run {host} --set line={defense.line}',
    environment: { RCSS_OPTIONS: '{"defense":{"line":-10,"width":30}}' },
  });
});

test('a document with errors is reported with its file and the line of each error', () => {
  const path = join(folder, 'wrong.yaml');
  writeFileSync(
    path,
    'version: 1\nteam: { name: A, start: demo }\nparameters:\n  - { name: RISK, start: 2, min: 0, max: 1, perturbation: 0.1 }\nsteps: 10\n',
  );
  expect(() => loadTuning(path)).toThrow(
    /wrong\.yaml is not usable:\n.*RISK: start 2 must be in min–max, 0–1/,
  );
});
