import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createSite, formatLink, listenHttp } from '@rcss/log-service/web';
import { replayWithLog } from '@rcss/match-server/program';
import { readRecording } from '@rcss/simulator/recording';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildScript,
  CHROMIUM,
  findViolations,
  readViewer,
  resizePage,
  saveScreenshot,
  waitForLog,
  waitForPicture,
} from '../../../../packages/study/viewer/test/browser.js';
import { useBrowser } from '../../../../packages/study/viewer/test/use-browser.js';
import { recordModules, WALKERS } from '../../test/record-modules.js';
import { createWebRoutes } from '../commands/web.js';
import { WhyAnswers } from './why-answers.js';

const HOST = '127.0.0.1';

describe.skipIf(CHROMIUM === undefined)('the panel "Why?" of a page with a recording, in Chromium', () => {
  const browser = useBrowser({ keepsPages: true });
  const folder = mkdtempSync(join(tmpdir(), 'rcss-why-page-'));
  const closers: (() => unknown)[] = [];
  let link: string;

  beforeAll(async () => {
    const path = await recordModules(folder, 60);
    const opened = readRecording(gunzipSync(readFileSync(path)));
    if (!opened.ok) throw new Error(opened.error.message);
    const log = path.replace('.rec.gz', '.rcg');
    writeFileSync(log, replayWithLog(opened.value).log);
    const record = { time: 31, side: 'r', unum: 2, beliefs: { self: { x: 0, y: 0 } } };
    writeFileSync(log.replace('.rcg', '.debug.jsonl'), `${JSON.stringify(record)}\n`);
    const [values, study] = [await buildScript('viewer-values'), await buildScript('viewer-study')];
    const scripts = { page: browser.script, clips: '', spatial: '', words: '', values, study };
    const why = new WhyAnswers(HOST, { l: [WALKERS], r: [WALKERS] }, { limit: 20 });
    const server = createSite(createWebRoutes([log], scripts, { autoPlay: false, loop: false, why }), HOST);
    link = formatLink(HOST, await listenHttp(server, 0, HOST));
    closers.push(() => {
      server.close().closeAllConnections();
      return why.close();
    });
  });
  afterAll(async () => {
    for (const close of closers) await close();
    rmSync(folder, { recursive: true });
  });

  it('shows what a player received and did, decides again, and plays futures with another command', async () => {
    // The rules of accessibility are checked by a script that is not part of the page.
    const page = await browser.openUrl(`${link}#cycle=31&player=l3&panel=why`, { bypassCSP: true });
    await waitForLog(page);
    const panel = page.locator('.panel');
    await panel.getByText('Alpha 3, cycle 31').waitFor();
    await panel.getByText(/^sense_body: stamina/).waitFor();
    await panel.getByText('sent (dash 60)').waitFor();
    await panel.getByText('executed: dash').waitFor();
    await resizePage(page, 1400, 700);
    // The card makes room for what the player saw.
    await page.locator('.card').getByRole('button', { name: 'Show all values' }).waitFor();
    await panel.getByRole('button', { name: 'Decide again' }).click();
    await panel.getByText('The same commands.').waitFor();
    const reason = panel.getByText(/^walks towards /);
    await reason.waitFor();
    await panel.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' });
    const [answer, box] = [await reason.boundingBox(), await panel.boundingBox()];
    expect(answer!.y + answer!.height).toBeLessThanOrEqual(box!.y + box!.height);
    await panel.getByLabel('Futures').fill('1');
    await panel.getByLabel('Cycles').fill('10');
    await panel.getByRole('button', { name: 'Play on' }).click();
    await panel.getByText('as in the match: 0:0 at 41, the recorded match').waitFor();
    await panel.getByLabel('Its commands').fill('(turn 90)');
    await panel.getByLabel('Futures').fill('3');
    await panel.getByRole('button', { name: 'Play on' }).click();
    await panel.getByText('seed 3: 0:0 at 41, another match from 32 on').waitFor();
    await panel
      .getByText(/^3 of 3: next goal: Alpha 0 % \(0–\d+\), Beta 0 %.*; goal difference of Alpha: /)
      .waitFor();
    for (const [width, height] of [
      [390, 844],
      [1280, 800],
      [1920, 1080],
    ] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await resizePage(page, width, height);
        await waitForPicture(page);
        await saveScreenshot(page, `why-${width}-${colorScheme}`);
        expect(await findViolations(page, { part: 'rcss-viewer', shadowPart: '.panel' })).toEqual([]);
      }
    await panel.getByLabel('Its commands').fill('(turn');
    await panel.getByRole('button', { name: 'Play on' }).click();
    await panel.getByText("--change 'l3 (turn': allowed: a player with its commands").waitFor();
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/why/0', async (route) => {
      await released;
      await route.continue();
    });
    await panel.getByRole('combobox', { name: 'Player' }).selectOption('Beta 2');
    await panel.getByText('Beta 2, cycle 31').waitFor();
    await panel.getByText(/^itself: /).waitFor();
    await panel.getByText('Reading what it received …').waitFor();
    release();
    await panel.getByText(/^sense_body: stamina/).waitFor();
    expect(await readViewer(page, (v) => v.viewer.selected)).toBe(12);
  });
});
