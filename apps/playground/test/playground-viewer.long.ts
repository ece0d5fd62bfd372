import type { Viewer } from '@rcss/viewer';
import { describe, expect, it } from 'vitest';
import { CHROMIUM, saveScreenshot, waitForNotice } from '../../../packages/study/viewer/test/browser.js';
import { firstTeam, run, runToEnd, usePlayground, waitForMatch } from './use-playground.js';

describe.skipIf(CHROMIUM === undefined)('the viewer of the playground', () => {
  const playground = usePlayground();

  it('loads the panels of the viewer when one is opened, and says so if they cannot be loaded', async () => {
    const page = await playground.openTeam(firstTeam);
    await runToEnd(page);
    const button = page.locator('#now').getByRole('button', { name: 'Events and messages (M)' });
    await page.route('**/create-panels-*.js', (route) => route.abort());
    await button.click();
    await waitForNotice(page, 'The panel cannot be loaded. Load the page again.');
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    // The browser reports the request that was refused.
    playground.browser.problems.splice(0);
    await page.unrouteAll();
    await page.reload();
    await page.locator('.cm-content').waitFor();
    await runToEnd(page);
    await button.focus();
    // The panel that was asked for last is opened.
    await page.keyboard.press('d');
    await page.keyboard.press('m');
    await page.locator('#now').getByRole('heading', { name: 'Events' }).waitFor();
    expect(await page.locator('#now').getByRole('complementary').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await page.locator('#now').getByRole('complementary').count()).toBe(0);
    // The field, so that the space bar starts and stops the match.
    const field = page.locator('#now').locator('.actors');
    expect(await field.evaluate((node) => node.matches(':focus'))).toBe(true);
  });

  it('every control of the viewer works: 3D view, words, values, statistics, clips', async () => {
    const page = await playground.openTeam(firstTeam);
    await run(page);
    await waitForMatch(page);
    const viewer = page.locator('#now');
    const openTab = (name: string) => viewer.getByRole('button', { name, exact: false }).click();
    await openTab('Statistics');
    await viewer.getByRole('button', { name: 'Players', exact: true }).first().waitFor();
    await openTab('Save clips and pictures');
    await viewer.getByRole('button', { name: 'Begin here' }).click();
    await viewer.getByRole('button', { name: 'End here' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      viewer.getByRole('button', { name: 'Save the clip' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.(gif|mp4|webm)$/);
    await viewer.locator('.actors').focus();
    await page.keyboard.press('y');
    await viewer.getByRole('log', { name: 'The moment in words' }).waitFor();
    await page.evaluate(() =>
      (document.getElementById('now') as unknown as { viewer: Viewer }).viewer.setOption('showValues', true),
    );
    await viewer.getByRole('region', { name: 'Value of the match' }).waitFor();
    await page.keyboard.press('Escape');
    await viewer.locator('.spatial-toggle').click();
    await viewer.locator('.spatial-toggle[aria-pressed=true]').waitFor();
  });

  it('shows what a chosen player sees and believes', async () => {
    const page = await playground.openTeam(firstTeam, { cycles: 200 });
    await page.locator('#watched').selectOption('7');
    await run(page);
    await waitForMatch(page);
    const shown = await page.evaluate(async () => {
      const { viewer } = document.getElementById('now') as unknown as { viewer: Viewer };
      // A player does not see in every cycle.
      for (let cycle = 120; cycle < 130; cycle += 1) {
        await viewer.seekCycle(cycle);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const { debug, source, frame, frameIndex, selected } = viewer;
        const [entry] = debug.getPicture(source!, frame!, frameIndex, selected)?.entries ?? [];
        const seenCount = entry?.seen.length ?? 0;
        if (seenCount > 5) return { selected, isOfCycle: entry!.records.some(({ time }) => time === cycle) };
      }
      return null;
    });
    expect(shown).toEqual({ selected: 6, isOfCycle: true });
    await saveScreenshot(page, 'playground-beliefs');
  });
});
