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
  waitForLog,
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
/** What a screen shows with one picture. */
interface Moment {
  readonly title: string;
  readonly cycle: number;
  readonly speed: number;
  readonly isLive: boolean;
  readonly isReplay: boolean;
  readonly half: string;
  readonly scorers: string;
  /** The final score; empty if it is not shown. */
  readonly final: string;
}

/** Keeps all moments of a screen in `moments` of its page: some of them last for seconds only. */
async function recordMoments(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moments: Moment[] = [];
    Object.assign(globalThis, { moments });
    addEventListener('DOMContentLoaded', () => {
      const element = document.querySelector('rcss-viewer') as unknown as import('./index.js').RcssViewer;
      const root = element.shadowRoot!;
      const read = (selector: string): string => {
        const part = root.querySelector<HTMLElement>(selector)!;
        return part.closest('[hidden]') === null ? (part.textContent ?? '') : '';
      };
      element.viewer.subscribe((event) => {
        const { frame, isLive, playback, source } = element.viewer;
        if (event !== 'frame' || frame === null || source === null) return;
        const moment: Moment = {
          title: source.title,
          cycle: frame.time,
          speed: playback.speed,
          isLive,
          isReplay: read('.replay') !== '',
          half: read('.half'),
          scorers: read('.scorers .l'),
          final: read('.final strong'),
        };
        if (JSON.stringify(moment) !== JSON.stringify(moments.at(-1))) moments.push(moment);
      });
    });
  });
}

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

  /**
   * Plays 200 cycles of the match, ten a second, and 30 of each later one. A page that is slow gets them later: it shows no goal that it
   * was late for.
   */
  async function playUntil(bridge: FakeBridge, isOver: () => boolean): Promise<void> {
    const first = bridge.match;
    while (!isOver()) {
      const newest = await readViewer(page, (v) => v.source?.last ?? -1);
      const { time } = bridge.frame;
      if (time < (bridge.match === first ? 200 : 30) && newest >= time - 3) bridge.play(1, playMatch);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Waits until the screen has shown a moment since its page was loaded; it may be over already. `isWanted` runs in the page. */
  const waitForMoment = (what: string, isWanted: (moment: Moment) => boolean): Promise<void> =>
    waitUntil(what, () => page.evaluate(`moments.some(${isWanted})`), SLOW_MS);

  it(
    'a screen has no controls, replays a goal, shows the final score and then the next match',
    async () => {
      page = await browser.open(config, {
        files: FILES,
        hash: '?screen',
        viewport: { width: 1920, height: 1080 },
        prepare: recordMoments,
      });
      await waitUntil('the log plays by itself', async () => (await readCycle(page)) > 5);
      for (const part of ['.bar', '.zoom', '.pointer'])
        expect([part, await isShown(part)]).toEqual([part, false]);
      await waitForMoment('the first half', (m) => m.cycle > 5 && m.cycle < 70 && m.half === 'First half');
      await waitForMoment(
        'the time before the goal is replayed at a lower speed',
        (m) => m.isReplay && m.cycle < 70 && m.speed === 0.75,
      );
      await saveScreenshot(page, 'screen-replay');
      await waitForMoment(
        'the match continues after the goal',
        (m) => m.cycle > 110 && !m.isReplay && m.speed === 1 && m.scorers.includes('1′'),
      );
      await waitForMoment('the final score is shown', (m) => /^Foxes 1\s:\s0 Herons$/.test(m.final));
      await waitForMoment(
        'the next log plays',
        (m) => m.title === 'second.rcg' && m.cycle > 3 && m.final === '' && m.scorers === '',
      );
      const moments = await page.evaluate(() => (globalThis as unknown as { moments: Moment[] }).moments);
      const firstReplay = moments.findIndex(({ isReplay }) => isReplay);
      const goal = moments.findIndex(({ cycle }) => cycle >= 70);
      expect(firstReplay).toBeGreaterThan(goal);
      const next = moments.findIndex(({ title }) => title === 'second.rcg');
      const later = moments.slice(next).filter(({ title }) => title === 'second.rcg');
      expect(later.filter(({ final, scorers }) => final !== '' || scorers !== '')).toEqual([]);
    },
    SLOW_MS,
  );

  it('the final score violates no rule of accessibility', async () => {
    page = await browser.open(config, {
      files: FILES,
      hash: '?screen',
      viewport: { width: 1920, height: 1080 },
    });
    await waitForLog(page);
    await readViewer(page, (v) => {
      // No other match follows, so the final score stays.
      v.nextMatch = () => true;
      v.viewer.stopAt('last');
    });
    await page.locator('.final').waitFor();
    expect(await readText(page, '.final strong')).toMatch(/^Foxes 1\s:\s0 Herons$/);
    await saveScreenshot(page, 'screen-final');
    expect(await findViolations(page)).toEqual([]);
  });

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
        {
          hash: '?screen',
          viewport: { width: 1280, height: 720 },
          prepare: async (opened) => {
            await recordMoments(opened);
            await bridge.attach(opened);
          },
        },
      );
      await waitUntil('the match is shown', async () => (await readCycle(page)) > 0);
      let isOver = false;
      const playing = playUntil(bridge, () => isOver);
      try {
        await waitForMoment('the goal is replayed', (m) => m.isReplay && !m.isLive && m.cycle < 70);
        await saveScreenshot(page, 'screen-live-replay');
        await page.locator('.replay').waitFor({ state: 'hidden', timeout: 60_000 });
        await waitUntil('it is live again', () => readViewer(page, (v) => v.viewer.isLive));
        await page.locator('.final').waitFor({ timeout: 60_000 });
        await bridge.restart('m2');
        await waitUntil('the next match is shown', async () => {
          const cycle = await readCycle(page);
          return cycle > 0 && cycle <= 30 && !(await isShown('.final'));
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
    // A match that has ended stands still before it starts again.
    const seen = new Set<number>();
    await waitUntil('all matches play', async () => {
      for (const [i, { cycle, isPlaying }] of (await readWall()).entries())
        if (cycle > 2 && isPlaying) seen.add(i);
      return seen.size === 3;
    });
    expect(await readWall()).toHaveLength(3);
    const [first, second, third] = await readWall();
    expect(second!.x).toBeGreaterThanOrEqual(first!.right);
    expect(third!.y).toBeGreaterThanOrEqual(first!.bottom);
    for (const { right, bottom } of await readWall()) {
      expect(right).toBeLessThanOrEqual(1200);
      expect(bottom).toBeLessThanOrEqual(800);
    }
    expect(await readText(page, '#wall p')).toContain("'http://:1' is not an address; give http://HOST:PORT");
    expect(await isShown('.bar')).toBe(false);
    for (const name of ['body', '#wall rcss-match']) {
      const scheme = await page
        .locator(name)
        .first()
        .evaluate((part) => getComputedStyle(part).colorScheme);
      expect([name, scheme]).toEqual([name, 'dark']);
    }
    await waitForPicture(page);
    await saveScreenshot(page, 'wall');
  });

  it('a wall without addresses shows the matches of the server of the page', async () => {
    page = await browser.open(config, { files: FILES, hash: '?wall' });
    await waitUntil('both logs are shown', async () => (await page.locator('rcss-match').count()) === 2);
    expect(await page.title()).toBe('2 matches');
  });
});
