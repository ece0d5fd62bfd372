import { readFileSync } from 'node:fs';
import { createFrame } from '@rcss/core';
import { expect, it } from 'vitest';
import * as drawing from './entries/drawing.js';
import * as viewer from './index.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

it('the example of the README uses existing exports and opens a log without a browser', async () => {
  for (const [path, module] of [
    ['@rcss/viewer', viewer],
    ['@rcss/viewer/drawing', drawing],
  ] as const) {
    const [, list = ''] = new RegExp(`import \\{([^}]+)\\} from '${path}'`).exec(readme)!;
    for (const name of list.split(',')) expect(module).toHaveProperty(name.trim());
  }
  viewer.defineViewer();

  const players = createFrame().players.map(
    (p) =>
      `((${p.side} ${p.unum}) 0 0x1 1 2 0 0 0 0 (v h 90) (fp 0 0) (s 8000 1 1 130600) (c 0 0 0 0 0 0 0 0 0 0 0 0))`,
  );
  const text = `ULG6\n(server_param (ball_decay 0.9))\n(playmode 4 play_on)\n(show 4 ((b) 0 0 0 0) ${players.join(' ')})\n`;
  const bytes = new TextEncoder().encode(text);
  const log = await viewer.openLogSource(bytes, 'final.rcg');
  expect(
    log.ok && [log.value.last, log.value.getFrame(0)?.time, log.value.serverParams['ball_decay']],
  ).toEqual([0, 4, 0.9]);
  expect(await viewer.openLogSource(new Uint8Array([1, 2, 3]), 'x.rcg')).toMatchObject({ ok: false });
});
