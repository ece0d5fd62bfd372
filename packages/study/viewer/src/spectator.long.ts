/** What a spectator reads over the field and beside it. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  findViolations,
  readCycle,
  readText,
  readViewer,
  saveScreenshot,
  waitForLog,
  waitForPicture,
  waitUntil,
} from '../test/browser.js';
import { FakeBridge } from '../test/fake-bridge.js';
import { createTestLog } from '../test/match.js';
import { useBrowser } from '../test/use-browser.js';

const SLOW_MS = 300_000;
const type = 'application/octet-stream';
/** A whole recorded match. */
const MATCH = readFileSync(new URL('../../../conformance/matches/match-1.rcg.gz', import.meta.url));
const LOG = { log: '/log/0', title: 'match.rcg' };

describe.skipIf(CHROMIUM === undefined)('a spectator', () => {
  const browser = useBrowser();

  /** Distance of the middle of an element from the middle of the field, CSS pixels. */
  const readOffset = (page: Page, selector: string): Promise<number> =>
    page.locator(selector).evaluate((element) => {
      const { viewer } = document.querySelector('rcss-viewer') as unknown as import('./index.js').RcssViewer;
      const { x, width } = element.getBoundingClientRect();
      return x + width / 2 - viewer.camera.toScreenX(0, 0);
    });

  it('banners, the kick-off button and notices are in the middle of the field, also beside a panel', async () => {
    for (const [width, height, colorScheme] of [
      [390, 844, 'dark'],
      [1440, 900, 'light'],
      [1920, 1080, 'dark'],
    ] as const) {
      const bridge = new FakeBridge();
      bridge.play(3, (frame) => {
        frame.playMode = 'before_kick_off';
      });
      const page = await browser.open(
        { socketPath: '/frames' },
        { viewport: { width, height }, colorScheme, prepare: bridge.attach },
      );
      const button = page.getByRole('button', { name: 'Kick off', exact: true });
      await button.waitFor();
      await page
        .getByRole('button', { name: /^Players/ })
        .first()
        .click();
      await page.locator('.panel').waitFor();
      await waitForPicture(page);
      expect(Math.abs(await readOffset(page, '.kick-off'))).toBeLessThan(2);
      await readViewer(page, (v) => v.showNotice('A line of text'));
      expect(Math.abs(await readOffset(page, '.notice'))).toBeLessThan(2);
      const notice = (await page.locator('.notice').boundingBox())!;
      const panel = (await page.locator('.panel').boundingBox())!;
      expect(notice.x + notice.width <= panel.x || notice.y + notice.height <= panel.y).toBe(true);
      bridge.play(1, (frame) => {
        frame.playMode = 'goal_l';
        frame.left.score = 1;
      });
      await page.locator('.popup').waitFor();
      await saveScreenshot(page, `middle-${width}`);
      expect(Math.abs(await readOffset(page, '.popup'))).toBeLessThan(2);
      await page.context().close();
    }
  });

  it('without players, the page says how teams connect and offers no kick-off', async () => {
    const bridge = new FakeBridge({ port: 6300 });
    const play = (state: number): void =>
      bridge.play(1, (frame) => {
        frame.playMode = 'before_kick_off';
        for (const player of frame.players) player.state = state;
      });
    play(0);
    const page = await browser.open({ socketPath: '/frames' }, { prepare: bridge.attach });
    await page.getByText('No player is connected yet').waitFor();
    expect(await readText(page, '.alerts')).toContain('UDP port 6300');
    expect(await page.getByRole('button', { name: 'Kick off', exact: true }).count()).toBe(0);
    await saveScreenshot(page, 'no-player');
    expect(await findViolations(page)).toEqual([]);
    play(1);
    await page.getByRole('button', { name: 'Kick off', exact: true }).waitFor();
  });

  it('while a log is loaded, no page says that there is no match; a log that cannot be loaded says why until another one is opened', async () => {
    let release = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    const page = await browser.open(LOG, {
      prepare: async (opened) => {
        await opened.route('**/log/0', async (route) => {
          await waiting;
          await route.fulfill({ status: 404, body: '' });
        });
      },
    });
    expect(await readText(page, '.empty')).toBe('Reading the log');
    expect(await readText(page, '.board .chip')).toBe('LOADING');
    expect(await page.locator('.goals').isVisible()).toBe(false);
    release();
    await waitUntil('the reason is shown', async () => (await readText(page, '.empty')).includes('404'));
    expect(await readText(page, '.board .chip')).toBe('NO MATCH');
  });

  it(
    'the list of events has the shots, and words for the result',
    async () => {
      const page = await browser.open(LOG, { files: { '/log/0': { type, body: MATCH } } });
      await waitForLog(page);
      await page.getByRole('button', { name: /^Events/ }).click();
      const panel = page.locator('.panel');
      await panel
        .getByText(/^Shot by HELIOS_[LR] \d+ \(xG 0\.\d\d\): /)
        .first()
        .waitFor();
      await saveScreenshot(page, 'events');
      expect(await panel.textContent()).not.toContain('(result ');
      expect(await findViolations(page, { part: 'rcss-viewer', shadowPart: '.panel' })).toEqual([]);
    },
    SLOW_MS,
  );

  it(
    'a goal of the list “up to this moment” leads to it, and the list stays; a jump to before it counts up to there',
    async () => {
      const page = await browser.open(LOG, { files: { '/log/0': { type, body: MATCH } } });
      await waitForLog(page);
      await readViewer(page, (v) => v.viewer.stopAt('last'));
      await page.getByRole('button', { name: /^Statistics/ }).click();
      const goals = page.locator('.goal-rows > li > button:not(.chain)');
      await waitUntil('all goals are listed', async () => (await goals.count()) === 4, SLOW_MS);
      // The panel makes its list again after the jump.
      await goals.first().evaluate((button) => button.parentElement!.setAttribute('data-old', ''));
      await goals.first().click();
      await waitUntil('the goal is shown', () => readViewer(page, (v) => v.viewer.frame!.time < 1410));
      await waitUntil('the list is new', async () => (await page.locator('[data-old]').count()) === 0);
      expect(await goals.count()).toBe(4);
      await readViewer(page, (v) => v.viewer.seek(20));
      await waitUntil('no goals are listed', async () => (await goals.count()) === 0);
    },
    SLOW_MS,
  );

  it('End in a log that is still being loaded shows its end and its result, unless something else was chosen meanwhile', async () => {
    const page = await browser.open({});
    const bytes = createTestLog(400, (frame) => {
      if (frame.time === 400) frame.playMode = 'time_over';
    }).toString('base64');
    for (const isKept of [true, false]) {
      await page.evaluate((text) => {
        const parts = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        const half = parts.length >> 1;
        const stream = new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(parts.subarray(0, half));
            Object.assign(globalThis, {
              sendRest: () => {
                controller.enqueue(parts.subarray(half));
                controller.close();
              },
            });
          },
        });
        const viewer = document.querySelector('rcss-viewer') as unknown as import('./index.js').RcssViewer;
        void viewer.openLog(stream, 'slow.rcg');
      }, bytes);
      await waitUntil('the first half is shown', () =>
        readViewer(page, (v) => v.source?.isGrowing === true && v.viewer.frame !== null),
      );
      await page.keyboard.press('End');
      await waitUntil('its newest frame is shown', () => readViewer(page, (v) => v.viewer.frame!.time > 100));
      if (!isKept) await page.keyboard.press('Home');
      await page.evaluate(() => (globalThis as unknown as { sendRest(): void }).sendRest());
      await waitForLog(page);
      if (isKept) {
        await page.getByRole('complementary', { name: 'Result' }).waitFor();
        await waitUntil('the end is shown', async () => (await readCycle(page)) === 400);
        await page.keyboard.press('Escape');
      } else expect(await readCycle(page)).toBeLessThan(3);
    }
  });

  it(
    'the story of a log that is opened in a tab that is not shown has the names and shirts of its teams',
    async () => {
      const page = await browser.open({});
      await page.evaluate((text) => {
        const request = globalThis.requestAnimationFrame.bind(globalThis);
        const waiting: FrameRequestCallback[] = [];
        globalThis.requestAnimationFrame = (draw) => waiting.push(draw);
        const showTab = (): void => {
          globalThis.requestAnimationFrame = request;
          waiting.forEach(request);
        };
        Object.assign(globalThis, { showTab });
        const viewer = document.querySelector('rcss-viewer') as unknown as import('./index.js').RcssViewer;
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        void viewer.openLog(new Response(bytes).body!, 'match.rcg.gz');
        viewer.togglePanel('story');
      }, MATCH.toString('base64'));
      await page.locator('.best').waitFor({ timeout: SLOW_MS });
      expect(await readViewer(page, (v) => v.viewer.frame)).toBeNull();
      expect(await readText(page, '.final-score')).toMatch(/^HELIOS_L\d+ : \d+HELIOS_R$/);
      const readBorder = () => page.locator('.best').evaluate((box) => getComputedStyle(box).borderLeftColor);
      const before = await readBorder();
      await page.evaluate(() => (globalThis as unknown as { showTab(): void }).showTab());
      await waitUntil('the shirt is that of the team', async () => (await readBorder()) !== before);
    },
    SLOW_MS,
  );

  it('a wall of two logs has them side by side on usual screens', async () => {
    const body = createTestLog(60);
    for (const [width, height] of [
      [1440, 900],
      [1920, 1080],
    ] as const) {
      const page = await browser.open(
        { ...LOG, logs: [0, 1].map((i) => ({ path: `/log/${i}`, title: `match-${i}.rcg` })) },
        {
          files: { '/log/0': { type, body }, '/log/1': { type, body } },
          hash: '?wall',
          viewport: { width, height },
        },
      );
      await waitUntil('both are shown', async () => (await page.locator('.stage').count()) === 2);
      const [first, second] = await Promise.all(
        [0, 1].map(async (i) => (await page.locator('rcss-match').nth(i).boundingBox())!),
      );
      await waitForPicture(page);
      await saveScreenshot(page, `wall-${width}`);
      expect(second!.x).toBeGreaterThanOrEqual(first!.x + first!.width);
    }
  });
});
