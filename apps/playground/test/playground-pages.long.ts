import { describe, expect, it } from 'vitest';
import { CHROMIUM, findViolations, saveScreenshot } from '../../../packages/study/viewer/test/browser.js';
import { usePlayground, waitForStatus } from './use-playground.js';

describe.skipIf(CHROMIUM === undefined)('the other pages of the playground', () => {
  const playground = usePlayground();

  it('the page of the coach language shows errors under the caret, formats, and shows what players receive', async () => {
    const page = await playground.open('clang.html');
    await waitForStatus(page, 'Messages: 2. Errors: 0. Warnings: 0.');
    expect(await page.locator('#heard').textContent()).toContain('(rule (on Press))');
    await page.locator('#source').fill('(say (rule (onn B)))');
    await waitForStatus(page, 'Errors: 1');
    expect(await page.locator('#problems pre').textContent()).toMatch(/\n {12}\^$/);
    await page.locator('#source').fill('(say   (rule (on   B)))');
    await page.locator('#format').click();
    expect((await page.locator('#source').inputValue()).trim()).toBe('(say (rule (on B)))');
  });

  it('the page of the coach language evaluates rules for a situation that is dragged, works from the keyboard, and fits a phone', async () => {
    const page = await playground.open('clang.html', {
      viewport: { width: 390, height: 844 },
      bypassCSP: true,
    });
    const condition = page.locator('#conditions tr').filter({ hasText: 'Press' });
    const directives = page.locator('#directives tr');
    await page
      .locator('#source')
      .fill(
        '(say (define (definerule Press direc ((bowner our {11}) (do our {10 11} (hold))))))(say (rule (on Press)))',
      );
    await condition.filter({ hasText: 'yes' }).waitFor();
    expect(await directives.allTextContents()).toEqual(['our 10, 11(do our {10 11} (hold))Press (order)']);
    // The ball is dragged to an opponent.
    const ball = page.locator('.piece.ball');
    await page.locator('#field').scrollIntoViewIfNeeded();
    const [from, to] = [
      await ball.boundingBox(),
      await page.locator('.piece.right').filter({ hasText: /^9$/ }).boundingBox(),
    ];
    await page.mouse.move(from!.x + from!.width / 2, from!.y + from!.height / 2);
    await page.mouse.down();
    await page.mouse.move(to!.x + to!.width / 2, to!.y + to!.height / 2, { steps: 5 });
    await page.mouse.up();
    await condition.filter({ hasText: 'no' }).waitFor();
    expect(await page.locator('#owner').textContent()).toBe('Last player with the ball: right 9.');
    expect(await directives.count()).toBe(0);
    // A player is moved with the keyboard.
    const player = page.locator('.piece.left').filter({ hasText: /^11$/ });
    expect(await player.getAttribute('aria-label')).toBe('Left 11 at -3, 0');
    const keys = ['Shift+ArrowRight', 'Shift+ArrowUp', ...Array(4).fill('ArrowRight'), 'ArrowDown'];
    for (const key of keys) await player.press(key);
    expect(await player.getAttribute('aria-label')).toBe('Left 11 at 6, -4');
    // For the coach of the right team, the ball is its own.
    await page
      .locator('#source')
      .fill('(say (info (100 (and (bowner our {9}) (playm fk_our)) (do our {9} (hold)))))');
    await page.locator('#us').selectOption('r');
    expect(await directives.count()).toBe(0);
    await page.locator('#mode').selectOption('free_kick_r');
    expect(await directives.allTextContents()).toEqual(['our 9(do our {9} (hold))info (description)']);
    await page.locator('#source').fill('(say (info (100 (time > 99) (do our {9} (hold)))))');
    expect(await directives.count()).toBe(1);
    await page.locator('#time').fill('99');
    expect(await directives.count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await saveScreenshot(page, 'playground-clang-390');
    await page.setViewportSize({ width: 1440, height: 900 });
    await saveScreenshot(page, 'playground-clang');
  });

  it('the page of messages explains what is pasted, shows errors at their place, works from the keyboard, and fits a phone', async () => {
    const page = await playground.open('wire.html', {
      viewport: { width: 390, height: 844 },
      bypassCSP: true,
    });
    await waitForStatus(page, 'Datagrams: 6. Errors: 0.');
    expect(await page.locator('article').first().textContent()).toContain('Player to server');
    // A link leads to a section of the specification on the site.
    expect(await page.locator('.sections a').first().getAttribute('href')).toMatch(
      /^\.\.\/specification\/03-player-protocol\.html#/,
    );
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await saveScreenshot(page, 'playground-messages-390');

    await page.locator('#source').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('(turn 15)\n(kick 50)\n(bye)\n');
    await waitForStatus(page, 'Datagrams: 3. Errors: 1.');
    expect(await page.locator('article').first().locator('tbody tr').allTextContents()).toEqual([
      expect.stringMatching(/^moment15°/),
    ]);
    expect(await page.locator('.problem').textContent()).toContain('2:1 error: expected (kick POWER DIR)');
    expect(await page.locator('.problem pre').textContent()).toBe('(kick 50)\n^');
    // The chosen sender changes what the messages are.
    await page.locator('#channel').selectOption('from-coach');
    await waitForStatus(page, 'Datagrams: 3. Errors: 2.');
    expect(await findViolations(page)).toEqual([]);
    for (const [index, label] of (await page.locator('#example option').allTextContents()).entries()) {
      await page.locator('#example').selectOption(String(index));
      await waitForStatus(page, label === 'Errors' ? /Errors: 4\./ : /Errors: 0\./);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
    expect(await findViolations(page)).toEqual([]);
  });

  it('the page of logs shows a log that is chosen', async () => {
    const page = await playground.open('log.html');
    // The button and the name of the file are not cut.
    expect((await page.locator('#file').boundingBox())?.width).toBeGreaterThan(200);
    const { LOG } = await import('./log.js');
    await page
      .locator('#file')
      .setInputFiles({ name: 'small.rcg', mimeType: 'application/octet-stream', buffer: LOG });
    await waitForStatus(page, 'small.rcg: Game log of version 6');
    await page
      .locator('#file')
      .setInputFiles({ name: 'text.rcg', mimeType: 'text/plain', buffer: Buffer.from('no log') });
    await waitForStatus(page, 'text.rcg cannot be read');
  });
});
