/** Pictures of the viewer: the goal as a clip, the page, its statistics. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  buildScript,
  readViewer,
  waitForPicture,
  waitUntil,
} from '../../../../packages/study/viewer/test/browser.ts';
import { GOAL } from './match.mjs';

/** Frames of the clip before and after the goal. */
const BEFORE_GOAL = 34;
const AFTER_GOAL = 8;

/** Cycle of the log of the goal that the picture of a public screen shows. */
const SCREEN_CYCLE = 800;

/** Opens the page of the viewer with a log at a cycle. */
export async function openViewer({ browser }, log, cycle, { width, height, ...options }) {
  const page = await browser.open(
    { log: '/log/0', title: 'match.rcg' },
    {
      files: {
        '/log/0': { type: 'application/octet-stream', body: log },
        '/viewer-clips.js': { type: 'text/javascript', body: await buildScript('viewer-clips') },
      },
      hash: `#cycle=${cycle}`,
      viewport: { width, height },
      colorScheme: 'light',
      isSecure: true,
      ...options,
    },
  );
  await waitUntil(`cycle ${cycle} is shown`, async () => {
    const time = await readViewer(page, (viewer) => viewer?.viewer?.frame?.time ?? -1);
    return time === cycle;
  });
  return page;
}

/** The first goal as an animated image, made by the panel that saves clips. */
export async function saveGoal(tools) {
  const match = await tools.playMatch();
  const goal = match.findCall(GOAL);
  const page = await openViewer(tools, match.toLog(), goal - BEFORE_GOAL, { width: 1280, height: 900 });
  await page.evaluate(
    ([goalTime, before, after]) => {
      const { viewer } = document.querySelector('rcss-viewer');
      const { source } = viewer;
      // By index: the clock stands still after a goal.
      let goalIndex = source.first;
      while (source.getFrame(goalIndex).time < goalTime) goalIndex++;
      for (const [end, index] of [
        ['first', goalIndex - before],
        ['last', goalIndex + after],
      ]) {
        viewer.seek(index);
        viewer.markRange(end);
      }
    },
    [goal, BEFORE_GOAL, AFTER_GOAL],
  );
  await page.getByRole('button', { name: 'Save clips and pictures' }).click();
  await page.getByLabel('Format').selectOption('gif');
  await page.getByLabel('Size').selectOption({ label: '640 × 400' });
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 240_000 }),
    page.getByRole('button', { name: 'Save the clip' }).click(),
  ]);
  return readFileSync(await download.path());
}

/** The page of the viewer, some cycles before the goal. */
export async function takeMatch(tools) {
  const match = await tools.playMatch();
  const page = await openViewer(tools, match.toLog(), match.findCall(GOAL) - 12, {
    width: 1280,
    height: 800,
  });
  await waitForPicture(page);
  return page.screenshot();
}

/**
 * The log of the figure of a goal on a public screen: the still picture of the start page, at twice the size for sharp pictures on all
 * screens.
 */
export async function takeScreen(tools) {
  const log = gunzipSync(readFileSync(join(tools.root, 'docs/images/figure-goal.rcg.gz')));
  const page = await openViewer(tools, log, SCREEN_CYCLE, { width: 640, height: 400, deviceScaleFactor: 2 });
  await page.evaluate(() => document.querySelector('rcss-viewer').setAttribute('screen', ''));
  await waitForPicture(page);
  return page.screenshot();
}

/** The statistics panel beside the map of the shots, at the end of the match. */
export async function takeStatistics(tools) {
  const match = await tools.playMatch();
  const page = await openViewer(tools, match.toLog(), match.lastTime, { width: 1280, height: 800 });
  await page.evaluate(() => {
    document.querySelector('rcss-viewer').viewer.options.showShotMap = true;
  });
  await page.getByRole('button', { name: 'Statistics' }).click();
  await page.waitForTimeout(3000);
  await waitForPicture(page);
  return page.screenshot();
}
