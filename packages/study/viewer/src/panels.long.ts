import { readFileSync } from 'node:fs';
import { formatDebugRecord } from '@rcss/logs/debug';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  findViolations,
  type PageBrowser,
  readCycle,
  readViewer,
  resizePage,
  saveScreenshot,
  waitForLog,
  waitForPicture,
  waitUntil,
} from '../test/browser.js';
import { FakeBridge } from '../test/fake-bridge.js';
import { createTestLog } from '../test/match.js';
import { useBrowser } from '../test/use-browser.js';
import type { PanelName } from './panels/panel.js';

/** Limit for tests that check whole pages with axe-core. */
const SLOW_MS = 300_000;

const PANELS: readonly PanelName[] = [
  'view',
  'players',
  'types',
  'messages',
  'statistics',
  'save',
  'notes',
  'referee',
  'why',
  'scene',
  'help',
];
/** Sizes of windows: phone, phone held sideways, tablet, laptop, 4K. */
const SIZES = [
  [390, 844],
  [844, 390],
  [768, 1024],
  [1440, 900],
  [3840, 2160],
] as const;
const SCHEMES = ['dark', 'light'] as const;
const LOGS = [
  { path: '/log/0', title: 'a.rcg' },
  { path: '/log/1', title: 'b.rcg' },
];
const CONFIG = { log: '/log/0', title: 'a.rcg', logs: LOGS };
const LOG_TYPE = 'application/octet-stream';

/** A whole recorded match. */
const MATCH = new URL('../../../conformance/matches/match-1.rcg.gz', import.meta.url);

/** Cycle of the match whose panels are checked. */
const CYCLE = 2500;

/** What the selected player reported about the cycle. */
const RECORD = formatDebugRecord({
  time: CYCLE,
  side: 'l',
  unum: 7,
  beliefs: { ball: { x: 0, y: 0, age: 2 } },
  texts: [{ text: 'dribble to the opponents’ penalty area', level: 3 }],
  messages: [
    { direction: 'received', text: `(see ${CYCLE} ((b) 25 10) ((p "HELIOS_R" 3) 40 5) ((f c) 30 0))` },
  ],
});

/** Opens a panel; a panel that is open is replaced. */
function openPanel(page: Page, name: PanelName): Promise<void> {
  return page.evaluate((panel) => {
    const viewer = document.querySelector('rcss-viewer') as unknown as import('./index.js').RcssViewer;
    viewer.closePanel();
    return viewer.togglePanel(panel);
  }, name);
}

/** Checks that the open panel fits its page and violates no rule of accessibility. */
async function checkPanel(page: Page, name: PanelName): Promise<void> {
  const { width, height } = page.viewportSize()!;
  const box = (await page.locator('.panel').boundingBox())!;
  const fits = box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height;
  expect([name, fits]).toEqual([name, true]);
  // A panel at the side leaves the whole field visible, if there is room for it.
  const edge = await readViewer(page, ({ viewer: { camera } }) =>
    Math.max(camera.toScreenX(52.5, 34), camera.toScreenX(52.5, -34)),
  );
  if (box.x >= 340) expect([name, edge <= box.x]).toEqual([name, true]);
  const overflow = await page.locator('.panel .body').evaluate((body) => body.scrollWidth - body.clientWidth);
  // Wide tables scroll sideways.
  if (name !== 'players' && name !== 'types') expect([name, overflow]).toEqual([name, 0]);
  const violations = await findViolations(page, { part: 'rcss-viewer', shadowPart: '.panel' });
  expect([name, violations]).toEqual([name, []]);
}

describe.skipIf(CHROMIUM === undefined)('panels at all sizes in Chromium', () => {
  const browser = useBrowser({ keepsPages: true });
  let page: Page;

  beforeAll(async () => {
    const files = { '/log/0': { type: LOG_TYPE, body: readFileSync(MATCH) } };
    page = await browser.open({ log: '/log/0', title: 'match.rcg' }, { files, hash: `#cycle=${CYCLE}` });
    await waitUntil('the cycle is shown', async () => (await readCycle(page)) === CYCLE);
    await openPanel(page, 'statistics');
    await waitUntil(
      'the match is analyzed',
      () => readViewer(page, (v) => v.viewer.analysis.findRun(true)?.isComplete === true),
      SLOW_MS,
    );
    await openPanel(page, 'why');
    await page
      .locator('input[multiple]')
      .setInputFiles({ name: 'a.debug.jsonl', mimeType: 'text/plain', buffer: Buffer.from(RECORD) });
    await readViewer(page, (v) => v.viewer.toggleSelection(6));
    await page.getByText('see: ball, 1 opponent, 1 mark').waitFor();
  }, SLOW_MS);

  it.each(SIZES.flatMap(([width, height]) => SCHEMES.map((scheme) => [width, height, scheme] as const)))(
    'at %d×%d (%s), all panels fit and violate no rule of accessibility',
    async (width, height, colorScheme) => {
      await page.emulateMedia({ colorScheme });
      await resizePage(page, width, height);
      for (const name of PANELS) {
        await openPanel(page, name);
        await waitForPicture(page);
        await saveScreenshot(page, `panel-${name}-${width}-${height}-${colorScheme}`);
        await checkPanel(page, name);
      }
      await readViewer(page, (v) => v.closePanel());
      await waitForPicture(page);
      await saveScreenshot(page, `log-${width}-${height}-${colorScheme}`);
      expect(await findViolations(page)).toEqual([]);
    },
    SLOW_MS,
  );
});

