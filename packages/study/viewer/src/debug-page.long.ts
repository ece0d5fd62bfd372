import { readFileSync } from 'node:fs';
import { formatDebugRecord } from '@rcss/logs/debug';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  findViolations,
  readCycle,
  readText,
  readViewer,
  saveScreenshot,
  waitForLog,
  waitForNotice,
  waitForPicture,
  waitUntil,
} from '../test/browser.js';
import { createTestLog } from '../test/match.js';
import { useBrowser } from '../test/use-browser.js';
import type { RcssViewer } from './index.js';

const SAMPLES = new URL('../../../wire/logs/testdata/debug/', import.meta.url);

/** Records of left player 7 about the test match: beliefs 1 m off, a target, a drawing, a see message. */
function createRecords(): string {
  return Array.from({ length: 60 }, (_, i) => {
    const time = i + 1;
    const x = 20 * Math.sin(time / 30);
    return formatDebugRecord({
      time,
      side: 'l',
      unum: 7,
      beliefs: {
        self: { x: -28, y: -12, body: 0 },
        ball: { x: x + 1, y: 12 * Math.cos(time / 30), age: 2 },
        players: [{ x: 12, y: 13, side: 'r', unum: 3, age: 10 }],
      },
      target: { point: { x: 10, y: 20 }, unum: 9 },
      shapes: [
        { kind: 'circle', x: 0, y: 0, radius: 8, level: 3, color: '#ff8000', fill: true },
        {
          kind: 'polygon',
          points: [
            [-20, -20],
            [-10, -25],
            [-5, -15],
          ],
          level: 4,
          fill: true,
        },
        { kind: 'label', x: 30, y: -20, text: 'free', level: 4 },
      ],
      texts: [{ text: `dribble in cycle ${time}`, level: 3 }, { text: 'always shown' }],
      messages: [
        { direction: 'received', text: `(see ${time} ((b) 25 10) ((p "Herons" 3) 40 5) ((f c) 30 0))` },
        { direction: 'sent', text: '(dash 80)' },
      ],
    });
  }).join('\n');
}

/** Runs in the page: keeps the strokes with their colors, and the texts that are filled, in their order. */
function recordDrawing(): void {
  const drawing: string[] = [];
  Object.assign(globalThis, { drawing });
  const { prototype } = CanvasRenderingContext2D;
  const { stroke, fillText } = prototype;
  prototype.stroke = function (this: CanvasRenderingContext2D, ...path: unknown[]) {
    drawing.push(`stroke ${this.strokeStyle}`);
    Reflect.apply(stroke, this, path);
  };
  prototype.fillText = function (text, ...place) {
    drawing.push(`text ${text}`);
    return fillText.call(this, text, ...place);
  };
}

