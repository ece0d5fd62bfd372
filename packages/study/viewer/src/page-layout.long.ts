/** What a page shows while it loads, when it changes its size, and after a match. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  buildScript,
  CHROMIUM,
  readText,
  readViewer,
  saveScreenshot,
  waitForLog,
  waitForPicture,
  waitUntil,
} from '../test/browser.js';
import { FakeBridge } from '../test/fake-bridge.js';
import { createTestLog } from '../test/match.js';
import { useBrowser } from '../test/use-browser.js';
import type { RcssViewer } from './index.js';

const LOGS = [
  { path: '/log/0', title: 'first.rcg' },
  { path: '/log/1', title: 'second.rcg' },
];
const type = 'application/octet-stream';
const FILES = { '/log/0': { type, body: createTestLog(260) }, '/log/1': { type, body: createTestLog(60) } };
const CONFIG = { log: '/log/0', title: 'first.rcg', logs: LOGS };

/** Color of the pixel in the middle of the grass of the first viewer. */
const readGrass = (page: Page): Promise<readonly number[]> =>
  readViewer(page, (v) => {
    const canvas = v.shadowRoot!.querySelector<HTMLCanvasElement>('canvas.layer')!;
    const { width, height } = canvas;
    return [
      ...canvas.getContext('2d')!.getImageData(Math.round(width / 3), Math.round(height / 2), 1, 1).data,
    ];
  });

/** Crest of a team, 64 by 64 pixels. */
const CREST = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="30" fill="#22262e"/></svg>')}`;

