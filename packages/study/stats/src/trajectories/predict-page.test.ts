import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { HORIZONS } from '../entries/trajectories.js';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const [head, ...lines] = read('../../../../../data/trajectories/errors.csv').trim().split('\n');
const columns = head!.split(',');
const rows = lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [columns[i]!, cell])));

function format(mean: string | undefined, margin: string | undefined): string {
  return `${Number(mean).toFixed(2)} ± ${Number(margin).toFixed(2)}`;
}

it.each(['7', '30'])(
  'docs/use/analyst/predict.md has the figures of %s scenes, with all predictors and cycles',
  (scenes) => {
    const page = read('../../../../../docs/use/analyst/predict.md');
    const part = rows.filter((row) => row['scenes'] === scenes);
    const models = [...new Set(part.map(({ model }) => model!))];
    expect(models).toEqual(['stay', 'velocity', 'engine', 'motion', 'learned', 'futures']);
    for (const model of models) {
      const own = part.filter((row) => row['model'] === model && row['objects'] === 'challenge');
      expect(own.map(({ cycle }) => cycle)).toEqual([...HORIZONS.map(String), 'all']);
      const [end, all] = [own.at(-2)!, own.at(-1)!];
      const cells = [
        `${format(end['mean'], end['margin'])} m`,
        `${format(all['mean'], all['margin'])} m`,
        `${format(end['energy'], end['energyMargin'])} m`,
      ];
      expect(page).toContain(`| \`${model}\` | ${cells.join(' | ')} |\n`);
    }
  },
);
