import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const program = join(import.meta.dirname, '../dist/main.js');
const isBuilt = existsSync(program);
if (!isBuilt) process.stderr.write(`skipped, not built: ${program}\n`);
/** Chromium of the system; without it these tests are skipped. */
const CHROMIUM = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== '' && existsSync(path));
if (CHROMIUM === undefined) process.stderr.write('skipped: no Chromium found (set CHROMIUM to its path)\n');
/** Pictures of the pages are kept in this folder when it is set. */
const PICTURES = process.env['PAGE_PICTURES'];
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const DOCUMENT = `
version: 1
name: Spring cup
teams:
  - { name: Foxes, start: demo, color: '#d02030', crest: foxes.svg }
  - { name: Herons, start: demo }
  - { name: Chasers, module: '@rcss/agent/chasers' }
format: { type: round-robin, matches: 1 }
match: { clock: real-time, stop: { cycles: 60 }, parameters: { server: { half_time: 30 } } }
seeds: 1
`;

const CREST =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><path fill="#d02030" d="M0 0h64v64z"/></svg>';

const SIZES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desk: { width: 1440, height: 900 },
};

describe.skipIf(!isBuilt || CHROMIUM === undefined)('the page of a run in Chromium', () => {
  let folder: string;
  let document: string;
  let browser: Browser;
  let address: string;
  let page: Page;
  const children = new Set<ChildProcess>();
  const problems: string[] = [];

  function start(...args: readonly string[]): ChildProcess {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  }

  function readLine(child: ChildProcess): Promise<string> {
    return new Promise((resolve) =>
      child.stdout!.setEncoding('utf8').once('data', (text: string) => resolve(text.trim())),
    );
  }

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: SIZES.desk, ...options });
    const opened = await context.newPage();
    opened.on('pageerror', (error) => problems.push(error.message));
    opened.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await opened.goto(new URL(path, address).href);
    return opened;
  }

  async function keepPicture(opened: Page, name: string): Promise<void> {
    if (PICTURES === undefined) return;
    mkdirSync(PICTURES, { recursive: true });
    await opened.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rcss serve é-'));
    document = join(folder, 'cup.yaml');
    writeFileSync(document, DOCUMENT);
    writeFileSync(join(folder, 'foxes.svg'), CREST);
    address = await readLine(start('serve', document, '--port', '0'));
    browser = await chromium.launch({
      executablePath: CHROMIUM as string,
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-sync'],
    });
    page = await open('/');
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    const ended = [...children].map((child) => new Promise((resolve) => child.once('exit', resolve)));
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(ended);
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  test('waits for a run that has not begun', async () => {
    await expect.poll(() => page.locator('#summary').textContent()).toContain('has no results yet');
    await expect.poll(() => page.locator('#connection').textContent()).toBe('Live');
  });

  test('shows running matches without a reload, and a running match in the viewer', async () => {
    start('run', document, '--quiet', '--parallel', '2', '--publish', join(folder, 'public'));
    const watch = page.getByRole('link', { name: /^Watch league/ }).first();
    await watch.waitFor({ timeout: 30_000 });
    await keepPicture(page, 'running-desk-light');
    const watched = await open((await watch.getAttribute('href'))!);
    // The title is that of the frames.
    await expect.poll(() => watched.title(), { timeout: 20_000 }).toMatch(/\S+ \d+ : \d+ \S+/);
    await keepPicture(watched, 'watch');
    await watched.context().close();
  }, 60_000);

  test('lists finished matches while the run goes on, and opens their logs', async () => {
    const link = page.locator('#match-list tbody td:first-child a').first();
    await link.waitFor({ timeout: 60_000 });
    const log = await open((await link.getAttribute('href'))!);
    const lastTime = () =>
      log.evaluate(() => {
        const element = globalThis.document.querySelector('rcss-viewer') as unknown as {
          viewer: { frame: { time: number } | null };
        };
        return element.viewer.frame?.time ?? -1;
      });
    await expect.poll(lastTime, { timeout: 10_000 }).toBeGreaterThanOrEqual(0);
    await log.context().close();
    const files = await page.locator('#match-list a[href$="/files"]').first().getAttribute('href');
    const list = await open(files!);
    expect(await list.getByRole('link', { name: /\.rcg\.gz$/ }).count()).toBe(1);
    await list.context().close();
  }, 90_000);

  test('shows the result at the end of the run', async () => {
    await expect
      .poll(() => page.locator('#summary').textContent(), { timeout: 90_000 })
      .toContain('3 of 3 matches, finished');
    expect(await page.locator('#running').textContent()).toBe('');
    expect(await page.locator('#match-list tbody tr').count()).toBe(3);
  }, 100_000);

  test('the filter shows the matches of a team, by keyboard and without a script', async () => {
    await page.locator('select[name=team]').focus();
    await page.keyboard.type('Foxes');
    await expect.poll(() => page.locator('#match-list tbody tr').count()).toBe(2);
    expect(new URL(page.url()).search).toBe('?team=Foxes');
    const plain = await open('/', { javaScriptEnabled: false });
    await plain.locator('select[name=team]').selectOption('Herons');
    await plain.getByRole('button', { name: 'Show' }).click();
    await plain.waitForURL(/team=Herons/);
    expect(await plain.locator('#match-list tbody tr').count()).toBe(2);
    await plain.context().close();
  });

  test.each(
    (['phone', 'tablet', 'desk'] as const).flatMap((size) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ size, colorScheme })),
    ),
  )(
    'has no fault of accessibility and fits: $size, $colorScheme',
    async ({ size, colorScheme }) => {
      const opened = await open('/', { viewport: SIZES[size], colorScheme });
      await expect.poll(() => opened.locator('#connection').textContent()).toBe('Live');
      await keepPicture(opened, `results-${size}-${colorScheme}`);
      const overflow = await opened.evaluate(
        () => globalThis.document.documentElement.scrollWidth - globalThis.innerWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
      const cut = await opened
        .locator('.wide caption')
        .evaluateAll((captions) =>
          captions
            .filter(
              (caption) =>
                caption.getBoundingClientRect().right >
                caption.closest('.wide')!.getBoundingClientRect().right + 1,
            )
            .map((caption) => caption.textContent),
        );
      expect(cut).toEqual([]);
      // The columns of a table up to the points.
      const tables = await opened
        .locator('.wide[aria-label=league]')
        .evaluateAll((boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth));
      expect(tables).toEqual([0]);
      // The policy of the page refuses inline scripts; the DevTools protocol is not bound to it.
      const session = await opened.context().newCDPSession(opened);
      await session.send('Runtime.evaluate', { expression: readFileSync(AXE, 'utf8') });
      const { result } = await session.send('Runtime.evaluate', {
        expression: `axe.run().then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])))`,
        awaitPromise: true,
      });
      expect(JSON.parse(String(result.value))).toEqual([]);
      await opened.context().close();
    },
    30_000,
  );

  /** Sizes of the crests that are loaded. */
  const listCrests = (opened: Page, selector: string) =>
    opened
      .locator(selector)
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));

  test('crests are in the page of the run and on the score board of the viewer', async () => {
    expect(new Set(await listCrests(page, '#tables img.crest'))).toEqual(new Set([64]));
    const link = page.locator('#match-list tr', { hasText: 'Foxes' }).first().locator('td:first-child a');
    const log = await open((await link.getAttribute('href'))!);
    await expect.poll(() => listCrests(log, 'rcss-viewer .team img.crest:not([hidden])')).toEqual([64]);
    await keepPicture(log, 'viewer-crest');
    await log.context().close();
  }, 30_000);

  test('the public screen shows one slide after the other, and fits', async () => {
    const screen = await open('/screen?seconds=3', { reducedMotion: 'reduce' });
    const shown = () => screen.locator('.slide.shown').getAttribute('id');
    const first = await shown();
    expect(await screen.locator('.slide.shown').count()).toBe(1);
    await keepPicture(screen, 'screen');
    // A match is shown for five times as long as another slide.
    await expect.poll(shown, { timeout: 30_000 }).not.toBe(first);
    const overflow = await screen
      .locator('.slide .body')
      .evaluateAll((mains) => mains.map((main) => main.scrollHeight - main.clientHeight));
    expect(Math.max(...overflow)).toBeLessThanOrEqual(0);
    await screen.context().close();
  }, 60_000);

  test('every match is published with the crest of its team', () => {
    const index = readFileSync(join(folder, 'public/index.html'), 'utf8');
    expect(index.match(/class="text"/g)).toHaveLength(3);
    const names = readdirSync(join(folder, 'public/matches'));
    expect(readFileSync(join(folder, 'public/matches', names[0]!, 'index.html'), 'utf8')).toContain(
      '"crests":{"Foxes":"../../crests/',
    );
  });

  test('no page reported an error', () => {
    expect(problems).toEqual([]);
  });
});
