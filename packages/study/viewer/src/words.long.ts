import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  buildScript,
  CHROMIUM,
  type Files,
  findViolations,
  readCycle,
  waitForLog,
  waitForNotice,
  waitUntil,
} from '../test/browser.js';
import { createTestLog } from '../test/match.js';
import { useBrowser } from '../test/use-browser.js';

const SLOW_MS = 300_000;
const LOG = createTestLog(120);

describe.skipIf(CHROMIUM === undefined)('the moment in words in Chromium', () => {
  const browser = useBrowser();
  const requests: string[] = [];
  let page: Page;
  let script = '';

  beforeAll(async () => {
    script = await buildScript('viewer-words');
  }, 180_000);

  async function openLog(others: Readonly<Record<string, Files[string] | undefined>> = {}): Promise<void> {
    requests.length = 0;
    page = await browser.open(
      { log: '/log/0', title: 'match.rcg' },
      {
        files: {
          '/log/0': { type: 'application/octet-stream', body: LOG },
          '/viewer-words.js': { type: 'text/javascript', body: script },
          ...others,
        } as Files,
        viewport: { width: 800, height: 500 },
        hash: '#cycle=40',
        prepare: async (opened) => {
          opened.on('request', (request) => requests.push(new URL(request.url()).pathname));
        },
      },
    );
    await waitForLog(page);
    await waitUntil('cycle 40 is shown', async () => (await readCycle(page)) === 40);
  }

  const region = () => page.getByRole('log', { name: 'The moment in words' });
  const readWords = async (): Promise<string> => (await region().textContent()) ?? '';

  it(
    'is loaded when a key asks for it, follows the match, and has no violation of accessibility rules',
    async () => {
      await openLog();
      expect(await region().count()).toBe(0);
      expect(requests).not.toContain('/viewer-words.js');
      await page.locator('.actors').focus();
      await page.keyboard.press('y');
      await waitUntil('the moment is described', async () => (await readWords()).startsWith('Cycle 40: '));
      expect(requests.filter((path) => path === '/viewer-words.js')).toHaveLength(1);
      expect(await region().getAttribute('aria-live')).toBe('polite');
      expect(await readWords()).toContain('The ball is ');
      await page.keyboard.press('ArrowRight');
      await waitUntil('the next cycle is described', async () =>
        (await readWords()).startsWith('Cycle 41: '),
      );
      expect(await findViolations(page)).toEqual([]);
      // A panel does not cover them.
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.keyboard.press('?');
      const panel = (await page.locator('.panel').boundingBox())!;
      await waitUntil('the words end at the panel', async () => {
        const box = (await region().boundingBox())!;
        return box.x + box.width <= panel.x + 1;
      });
      await page.keyboard.press('?');
      await page.keyboard.press('y');
      await waitUntil('the words are gone', async () => (await region().count()) === 0);
    },
    SLOW_MS,
  );

  it(
    'a button for screen readers shows it, and it is short while the match plays',
    async () => {
      await openLog();
      const button = page.getByRole('button', { name: 'Describe the moment' });
      await button.focus();
      await page.keyboard.press('Enter');
      await waitUntil('the moment is described', async () => (await readWords()).startsWith('Cycle 40: '));
      const whole = await readWords();
      await page.locator('.actors').focus();
      await page.keyboard.press(' ');
      await waitUntil('the match plays on', async () => (await readCycle(page)) > 45);
      await page.keyboard.press(' ');
      await waitUntil('the pause is described', async () =>
        (await readWords()).startsWith(`Cycle ${await readCycle(page)}: `),
      );
      expect(await readWords()).not.toBe(whole);
    },
    SLOW_MS,
  );

  it(
    'a file that is missing is a notice',
    async () => {
      await openLog({ '/viewer-words.js': undefined });
      await page.locator('.actors').focus();
      await page.keyboard.press('y');
      await waitForNotice(page, 'viewer-words.js cannot be loaded from http://viewer.test/viewer-words.js');
      browser.problems.splice(0);
    },
    SLOW_MS,
  );
});
