import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  buildScript,
  CHROMIUM,
  type Files,
  findViolations,
  readCycle,
  readViewer,
  resizePage,
  saveScreenshot,
  waitForLog,
  waitForNotice,
  waitForPicture,
  waitUntil,
} from '../test/browser.js';
import { FakeBridge } from '../test/fake-bridge.js';
import { useBrowser } from '../test/use-browser.js';
import type { ViewOptions } from './options.js';

/** A clip of a match between real teams, with a goal. */
const CLIP = readFileSync(new URL('../../stats/testdata/clips/06.rcg.gz', import.meta.url));
const SLOW_MS = 300_000;

describe.skipIf(CHROMIUM === undefined)('pitch control and values in Chromium', () => {
  const browser = useBrowser();
  const requests: string[] = [];
  let page: Page;
  let script = '';

  beforeAll(async () => {
    script = await buildScript('viewer-values');
  }, 180_000);

  async function openLog(others: Readonly<Record<string, Files[string] | undefined>> = {}): Promise<void> {
    requests.length = 0;
    page = await browser.open(
      { log: '/log/0', title: 'match.rcg' },
      {
        files: {
          '/log/0': { type: 'application/octet-stream', body: CLIP },
          '/viewer-values.js': { type: 'text/javascript', body: script },
          ...others,
        } as Files,
        prepare: async (opened) => {
          opened.on('request', (request) => requests.push(new URL(request.url()).pathname));
        },
      },
    );
    await waitForLog(page);
  }

  const setOption = (name: keyof ViewOptions, value: boolean): Promise<void> =>
    page.evaluate(
      ([key, on]) =>
        (
          document.querySelector('rcss-viewer') as unknown as import('./index.js').RcssViewer
        ).viewer.setOption(key as 'showControl', on as boolean),
      [name, value] as const,
    );

  /** Counts the pixels of the layer of the values that are not transparent. */
  const countPixels = (): Promise<number> =>
    page.evaluate(() => {
      const root = document.querySelector('rcss-viewer')!.shadowRoot!;
      const canvas = root.querySelectorAll<HTMLCanvasElement>('canvas.layer')[2]!;
      if (canvas.hidden || canvas.classList.contains('actors')) return 0;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i]! > 0) count++;
      return count;
    });

  const curve = () => page.getByRole('region', { name: 'Value of the match' });

  it(
    'options of the panel load the code and draw; switched off, nothing is left',
    async () => {
      await openLog();
      expect(requests).not.toContain('/viewer-values.js');
      await readViewer(page, (v) => v.togglePanel('view'));
      await page.getByLabel('Pitch control').setChecked(true);
      await waitUntil('pitch control is drawn', async () => (await countPixels()) > 100_000);
      expect(await readViewer(page, (v) => v.viewer.options.showControl)).toBe(true);
      await page.getByLabel('Pitch control').setChecked(false);
      await waitUntil('it is gone', async () => (await countPixels()) === 0);
      await page.getByLabel('Value of the match and decisive moments').setChecked(true);
      await waitUntil('the curve is shown', () => curve().isVisible());
      await page.getByLabel('Value of the match and decisive moments').setChecked(false);
      await waitUntil('the curve is gone', async () => (await curve().count()) === 0 || curve().isHidden());
      expect(requests.filter((path) => path === '/viewer-values.js')).toHaveLength(1);
    },
    SLOW_MS,
  );

  it(
    'passes of the player with the ball are drawn, other moments have none',
    async () => {
      await openLog();
      // The kick of the goal, and a moment in which the ball rolls.
      const kick = await page.evaluate(() => {
        const { viewer } = document.querySelector(
          'rcss-viewer',
        ) as unknown as import('./index.js').RcssViewer;
        const { source } = viewer;
        for (let i = source!.first; i <= source!.last; i++) {
          const frame = source!.getFrame(i)!;
          const near = frame.players.some(({ x, y }) => Math.hypot(x - frame.ballX, y - frame.ballY) < 0.8);
          if (frame.playMode === 'play_on' && near) return i;
        }
        return -1;
      });
      expect(kick).toBeGreaterThanOrEqual(0);
      await setOption('showPassValues', true);
      await page.evaluate((index) => {
        const { viewer } = document.querySelector(
          'rcss-viewer',
        ) as unknown as import('./index.js').RcssViewer;
        viewer.seek(index);
      }, kick);
      await waitUntil('arrows are drawn', async () => (await countPixels()) > 500);
      await setOption('showPassValues', false);
      await waitUntil('they are gone', async () => (await countPixels()) === 0);
    },
    SLOW_MS,
  );

  it(
    'a decisive moment leads there, in three sizes of the page',
    async () => {
      await openLog();
      for (const option of ['showControl', 'showPassValues', 'showValues'] as const)
        await setOption(option, true);
      const moments = curve().getByRole('button');
      await waitUntil('the moments are marked', async () => (await moments.count()) > 3);
      const goal = curve()
        .getByRole('button', { name: / scores\. \(\+/ })
        .first();
      const cycle = Number(/^\d+/.exec((await goal.getAttribute('aria-label')) ?? '')?.[0]);
      await goal.click();
      await waitUntil('the moment is shown', async () => {
        const shown = await readCycle(page);
        return shown > cycle - 40 && shown <= cycle;
      });
      await page.locator('.actors').focus();
      await page.keyboard.press(' ');
      expect(await curve().textContent()).toMatch(
        /Next goal: .+ \d+ %, .+ \d+ %\. Win: .+ \d+ %, draw \d+ %, .+ \d+ %\./,
      );
      await page.getByText('Decisive moments').click();
      const named = curve().getByRole('listitem');
      expect(await named.count()).toBeGreaterThan(3);
      for (const gain of await named.locator('b').allTextContents()) expect(gain).toMatch(/^\+\d\.\d\d \w/);
      const time = Number(await named.first().locator('time').textContent());
      await named.first().getByRole('button').click();
      await waitUntil('the named moment is shown', async () => {
        const shown = await readCycle(page);
        return shown > time - 40 && shown <= time + 20;
      });
      await page.getByText('Decisive moments').click();
      expect(await findViolations(page)).toEqual([]);
      for (const [width, height] of [
        [1400, 900],
        [820, 1100],
        [390, 780],
      ] as const) {
        await resizePage(page, width, height);
        await waitForPicture(page);
        expect(await countPixels()).toBeGreaterThan(1000);
        const box = (await curve().boundingBox())!;
        expect([box.x >= 0, box.x + box.width <= width, box.y + box.height <= height]).toEqual([
          true,
          true,
          true,
        ]);
        await saveScreenshot(page, `values-${width}`);
      }
      // The line below the curve is short while values are computed.
      await curve()
        .locator('p')
        .evaluate((line) => line.replaceChildren());
      expect((await curve().boundingBox())!.width).toBeGreaterThan(370);
      await resizePage(page, 844, 390);
      expect(await curve().isVisible()).toBe(false);
    },
    SLOW_MS,
  );

  it(
    'a live match is rated while it is played',
    async () => {
      const bridge = new FakeBridge();
      bridge.play(30);
      page = await browser.open(
        { socketPath: '/frames' },
        { files: { '/viewer-values.js': { type: 'text/javascript', body: script } }, prepare: bridge.attach },
      );
      await waitUntil('the match is shown', async () => (await readCycle(page)) === bridge.frame.time);
      for (const option of ['showControl', 'showValues'] as const) await setOption(option, true);
      await waitUntil('pitch control is drawn', async () => (await countPixels()) > 100_000);
      await waitUntil('the value is there', async () =>
        /Next goal: /.test((await curve().textContent()) ?? ''),
      );
      bridge.play(30);
      await waitUntil('the match goes on', async () => (await readCycle(page)) === bridge.frame.time);
      await waitUntil('the new cycle is rated', async () =>
        /Next goal: /.test((await curve().textContent()) ?? ''),
      );
    },
    SLOW_MS,
  );

  it(
    'a file that is missing is a notice',
    async () => {
      await openLog({ '/viewer-values.js': undefined });
      await setOption('showControl', true);
      await waitForNotice(page, 'viewer-values.js cannot be loaded from http://viewer.test/viewer-values.js');
      browser.problems.splice(0);
    },
    SLOW_MS,
  );
});
