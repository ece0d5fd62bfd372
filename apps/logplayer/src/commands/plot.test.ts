import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTempFolder, findSample, run } from '../../test/run.js';

const LOG = findSample('sample-v6');

it('every plot is an SVG document whose marks have titles', async () => {
  const folder = createTempFolder();
  for (const [names, ...parts] of [
    ['shots', 'North-1 0 : 1 South_2', 'fill="#2060c0"><', '1 goals'],
    ['xg', 'Expected goals, ', 'xG 0.'],
    ['momentum', 'Momentum, ', '<polygon points="', 'up: North-1', 'down: South_2', 'xG 0.'],
    ['heat-map', 'Positions of the ball', 'fill-opacity="1"'],
    ['formation --side l', 'Formation of North-1, ', 'stroke="#c88a00"', '>1–10</text>', '<title>4: '],
    ['formation --side r --interval 60', 'Formation of South_2, ', 'stroke="#2060c0"', '>1–60</text>'],
    ['passes --side r', 'Passes of South_2, ', 'stroke="#2060c0"'],
    ['stamina', 'Stamina, ', '<polyline points="', 'South_2 4</title>'],
  ] as const) {
    const file = join(folder, 'plot.svg');
    const [plot, ...options] = names.split(' ');
    expect(await run(['plot', '-p', plot!, ...options, '-o', file, LOG])).toEqual({
      code: 0,
      out: '',
      err: '',
    });
    const svg = readFileSync(file, 'utf8');
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="[^"]+" .*<\/svg>\n$/);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    for (const part of parts)
      expect([plot, svg.includes(part.replace('><', '')), part]).toEqual([plot, true, part]);
  }
});

it('a page has all plots; two plots do not fit into an SVG file', async () => {
  const file = join(createTempFolder(), 'x.html');
  expect((await run(['plot', '-p', 'all', '-o', file, LOG])).code).toBe(0);
  expect(readFileSync(file, 'utf8').match(/<svg /g)?.length).toBe(9);
  const { code, err } = await run(['plot', '-p', 'passes', '-f', 'svg', LOG]);
  expect([code, err]).toEqual([1, expect.stringContaining('Use --side l, --side r or --format html')]);
});

it('shots, heat maps and stamina are drawn in the terminal', async () => {
  const shots = (await run(['plot', LOG])).out.split('\n');
  expect(shots.length).toBe(24);
  expect(shots.join('')).toContain('R');
  const xg = (await run(['plot', '-p', 'xg', LOG])).out;
  expect(xg).toMatch(/^ {2}1 │.*\n( {4}│.*\n)+ {2}0 │[lrx]+/);
  const heat = (await run(['plot', '-p', 'heat-map', '--object', 'r4', LOG])).out;
  expect(heat).toContain('█');
  const stamina = (await run(['plot', '-p', 'stamina', LOG])).out;
  expect(stamina).toMatch(/^l1 {2}[▁-█]+\n/);
  expect((await run(['plot', '-p', 'stamina', findSample('sample-v1')])).out).toBe(
    'the log has no stamina\n',
  );
  expect((await run(['plot', '-p', 'passes', LOG])).err).toContain('cannot be drawn as text');
  expect((await run(['plot', '--object', 'x', LOG])).code).toBe(2);
  expect((await run(['plot', '-p', 'formation', '--interval', '0', LOG])).code).toBe(2);
});

it('names of teams cannot become markup', async () => {
  const log = Buffer.from('ULG6\n(playmode 0 play_on)\n(team 1 <b> "&" 1 0)\n', 'latin1');
  for (const plot of ['all']) {
    const { out } = await run(['plot', '-p', plot, '-f', 'html', '-'], log);
    expect(out).not.toContain('<b>');
  }
});
