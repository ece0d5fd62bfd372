import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  type PageBrowser,
  readCycle,
  readText,
  readViewer,
  saveScreenshot,
  waitForPicture,
  waitUntil,
} from '../test/browser.js';
import { createTestLog } from '../test/match.js';
import { useBrowser } from '../test/use-browser.js';

const SAMPLES = new URL('../../../wire/logs/testdata/', import.meta.url);
/** A whole recorded match. */
const MATCH = new URL('../../../conformance/matches/match-1.rcg.gz', import.meta.url);

const SIZES = [
  [390, 844],
  [844, 390],
  [768, 1024],
  [1440, 900],
  [3840, 2160],
] as const;

describe.skipIf(CHROMIUM === undefined)('game logs of all versions in Chromium', () => {
  const browser = useBrowser();
  let page: Page;

  async function openLog(body: Buffer, options: Parameters<PageBrowser['open']>[1] = {}): Promise<void> {
    const files = { '/log/0': { type: 'application/octet-stream', body } };
    page = await browser.open({ log: '/log/0', title: 'match.rcg' }, { files, ...options });
    await waitUntil('the log is shown', async () => (await readCycle(page)) >= 0);
  }

  it.each(['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'json'])(
    'a log of version %s plays to its end',
    async (version) => {
      await openLog(readFileSync(new URL(`sample-${version}.rcg.gz`, SAMPLES)));
      await waitUntil('the log is read', () => readViewer(page, (v) => v.source?.isGrowing === false));
      const { last, status } = await readViewer(page, (v) => ({
        last: v.source!.last,
        status: v.source!.status.text,
      }));
      expect(status).toContain(version === 'json' ? 'Game log' : `version ${version.slice(1)},`);
      expect(await readText(page, '.score')).toMatch(/\S+.*\d.*:.*\d.*\S+/);
      const before = await readCycle(page);
      await page.keyboard.press('Space');
      await waitUntil('it plays', async () => (await readCycle(page)) > before);
      await page.keyboard.press('End');
      await waitUntil('the last frame is shown', () =>
        readViewer(page, (v) => v.viewer.frameIndex === v.source!.last),
      );
      expect(last).toBeGreaterThan(0);
      const present = await readViewer(page, (v) => v.viewer.scene.players.filter((p) => p.isPresent).length);
      expect(present).toBeGreaterThan(0);
    },
  );

  it('the table of the players can be used with the keyboard', async () => {
    await openLog(createTestLog(20));
    await page.getByRole('button', { name: /^Players/ }).click();
    const third = page.getByRole('button', { name: 'Herons 3', exact: true });
    await third.focus();
    await page.keyboard.press('Enter');
    expect(await readViewer(page, (v) => v.viewer.selected)).toBe(13);
    await waitUntil('it is marked', async () => (await third.getAttribute('aria-pressed')) === 'true');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await readViewer(page, (v) => v.viewer.selected)).toBe(14);
  });

  it.each(SIZES)('at %i × %i pixels all controls are within the page', async (width, height) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page?.context().close();
      await openLog(readFileSync(MATCH), { viewport: { width, height }, colorScheme, hash: '#cycle=2500' });
      await waitUntil('cycle 2500 is shown', async () => (await readCycle(page)) === 2500);
      await waitForPicture(page);
      const outside = await page.evaluate(() => {
        const root = document.querySelector('rcss-viewer')!.shadowRoot!;
        const controls = [
          ...root.querySelectorAll<HTMLElement>('.bar button, .bar input, .bar select, .zoom button'),
        ];
        return controls
          .filter((control) => control.checkVisibility())
          .filter((control) => {
            const { left, right, top, bottom } = control.getBoundingClientRect();
            return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
          })
          .map((control) => control.title || control.className);
      });
      await saveScreenshot(page, `size-${width}-${height}-${colorScheme}`);
      expect([colorScheme, outside]).toEqual([colorScheme, []]);
    }
  });
});
