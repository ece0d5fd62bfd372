import { gzipSync } from 'node:zlib';
import createChasers from '@rcss/agent/chasers';
import { createLocalMatch, createLocalSpec } from '@rcss/agent/local';
import { digest } from '@rcss/simulator';
import { describe, expect, it } from 'vitest';
import { CHROMIUM, findViolations, saveScreenshot } from '../../../packages/study/viewer/test/browser.js';
import { formatDigest } from '../src/run-match.js';
import createFirstTeam from '../src/teams/first-team.js';
import {
  firstTeam,
  LIMIT_MS,
  run,
  runToEnd,
  usePlayground,
  waitForMatch,
  waitForStatus,
} from './use-playground.js';

describe.skipIf(CHROMIUM === undefined)('the playground', () => {
  const playground = usePlayground();

  it('loads less than 300 kB of compressed scripts before its editor, which follows the first match', async () => {
    const before = playground.server.requests.length;
    const page = await playground.open();
    await page.locator('#lesson:enabled').waitFor();
    await waitForStatus(page, 'Digest');
    await page.locator('.cm-content').waitFor();
    const loaded = [...new Set(playground.server.requests.slice(before))].filter((path) =>
      path.endsWith('.js'),
    );
    const scripts = loaded.slice(
      0,
      loaded.findIndex((path) => path.includes('/editor-')),
    );
    // The scripts of the page, of the engine and of the team.
    for (const name of ['engine-worker', 'team-worker', 'opened-lessons'])
      expect(scripts.filter((path) => path.includes(`/${name}-`))).toHaveLength(1);
    expect(scripts.filter((path) => /compile|create-panels|debug-files|scene/.test(path))).toEqual([]);
    const sizes = scripts.map((path) => gzipSync(playground.server.read(path)).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000);
  });

  it('plays the first team at once; the same seed gives the same match, another one another match', async () => {
    const page = await playground.open();
    await page.locator('rcss-viewer canvas').first().waitFor({ timeout: LIMIT_MS });
    // The editor is there without a click.
    await page.locator('.cm-content').filter({ hasText: 'defineTeam' }).waitFor({ timeout: LIMIT_MS });
    await page.locator('.cm-content').click();
    await page.keyboard.insertText('// typed');
    expect(await page.locator('.cm-content').textContent()).toContain('// typed');
    await page.locator('.cm-content').fill(firstTeam);
    // The first match starts by itself.
    await waitForStatus(page, 'Digest');
    await page.locator('#cycles').fill('200');
    const results: (string | null)[] = [];
    for (const seed of ['5', '5', '6']) {
      await page.locator('#seed').fill(seed);
      await runToEnd(page);
      results.push(await page.locator('#status').textContent());
    }
    expect(results[0]).toMatch(/^\d+ : \d+ at game time 1\d\d\. Digest [0-9a-f]{8}\.$/);
    expect(results[1]).toBe(results[0]);
    expect(results[2]).not.toBe(results[0]);
    await saveScreenshot(page, 'playground');
  });

  it('the same code and seed give the digest that Node computes', async () => {
    const page = await playground.openTeam(firstTeam, { cycles: 600 });
    await run(page);
    const match = await createLocalMatch({
      left: { name: 'Mine', create: createFirstTeam },
      right: { name: 'Chasers', create: createChasers },
      spec: createLocalSpec({ seed: 5 }),
    });
    match.run({ cycles: 600 });
    await waitForStatus(page, `Digest ${formatDigest(digest(match.match))}.`);
  });

  it('works from the keyboard, and completes the names of the agent', async () => {
    const page = await playground.openTeam(firstTeam);
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('function more(player: AgentPlayer) { player.drib');
    await page.locator('.cm-tooltip-autocomplete').filter({ hasText: 'dribbleTo' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.cm-content').fill(firstTeam);
    await page.keyboard.press('Control+Enter');
    await waitForStatus(page, 'Digest');
    // The parts of the viewer are left out.
    await page.keyboard.press('Escape');
    await page.locator('#skip').focus();
    for (const key of ['Enter', 'Tab']) await page.keyboard.press(key);
    expect(await page.locator('#lesson').evaluate((node) => node.matches(':focus'))).toBe(true);
    // The button that is disabled while the match runs has the focus again.
    await page.locator('#run').press('Enter');
    await waitForStatus(page, 'Digest');
    expect(await page.locator('#run').evaluate((node) => node.matches(':focus'))).toBe(true);
  });

  it.each([
    [390, 844, 'light'],
    [390, 844, 'dark'],
    [1440, 900, 'light'],
    [1440, 900, 'dark'],
  ] as const)(
    'is accessible and not wider than the window: %i × %i, %s',
    async (width, height, colorScheme) => {
      const page = await playground.openTeam(
        firstTeam,
        {},
        { viewport: { width, height }, colorScheme, bypassCSP: true },
      );
      await run(page);
      await waitForMatch(page);
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      // The field has a place below the score.
      expect((await page.locator('rcss-viewer canvas').first().boundingBox())?.height).toBeGreaterThan(100);
      await saveScreenshot(page, `playground-${width}-${colorScheme}`);
    },
  );
});