describe.skipIf(CHROMIUM === undefined)('panels of a live match at all sizes in Chromium', () => {
  const browser = useBrowser({ keepsPages: true });
  let page: Page;

  beforeAll(async () => {
    const bridge = new FakeBridge();
    bridge.play(40);
    page = await browser.open({ socketPath: '/frames', savePath: '/match.rcg' }, { prepare: bridge.attach });
    await waitUntil('the match is shown', async () => (await readCycle(page)) === 40);
  }, SLOW_MS);

  it.each(SIZES.flatMap(([width, height]) => SCHEMES.map((scheme) => [width, height, scheme] as const)))(
    'at %d×%d (%s), the panels of the referee fit and violate no rule of accessibility',
    async (width, height, colorScheme) => {
      await page.emulateMedia({ colorScheme });
      await resizePage(page, width, height);
      for (const name of ['view', 'referee', 'scene'] as const) {
        await openPanel(page, name);
        await waitForPicture(page);
        await saveScreenshot(page, `live-${name}-${width}-${height}-${colorScheme}`);
        await checkPanel(page, name);
      }
      await readViewer(page, (v) => v.closePanel());
      await waitForPicture(page);
      await saveScreenshot(page, `live-${width}-${height}-${colorScheme}`);
      expect(await findViolations(page)).toEqual([]);
    },
    SLOW_MS,
  );
});

describe.skipIf(CHROMIUM === undefined)('pages of several logs in Chromium', () => {
  const browser = useBrowser();
  let page: Page;

  async function open(options: Parameters<PageBrowser['open']>[1]): Promise<void> {
    const second = createTestLog(60, (frame) => {
      if (frame.time >= 42) frame.players[14]!.x = 1.5;
    });
    const files = {
      '/log/0': { type: LOG_TYPE, body: createTestLog(60) },
      '/log/1': { type: LOG_TYPE, body: second },
    };
    page = await browser.open(CONFIG, { files, ...options });
  }

  it.each(['light', 'dark'] as const)(
    'the comparison of two logs and the match wall violate no rule of accessibility (%s)',
    async (colorScheme) => {
      await open({ hash: '?compare', colorScheme });
      await page.getByText('First difference in cycle 42: right 4 x:').waitFor();
      await saveScreenshot(page, `compare-${colorScheme}`);
      expect(await findViolations(page)).toEqual([]);
      await page.context().close();
      await open({ hash: '?wall', colorScheme });
      await waitUntil('both matches are shown', () =>
        page.evaluate(() => {
          const matches = [...document.querySelectorAll('rcss-match')] as unknown as { cycle: number }[];
          return matches.length === 2 && matches.every(({ cycle }) => cycle > 0);
        }),
      );
      await waitForPicture(page);
      await saveScreenshot(page, `wall-${colorScheme}`);
      expect(await findViolations(page)).toEqual([]);
    },
    SLOW_MS,
  );

  it.each(SCHEMES)('a page without a match violates no rule of accessibility (%s)', async (colorScheme) => {
    page = await browser.open({}, { colorScheme });
    await page.getByText('Drop a game log here.').waitFor();
    expect(await page.locator('.board .chip').textContent()).toBe('NO MATCH');
    await saveScreenshot(page, `empty-${colorScheme}`);
    expect(await findViolations(page)).toEqual([]);
  });

  it('on a 4K screen, rings, cards and lines have twice the width', async () => {
    const readRing = async (width: number, height: number): Promise<number> => {
      await open({ viewport: { width, height } });
      await waitForLog(page);
      await readViewer(page, (v) => v.viewer.toggleSelection(4));
      await waitForPicture(page);
      await saveScreenshot(page, `selected-${width}`);
      const thickness = await page.evaluate(measureSelectionRing);
      await page.context().close();
      return thickness;
    };
    const usual = await readRing(1920, 1080);
    const large = await readRing(3840, 2160);
    expect(usual).toBeGreaterThanOrEqual(2);
    expect(large / usual).toBeGreaterThan(1.5);
  });
});

/** Runs in the page: returns the count of white pixels of the ring of the selected player, upwards from its center. */
function measureSelectionRing(): number {
  const { viewer, shadowRoot } = document.querySelector(
    'rcss-viewer',
  ) as unknown as import('./index.js').RcssViewer;
  const canvas = shadowRoot!.querySelector<HTMLCanvasElement>('.actors')!;
  const { camera, scene, selected } = viewer;
  const { x, y, kickRadius } = scene.players[selected]!;
  const centerX = Math.round(camera.toScreenX(x, y));
  const centerY = Math.round(camera.toScreenY(x, y));
  const radius = Math.round(kickRadius * camera.scale);
  // The ring is outside of the disc; the number of the player is white too.
  const top = centerY - 3 * radius;
  const { data } = canvas.getContext('2d')!.getImageData(centerX, top, 1, 2 * radius);
  let count = 0;
  for (let i = 0; i < data.length; i += 4)
    if (data[i]! > 200 && data[i + 1]! > 200 && data[i + 2]! > 200 && data[i + 3]! > 128) count++;
  return count;
}
