import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  findViolations,
  readCycle,
  readViewer,
  resizePage,
  saveScreenshot,
  waitForPicture,
  waitUntil,
} from '../test/browser.js';
import { useBrowser } from '../test/use-browser.js';
import type { ViewOptions } from './options.js';

/** A whole recorded match. */
const MATCH = new URL('../../../conformance/matches/match-1.rcg.gz', import.meta.url);

/** Limit for the analysis of a whole match. */
const SLOW_MS = 300_000;

describe.skipIf(CHROMIUM === undefined)('maps on the pitch in Chromium', () => {
  const browser = useBrowser({ keepsPages: true });
  let page: Page;

  beforeAll(async () => {
    const files = { '/log/0': { type: 'application/octet-stream', body: readFileSync(MATCH) } };
    page = await browser.open({ log: '/log/0', title: 'match.rcg' }, { files, hash: '#cycle=2500' });
    await waitUntil('cycle 2500 is shown', async () => (await readCycle(page)) === 2500);
    // The strip of the momentum makes the pitch smaller, which changes the pixels that the tests count.
    await waitForAnalysis();
    await waitForPicture(page);
  }, SLOW_MS);

  function waitForAnalysis(): Promise<void> {
    return waitUntil(
      'the whole match is analyzed',
      () => readViewer(page, (v) => v.viewer.analysis.findRun(false)?.isComplete === true),
      SLOW_MS,
    );
  }

  /** Counts the pixels of a canvas of the stage that are not transparent: 1 is that of the maps, 2 that of the players. */
  function countPixels(canvasIndex: number): Promise<number> {
    return page.evaluate((index) => {
      const root = document.querySelector('rcss-viewer')!.shadowRoot!;
      const canvas = root.querySelectorAll<HTMLCanvasElement>('canvas.layer')[index]!;
      if (canvas.hidden) return 0;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i]! > 0) count++;
      return count;
    }, canvasIndex);
  }

  it.each([
    ['Shots', 'showShotMap', 1],
    ['Passes', 'showPassMap', 1],
    ['Heat map', 'showHeatMap', 1],
    ['Voronoi cells', 'showVoronoi', 2],
    ['Traces', 'showTraces', 2],
    ['Offside lines', 'showOffsideLine', 2],
  ] as const)('the option %s draws on the pitch, and removes it again', async (label, option, canvas) => {
    // A panel that was closed before has changed the size of the pitch.
    await waitForPicture(page);
    const before = await countPixels(canvas);
    const setOption = async (isOn: boolean): Promise<void> => {
      await readViewer(page, (v) => v.togglePanel('view'));
      await page.getByLabel(new RegExp(`^${label}`)).setChecked(isOn);
      await readViewer(page, (v) => v.closePanel());
    };
    await setOption(true);
    expect(await readViewer(page, (v) => ({ ...v.viewer.options }))).toMatchObject({ [option]: true });
    await waitUntil('it is drawn', async () => (await countPixels(canvas)) > before + 200);
    await waitForPicture(page);
    await saveScreenshot(page, `map-${option}`);
    await setOption(false);
    await waitUntil('it is gone', async () => (await countPixels(canvas)) === before);
  });

  it('with a selected player, the maps show the player alone, and follow the camera', async () => {
    const setOption = (name: keyof ViewOptions, value: boolean) =>
      page.evaluate(
        ([key, on]) =>
          (
            document.querySelector('rcss-viewer') as unknown as import('./index.js').RcssViewer
          ).viewer.setOption(key as 'showPassMap', on as boolean),
        [name, value] as const,
      );
    await setOption('showPassMap', true);
    await waitUntil('the passes are drawn', async () => (await countPixels(1)) > 1000);
    const all = await countPixels(1);
    await readViewer(page, (v) => v.viewer.toggleSelection(5));
    await waitUntil('fewer passes are drawn', async () => (await countPixels(1)) < all / 3);
    const one = await countPixels(1);
    expect(one).toBeGreaterThan(50);
    await readViewer(page, (v) => v.viewer.zoom(3));
    await waitUntil('the maps follow the camera', async () => (await countPixels(1)) !== one);
    await readViewer(page, (v) => v.viewer.showWholeField());
    await readViewer(page, (v) => v.viewer.toggleSelection(5));
    await setOption('showPassMap', false);
  });

  it('momentum and shots are drawn above the time line, with a name for screen readers', async () => {
    const strip = page.locator('.momentum');
    await waitForAnalysis();
    await waitUntil('the shots are counted', async () =>
      /with \d+ shots \(\d+\.\d\d expected goals\) of the left team and [1-9]\d* shots \((?!0\.00)\d+\.\d\d expected goals\) of the right team/.test(
        (await strip.getAttribute('aria-label')) ?? '',
      ),
    );
    const box = (await strip.boundingBox())!;
    const slider = (await page.getByLabel('Time line').boundingBox())!;
    expect(Math.abs(box.x + box.width - (slider.x + slider.width))).toBeLessThan(12);
    const colors = await strip.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      const found = new Set<number>();
      for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3]! > 200) found.add((data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!);
      }
      return found.size;
    });
    expect(colors).toBeGreaterThanOrEqual(2);
    expect(await findViolations(page)).toEqual([]);
    await saveScreenshot(page, 'momentum');
    await resizePage(page, 844, 390);
    expect(await strip.isVisible()).toBe(false);
  });
});
