/** The controls of the page: words where there is room, and sizes for fingers. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  findSmallControls,
  readCycle,
  saveScreenshot,
  waitForLog,
  waitForPicture,
  waitUntil,
} from '../test/browser.js';
import { FakeBridge } from '../test/fake-bridge.js';
import { useBrowser } from '../test/use-browser.js';

const SLOW_MS = 300_000;

/** A whole recorded match. */
const MATCH = readFileSync(new URL('../../../conformance/matches/match-1.rcg.gz', import.meta.url));
const FILES = { '/log/0': { type: 'application/octet-stream', body: MATCH } };
const LOG = { log: '/log/0', title: 'match.rcg' };

/** What is wrong in the bars and beside the field: parts that are cut, outside of the page, or on each other. */
const findCut = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const root = document.querySelector('rcss-viewer')!.shadowRoot!;
    const parts = [
      ...root.querySelectorAll<HTMLElement>('.bar :is(button, select, .cycle, .track), .zoom button'),
    ].filter((part) => part.closest('.marks') === null && part.checkVisibility());
    const boxes = parts.map((part) => part.getBoundingClientRect());
    return parts.flatMap((part, i) => {
      const box = boxes[i]!;
      const name = part.getAttribute('aria-label') ?? part.className;
      const isOutside = box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight;
      const isCut = part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1;
      const other = boxes.findIndex(
        (b, j) =>
          j > i &&
          b.left < box.right - 1 &&
          b.right > box.left + 1 &&
          b.top < box.bottom - 1 &&
          b.bottom > box.top + 1,
      );
      return [
        ...(isOutside ? [`${name} is outside`] : []),
        ...(isCut && part.matches('button') ? [`${name} is cut`] : []),
        ...(other < 0
          ? []
          : [`${name} is on ${parts[other]!.getAttribute('aria-label') ?? parts[other]!.className}`]),
      ];
    });
  });

/** The words that the icons of the bars show, by the names of their buttons. */
const readWords = (page: Page): Promise<Readonly<Record<string, string>>> =>
  page.evaluate(() => {
    const root = document.querySelector('rcss-viewer')!.shadowRoot!;
    const buttons = [...root.querySelectorAll<HTMLElement>(':is(.bar, .zoom) button.icon')];
    return Object.fromEntries(
      buttons
        .filter((button) => button.checkVisibility())
        .map((button) => [
          button.getAttribute('aria-label')!,
          getComputedStyle(button, '::after').content.replace(/^none$|"/g, ''),
        ]),
    );
  });

describe.skipIf(CHROMIUM === undefined)('the controls of the page', () => {
  const browser = useBrowser();

  async function openLive(options: Parameters<typeof browser.open>[1]): Promise<Page> {
    const bridge = new FakeBridge();
    bridge.play(20);
    const page = await browser.open({ socketPath: '/frames' }, { ...options, prepare: bridge.attach });
    await waitUntil('the match is shown', async () => (await readCycle(page)) === bridge.frame.time);
    await waitForPicture(page);
    return page;
  }

  async function openLog(options: Parameters<typeof browser.open>[1]): Promise<Page> {
    const page = await browser.open(LOG, { files: FILES, ...options });
    await waitForLog(page);
    return page;
  }

  for (const [kind, open] of [
    ['live', openLive],
    ['log', openLog],
  ] as const)
    for (const [width, height, hasWords] of [
      [3840, 2160, true],
      [1920, 1080, true],
      [1700, 900, true],
      [1440, 900, true],
      [1280, 800, true],
      [1200, 700, true],
      [1190, 800, false],
      [768, 1024, false],
      [390, 844, false],
    ] as const)
      it(`${kind}, ${width} × ${height}: ${hasWords ? 'each icon has a word of its name' : 'icons are without words'}, and nothing is cut`, async () => {
        const page = await open({ viewport: { width, height } });
        await saveScreenshot(page, `controls-${kind}-${width}`);
        expect(await findCut(page)).toEqual([]);
        const words = Object.entries(await readWords(page));
        expect(words.length).toBeGreaterThan(hasWords ? 22 : 14);
        const wrong = words.filter(([name, word]) =>
          hasWords ? word === '' || !name.toLowerCase().includes(word.toLowerCase()) : word !== '',
        );
        expect(wrong).toEqual([]);
      });

  for (const [width, height] of [
    [390, 844],
    [320, 640],
    [844, 390],
    [820, 1180],
    [1366, 1024],
  ] as const)
    it(
      `fingers, ${width} × ${height}: each control of the page and of its panels has 44 pixels in both directions`,
      async () => {
        const touch = { viewport: { width, height }, hasTouch: true, isMobile: true };
        const wrong: (readonly [where: string, controls: readonly string[]])[] = [];
        for (const [kind, open] of [
          ['live', openLive],
          ['log', openLog],
        ] as const) {
          const page = await open(touch);
          const measure = async (where: string): Promise<void> => {
            await waitForPicture(page);
            await saveScreenshot(page, `fingers-${width}-${`${kind} ${where}`.replaceAll(/\W+/g, '-')}`);
            const controls = [...(await findSmallControls(page)), ...(await findCut(page))];
            if (controls.length > 0) wrong.push([`${kind} ${where}`, controls]);
          };
          await measure('page');
          const more = page.getByRole('button', { name: 'More buttons' });
          if (await more.isVisible()) {
            await more.tap();
            await measure('more');
          }
          const tabs = await page.locator('.tools button[aria-expanded]:not(.more):visible').all();
          expect(tabs.length).toBeGreaterThan(7);
          for (const tab of tabs) {
            await tab.tap();
            const panel = page.locator('.panel');
            await waitUntil(
              'the panel is filled',
              async () => ((await panel.textContent()) ?? '').length > 60,
            );
            for (const summary of await panel.locator('summary').all()) await summary.tap();
            await measure((await panel.getAttribute('aria-label')) ?? '');
            await page.getByRole('button', { name: 'Close (Esc)' }).tap();
            await panel.waitFor({ state: 'detached' });
          }
          await page.context().close();
        }
        expect(wrong).toEqual([]);
      },
      SLOW_MS,
    );
});