describe.skipIf(CHROMIUM === undefined)('what agents reported, in Chromium', () => {
  const browser = useBrowser();
  let page: Page;

  async function openLog(name = 'Foxes', cycle = 30): Promise<void> {
    const log = createTestLog(60, (frame) => {
      frame.left.name = name;
    });
    const files = { '/log/0': { type: 'application/octet-stream', body: log } };
    page = await browser.open({ log: '/log/0', title: 'match.rcg' }, { files, hash: `#cycle=${cycle}` });
    await waitUntil('the cycle is shown', async () => (await readCycle(page)) === cycle);
    await waitForLog(page);
  }

  /** Gives files to the button of the panel. */
  async function openFiles(files: readonly { name: string; body: string | Buffer }[]): Promise<void> {
    await page
      .locator('input[multiple]')
      .setInputFiles(
        files.map(({ name, body }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(body) })),
      );
  }

  it('a file of the server is loaded when a player is asked for, and not before', async () => {
    const asked: string[] = [];
    const files = {
      '/log/0': { type: 'application/octet-stream', body: createTestLog(60) },
      '/debug/0/0': { type: 'application/octet-stream', body: createRecords() },
    };
    page = await browser.open(
      {
        log: '/log/0',
        title: 'match.rcg',
        debugFiles: [{ path: '/debug/0/0', title: 'match.debug.jsonl' }],
      },
      {
        files,
        hash: '#cycle=30',
        prepare: async (opened) => {
          opened.on('request', (request) => {
            if (request.url().includes('/debug/')) asked.push(request.headers()['range'] ?? 'all');
          });
        },
      },
    );
    await waitForLog(page);
    await readViewer(page, (v) => v.viewer.stopAt('last'));
    await waitForPicture(page);
    expect(asked).toEqual([]);
    await page.evaluate(() =>
      (document.querySelector('rcss-viewer') as unknown as RcssViewer).viewer.seekCycle(30),
    );
    await readViewer(page, (v) => v.viewer.toggleSelection(6));
    await waitForNotice(page, '60 records of 1 file');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/^bytes=0-/);
    await page.keyboard.press('j');
    await page.getByText('dribble in cycle 30').waitFor();
  });

  it('draws records of a file over the field and lists texts and messages of the cycle', async () => {
    await openLog();
    await page.keyboard.press('j');
    await openFiles([{ name: 'foxes.debug.jsonl', body: createRecords() }]);
    await waitForNotice(page, '60 records of 1 file');
    await readViewer(page, (v) => v.viewer.toggleSelection(6));
    await page.getByText('dribble in cycle 30').waitFor();
    await page.getByText('see: ball, 1 opponent, 1 mark').waitFor();
    await page.getByText('sent (dash 80)').waitFor();
    await saveScreenshot(page, 'agents');
    expect(await findViolations(page)).toEqual([]);
    await page.getByTitle('Level 3').click();
    await page.getByText('dribble in cycle 30').waitFor({ state: 'detached' });
    await page.getByText('always shown').waitFor();
    await page.locator('.actors').focus();
    await page.keyboard.press('ArrowRight');
    await waitUntil('the next cycle is shown', async () => (await readCycle(page)) === 31);
    await page.getByText(/^Foxes 7, cycle 31/).waitFor();
  });

  it('draws lines of named colors with a dark edge, and words over the beliefs', async () => {
    await openLog();
    const record = formatDebugRecord({
      time: 30,
      side: 'l',
      unum: 7,
      beliefs: { self: { x: -28, y: -12 }, players: [{ x: 5, y: 0, side: 'r', unum: 3 }] },
      shapes: [
        { kind: 'line', x1: -28, y1: -12, x2: 20, y2: 6, level: 5, color: 'cyan' },
        { kind: 'label', x: 5, y: 0, text: 'looks', level: 5, color: 'cyan' },
      ],
    });
    await openFiles([{ name: 'foxes.debug.jsonl', body: record }]);
    await waitForNotice(page, '1 record of 1 file');
    await page.evaluate(recordDrawing);
    await readViewer(page, (v) => v.viewer.toggleSelection(6));
    const readDrawing = () =>
      page.evaluate(() => (globalThis as unknown as { drawing: readonly string[] }).drawing);
    await waitUntil('the word is drawn', async () => (await readDrawing()).includes('text looks'));
    await saveScreenshot(page, 'looks');
    const drawing = await readDrawing();
    expect(drawing[drawing.indexOf('stroke #00ffff') - 1]).toBe('stroke rgba(8, 20, 12, 0.6)');
    expect(drawing.lastIndexOf('text looks')).toBeGreaterThan(drawing.lastIndexOf('text 3'));
    expect(drawing.lastIndexOf('text me')).toBeGreaterThan(0);
  });

  it('reads files of a team beside each other, and says which one does not belong to the match', async () => {
    await openLog('Herons');
    const names = ['Herons-5.dcl', 'Herons-5.ocl', 'Foxes-7.log'];
    const files = names.map((name) => ({ name, body: readFileSync(new URL(name, SAMPLES)) }));
    await openFiles(files.slice(0, 2));
    await waitForNotice(page, 'of 2 files');
    await openFiles([{ name: 'Owls-7.log', body: files[2]!.body }]);
    await waitForNotice(page, 'team "Owls", which does not play in this match');
  });

  it('draws attention and hearing range of the selected player', async () => {
    const log = createTestLog(60, (frame) => {
      const player = frame.players[6]!;
      player.attentionSide = 'l';
      player.attentionUnum = 9;
      player.hasPoint = true;
      player.pointX = 20;
      player.pointY = 10;
    });
    const files = { '/log/0': { type: 'application/octet-stream', body: log } };
    page = await browser.open({ log: '/log/0', title: 'match.rcg' }, { files });
    await waitForLog(page);
    await readViewer(page, (v) => {
      for (const name of ['showAttention', 'showHearing'] as const) v.viewer.setOption(name, true);
      v.viewer.toggleSelection(6);
    });
    await waitForPicture(page);
    await saveScreenshot(page, 'attention');
  });

  it('edits a scene: dragging moves a player, the file has its place, and the match comes back', async () => {
    await openLog();
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Scene editor' }).click();
    await page.getByRole('button', { name: 'Edit this moment' }).click();
    await waitUntil('the editor is open', async () => (await readText(page, '.where')) === 'Scene');
    await waitUntil('the scene is shown', () => readViewer(page, (v) => v.viewer.frame !== null));
    // The time line of a scene is lower, so the field is larger.
    await waitForPicture(page);
    const toScreen = (x: number, y: number) =>
      page.evaluate(
        ([fx, fy]) => {
          const element = document.querySelector('rcss-viewer') as unknown as import('./index.js').RcssViewer;
          const box = element.shadowRoot!.querySelector('.actors')!.getBoundingClientRect();
          const { camera } = element.viewer;
          return [box.left + camera.toScreenX(fx!, fy!), box.top + camera.toScreenY(fx!, fy!)] as const;
        },
        [x, y],
      );
    const [x, y] = await readViewer(page, (v) => [
      v.viewer.scene.players[4]!.x,
      v.viewer.scene.players[4]!.y,
    ]);
    const [from, to] = [await toScreen(x!, y!), await toScreen(-5, 20)];
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(to[0] - 20, to[1]);
    await page.mouse.move(...to);
    await page.mouse.up();
    await waitUntil(
      'the player is moved',
      async () => (await readViewer(page, (v) => v.viewer.frame!.players[4]!.y)) > 18,
    );
    await saveScreenshot(page, 'scene-editor');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save …' }).click();
    const path = await (await download).path();
    const scene = JSON.parse(readFileSync(path, 'utf8')) as {
      players: { unum: number; position: { x: number } }[];
    };
    expect(scene.players[4]).toMatchObject({ side: 'left', unum: 5 });
    expect(Math.abs(scene.players[4]!.position.x + 5)).toBeLessThan(0.6);
    await page.locator('input[accept=".json"]').setInputFiles({
      name: 'scene.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"ball":{"position":{"x":33,"y":-7}}}'),
    });
    await waitUntil(
      'the file is loaded',
      async () => (await readViewer(page, (v) => v.viewer.frame!.ballX)) === 33,
    );
    await page.getByRole('button', { name: 'Back to the match' }).click();
    await waitUntil('the match is back', async () => (await readText(page, '.where')) === 'match.rcg');
  });

  it('shows two logs cycle by cycle with their first difference', async () => {
    const second = createTestLog(60, (frame) => {
      if (frame.time >= 42) frame.players[14]!.x = 1.5;
    });
    page = await browser.open(
      {
        log: '/log/0',
        logs: [
          { path: '/log/0', title: 'a.rcg' },
          { path: '/log/1', title: 'b.rcg' },
        ],
      },
      {
        files: {
          '/log/0': { type: 'application/octet-stream', body: createTestLog(60) },
          '/log/1': { type: 'application/octet-stream', body: second },
        },
        hash: '?compare',
      },
    );
    await page.getByText('First difference in cycle 42: right 4 x:').waitFor();
    await page.getByRole('button', { name: 'Show it' }).click();
    const readCycles = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('rcss-viewer')].map(
          (v) => (v as unknown as import('./index.js').RcssViewer).viewer.frame?.time,
        ),
      );
    await waitUntil('both show it', async () => JSON.stringify(await readCycles()) === '[42,42]');
    await page.locator('rcss-viewer').first().locator('.actors').focus();
    await page.keyboard.press('ArrowLeft');
    await waitUntil('the other one follows', async () => JSON.stringify(await readCycles()) === '[41,41]');
    await saveScreenshot(page, 'compare');
    await page.getByRole('link', { name: 'Back to one log' }).click();
    await waitUntil('the first log is shown alone', async () => {
      return (await page.locator('rcss-viewer').count()) === 1 && (await readCycle(page)) === 1;
    });
    await page.getByRole('button', { name: /^View/ }).click();
    await page.getByRole('link', { name: 'Compare two logs' }).click();
    await page.getByText('First difference in cycle 42: right 4 x:').waitFor();
  });
});
