import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  buildScript,
  CHROMIUM,
  type Files,
  Fingers,
  findViolations,
  type PageBrowser,
  saveScreenshot,
  waitForPicture,
  waitUntil,
} from '../test/browser.js';
import { createTestLog } from '../test/match.js';
import { useBrowser } from '../test/use-browser.js';
import type { RcssMatch } from './index.js';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe.skipIf(CHROMIUM === undefined)('<rcss-match> in Chromium', () => {
  const browser = useBrowser({ buildScript: () => buildScript('rcss-match') });
  const logs: Files = {
    '/match.rcg': { type: 'application/octet-stream', body: createTestLog(1600) },
    '/short.rcg': { type: 'application/octet-stream', body: createTestLog(30) },
  };
  let page: Page;

  /** Opens a page from a static folder with the elements in its body. */
  async function openPage(
    body: string,
    options: Parameters<PageBrowser['openFiles']>[2] = {},
  ): Promise<void> {
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body>${body}</body></html>`;
    const files: Files = {
      ...logs,
      '/': { type: 'text/html', body: html },
      '/rcss-match.js': { type: 'text/javascript', body: browser.script },
    };
    page = await browser.openFiles(files, '/', { viewport: { width: 1000, height: 700 }, ...options });
  }

  const SCRIPT = '<script type="module" src="rcss-match.js"></script>';

  function readMatch<T>(read: (match: RcssMatch) => T, selector = 'rcss-match'): Promise<T> {
    return page.evaluate(`(${read.toString()})(document.querySelector('${selector}'))`) as Promise<T>;
  }

  it('the example of the README shows cycle 1500 of the log', async () => {
    const example = /```html\n([\s\S]*?)```/.exec(README)![1]!;
    expect(example).toContain('<rcss-match');
    await openPage(example);
    await waitUntil('cycle 1500 is shown', async () => (await readMatch((m) => m.cycle)) === 1500);
    expect(await readMatch((m) => [m.isPlaying, m.src])).toEqual([false, 'match.rcg']);
    const box = (await page.locator('rcss-match').boundingBox())!;
    expect(box.width / box.height).toBeCloseTo(1.6, 1);
    await saveScreenshot(page, 'embedded');
    expect(await findViolations(page, { part: 'rcss-match' })).toEqual([]);
  });

  it('attributes, properties, methods and events control it, as the README lists them', async () => {
    await openPage(`<script>
      window.events = [];
      addEventListener('DOMContentLoaded', () => {
        for (const name of ['load', 'error', 'play', 'pause', 'ended'])
          document.querySelector('rcss-match').addEventListener(name, ({ type, detail }) => events.push([type, detail]));
      });
      </script>${SCRIPT}<rcss-match src="short.rcg" speed="16" autoplay></rcss-match>`);
    const readEvents = () => page.evaluate(() => (window as unknown as { events: unknown[][] }).events);
    await waitUntil('the log ended', async () => (await readEvents()).some(([type]) => type === 'ended'));
    const load = { title: 'short.rcg', firstCycle: 1, lastCycle: 30 };
    expect(await readEvents()).toEqual([
      ['play', null],
      ['load', load],
      ['pause', null],
      ['ended', null],
    ]);
    await readMatch((m) => (m.cycle = 12));
    await waitUntil('cycle 12 is shown', async () => (await readMatch((m) => m.cycle)) === 12);
    await readMatch((m) => m.play());
    await waitUntil('it plays', async () => (await readMatch((m) => m.cycle)) > 13);
    await readMatch((m) => m.setAttribute('src', 'missing.rcg'));
    await waitUntil('the error is reported', async () =>
      (await readEvents()).some(([type]) => type === 'error'),
    );
    expect((await readEvents()).at(-1)).toEqual([
      'error',
      { message: '/missing.rcg: the server answers 404 Not Found' },
    ]);
    for (const [, name] of README.matchAll(/^\| `([a-z]+)` \|/gm)) {
      expect([
        'src',
        'cycle',
        'speed',
        'autoplay',
        'loop',
        'theme',
        'screen',
        'load',
        'error',
        'cyclechange',
        'path',
        'label',
        'study',
      ]).toContain(name);
    }
  });

  it('several elements are independent, and keys reach only the one with the focus', async () => {
    await openPage(`${SCRIPT}<rcss-match id="a" src="short.rcg" theme="dark" style="width:480px;float:left"></rcss-match>
      <rcss-match id="b" src="match.rcg" cycle="700" style="width:480px"></rcss-match>`);
    await waitUntil('both are shown', async () => {
      const cycles = [await readMatch((m) => m.cycle, '#a'), await readMatch((m) => m.cycle, '#b')];
      return cycles.join() === '1,700';
    });
    for (const id of ['#a', '#b'])
      await waitUntil('the log is read', () => readMatch((m) => m.source?.isGrowing === false, id));
    await page.keyboard.press('ArrowRight');
    await page.locator('#b').click({ position: { x: 240, y: 150 } });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+S');
    await waitUntil('one frame forward', async () => (await readMatch((m) => m.cycle, '#b')) === 701);
    expect(await readMatch((m) => m.cycle, '#a')).toBe(1);
    const read = (id: string) => readMatch((m) => m.viewer.options.showScoreBoard, id);
    expect([await read('#a'), await read('#b')]).toEqual([true, false]);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await saveScreenshot(page, 'embedded-two');
  });

  it('the page scrolls by wheel, keys and fingers until the element has the focus', async () => {
    await openPage(
      `${SCRIPT}<rcss-match src="short.rcg"></rcss-match><div style="height:3000px">Text</div>`,
      {
        hasTouch: true,
      },
    );
    await waitUntil('the log is shown', async () => (await readMatch((m) => m.cycle)) === 1);
    const readScroll = () => page.evaluate(() => scrollY);
    // A scrolling movement can still go on for some pictures.
    const scrollUp = () =>
      waitUntil('it is at the top', async () => {
        await page.evaluate(() => scrollTo(0, 0));
        for (let i = 0; i < 5; i++) await waitForPicture(page);
        return (await readScroll()) === 0;
      });
    const readZoom = () => readMatch((m) => m.viewer.camera.zoom);
    await page.mouse.move(500, 300);
    await page.mouse.wheel(0, 200);
    await waitUntil('the wheel scrolls', async () => (await readScroll()) > 100);
    await scrollUp();
    expect(await readZoom()).toBe(1);
    await page.evaluate(() => {
      const taken: string[] = [];
      Object.assign(window, { taken });
      addEventListener('keydown', (event) => event.defaultPrevented && taken.push(event.key));
    });
    const readTaken = () => page.evaluate(() => (window as unknown as { taken: string[] }).taken);
    for (const key of ['Space', 'ArrowDown', 'Home', 'g']) await page.keyboard.press(key);
    expect(await readTaken()).toEqual([]);
    expect(await readMatch((m) => m.isPlaying)).toBe(false);
    // The keys scroll the page.
    await scrollUp();
    const fingers = await Fingers.on(page);
    await fingers.swipe({ x: 500, y: 400 }, { x: 500, y: 160 }, 8);
    await waitUntil('a finger scrolls', async () => (await readScroll()) > 50);
    await scrollUp();

    await page.mouse.click(500, 300);
    await page.mouse.wheel(0, -300);
    await waitUntil('the wheel zooms', async () => (await readZoom()) > 1.2);
    expect(await readScroll()).toBe(0);
    await page.keyboard.press('ArrowDown');
    expect(await readTaken()).toEqual(['ArrowDown']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Space');
    await waitForPicture(page);
    expect(await readTaken()).toEqual(['ArrowDown', 'Escape']);
    await scrollUp();
    await page.mouse.wheel(0, 300);
    await waitUntil('after Escape the wheel scrolls again', async () => (await readScroll()) > 100);
  });

  it('parts can be styled, and an element that is removed and added again goes on', async () => {
    await openPage(`<style>rcss-match::part(playback-bar) { display: none }</style>${SCRIPT}
      <rcss-match src="short.rcg" style="height:400px;aspect-ratio:auto"></rcss-match>`);
    await waitUntil('the log is shown', async () => (await readMatch((m) => m.cycle)) === 1);
    expect(await page.locator('.bar').isVisible()).toBe(false);
    for (const part of ['score-board', 'stage'])
      expect(await page.locator(`[part=${part}]`).isVisible()).toBe(true);
    expect((await page.locator('rcss-match').boundingBox())!.height).toBe(400);
    await readMatch((m) => {
      const { parentNode } = m;
      m.remove();
      parentNode?.append(m);
      m.play();
    });
    await waitUntil('it plays', async () => (await readMatch((m) => m.cycle)) > 3);
  });
});
