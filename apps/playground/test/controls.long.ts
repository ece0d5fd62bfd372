/** The pages of the playground with fingers: each control is large enough. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  findSmallControls,
  PageBrowser,
  saveScreenshot,
} from '../../../packages/study/viewer/test/browser.js';
import { type PageServer, startPageServer } from './page-server.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe.skipIf(CHROMIUM === undefined)('the pages of the playground on a phone', () => {
  const browser = new PageBrowser();
  let server: PageServer;

  beforeAll(async () => {
    server = await startPageServer();
    await browser.start('');
  });

  afterEach(async () => {
    await browser.closePages();
    expect(browser.problems.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    await browser.close();
    server?.close();
  });

  it.each(['index', 'class', 'clang', 'formation', 'log', 'wire'])(
    '%s: each control has 44 pixels in both directions, and nothing is wider than the page',
    async (name) => {
      const page = await browser.openUrl(`${server.address}${name}.html`, PHONE);
      await page.locator('main').first().waitFor();
      await page.waitForLoadState('networkidle');
      await saveScreenshot(page, `fingers-playground-${name}`);
      expect(await findSmallControls(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    },
  );
});
