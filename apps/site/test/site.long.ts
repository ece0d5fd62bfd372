import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { RcssMatch } from '@rcss/viewer';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  findSmallControls,
  findViolations,
  PageBrowser,
  readText,
  saveScreenshot,
  waitForPicture,
  waitUntil,
} from '../../../packages/study/viewer/test/browser.js';
import { KICK_COUNT } from '../src/figures/kick-noise.js';
import { MATCH_PARTS, type MatchPart } from '../src/figures/match-parts.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The folder on the server: the site works at any path. */
const BASE = '/some/folder/';
/** One page of each kind, and the pages with figures. */
const PAGES = [
  'index.md',
  'start.md',
  'learn/watching.md',
  'inside/decisions/index.md',
  'packages/index.md',
  'reference/index.md',
  'reference/exit-codes.md',
  'reference/cli/rcss-clang.md',
  'reference/api/@rcss/sexp.md',
  'specification/index.md',
  'specification/04-sensors.md',
  'specification/05-simulation.md',
  'specification/05b-heterogeneous-players.md',
  'specification/06-referee.md',
  'learn/tutorials/agent-in-python.md',
  'learn/tutorials/agent-in-typescript.md',
];
/** Pages whose whole text is checked; the long chapters have nothing that the others do not have. */
const CHECKED_PAGES = PAGES.filter((page) => !/0[456]-/.test(page)).map(toHtml);
const FIGURE_PAGES: Readonly<Record<string, string>> = {
  goal: 'learn/watching.html',
  'kick-noise': 'specification/05-simulation.html',
  offside: 'specification/06-referee.html',
  stamina: 'specification/05-simulation.html',
  vision: 'specification/04-sensors.html',
};
const FIGURES = Object.keys(FIGURE_PAGES);
const MATCHES = Object.keys(MATCH_PARTS);
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
const LIMIT_MS = 600_000;

function toHtml(page: string): string {
  return page.replace(/\.md$/, '.html');
}

/** Numbers of an attribute of all elements. */
const readNumbers = (elements: Locator, name: string): Promise<number[]> =>
  elements.evaluateAll((all, attribute) => all.map((e) => Number(e.getAttribute(attribute))), name);

const readMatch = <T>(page: Page, read: (match: RcssMatch) => T): Promise<T> =>
  page.evaluate(`(${read.toString()})(document.querySelector('rcss-match'))`) as Promise<T>;

