import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readSources } from '../site/sources.mjs';
import { PICTURES } from './list.mjs';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const images = `${root}docs/images`;
/** Pictures that other programs make: calibration, learning curves. The folder has those of the scenarios. */
const OTHERS = [
  'benchmark-curves.svg',
  'benchmark-profiles.svg',
  'communication-curves.svg',
  'expected-goals-calibration.svg',
  'learning-empty-goal.svg',
  'learning-keepaway-3v2.svg',
  'league-screen.png',
  'selfplay-ratings.svg',
  'values-futures.svg',
  'values-held-back.svg',
];

/** Game logs of figures; each has a picture. */
const isLog = (name) => name.endsWith('.rcg.gz');
const SHOWN = [...Object.keys(PICTURES), ...OTHERS].filter((name) => !isLog(name)).sort();

function listImages() {
  return readdirSync(images, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

it('every picture of the pages can be made anew, and is there', () => {
  expect(listImages()).toEqual([...Object.keys(PICTURES), ...OTHERS].sort());
});

it('every picture is in a page, with a text for those who do not see it', () => {
  const pages = [...readSources(root).pages.keys()]
    .map((source) => readFileSync(root + source, 'utf8'))
    .join('\n');
  const shown = new Set(
    [...pages.matchAll(/!\[[^\]]+\]\([^)]*images\/([\w.-]+)\)/g)].map(([, name]) => name),
  );
  expect([...shown].sort()).toEqual(SHOWN);
});

it('every game log of a figure has a still picture', () => {
  for (const name of Object.keys(PICTURES).filter(isLog))
    expect(SHOWN).toContain(name.replace(/\.rcg\.gz$/, '.png'));
});

it('pictures are small: the moving one below 1.5 MB, the others below 300 kB', () => {
  for (const name of listImages())
    expect([
      name,
      statSync(`${images}/${name}`).size < (name.endsWith('.gif') ? 1_500_000 : 300_000),
    ]).toEqual([name, true]);
});
