import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  findViolations,
  saveScreenshot,
  waitUntil,
} from '../../../packages/study/viewer/test/browser.js';
import {
  firstTeam,
  LIMIT_MS,
  run,
  runToEnd,
  usePlayground,
  waitForKeptFiles,
  waitForStatus,
} from './use-playground.js';

const wrongTeam = firstTeam.replace('player.shoot()', 'player.shoots()');

describe.skipIf(CHROMIUM === undefined)('type check of the editor', () => {
  const playground = usePlayground();

  const waitForTypes = (page: Page, text: string) =>
    page.locator('#types-status').filter({ hasText: text }).waitFor({ timeout: LIMIT_MS });
  const marks = (page: Page) => page.locator('.cm-lintRange-error');

  it('the compiler is loaded when the code is used; an error is shown, corrected, and gone', async () => {
    const before = playground.server.requests.length;
    const page = await playground.openTeam(wrongTeam, {}, { bypassCSP: true });
    const listLoaded = () =>
      playground.server.requests.slice(before).filter((path) => path.includes('/type-worker-'));
    expect(listLoaded()).toEqual([]);
    await page.locator('.cm-content').focus();
    await waitForTypes(page, '1 type error, in line');
    expect(await marks(page).allTextContents()).toEqual(['shoots']);
    const [path] = listLoaded();
    const { length } = gzipSync(playground.server.read(path!));
    expect(length).toBeLessThan(1_400_000);
    await marks(page).hover();
    await page.locator('.cm-tooltip .cm-diagnostic').filter({ hasText: "Did you mean 'shoot'?" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.locator('#types-bar').scrollIntoViewIfNeeded();
    await saveScreenshot(page, 'playground-types');
    // Types do not decide whether the code runs.
    await run(page);
    await waitForStatus(page, 'shoots is not a function');
    await page.locator('.cm-content').fill(firstTeam);
    await waitForTypes(page, 'No type errors.');
    await runToEnd(page);
    expect(await marks(page).count()).toBe(0);
  });

  it('the licenses of the packages of other projects are a file of the page', () => {
    const text = playground.server
      .read(`${new URL(playground.server.address).pathname}licenses.txt`)
      .toString();
    for (const name of [
      'typescript 5.9.3 (Apache-2.0)',
      'Apache License',
      '@codemirror/view',
      'onnxruntime-web',
    ])
      expect(text).toContain(name);
  });

  it('names are completed by their types', async () => {
    const page = await playground.openTeam(firstTeam);
    await page.locator('.cm-content').focus();
    await waitForTypes(page, 'No type errors.');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('function more(p: AgentPlayer) { p.drib');
    await page.locator('.cm-tooltip-autocomplete').filter({ hasText: 'dribbleTo' }).waitFor();
  });

  it('the switch is remembered', async () => {
    const page = await playground.openTeam(wrongTeam);
    await page.locator('#types').uncheck();
    await page.reload();
    await page.locator('.cm-content').waitFor();
    expect(await page.locator('#types').isChecked()).toBe(false);
    const before = playground.server.requests.length;
    await page.locator('.cm-content').focus();
    await run(page);
    await waitForStatus(page, 'shoots is not a function');
    expect(playground.server.requests.slice(before).filter((path) => path.includes('/type-worker-'))).toEqual(
      [],
    );
    await page.locator('#types').check();
    await waitForTypes(page, '1 type error');
    await page.locator('#types').uncheck();
    await waitUntil('only the error of the match is marked', async () => (await marks(page).count()) <= 1);
  });

  it('if the compiler cannot be loaded, a line says so, and the code runs', async () => {
    const page = await playground.openTeam(wrongTeam);
    playground.server.hide('type-worker');
    await page.locator('.cm-content').focus();
    await waitForTypes(page, 'The types cannot be loaded');
    playground.browser.problems.splice(0);
    await page.locator('.cm-content').fill(firstTeam);
    await runToEnd(page);
    playground.server.hide(null);
    await page.locator('#types').uncheck();
    await page.locator('#types').check();
    await waitForTypes(page, 'No type errors.');
  });

  it('works without a connection once it was loaded', async () => {
    const page = await playground.openTeam(wrongTeam, {}, { serviceWorkers: 'allow' });
    await waitForKeptFiles(page);
    await page.locator('.cm-content').focus();
    await waitForTypes(page, '1 type error');
    playground.server.cut(true);
    await page.reload();
    await page.locator('.cm-content').focus();
    await waitForTypes(page, '1 type error');
  });
});
