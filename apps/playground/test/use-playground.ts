import { readFileSync } from 'node:fs';
import type { Viewer } from '@rcss/viewer';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type PageBrowser, waitUntil } from '../../../packages/study/viewer/test/browser.js';
import { useBrowser } from '../../../packages/study/viewer/test/use-browser.js';
import { encodeFragment, type SharedMatch } from '../src/permalink.js';
import { type PageServer, startPageServer } from './page-server.js';

/** Limit for what the page does, ms. */
export const LIMIT_MS = 120_000;

export const firstTeam: string = readFileSync(new URL('../src/teams/first-team.ts', import.meta.url), 'utf8');

/** The lesson of the manual. */
export const FIRST_TOUCH: string = /^````md\n([\s\S]*?)^````$/m.exec(
  readFileSync(new URL('../../../docs/use/teacher/lesson-files.md', import.meta.url), 'utf8'),
)![1]!;

/** The built pages and a browser for the tests of a `describe`. */
export interface Playground {
  readonly browser: PageBrowser;
  /** The server; only within tests. */
  readonly server: PageServer;
  /** Opens a path in the folder of the pages. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens the page with a team of a link, which does not run by itself: seed 5, 100 cycles. */
  openTeam(code: string, shared?: Partial<SharedMatch>, options?: BrowserContextOptions): Promise<Page>;
}

/**
 * Serves the pages and starts a browser for the tests of the current `describe`. After each test the server answers again with all files,
 * and a test fails if one of its pages had an error.
 */
export function usePlayground(): Playground {
  let server: PageServer;
  beforeAll(async () => {
    server = await startPageServer();
  });
  const browser = useBrowser({ buildScript: async () => '' });
  afterEach(() => {
    server.cut(false);
    server.hide(null);
  });
  afterAll(() => server?.close());

  async function open(path = '', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await browser.openUrl(server.address + path, options);
    page.setDefaultTimeout(LIMIT_MS);
    return page;
  }

  return {
    browser,
    get server() {
      return server;
    },
    open,
    async openTeam(code, shared = {}, options = {}) {
      const page = await open(`#${await encodeFragment({ code, seed: 5, cycles: 100, ...shared })}`, options);
      await page.locator('.cm-content').waitFor();
      await waitForStatus(page, 'comes from a link');
      return page;
    },
  };
}

export const run = (page: Page): Promise<void> => page.locator('#run').click();

/** Waits until the line of the page that reports what happened has this text. */
export const waitForStatus = (page: Page, text: string | RegExp): Promise<void> =>
  page.locator('#status').filter({ hasText: text }).waitFor({ timeout: LIMIT_MS });

/** Plays the match of the page to its end. */
export async function runToEnd(page: Page): Promise<void> {
  await run(page);
  await waitForStatus(page, 'Digest');
}

/** Waits until a match has ended and its viewer shows it: it plays, or has played. */
export async function waitForMatch(page: Page): Promise<void> {
  await waitForStatus(page, 'Digest');
  await waitUntil(
    'the match is shown',
    () =>
      page.evaluate(() => {
        const { viewer } = document.getElementById('now') as unknown as { viewer: Viewer };
        const { source, frame, playback } = viewer;
        const isRead = source !== null && source.isGrowing === false && frame !== null;
        return isRead && (playback.isPlaying || playback.position > 0);
      }),
    LIMIT_MS,
  );
}

/** Waits until the browser keeps the files of the pages. */
export const waitForKeptFiles = (page: Page): Promise<void> =>
  waitUntil(
    'the files are kept',
    () => page.evaluate(() => navigator.serviceWorker.controller?.state === 'activated'),
    LIMIT_MS,
  );
