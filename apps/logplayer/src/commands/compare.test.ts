import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTempFolder, findSample, run } from '../../test/run.js';

const ROOT = createTempFolder();
const OLD = join(ROOT, 'old');
const NEW = join(ROOT, 'new');

beforeAll(() => {
  mkdirSync(OLD);
  mkdirSync(NEW);
  for (const name of ['sample-v4', 'sample-v5', 'sample-v6'])
    copyFileSync(findSample(name), join(OLD, `${name}.rcg.gz`));
  for (const name of ['sample-v6', 'sample-v3', 'sample-json'])
    copyFileSync(findSample(name), join(NEW, `${name}.rcg.gz`));
});

async function compare(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await run(['compare', '--jobs', '1', ...args]);
  expect([code, err]).toEqual([0, '']);
  return out;
}

interface Json {
  readonly a: { readonly team: string; readonly matches: number };
  readonly figures: readonly {
    readonly name: string;
    readonly difference: number;
    readonly adjusted: number;
  }[];
  readonly samples: readonly { readonly name: string; readonly a: number[]; readonly b: number[] }[];
}

describe('compare', () => {
  it('compares a team in the logs of two folders, figure by figure', async () => {
    const result = JSON.parse(await compare('--json', '--team', 'South_2', OLD, NEW)) as Json;
    expect(result.a).toMatchObject({ team: 'South_2', matches: 3 });
    const stats = JSON.parse(
      (await run(['stats', '--json', ...['sample-v4', 'sample-v5', 'sample-v6'].map(findSample)])).out,
    ) as { teams: { r: { score: number; passes: number } } }[];
    const sampleOf = (name: string) => result.samples.find((sample) => sample.name === name)!;
    expect(sampleOf('goals scored').a).toEqual(stats.map(({ teams }) => teams.r.score));
    expect(sampleOf('passes').a).toEqual(stats.map(({ teams }) => teams.r.passes));
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    for (const { name, difference, adjusted } of result.figures) {
      expect(difference).toBeCloseTo(mean(sampleOf(name).b) - mean(sampleOf(name).a), 9);
      expect(adjusted >= 0 && adjusted <= 1).toBe(true);
    }
  });

  it('prints a table; files of two folders and --against give the same sets', async () => {
    const text = await compare(OLD, NEW);
    expect(text).toMatch(
      /^A: North-1 in 3 matches \(.*old\)\nB: North-1 in 3 matches \(.*new\)\n\nfigure +A +B +B - A/,
    );
    const files = ['v4', 'v5', 'v6'].map((v) => join(OLD, `sample-${v}.rcg.gz`));
    const others = ['v6', 'v3', 'json'].map((v) => join(NEW, `sample-${v}.rcg.gz`));
    const rows = (output: string) => output.split('\n').slice(3).join('\n');
    const sorted = [...others].sort();
    expect(rows(await compare(...files, ...sorted))).toBe(rows(text));
    expect(rows(await compare(OLD, '--against', NEW))).toBe(rows(text));
    expect((await compare('--csv', OLD, NEW)).split('\n')[0]).toBe(
      "figure,A,B,'B - A,Cohen's d,Cliff's delta,Welch,permutation,Mann-Whitney,adjusted,".replace("'B", 'B'),
    );
  });

  it('writes a page with two histograms per figure', async () => {
    const file = join(ROOT, 'x.html');
    const text = await compare('--html', file, OLD, NEW);
    const page = readFileSync(file, 'utf8');
    const figures = text.split('\n').slice(4).indexOf('');
    expect(page.match(/<svg /g)?.length).toBe(2 * figures);
    expect(page).toContain('<title>goals scored: A</title>');
    expect(page).not.toMatch(/NaN|undefined/);
  });

  it('rejects sets that cannot be compared', async () => {
    for (const [args, code, message] of [
      [[OLD], 2, 'the logs are in one folder ('],
      [[OLD, join(NEW, 'sample-v6.rcg.gz')], 2, 'A set needs at least two matches'],
      [['--team', 'Foxes', OLD, NEW], 1, 'Foxes does not play in this match, but North-1 and South_2'],
      [['--level', '2', OLD, NEW], 2, 'between 0 and 1'],
      [[OLD, '--against', NEW, '/no/such.rcg'], 1, '/no/such.rcg: no such file'],
    ] as const) {
      const result = await run(['compare', '-j', '1', ...args]);
      expect([args[0], result.code]).toEqual([args[0], code]);
      expect(result.err).toContain(message);
    }
  });
});