describe.skipIf(CHROMIUM === undefined)('the page of a match', () => {
  const browser = useBrowser();

  it('two logs are compared in viewers of full height from the start, while the second one is still read', async () => {
    let release = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    const page = await browser.open(CONFIG, {
      files: FILES,
      hash: '?compare',
      prepare: async (page) => {
        await page.route('**/log/1', async (route) => {
          await waiting;
          await route.fulfill({ contentType: type, body: FILES['/log/1'].body });
        });
      },
    });
    const readHeights = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('rcss-viewer')].map((viewer) => {
          const stage = viewer.shadowRoot!.querySelector('.stage')!;
          return [viewer.getBoundingClientRect().height > 700, stage.clientHeight > 500];
        }),
      );
    await waitForLog(page);
    expect(await readHeights()).toEqual([
      [true, true],
      [true, true],
    ]);
    release();
    await page.getByText('frames').filter({ hasText: 'The logs are equal, but have' }).waitFor();
    expect(await readHeights()).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  it('a field that changes its size is drawn in the same moment: it is never black', async () => {
    const page = await browser.open(CONFIG, { files: FILES });
    await waitForLog(page);
    const before = await readGrass(page);
    // Without the drawing loop, only the change of the size draws.
    await readViewer(page, (v) => {
      v.viewer.stop();
      v.style.height = '500px';
      v.style.bottom = 'auto';
    });
    await waitUntil('the canvas has its new height', () =>
      readViewer(
        page,
        (v) => v.shadowRoot!.querySelector<HTMLCanvasElement>('canvas.layer')!.clientHeight < 450,
      ),
    );
    await waitForPicture(page);
    const after = await readGrass(page);
    expect(Math.max(...after.slice(0, 3))).toBeGreaterThan(40);
    expect(before[3]).toBe(255);
  });

  it('long names of teams are not cut, and the name of the log is in the board', async () => {
    const body = createTestLog(60, (frame) => {
      frame.left.name = 'HELIOS2026';
      frame.right.name = 'CYRUS_2026_fin';
      frame.players[3]!.hasPoint = true;
    });
    const files = { '/log/0': { type, body }, '/log/1': { type, body } };
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
      [3840, 2160],
    ] as const)
      for (const hash of ['', '?compare', '?wall', '?screen']) {
        const page = await browser.open(CONFIG, { files, hash, viewport: { width, height } });
        const element = hash === '?wall' ? 'rcss-match' : 'rcss-viewer';
        await waitUntil('the match is shown', () =>
          page.evaluate((name) => {
            const shown = [...document.querySelectorAll<RcssViewer>(name)];
            return shown.length > 0 && shown.every(({ viewer }) => viewer.frame !== null);
          }, element),
        );
        await waitForPicture(page);
        const cut = await page.evaluate(
          (name) =>
            [...document.querySelectorAll(name)].flatMap((viewer) =>
              [...viewer.shadowRoot!.querySelectorAll('.team .name, .mode, .clock')]
                .filter(
                  (part) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1,
                )
                .map((part) => part.textContent),
            ),
          element,
        );
        expect([width, hash, cut]).toEqual([width, hash, []]);
        if (hash === '?wall' || hash === '?screen') {
          expect(await page.locator(`${element} .chip`).first().isHidden()).toBe(true);
          if (width > 400)
            expect(await page.locator(`${element} .where`).first().textContent()).toBe('first.rcg');
        }
        await page.context().close();
      }
  });

  it('an embedded log that is off screen does not say that it waits for a server', async () => {
    const body =
      '<div style="height: 3000px"></div><rcss-match src="/log/0" style="height: 400px"></rcss-match>';
    const page = await browser.openFiles(
      {
        ...FILES,
        '/': {
          type: 'text/html',
          body: `<!doctype html>${body}<script type="module" src="/viewer.js"></script>`,
        },
        '/viewer.js': { type: 'text/javascript', body: await buildScript('rcss-match') },
      },
      '/',
    );
    const read = () =>
      page.evaluate(() => {
        const match = document.querySelector('rcss-match') as unknown as RcssViewer;
        const empty = match.shadowRoot!.querySelector<HTMLElement>('.empty')!;
        return [match.source?.isGrowing, empty.hidden ? '' : empty.textContent];
      });
    await waitUntil('the log is read', async () => (await read())[0] === false);
    expect((await read())[1]).toBe('');
  });

  it('a wall takes the addresses that a server of logs prints', async () => {
    const page = await browser.open(CONFIG, { files: FILES, hash: '?wall=/0&wall=http://viewer.test/1' });
    await waitUntil('both matches play', () =>
      page.evaluate(() => {
        const matches = [...document.querySelectorAll('rcss-match')] as unknown as { cycle: number }[];
        return matches.length === 2 && matches.every(({ cycle }) => cycle > 1);
      }),
    );
  });

  it('after a click, Space plays instead of opening the panel again; a key returns to its button', async () => {
    const page = await browser.open(CONFIG, { files: FILES });
    await waitForLog(page);
    const tab = page.getByRole('button', { name: 'Players (D)' });
    const isOpen = () => tab.getAttribute('aria-expanded');
    const isPlaying = () => readViewer(page, (v) => v.viewer.playback.isPlaying);
    for (const close of [
      () => tab.click(),
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Close (Esc)' }).click(),
    ]) {
      await tab.click();
      await page.locator('.panel').waitFor();
      await close();
      await page.locator('.panel').waitFor({ state: 'detached' });
      const before = await isPlaying();
      await page.keyboard.press(' ');
      expect([await isOpen(), await isPlaying()]).toEqual(['false', !before]);
    }
    for (const open of [() => page.keyboard.press('m'), () => tab.click()]) {
      await open();
      await page.locator('.panel').waitFor();
      const before = await isPlaying();
      await page.keyboard.press(' ');
      expect([await page.locator('.panel').isVisible(), await isPlaying()]).toEqual([true, !before]);
    }
    await page.keyboard.press('Escape');
    await tab.focus();
    await page.keyboard.press('Enter');
    await page.locator('.panel').waitFor();
    await page.keyboard.press('Escape');
    expect(await readViewer(page, (v) => v.shadowRoot!.activeElement?.getAttribute('aria-label') ?? '')).toBe(
      'Players (D)',
    );
  });

  it('the card of a player folds to one line, and begins so on a small field', async () => {
    for (const [width, height, isSmall] of [
      [1440, 900, false],
      [700, 900, true],
      [390, 844, true],
    ] as const) {
      const page = await browser.open(CONFIG, { files: FILES, viewport: { width, height } });
      await waitForLog(page);
      await page.keyboard.press('7');
      const card = page.locator('.card');
      const readHeight = async () => (await card.boundingBox())!.height;
      await card.waitFor();
      await saveScreenshot(page, `card-${width}`);
      expect((await readHeight()) < 60).toBe(isSmall);
      await card.locator('.fold').click();
      expect((await readHeight()) < 60).toBe(!isSmall);
      await page.keyboard.press('8');
      expect((await readHeight()) < 60).toBe(!isSmall);
      await page.context().close();
    }
  });

  it('the momentum is drawn only if there is enough of a match for a curve', async () => {
    const short = await browser.open({ log: '/log/1', title: 'short' }, { files: FILES });
    await waitForLog(short);
    await short.getByRole('button', { name: 'Statistics' }).click();
    await short.getByText('possession').first().waitFor();
    expect(await short.locator('.momentum').isHidden()).toBe(true);
    const long = await browser.open(CONFIG, { files: FILES });
    await waitForLog(long);
    await long.locator('.momentum canvas').waitFor();
    await saveScreenshot(long, 'momentum-short');
  });

  it('after the end of a live match, board and buttons say the same: full time, nothing to follow, play', async () => {
    const bridge = new FakeBridge();
    bridge.play(60, (frame) => {
      if (frame.time >= 50) frame.playMode = 'time_over';
    });
    const page = await browser.open({ socketPath: '/frames' }, { prepare: bridge.attach });
    await waitUntil('the end is shown', async () => (await readText(page, '.mode')).startsWith('Full time'));
    // The server has ended, as it does after a match.
    bridge.send({ t: 'status', status: { state: 'offline', text: 'Waiting for the server' } });
    expect(await readText(page, '.board .chip')).toBe('FULL TIME');
    expect(await page.locator('.golive').isHidden()).toBe(true);
    const play = page.locator('.bar .big');
    expect(await play.getAttribute('aria-label')).toBe('Play (Space)');
    await play.click();
    await waitUntil('it plays from the beginning', () =>
      readViewer(page, (v) => v.viewer.playback.isPlaying && (v.viewer.frame?.time ?? 99) < 45),
    );
  });

  it('the result appears when a live match ends, with its score, crests and buttons for its scenes', async () => {
    const bridge = new FakeBridge();
    const page = await browser.open(
      { socketPath: '/frames', crests: { Foxes: CREST, toString: 'x' } },
      { prepare: bridge.attach },
    );
    bridge.play(40, (frame) => {
      frame.left.score = frame.time >= 20 ? 1 : 0;
    });
    await waitUntil('the match is shown', async () => (await readText(page, '.goals')).startsWith('1'));
    const result = page.getByRole('region', { name: 'Result' });
    expect(await result.count()).toBe(0);
    bridge.play(10, (frame) => {
      frame.playMode = 'time_over';
    });
    await result.waitFor();
    // The server ends after the match; the result stays.
    bridge.send({ t: 'status', status: { state: 'offline', text: 'Waiting for the server' } });
    await page.getByText('Waiting for the server').first().waitFor({ state: 'attached' });
    expect((await result.locator('.final-score').textContent()) ?? '').toBe('Foxes1 : 0Herons');
    // Herons has none.
    const crest = result.locator('img.crest');
    expect(await crest.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(64);
    expect(await page.locator('.board img.crest:not([hidden])').count()).toBe(1);
    expect(await result.getByRole('button', { name: 'Replay' }).isEnabled()).toBe(true);
    await saveScreenshot(page, 'live-result');
    await result.getByRole('button', { name: 'Replay' }).click();
    await waitUntil('the match is played from the beginning', () =>
      readViewer(page, (v) => v.viewer.playback.isPlaying && (v.viewer.frame?.time ?? 99) < 40),
    );
  });
});
