import { fileURLToPath } from 'node:url';
import type { Viewer } from '@rcss/viewer';
import { describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  findViolations,
  resizePage,
  saveScreenshot,
  waitUntil,
} from '../../../packages/study/viewer/test/browser.js';
import { firstTeam, LIMIT_MS, run, usePlayground, waitForMatch, waitForStatus } from './use-playground.js';

/** A part of a match between real teams. */
const CLIP = new URL('../../../packages/study/stats/testdata/clips/06.rcg.gz', import.meta.url);

describe.skipIf(CHROMIUM === undefined)('continued matches of the playground', () => {
  const playground = usePlayground();

  it('a game log of other teams goes on from the cycle that is shown, and says what the log does not contain', async () => {
    const page = await playground.openTeam(firstTeam);
    await page.locator('#file').setInputFiles(fileURLToPath(CLIP));
    await waitForStatus(page, '06.rcg.gz is open.');
    const [left, right] = await page.locator('#side option').allTextContents();
    expect(left).not.toBe(right);
    await page.locator('#side').selectOption('r');
    const time = await page.evaluate(() => {
      const { viewer } = document.getElementById('now') as unknown as { viewer: Viewer };
      viewer.stopAt('first');
      viewer.seek(30);
      return viewer.source?.getFrame(30)?.time;
    });
    await waitUntil('frame 30 is shown', () =>
      page.evaluate(
        () => (document.getElementById('now') as unknown as { viewer: Viewer }).viewer.frameIndex === 30,
      ),
    );
    await page.locator('#continue').click();
    await waitForMatch(page);
    const first = await page.evaluate(() => {
      const { source } = (document.getElementById('now') as unknown as { viewer: Viewer }).viewer;
      const frame = source?.getFrame(0);
      return { time: frame?.time, names: [frame?.left.name, frame?.right.name] };
    });
    expect(first).toEqual({ time: time! + 1, names: [left, right] });
    await page.locator('#unknown summary').click();
    expect(await page.locator('#unknown').textContent()).toContain('protocol version of the players: 19');
    // It goes on from there too.
    await page.locator('#continue').click();
    await waitForMatch(page);
  });

  it('goes on with changed code from the cycle that is shown, and compares with the match before', async () => {
    const page = await playground.openTeam(firstTeam, { cycles: 300 }, { bypassCSP: true });
    /** Waits until both viewers show a frame, and returns their cycles. */
    const waitForFrame = async (index: number) => {
      let shown: { index: number; time: number | undefined }[] = [];
      await waitUntil(`both viewers show frame ${index}`, async () => {
        shown = await page.evaluate(() =>
          ['now', 'before'].map((id) => {
            const { viewer } = document.getElementById(id) as unknown as { viewer: Viewer };
            return { index: viewer.frameIndex, time: viewer.frame?.time };
          }),
        );
        return shown.every((one) => one.index === index);
      });
      return shown.map(({ time }) => time);
    };
    expect(await page.locator('#continue').isDisabled()).toBe(true);
    await run(page);
    await waitForMatch(page);
    const first = await page.locator('#status').textContent();
    await page.evaluate(() => {
      const { viewer } = document.getElementById('now') as unknown as { viewer: Viewer };
      viewer.controlPlayback((playback) => {
        playback.pause();
        playback.seek(150, viewer.source!);
      });
    });
    await page.locator('#compare').check();
    await page.locator('.cm-content').fill(firstTeam.replace('player.shoot() ??', 'player.hold() ??'));
    await page.locator('#continue').click();
    await waitForStatus(page, 'Digest');
    expect(await page.locator('#status').textContent()).not.toBe(first);
    // Both matches are equal up to the cycle at which the new code began.
    const difference = page.locator('.difference').filter({ hasText: 'First difference in cycle' });
    await difference.waitFor({ timeout: LIMIT_MS });
    await difference.locator('button').click();
    const cycle = Number(/in cycle (\d+): /.exec((await difference.textContent()) ?? '')?.[1]);
    expect(await waitForFrame(152)).toEqual([cycle, cycle]);
    // The viewers move together.
    await page.locator('#now .actors').focus();
    await page.keyboard.press('ArrowRight');
    await waitForFrame(153);
    expect(await findViolations(page)).toEqual([]);
    await saveScreenshot(page, 'playground-compare');
    await resizePage(page, 390, 844);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.locator('#compare').uncheck();
    expect(await page.locator('#before').isVisible()).toBe(false);
    // A team with a coach cannot repeat what a team without one did.
    await page
      .locator('.cm-content')
      .fill(firstTeam.replace('play: decide', 'play: decide, coach: () => new Map()'));
    await page.locator('#continue').click();
    await waitForStatus(page, 'other players or another coach');
    await page.locator('.cm-content').fill(firstTeam);
    await page.locator('#continue').click();
    await waitForStatus(page, 'Digest');
  });
});
