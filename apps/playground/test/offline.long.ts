import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, PageBrowser, waitUntil } from '../../../packages/study/viewer/test/browser.js';
import { encodeFragment } from '../src/permalink.js';
import { type PageServer, startPageServer } from './page-server.js';

/** Limit for what the page does, ms. */
const LIMIT_MS = 120_000;

const firstTeam = readFileSync(new URL('../src/teams/first-team.ts', import.meta.url), 'utf8');
/** A policy that the page accepts; its program is not among the files that are kept from the beginning. */
const MODEL = readFileSync(new URL('../../../packages/play/env/test/shooter.onnx', import.meta.url));

describe.skipIf(CHROMIUM === undefined)(
  'the playground without a connection, and after a new deployment',
  () => {
    const browser = new PageBrowser();
    let server: PageServer;

    beforeAll(async () => {
      server = await startPageServer();
      await browser.start('');
    }, 2 * LIMIT_MS);

    afterEach(async () => {
      server.cut(false);
      await browser.closePages();
      expect(browser.problems.splice(0)).toEqual([]);
    });

    afterAll(async () => {
      await browser.close();
      server?.close();
    });

    /** Opens the page with a team of a link, and waits until the browser keeps the files. */
    async function openKept(code = firstTeam): Promise<Page> {
      const fragment = await encodeFragment({ code, seed: 5, cycles: 100 });
      const page = await browser.openUrl(`${server.address}#${fragment}`, { serviceWorkers: 'allow' });
      page.setDefaultTimeout(LIMIT_MS);
      await waitUntil(
        'the files are kept',
        () => page.evaluate(() => navigator.serviceWorker.controller?.state === 'activated'),
        LIMIT_MS,
      );
      return page;
    }

    const waitForStatus = (page: Page, text: string | RegExp) =>
      page.locator('#status').filter({ hasText: text }).waitFor({ timeout: LIMIT_MS });

    const listCaches = (page: Page) => page.evaluate(() => caches.keys());

    /** Addresses of the scripts that the page has loaded. */
    const listScripts = (page: Page) =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => name.endsWith('.js')),
      );

    it('loads without a connection, plays a match, and opens the other pages', async () => {
      const page = await openKept();
      server.cut(true);
      await page.reload();
      await page.locator('.cm-content').waitFor();
      await page.locator('#run').click();
      await waitForStatus(page, 'Digest');
      await page.locator('#lesson:enabled').selectOption('chase');
      await page.locator('#task').filter({ hasText: 'Player 2 must have the ball' }).waitFor();
      for (const [name, text] of [
        ['clang.html', 'Messages: 2. Errors: 0.'],
        ['wire.html', 'Datagrams: 6. Errors: 0.'],
        ['log.html', 'No log is open.'],
      ] as const) {
        await page.goto(server.address + name);
        await waitForStatus(page, text);
      }
      await page.goto(server.address);
      await waitForStatus(page, 'Digest');
    });

    it('without a connection, an opponent whose program is not kept is reported, and Run can be pressed again', async () => {
      const page = await openKept();
      server.cut(true);
      await page
        .locator('#file')
        .setInputFiles({ name: 'shooter.onnx', mimeType: 'application/octet-stream', buffer: MODEL });
      await waitForStatus(page, 'shooter.onnx');
      await page.locator('#run').click();
      await waitForStatus(page, 'your code is kept in this browser');
      expect(await page.locator('#run').isEnabled()).toBe(true);
      await page.locator('#opponents').selectOption({ index: 0 });
      await page.locator('#run').click();
      await waitForStatus(page, 'Digest');
    });

    it('after a new deployment, an open page goes on with its own files, and offers the new version', async () => {
      const page = await openKept();
      const [before] = await listCaches(page);
      await server.deploy();
      // The compiler, the engine and the lessons are loaded only now.
      await page.locator('.cm-content').fill(`// new\n${firstTeam}`);
      await page.locator('#run').click();
      await waitForStatus(page, 'Digest');
      expect((await listScripts(page)).filter((name) => name.includes('/next-'))).toEqual([]);

      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await page.locator('#version').filter({ hasText: 'A new version of this page is ready' }).waitFor();
      // It is not loaded before the user asks for it, also not by a reload.
      await page.reload();
      await page.locator('.cm-content').filter({ hasText: '// new' }).waitFor();
      expect((await listScripts(page)).filter((name) => name.includes('/next-'))).toEqual([]);
      await page.locator('#version button').click();
      await waitUntil('the new version is loaded', async () =>
        (await listScripts(page).catch(() => [])).some((name) => name.includes('/next-')),
      );
      await page.locator('.cm-content').filter({ hasText: '// new' }).waitFor();
      await page.locator('#run').click();
      await waitForStatus(page, 'Digest');
      await page.reload();
      await waitUntil(
        'only the files of one version are kept',
        async () => (await listCaches(page)).length === 1,
      );
      expect(await listCaches(page)).not.toContain(before);
      expect(await page.locator('#version').count()).toBe(0);
    });
  },
);
