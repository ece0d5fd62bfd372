import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { CHROMIUM, readCycle, readViewer, waitForLog } from '../../../packages/study/viewer/test/browser.js';
import { useBrowser } from '../../../packages/study/viewer/test/use-browser.js';

const root = join(import.meta.dirname, '../../..');
const main = join(root, 'apps/cli/dist/main.js');
const log = join(root, 'packages/study/stats/testdata/clips/02.rcg.gz');
const isBuilt = existsSync(main);
if (!isBuilt) process.stderr.write(`skipped, not built: ${main}\n`);

describe.skipIf(!isBuilt || CHROMIUM === undefined)('rcss replay', () => {
  const browser = useBrowser({ buildScript: async () => '' });
  const stops: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  /** Starts the program; returns the address that it prints. */
  async function replay(...options: string[]): Promise<string> {
    const child = spawn(process.execPath, [main, 'replay', '--port', '0', ...options, log], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    stops.push(() => {
      child.kill('SIGINT');
      return ended;
    });
    let output = '';
    for await (const text of child.stdout.setEncoding('utf8')) {
      output += text;
      const link = /http:\S+/.exec(output)?.[0];
      if (link !== undefined) return link;
    }
    throw new Error(`no address in: ${output}`);
  }

  it('opens a log with its story, and a link of a moment without it', async () => {
    const link = await replay();
    const page = await browser.openUrl(link);
    await page.getByRole('region', { name: 'Result' }).waitFor();
    const linked = await browser.openUrl(`${link}#cycle=3000`);
    await waitForLog(linked);
    expect(await linked.getByRole('region', { name: 'Result' }).count()).toBe(0);
  });

  it('--play starts with the first cycle, without the story', async () => {
    const page = await browser.openUrl(await replay('--play'));
    await waitForLog(page);
    expect(await readViewer(page, (v) => v.viewer.playback.isPlaying)).toBe(true);
    expect(await page.getByRole('region', { name: 'Result' }).count()).toBe(0);
    expect(await readCycle(page)).toBeGreaterThan(-1);
  });
});
