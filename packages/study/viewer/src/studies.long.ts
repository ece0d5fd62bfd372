import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  buildScript,
  CHROMIUM,
  type Files,
  Fingers,
  findViolations,
  readCycle,
  readViewer,
  saveScreenshot,
  waitForLog,
  waitForNotice,
  waitForPicture,
  waitUntil,
} from '../test/browser.js';
import { createTestLog } from '../test/match.js';
import { useBrowser } from '../test/use-browser.js';
import type { Study } from './notes/study-file.js';

const SLOW_MS = 300_000;
const STUDY: Study = {
  format: 'rcss-study',
  version: 1,
  title: 'Wing play',
  teams: ['Foxes', 'Herons'],
  chapters: [
    {
      cycle: 60,
      title: 'The run',
      text: 'Player 9 is free on the wing.',
      shapes: [
        { kind: 'arrow', x1: -30, y1: 0, x2: 30, y2: 10, color: '#ffd21f' },
        { kind: 'circle', x: 0, y: -20, radius: 6, color: '#ff5146' },
      ],
    },
    { cycle: 150, title: 'The end', length: 10 },
  ],
};
const JSON_TYPE = 'application/json';

describe.skipIf(CHROMIUM === undefined)('studies in Chromium', () => {
  const browser = useBrowser();
  let page: Page;
  let files: Files = {};

  beforeAll(async () => {
    files = {
      '/log/0': { type: 'application/octet-stream', body: createTestLog(200) },
      '/study.json': { type: JSON_TYPE, body: JSON.stringify(STUDY) },
      '/viewer-clips.js': { type: 'text/javascript', body: await buildScript('viewer-clips') },
    };
  }, 180_000);

  async function open(options: Parameters<typeof browser.open>[1] & { study?: string } = {}): Promise<void> {
    const { study, ...others } = options;
    const config = { log: '/log/0', title: 'match.rcg', ...(study !== undefined && { study }) };
    page = await browser.open(config, { files, isSecure: true, hash: '#cycle=50', ...others });
    await waitForLog(page);
  }

  const openPanel = async (): Promise<void> => {
    const more = page.getByRole('button', { name: 'More buttons' });
    if (await more.isVisible()) await more.click();
    await page.getByRole('button', { name: 'Study: comments and drawings' }).click();
    await page.getByRole('button', { name: 'Add a chapter here' }).waitFor();
  };
  const comment = () => page.locator('.study-comment');
  const readShapes = () =>
    readViewer(
      page,
      (v) => v.viewer.notes?.getShapes(v.viewer.frameIndex).map((shape) => ({ ...shape })) ?? [],
    );
  const seek = async (cycle: number): Promise<void> => {
    await page.evaluate(
      (wanted) =>
        (
          document.querySelector('rcss-viewer') as unknown as import('./index.js').RcssViewer
        ).viewer.goToCycle(wanted),
      cycle,
    );
    await waitUntil(`cycle ${cycle} is shown`, async () => (await readCycle(page)) === cycle);
  };

  /** Counts the pixels of a picture or video that are yellow, the color of new shapes. */
  const countYellow = (base64: string, type: string): Promise<number> =>
    page.evaluate(
      async ([data, mime]) => {
        const url = `data:${mime};base64,${data}`;
        const isVideo = mime.startsWith('video');
        const element = document.createElement(isVideo ? 'video' : 'img');
        await new Promise((resolve, reject) => {
          element.addEventListener(isVideo ? 'loadeddata' : 'load', resolve);
          element.addEventListener('error', () => reject(new Error('cannot be decoded')));
          element.src = url;
        });
        if (element instanceof HTMLVideoElement) {
          const seeked = new Promise((resolve) => element.addEventListener('seeked', resolve));
          element.currentTime = 2.5;
          await seeked;
        }
        const canvas = document.createElement('canvas');
        canvas.width = 640;
        canvas.height = 400;
        const context = canvas.getContext('2d')!;
        context.drawImage(element, 0, 0, 640, 400);
        const pixels = context.getImageData(0, 0, 640, 400).data;
        let count = 0;
        for (let i = 0; i < pixels.length; i += 4)
          if (pixels[i]! > 200 && pixels[i + 1]! > 160 && pixels[i + 2]! < 110) count++;
        return count;
      },
      [base64, type] as const,
    );

  it(
    'comments and shapes drawn with the mouse are shown at their cycle, and are the same after a file and a link',
    async () => {
      await open();
      await openPanel();
      await page.getByRole('button', { name: 'Add a chapter here' }).click();
      await page.getByLabel('Title of the chapter').fill('The pass');
      await page.getByRole('textbox', { name: 'Comment' }).fill('Ball to 9.');
      await page.getByRole('button', { name: 'Arrow', exact: true }).click();
      const box = (await page.locator('.actors').boundingBox())!;
      await page.mouse.move(box.x + 300, box.y + 300);
      await page.mouse.down();
      await page.mouse.move(box.x + 500, box.y + 350, { steps: 4 });
      await page.mouse.up();
      await waitUntil('the arrow is there', async () => (await readShapes()).length === 1);
      await page.getByRole('button', { name: 'Text', exact: true }).click();
      await page.getByLabel('Text on the field').fill('here');
      await page.mouse.click(box.x + 400, box.y + 200);
      const shapes = await readShapes();
      expect(shapes.map(({ kind }) => kind)).toEqual(['arrow', 'label']);
      const arrow = shapes[0] as { x1: number; x2: number };
      const meters = await readViewer(page, (v) => 200 / v.viewer.camera.scale);
      expect(arrow.x2 - arrow.x1).toBeCloseTo(meters, 1);
      // A press without a movement is not an arrow.
      await page.getByRole('button', { name: 'Arrow', exact: true }).click();
      await page.mouse.click(box.x + 400, box.y + 250);
      expect((await readShapes()).length).toBe(2);
      await waitForPicture(page);
      expect(await comment().textContent()).toContain('The pass');
      expect(await findViolations(page)).toEqual([]);
      await saveScreenshot(page, 'study-panel');
      await seek(100);
      expect(await comment().isVisible()).toBe(false);
      expect(await readShapes()).toEqual([]);
      await page.getByRole('button', { name: 'Add a chapter here' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save the study' }).click(),
      ]);
      const saved = JSON.parse(readFileSync(await download.path(), 'utf8')) as Study;
      expect(saved.chapters.map(({ cycle, text }) => [cycle, text])).toEqual([
        [50, 'Ball to 9.'],
        [100, undefined],
      ]);
      expect(saved.teams).toEqual(['Foxes', 'Herons']);
      await page.getByRole('button', { name: 'Copy a link', exact: true }).click();
      await waitForNotice(page, /link/);
      const { hash } = new URL(page.url());
      // The draft survives a reload, without the link too.
      await page.reload();
      await waitForLog(page);
      await waitUntil('the study of the link is shown', async () => (await readShapes()).length === 2);
      expect(await readCycle(page)).toBe(50);
      const kept = page;
      await open({ hash });
      expect(kept).not.toBe(page);
      await waitUntil(
        'another browser shows the study of the link',
        async () => (await readShapes()).length === 2,
      );
      expect(await readShapes()).toEqual(shapes);
      await open();
      await openPanel();
      await page.getByLabel('Study file').setInputFiles({
        name: 'study.json',
        mimeType: JSON_TYPE,
        buffer: readFileSync(await download.path()),
      });
      await waitUntil('the file is shown', async () => (await readShapes()).length === 2);
    },
    SLOW_MS,
  );

  it(
    'a finger draws a circle on a phone, and the field is moved again without the tool',
    async () => {
      await open({ viewport: { width: 390, height: 844 }, hasTouch: true });
      await openPanel();
      await page.getByRole('button', { name: 'Circle', exact: true }).tap();
      const fingers = await Fingers.on(page);
      const box = (await page.locator('.actors').boundingBox())!;
      await fingers.swipe({ x: box.x + 150, y: box.y + 60 }, { x: box.x + 190, y: box.y + 60 }, 4);
      await waitUntil('the circle is there', async () => (await readShapes()).length === 1);
      const [circle] = (await readShapes()) as unknown as { kind: string; radius: number }[];
      expect(circle!.kind).toBe('circle');
      expect(circle!.radius).toBeCloseTo(await readViewer(page, (v) => 40 / v.viewer.camera.scale), 0);
      const small = await page
        .locator('.notes button:visible, .notes input:visible')
        .evaluateAll(
          (controls) => controls.filter((control) => control.getBoundingClientRect().height < 44).length,
        );
      expect(small).toBe(0);
      expect(await findViolations(page)).toEqual([]);
      await saveScreenshot(page, 'study-phone');
      await readViewer(page, (v) => v.closePanel());
      await waitUntil('the tool is gone', async () => (await page.locator('.study-surface').count()) === 0);
      await waitUntil('the comment has the place of the panel', () => comment().isVisible());
    },
    SLOW_MS,
  );

  it(
    'a picture and a clip have the shapes and the comment; a clip without the study has not',
    async () => {
      await open({ study: '/study.json' });
      await waitUntil('the study is there', () => readViewer(page, (v) => v.viewer.notes !== null));
      await seek(60);
      expect(await comment().textContent()).toContain('Player 9 is free on the wing.');
      await openPanel();
      await page.getByRole('button', { name: 'Save as a clip' }).click();
      await waitUntil('the chapters are offered', async () =>
        /The study \(2 chapters\): 2 parts, 8 s/.test((await page.locator('.panel').textContent()) ?? ''),
      );
      await page.getByLabel('Size').selectOption({ label: '640 × 400' });
      const save = async (button: string): Promise<string> => {
        const [download] = await Promise.all([
          page.waitForEvent('download', { timeout: 120_000 }),
          page.getByRole('button', { name: button }).click(),
        ]);
        return readFileSync(await download.path()).toString('base64');
      };
      expect(await countYellow(await save('Save as PNG'), 'image/png')).toBeGreaterThan(400);
      expect(await countYellow(await save('Save the clip'), 'video/webm')).toBeGreaterThan(400);
      await readViewer(page, (v) => {
        v.viewer.notes = null;
      });
      expect(await countYellow(await save('Save as PNG'), 'image/png')).toBeLessThan(200);
    },
    SLOW_MS,
  );

  it('chapters lead to each other, and a study that is wrong or of another match is named', async () => {
    await open({ study: '/study.json' });
    await seek(60);
    await comment().getByRole('button', { name: 'Next chapter' }).click();
    await waitUntil('the second chapter is shown', async () => (await readCycle(page)) === 150);
    expect(await comment().getByRole('button', { name: 'Next chapter' }).isDisabled()).toBe(true);
    const openText = (text: string): Promise<void> =>
      page.evaluate(
        (given) =>
          (document.querySelector('rcss-viewer') as unknown as import('./index.js').RcssViewer).openStudy(
            given,
          ),
        text,
      );
    await openText(JSON.stringify({ ...STUDY, chapters: [{ cycle: 'x' }] }));
    await waitForNotice(page, 'The study cannot be read: chapters.0.cycle: must be');
    await openText('1abc');
    await waitForNotice(page, 'the link is damaged');
    await openText(JSON.stringify({ ...STUDY, teams: ['Bears', 'Wolves'] }));
    await waitForNotice(page, 'This study is about another match: Bears – Wolves');
    await openText(
      JSON.stringify({ ...STUDY, chapters: [{ cycle: 60, text: '<img src=x onerror="document.title=1">' }] }),
    );
    await seek(60);
    expect(await comment().textContent()).toContain('<img src=x');
    expect(await comment().locator('img').count()).toBe(0);
  });
});

describe.skipIf(CHROMIUM === undefined)('studies in <rcss-match> in Chromium', () => {
  const browser = useBrowser({ buildScript: () => buildScript('rcss-match') });

  it('the attribute study shows a study file over the match', async () => {
    const body =
      '<script type="module" src="rcss-match.js"></script><rcss-match src="match.rcg" cycle="60" study="study.json"></rcss-match>';
    const page = await browser.openFiles(
      {
        '/': {
          type: 'text/html',
          body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body>${body}</body></html>`,
        },
        '/match.rcg': { type: 'application/octet-stream', body: createTestLog(200) },
        '/study.json': { type: JSON_TYPE, body: JSON.stringify(STUDY) },
        '/rcss-match.js': { type: 'text/javascript', body: browser.script },
      },
      '/',
    );
    const comment = page.locator('.study-comment');
    await waitUntil('the comment is shown', () => comment.isVisible());
    expect(await comment.textContent()).toContain('The run');
    await comment.getByRole('button', { name: 'Next chapter' }).click();
    await waitUntil('the second chapter is shown', async () =>
      /The end/.test((await comment.textContent()) ?? ''),
    );
    await saveScreenshot(page, 'study-embedded');
  });
});
