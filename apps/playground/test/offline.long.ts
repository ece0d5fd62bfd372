import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM, waitUntil } from '../../../packages/study/viewer/test/browser.js';
import {
  firstTeam,
  run,
  runToEnd,
  usePlayground,
  waitForKeptFiles,
  waitForStatus,
} from './use-playground.js';

/** A policy that the page accepts; its program is not among the files that are kept from the beginning. */
const MODEL = readFileSync(new URL('../../../packages/play/env/test/shooter.onnx', import.meta.url));

describe.skipIf(CHROMIUM === undefined)(
  'the playground without a connection, and after a new deployment',
  () => {
    const playground = usePlayground();

    /** Opens the page with a team of a link, and waits until the browser keeps the files. */
    async function openKept(): Promise<Page> {
      const page = await playground.openTeam(firstTeam, {}, { serviceWorkers: 'allow' });
      await waitForKeptFiles(page);
      return page;
    }

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
      playground.server.cut(true);
      await page.reload();
      await page.locator('.cm-content').waitFor();
      await runToEnd(page);
      await page.locator('#lesson:enabled').selectOption('chase');
      await page.locator('#task').filter({ hasText: 'Player 2 must have the ball' }).waitFor();
      for (const [name, text] of [
        ['clang.html', 'Messages: 2. Errors: 0.'],
        ['wire.html', 'Datagrams: 6. Errors: 0.'],
        ['log.html', 'No log is open.'],
      ] as const) {
        await page.goto(playground.server.address + name);
        await waitForStatus(page, text);
      }
      await page.goto(playground.server.address);
      await waitForStatus(page, 'Digest');
    });

    it('without a connection, an opponent whose program is not kept is reported, and Run can be pressed again', async () => {
      const page = await openKept();
      playground.server.cut(true);
      await page
        .locator('#file')
        .setInputFiles({ name: 'shooter.onnx', mimeType: 'application/octet-stream', buffer: MODEL });
      await waitForStatus(page, 'shooter.onnx');
      await run(page);
      await waitForStatus(page, 'your code is kept in this browser');
      expect(await page.locator('#run').isEnabled()).toBe(true);
      await page.locator('#opponents').selectOption({ index: 0 });
      await runToEnd(page);
    });

    it('after a new deployment, an open page goes on with its own files, and offers the new version', async () => {
      const page = await openKept();
      const [before] = await listCaches(page);
      await playground.server.deploy();
      // The compiler, the engine and the lessons are loaded only now.
      await page.locator('.cm-content').fill(`// new\n${firstTeam}`);
      await runToEnd(page);
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
      await runToEnd(page);
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
