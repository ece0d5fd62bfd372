import type { Viewer } from '@rcss/viewer';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  findViolations,
  saveScreenshot,
  waitUntil,
} from '../../../packages/study/viewer/test/browser.js';
import { LESSONS } from '../src/lessons/lessons.js';
import { FIRST_TOUCH, firstTeam, run, usePlayground, waitForStatus } from './use-playground.js';

/** Waits until the field shows a situation, and no match. */
const waitForSituation = (page: Page): Promise<void> =>
  waitUntil('the situation is shown', () =>
    page.evaluate(() => {
      const { viewer } = document.getElementById('now') as unknown as { viewer: Viewer };
      return viewer.source?.match === 'scene' && viewer.frame !== null;
    }),
  );

describe.skipIf(CHROMIUM === undefined)('lessons of the playground', () => {
  const playground = usePlayground();

  it.each(LESSONS)('lesson $id: its first code fails, its solution passes', async (lesson) => {
    const page = await playground.openTeam(lesson.start, { lesson: lesson.id });
    await page.locator('#lesson-panel').waitFor();
    expect(await page.locator('#task').textContent()).toBe(lesson.task.replaceAll('`', ''));
    expect(await page.locator('#goal').textContent()).toMatch(/^Goal: .+, within \d+ cycles\.$/);
    await waitForSituation(page);
    await run(page);
    await waitForStatus(page, 'Not passed: ');
    await page.locator('#solution').click();
    await run(page);
    await waitForStatus(page, /^Passed: /);
  });

  it('lesson over-the-wall: the same seed flat and with height, one beside the other', async () => {
    const lesson = LESSONS.find(({ id }) => id === 'over-the-wall')!;
    const page = await playground.openTeam(lesson.solution, { lesson: lesson.id });
    await page.locator('#heights:visible').click();
    await waitForStatus(page, /^Passed: player 3 has the ball from player 2/);
    await page.locator('.difference').filter({ hasText: 'First difference in cycle' }).waitFor();
    const heights = (id: string) =>
      page.evaluate((name) => {
        const { viewer } = document.getElementById(name) as unknown as { viewer: Viewer };
        const { source } = viewer;
        let highest = 0;
        for (let i = 0; i <= source!.last; i++) highest = Math.max(highest, source!.getFrame(i)?.ballZ ?? 0);
        return highest;
      }, id);
    expect(await heights('before')).toBe(0);
    expect(await heights('now')).toBeGreaterThan(2);
    await saveScreenshot(page, 'playground-heights');
    await page.locator('#lesson').selectOption('chase');
    expect(await page.locator('#heights').isVisible()).toBe(false);
    // The number of cycles of the link is not that of free matches.
    expect(await page.locator('#cycles').isVisible()).toBe(false);
    await page.locator('#lesson').selectOption('');
    expect(await page.locator('#cycles').inputValue()).toBe('1000');
  });

  it('lessons work from the keyboard, show hints, keep the code of each lesson and the progress, and fit a phone', async () => {
    const page = await playground.openTeam(
      `// mine\n${firstTeam}`,
      {},
      { viewport: { width: 390, height: 844 }, bypassCSP: true },
    );
    const code = () => page.locator('.cm-content').textContent();
    await page.locator('#lesson:enabled').focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('#task').filter({ hasText: 'Player 2 must have the ball' }).waitFor();
    expect(await code()).toContain('return player.scan();');
    for (const count of [1, 2]) {
      await page.locator('#hint').press('Enter');
      expect(await page.locator('#hints li').count()).toBe(count);
    }
    expect(await page.locator('#hint').isDisabled()).toBe(true);
    expect(await page.locator('#solution').evaluate((node) => node.matches(':focus'))).toBe(true);
    expect(await page.locator('#next').isDisabled()).toBe(true);
    await page.locator('#solution').press('Enter');
    await page.locator('.cm-content').press('Control+Enter');
    await waitForStatus(page, /^Passed: /);
    expect(await page.locator('#progress').textContent()).toBe('1 of 18 lessons passed');
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await saveScreenshot(page, 'playground-lesson-390');
    await page.locator('#next').press('Enter');
    await page.locator('#task').filter({ hasText: 'Player 2 must score' }).waitFor();
    await waitForSituation(page);
    expect(await page.locator('#status').textContent()).toBe('');
    await saveScreenshot(page, 'playground-next-390');
    await page.locator('#lesson').selectOption('chase');
    expect(await code()).toContain('return player.intercept()');
    await page.locator('#lesson').selectOption('');
    expect(await code()).toContain('// mine');
    await page.reload();
    await page.locator('#progress').filter({ hasText: '1 of 18 lessons passed' }).waitFor();
  });

  it('a lesson of a file is opened, kept, and goes into the link; a wrong file is reported', async () => {
    const page = await playground.openTeam(firstTeam);
    const open = (name: string, content: string) =>
      page.locator('#file').setInputFiles({ name, mimeType: 'text/markdown', buffer: Buffer.from(content) });
    await open('wrong.md', FIRST_TOUCH.replace('cycles: 120', 'cycles: 1e9'));
    await waitForStatus(page, 'wrong.md: line 5: cycles is "1e9"; allowed: a whole number from 1 to 6000');
    await open('touch.md', FIRST_TOUCH);
    await waitForStatus(page, 'The lesson "Pass under pressure" is open.');
    await page.locator('#lesson-text strong').filter({ hasText: 'loses' }).waitFor();
    await run(page);
    await waitForStatus(page, 'Not passed: ');
    await page.locator('#solution').click();
    await run(page);
    await waitForStatus(page, /^Passed: player 3 has the ball from player 2/);
    for (const [width, height, colorScheme] of [
      [1440, 900, 'light'],
      [1920, 1080, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      // Run, the result and the first line of the code are on the screen.
      for (const id of ['run', 'status', 'next', 'editor']) {
        const box = (await page.locator(`#${id}`).boundingBox())!;
        expect([id, box.y >= 0 && box.y + Math.min(box.height, 100) <= height]).toEqual([id, true]);
      }
      await saveScreenshot(page, `playground-passed-${width}`);
    }
    await page.locator('#link').click();
    await waitForStatus(page, 'code, seed, number of cycles, lesson and opponents');
    const link = await page.evaluate(() => location.href);
    await page.goto('about:blank');
    await page.goto(playground.server.address);
    await page.locator('#lesson:enabled').selectOption('first-touch');
    // Another browser, which does not know the lesson, opens the link.
    const other = await playground.browser.openUrl(link, { viewport: { width: 820, height: 1180 } });
    await other.locator('#task').filter({ hasText: 'Player 2 must pass to player 3' }).waitFor();
    expect(await other.locator('#lesson').inputValue()).toBe('first-touch');
    await saveScreenshot(other, 'playground-lesson-file-820');
  });

  it('an address names a lesson of the site; what is missing is reported', async () => {
    const page = await playground.open('?lesson=none.md');
    await waitForStatus(page, 'none.md cannot be loaded: status 404');
    playground.browser.problems.splice(0);
    const foreign = await playground.open('?lesson=https://example.org/a.md');
    await waitForStatus(foreign, 'https://example.org/a.md is on another site');
  });
});
