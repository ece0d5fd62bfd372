import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishLogs } from '@rcss/log-service/publish';
import { afterAll, describe, expect, it } from 'vitest';
import { findFreePorts } from '../../../../packages/kit/kit/test/free-ports.js';
import {
  buildScript,
  CHROMIUM,
  findViolations,
  readCycle,
  saveScreenshot,
  waitForLog,
  waitUntil,
} from '../../../../packages/study/viewer/test/browser.js';
import { useBrowser } from '../../../../packages/study/viewer/test/use-browser.js';
import { createTempFolder, findClip, findSample } from '../../test/run.js';

/** A whole recorded match. */
const MATCH = fileURLToPath(
  new URL('../../../../packages/conformance/matches/match-1.rcg.gz', import.meta.url),
);

describe.skipIf(CHROMIUM === undefined)('a published folder on a plain web server in Chromium', () => {
  const browser = useBrowser();
  let server: ChildProcess | null = null;
  afterAll(() => void server?.kill());

  it('has an index that leads to the matches; a match is shown with its study, and statistics and clips are loaded', async () => {
    const [input, folder] = [createTempFolder(), createTempFolder()];
    const logs = ['final.rcg.gz', 'clip.rcg.gz', 'sample.rcg.gz'].map((name) => join(input, name));
    copyFileSync(MATCH, logs[0]!);
    writeFileSync(
      join(input, 'final.study.json'),
      JSON.stringify({
        format: 'rcss-study',
        version: 1,
        chapters: [{ cycle: 0, length: 50, text: 'The start' }],
      }),
    );
    copyFileSync(findClip('01'), logs[1]!);
    copyFileSync(findSample('sample-v6'), logs[2]!);
    await publishLogs(logs, {
      folder: join(folder, 'cup'),
      title: 'Spring cup',
      scripts: {
        page: browser.script,
        clips: await buildScript('viewer-clips'),
        spatial: '',
        words: '',
        values: '',
        study: await buildScript('viewer-study'),
      },
    });
    const port = await findFreePorts('tcp');
    server = spawn('python3', ['-m', 'http.server', String(port), '--bind', '127.0.0.1'], {
      cwd: folder,
      stdio: 'ignore',
    });
    const root = `http://127.0.0.1:${port}/cup/`;
    await waitUntil('the server answers', () =>
      fetch(root).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    for (const [width, height] of [
      [390, 844],
      [820, 1180],
      [1440, 900],
    ] as const) {
      // The script that checks accessibility is not one of the pages, whose policy would refuse it.
      const index = await browser.openUrl(root, {
        viewport: { width, height },
        bypassCSP: width < 1000,
        colorScheme: width < 500 ? 'dark' : 'light',
      });
      expect(await index.locator('.matches > li').count()).toBe(3);
      const image = index.locator('img').first();
      await waitUntil('the picture is loaded', () =>
        image.evaluate((element) => (element as HTMLImageElement).naturalWidth === 640),
      );
      expect(await index.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await saveScreenshot(index, `published-${width}`);
      if (width < 1000) {
        expect(await findViolations(index)).toEqual([]);
        continue;
      }
      await index.getByRole('link', { name: /HELIOS_L 3 : 1 HELIOS_R/ }).click();
      await waitForLog(index);
      expect(await index.title()).toContain('HELIOS_L');
      await waitUntil('the study is shown', async () =>
        /The start/.test((await index.locator('.study-comment').textContent()) ?? ''),
      );
      await index.getByRole('button', { name: 'Statistics' }).click();
      await index.getByLabel('Part of the match').waitFor();
      expect(await readCycle(index)).toBeGreaterThanOrEqual(0);
      await index.getByRole('link', { name: 'All matches' }).click();
      await index.getByRole('heading', { name: 'Spring cup' }).waitFor();
    }
    const preview = readFileSync(join(folder, 'cup/matches/final/preview.png'));
    expect(preview.length).toBeGreaterThan(20_000);
  }, 300_000);
});
