import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { PageBrowser } from './browser.js';

/** Limit for the build of the script and the start and the end of Chromium, also on a slow machine that runs other tests. */
const LIMIT_MS = 180_000;

/** What {@link useBrowser} does besides starting and ending the browser. */
export interface BrowserUse {
  /** Builds another script than that of the page. */
  readonly buildScript?: () => Promise<string>;
  /** Whether the pages stay open until the last test; by default they are closed after each test. */
  readonly keepsPages?: boolean;
}

/**
 * Returns a browser for the tests of the current `describe`: it is started before the first one and ended after the last one. A test
 * fails if one of its pages had an error.
 */
export function useBrowser({ buildScript, keepsPages = false }: BrowserUse = {}): PageBrowser {
  const browser = new PageBrowser();
  beforeAll(async () => browser.start(await buildScript?.()), LIMIT_MS);
  afterEach(async () => {
    if (!keepsPages) await browser.closePages();
    expect(browser.problems.splice(0)).toEqual([]);
  }, LIMIT_MS);
  afterAll(() => browser.close(), LIMIT_MS);
  return browser;
}
