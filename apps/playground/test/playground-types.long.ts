import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  findViolations,
  PageBrowser,
  saveScreenshot,
  waitUntil,
} from '../../../packages/study/viewer/test/browser.js';
import { encodeFragment } from '../src/permalink.js';
import { type PageServer, startPageServer } from './page-server.js';

/** Limit for what the page does, ms. */
const LIMIT_MS = 120_000;

const firstTeam = readFileSync(new URL('../src/teams/first-team.ts', import.meta.url), 'utf8');
const wrongTeam = firstTeam.replace('player.shoot()', 'player.shoots()');

describe.skipIf(CHROMIUM === undefined)('type check of the editor', () => {
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

  /** Opens the page with a team of a link, which does not run by itself. */
  async function openTeam(code: string, options = {}): Promise<Page> {
    const fragment = await encodeFragment({ code, seed: 5, cycles: 100 });
    const page = await browser.openUrl(`${server.address}#${fragment}`, options);
    page.setDefaultTimeout(LIMIT_MS);
    await page.locator('.cm-content').waitFor();
    return page;
  }

  const waitForTypes = (page: Page, text: string) =>
    page.locator('#types-status').filter({ hasText: text }).waitFor({ timeout: LIMIT_MS });
  const marks = (page: Page) => page.locator('.cm-lintRange-error');

  it('the compiler is loaded when the code is used; an error is shown, corrected, and gone', async () => {
    const before = server.requests.length;
    const page = await openTeam(wrongTeam, { bypassCSP: true });
    const listLoaded = () => server.requests.slice(before).filter((path) => path.includes('/type-worker-'));
    expect(listLoaded()).toEqual([]);
    await page.locator('.cm-content').focus();
    await waitForTypes(page, '1 type error, in line');
    expect(await marks(page).allTextContents()).toEqual(['shoots']);
    const [path] = listLoaded();
    const { length } = gzipSync(server.read(path!));
    expect(length).toBeLessThan(1_400_000);
    await marks(page).hover();
    await page.locator('.cm-tooltip .cm-diagnostic').filter({ hasText: "Did you mean 'shoot'?" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.locator('#types-bar').scrollIntoViewIfNeeded();
    await saveScreenshot(page, 'playground-types');
    // Types do not decide whether the code runs.
    await page.locator('#run').click();
    await page.locator('#status').filter({ hasText: 'shoots is not a function' }).waitFor();
    await page.locator('.cm-content').fill(firstTeam);
    await waitForTypes(page, 'No type errors.');
    await page.locator('#run').click();
    await page.locator('#status').filter({ hasText: 'Digest' }).waitFor();
    expect(await marks(page).count()).toBe(0);
  });

  it('the licenses of the packages of other projects are a file of the page', () => {
    const text = server.read(`${new URL(server.address).pathname}licenses.txt`).toString();
    for (const name of [
      'typescript 5.9.3 (Apache-2.0)',
      'Apache License',
      '@codemirror/view',
      'onnxruntime-web',
    ])
      expect(text).toContain(name);
  });

  it('names are completed by their types', async () => {
    const page = await openTeam(firstTeam);
    await page.locator('.cm-content').focus();
    await waitForTypes(page, 'No type errors.');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('function more(p: AgentPlayer) { p.drib');
    await page.locator('.cm-tooltip-autocomplete').filter({ hasText: 'dribbleTo' }).waitFor();
  });

  it('the switch is remembered', async () => {
    const page = await openTeam(wrongTeam);
    await page.locator('#types').uncheck();
    await page.reload();
    await page.locator('.cm-content').waitFor();
    expect(await page.locator('#types').isChecked()).toBe(false);
    const before = server.requests.length;
    await page.locator('.cm-content').focus();
    await page.locator('#run').click();
    await page.locator('#status').filter({ hasText: 'shoots is not a function' }).waitFor();
    expect(server.requests.slice(before).filter((path) => path.includes('/type-worker-'))).toEqual([]);
    await page.locator('#types').check();
    await waitForTypes(page, '1 type error');
    await page.locator('#types').uncheck();
    await waitUntil('only the error of the match is marked', async () => (await marks(page).count()) <= 1);
  });

  it('if the compiler cannot be loaded, a line says so, and the code runs', async () => {
    const page = await openTeam(wrongTeam);
    server.hide('type-worker');
    await page.locator('.cm-content').focus();
    await waitForTypes(page, 'The types cannot be loaded');
    browser.problems.splice(0);
    await page.locator('.cm-content').fill(firstTeam);
    await page.locator('#run').click();
    await page.locator('#status').filter({ hasText: 'Digest' }).waitFor();
    server.hide(null);
    await page.locator('#types').uncheck();
    await page.locator('#types').check();
    await waitForTypes(page, 'No type errors.');
  });

  it('works without a connection once it was loaded', async () => {
    const page = await openTeam(wrongTeam, { serviceWorkers: 'allow' });
    await waitUntil(
      'the files are kept',
      () => page.evaluate(() => navigator.serviceWorker.controller?.state === 'activated'),
      LIMIT_MS,
    );
    await page.locator('.cm-content').focus();
    await waitForTypes(page, '1 type error');
    server.cut(true);
    await page.reload();
    await page.locator('.cm-content').focus();
    await waitForTypes(page, '1 type error');
  });
});
