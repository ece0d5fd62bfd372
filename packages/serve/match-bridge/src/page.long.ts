import { readFileSync } from 'node:fs';
import { createLogWriter, openLog } from '@rcss/logs';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  waitForPicture as drawPicture,
  readCycle,
  readText,
  readViewer,
  saveScreenshot,
  waitForNotice,
  waitUntil,
} from '../../../study/viewer/test/browser.js';
import { useBrowser } from '../../../study/viewer/test/use-browser.js';
import { createTestFrame, createTestParams, FakeServer } from '../test/fake-server.js';
import { type Bridge, startBridge } from './bridge.js';

describe.skipIf(CHROMIUM === undefined)('the page in Chromium', () => {
  const browser = useBrowser({ keepsPages: true });
  let server: FakeServer;
  let bridge: Bridge;
  let link = '';
  const bridgeOptions = () => ({
    server: { host: '127.0.0.1', port: server.port },
    webPort: 0,
    pageScript: browser.script,
  });
  let page: Page;
  /** Time of the first frame that the bridge got. */
  let first = -1;

  beforeAll(async () => {
    server = new FakeServer(createTestParams(7, { coach_w_referee: true }));
    await server.start();
    bridge = await startBridge(bridgeOptions());
    link = bridge.url;
    page = await open(link);
    await waitUntil('the monitor is registered', () => server.monitorCount === 1);
    // A page that connects late gets the newest frames only.
    await waitUntil('the page is connected', () => readViewer(page, (v) => (v.source?.title ?? '') !== ''));
    server.startClock();
  });

  afterAll(async () => {
    await bridge?.stop();
    server?.stop();
  });

  /** A browser of its own, with its own options and storage. */
  const open = (address: string, width = 1400, height = 900): Promise<Page> =>
    browser.openUrl(address, { viewport: { width, height } });

  /** Waits until the picture of a stopped match is drawn, and returns the cycle that is shown. */
  async function waitForPicture(p: Page): Promise<number> {
    await drawPicture(p);
    return readCycle(p);
  }

  it('shows the live match', async () => {
    await waitUntil('the match is shown', async () => (await readCycle(page)) > 5);
    first = await readViewer(page, (v) => v.source?.getFrame(0)?.time ?? -1);
    expect(first).toBe(1);
    await waitUntil('the chip says LIVE', async () => (await readText(page, '.chip')) === 'LIVE');
    expect(await readText(page, '.score')).toMatch(/Foxes\s*0\s*:\s*0\s*Herons/);
    const before = await readCycle(page);
    await waitUntil('it goes on', async () => (await readCycle(page)) > before + 5);
    expect(await page.title()).toBe('Foxes 0 : 0 Herons');
    // The field is drawn: the canvas contains the colors of players and ball.
    const countColors = () =>
      page.evaluate(() => {
        const canvas = document
          .querySelector('rcss-viewer')
          ?.shadowRoot?.querySelector<HTMLCanvasElement>('.actors');
        const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        const seen = new Set<number>();
        for (let i = 0; i < data.length; i += 4) {
          if (data[i + 3] === 255)
            seen.add(((data[i] as number) << 16) | ((data[i + 1] as number) << 8) | (data[i + 2] as number));
        }
        return seen.size;
      });
    await waitUntil('the field is drawn', async () => (await countColors()) > 20);
    await saveScreenshot(page, 'live');
  });

  it('a goal changes the score, pops up and is marked on the time line (spec 11 §3.12)', async () => {
    // A page that skips frames shows no pop-up, so it gets the frame of the goal alone.
    server.stopClock();
    await waitUntil('the newest frame is shown', async () => (await readCycle(page)) === server.frame.time);
    server.frame.left.score = 1;
    server.setPlayMode('goal_l');
    server.step();
    await waitUntil('the score changed', async () => /1\s*:\s*0/.test(await readText(page, '.score')));
    await waitForNotice(page, 'GOAL!');
    server.startClock();
    await saveScreenshot(page, 'goal');
    server.setPlayMode('play_on');
    await waitUntil('the goal is marked', async () => (await page.locator('.marks button').count()) === 1);
  });

  it('pauses, steps back while the match goes on, and catches up (spec 11 §3.6)', async () => {
    await waitUntil('there is a past', async () => (await readCycle(page)) > 40);
    await page.keyboard.press('Space');
    await waitUntil('it stands', async () => !(await readViewer(page, (v) => v.viewer.playback.isPlaying)));
    await page.keyboard.press('ArrowLeft');
    const stopped = await waitForPicture(page);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await waitUntil('three frames back', async () => (await readCycle(page)) === stopped - 3);
    const newest = await readViewer(page, (v) => v.source?.last ?? 0);
    await waitUntil(
      'frames still come',
      async () => (await readViewer(page, (v) => v.source?.last ?? 0)) > newest + 5,
    );
    expect(await readCycle(page)).toBe(stopped - 3);
    expect(await readText(page, '.chip')).toMatch(/^−\d/);
    await page.keyboard.press('Home');
    await waitUntil('the first frame is shown', async () => (await readCycle(page)) === first);
    await page.keyboard.press('ArrowUp');
    await waitUntil('it plays', async () => (await readCycle(page)) > first + 2);
    await page.getByRole('button', { name: 'GO LIVE' }).click();
    await waitUntil('it is live again', async () => (await readCycle(page)) > newest);
    expect(await readText(page, '.chip')).toBe('LIVE');
  });

  it('a second browser joins late and can look back to before it came (spec 10 §3.4)', async () => {
    const second = await open(link);
    await waitUntil('it shows the match', async () => (await readCycle(second)) > 40);
    expect(await readText(second, '.score')).toMatch(/1\s*:\s*0/);
    expect(await readViewer(second, (v) => v.source?.types.size)).toBe(18);
    await second.keyboard.press('Home');
    await waitUntil('it shows the first frame', async () => (await readCycle(second)) === first);
    await second.context().close();
  });

  it('opens at the cycle of a permalink', async () => {
    await page.keyboard.press('Space');
    await waitUntil('it stands', async () => !(await readViewer(page, (v) => v.viewer.playback.isPlaying)));
    const wanted = await waitForPicture(page);
    const address = await readViewer(page, (v) => v.createPermalink());
    const other = await open(address);
    await waitUntil('it stands at that cycle', async () => (await readCycle(other)) === wanted);
    expect(await readViewer(other, (v) => v.viewer.playback.isPlaying)).toBe(false);
    await other.context().close();
    await page.keyboard.press('Shift+L');
  });

  it('the referee kicks off, drops the ball at a point and sets a play mode (spec 11 §3.3)', async () => {
    await page.getByRole('button', { name: 'Referee (E)' }).click();
    await page.getByRole('button', { name: 'Kick off' }).click();
    await waitUntil('the server received it', () => server.commands.includes('(dispstart)'));
    await saveScreenshot(page, 'referee');
    await page.getByLabel('Play mode').selectOption('goal_kick_l');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await waitUntil('the server received it', () =>
      server.commands.some((c) => c === '(change_mode goal_kick_l)'),
    );
    await page.keyboard.press('Escape');
    const place = await readViewer(page, (v) => ({
      x: v.viewer.camera.toScreenX(10, -5),
      y: v.viewer.camera.toScreenY(10, -5),
    }));
    await page.locator('.actors').click({ button: 'right', position: place });
    await page.getByRole('menuitem', { name: 'Drop ball here' }).click();
    await waitUntil('the server received it', () =>
      server.commands.some((c) => /^\(dispfoul 1[56]\d -\d\d 0\)$/.test(c)),
    );
  });

  it('keys select, follow and toggle; options are remembered (spec 11 §3.4)', async () => {
    // The card shows the player under the pointer, if there is one.
    await page.mouse.move(0, 0);
    await page.keyboard.press('3');
    await waitUntil(
      'left 3 is selected',
      async () =>
        (await readText(page, '.card h3')).includes('Foxes') && (await readText(page, '.card .no')) === '3',
    );
    await page.locator('.card summary', { hasText: 'Player type' }).click();
    expect(await readText(page, '.card')).toContain('Kickable margin');
    await saveScreenshot(page, 'selected');
    await page.keyboard.press('Shift+Digit0');
    await waitUntil(
      'right 10 is selected',
      async () => (await readViewer(page, (v) => v.viewer.selected)) === 20,
    );
    await page.keyboard.press('u');
    await page.keyboard.press('v');
    await page.keyboard.press('w');
    await page.reload();
    await waitUntil('the match is shown', async () => (await readCycle(page)) > 0);
    const { showViewArea, swapSides } = await readViewer(page, (v) => v.viewer.options);
    expect([showViewArea, swapSides]).toEqual([true, true]);
    await page.keyboard.press('w');
    await page.keyboard.press('v');
  });

  it('fits a phone', async () => {
    const phone = await open(link, 390, 844);
    await waitUntil('the match is shown', async () => (await readCycle(phone)) > 0);
    await drawPicture(phone);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const cut = await phone.evaluate(() => {
      const buttons = document.querySelector('rcss-viewer')?.shadowRoot?.querySelectorAll('button') ?? [];
      return [...buttons]
        .map((b) => ({ name: b.title || b.textContent, box: b.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.left < 0 || box.right > 390 || box.bottom > 844))
        .map(({ name }) => name);
    });
    expect(cut).toEqual([]);
    await saveScreenshot(phone, 'phone');
    await phone.getByRole('button', { name: 'View (Shift+V)' }).click();
    await saveScreenshot(phone, 'phone-view');
    await phone.context().close();
  });

  it('the match can be saved as a game log', async () => {
    await page.getByRole('button', { name: /^View/ }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save the match' }).click(),
    ]);
    await page.keyboard.press('Escape');
    expect(download.suggestedFilename()).toBe('Foxes_1-vs-Herons_0.rcg.gz');
    const log = openLog(readFileSync(await download.path()));
    if (!log.ok) throw new Error(log.error.message);
    expect([log.value.damage, log.value.complete, log.value.types.length]).toEqual([[], true, 18]);
    // Frames before the kickoff are not part of a log.
    const { frameCount, firstTime, lastTime } = log.value;
    expect([frameCount > 1, lastTime - firstTime]).toEqual([true, frameCount - 1]);
  });

  it('survives a restart of the server (spec 10 §13)', async () => {
    const before = await readViewer(page, (v) => v.source?.match);
    server.stop();
    await waitUntil('it waits for the server', async () => (await readText(page, '.chip')) === 'WAITING');
    await saveScreenshot(page, 'waiting');
    const { port } = server;
    server = new FakeServer(createTestParams(99));
    await server.start(port);
    server.startClock();
    await waitUntil('it shows the new match', async () => {
      const match = await readViewer(page, (v) => v.source?.match);
      return match !== before && (await readCycle(page)) > 3 && (await readText(page, '.chip')) === 'LIVE';
    });
    expect(await readText(page, '.score')).toMatch(/0\s*:\s*0/);
  });

  it('shows the frames of a bridge that was started again within the same match', async () => {
    const before = await readViewer(page, (v) => v.source?.match);
    await waitUntil('there is a past', async () => (await readViewer(page, (v) => v.source?.last ?? 0)) > 60);
    await bridge.stop();
    bridge = await startBridge({ ...bridgeOptions(), webPort: Number(new URL(link).port) });
    await waitUntil('it shows the match', async () => {
      const [match, last] = await readViewer(page, (v) => [v.source?.match, v.source?.last ?? 0] as const);
      const isNew = match !== before && last > 3 && (await readText(page, '.chip')) === 'LIVE';
      return isNew && (await readCycle(page)) > 60;
    });
  });

  it('plays a dropped game log', async () => {
    const params = createMatchParams(createServerParams({}), createPlayerParams({}), 1);
    const writer = createLogWriter(6, params);
    const parts = [Buffer.from(writer.writeHeader())];
    const frame = createTestFrame();
    for (let i = 1; i <= 120; i++) {
      frame.time = i;
      frame.playMode = i === 1 ? 'kick_off_l' : i === 70 ? 'goal_r' : 'play_on';
      if (i === 70) frame.right.score = 1;
      frame.ballX = i / 4;
      parts.push(Buffer.from(writer.writeFrame(frame)));
    }
    const second = await open(link);
    await waitUntil('the match is shown', async () => (await readCycle(second)) > 0);
    await second
      .locator('input[type=file]:not([multiple], [accept=".json"])')
      .setInputFiles({ name: 'match.rcg', mimeType: 'text/plain', buffer: Buffer.concat(parts) });
    await waitUntil(
      'the log is shown',
      async () => (await readViewer(second, (v) => v.source?.kind)) === 'log',
    );
    await waitUntil('the log is read', async () => (await readText(second, '.chip')) === 'LOG');
    await waitUntil('it stands at the first show', async () => (await readCycle(second)) === 1);
    await waitUntil('the goal is marked', async () => (await second.locator('.marks button').count()) === 1);
    await second.keyboard.press('g');
    await waitUntil('50 shows before the goal', async () => (await readCycle(second)) === 20);
    await second.keyboard.press('Space');
    await waitUntil('it plays', async () => (await readCycle(second)) > 22);
    await saveScreenshot(second, 'log');
    await second
      .locator('input[type=file]:not([multiple], [accept=".json"])')
      .setInputFiles({ name: 'no.rcg', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await waitForNotice(second, 'no.rcg cannot be read');
    await second.context().close();
  });

  it('draws and reports how long that takes', async () => {
    await readViewer(page, (v) => v.viewer.drawingTimer.clear());
    await waitUntil(
      'pictures were drawn',
      async () => (await readViewer(page, (v) => v.getDrawingTimes().drawCount)) > 60,
    );
    const { fps, meanMs: mean, p95Ms: p95, maxMs: max } = await readViewer(page, (v) => v.getDrawingTimes());
    console.info(
      `picture: mean ${mean.toFixed(2)} ms, 95 % below ${p95.toFixed(2)} ms, longest ${max.toFixed(1)} ms, ${fps.toFixed(1)} a second`,
    );
  });
});
