import { readFileSync } from 'node:fs';
import { type Frame, PlayerState } from '@rcss/core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  type PageBrowser,
  readCycle,
  readViewer,
  saveScreenshot,
  waitForLog,
  waitForNotice,
  waitUntil,
} from '../test/browser.js';
import { createTestLog } from '../test/match.js';
import { useBrowser } from '../test/use-browser.js';
import { chooseShirt, computeContrast } from './kits.js';

/** Limit for tests that take seconds on a machine without other load. */
const SLOW_MS = 300_000;

/** A whole recorded match. */
const MATCH = new URL('../../../conformance/matches/match-1.rcg.gz', import.meta.url);

/** Returns a team name with a shirt. */
function findTeamName(shirt: string): string {
  for (let i = 0; i < 1000; i++) if (chooseShirt(`Team${i}`) === shirt) return `Team${i}`;
  throw new Error(`no name has the shirt ${shirt}`);
}

describe.skipIf(CHROMIUM === undefined)('the page of a game log in Chromium', () => {
  const browser = useBrowser();
  let page: Page;

  async function openLog(log: Buffer, options: Parameters<PageBrowser['open']>[1] = {}): Promise<void> {
    const files = { '/log/0': { type: 'application/octet-stream', body: log } };
    page = await browser.open({ log: '/log/0', title: 'match.rcg' }, { files, ...options });
    await waitForLog(page);
  }

  it('the field keeps its height without the score board, and the board comes back in the View panel', async () => {
    await openLog(createTestLog(20));
    const readHeight = () =>
      page.evaluate(
        () => document.querySelector('rcss-viewer')!.shadowRoot!.querySelector('.stage')!.clientHeight,
      );
    const before = await readHeight();
    await readViewer(page, (v) => v.viewer.toggleOption('showScoreBoard'));
    await page.reload();
    await waitForLog(page);
    expect(await page.locator('.board').isVisible()).toBe(false);
    expect(await readHeight()).toBeGreaterThan(before);
    await page.getByRole('button', { name: /^View/ }).click();
    await page.getByLabel('Score board').check();
    await page.locator('.board').waitFor();
    expect(await readHeight()).toBe(before);
  });

  it('a ball in the air is larger, has a shadow, and its height is in the panel of the players (spec 12)', async () => {
    await openLog(
      createTestLog(
        60,
        (frame) => {
          frame.hasHeight = true;
          frame.ballX = frame.time - 30;
          frame.ballY = 0;
          frame.ballZ = Math.max(0, (frame.time * (40 - frame.time)) / 100);
        },
        7,
      ),
    );
    /** Radius of the white disc around the ball in device pixels, to its left. */
    const readRadius = () =>
      page.evaluate(() => {
        const element = document.querySelector('rcss-viewer') as unknown as import('./index.js').RcssViewer;
        const { viewer, shadowRoot } = element;
        const canvas = shadowRoot!.querySelector<HTMLCanvasElement>('.actors')!;
        const ratio = canvas.width / canvas.clientWidth;
        const { camera, scene } = viewer;
        const y = Math.round(camera.toScreenY(scene.ballX, scene.ballY) * ratio);
        const x = Math.round(camera.toScreenX(scene.ballX, scene.ballY) * ratio);
        const row = canvas.getContext('2d')!.getImageData(0, y, x + 1, 1).data;
        let radius = 0;
        while (radius < x && row[4 * (x - radius)]! > 200) radius++;
        return radius;
      });
    await page.getByRole('button', { name: /^Players/ }).click();
    const radii: number[] = [];
    for (const cycle of [50, 20]) {
      await page.evaluate(
        (to) =>
          (
            document.querySelector('rcss-viewer') as unknown as import('./index.js').RcssViewer
          ).viewer.goToCycle(to),
        cycle,
      );
      const text = cycle === 20 ? 'Ball, 4.00 m high' : 'Ball, 0.00 m high';
      await page.getByText(text).waitFor();
      radii.push(await readRadius());
    }
    expect(radii[1]! / radii[0]!).toBeGreaterThan(1.5);
    await page
      .getByRole('img', { name: 'Height of the ball: 4.00 m; highest within 40 cycles: 4.00 m' })
      .waitFor();
    await saveScreenshot(page, 'ball-height');
  });

  /** Returns for each player the share of the pixels of its disc with its team's shirt and with the opponents' shirt. */
  function readDiscs(): Promise<readonly { own: number; other: number }[]> {
    return page.evaluate(() => {
      const { viewer, shadowRoot } = document.querySelector(
        'rcss-viewer',
      ) as unknown as import('./index.js').RcssViewer;
      const canvas = shadowRoot!.querySelector<HTMLCanvasElement>('.actors')!;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      const { kits, camera, scene } = viewer;
      const parse = (color: string) => [1, 3, 5].map((i) => Number.parseInt(color.slice(i, i + 2), 16));
      return scene.players.map((p) => {
        const isLeft = p.side === 'l';
        const own = parse(
          (p.isGoalie ? kits[isLeft ? 'leftGoalie' : 'rightGoalie'] : kits[isLeft ? 'left' : 'right']).shirt,
        );
        const other = parse(kits[isLeft ? 'right' : 'left'].shirt);
        const radius = Math.max(p.kickRadius * camera.scale, 7.6);
        const counts = [0, 0, 0];
        const isNear = (i: number, color: readonly number[]) =>
          color.every((value, channel) => Math.abs((data[i + channel] as number) - value) < 40);
        for (let y = -radius; y <= radius; y++) {
          for (let x = -radius; x <= radius; x++) {
            if (Math.hypot(x, y) > radius * 0.95) continue;
            const px = Math.round(camera.toScreenX(p.x, p.y) + x);
            const py = Math.round(camera.toScreenY(p.x, p.y) + y);
            const i = 4 * (py * canvas.width + px);
            counts[0]!++;
            if (isNear(i, own)) counts[1]!++;
            else if (isNear(i, other)) counts[2]!++;
          }
        }
        return { own: counts[1]! / counts[0]!, other: counts[2]! / counts[0]! };
      });
    });
  }

  it('a player keeps the color of the team without stamina and in every state', async () => {
    const states = [0, 0, 0, ...Object.values(PlayerState).filter((bit) => typeof bit === 'number')].filter(
      (bit) => bit !== PlayerState.STAND && bit !== PlayerState.GOALIE,
    );
    // A dark orange opponent is close to a tired player on red ground.
    await openLog(
      createTestLog(5, (frame) => {
        frame.left.name = findTeamName('#2f6fed');
        frame.right.name = findTeamName('#ff4540');
        frame.ballX = 0;
        frame.ballY = 33;
        frame.players.forEach((p, i) => {
          p.stamina = i % 2 === 0 ? 0 : 1500;
          p.state |= states[i % states.length] as number;
        });
      }),
    );
    await saveScreenshot(page, 'tired');
    for (const [index, { own, other }] of (await readDiscs()).entries()) {
      expect([index, own > 0.3, own > other]).toEqual([index, true, true]);
    }
  });

  it('says which part of a damaged log is missing, and shows the rest', async () => {
    const log = createTestLog(300);
    const damaged = Buffer.concat([
      log.subarray(0, log.length * 0.4),
      Buffer.from('(show 12x (('),
      log.subarray(log.length * 0.45, log.length * 0.8),
    ]);
    await openLog(damaged);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    const text = (await alert.textContent()) ?? '';
    expect(text).toContain('match.rcg is damaged');
    expect(text).toMatch(/cycles 1 to 2\d\d/);
    expect(text).toMatch(/after cycle 1[12]\d/);
    expect(text).toMatch(/The end is missing, after cycle 2\d\d/);
    await saveScreenshot(page, 'damaged');
    await alert.getByRole('button', { name: 'Show what could be read' }).click();
    await alert.waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    await waitUntil('the last frame is shown', async () => (await readCycle(page)) > 200);
  });

  it('a link to a late cycle shows this cycle first', async () => {
    const shown: number[] = [];
    await openLog(readFileSync(MATCH), {
      hash: '#cycle=1400',
      prepare: async (opened) => {
        await opened.exposeFunction('reportCycle', (cycle: number) => shown.push(cycle));
        await opened.addInitScript(() => {
          const look = (): void => {
            const element = document.querySelector('rcss-viewer') as unknown as
              | import('./index.js').RcssViewer
              | null;
            const cycle = element?.viewer?.frame?.time;
            if (cycle === undefined) requestAnimationFrame(look);
            else (window as unknown as { reportCycle(cycle: number): void }).reportCycle(cycle);
          };
          requestAnimationFrame(look);
        });
      },
    });
    await waitUntil('the first picture is shown', () => shown.length > 0);
    expect(shown).toEqual([1400]);
  });

  it('the space bar plays forward after every other key', async () => {
    await openLog(createTestLog(200), { hash: '#cycle=100' });
    await waitUntil('cycle 100 is shown', async () => (await readCycle(page)) === 100);
    await page.keyboard.press('ArrowLeft');
    await waitUntil('one frame back', async () => (await readCycle(page)) === 99);
    await page.keyboard.press('Space');
    await waitUntil('it plays forward', async () => (await readCycle(page)) > 101);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await waitUntil('the first frame is shown', async () => (await readCycle(page)) === 1);
    for (let i = 0; i < 3; i++) await page.keyboard.press('Space');
    await waitUntil('it plays', async () => (await readCycle(page)) > 2);
  });

  it('a cycle after the end leads to the last one, and a changed address to its cycle', async () => {
    await openLog(createTestLog(200));
    const box = page.getByLabel(/^Cycle/);
    await box.fill('99999');
    await box.press('Enter');
    await waitForNotice(page, 'The last cycle is 200');
    await waitUntil('the last frame is shown', async () => (await readCycle(page)) === 200);
    await page.evaluate(() => {
      location.hash = '#cycle=50';
    });
    await waitUntil('cycle 50 is shown', async () => (await readCycle(page)) === 50);
  });

  it('the browser keeps its shortcuts', async () => {
    await openLog(createTestLog(20));
    const taken = await page.evaluate(() => {
      const field = document.querySelector('rcss-viewer')!.shadowRoot!.querySelector('.actors')!;
      const keys = [...'abcdefghijklmnopqrstuvwxyz0123456789+-', 'ArrowDown', 'ArrowUp', 'Enter', 'F11'];
      const names: string[] = [];
      for (const modifier of ['ctrlKey', 'metaKey', 'altKey'] as const) {
        for (const key of keys) {
          const code = /\d/.test(key) ? `Digit${key}` : '';
          const event = new KeyboardEvent('keydown', {
            key,
            code,
            [modifier]: true,
            bubbles: true,
            composed: true,
            cancelable: true,
          });
          if (!field.dispatchEvent(event)) names.push(`${modifier} ${key}`);
        }
      }
      return names;
    });
    expect(taken).toEqual([]);
    expect(await readViewer(page, (v) => v.viewer.selected)).toBe(-1);
  });

  it('curves and bars of dark kits have a contrast of at least 3 in both color schemes', async () => {
    const change = (frame: Frame): void => {
      frame.left.name = findTeamName('#1c2f7a');
      frame.right.name = findTeamName('#ffd21f');
      frame.players.forEach((p, i) => {
        p.stamina = 8000 - (frame.time * (i + 3)) / 2;
      });
    };
    await openLog(createTestLog(400, change));
    await page.getByRole('button', { name: 'Statistics' }).click();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await readViewer(page, (v) => v.viewer.stopAt('last'));
      const hasContrast = async (): Promise<boolean> => {
        const { ground, bars, curves } = await readChart();
        const isClear = (color: string) => computeContrast(color, ground) >= 2.95;
        return bars.length > 1 && curves.length > 0 && bars.every(isClear) && curves.every(isClear);
      };
      await waitUntil(`bars and curves have contrast (${colorScheme})`, hasContrast);
      await saveScreenshot(page, `statistics-${colorScheme}`);
    }
  });

  /** Reads the colors of the possession bar, of its panel, and the frequent opaque colors of the stamina curves. */
  function readChart(): Promise<{ ground: string; bars: string[]; curves: string[] }> {
    return page.evaluate(() => {
      const root = document.querySelector('rcss-viewer')!.shadowRoot!;
      const format = (channels: readonly number[]) =>
        `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
      const parse = (text: string) =>
        [...text.matchAll(/rgb\((\d+), (\d+), (\d+)\)/g)].map((found) => format(found.slice(1).map(Number)));
      const panel = root.querySelector('.panel');
      const share = root.querySelector('.share');
      const canvas = [...root.querySelectorAll<HTMLCanvasElement>('.panel canvas')].at(-1);
      if (panel === null || share === null || canvas === undefined)
        return { ground: '', bars: [], curves: [] };
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      const counts = new Map<string, number>();
      for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3]! < 255) continue;
        const color = format([data[i]!, data[i + 1]!, data[i + 2]!]);
        counts.set(color, (counts.get(color) ?? 0) + 1);
      }
      return {
        ground: parse(getComputedStyle(panel).backgroundColor)[0]!,
        bars: parse(getComputedStyle(share).backgroundImage),
        curves: [...counts].filter(([, count]) => count > 150).map(([color]) => color),
      };
    });
  }

  it('on a 4K screen the score is large, and numbers are in the middle of the players', async () => {
    await openLog(createTestLog(5), { viewport: { width: 3840, height: 2160 } });
    const box = (await page.locator('.goals').boundingBox())!;
    expect(box.height).toBeGreaterThan(60);
    await saveScreenshot(page, '4k');
    const offsets = await page.evaluate(() => {
      const { viewer, shadowRoot } = document.querySelector(
        'rcss-viewer',
      ) as unknown as import('./index.js').RcssViewer;
      const canvas = shadowRoot!.querySelector<HTMLCanvasElement>('.actors')!;
      const context = canvas.getContext('2d')!;
      const { camera, kits, scene } = viewer;
      return [1, 2, 12, 13].map((index) => {
        const p = scene.players[index]!;
        const radius = p.kickRadius * camera.scale;
        const [cx, cy] = [camera.toScreenX(p.x, p.y), camera.toScreenY(p.x, p.y)];
        const size = Math.round(radius * 1.4);
        const { data } = context.getImageData(cx - size / 2, cy - size / 2, size, size);
        const color = kits[p.side === 'l' ? 'left' : 'right'].numberColor;
        const wanted = [1, 3, 5].map((i) => Number.parseInt(color.slice(i, i + 2), 16));
        let [sx, sy, count] = [0, 0, 0];
        for (let i = 0; i < data.length; i += 4) {
          if (!wanted.every((value, channel) => Math.abs(data[i + channel]! - value) < 24)) continue;
          if (data[i + 3]! < 255) continue;
          sx += (i / 4) % size;
          sy += Math.floor(i / 4 / size);
          count++;
        }
        return { count, off: Math.hypot(sx / count - size / 2, sy / count - size / 2) / radius };
      });
    });
    for (const { count, off } of offsets) {
      expect(count).toBeGreaterThan(20);
      expect(off).toBeLessThan(0.2);
    }
  });

  it('goals on the time line are large enough to touch', async () => {
    await openLog(
      createTestLog(120, (frame) => {
        if (frame.time >= 60) frame.left.score = 1;
      }),
    );
    const mark = page.locator('.marks button');
    await mark.waitFor();
    const box = (await mark.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
  });

  it.each(['dark', 'light'] as const)(
    'the page has the color scheme that the user prefers (%s)',
    async (colorScheme) => {
      await openLog(createTestLog(20), { colorScheme });
      const ground = await page.evaluate(
        () => getComputedStyle(document.querySelector('rcss-viewer')!).backgroundColor,
      );
      expect(ground.match(/\d+/g)!.map(Number)[0]! > 128).toBe(colorScheme === 'light');
    },
  );

  it(
    'goals have scorer, assist and minute; halves are marked; the time line has a preview',
    async () => {
      await openLog(readFileSync(MATCH), { hash: '#cycle=1400' });
      await waitUntil('cycle 1400 is shown', async () => (await readCycle(page)) === 1400);
      await waitUntil(
        'the scorers are known',
        async () => (await readViewer(page, (v) => v.viewer.goalDetails.count)) >= 1,
      );
      await page.keyboard.press('Space');
      const details = /GOAL!\s*HELIOS_R\s+0 : 1\s+by \d+(, pass by \d+)?, minute 3/;
      await waitForNotice(page, details);
      await saveScreenshot(page, 'goal-details');
      await page.getByRole('button', { name: /^Events/ }).click();
      const first = page.locator('.list button', { hasText: 'Goal for HELIOS_R' });
      await first.waitFor();
      expect(await first.textContent()).toMatch(/Goal for HELIOS_R\s+0 : 1, by \d+/);
      await waitUntil('half-time and full time are marked', async () => {
        const labels = await page
          .locator('.marks span')
          .evaluateAll((marks) => marks.map((mark) => (mark as HTMLElement).dataset['label']));
        return labels.join() === 'HT,FT';
      });
      const track = (await page.locator('.track').boundingBox())!;
      await page.mouse.move(track.x + track.width / 2, track.y + track.height / 2);
      const preview = page.locator('.preview');
      await preview.waitFor();
      expect(await preview.textContent()).toMatch(/HELIOS_L 0 : 1 HELIOS_R, 0[45]:\d\d, cycle [23]\d{3}/);
      await saveScreenshot(page, 'preview');
      await page.mouse.move(300, 300);
      await preview.waitFor({ state: 'hidden' });
    },
    SLOW_MS,
  );
});
