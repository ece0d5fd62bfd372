import { readFileSync } from 'node:fs';
import { formatFormationFile, parseFormationFile, readFormationDocument } from '@rcss/agent/formations';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM, findViolations, saveScreenshot } from '../../../packages/study/viewer/test/browser.js';
import { LIMIT_MS, runToEnd, usePlayground, waitForStatus } from './use-playground.js';

describe.skipIf(CHROMIUM === undefined)('the formation editor', () => {
  const playground = usePlayground();

  const open = (options = {}) => playground.open('formation.html', options);
  const player = (page: Page, unum: number) =>
    page.locator('.piece.left').filter({ hasText: new RegExp(`^${unum}$`) });

  /** Drags a piece by meters. */
  async function drag(page: Page, piece: Locator, x: number, y: number): Promise<void> {
    await page.locator('#field').scrollIntoViewIfNeeded();
    const [box, field] = [(await piece.boundingBox())!, (await page.locator('#field').boundingBox())!];
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + (x * field.width) / 115, from.y + (y * field.height) / 78, { steps: 4 });
    await page.mouse.up();
  }

  /** Coordinates of a piece, from its name. */
  async function readPlace(piece: Locator): Promise<readonly number[]> {
    const label = (await piece.getAttribute('aria-label')) ?? '';
    return (/at (.*), (.*)$/.exec(label) ?? []).slice(1).map(Number);
  }

  const save = async (page: Page, button: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator(button).click()]);
    return readFileSync(await download.path(), 'utf8');
  };

  it('plays the formation in the page, and again after a change, until it is stopped', async () => {
    const page = await open({ viewport: { width: 820, height: 1180 }, bypassCSP: true });
    expect(await page.locator('#preview-section').isVisible()).toBe(false);
    await page.locator('#preview').click();
    await page.locator('#status').filter({ hasText: 'Preview: ' }).waitFor();
    expect(await page.locator('#viewer canvas').first().isVisible()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(820);
    await saveScreenshot(page, 'playground-formation-preview-820');
    const source = () =>
      page.evaluate(() => {
        const { viewer } = document.getElementById('viewer') as unknown as {
          viewer: { source: { shown?: boolean } };
        };
        const isMarked = viewer.source.shown === true;
        viewer.source.shown = true;
        return isMarked;
      });
    expect(await source()).toBe(false);
    expect(await source()).toBe(true);
    await player(page, 6).press('ArrowRight');
    // A match of the changed formation has another source.
    await expect.poll(source, { timeout: LIMIT_MS }).toBe(false);
    await page.locator('#stop').click();
    expect(await page.locator('#stop').isDisabled()).toBe(true);
    expect(await findViolations(page)).toEqual([]);
  }, 300_000);

  it('players follow the ball between samples; a player that is dragged changes its place there and on the other wing', async () => {
    const page = await open();
    await waitForStatus(page, 'The formation of the base team');
    expect(await page.locator('#problems').textContent()).toBe('No problem was found.');
    const ball = page.locator('.piece.ball');
    const before = await readPlace(player(page, 6));
    await drag(page, ball, 16, 16);
    const after = await readPlace(player(page, 6));
    expect(after[0]! - before[0]!).toBeGreaterThan(8);
    expect(await page.locator('#samples').inputValue()).toBe('-1');
    const samples = await page.locator('#samples option').count();
    const [own, other] = [await readPlace(player(page, 9)), await readPlace(player(page, 10))];
    await drag(page, player(page, 10), 5, -4);
    const moved = await readPlace(player(page, 10));
    expect(moved[0]! - other[0]!).toBeCloseTo(5, 0);
    expect(moved[1]! - other[1]!).toBeCloseTo(-4, 0);
    expect(await readPlace(player(page, 9))).toEqual(own);
    // The sample of this ball, and the mirrored one.
    expect(await page.locator('#samples option').count()).toBe(samples + 2);
    const document = readFormationDocument(JSON.parse(await save(page, '#save-json')));
    const last = document.samples.slice(-2);
    expect(last[1]!.ball).toEqual({ x: last[0]!.ball.x, y: -last[0]!.ball.y });
    expect(last[1]!.players[8]).toEqual({ x: moved[0], y: -moved[1]! });
    // One step takes the whole drag back.
    await page.locator('#undo').click();
    expect(await page.locator('#samples option').count()).toBe(samples);
    expect(await readPlace(player(page, 10))).toEqual(other);
  });

  it('opens and saves files of the editors of the field, and reports one that it cannot read', async () => {
    const page = await open();
    await waitForStatus(page, 'The formation of the base team');
    const saved = await save(page, '#save-conf');
    const document = parseFormationFile(saved);
    expect(document.roles).toHaveLength(11);
    const openFile = (name: string, text: string) =>
      page.locator('#file').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    const three = formatFormationFile({
      ...document,
      roles: document.roles.slice(0, 1),
      samples: document.samples
        .slice(0, 3)
        .map(({ ball, players }) => ({ ball, players: players.slice(0, 1) })),
    });
    await openFile('own.conf', three);
    await waitForStatus(page, 'own.conf is open: 1 roles, 3 samples.');
    expect(await page.locator('.piece.left').count()).toBe(1);
    await openFile('bad.conf', saved.replace('"y" : 0.00', '"y" : 900.0'));
    await waitForStatus(page, 'y: 900 is not a number from -80 to 80 (meters)');
    await openFile('bad.json', '{"format": "rcss-formation-1", ');
    await waitForStatus(page, 'bad.json: ');
    expect(await page.locator('.piece.left').count()).toBe(1);
  });

  it('keeps the formation when the page is loaded again, shows problems, changes roles and kickoff places from the keyboard', async () => {
    const page = await open({ viewport: { width: 390, height: 844 }, bypassCSP: true });
    await waitForStatus(page, 'The formation of the base team');
    await page.locator('#symmetric').uncheck();
    const [x, y] = await readPlace(player(page, 11));
    const [wingX, wingY] = await readPlace(player(page, 10));
    for (let step = 0; step < x! - wingX!; step++) await player(page, 10).press('ArrowRight');
    for (let step = 0; step < wingY! - y!; step++) await player(page, 10).press('ArrowUp');
    await page.locator('#problems').filter({ hasText: 'numbers 10 and 11 are' }).waitFor();
    await page.getByLabel('Name of number 11').fill('target');
    await page.getByLabel('Name of number 11').press('Enter');
    await page.getByLabel('Line of number 11').selectOption('midfield');
    await page.locator('#mode').selectOption('kick-off');
    const kickOff = await readPlace(player(page, 7));
    await player(page, 7).press('Shift+ArrowLeft');
    expect(await readPlace(player(page, 7))).toEqual([kickOff[0]! - 5, kickOff[1]]);
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await saveScreenshot(page, 'formation-390');
    await page.reload();
    await waitForStatus(page, 'Your formation as you left it.');
    expect(await page.getByLabel('Name of number 11').inputValue()).toBe('target');
    expect(await page.getByLabel('Line of number 11').inputValue()).toBe('midfield');
    await page.locator('#mode').selectOption('kick-off');
    expect(await readPlace(player(page, 7))).toEqual([kickOff[0]! - 5, kickOff[1]]);
    await page.locator('#mode').selectOption('ball');
    for (const [width, height] of [
      [820, 1180],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await saveScreenshot(page, `formation-${width}`);
    }
    await page.locator('#restart').click();
    await page.locator('#problems').filter({ hasText: 'No problem was found.' }).waitFor();
  });

  it('a team plays in the formation on the page of the playground', async () => {
    const page = await open();
    await waitForStatus(page, 'The formation of the base team');
    const [game] = await Promise.all([page.waitForEvent('popup'), page.locator('#play').click()]);
    game.setDefaultTimeout(LIMIT_MS);
    await game.locator('.cm-content').waitFor();
    await waitForStatus(game, 'This team comes from a link');
    await game.locator('#cycles').fill('100');
    await runToEnd(game);
  });
});
