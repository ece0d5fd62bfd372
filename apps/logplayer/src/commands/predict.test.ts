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
    expect(perfect.out).toMatch(/^objects,cycle,mean,margin,energy,energyMargin\n/);
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

  it('motion: players that repeat their last dash in the engine keep on running, and the ball slows down', async () => {
    const folder = join(ROOT, 'motion');
    expect((await runPredict(['baseline', '-m', 'motion', '-o', folder, INPUT])).code).toBe(0);
    const parse = (lines: readonly string[]) => {
      const head = lines[0]!.split(',');
      const rows = lines.slice(1).map((line) => line.split(',').map(Number));
      return (row: number, name: string) => rows.at(row)![head.indexOf(name)]!;
    };
    const known = parse(read(INPUT));
    const moved = parse(read(folder));
    const ways = (name: string, cycles: readonly number[]) =>
      cycles.map((i) =>
        Math.hypot(
          moved(i, `${name}_x`) - (i === 0 ? known(-1, `${name}_x`) : moved(i - 1, `${name}_x`)),
          moved(i, `${name}_y`) - (i === 0 ? known(-1, `${name}_y`) : moved(i - 1, `${name}_y`)),
        ),
      );
    // The velocity of the table is the one after the last decay; the ball rolls freely until it meets a player or leaves the pitch.
    const [first, second] = ways('b', [0, 1]) as [number, number];
    expect(first).toBeCloseTo(Math.hypot(known(-1, 'b_vx'), known(-1, 'b_vy')), 2);
    expect(second).toBeCloseTo(0.94 * first, 2);
    const names = ['l', 'r'].flatMap((side) => Array.from({ length: 11 }, (_, i) => `${side}${i + 1}`));
    const late = names.map((name) => ways(name, [19])[0]!);
    // No player is faster than the fastest types, and some still run.
    expect(Math.max(...late)).toBeLessThan(1.2);
    expect(late.filter((way) => way > 0.4).length).toBeGreaterThan(0);
  });

  it('train fits a model that baseline predicts with; another file is refused', async () => {
    const model = join(ROOT, 'model.json');
    const trained = await runPredict(['train', '-o', model, findClip('03'), findClip('06')]);
    expect([trained.code, trained.err]).toEqual([0, expect.stringMatching(/^\d+ samples of 2 logs\n$/)]);
    const learn = (file: string, folder: string) =>
      runPredict(['baseline', '-m', 'learned', '--trained', file, '-o', join(ROOT, folder), INPUT]);
    expect((await learn(model, 'learned')).code).toBe(0);
    expect(readFileSync(join(ROOT, 'learned', TABLE), 'utf8')).not.toBe(
      readFileSync(join(GUESS, TABLE), 'utf8'),
    );
    writeFileSync(model, '{"version": 3}');
    const bad = await learn(model, 'other');
    expect([bad.code, bad.err]).toEqual([1, expect.stringContaining('model.json: version: 3: not a model')]);
    writeFileSync(model, '{');
    expect((await learn(model, 'other')).err).toContain('model.json: the file is not JSON');
  });

  it('futures plays a scene on; evaluate has the energy score, and plot draws both', async () => {
    const [mean, all] = [join(ROOT, 'mean'), join(ROOT, 'all')];
    const args = ['futures', '--count', '2', '-o', mean, '--samples', all, INPUT];
    expect(await runPredict(args)).toMatchObject({ code: 0, err: '' });
    expect(read(mean)).toHaveLength(31);
    const lines = read(all);
    expect([lines.length, lines[0]!.slice(0, 9)]).toEqual([61, 'sample,#,']);
    const evaluated = await runPredict(['evaluate', '-t', TRUTH, all]);
    expect(evaluated.out).toContain('energy score of 2 continuations');
    const point = await runPredict(['evaluate', '-t', TRUTH, mean]);
    expect(evaluated.out.startsWith(point.out.split('\n')[0]!)).toBe(true);
    const errors = await runPredict(['plot', '-t', TRUTH, GUESS, all]);
    expect(errors.out).toMatch(/^<svg .*guess: \d+\.\d\d m.*all \(energy\): .*<\/svg>\n$/s);
    const scene = await runPredict(['plot', '-t', TRUTH, '--input', INPUT, '--scene', '06', all]);
    expect(scene.out).toMatch(/^<svg .*dashed: predicted.*<\/svg>\n$/s);
    const none = await runPredict(['plot', '-t', TRUTH, '--scene', '07', all]);
    expect([none.code, none.err]).toEqual([
      1,
      expect.stringContaining('does not have 07.tracking.csv; it has 06'),
    ]);
  });
});
