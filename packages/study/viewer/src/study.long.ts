import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
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
  waitForPicture,
  waitUntil,
} from '../test/browser.js';
import { FakeBridge } from '../test/fake-bridge.js';
import { useBrowser } from '../test/use-browser.js';

/** A whole recorded match. */
const MATCH = new URL('../../../conformance/matches/match-1.rcg.gz', import.meta.url);
const SLOW_MS = 300_000;
/** Widths and heights of a desktop, a tablet and a phone. */
const SIZES = [
  [1440, 900],
  [820, 1180],
  [390, 844],
] as const;

describe.skipIf(CHROMIUM === undefined)('from a number to the moment in Chromium', () => {
  const browser = useBrowser();
  let page: Page;
  let files: Files = {};

  beforeAll(async () => {
    files = {
      '/log/0': { type: 'application/octet-stream', body: readFileSync(MATCH) },
      '/viewer-clips.js': { type: 'text/javascript', body: await buildScript('viewer-clips') },
      '/viewer-values.js': { type: 'text/javascript', body: await buildScript('viewer-values') },
    };
  }, 180_000);

  async function openStatistics(options: Parameters<typeof browser.open>[1] = {}): Promise<void> {
    page = await browser.open({ log: '/log/0', title: 'match.rcg' }, { files, isSecure: true, ...options });
    await waitForLog(page);
    await readViewer(page, (v) => v.togglePanel('statistics'));
    await page.getByLabel('Part of the match').selectOption('all');
    await waitUntil(
      'the match is analyzed',
      () => readViewer(page, (v) => v.viewer.analysis.findRun(true)?.isComplete === true),
      SLOW_MS,
    );
  }

  const figures = () => page.locator('.stats button.figure');
  const rows = () => page.locator('.moments > li');
  const back = () => page.getByRole('button', { name: '‹ Back' });

  it(
    'every number of the teams is the length of its list, and leads back',
    async () => {
      await openStatistics();
      const count = await figures().count();
      expect(count).toBeGreaterThan(40);
      for (let i = 0; i < count; i++) {
        const button = figures().nth(i);
        await button.click();
        const shown = await rows().count();
        await back().click();
        // Read now: before, the number could be one of an incomplete analysis.
        const label = (await button.getAttribute('aria-label')) ?? '';
        const number = (await button.textContent()) ?? '';
        // Expected goals are a sum, whose list has the shots.
        if (!label.includes('expected goals')) expect([label, shown]).toEqual([label, Number(number)]);
      }
    },
    SLOW_MS,
  );

  it(
    'a moment is played from some cycles before, by mouse, keys and the buttons',
    async () => {
      await openStatistics();
      await page
        .getByRole('button', { name: /: Shots of / })
        .first()
        .click();
      const times = await rows().locator('time').allTextContents();
      const isNear = async (index: number): Promise<boolean> => {
        const cycle = await readCycle(page);
        const time = Number(times[index]);
        return cycle >= time - 60 && cycle <= time;
      };
      await rows().nth(1).getByRole('button').click();
      await waitUntil('the second shot is shown', () => isNear(1));
      expect(await readViewer(page, (v) => v.viewer.playback.isPlaying)).toBe(true);
      expect(await rows().nth(1).getByRole('button').getAttribute('aria-current')).toBe('true');
      await page.getByRole('button', { name: 'Next ▸' }).click();
      await waitUntil('the third shot is shown', () => isNear(2));
      await page.getByRole('button', { name: '◂ Previous' }).click();
      await waitUntil('the second shot is shown again', () => isNear(1));
      await rows().nth(1).getByRole('button').focus();
      await page.keyboard.press('ArrowUp');
      await waitUntil('the first shot is shown', () => isNear(0));
    },
    SLOW_MS,
  );

  it(
    'a goal leads back to the lost ball, and to the passes that were possible instead',
    async () => {
      await openStatistics();
      const item = page.locator('.goal-rows li', { has: page.locator('.what-if') }).first();
      const chain = item.locator('button.chain').first();
      const time = Number(await chain.locator('time').textContent());
      await chain.click();
      await waitUntil('the play before the goal is shown', async () => {
        const cycle = await readCycle(page);
        return cycle >= time - 40 && cycle <= time + 40;
      });
      expect(await readViewer(page, (v) => v.viewer.playback.isPlaying)).toBe(true);
      await item.locator('.what-if').click();
      await waitUntil('the passes are chosen', () =>
        readViewer(page, (v) => v.viewer.options.showPassValues),
      );
      await waitUntil('the passes are drawn', () =>
        page.evaluate(() => {
          const root = document.querySelector('rcss-viewer')!.shadowRoot!;
          return [...root.querySelectorAll<HTMLCanvasElement>('canvas.layer:not(.actors)')].some((canvas) => {
            if (canvas.hidden || canvas.width === 0) return false;
            const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
            return data.some((value, i) => i % 4 === 3 && value > 0);
          });
        }),
      );
      const state = await readViewer(page, (v) => ({
        isPlaying: v.viewer.playback.isPlaying,
        hasPasses: v.viewer.options.showPassValues,
      }));
      expect(state).toEqual({ isPlaying: false, hasPasses: true });
      const cycle = await readCycle(page);
      expect(cycle).toBeLessThanOrEqual(time);
      expect(cycle).toBeGreaterThanOrEqual(time - 31);
      await saveScreenshot(page, 'what-if');
    },
    SLOW_MS,
  );

  it(
    'the pointer on a stamina curve says whose it is; the preview covers neither the time line nor the momentum',
    async () => {
      await openStatistics();
      const chart = page.locator('.picture').last();
      await chart.scrollIntoViewIfNeeded();
      await chart.hover({ position: { x: 200, y: 30 } });
      const line = page.getByText(/: stamina \d+ in cycle \d+$/);
      await line.waitFor();
      const first = await line.textContent();
      await chart.hover({ position: { x: 290, y: 130 } });
      await waitUntil('another curve is named', async () => (await line.textContent()) !== first);
      await page.locator('.track').hover({ position: { x: 200, y: 18 } });
      const preview = (await page.locator('.preview').boundingBox())!;
      const strip = (await page.locator('.momentum').boundingBox())!;
      expect(preview.y + preview.height).toBeLessThanOrEqual(strip.y + 1);
    },
    SLOW_MS,
  );

  it(
    'the list of events has goals and shots; calls and player types only when they are chosen',
    async () => {
      const types = Array.from(
        { length: 20 },
        (_, i) => `(msg 7 1 "(change_player_type l ${(i % 11) + 1} 3)")\n`,
      );
      const text = gunzipSync(readFileSync(MATCH))
        .toString('latin1')
        .replace('(show 8 ', `${types.join('')}(show 8 `);
      const log = { type: 'application/octet-stream', body: Buffer.from(text, 'latin1') };
      await openStatistics({ files: { ...files, '/log/0': log } });
      await readViewer(page, (v) => v.togglePanel('messages'));
      const list = page.locator('.panel .list li');
      const count = (text: RegExp): Promise<number> => list.filter({ hasText: text }).count();
      await waitUntil('the events are listed', async () => (await list.count()) > 5);
      expect([await count(/Goal for/), await count(/has player type|Referee: /)]).toEqual([4, 0]);
      const chosen = await list.count();
      await page.getByLabel('Events', { exact: true }).selectOption('all');
      await waitUntil('the player types are listed', async () => (await count(/has player type/)) > 10);
      await page.getByLabel('Events', { exact: true }).selectOption('goals');
      await waitUntil('messages are gone', async () => (await list.count()) === chosen);
      expect(await count(/Goal for/)).toBe(4);
    },
    SLOW_MS,
  );

  it(
    'filters select moments, and the marked ones and all can be saved as one clip',
    async () => {
      await openStatistics();
      await page
        .getByRole('button', { name: /: Passes of / })
        .first()
        .click();
      const all = await rows().count();
      await page.getByLabel('Result').selectOption('success');
      const completed = await rows().count();
      await page.getByLabel('Result').selectOption('failure');
      expect((await rows().count()) + completed).toBe(all);
      expect(await page.getByText(`${all - completed} of ${all} moments`).count()).toBe(1);
      await page.getByLabel('Part of the pitch').selectOption('last third');
      await waitUntil('fewer are left', async () => (await rows().count()) < all - completed);
      for (const i of [0, 1]) await rows().nth(i).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Save the marked (2)' }).click();
      const part = page.locator('.panel').getByLabel('Part of the match');
      await part.waitFor();
      expect(await part.evaluate((e) => (e as HTMLSelectElement).selectedOptions[0]?.text)).toMatch(
        /^Passes of .+ \(2\)$/,
      );
      await page.locator('.panel').getByLabel('Size').selectOption('0');
      await page.locator('.panel').getByLabel('Speed').selectOption('8');
      const [download] = await Promise.all([
        page.waitForEvent('download', { timeout: SLOW_MS }),
        page.getByRole('button', { name: 'Save the clip' }).click(),
      ]);
      expect(readFileSync(await download.path()).length).toBeGreaterThan(10_000);
    },
    SLOW_MS,
  );

  it(
    'players have a sorted table and a page, whose numbers lead to moments',
    async () => {
      await openStatistics();
      await page.getByRole('button', { name: 'Players', exact: true }).click();
      const cells = page.locator('.scroll tbody tr');
      await waitUntil('eleven players', async () => (await cells.count()) === 11);
      await page.getByRole('button', { name: 'passes', exact: true }).click();
      const passes = await cells.evaluateAll((list) =>
        list.map((row) => Number(row.children[1]?.querySelectorAll('button')[1]?.textContent)),
      );
      expect(passes).toEqual([...passes].sort((a, b) => b - a));
      await cells
        .first()
        .getByRole('button', { name: /^Page of / })
        .click();
      const periods = page.locator('table.periods');
      await periods.waitFor();
      const numbers = await periods.getByRole('button', { name: /: Passes of / }).allTextContents();
      expect(Number(numbers[0]) + Number(numbers[1])).toBe(Number(numbers[2]));
      expect(Number(numbers[2])).toBe(passes[0]);
      await periods
        .getByRole('button', { name: /: Passes of / })
        .first()
        .click();
      expect(await rows().count()).toBe(Number(numbers[0]));
      await back().click();
      await periods.waitFor();
    },
    SLOW_MS,
  );

  it(
    'the result appears when playback arrives at full time, plays scenes, and leads to the panels',
    async () => {
      await openStatistics();
      const card = page.getByRole('region', { name: 'Result' });
      await readViewer(page, (v) => {
        v.closePanel();
        const { source } = v.viewer;
        let end = source!.last;
        while (source!.getFrame(end - 1)!.playMode === 'time_over') end--;
        v.viewer.seek(end - 20);
      });
      expect(await card.count()).toBe(0);
      await readViewer(page, (v) => v.viewer.controlPlayback((p) => p.play(1)));
      await card.waitFor({ timeout: SLOW_MS });
      expect(await card.textContent()).toMatch(/Player of the match: .+ 11goals: 3/);
      expect(await findViolations(page)).toEqual([]);
      for (const [width, height] of [...SIZES, [844, 390]] as const) {
        await resizePage(page, width, height);
        await saveScreenshot(page, `result-${width}`);
        const box = (await card.boundingBox())!;
        expect([width, box.x >= 0 && box.x + box.width <= width]).toEqual([width, true]);
      }
      await resizePage(page, 1440, 900);
      await card.getByRole('button', { name: /^Best scenes/ }).click();
      await waitUntil('the first scene', async () => (await readCycle(page)) < 3000);
      await card.getByRole('button', { name: 'Save the best scenes' }).click();
      const part = page.locator('.panel').getByLabel('Part of the match');
      await part.waitFor();
      expect(await part.inputValue()).toBe('moments');
    },
    SLOW_MS,
  );

  it.each([
    [390, 844, 'light'],
    [1440, 900, 'dark'],
    [1920, 1080, 'light'],
  ] as const)(
    'a log opens with its story and plays its best scenes: %i × %i, %s',
    async (width, height, colorScheme) => {
      page = await browser.open(
        { log: '/log/0', title: 'match.rcg', story: true },
        { files, isSecure: true, viewport: { width, height }, colorScheme, reducedMotion: 'no-preference' },
      );
      const story = page.getByRole('region', { name: 'Result' });
      await story.getByRole('button', { name: /^Best scenes/ }).waitFor({ timeout: SLOW_MS });
      await story.getByText('Decisive moments').waitFor({ timeout: SLOW_MS });
      expect(await story.locator('.named li button').count()).toBe(5);
      await waitUntil('the scenes are played', () =>
        readViewer(page, (v) => v.viewer.playback.isPlaying && v.viewer.frameIndex > v.viewer.source!.first),
      );
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await findViolations(page)).toEqual([]);
      await saveScreenshot(page, `story-${width}`);
      // What is seen goes into a link and comes back from it.
      await page.keyboard.press('Escape');
      // The clock stands.
      const index = await readViewer(page, ({ viewer }) => {
        viewer.controlPlayback((playback) => playback.pause());
        let i = 1300;
        while (viewer.source!.getFrame(i)!.time !== viewer.source!.getFrame(i - 3)!.time) i++;
        viewer.seek(i);
        return i;
      });
      await waitUntil(
        'that frame',
        async () => (await readViewer(page, (v) => v.viewer.frameIndex)) === index,
      );
      const link = await readViewer(page, (v) => {
        v.viewer.selected = 13;
        v.viewer.zoom(3);
        v.viewer.options.showTrail = false;
        void v.togglePanel('players');
        return v.createPermalink();
      });
      const other = await browser.open(
        { log: '/log/0', title: 'match.rcg', story: true },
        { files, isSecure: true, hash: new URL(link).hash, viewport: { width, height } },
      );
      await waitForLog(other);
      await other.getByRole('region', { name: 'Players' }).waitFor();
      await expect
        .poll(() => readViewer(other, ({ viewer: v }) => [v.frameIndex, v.selected, v.options.showTrail]))
        .toEqual([index, 13, false]);
      expect(await readViewer(other, (v) => v.viewer.camera.zoom)).toBeCloseTo(3, 1);
      await saveScreenshot(other, `linked-${width}`);
    },
    SLOW_MS,
  );

  it(
    'the best scenes do not begin when another moment was chosen while the match is read',
    async () => {
      page = await browser.open(
        { log: '/log/0', title: 'match.rcg', story: true },
        { files, isSecure: true, reducedMotion: 'no-preference' },
      );
      const story = page.getByRole('region', { name: 'Result' });
      await story.getByText('The match is read').waitFor({ timeout: SLOW_MS });
      await waitUntil('100 frames', () => readViewer(page, (v) => (v.viewer.source?.last ?? 0) > 100));
      await readViewer(page, (v) => v.viewer.seek(100));
      await story.getByRole('button', { name: /^Best scenes/ }).waitFor({ timeout: SLOW_MS });
      expect(await readViewer(page, (v) => v.viewer.frameIndex)).toBe(100);
    },
    SLOW_MS,
  );

  it(
    'the result appears after a jump to the end of a log',
    async () => {
      page = await browser.open({ log: '/log/0', title: 'match.rcg' }, { files, isSecure: true });
      await waitForLog(page);
      await page.keyboard.press('End');
      await page.getByRole('region', { name: 'Result' }).waitFor({ timeout: SLOW_MS });
      await saveScreenshot(page, 'result-end');
    },
    SLOW_MS,
  );

  it(
    'the result appears when a live match is opened after its end',
    async () => {
      const bridge = new FakeBridge();
      bridge.play(60, (frame) => {
        if (frame.time >= 50) frame.playMode = 'time_over';
      });
      page = await browser.open({ socketPath: '/frames' }, { files, isSecure: true, prepare: bridge.attach });
      await page.getByRole('region', { name: 'Result' }).waitFor({ timeout: SLOW_MS });
      await saveScreenshot(page, 'result-live');
    },
    SLOW_MS,
  );

  it(
    'a search finds moments in all logs and leads to them',
    async () => {
      const answer = {
        logs: 2,
        indexed: 2,
        failed: [],
        total: 1,
        rows: [{ log: 1, title: 'Foxes – Herons, final.rcg', time: 500, text: 'Foxes 9 scores.' }],
      };
      const asked: string[] = [];
      page = await browser.open(
        { log: '/log/0', title: 'match.rcg', searchPath: '/search.json' },
        {
          files: { ...files, '/search.json': { type: 'application/json', body: JSON.stringify(answer) } },
          prepare: async (opened) => {
            opened.on('request', (request) => asked.push(request.url()));
          },
        },
      );
      await waitForLog(page);
      await readViewer(page, (v) => v.togglePanel('statistics'));
      await page.getByRole('button', { name: 'All logs' }).click();
      await page.getByText('1 moment in 2 logs.').waitFor();
      await page.getByLabel('Set play before').selectOption('corner_kick');
      await waitUntil('the search has the set play', () =>
        asked.some((url) => url.includes('figure=goals') && url.includes('after=corner_kick')),
      );
      const link = page.getByRole('link', { name: /Foxes 9 scores/ });
      expect(await link.getAttribute('href')).toBe('/1#cycle=460');
      await saveScreenshot(page, 'study-search');
      expect(await findViolations(page, { part: 'rcss-viewer', shadowPart: '.panel' })).toEqual([]);
    },
    SLOW_MS,
  );

  it.each(SIZES.flatMap(([w, h]) => (['light', 'dark'] as const).map((scheme) => [w, h, scheme] as const)))(
    'at %d×%d (%s), all views fit, violate no rule of accessibility, and have targets for fingers',
    async (width, height, colorScheme) => {
      await openStatistics({ viewport: { width, height }, hasTouch: width < 1000, colorScheme });
      const check = async (name: string): Promise<void> => {
        await waitForPicture(page);
        await saveScreenshot(page, `study-${name}-${width}-${colorScheme}`);
        const box = (await page.locator('.panel').boundingBox())!;
        expect([name, box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height]).toEqual([
          name,
          true,
        ]);
        const overflow = await page
          .locator('.panel .body')
          .evaluate((body) => body.scrollWidth - body.clientWidth);
        expect([name, overflow]).toEqual([name, 0]);
        const violations = await findViolations(page, { part: 'rcss-viewer', shadowPart: '.panel' });
        expect([name, violations]).toEqual([name, []]);
        if (width > 1000) return;
        const small = await page
          .locator('.panel .body')
          .locator('button:visible, select:visible')
          .evaluateAll((list) =>
            list.filter((e) => e.getBoundingClientRect().height < 43.5).map((e) => e.outerHTML),
          );
        expect([name, small]).toEqual([name, []]);
      };
      await check('teams');
      await page
        .getByRole('button', { name: /: Passes of / })
        .first()
        .click();
      await check('moments');
      const first = (await page.locator('.moments > li').first().boundingBox())!;
      const body = (await page.locator('.panel .body').boundingBox())!;
      // The list is in sight without scrolling.
      expect([width, first.y + first.height <= body.y + body.height]).toEqual([width, true]);
      await page.getByRole('button', { name: 'Players', exact: true }).click();
      await check('players');
      await page
        .getByRole('button', { name: /^Page of / })
        .nth(6)
        .click();
      await check('player');
      await resizePage(page, width, height);
    },
    SLOW_MS,
  );
});
