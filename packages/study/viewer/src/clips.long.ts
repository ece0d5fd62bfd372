import { readFileSync } from 'node:fs';
import type { Frame } from '@rcss/core';
import type { Download, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  buildScript,
  CHROMIUM,
  type Files,
  findViolations,
  readCycle,
  readText,
  readViewer,
  saveScreenshot,
  waitForLog,
  waitUntil,
} from '../test/browser.js';
import { FakeBridge } from '../test/fake-bridge.js';
import { createTestLog } from '../test/match.js';
import { useBrowser } from '../test/use-browser.js';
import { pageHtml } from './page/html.js';

const SLOW_MS = 300_000;

/** A whole recorded match. */
const MATCH = new URL('../../../conformance/matches/match-1.rcg.gz', import.meta.url);

function playMatch(frame: Frame): void {
  if (frame.time >= 100) frame.left.score = 1;
}

describe.skipIf(CHROMIUM === undefined)('clips, pictures and charts in Chromium', () => {
  const browser = useBrowser();
  let page: Page;
  let clipsScript = '';
  let files: Files = {};
  const requests: string[] = [];

  beforeAll(async () => {
    clipsScript = await buildScript('viewer-clips');
    files = {
      '/log/0': { type: 'application/octet-stream', body: createTestLog(200, playMatch) },
      '/viewer-clips.js': { type: 'text/javascript', body: clipsScript },
    };
  }, 180_000);

  async function openLog(log?: Buffer, isSecure = true): Promise<void> {
    requests.length = 0;
    page = await browser.open(
      { log: '/log/0', title: 'match.rcg' },
      {
        files:
          log === undefined ? files : { ...files, '/log/0': { type: 'application/octet-stream', body: log } },
        isSecure,
        hash: '#cycle=50',
        prepare: async (opened) => {
          opened.on('request', (request) => requests.push(new URL(request.url()).pathname));
        },
      },
    );
    await waitUntil('cycle 50 is shown', async () => (await readCycle(page)) === 50);
    await waitForLog(page);
  }

  const openPanel = () => page.getByRole('button', { name: 'Save clips and pictures' }).click();

  /** Marks the frames from 40 to 60, one less than two seconds of match time. */
  async function markRange(): Promise<void> {
    await page.locator('.actors').focus();
    await page.keyboard.press('[');
    for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press(']');
  }

  async function save(button: string): Promise<{ readonly download: Download; readonly bytes: Buffer }> {
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 120_000 }),
      page.getByRole('button', { name: button }).click(),
    ]);
    return { download, bytes: readFileSync(await download.path()) };
  }

  /** Returns size and length of a video, decoded by the browser. */
  function readVideo(
    bytes: Buffer,
    type: string,
  ): Promise<{ width: number; height: number; duration: number }> {
    return page.evaluate(
      ([base64, mime]) =>
        new Promise((resolve, reject) => {
          const video = document.createElement('video');
          const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          video.src = URL.createObjectURL(new Blob([data], { type: mime }));
          video.onerror = () => reject(new Error(video.error?.message ?? 'not a video'));
          video.onloadeddata = () =>
            resolve({ width: video.videoWidth, height: video.videoHeight, duration: video.duration });
          video.load();
        }),
      [bytes.toString('base64'), type] as const,
    );
  }

  it(
    'the marked part is saved as a video, and the encoders are loaded only then',
    async () => {
      await openLog();
      await markRange();
      expect(await readViewer(page, (v) => v.viewer.markedRange)).toEqual([49, 69]);
      expect(await page.locator('.range').isVisible()).toBe(true);
      expect(requests).not.toContain('/viewer-clips.js');
      await openPanel();
      expect(await readText(page, '.panel .hint')).toBe('Marked: cycles 50 to 70, 2.0 s.');
      await waitUntil('the encoders are loaded', () => requests.includes('/viewer-clips.js'));
      const known = (await page.evaluate(
        `import('/viewer-clips.js').then(({ encoders }) => encoders.findFormats(1280, 720))`,
      )) as readonly string[];
      await page.getByLabel('Size').selectOption({ label: '640 × 400' });
      expect(known).toContain('webm');
      await waitUntil('the formats that the browser cannot encode are disabled', async () => {
        const enabled = await page
          .getByLabel('Format')
          .locator('option:enabled')
          .evaluateAll((options) => (options as HTMLOptionElement[]).map(({ value }) => value));
        return enabled.toSorted().join() === known.toSorted().join();
      });
      const webm = await save('Save the clip');
      expect(webm.download.suggestedFilename()).toBe('Foxes-Herons.webm');
      const video = await readVideo(webm.bytes, 'video/webm');
      expect([video.width, video.height]).toEqual([640, 400]);
      expect(video.duration).toBeCloseTo(2, 0);
      await waitUntil('the result is named', async () =>
        /Saved: 51 pictures, \d+\.\d MB/.test((await page.locator('.panel').textContent()) ?? ''),
      );
      await saveScreenshot(page, 'save-panel');
      expect(await findViolations(page, { part: 'rcss-viewer', shadowPart: '.panel' })).toEqual([]);
      if (!known.includes('mp4')) return;
      await page.getByLabel('Format').selectOption('mp4');
      const mp4 = await save('Save the clip');
      expect(mp4.bytes.subarray(4, 8).toString()).toBe('ftyp');
      expect((await readVideo(mp4.bytes, 'video/mp4')).width).toBe(640);
    },
    SLOW_MS,
  );

  it(
    'all goals are saved as an animated image at double speed',
    async () => {
      await openLog();
      await openPanel();
      await page.getByLabel('Part of the match').selectOption('goals');
      await page.getByLabel('Format').selectOption('gif');
      await page.locator('.panel').getByLabel('Speed').selectOption('2');
      await waitUntil('the goal is found', () => readViewer(page, (v) => v.source!.marks.length > 0));
      const { bytes } = await save('Save the clip');
      expect(bytes.subarray(0, 6).toString()).toBe('GIF89a');
      const image = await page.evaluate(async (base64) => {
        const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const decoder = new ImageDecoder({ data, type: 'image/gif' });
        await decoder.tracks.ready;
        const { image: first } = await decoder.decode({ frameIndex: 0 });
        return {
          count: decoder.tracks.selectedTrack!.frameCount,
          repeats: decoder.tracks.selectedTrack!.repetitionCount,
          size: [first.displayWidth, first.displayHeight],
          delayUs: first.duration,
        };
      }, bytes.toString('base64'));
      // Frames 39 to 119 in steps of two.
      expect(image).toMatchObject({ count: 41, size: [640, 360], delayUs: 100_000 });
    },
    SLOW_MS,
  );

  it('the picture of the moment is a PNG of the chosen size', async () => {
    await openLog();
    await openPanel();
    const { download, bytes } = await save('Save as PNG');
    expect(download.suggestedFilename()).toBe('Foxes-Herons-50.png');
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1280, 720]);
    await saveScreenshot(page, 'save-png');
  });

  it('every chart is saved as an SVG document', async () => {
    await openLog(readFileSync(MATCH));
    await openPanel();
    const charts = page.getByLabel('Chart', { exact: true });
    await waitUntil('the charts are listed', async () => (await charts.locator('option').count()) === 6);
    for (const name of await charts
      .locator('option')
      .evaluateAll((all) => (all as HTMLOptionElement[]).map((o) => o.value))) {
      await charts.selectOption(name);
      const { download, bytes } = await save('Save as SVG');
      expect(download.suggestedFilename()).toBe(`HELIOS_L-HELIOS_R-${name}.svg`);
      const parts = await page.evaluate((text) => {
        const svg = new DOMParser().parseFromString(text, 'image/svg+xml');
        if (svg.querySelector('parsererror') !== null) return -1;
        return svg.querySelectorAll('path, rect, text').length;
      }, bytes.toString());
      expect([name, parts > 3]).toEqual([name, true]);
    }
  });

  it('without HTTPS, videos are disabled with the reason, and animated images are possible', async () => {
    await openLog(undefined, false);
    await openPanel();
    const formats = page.getByLabel('Format').locator('option');
    await waitUntil(
      'the formats are known',
      async () => (await page.getByLabel('Format').inputValue()) === 'gif',
    );
    expect(await formats.allTextContents()).toEqual([
      'WebM video (needs HTTPS or localhost)',
      'MP4 video (needs HTTPS or localhost)',
      'Animated image (GIF)',
    ]);
  });

  it('without a mark, the message says what to do; a clip can be canceled', async () => {
    await openLog();
    await openPanel();
    const message = page.getByText('Not saved:');
    await page.getByRole('button', { name: 'Save the clip' }).click();
    expect(await message.textContent()).toContain('no part of the match is marked; press “Begin here”');
    await page.getByRole('button', { name: 'Begin here' }).click();
    await readViewer(page, (v) => v.viewer.stopAt('last'));
    await page.getByRole('button', { name: 'End here' }).click();
    // A clip of 1,500 large pictures takes so long that it can be canceled.
    await page.getByLabel('Size').selectOption({ label: '1920 × 1080' });
    await page.locator('.panel').getByLabel('Speed').selectOption('0.25');
    await page.getByRole('button', { name: 'Save the clip' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Not saved: canceled').waitFor();
    expect(await page.getByRole('button', { name: 'Save the clip' }).isEnabled()).toBe(true);
  });

  it(
    'a clip of a live match contains frames that the page did not have',
    async () => {
      const bridge = new FakeBridge();
      bridge.play(150);
      page = await browser.open({ socketPath: '/frames' }, { files, isSecure: true, prepare: bridge.attach });
      await waitUntil('the match is shown', async () => (await readCycle(page)) > 0);
      await readViewer(page, (v) => v.viewer.seek(20));
      await readViewer(page, (v) => v.viewer.markRange('first'));
      await readViewer(page, (v) => v.viewer.seek(30));
      await readViewer(page, (v) => v.viewer.markRange('last'));
      await openPanel();
      await page.getByLabel('Size').selectOption({ label: '640 × 400' });
      const { bytes } = await save('Save the clip');
      expect((await readVideo(bytes, 'video/webm')).duration).toBeCloseTo(1, 0);
    },
    SLOW_MS,
  );

  it('a page that is one file contains the encoders', async () => {
    const html = pageHtml({ log: '/log/0', title: 'match.rcg' }).replace(
      '</body>',
      () =>
        `<script type="text/plain" id="clips">${clipsScript.replaceAll('</script', '<\\/script')}</script></body>`,
    );
    const { '/viewer-clips.js': _, ...others } = files;
    page = await browser.open({}, { files: { ...others, '/': { type: 'text/html', body: html } } });
    await waitUntil('the log is shown', async () => (await readCycle(page)) > 0);
    await openPanel();
    const { bytes } = await save('Save as SVG');
    expect(bytes.toString()).toContain('<svg');
  });

  it('a missing file of the encoders is named', async () => {
    const { '/viewer-clips.js': _, ...others } = files;
    page = await browser.open({ log: '/log/0', title: 'match.rcg' }, { files: others });
    await waitUntil('the log is shown', async () => (await readCycle(page)) > 0);
    await openPanel();
    await page
      .getByText('viewer-clips.js cannot be loaded from http://viewer.test/viewer-clips.js')
      .waitFor();
  });
});
