import type { Frame } from '@rcss/core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  findViolations,
  readCycle,
  readText,
  readViewer,
  saveScreenshot,
  waitForPicture,
  waitUntil,
} from '../test/browser.js';
import { FakeBridge } from '../test/fake-bridge.js';
import { createTestLog } from '../test/match.js';
import { useBrowser } from '../test/use-browser.js';
import type { RcssMatch } from './index.js';

/** Limit for tests that wait for a replay and a final score. */
const SLOW_MS = 300_000;

/** A goal of the left team in cycle 70, and the end of the match in cycle 140. */
function playMatch(frame: Frame): void {
  if (frame.time >= 70) frame.left.score = 1;
  if (frame.time >= 70 && frame.time < 90) frame.playMode = 'goal_l';
  if (frame.time >= 140) frame.playMode = 'time_over';
}

const LOGS = [
  { path: '/log/0', title: 'first.rcg' },
  { path: '/log/1', title: 'second.rcg' },
];
const type = 'application/octet-stream';
const FILES = {
  '/log/0': { type, body: createTestLog(150, playMatch) },
  '/log/1': { type, body: createTestLog(60) },
};

describe.skipIf(CHROMIUM === undefined)('public screens in Chromium', () => {
  const browser = useBrowser();
  let page: Page;

  const config = { log: '/log/0', title: 'first.rcg', logs: LOGS };
  const isShown = (selector: string): Promise<boolean> => page.locator(selector).first().isVisible();

  /** Plays 200 cycles of the match, ten a second. A page that is slow gets them later: it shows no goal that it was late for. */
  async function playUntil(bridge: FakeBridge, isOver: () => boolean): Promise<void> {
    while (!isOver() && bridge.frame.time < 200) {
      const newest = await readViewer(page, (v) => v.source?.last ?? -1);
      if (newest >= bridge.frame.time - 3) bridge.play(1, playMatch);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  it(
    'a screen has no controls, replays a goal, shows the final score and then the next match',
    async () => {
      page = await browser.open(config, {
        files: FILES,
        hash: '?screen',
        viewport: { width: 1920, height: 1080 },
      });
      await waitUntil('the log plays by itself', async () => (await readCycle(page)) > 5);
      for (const part of ['.bar', '.zoom', '.pointer'])
        expect([part, await isShown(part)]).toEqual([part, false]);
      expect(await readText(page, '.half')).toBe('First half');
      const sign = page.locator('.replay');
      expect(await sign.isVisible()).toBe(false);
      await waitUntil('the time before the goal is replayed at a lower speed', () =>
        readViewer(page, ({ shadowRoot, viewer: { frame, playback } }) => {
          const isReplay = shadowRoot!.querySelector<HTMLElement>('.replay')!.hidden === false;
          return isReplay && frame!.time < 70 && playback.speed === 0.75;
        }),
      );
      await saveScreenshot(page, 'screen-replay');
      await sign.waitFor({ state: 'hidden', timeout: 60_000 });
      await waitUntil('the match continues after the goal', async () => (await readCycle(page)) > 90);
      expect(await readViewer(page, (v) => v.viewer.playback.speed)).toBe(1);
      expect(await readText(page, '.scorers .l')).toContain('1′');
      await page.locator('.final').waitFor({ timeout: 60_000 });
      expect(await readText(page, '.final strong')).toMatch(/^Foxes 1\s:\s0 Herons$/);
      await saveScreenshot(page, 'screen-final');
      expect(await findViolations(page)).toEqual([]);
      await waitUntil(
        'the next log plays',
        async () =>
          (await readViewer(page, (v) => v.source?.title)) === 'second.rcg' && (await readCycle(page)) > 3,
        60_000,
      );
      expect(await isShown('.final')).toBe(false);
      expect(await readText(page, '.scorers .l')).toBe('');
    },
    SLOW_MS,
  );

  it('on a 4K screen the score, the scorers and the half are large', async () => {
    page = await browser.open(config, {
      files: FILES,
      hash: '?screen',
      viewport: { width: 3840, height: 2160 },
    });
    await waitUntil('the log plays', async () => (await readCycle(page)) > 2);
    const goals = (await page.locator('.goals').boundingBox())!;
    expect(goals.height).toBeGreaterThan(90);
    const half = (await page.locator('.half').boundingBox())!;
    expect(half.height).toBeGreaterThan(40);
    await saveScreenshot(page, 'screen-4k');
  });

  it(
    'a screen of a live match replays a goal, then shows the newest frame again, and then the next match',
    async () => {
      const bridge = new FakeBridge();
      bridge.play(5);
      page = await browser.open(
        { socketPath: '/frames' },
        { hash: '?screen', viewport: { width: 1280, height: 720 }, prepare: bridge.attach },
      );
      await waitUntil('the match is shown', async () => (await readCycle(page)) > 0);
      let isOver = false;
      const playing = playUntil(bridge, () => isOver);
      try {
        await waitUntil('the goal is replayed', () =>
          readViewer(page, ({ shadowRoot, viewer }) => {
            const isReplay = shadowRoot!.querySelector<HTMLElement>('.replay')!.hidden === false;
            return isReplay && !viewer.isLive;
          }),
        );
        await saveScreenshot(page, 'screen-live-replay');
        await page.locator('.replay').waitFor({ state: 'hidden', timeout: 60_000 });
        await waitUntil('it is live again', () => readViewer(page, (v) => v.viewer.isLive));
        await page.locator('.final').waitFor({ timeout: 60_000 });
        await bridge.restart('m2');
        await waitUntil('the next match is shown', async () => {
          const cycle = await readCycle(page);
          return cycle > 0 && cycle < 100 && !(await isShown('.final'));
        });
        expect(await readText(page, '.scorers .l')).toBe('');
      } finally {
        isOver = true;
        await playing;
      }
    },
    SLOW_MS,
  );

  it('a wall shows all logs of the server at once, and those of other addresses', async () => {
    const addresses = ['/log/0', '/log/1', 'http://viewer.test/log/1', 'http://:1'];
    const query = `?${addresses.map((address) => `wall=${encodeURIComponent(address)}`).join('&')}`;
    page = await browser.open(config, { files: FILES, hash: query, viewport: { width: 1200, height: 800 } });
    const readWall = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<RcssMatch & HTMLElement>('rcss-match')].map((match) => {
          const { x, y, right, bottom } = match.getBoundingClientRect();
          return { x, y, right, bottom, cycle: match.cycle, isPlaying: match.isPlaying };
        }),
      );
    await waitUntil('all matches play', async () => {
      const wall = await readWall();
      return wall.length === 3 && wall.every(({ cycle, isPlaying }) => cycle > 2 && isPlaying);
    });
    const [first, second, third] = await readWall();
    expect(second!.x).toBeGreaterThanOrEqual(first!.right);
    expect(third!.y).toBeGreaterThanOrEqual(first!.bottom);
    for (const { right, bottom } of await readWall()) {
      expect(right).toBeLessThanOrEqual(1200);
      expect(bottom).toBeLessThanOrEqual(800);
    }
    expect(await readText(page, '#wall p')).toContain("'http://:1' is not an address; give http://HOST:PORT");
    expect(await isShown('.bar')).toBe(false);
    await waitForPicture(page);
    await saveScreenshot(page, 'wall');
  });

  it('a wall without addresses shows the matches of the server of the page', async () => {
    page = await browser.open(config, { files: FILES, hash: '?wall' });
    await waitUntil('both logs are shown', async () => (await page.locator('rcss-match').count()) === 2);
    expect(await page.title()).toBe('2 matches');
  });
});
