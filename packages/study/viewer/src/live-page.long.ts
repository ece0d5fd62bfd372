import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  Fingers,
  type PageBrowser,
  readCycle,
  readText,
  readViewer,
  resizePage,
  saveScreenshot,
  waitForPicture,
  waitUntil,
} from '../test/browser.js';
import { FakeBridge } from '../test/fake-bridge.js';
import { createTestLog } from '../test/match.js';
import { useBrowser } from '../test/use-browser.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe.skipIf(CHROMIUM === undefined)('the page of a live match in Chromium', () => {
  const browser = useBrowser();
  let page: Page;

  async function openLive(
    bridge: FakeBridge,
    options: Parameters<PageBrowser['open']>[1] = {},
  ): Promise<void> {
    page = await browser.open({ socketPath: '/frames' }, { ...options, prepare: bridge.attach });
    await waitUntil('the match is shown', async () => (await readCycle(page)) === bridge.frame.time);
    await waitForPicture(page);
  }

  function createBridge(cycleCount = 20): FakeBridge {
    const bridge = new FakeBridge();
    bridge.play(cycleCount);
    return bridge;
  }

  /** Returns the place of a player on the screen, CSS pixels. */
  function findPlayer(index: number): Promise<{ x: number; y: number }> {
    return page.evaluate((i) => {
      const { viewer } = document.querySelector('rcss-viewer') as unknown as import('./index.js').RcssViewer;
      const box = document
        .querySelector('rcss-viewer')!
        .shadowRoot!.querySelector('.actors')!
        .getBoundingClientRect();
      const p = viewer.scene.players[i]!;
      return {
        x: box.left + viewer.camera.toScreenX(p.x, p.y),
        y: box.top + viewer.camera.toScreenY(p.x, p.y),
      };
    }, index);
  }

  it('touch: the release of a long press sends no command; a card asks first', async () => {
    const bridge = createBridge();
    await openLive(bridge, PHONE);
    const fingers = await Fingers.on(page);
    // Different players, so that different items of the menu open under the finger.
    for (const index of [1, 4, 12, 16]) {
      await page.keyboard.press('Escape');
      const place = await findPlayer(index);
      await fingers.down(place);
      await page.locator('.menu').waitFor();
      await fingers.up();
      await waitForPicture(page);
      expect(bridge.commands).toEqual([]);
      expect(await page.locator('.menu').count()).toBe(1);
      expect(await page.locator('dialog[open]').count()).toBe(0);
    }
    await saveScreenshot(page, 'touch-menu');
    // The second tap is deliberate.
    await page.locator('.menu [role=menuitem]', { hasText: 'Yellow card' }).tap();
    await page.locator('dialog[open]').waitFor();
    expect(bridge.commands).toEqual([]);
    await saveScreenshot(page, 'touch-confirm');
    await page.getByRole('button', { name: 'Cancel' }).tap();
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    expect(bridge.commands).toEqual([]);
    // The removal of a player asks too, and is sent after the answer.
    const place = await findPlayer(4);
    await fingers.down(place);
    await page.locator('.menu').waitFor();
    await fingers.up();
    await page.locator('.menu [role=menuitem]', { hasText: 'Remove left 5' }).tap();
    await page.locator('dialog[open]').waitFor();
    expect(bridge.commands).toEqual([]);
    await page.locator('dialog .agree').tap();
    await waitUntil('the command arrived', () => bridge.commands.length === 1);
    expect(bridge.commands).toEqual([{ type: 'discard', side: 'l', unum: 5 }]);
  });

  it.each([
    [390, 844],
    [1280, 800],
  ])('%d × %d: while the match waits for the kick-off, its button is on the page', async (width, height) => {
    const bridge = new FakeBridge({ coach_w_referee: 1 });
    const wait = (frame: FakeBridge['frame']) => {
      frame.playMode = 'before_kick_off';
    };
    bridge.play(5, wait);
    await openLive(bridge, { viewport: { width, height } });
    const button = page.getByRole('button', { name: 'Kick off', exact: true });
    await button.click();
    await waitUntil('the command arrived', () => bridge.commands.length === 1);
    expect(bridge.commands).toEqual([{ type: 'kick_off' }]);
    await saveScreenshot(page, `kick-off-${width}`);
    bridge.play(3);
    await button.waitFor({ state: 'detached' });
    // A server in auto mode does not wait for it.
    const auto = new FakeBridge({ auto_mode: 1 });
    auto.play(5, wait);
    await openLive(auto, { viewport: { width, height } });
    expect(await page.getByRole('button', { name: 'Kick off', exact: true }).count()).toBe(0);
  });

  it('touch: a long press on the grass does not drop the ball when the finger is lifted', async () => {
    const bridge = createBridge();
    await openLive(bridge, PHONE);
    const fingers = await Fingers.on(page);
    const point = { x: 360, y: 640 };
    await fingers.down(point);
    await page.locator('.menu').waitFor();
    await fingers.up();
    await waitForPicture(page);
    expect(bridge.commands).toEqual([]);
    await page.locator('.menu [role=menuitem]', { hasText: 'Drop ball here' }).tap();
    await waitUntil('the command arrived', () => bridge.commands.length === 1);
    expect(bridge.commands[0]).toMatchObject({ type: 'drop_ball' });
  });

  it('a bridge that starts again with the same match and fewer frames is shown from its first frame', async () => {
    const bridge = createBridge(60);
    await openLive(bridge);
    await waitUntil('the newest frame is shown', async () => (await readCycle(page)) === 60);
    await bridge.restart('m1');
    bridge.play(5);
    await waitUntil('the page is connected again', () => bridge.isConnected);
    bridge.play(3);
    await waitUntil('the new frames are shown', async () => (await readCycle(page)) === 8);
    expect(await readViewer(page, (v) => v.source?.last)).toBe(7);
    expect(await readText(page, '.chip')).toBe('LIVE');
  });

  it('a dropped log leaves a way back to the live match', async () => {
    const bridge = createBridge();
    await openLive(bridge);
    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'match.rcg'));
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('rcss-viewer')!.dispatchEvent(event);
    }, createTestLog(40).toString('latin1'));
    await waitUntil(
      'the log is shown',
      async () => (await readViewer(page, (v) => v.source?.kind)) === 'log',
    );
    bridge.play(30);
    await saveScreenshot(page, 'log-over-live');
    await page.getByRole('button', { name: 'Back to the live match' }).click();
    await waitUntil('the newest frame is shown', async () => (await readCycle(page)) === 50);
    expect(await readViewer(page, (v) => [v.source?.kind, v.viewer.isLive])).toEqual(['live', true]);
    bridge.play(5);
    await waitUntil('the match goes on', async () => (await readCycle(page)) === 55);
    expect(await page.getByRole('button', { name: 'Back to the live match' }).count()).toBe(0);
  });

  it('the controls fit every width, and the time line stays usable', async () => {
    await openLive(createBridge(), { viewport: { width: 1440, height: 800 } });
    const sizes = [
      ...[320, 360, 390, 600, 719, 720, 768, 844, 909, 1024, 1279, 1280, 1440, 1920].map((width) => [
        width,
        800,
      ]),
      ...[568, 667, 719, 844, 909].map((width) => [width, 375]),
    ] as const;
    for (const [width, height] of sizes as readonly [number, number][]) {
      await resizePage(page, width, height);
      const layout = await page.evaluate(() => {
        const root = document.querySelector('rcss-viewer')!.shadowRoot!;
        const boxes = [
          ...root.querySelectorAll('.bar button, .bar select, .bar .cycle, .bar .track, .board .chip'),
        ]
          .map((element) => ({
            name: element.ariaLabel ?? element.className,
            box: element.getBoundingClientRect(),
          }))
          .filter(({ box }) => box.width > 0);
        const cut = boxes.filter(
          ({ box }) => box.left < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5,
        );
        const overlapping = boxes.filter(({ box: a }, i) =>
          boxes.some(
            ({ box: b }, j) =>
              i !== j &&
              a.left < b.right - 1 &&
              b.left < a.right - 1 &&
              a.top < b.bottom - 1 &&
              b.top < a.bottom - 1,
          ),
        );
        return {
          cut: cut.map(({ name }) => name),
          overlapping: overlapping.map(({ name }) => name),
          timeLine: root.querySelector('.track')!.getBoundingClientRect().width,
          stage: root.querySelector('.stage')!.getBoundingClientRect().height,
        };
      });
      expect({ width, height, ...layout }).toMatchObject({ width, height, cut: [], overlapping: [] });
      expect([width, layout.timeLine > Math.min(300, width / 2.2)]).toEqual([width, true]);
      expect([width, height, layout.stage > 200]).toEqual([width, height, true]);
    }
  });

  it('the referee chooses a player before a card, and reads what happened in words', async () => {
    const bridge = createBridge();
    await openLive(bridge);
    await page.getByRole('button', { name: 'Referee (E)' }).click();
    expect(await page.getByRole('button', { name: 'Yellow card' }).isDisabled()).toBe(true);
    await page.locator('.panel').getByLabel('Player', { exact: true }).selectOption('13');
    await page.getByRole('button', { name: 'Yellow card' }).click();
    await saveScreenshot(page, 'referee-confirm');
    expect(bridge.commands).toEqual([]);
    await page.locator('dialog').getByRole('button', { name: 'Yellow card' }).click();
    await waitUntil('the command arrived', () => bridge.commands.length === 1);
    expect(bridge.commands).toEqual([{ type: 'card', color: 'yellow', side: 'r', unum: 3 }]);
    bridge.send({ t: 'reply', text: '(error illegal_mode)' });
    await page.locator('.panel', { hasText: 'The server refused the command: illegal mode' }).waitFor();
  });

  it('a server that stops sending is reported with the last cycle', async () => {
    const bridge = createBridge();
    await openLive(bridge);
    bridge.send({
      t: 'status',
      status: { state: 'silent', text: 'The server stopped sending. Waiting for it' },
    });
    const alert = page.getByRole('alert').filter({ hasText: 'The server stopped sending' });
    await alert.waitFor();
    expect(await alert.textContent()).toContain('cycle 20');
    await saveScreenshot(page, 'server-silent');
    bridge.send({ t: 'status', status: { state: 'live', text: '' } });
    await alert.waitFor({ state: 'detached' });
  });

  it('one finger pans the enlarged field, and a tap selects a player', async () => {
    await openLive(createBridge(), PHONE);
    await readViewer(page, (v) => v.viewer.zoom(3));
    const read = () => readViewer(page, ({ viewer: { camera } }) => [camera.x, camera.y] as const);
    const [x, y] = await read();
    const fingers = await Fingers.on(page);
    await fingers.swipe({ x: 200, y: 300 }, { x: 140, y: 390 }, 6);
    await waitUntil('the field moved', async () => {
      const [nowX, nowY] = await read();
      return Math.hypot(nowX - x, nowY - y) > 3;
    });
    expect(await page.locator('.menu').count()).toBe(0);
    await readViewer(page, (v) => v.viewer.showWholeField());
    const place = await findPlayer(15);
    await page.touchscreen.tap(place.x, place.y);
    await waitUntil(
      'the player is selected',
      async () => (await readViewer(page, (v) => v.viewer.selected)) === 15,
    );
  });

  it('two fingers pan and zoom the field', async () => {
    await openLive(createBridge(), PHONE);
    await readViewer(page, (v) => v.viewer.zoom(3));
    const read = () =>
      readViewer(page, ({ viewer: { camera } }) => [camera.x, camera.y, camera.zoom] as const);
    const before = await read();
    const fingers = await Fingers.on(page);
    await fingers.down({ x: 120, y: 300 }, { x: 240, y: 300 });
    for (let i = 1; i <= 6; i++) await fingers.move({ x: 120, y: 300 + 15 * i }, { x: 240, y: 300 + 15 * i });
    await fingers.up();
    await waitUntil('the field moved', async () => {
      const now = await read();
      return Math.hypot(now[0] - before[0], now[1] - before[1]) > 3;
    });
    const after = await read();
    expect(after[2]).toBeCloseTo(before[2], 2);
    await fingers.down({ x: 120, y: 300 }, { x: 240, y: 300 });
    for (let i = 1; i <= 6; i++) await fingers.move({ x: 120 - 10 * i, y: 300 }, { x: 240 + 10 * i, y: 300 });
    await fingers.up();
    await waitUntil('the field is larger', async () => (await read())[2] > 1.5 * after[2]);
  });

  it('on a phone the card of the selected player does not cover that player', async () => {
    await openLive(createBridge(), PHONE);
    for (let index = 0; index < 22; index++) {
      await page.evaluate((i) => {
        const { viewer } = document.querySelector(
          'rcss-viewer',
        ) as unknown as import('./index.js').RcssViewer;
        viewer.selected = i;
        viewer.emit('selection');
      }, index);
      await waitForPicture(page);
      const place = await findPlayer(index);
      const card = (await page.locator('.card').boundingBox())!;
      const isCovered =
        place.x > card.x &&
        place.x < card.x + card.width &&
        place.y > card.y &&
        place.y < card.y + card.height;
      expect([index, isCovered]).toEqual([index, false]);
    }
    await saveScreenshot(page, 'phone-card');
  });
});