describe.skipIf(CHROMIUM === undefined)('the documentation site', () => {
  const browser = new PageBrowser();
  let folder: string;
  let server: Server;
  let address: string;
  /** Paths that the pages requested. */
  const requests: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rcss-site-'));
    const build = ['build', '--base', BASE, '--pages', PAGES.join(','), '--out', folder];
    await promisify(execFile)(
      process.execPath,
      [
        '--conditions=@rcss/source',
        '--import',
        'tsx',
        join(ROOT, 'apps', 'site', 'scripts', 'site.mjs'),
        ...build,
      ],
      { cwd: ROOT, env: { ...process.env, NODE_ENV: undefined }, maxBuffer: 1 << 24 },
    );
    server = createServer(({ url = '' }, response) => {
      requests.push(url);
      const name = decodeURI(url.replace(/[?#].*$/, '').slice(BASE.length)) || 'index.html';
      try {
        const body = readFileSync(join(folder, name));
        response.setHeader('content-type', TYPES[extname(name)] ?? 'application/octet-stream');
        response.end(body);
      } catch {
        // As static servers do.
        response.writeHead(404, { 'content-type': 'text/html' }).end(readFileSync(join(folder, '404.html')));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`;
    await browser.start('');
  }, LIMIT_MS);

  afterEach(async () => {
    await browser.closePages();
    expect(browser.problems.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    await browser.close();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens a page; with JavaScript, returns it when its components run. */
  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await browser.openUrl(address + path, options);
    if (options.javaScriptEnabled !== false)
      await waitUntil('the components run', () =>
        page.evaluate(() => '__vue_app__' in (document.querySelector('#app') ?? {})),
      );
    return page;
  }

  /** Opens the page of a figure and scrolls to it; returns both when it runs. */
  async function openFigure(
    name: string,
    options?: BrowserContextOptions,
  ): Promise<{ page: Page; figure: Locator }> {
    const page = await open(FIGURE_PAGES[name] as string, options);
    const figure = page.locator(`[data-figure=${name}]`);
    await figure.scrollIntoViewIfNeeded();
    await page.locator(`.is-live[data-figure=${name}]`).waitFor();
    const part = MATCH_PARTS[name as keyof typeof MATCH_PARTS] as MatchPart | undefined;
    if (part !== undefined) {
      // The first frames are shown while the log is read; the figure moves on when all of it is there.
      await waitUntil('the log is read', () =>
        readMatch(page, ({ source }) => source?.isGrowing === false && source.last > 0),
      );
      const isPlaying = part.isPlaying && options?.reducedMotion !== 'reduce';
      await waitUntil(isPlaying ? 'the match plays' : 'the shown frame', async () =>
        isPlaying
          ? readMatch(page, (match) => match.isPlaying)
          : (await readMatch(page, ({ viewer, source }) => viewer.frameIndex - (source?.first ?? 0))) ===
            part.shown,
      );
      await waitForPicture(page);
    }
    return { page, figure };
  }

  it.each(FIGURES)('without JavaScript, %s is a still picture with a text', async (name) => {
    const page = await open(FIGURE_PAGES[name] as string, { javaScriptEnabled: false });
    const picture = page.locator(`[data-figure=${name}] img`);
    await picture.scrollIntoViewIfNeeded();
    await waitUntil('the picture is loaded', () =>
      picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 300),
    );
    expect(await picture.isVisible()).toBe(true);
    expect((await picture.getAttribute('alt'))?.length).toBeGreaterThan(20);
  });

  it('the code of a figure is loaded when the figure is nearly visible', async () => {
    requests.length = 0;
    const page = await open(FIGURE_PAGES['stamina'] as string);
    await page.locator('[data-figure=stamina] img').waitFor();
    await page.waitForLoadState('networkidle');
    const isLoaded = (name: string) => requests.some((url) => url.includes(`/${name}`));
    expect([isLoaded('stamina-live'), isLoaded('kick-noise-live'), isLoaded('match-live')]).toEqual([
      false,
      false,
      false,
    ]);
    await page.locator('[data-figure=stamina]').scrollIntoViewIfNeeded();
    await page.locator('.is-live[data-figure=stamina]').waitFor();
    expect([isLoaded('stamina-live'), isLoaded('match-live')]).toEqual([true, false]);
    expect(await page.locator('[data-figure=stamina] img').isVisible()).toBe(false);
  });

  it('kick noise: 200 balls and noise vectors within the documented limit; another kick has others', async () => {
    const { page, figure } = await openFigure('kick-noise');
    const readNoise = async () => {
      const dots = figure.locator('.noise circle');
      const [x = Number.NaN, y = Number.NaN, limit = Number.NaN] = await figure
        .locator('circle[fill=none]')
        .evaluate((circle) => ['cx', 'cy', 'r'].map((name) => Number(circle.getAttribute(name))));
      const xs = await readNumbers(dots, 'cx');
      const ys = await readNumbers(dots, 'cy');
      return { limit, lengths: xs.map((dx, i) => Math.hypot(dx - x, (ys[i] as number) - y)), xs };
    };
    const first = await readNoise();
    expect(first.lengths).toHaveLength(KICK_COUNT);
    // Coordinates have two decimals.
    expect(Math.max(...first.lengths)).toBeLessThanOrEqual(first.limit + 0.02);
    expect(Math.max(...first.lengths)).toBeGreaterThan(0.95 * first.limit);
    const mean = first.lengths.reduce((sum, length) => sum + length, 0) / KICK_COUNT;
    // A uniform length has the mean limit / 2 and the deviation limit / √12; 4 deviations of the mean.
    expect(Math.abs(mean - first.limit / 2)).toBeLessThan((4 * first.limit) / Math.sqrt(12 * KICK_COUNT));
    expect(await figure.locator('.balls circle').count()).toBe(KICK_COUNT);
    expect(await readText(page, '[data-figure=kick-noise] output')).toContain(
      '0.104 m/cycle² at most by the formula',
    );

    await figure.getByRole('button', { name: 'Kick 200 times' }).press('Enter');
    await waitUntil('the balls have arrived', async () => {
      const xs = await readNumbers(figure.locator('.balls circle'), 'cx');
      return xs.length === KICK_COUNT && xs.every((x) => x > 400);
    });
    const second = await readNoise();
    expect(second.xs).not.toEqual(first.xs);
    expect(Math.max(...second.lengths)).toBeLessThanOrEqual(first.limit + 0.02);

    await figure.getByLabel('Power').press('Home');
    const weak = await readNoise();
    expect(weak.limit).toBeCloseTo(first.limit / 10, 1);
    expect(Math.max(...weak.lengths)).toBeLessThanOrEqual(weak.limit + 0.02);
    await figure.getByLabel('movement noise of the ball').press('Space');
    expect(await readText(page, '[data-figure=kick-noise] output')).toContain(
      'kick noise and movement noise',
    );
  });

  it('vision: the player looks to the pointer, and keys turn it', async () => {
    const { page, figure } = await openFigure('vision');
    const text = () => readText(page, '[data-figure=vision] output');
    const message = () => readText(page, '[data-figure=vision] code');
    expect(await text()).toContain('looks in direction 10° with a normal view (120°)');
    const before = await message();
    expect(before).toMatch(/^\(see 1 \(\(f c\) /);
    const picture = figure.locator('.figure-picture');
    const box = await picture.boundingBox();
    if (box === null) throw new Error('the picture has no place');
    // Above the player: direction -90.
    await picture.hover({ position: { x: (box.width * (58.5 - 12)) / 117, y: 5 } });
    await waitUntil('the player looks to the pointer', async () =>
      (await text()).includes('looks in direction -90° with a normal view'),
    );
    // The picture does not follow a pointer outside of it.
    await page.mouse.move(0, 0);
    expect(await message()).not.toBe(before);
    expect(await figure.locator('.seen').count()).toBeLessThan(22);

    const direction = figure.getByLabel('Direction');
    await direction.press('ArrowRight');
    await direction.press('ArrowRight');
    expect(await text()).toContain('looks in direction -88°');
    const seenBefore = await figure.locator('.seen').count();
    await figure.getByLabel('View').selectOption('wide');
    expect(await text()).toContain('with a wide view (180°)');
    expect(await figure.locator('.seen').count()).toBeGreaterThan(seenBefore);
    expect((await figure.locator('.seen').count()) + (await figure.locator('.hidden').count())).toBe(22);
  });

  it('stamina: the power of the dashes decides when the stamina is used up', async () => {
    const { page, figure } = await openFigure('stamina');
    const text = () => readText(page, '[data-figure=stamina] output');
    expect(await text()).toContain('After 102 cycles the stamina is at 30 %');
    await figure.getByLabel('Cycles of rest in 10').press('End');
    expect(await text()).toContain('in 1 of 10 cycles');
    expect(await text()).toContain('The stamina stays above 30 %');
    await figure.getByLabel('Power').press('Home');
    expect(await text()).toContain('It runs 0 m');
  });

  it('offside: the part of the match has the pass, the offside line and the call', async () => {
    const { page, figure } = await openFigure('offside');
    const state = await readMatch(page, (match) => {
      const { viewer, source } = match;
      const frame = viewer.frame;
      if (source === null || frame === undefined) throw new Error('no frame');
      const calls: string[] = [];
      for (let index = source.first; index <= source.last; index++)
        calls.push(source.getFrame(index)?.playMode ?? '');
      return {
        isPlaying: match.isPlaying,
        hasLine: viewer.options.showOffsideLine,
        index: viewer.frameIndex - source.first,
        modes: [...new Set(calls)],
      };
    });
    expect(state).toMatchObject({ isPlaying: false, hasLine: true, index: MATCH_PARTS.offside.shown });
    // The clock stands still at the call, so the frames can have the mode after it alone.
    expect(state.modes[0]).toBe('play_on');
    expect(state.modes.slice(1).join()).toMatch(/offside_[lr]|free_kick_[lr]/);
    const cycle = await readMatch(page, (match) => match.cycle);
    await figure.getByRole('button', { name: /^Play/ }).first().press('Enter');
    await waitUntil('the match plays', () => readMatch(page, (match) => match.isPlaying));
    await waitUntil('the match goes on', () =>
      page.evaluate((before) => (document.querySelector('rcss-match') as RcssMatch).cycle > before, cycle),
    );
  });

  it('goal: the part plays by itself and ends with a goal; it waits if the user asked for little motion', async () => {
    const { page } = await openFigure('goal');
    const scores = await readMatch(page, ({ source }) => {
      const total = (index: number) => {
        const frame = source?.getFrame(index);
        return (frame?.left.score ?? 0) + (frame?.right.score ?? 0);
      };
      return [total(source?.first ?? 0), total(source?.last ?? 0)];
    });
    expect(scores[1]).toBe((scores[0] as number) + 1);
    await browser.closePages();
    const still = await openFigure('goal', { reducedMotion: 'reduce' });
    expect(await readMatch(still.page, (match) => match.isPlaying)).toBe(false);
    expect(
      await readMatch(still.page, ({ viewer, source }) => viewer.frameIndex - (source?.first ?? 0)),
    ).toBe(MATCH_PARTS.goal.shown);
  });

  describe('the start page', () => {
    const still = (page: Page) => page.locator('.hero-match img');
    /** Scripts of the match that were requested. */
    const listMatchScripts = () => requests.filter((path) => /hero-(?:match|worker)/.test(path));

    it('shows a still picture without a script', async () => {
      const page = await open('index.html', { javaScriptEnabled: false });
      await still(page).waitFor();
      await waitUntil('the picture is loaded', () =>
        still(page).evaluate((image) => (image as HTMLImageElement).naturalWidth > 600),
      );
    });

    it.each([
      [390, 844],
      [820, 1180],
      [1280, 800],
      [1920, 1080],
    ])(
      '%d × %d: plays a match in the page, which goes on, pauses and covers nothing',
      async (width, height) => {
        const plain = await open('index.html', { viewport: { width, height }, javaScriptEnabled: false });
        const picture = await still(plain).boundingBox();
        const page = await open('index.html', { viewport: { width, height } });
        await waitUntil('the match plays', () =>
          page.evaluate(() => {
            const match = document.querySelector<RcssMatch>('.hero-match rcss-match');
            return match?.isPlaying === true && match.cycle > 1;
          }),
        );
        const read = () => readMatch(page, ({ cycle, source }) => [cycle, source?.last ?? 0] as const);
        const [cycle, last] = await read();
        // More than the frames that were played before the first one was shown.
        await waitUntil('it goes on', async () => (await read())[1] > last && (await read())[0] > cycle);
        expect(
          await readMatch(page, ({ viewer }) => viewer.frame?.players.filter((p) => p.state > 0).length),
        ).toBe(22);
        await saveScreenshot(page, `site-hero-${width}`);
        const match = (await page.locator('.hero-match rcss-match').boundingBox())!;
        expect([match.width, match.height]).toEqual([picture?.width, picture?.height]);
        const features = (await page.locator('.VPFeatures').boundingBox())!;
        expect(features.y).toBeGreaterThan(match.y + match.height);
        await page.locator('.hero-match').getByRole('button', { name: 'Pause' }).click();
        expect(await readMatch(page, ({ isPlaying }) => isPlaying)).toBe(false);
        await page.locator('.hero-match').getByRole('button', { name: 'Play' }).click();
        expect(await readMatch(page, ({ isPlaying }) => isPlaying)).toBe(true);
      },
    );

    it('the texts of the buttons are in their middle, for fingers too', async () => {
      const viewport = { width: 390, height: 844 };
      const page = await open('index.html', { viewport, hasTouch: true, isMobile: true });
      const distances = await page.locator('.VPHero .VPButton').evaluateAll((buttons) =>
        buttons.map((button) => {
          const range = document.createRange();
          range.selectNodeContents(button);
          const [text, box] = [range.getBoundingClientRect(), button.getBoundingClientRect()];
          return Math.abs(text.top + text.bottom - box.top - box.bottom) / 2;
        }),
      );
      expect(distances.length).toBeGreaterThan(0);
      expect(Math.max(...distances)).toBeLessThan(1);
    });

    it('loads and plays nothing by itself if the user asked for little motion; a button does it', async () => {
      requests.length = 0;
      const page = await open('index.html', { reducedMotion: 'reduce' });
      const button = page.getByRole('button', { name: 'Watch a match' });
      await button.waitFor();
      expect(listMatchScripts()).toEqual([]);
      await button.click();
      await waitUntil('the match plays', () =>
        page.evaluate(() => (document.querySelector<RcssMatch>('.hero-match rcss-match')?.cycle ?? -1) > 1),
      );
      expect(listMatchScripts().length).toBeGreaterThan(0);
    });
  });

  describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
    it.each(FIGURES)('%s has no accessibility violations, wide and on a phone', async (name) => {
      for (const width of [1280, 360]) {
        const { page } = await openFigure(name, {
          colorScheme,
          viewport: { width, height: 800 },
          reducedMotion: 'reduce',
        });
        expect(await findViolations(page, { part: `[data-figure=${name}]` })).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        if (MATCHES.includes(name))
          expect(await page.locator('rcss-match').getAttribute('theme')).toBe(colorScheme);
        await saveScreenshot(page, `figure-${name}-${colorScheme}-${width}`);
        await browser.closePages();
      }
    });

    it.each(CHECKED_PAGES)('%s: each control has 44 pixels for fingers, also in the menus', async (path) => {
      const page = await open(path, {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
      // Links without a class belong to the text.
      const find = async () =>
        (await findSmallControls(page)).filter((control) => !control.startsWith('a. '));
      const small = new Set(await find());
      for (const menu of [
        '.VPNavBarHamburger',
        '.VPLocalNav .menu',
        '.VPLocalNav .VPLocalNavOutlineDropdown > button',
      ]) {
        const button = page.locator(menu);
        if (!(await button.isVisible())) continue;
        await button.click();
        await saveScreenshot(page, `fingers-${path.replace(/\W+/g, '-')}-${menu.replace(/\W+/g, '-')}`);
        for (const control of await find()) small.add(control);
        await page.reload();
      }
      expect([...small]).toEqual([]);
    });

    it.each(CHECKED_PAGES)('%s has no accessibility violations, wide and on a phone', async (path) => {
      for (const width of [1280, 360]) {
        const page = await open(path, { colorScheme, viewport: { width, height: 800 } });
        await page.getByRole('main').waitFor();
        expect(await findViolations(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await saveScreenshot(page, `site-${path.replace(/\W+/g, '-')}-${colorScheme}-${width}`);
        await browser.closePages();
      }
    });
  });

  it('an address without a page leads to a search for its words', async () => {
    const page = await open('use/sensors.html');
    expect(await page.locator('h1').textContent()).toBe('There is no page at this address');
    await page.getByRole('button', { name: 'Search for it' }).click();
    expect(await page.getByRole('searchbox').inputValue()).toBe('use sensors');
    await page.locator('.VPLocalSearchBox .result').first().waitFor();
    await page.keyboard.press('Escape');
    expect(await findViolations(page)).toEqual([]);
  });

  it('a page of the API has an example and a table of the exports, whose links lead to them', async () => {
    const page = await open('reference/api/@rcss/sexp.html');
    expect(await page.locator('main div[class*=language-]').first().textContent()).toContain(
      "from '@rcss/sexp'",
    );
    const table = page.locator('main table').first();
    expect(await table.locator('th').allTextContents()).toEqual(['export', 'kind', 'contents']);
    const links = table.locator('td:first-child a');
    expect(await links.count()).toBeGreaterThan(10);
    for (const link of await links.all()) {
      const anchor = (await link.getAttribute('href'))!.slice(1);
      const heading = page.locator(`h3[id="${anchor}"]`);
      expect(await heading.textContent()).toContain((await link.textContent())!);
    }
  });

  it('the home page is a main landmark also after navigation', async () => {
    const page = await open('start.html');
    await page.getByRole('link', { name: 'RCSS', exact: true }).first().click();
    await page.locator('.VPHome').waitFor();
    await waitUntil('there is one main landmark', async () => (await page.getByRole('main').count()) === 1);
  });
});
