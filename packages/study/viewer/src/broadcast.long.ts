import { readFileSync } from 'node:fs';
import type { Frame } from '@rcss/core';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  type Files,
  findViolations,
  readCycle,
  readViewer,
  saveScreenshot,
  waitForLog,
  waitUntil,
} from '../test/browser.js';
import { createTestLog } from '../test/match.js';
import { useBrowser } from '../test/use-browser.js';
import type { RcssViewer } from './index.js';

/** A whole recorded match. */
const MATCH = new URL('../../../conformance/matches/match-1.rcg.gz', import.meta.url);
const SLOW_MS = 300_000;

describe.skipIf(CHROMIUM === undefined)('the broadcast in Chromium', () => {
  const browser = useBrowser();
  let page: Page;
  let files: Files = {};

  beforeAll(() => {
    files = { '/log/0': { type: 'application/octet-stream', body: readFileSync(MATCH) } };
  });

  async function open(query: string, viewport = { width: 1440, height: 900 }): Promise<void> {
    page = await browser.open(
      { log: '/log/0', title: 'match.rcg' },
      { files, hash: query.startsWith('?') ? query : '', viewport },
    );
    await waitForLog(page);
  }

  /** Plays from a cycle as soon as the match is analyzed. */
  async function playFrom(cycle: number): Promise<void> {
    await waitUntil(
      'the match is analyzed',
      () => readViewer(page, (v) => v.viewer.analysis.findRun(true)?.isComplete === true),
      SLOW_MS,
    );
    await page.evaluate(async (wanted) => {
      const { viewer } = document.querySelector('rcss-viewer') as unknown as RcssViewer;
      await viewer.seekCycle(wanted);
      viewer.controlPlayback((playback) => playback.play(1));
    }, cycle);
  }

  it(
    'the camera goes to the goal side, the goal has a lower third and a sentence, and it is replayed',
    async () => {
      await open('?broadcast');
      await page.getByRole('button', { name: 'Sound' }).waitFor();
      // The first goal of the match is in cycle 1405.
      await playFrom(1370);
      await waitUntil('the camera is at the goal', () =>
        readViewer(page, (v) => v.viewer.camera.zoom > 2 && Math.abs(v.viewer.camera.x) > 20),
      );
      const lower = page.locator('.lower');
      await waitUntil('the goal has a lower third', async () =>
        /Goal for HELIOS_R: HELIOS_R 11 scores/.test((await lower.textContent()) ?? ''),
      );
      await saveScreenshot(page, 'broadcast-goal');
      expect(await page.locator('.comment').textContent()).toMatch(/^Goal for HELIOS_R/);
      await waitUntil('the goal is replayed', () => page.locator('.replay').isVisible());
      expect(await findViolations(page)).toEqual([]);
    },
    SLOW_MS,
  );

  it('a link to a cycle plays on from there', async () => {
    await open('?broadcast#cycle=3000');
    await waitUntil('it plays from the cycle', async () => (await readCycle(page)) >= 3001);
    expect(await readViewer(page, (v) => v.viewer.playback.isPlaying)).toBe(true);
  });

  it('long names of teams have two lines and are not cut', async () => {
    const nameTeams = (frame: Frame): void => {
      frame.left.name = 'MAINZ_WOLVES_26';
      frame.right.name = 'MAMMOTHS_OF_OHM';
    };
    for (const [query, width, height] of [
      ['?broadcast', 1920, 1080],
      // Beside the scores of all fields in the hall.
      ['?broadcast', 1315, 1080],
      ['?screen', 700, 500],
    ] as const) {
      page = await browser.open(
        { log: '/log/0', title: 'match.rcg' },
        {
          files: { '/log/0': { type: 'application/octet-stream', body: createTestLog(20, nameTeams) } },
          hash: query,
          viewport: { width, height },
        },
      );
      await waitForLog(page);
      const isCut = await page
        .locator('.team .name')
        .evaluateAll((names) => names.map((name) => name.scrollWidth > name.clientWidth + 1));
      expect([query, width, ...isCut]).toEqual([query, width, false, false]);
    }
  });

  it(
    'the sentences are in the chosen language; sound and speech are off until they are allowed',
    async () => {
      page = await browser.open(
        { log: '/log/0', title: 'match.rcg' },
        {
          files,
          hash: '?broadcast=zh',
          viewport: { width: 390, height: 844 },
          prepare: async (opened) => {
            await opened.addInitScript(() => {
              const state = { contexts: 0, spoken: [] as string[] };
              Object.assign(globalThis, { state });
              const Base = globalThis.AudioContext;
              globalThis.AudioContext = class extends Base {
                constructor() {
                  super();
                  state.contexts++;
                }
              };
              speechSynthesis.speak = ({ text, lang }) => void state.spoken.push(`${lang} ${text}`);
            });
          },
        },
      );
      await waitForLog(page);
      const readState = () =>
        page.evaluate(
          () => (globalThis as unknown as { state: { contexts: number; spoken: string[] } }).state,
        );
      await page.getByRole('button', { name: 'Sound' }).waitFor();
      await playFrom(1390);
      const comment = page.locator('.comment');
      await waitUntil('the goal is commented', async () => /进球/.test((await comment.textContent()) ?? ''));
      await saveScreenshot(page, 'broadcast-phone');
      expect(await readState()).toEqual({ contexts: 0, spoken: [] });
      // The controls are hidden while the pointer rests; a movement shows them.
      const box = page.locator('.sound-box');
      await waitUntil('the controls are hidden', () =>
        box.evaluate((element) => getComputedStyle(element).opacity === '0'),
      );
      await page.mouse.move(100, 300);
      await page.mouse.move(120, 320);
      await page.getByRole('button', { name: 'Sound' }).click();
      await page.getByRole('button', { name: 'Speech' }).click();
      await page.getByLabel('Language of the commentary').selectOption('ja-JP');
      expect((await readState()).contexts).toBe(1);
      await playFrom(3990);
      await waitUntil('the next goal is spoken in Japanese', async () =>
        (await readState()).spoken.some((text) => /^ja-JP .*のゴール/.test(text)),
      );
    },
    SLOW_MS,
  );

  it(
    '?overlay has score, clock and scorers on a transparent page, and nothing else',
    async () => {
      await open('?overlay');
      await playFrom(1420);
      const board = page.locator('.board');
      await waitUntil('the scorer is named', async () => /11 {2}3′/.test((await board.textContent()) ?? ''));
      expect(await board.isVisible()).toBe(true);
      expect(await page.locator('.stage').isVisible()).toBe(false);
      expect(await page.locator('.bar').isVisible()).toBe(false);
      const before = await readCycle(page);
      await waitUntil('the clock goes on', async () => (await readCycle(page)) > before + 5);
      await saveScreenshot(page, 'overlay');
      // Without a background, the corner of the picture is transparent.
      const picture = await page.screenshot({ omitBackground: true });
      const alpha = await page.evaluate(async (base64) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.width;
        canvas.height = image.height;
        const context = canvas.getContext('2d')!;
        context.drawImage(image, 0, 0);
        const at = (x: number, y: number): number => context.getImageData(x, y, 1, 1).data[3]!;
        return [at(5, image.height - 5), at(image.width / 2, image.height / 2), at(image.width / 2, 40)];
      }, picture.toString('base64'));
      expect(alpha).toEqual([0, 0, 255]);
    },
    SLOW_MS,
  );
});
