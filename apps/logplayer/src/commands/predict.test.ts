import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTempFolder, findClip, findSample, runPredict } from '../../test/run.js';

const ROOT = createTempFolder();
const SCENES = join(ROOT, 'scenes');
const INPUT = join(SCENES, 'input');
const TRUTH = join(SCENES, 'truth');
const GUESS = join(ROOT, 'guess');
const TABLE = '06.tracking.csv';

beforeAll(async () => {
  const { code, err } = await runPredict(['data', '-o', SCENES, findClip('06'), findSample('sample-v6')]);
  expect(code).toBe(0);
  expect(err).toContain('sample-v6.rcg.gz: no scene');
  expect(err).toContain('1 scenes in');
  expect((await runPredict(['baseline', '-m', 'velocity', '-o', GUESS, INPUT])).code).toBe(0);
});

const read = (folder: string) => readFileSync(join(folder, TABLE), 'utf8').trimEnd().split('\n');

/** Writes a submission with another text, and evaluates it. */
async function evaluateText(text: string) {
  const folder = join(ROOT, 'changed');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, TABLE), text);
  return runPredict(['evaluate', '-t', TRUTH, folder]);
}

describe('rcss predict', () => {
  it('data writes what is known, and the 30 cycles up to the goal', () => {
    const input = read(INPUT);
    const truth = read(TRUTH);
    expect(truth[0]).toBe(input[0]);
    expect(truth).toHaveLength(31);
    expect(truth.at(-1)).toContain('"goal_l"');
    expect(truth.slice(1, -1).every((line) => line.includes('"play_on"'))).toBe(true);
    expect(Number(truth[1]!.split(',')[0])).toBe(Number(input.at(-1)!.split(',')[0]) + 1);
  });

  it('evaluate prints the errors of a baseline; those of the truth are 0', async () => {
    const { out } = await runPredict(['evaluate', '-t', TRUTH, GUESS]);
    expect(out).toMatch(
      /^1 scenes; errors in meters with 95 % intervals\nendpoint error of the challenge: \d+\.\d\d\n/,
    );
    const { out: json } = await runPredict(['evaluate', '--json', '-t', TRUTH, GUESS]);
    const { errors } = JSON.parse(json) as { errors: { objects: string; cycle: number; mean: number }[] };
    const last = errors.find(({ objects, cycle }) => objects === 'challenge' && cycle === 30)!;
    expect(out).toContain(`challenge: ${last.mean.toFixed(2)}\n`);
    expect(last.mean).toBeGreaterThan(1);
    const perfect = await runPredict(['evaluate', '--csv', '-t', TRUTH, TRUTH]);
    expect(perfect.out).toMatch(/^objects,cycle,mean,margin\n/);
    expect(perfect.out).toContain('ball,30,0,');
  });

  it('evaluate names file, line, column and value of what is wrong', async () => {
    const lines = read(GUESS);
    const cells = lines[4]!.split(',');
    cells[3] = 'left';
    const bad = await evaluateText([...lines.slice(0, 4), cells.join(','), ...lines.slice(5)].join('\n'));
    expect([bad.code, bad.err]).toEqual([
      1,
      expect.stringContaining(`${TABLE}:5: l2_x: "left" is not a number of meters`),
    ]);
    const short = await evaluateText(lines.slice(0, -1).join('\n'));
    expect(short.err).toMatch(/#: rows \d+ to \d+; needed: \d+ to \d+/);
    const none = await runPredict(['evaluate', '-t', TRUTH, ROOT]);
    expect(none.err).toContain('has no files that end in .tracking.csv');
  });

  it('data of two logs whose tables would have one name is refused before anything is written', async () => {
    const folder = join(ROOT, 'doubled');
    const copy = join(ROOT, '06.rcg.gz');
    copyFileSync(findClip('06'), copy);
    const { code, err } = await runPredict(['data', '-o', folder, findClip('06'), copy]);
    expect(code).toBe(1);
    expect(err).toContain('06.rcg.gz: both tables would have the name 06.tracking.csv; rename one log');
    expect(existsSync(folder)).toBe(false);
  });

  it('data without a scene in any log fails', async () => {
    const { code, err } = await runPredict(['data', '-o', join(ROOT, 'none'), findSample('sample-v6')]);
    expect([code, err]).toEqual([1, expect.stringContaining('none of the logs has a scene')]);
  });
});
