import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import createChasers from '@rcss/agent/chasers';
import { createLocalMatch } from '@rcss/agent/local';
import { openLog } from '@rcss/logs';
import { digest } from '@rcss/simulator';
import type { Viewer } from '@rcss/viewer';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  findViolations,
  PageBrowser,
  resizePage,
  saveScreenshot,
  waitForNotice,
  waitUntil,
} from '../../../packages/study/viewer/test/browser.js';
import { LESSONS } from '../src/lessons/lessons.js';
import { encodeFragment } from '../src/permalink.js';
import { formatDigest } from '../src/run-match.js';
import createFirstTeam from '../src/teams/first-team.js';
import { type PageServer, startPageServer } from './page-server.js';

/** Limit for what the page does, ms. */
const LIMIT_MS = 120_000;

/** A part of a match between real teams. */
const CLIP = new URL('../../../packages/study/stats/testdata/clips/06.rcg.gz', import.meta.url);

const readStatus = (page: Page) => page.locator('#status');
const lessonPage = readFileSync(new URL('../../../docs/learn/lesson-files.md', import.meta.url), 'utf8');
const firstTeam = readFileSync(new URL('../src/teams/first-team.ts', import.meta.url), 'utf8');

describe.skipIf(CHROMIUM === undefined)('the playground', () => {
  const browser = new PageBrowser();
  let server: PageServer;
  let address: string;
  let requests: readonly string[];

  beforeAll(async () => {
    server = await startPageServer();
    ({ address, requests } = server);
    await browser.start('');
  }, 2 * LIMIT_MS);

  afterEach(async () => {
    await browser.closePages();
    expect(browser.problems.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    await browser.close();
    server?.close();
  });

  /** Opens the page with a team of a link, which does not run by itself. */
  async function openTeam(code: string, cycles = 100, options = {}): Promise<Page> {
    const page = await browser.openUrl(
      `${address}#${await encodeFragment({ code, seed: 5, cycles })}`,
      options,
    );
    page.setDefaultTimeout(LIMIT_MS);
    await page.locator('.cm-content').waitFor();
    await waitForStatus(page, 'This team comes from a link');
    return page;
  }

  const run = (page: Page) => page.locator('#run').click();

  const waitForStatus = (page: Page, text: string | RegExp) =>
    readStatus(page).filter({ hasText: text }).waitFor({ timeout: LIMIT_MS });

  /** Waits until a match has ended and its viewer shows it: it plays, or has played. */
  async function waitForMatch(page: Page): Promise<void> {
    await waitForStatus(page, 'Digest');
    await waitUntil(
      'the match is shown',
      () =>
        page.evaluate(() => {
          const { viewer } = document.getElementById('now') as unknown as { viewer: Viewer };
          const { source, frame, playback } = viewer;
          const isRead = source !== null && source.isGrowing === false && frame !== null;
          return isRead && (playback.isPlaying || playback.position > 0);
        }),
      LIMIT_MS,
    );
  }

  it('loads less than 295 kB of compressed scripts before its editor, which follows the first match', async () => {
    const before = requests.length;
    const page = await browser.openUrl(address);
    page.setDefaultTimeout(LIMIT_MS);
    await page.locator('#lesson:enabled').waitFor();
    await waitForStatus(page, 'Digest');
    await page.locator('.cm-content').waitFor();
    const loaded = [...new Set(requests.slice(before))].filter((path) => path.endsWith('.js'));
    const scripts = loaded.slice(
      0,
      loaded.findIndex((path) => path.includes('/editor-')),
    );
    // The scripts of the page, of the engine and of the team.
    for (const name of ['engine-worker', 'team-worker', 'lesson-panel'])
      expect(scripts.filter((path) => path.includes(`/${name}-`))).toHaveLength(1);
    expect(scripts.filter((path) => /compile|create-panels|debug-files/.test(path))).toEqual([]);
    const sizes = scripts.map((path) => gzipSync(server.read(path)).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(295_000);
  });

  it('loads the panels of the viewer when one is opened, and says so if they cannot be loaded', async () => {
    const page = await openTeam(firstTeam);
    await run(page);
    await waitForStatus(page, 'Digest');
    const button = page.locator('#now').getByRole('button', { name: 'Events and messages (M)' });
    await page.route('**/create-panels-*.js', (route) => route.abort());
    await button.click();
    await waitForNotice(page, 'The panel cannot be loaded. Load the page again.');
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    // The browser reports the request that was refused.
    browser.problems.splice(0);
    await page.unrouteAll();
    await page.reload();
    await page.locator('.cm-content').waitFor();
    await run(page);
    await waitForStatus(page, 'Digest');
    await button.focus();
    // The panel that was asked for last is opened.
    await page.keyboard.press('d');
    await page.keyboard.press('m');
    await page.locator('#now').getByRole('heading', { name: 'Events' }).waitFor();
    expect(await page.locator('#now').getByRole('complementary').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await page.locator('#now').getByRole('complementary').count()).toBe(0);
    // The field, so that the space bar starts and stops the match.
    const field = page.locator('#now').locator('.actors');
    expect(await field.evaluate((node) => node.matches(':focus'))).toBe(true);
  });

  it('every control of the viewer works: 3D view, words, values, statistics, clips', async () => {
    const page = await openTeam(firstTeam);
    await run(page);
    await waitForMatch(page);
    const viewer = page.locator('#now');
    const openTab = (name: string) => viewer.getByRole('button', { name, exact: false }).click();
    await openTab('Statistics');
    await viewer.getByRole('button', { name: 'Players', exact: true }).first().waitFor();
    await openTab('Save clips and pictures');
    await viewer.getByRole('button', { name: 'Begin here' }).click();
    await viewer.getByRole('button', { name: 'End here' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      viewer.getByRole('button', { name: 'Save the clip' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.(gif|mp4|webm)$/);
    await viewer.locator('.actors').focus();
    await page.keyboard.press('y');
    await viewer.getByRole('log', { name: 'The moment in words' }).waitFor();
    await page.evaluate(() =>
      (document.getElementById('now') as unknown as { viewer: Viewer }).viewer.setOption('showValues', true),
    );
    await viewer.getByRole('region', { name: 'Value of the match' }).waitFor();
    await page.keyboard.press('Escape');
    await viewer.locator('.spatial-toggle').click();
    await viewer.locator('.spatial-toggle[aria-pressed=true]').waitFor();
  });

  it('a game log of other teams goes on from the cycle that is shown, and says what the log does not contain', async () => {
    const page = await openTeam(firstTeam);
    await page.locator('#file').setInputFiles(fileURLToPath(CLIP));
    await waitForStatus(page, '06.rcg.gz is open.');
    const [left, right] = await page.locator('#side option').allTextContents();
    expect(left).not.toBe(right);
    await page.locator('#side').selectOption('r');
    const time = await page.evaluate(() => {
      const { viewer } = document.getElementById('now') as unknown as { viewer: Viewer };
      viewer.stopAt('first');
      viewer.seek(30);
      return viewer.source?.getFrame(30)?.time;
    });
    await waitUntil('frame 30 is shown', () =>
      page.evaluate(
        () => (document.getElementById('now') as unknown as { viewer: Viewer }).viewer.frameIndex === 30,
      ),
    );
    await page.locator('#continue').click();
    await waitForMatch(page);
    const first = await page.evaluate(() => {
      const { source } = (document.getElementById('now') as unknown as { viewer: Viewer }).viewer;
      const frame = source?.getFrame(0);
      return { time: frame?.time, names: [frame?.left.name, frame?.right.name] };
    });
    expect(first).toEqual({ time: time! + 1, names: [left, right] });
    await page.locator('#unknown summary').click();
    expect(await page.locator('#unknown').textContent()).toContain('protocol version of the players: 19');
    // It goes on from there too.
    await page.locator('#continue').click();
    await waitForMatch(page);
  });

  it('plays the first team at once; the same seed gives the same match, another one another match', async () => {
    const page = await browser.openUrl(address);
    await page.locator('rcss-viewer canvas').first().waitFor({ timeout: LIMIT_MS });
    // The editor is there without a click.
    await page.locator('.cm-content').filter({ hasText: 'defineTeam' }).waitFor({ timeout: LIMIT_MS });
    await page.locator('.cm-content').click();
    await page.keyboard.insertText('// typed');
    expect(await page.locator('.cm-content').textContent()).toContain('// typed');
    await page.locator('.cm-content').fill(firstTeam);
    // The first match starts by itself.
    await waitForStatus(page, 'Digest');
    await page.locator('#cycles').fill('200');
    const results: (string | null)[] = [];
    for (const seed of ['5', '5', '6']) {
      await page.locator('#seed').fill(seed);
      await run(page);
      await waitForStatus(page, 'Digest');
      results.push(await readStatus(page).textContent());
    }
    expect(results[0]).toMatch(/^\d+ : \d+ at game time 1\d\d\. Digest [0-9a-f]{8}\.$/);
    expect(results[1]).toBe(results[0]);
    expect(results[2]).not.toBe(results[0]);
    await saveScreenshot(page, 'playground');
  });

  it('the same code and seed give the digest that Node computes', async () => {
    const page = await openTeam(firstTeam, 600);
    await run(page);
    const match = await createLocalMatch({
      left: { name: 'Mine', create: createFirstTeam },
      right: { name: 'Chasers', create: createChasers },
      seed: 5,
    });
    match.run({ cycles: 600 });
    await waitForStatus(page, `Digest ${formatDigest(digest(match.match))}.`);
  });

  it('a team of a link waits for its reader, runs, and its log can be saved', async () => {
    const page = await openTeam(`// from a link\n${firstTeam}`);
    await waitForStatus(page, 'This team comes from a link');
    expect(await page.locator('.cm-content').textContent()).toContain('// from a link');
    await run(page);
    await waitForStatus(page, 'Digest');
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#download').click()]);
    expect(download.suggestedFilename()).toBe('playground-5.rcg');
    const log = openLog(readFileSync(await download.path()));
    if (!log.ok) throw new Error(log.error.message);
    const { time } = log.value.frame(log.value.frameCount - 1);
    expect(time).toBeGreaterThan(50);
    expect(await readStatus(page).textContent()).toContain(`at game time ${time}.`);
  });

  it('the link of the page opens the same team with its seed and cycles', async () => {
    const page = await openTeam(`// ä ☃\n${firstTeam}`, 300);
    await page.locator('#opponents').selectOption('base');
    await page.locator('#link').click();
    await waitForStatus(page, 'code, seed, number of cycles, lesson and opponents');
    const other = await browser.openUrl(await page.evaluate(() => location.href));
    await waitForStatus(other, 'This team comes from a link');
    expect(await other.locator('.cm-content').textContent()).toContain('// ä ☃');
    const fields = ['seed', 'cycles', 'opponents'].map((id) => other.locator(`#${id}`).inputValue());
    expect(await Promise.all(fields)).toEqual(['5', '300', 'base']);
  });

  it('goes on with changed code from the cycle that is shown, and compares with the match before', async () => {
    const page = await openTeam(firstTeam, 300, { bypassCSP: true });
    /** Waits until both viewers show a frame and a cycle. */
    const waitForFrame = (...wanted: readonly [index: number, cycle: number]) =>
      waitUntil(`both viewers show frame and cycle ${wanted}`, async () => {
        const shown = await page.evaluate(() =>
          ['now', 'before'].map((id) => {
            const { viewer } = document.getElementById(id) as unknown as { viewer: Viewer };
            return [viewer.frameIndex, viewer.frame?.time];
          }),
        );
        return shown.every((one) => one.join() === wanted.join());
      });
    expect(await page.locator('#continue').isDisabled()).toBe(true);
    await run(page);
    await waitForMatch(page);
    const first = await readStatus(page).textContent();
    await page.evaluate(() => {
      const { viewer } = document.getElementById('now') as unknown as { viewer: Viewer };
      viewer.controlPlayback((playback) => {
        playback.pause();
        playback.seek(150, viewer.source!);
      });
    });
    await page.locator('#compare').check();
    await page.locator('.cm-content').fill(firstTeam.replace('player.shoot() ??', 'player.hold() ??'));
    await page.locator('#continue').click();
    await waitForStatus(page, 'Digest');
    expect(await readStatus(page).textContent()).not.toBe(first);
    // Both matches are equal up to the cycle at which the new code began.
    const difference = page.locator('.difference').filter({ hasText: 'First difference in cycle' });
    await difference.waitFor({ timeout: LIMIT_MS });
    await difference.locator('button').click();
    const cycle = Number(/in cycle (\d+): /.exec((await difference.textContent()) ?? '')?.[1]);
    await waitForFrame(152, cycle);
    // The viewers move together.
    await page.locator('#now .actors').focus();
    await page.keyboard.press('ArrowRight');
    await waitForFrame(153, cycle + 1);
    expect(await findViolations(page)).toEqual([]);
    await saveScreenshot(page, 'playground-compare');
    await resizePage(page, 390, 844);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.locator('#compare').uncheck();
    expect(await page.locator('#before').isVisible()).toBe(false);
    // A team with a coach cannot repeat what a team without one did.
    await page
      .locator('.cm-content')
      .fill(firstTeam.replace('play: decide', 'play: decide, coach: () => new Map()'));
    await page.locator('#continue').click();
    await waitForStatus(page, 'other players or another coach');
    await page.locator('.cm-content').fill(firstTeam);
    await page.locator('#continue').click();
    await waitForStatus(page, 'Digest');
  });

  it('shows what a chosen player sees and believes', async () => {
    const page = await openTeam(firstTeam, 200);
    await page.locator('#watched').selectOption('7');
    await run(page);
    await waitForMatch(page);
    const shown = await page.evaluate(async () => {
      const { viewer } = document.getElementById('now') as unknown as { viewer: Viewer };
      await viewer.seekCycle(120);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const { debug, source, frame, frameIndex, selected } = viewer;
      const picture = debug.getPicture(source!, frame!, frameIndex, selected);
      const [entry] = picture?.entries ?? [];
      return { selected, times: entry?.records.map(({ time }) => time), seenCount: entry?.seen.length };
    });
    expect(shown).toMatchObject({ selected: 6, times: [120] });
    expect(shown.seenCount).toBeGreaterThan(5);
    await saveScreenshot(page, 'playground-beliefs');
  });

  it('a damaged link is reported', async () => {
    const page = await browser.openUrl(`${address}#1abc`);
    await waitForStatus(page, 'the link is damaged');
  });

  it('an endless loop ends after the limit, and the page works on', async () => {
    const page = await openTeam(
      `import { defineTeam } from '@rcss/agent';\nexport default defineTeam({ play: () => { for (;;); } });\n`,
    );
    await run(page);
    await waitForStatus(page, 'no decision within 3000 ms');
    await page.locator('.cm-content').fill(firstTeam);
    await run(page);
    await waitForStatus(page, 'Digest');
  });

  it('an exception is shown with its line, in the status and in the editor', async () => {
    const page = await openTeam(
      `import { defineTeam } from '@rcss/agent';\n\nfunction play(player) {\n  return player.world.none.x;\n}\nexport default defineTeam({ play });\n`,
    );
    await run(page);
    await waitForStatus(page, /Mine, player \d+, (cycle \d+, )?line 4: TypeError/);
    await page.locator('.cm-lint-marker-error').waitFor();
  });

  it('errors of syntax, wrong modules and missing exports are shown', async () => {
    const page = await openTeam('const a = 1;\nconst b = (;\n');
    await run(page);
    await waitForStatus(page, /line 2: .*Unexpected token/);
    await page.locator('.cm-content').fill(`import fs from 'node:fs';\nexport default fs;\n`);
    await run(page);
    await waitForStatus(page, 'there is no module "node:fs"');
    await page.locator('.cm-content').fill('export const a = 1;\n');
    await run(page);
    await waitForStatus(page, 'the code has no default export');
  });

  it('a million lines of the console leave a working page', async () => {
    const code = firstTeam.replace(
      'function decide(player: AgentPlayer) {',
      'function decide(player: AgentPlayer) {\n  if (player.world.time < 100) for (let i = 0; i < 1000; i++) console.log("line", i);\n',
    );
    const page = await openTeam(code);
    await run(page);
    await waitForStatus(page, 'Digest');
    expect(await page.locator('#console > div').count()).toBeLessThanOrEqual(500);
    expect(await page.locator('#console').textContent()).toMatch(/\d+ more lines of this cycle are left out/);
  });

  it('works from the keyboard, and completes the names of the agent', async () => {
    const page = await openTeam(firstTeam);
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('function more(player: AgentPlayer) { player.drib');
    await page.locator('.cm-tooltip-autocomplete').filter({ hasText: 'dribbleTo' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.cm-content').fill(firstTeam);
    await page.keyboard.press('Control+Enter');
    await waitForStatus(page, 'Digest');
    // The parts of the viewer are left out.
    await page.keyboard.press('Escape');
    await page.locator('#skip').focus();
    for (const key of ['Enter', 'Tab']) await page.keyboard.press(key);
    expect(await page.locator('#lesson').evaluate((node) => node.matches(':focus'))).toBe(true);
    // The button that is disabled while the match runs has the focus again.
    await page.locator('#run').press('Enter');
    await waitForStatus(page, 'Digest');
    expect(await page.locator('#run').evaluate((node) => node.matches(':focus'))).toBe(true);
  });

  it.each(LESSONS)('lesson $id: its first code fails, its solution passes', async (lesson) => {
    const shared = { code: lesson.start, seed: 5, cycles: 100, lesson: lesson.id };
    const page = await browser.openUrl(`${address}#${await encodeFragment(shared)}`);
    page.setDefaultTimeout(LIMIT_MS);
    await page.locator('#lesson-panel').waitFor();
    expect(await page.locator('#task').textContent()).toBe(lesson.task.replaceAll('`', ''));
    expect(await page.locator('#lesson-picture svg').getAttribute('aria-label')).toContain('The situation: ');
    await run(page);
    await waitForStatus(page, 'Not passed: ');
    await page.locator('#solution').click();
    await run(page);
    await waitForStatus(page, /^Passed: /);
  });

  it('lesson over-the-wall: the same seed flat and with height, one beside the other', async () => {
    const lesson = LESSONS.find(({ id }) => id === 'over-the-wall')!;
    const shared = { code: lesson.solution, seed: 5, cycles: 100, lesson: lesson.id };
    const page = await browser.openUrl(`${address}#${await encodeFragment(shared)}`);
    page.setDefaultTimeout(LIMIT_MS);
    await page.locator('#heights:visible').click();
    await waitForStatus(page, /^Passed: player 3 has the ball from player 2/);
    await page.locator('.difference').filter({ hasText: 'First difference in cycle' }).waitFor();
    const heights = (id: string) =>
      page.evaluate((name) => {
        const { viewer } = document.getElementById(name) as unknown as { viewer: Viewer };
        const { source } = viewer;
        let highest = 0;
        for (let i = 0; i <= source!.last; i++) highest = Math.max(highest, source!.getFrame(i)?.ballZ ?? 0);
        return highest;
      }, id);
    expect(await heights('before')).toBe(0);
    expect(await heights('now')).toBeGreaterThan(2);
    await saveScreenshot(page, 'playground-heights');
    await page.locator('#lesson').selectOption('chase');
    expect(await page.locator('#heights').isVisible()).toBe(false);
    // The number of cycles of the link is not that of free matches.
    expect(await page.locator('#cycles').isVisible()).toBe(false);
    await page.locator('#lesson').selectOption('');
    expect(await page.locator('#cycles').inputValue()).toBe('1000');
  });

  it('lessons work from the keyboard, show hints, keep the code of each lesson and the progress, and fit a phone', async () => {
    const page = await openTeam(`// mine\n${firstTeam}`, 100, {
      viewport: { width: 390, height: 844 },
      bypassCSP: true,
    });
    const code = () => page.locator('.cm-content').textContent();
    await page.locator('#lesson:enabled').focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('#task').filter({ hasText: 'Player 2 must have the ball' }).waitFor();
    expect(await code()).toContain('return player.scan();');
    for (const count of [1, 2]) {
      await page.locator('#hint').press('Enter');
      expect(await page.locator('#hints li').count()).toBe(count);
    }
    expect(await page.locator('#hint').isDisabled()).toBe(true);
    expect(await page.locator('#solution').evaluate((node) => node.matches(':focus'))).toBe(true);
    expect(await page.locator('#next').isDisabled()).toBe(true);
    await page.locator('#solution').press('Enter');
    await page.locator('.cm-content').press('Control+Enter');
    await waitForStatus(page, /^Passed: /);
    expect(await page.locator('#progress').textContent()).toBe('1 of 18 lessons passed');
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await saveScreenshot(page, 'playground-lesson-390');
    await page.locator('#next').press('Enter');
    await page.locator('#task').filter({ hasText: 'Player 2 must score' }).waitFor();
    await page.locator('#lesson').selectOption('chase');
    expect(await code()).toContain('return player.intercept()');
    await page.locator('#lesson').selectOption('');
    expect(await code()).toContain('// mine');
    await page.reload();
    await page.locator('#progress').filter({ hasText: '1 of 18 lessons passed' }).waitFor();
  });

  it('a lesson of a file is opened, kept, and goes into the link; a wrong file is reported', async () => {
    const page = await openTeam(firstTeam);
    const text = /^````md\n([\s\S]*?)^````$/m.exec(lessonPage)![1]!;
    const open = (name: string, content: string) =>
      page.locator('#file').setInputFiles({ name, mimeType: 'text/markdown', buffer: Buffer.from(content) });
    await open('wrong.md', text.replace('cycles: 120', 'cycles: 1e9'));
    await waitForStatus(page, 'wrong.md: line 5: cycles is "1e9"; allowed: a whole number from 1 to 6000');
    await open('touch.md', text);
    await waitForStatus(page, 'The lesson "Pass under pressure" is open.');
    await page.locator('#lesson-text strong').filter({ hasText: 'loses' }).waitFor();
    await run(page);
    await waitForStatus(page, 'Not passed: ');
    await page.locator('#solution').click();
    await run(page);
    await waitForStatus(page, /^Passed: player 3 has the ball from player 2/);
    await page.locator('#link').click();
    await waitForStatus(page, 'code, seed, number of cycles, lesson and opponents');
    const link = await page.evaluate(() => location.href);
    await page.goto('about:blank');
    await page.goto(address);
    await page.locator('#lesson:enabled').selectOption('first-touch');
    // Another browser, which does not know the lesson, opens the link.
    const other = await browser.openUrl(link, { viewport: { width: 820, height: 1180 } });
    await other.locator('#task').filter({ hasText: 'Player 2 must pass to player 3' }).waitFor();
    expect(await other.locator('#lesson').inputValue()).toBe('first-touch');
    await saveScreenshot(other, 'playground-lesson-file-820');
  });

  it('an address names a lesson of the site; what is missing is reported', async () => {
    const page = await browser.openUrl(`${address}?lesson=none.md`);
    await waitForStatus(page, 'none.md cannot be loaded: status 404');
    browser.problems.splice(0);
    const foreign = await browser.openUrl(`${address}?lesson=https://example.org/a.md`);
    await waitForStatus(foreign, 'https://example.org/a.md is on another site');
  });

  it('code that is typed survives a reload and a closed tab, for each lesson; "start again" brings the start back', async () => {
    const page = await browser.openUrl(address);
    page.setDefaultTimeout(LIMIT_MS);
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
    await other.goto(address);
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
    const page = await openTeam(firstTeam);
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('// changed ');
    await page.reload();
    await page.locator('.cm-content').filter({ hasText: '// changed ' }).waitFor();
    const own = await page.context().newPage();
    await own.goto(address);
    await readStatus(own).filter({ hasText: 'Digest' }).waitFor({ timeout: LIMIT_MS });
    const content = own.locator('.cm-content').filter({ hasText: 'defineTeam' });
    expect(await content.textContent({ timeout: LIMIT_MS })).not.toContain('// changed');
  });

  it('without a connection, Run says what is missing and can be pressed again; the code stays', async () => {
    const page = await openTeam(firstTeam);
    await page.context().setOffline(true);
    for (let attempt = 0; attempt < 2; attempt++) {
      await run(page);
      await waitForStatus(page, /cannot be loaded|failed/);
      expect(await readStatus(page).textContent()).toContain('your code is kept in this browser');
      expect(await page.locator('#run').isEnabled()).toBe(true);
    }
    // The browser reports the requests that failed.
    browser.problems.splice(0);
    await page.context().setOffline(false);
    await page.reload();
    await page.locator('.cm-content').waitFor();
    await run(page);
    await waitForStatus(page, 'Digest');
  });

  it.each(['engine-worker', 'team-worker'])(
    'after a new deployment without the old files, Run says so and can be pressed again (%s)',
    async (name) => {
      const page = await openTeam(firstTeam);
      server.hide(name);
      try {
        await run(page);
        await waitForStatus(page, 'your code is kept in this browser');
        expect(await page.locator('#run').isEnabled()).toBe(true);
        browser.problems.splice(0);
      } finally {
        server.hide(null);
      }
    },
  );

  it('the code is saved as a file, and a file is opened', async () => {
    const page = await openTeam(`// ä ☃\n${firstTeam}`);
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()]);
    expect(download.suggestedFilename()).toBe('team.ts');
    const saved = readFileSync(await download.path());
    expect(saved.toString()).toBe(`// ä ☃\n${firstTeam}`);
    await page.locator('.cm-content').fill('export default 1;');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.locator('#open').click()]);
    await chooser.setFiles({ name: 'mine.ts', mimeType: 'text/plain', buffer: saved });
    await waitForStatus(page, 'mine.ts is open. Read it, then run it.');
    await run(page);
    await waitForStatus(page, 'Digest');
    await page
      .locator('#file')
      .setInputFiles({ name: 'match.txt', mimeType: 'text/plain', buffer: Buffer.from([0xff, 0xfe]) });
    await waitForStatus(page, 'match.txt is not text in UTF-8');
  });

  it('the page of the coach language shows errors under the caret, formats, and shows what players receive', async () => {
    const page = await browser.openUrl(`${address}clang.html`);
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
    const page = await browser.openUrl(`${address}clang.html`, {
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
    const page = await browser.openUrl(`${address}wire.html`, {
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
    const page = await browser.openUrl(`${address}log.html`);
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

  it.each([
    [390, 844, 'light'],
    [390, 844, 'dark'],
    [1440, 900, 'light'],
    [1440, 900, 'dark'],
  ] as const)(
    'is accessible and not wider than the window: %i × %i, %s',
    async (width, height, colorScheme) => {
      const page = await openTeam(firstTeam, 100, {
        viewport: { width, height },
        colorScheme,
        bypassCSP: true,
      });
      await run(page);
      await waitForMatch(page);
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      // The field has a place below the score.
      expect((await page.locator('rcss-viewer canvas').first().boundingBox())?.height).toBeGreaterThan(100);
      await saveScreenshot(page, `playground-${width}-${colorScheme}`);
    },
  );
});
