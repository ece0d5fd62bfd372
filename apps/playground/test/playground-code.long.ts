import { readFileSync } from 'node:fs';
import { openLog } from '@rcss/logs';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../../packages/study/viewer/test/browser.js';
import { firstTeam, LIMIT_MS, runToEnd, usePlayground, waitForStatus } from './use-playground.js';

describe.skipIf(CHROMIUM === undefined)('code, links and files of the playground', () => {
  const playground = usePlayground();

  it('a team of a link waits for its reader, runs, and its log can be saved', async () => {
    const page = await playground.openTeam(`// from a link\n${firstTeam}`);
    await waitForStatus(page, 'This team comes from a link');
    expect(await page.locator('.cm-content').textContent()).toContain('// from a link');
    await runToEnd(page);
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#download').click()]);
    expect(download.suggestedFilename()).toBe('playground-5.rcg');
    const log = openLog(readFileSync(await download.path()));
    if (!log.ok) throw new Error(log.error.message);
    const { time } = log.value.frame(log.value.frameCount - 1);
    expect(time).toBeGreaterThan(50);
    expect(await page.locator('#status').textContent()).toContain(`at game time ${time}.`);
  });

  it('the link of the page opens the same team with its seed and cycles', async () => {
    const page = await playground.openTeam(`// ä ☃\n${firstTeam}`, { cycles: 300 });
    await page.locator('#opponents').selectOption('base');
    await page.locator('#link').click();
    await waitForStatus(page, 'code, seed, number of cycles, lesson and opponents');
    const other = await playground.browser.openUrl(await page.evaluate(() => location.href));
    await waitForStatus(other, 'This team comes from a link');
    expect(await other.locator('.cm-content').textContent()).toContain('// ä ☃');
    const fields = ['seed', 'cycles', 'opponents'].map((id) => other.locator(`#${id}`).inputValue());
    expect(await Promise.all(fields)).toEqual(['5', '300', 'base']);
  });

  it('a damaged link is reported', async () => {
    const page = await playground.open('#1abc');
    await waitForStatus(page, 'the link is damaged');
  });

  it('code that is typed survives a reload and a closed tab, for each lesson; "start again" brings the start back', async () => {
    const page = await playground.open();
    await page.locator('#lesson:enabled').waitFor();
    await waitForStatus(page, 'Digest');
    const content = page.locator('.cm-content');
    await content.waitFor();
    const type = async (text: string) => {
      await content.click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type(text);
    };
    await type('// free ');
    await page.locator('#lesson').selectOption('chase');
    await content.filter({ hasText: 'return player.scan();' }).waitFor();
    await type('// chase ');
    await page.reload();
    await content.filter({ hasText: '// free ' }).waitFor();
    await page.locator('#lesson:enabled').selectOption('chase');
    await content.filter({ hasText: '// chase ' }).waitFor();
    const other = await page.context().newPage();
    await page.close();
    await other.goto(playground.server.address);
    await other.locator('#lesson:enabled').selectOption('chase');
    await other.locator('.cm-content').filter({ hasText: '// chase ' }).waitFor();
    await other.locator('#restart').click();
    await other.locator('.cm-content').filter({ hasNotText: '// chase ' }).waitFor();
    await other.reload();
    await other.locator('.cm-content').filter({ hasText: '// free ' }).waitFor();
    await other.locator('#lesson:enabled').selectOption('chase');
    await other.locator('.cm-content').filter({ hasText: 'return player.scan();' }).waitFor();
    expect(await other.locator('.cm-content').textContent()).not.toContain('// chase');
  });

  it('changed code of a link survives a reload, and does not replace the own team', async () => {
    const page = await playground.openTeam(firstTeam);
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('// changed ');
    await page.reload();
    await page.locator('.cm-content').filter({ hasText: '// changed ' }).waitFor();
    const own = await page.context().newPage();
    await own.goto(playground.server.address);
    await own.locator('#status').filter({ hasText: 'Digest' }).waitFor({ timeout: LIMIT_MS });
    const content = own.locator('.cm-content').filter({ hasText: 'defineTeam' });
    expect(await content.textContent({ timeout: LIMIT_MS })).not.toContain('// changed');
  });

  it('the code is saved as a file, and a file is opened', async () => {
    const page = await playground.openTeam(`// ä ☃\n${firstTeam}`);
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()]);
    expect(download.suggestedFilename()).toBe('team.ts');
    const saved = readFileSync(await download.path());
    expect(saved.toString()).toBe(`// ä ☃\n${firstTeam}`);
    await page.locator('.cm-content').fill('export default 1;');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.locator('#open').click()]);
    await chooser.setFiles({ name: 'mine.ts', mimeType: 'text/plain', buffer: saved });
    await waitForStatus(page, 'mine.ts is open. Read it, then run it.');
    await runToEnd(page);
    await page
      .locator('#file')
      .setInputFiles({ name: 'match.txt', mimeType: 'text/plain', buffer: Buffer.from([0xff, 0xfe]) });
    await waitForStatus(page, 'match.txt is not text in UTF-8');
  });
});
