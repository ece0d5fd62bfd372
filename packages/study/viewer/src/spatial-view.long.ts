import { readFileSync } from 'node:fs';
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
  waitForNotice,
  waitForPicture,
  waitUntil,
} from '../test/browser.js';
import { createTestLog } from '../test/match.js';
import { useBrowser } from '../test/use-browser.js';
import { pageHtml } from './page/html.js';

const SLOW_MS = 300_000;

/** A flat match, and one with a ball that flies over the halfway line. */
const FLAT_LOG = createTestLog(120);
const HIGH_LOG = createTestLog(
  120,
  (frame) => {
    frame.hasHeight = true;
    frame.ballX = frame.time - 40;
    frame.ballY = 4;
    frame.ballZ = Math.max(0, (frame.time * (80 - frame.time)) / 200);
  },
  7,
);

/** What a picture contains: its average color, and how many different colors it has. */
interface PictureColors {
  readonly mean: readonly number[];
  readonly count: number;
}

describe.skipIf(CHROMIUM === undefined)('the 3D view in Chromium', () => {
  const browser = useBrowser();
  let page: Page;
  let script = '';
  const requests: string[] = [];

  beforeAll(async () => {
    script = await buildScript('viewer-3d');
  }, 180_000);

  async function openLog(
    log: Buffer,
    others: Readonly<Record<string, Files[string] | undefined>> = {},
    options: Parameters<typeof browser.open>[1] = {},
  ) {
    requests.length = 0;
    page = await browser.open(
      { log: '/log/0', title: 'match.rcg' },
      {
        files: {
          '/log/0': { type: 'application/octet-stream', body: log },
          '/viewer-3d.js': { type: 'text/javascript', body: script },
          ...others,
        } as Files,
        // Without a graphics card, large pictures take long.
        viewport: { width: 800, height: 500 },
        hash: '#cycle=40',
        prepare: async (opened) => {
          opened.on('request', (request) => requests.push(new URL(request.url()).pathname));
        },
        ...options,
      },
    );
    await waitForLog(page);
    await waitUntil('cycle 40 is shown', async () => (await readCycle(page)) === 40);
  }

  async function openView(): Promise<void> {
    await page.locator('.actors').focus();
    await page.keyboard.press('q');
    await waitUntil('the view is open', () => readViewer(page, (v) => v.viewer.spatial !== null));
    await waitForSteadyCamera();
  }

  /** Waits until the camera has reached its place: no further picture is requested. */
  async function waitForSteadyCamera(): Promise<void> {
    await waitUntil('the camera stands', async () => {
      const before = await readViewer(page, (v) => v.getDrawingTimes().drawCount);
      for (let i = 0; i < 4; i++) await waitForPicture(page);
      return before === (await readViewer(page, (v) => v.getDrawingTimes().drawCount));
    });
  }

  /** Draws the moment with the camera of the view and reads the picture. */
  const readPicture = (): Promise<PictureColors> =>
    page.evaluate(() => {
      const { viewer } = document.querySelector('rcss-viewer') as unknown as import('./index.js').RcssViewer;
      const canvas = document.createElement('canvas');
      canvas.width = 320;
      canvas.height = 200;
      const context = canvas.getContext('2d')!;
      context.drawImage(viewer.spatial!.paint(viewer.scene, viewer.frameIndex, 320, 200, 0), 0, 0);
      const { data } = context.getImageData(0, 0, 320, 200);
      const sums = [0, 0, 0];
      const colors = new Set<number>();
      for (let i = 0; i < data.length; i += 4) {
        for (let c = 0; c < 3; c++) sums[c]! += data[i + c]!;
        colors.add((data[i]! >> 4) * 256 + (data[i + 1]! >> 4) * 16 + (data[i + 2]! >> 4));
      }
      return { mean: sums.map((sum) => sum / (320 * 200)), count: colors.size };
    });

  /** Whether the canvas of the flat view, above that of the 3D view, is transparent. */
  const isFlatPictureEmpty = (): Promise<boolean> =>
    page.evaluate(() => {
      const { shadowRoot } = document.querySelector('rcss-viewer')!;
      const canvas = shadowRoot!.querySelector<HTMLCanvasElement>('.actors')!;
      return canvas
        .getContext('2d')!
        .getImageData(0, 0, canvas.width, canvas.height)
        .data.every((value) => value === 0);
    });

  const readCamera = (): Promise<string> => page.getByLabel('Camera of the 3D view').inputValue();

  it(
    'is loaded when it is opened first, shows flat and high matches, and gives the field back',
    async () => {
      for (const [name, log] of [
        ['flat', FLAT_LOG],
        ['high', HIGH_LOG],
      ] as const) {
        await openLog(log);
        expect(requests).not.toContain('/viewer-3d.js');
        const button = page.getByRole('button', { name: '3D view' });
        expect(await button.getAttribute('aria-pressed')).toBe('false');
        await openView();
        expect(requests.filter((path) => path === '/viewer-3d.js')).toHaveLength(1);
        expect(await button.getAttribute('aria-pressed')).toBe('true');
        const { mean, count } = await readPicture();
        // Grass, lines, two teams: the ground is green.
        expect(mean[1]!).toBeGreaterThan(mean[0]!);
        expect(count).toBeGreaterThan(15);
        await saveScreenshot(page, `3d-${name}`);
        await page.keyboard.press('q');
        await waitUntil('the view is closed', () => readViewer(page, (v) => v.viewer.spatial === null));
        expect(await page.locator('.spatial-canvas').count()).toBe(0);
        expect(await button.getAttribute('aria-pressed')).toBe('false');
      }
    },
    SLOW_MS,
  );

  it(
    'has a camera beside the field, on the far side of each goal, in a player’s eyes and a free one',
    async () => {
      await openLog(HIGH_LOG);
      await openView();
      const pictures: string[] = [];
      for (const camera of ['broadcast', 'goal-left', 'goal-right', 'player', 'free']) {
        expect(await readCamera()).toBe(camera);
        await waitForSteadyCamera();
        const { mean, count } = await readPicture();
        expect([camera, count > 6]).toEqual([camera, true]);
        pictures.push(mean.map((value) => value.toFixed(1)).join());
        await saveScreenshot(page, `3d-${camera}`);
        await page.keyboard.press('c');
      }
      expect(new Set(pictures).size).toBe(5);
      expect(await readCamera()).toBe('broadcast');
    },
    SLOW_MS,
  );

  it(
    'keys, mouse and buttons move the free camera; other keys play the match; a click selects a player',
    async () => {
      await openLog(HIGH_LOG);
      await openView();
      const positions: string[] = [];
      const readPosition = async (): Promise<void> => {
        await waitForSteadyCamera();
        const { mean } = await readPicture();
        positions.push(mean.map((value) => value.toFixed(2)).join());
      };
      await readPosition();
      for (const key of ['.', 'PageUp', 'z', 'x', 'i']) {
        await page.keyboard.press(key);
        if (key === 'i') expect(await readCamera()).toBe('free');
        await readPosition();
      }
      await page.getByRole('button', { name: 'Turn left' }).click();
      await readPosition();
      await page.mouse.move(400, 300);
      await page.mouse.down();
      await page.mouse.move(480, 285, { steps: 4 });
      await page.mouse.up();
      await readPosition();
      await page.mouse.wheel(0, -200);
      await readPosition();
      // Farther is the way back of closer.
      expect(positions[4]).toBe(positions[2]);
      expect(new Set(positions).size).toBe(positions.length - 1);
      expect(await readViewer(page, (v) => v.viewer.selected)).toBe(-1);
      await page.locator('.actors').focus();
      await page.keyboard.press('ArrowRight');
      await waitUntil('the next cycle is shown', async () => (await readCycle(page)) === 41);
      await page.keyboard.press('i');
      await waitForSteadyCamera();
      const target = await page.evaluate(() => {
        const { viewer, shadowRoot } = document.querySelector(
          'rcss-viewer',
        ) as unknown as import('./index.js').RcssViewer;
        const box = shadowRoot!.querySelector('.spatial-canvas')!.getBoundingClientRect();
        // The free camera at its first place is 80 m from the center: 0.55 rad above the ground.
        const p = viewer.scene.players[0]!;
        const [eyeY, eyeZ] = [80 * Math.cos(0.55), 80 * Math.sin(0.55)];
        const forward = (eyeY - p.y) * Math.cos(0.55) + (eyeZ - 1.2) * Math.sin(0.55);
        const up = (1.2 - eyeZ) * Math.cos(0.55) + (eyeY - p.y) * Math.sin(0.55);
        const scale = box.height / 2 / Math.tan((42 * Math.PI) / 360);
        return {
          x: box.left + box.width / 2 + (p.x / forward) * scale,
          y: box.top + box.height / 2 - (up / forward) * scale,
        };
      });
      await page.mouse.click(target.x, target.y);
      await waitUntil('player 1 is selected', () => readViewer(page, (v) => v.viewer.selected === 0));
      await saveScreenshot(page, '3d-selected');
    },
    SLOW_MS,
  );

  it(
    'fits phones and desks, light and dark, beside a panel, without violations',
    async () => {
      await openLog(HIGH_LOG, {}, { viewport: { width: 390, height: 844 }, hasTouch: true });
      await openView();
      for (const [width, height] of [
        [390, 844],
        [1440, 900],
      ] as const) {
        await resizePage(page, width, height);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await waitForSteadyCamera();
          await saveScreenshot(page, `3d-${width}-${colorScheme}`);
          expect(await isFlatPictureEmpty()).toBe(true);
          expect(await findViolations(page, { part: 'rcss-viewer', shadowPart: '.stage' })).toEqual([]);
        }
      }
      const sky = () =>
        page.evaluate(
          () =>
            getComputedStyle(
              document.querySelector('rcss-viewer')!.shadowRoot!.querySelector('.spatial-canvas')!,
            ).backgroundColor,
        );
      const dark = await sky();
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await sky()).not.toBe(dark);
      await page.getByRole('button', { name: /^Players/ }).click();
      await page.locator('.panel').waitFor();
      await waitForSteadyCamera();
      const boxes = await Promise.all(
        ['.spatial-canvas', '.panel'].map((part) => page.locator(part).boundingBox()),
      );
      expect(boxes[0]!.x + boxes[0]!.width).toBeLessThanOrEqual(boxes[1]!.x + 1);
      await saveScreenshot(page, '3d-panel');
    },
    SLOW_MS,
  );

  it(
    'pictures and clips show the view',
    async () => {
      await openLog(
        HIGH_LOG,
        { '/viewer-clips.js': { type: 'text/javascript', body: await buildScript('viewer-clips') } },
        { isSecure: true },
      );
      const save = async (button: string): Promise<Buffer> => {
        const [download] = await Promise.all([
          page.waitForEvent('download', { timeout: 120_000 }),
          page.getByRole('button', { name: button }).click(),
        ]);
        return readFileSync(await download.path());
      };
      await page.locator('.actors').focus();
      await page.keyboard.press('[');
      for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowRight');
      await page.keyboard.press(']');
      await page.getByRole('button', { name: 'Save clips and pictures' }).click();
      const flat = await save('Save as PNG');
      await openView();
      await page.getByLabel('Camera of the 3D view').selectOption('goal-left');
      const spatial = await save('Save as PNG');
      expect(spatial.subarray(1, 4).toString()).toBe('PNG');
      expect([spatial.readUInt32BE(16), spatial.readUInt32BE(20)]).toEqual([1280, 720]);
      expect(spatial.equals(flat)).toBe(false);
      await page.getByLabel('Size').selectOption({ label: '640 × 400' });
      await page.getByLabel('Format').selectOption('gif');
      const clip = await save('Save the clip');
      expect(clip.subarray(0, 6).toString()).toBe('GIF89a');
      const greens = await page.evaluate(async (base64) => {
        const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const decoder = new ImageDecoder({ data, type: 'image/gif' });
        await decoder.tracks.ready;
        const shares: number[] = [];
        for (const frameIndex of [0, decoder.tracks.selectedTrack!.frameCount - 1]) {
          const { image } = await decoder.decode({ frameIndex });
          const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
          const context = canvas.getContext('2d')!;
          context.drawImage(image, 0, 0);
          // The sky is above the field: the flat picture has none.
          const { data: pixels } = context.getImageData(0, 60, canvas.width, 20);
          let blue = 0;
          for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 2]! > pixels[i + 1]!) blue++;
          shares.push(blue / (pixels.length / 4));
        }
        return shares;
      }, clip.toString('base64'));
      for (const share of greens) expect(share).toBeGreaterThan(0.2);
    },
    SLOW_MS,
  );

  it('a page that is one file contains the view', async () => {
    const { gzipSync } = await import('node:zlib');
    const included = `<script type="text/plain" id="spatial">${gzipSync(script).toString('base64')}</script>`;
    const html = pageHtml({ log: '/log/0', title: 'match.rcg' }).replace(
      '</body>',
      () => `${included}</body>`,
    );
    page = await browser.open(
      {},
      {
        files: {
          '/': { type: 'text/html', body: html },
          '/log/0': { type: 'application/octet-stream', body: FLAT_LOG },
        },
      },
    );
    await waitForLog(page);
    await openView();
    expect((await readPicture()).count).toBeGreaterThan(15);
  });

  it('says why it cannot be opened: without its file, without WebGL', async () => {
    await openLog(FLAT_LOG, { '/viewer-3d.js': undefined });
    await page.getByRole('button', { name: '3D view' }).click();
    await waitForNotice(page, 'viewer-3d.js cannot be loaded from http://viewer.test/viewer-3d.js');
    await openLog(FLAT_LOG);
    await page.evaluate(() => {
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: [string]) {
        return args[0] === 'webgl2' ? null : getContext.apply(this, args);
      } as typeof getContext;
    });
    await page.getByRole('button', { name: '3D view' }).click();
    await waitForNotice(page, 'The 3D view needs WebGL 2');
    expect(await readViewer(page, (v) => v.viewer.spatial)).toBeNull();
  });
});
