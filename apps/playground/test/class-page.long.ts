import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHROMIUM, findViolations, saveScreenshot } from '../../../packages/study/viewer/test/browser.js';
import { formatResult, type LessonResult, parseResult } from '../src/class/result-file.js';
import { parseLesson } from '../src/lessons/lesson-file.js';
import { LESSONS } from '../src/lessons/lessons.js';
import { encodeFragment } from '../src/permalink.js';
import {
  FIRST_TOUCH,
  firstTeam,
  LIMIT_MS,
  runToEnd,
  usePlayground,
  waitForStatus,
} from './use-playground.js';

const chase = LESSONS.find(({ id }) => id === 'chase')!;

describe.skipIf(CHROMIUM === undefined)('the page of a class', () => {
  const playground = usePlayground();

  const toFile = (result: LessonResult) => ({
    name: `${result.name}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(formatResult(result)),
  });

  /** Saves a result in the playground as a student does. */
  async function saveResult(name: string, code: string): Promise<LessonResult> {
    const page = await playground.openTeam(code, { lesson: 'chase' });
    await page.locator('#lesson-panel').waitFor();
    await runToEnd(page);
    await page.locator('#student').fill('');
    await page.locator('#save-result').click();
    await waitForStatus(page, 'Write your name first');
    await page.locator('#student').fill(name);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('#save-result').click(),
    ]);
    return parseResult(readFileSync(await download.path(), 'utf8'));
  }

  it('runs the code of each file again: honest, failed, forged and wrong files; the table is saved', async () => {
    const honest = await saveResult('Ada', chase.solution);
    const failed = await saveResult('Ben', chase.start);
    expect(honest).toMatchObject({ lesson: 'chase', checks: [{ isPassed: true }] });
    const forged = { ...failed, name: 'Eve', checks: honest.checks };
    const loop = {
      ...failed,
      name: 'Max',
      code: chase.start.replace('return player.scan();', 'for (;;);'),
    };
    const page = await playground.open('class.html', {
      viewport: { width: 390, height: 844 },
      bypassCSP: true,
    });
    const wrong = { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"format":"a"}') };
    await page.locator('#file').setInputFiles([wrong]);
    await waitForStatus(page, 'x.json: format is "a"; allowed: "rcss-result-1"');
    const [steps, tournament] = [page.locator('#steps'), page.getByRole('heading', { name: 'Tournament' })];
    expect([await steps.isVisible(), await tournament.isVisible()]).toEqual([true, false]);
    expect(await findViolations(page)).toEqual([]);
    await page.locator('#file').setInputFiles([honest, failed, forged, loop].map(toFile));
    await waitForStatus(page, '4 results are checked.');
    expect([await steps.isVisible(), await tournament.isVisible()]).toEqual([false, true]);
    const cells = await page
      .locator('#results tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    expect(cells.map((row) => row.slice(0, 6))).toEqual([
      ['Ada', 'Watch', 'Chase the ball', 'passed', '1 of 1', '2 of 2'],
      ['Ben', 'Watch', 'Chase the ball', 'not passed', '0 of 1', '0 of 2'],
      ['Eve', 'Watch', 'Chase the ball', 'not passed', '0 of 1', '0 of 2'],
      ['Max', 'Watch', 'Chase the ball', 'not passed', '0 of 0', '0 of 0'],
    ]);
    expect(cells[0]![6]).toBe('');
    expect(cells[2]![6]).toContain('the file claims another result');
    expect(cells[3]![6]).toContain('no decision within 3000 ms');
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await saveScreenshot(page, 'playground-class-390');
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#csv').click()]);
    const csv = readFileSync(await download.path(), 'utf8');
    expect(csv).toContain('Ada,Chase the ball,passed,1 of 1,2 of 2,\r\n');
  }, 300_000);

  it('a result of a lesson that the page does not have is checked again when the lesson is opened', async () => {
    const page = await playground.open('class.html');
    const { id, solution } = parseLesson(FIRST_TOUCH);
    const open = (file: { name: string; mimeType: string; buffer: Buffer }) =>
      page.locator('#file').setInputFiles(file);
    await open(toFile({ name: 'Ada', lesson: id, code: solution, seed: 5, checks: [], digest: '' }));
    await waitForStatus(page, '1 result is checked.');
    expect(await page.locator('#results').textContent()).toContain('there is no lesson "first-touch"');
    await open({ name: 'touch.md', mimeType: 'text/markdown', buffer: Buffer.from(FIRST_TOUCH) });
    await waitForStatus(page, '1 result is checked.');
    const cells = await page.locator('#results td').allTextContents();
    expect(cells.slice(0, 4)).toEqual(['Ada', 'Watch', 'Pass under pressure', 'passed']);
  });

  it('plays a round robin with a table, in which a team that fails forfeits, and can be stopped', async () => {
    const team = (name: string, code: string) =>
      toFile({ name, lesson: '', code, seed: 1, checks: [], digest: '' });
    const page = await playground.open('class.html', {
      viewport: { width: 1440, height: 900 },
      colorScheme: 'dark',
      bypassCSP: true,
    });
    const broken = `import { defineTeam } from '@rcss/agent';\nexport default defineTeam({\n  play: (player) => player.none(),\n});\n`;
    await page
      .locator('#file')
      .setInputFiles([team('Ada', firstTeam), team('<b>Ben</b>', firstTeam), team('Max', broken)]);
    await waitForStatus(page, '3 results are checked.');
    await page.locator('#cycles').fill('200');
    await page.locator('#start').click();
    await waitForStatus(page, 'The tournament is over.');
    expect(await page.locator('#progress-text').textContent()).toBe('3 of 3 matches');
    expect(await page.locator('#start').evaluate((node) => node.matches(':focus'))).toBe(true);
    const standings = await page
      .locator('#standings tbody tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    expect(standings.at(-1)).toEqual(['3', 'Max', '2', '0', '0', '2', '0 : 6', '0']);
    expect(await page.locator('#matches').textContent()).toContain('Max: line 3: TypeError');
    expect(await findViolations(page)).toEqual([]);
    await saveScreenshot(page, 'playground-class-dark');
    const button = page.locator('#matches button').filter({ hasText: '<b>Ben</b>' }).first();
    await button.click();
    const cycle = () =>
      page.evaluate(() => {
        const viewer = document.querySelector('#watched rcss-viewer') as unknown as {
          viewer: { frame: { time: number } | null };
        } | null;
        return viewer?.viewer.frame?.time ?? -1;
      });
    await expect.poll(cycle, { timeout: LIMIT_MS }).toBeGreaterThan(5);
    expect(await page.locator('#watched > h2').textContent()).toBe(await button.textContent());
    expect(await page.locator('#watched .team .name').allTextContents()).toContain('<b>Ben</b>');
    expect(await findViolations(page)).toEqual([]);
    await saveScreenshot(page, 'playground-class-watch');
    await page.locator('#cycles').fill('6000');
    await page.locator('#start').click();
    await page.locator('#status').filter({ hasText: 'plays against' }).waitFor();
    await page.locator('#stop').click();
    await waitForStatus(page, 'The tournament is stopped.');
    expect(await page.locator('#start').isEnabled()).toBe(true);
  }, 300_000);

  it('a position for all: its link opens it, answers arrive from a folder, and each is watched', async () => {
    const teacher = await playground.open('class.html', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    // The folder of the origin stands for one that the teacher chooses.
    await teacher.evaluate(async () => {
      const folder = await navigator.storage.getDirectory();
      Object.assign(window, { showDirectoryPicker: async () => folder });
    });
    await teacher
      .locator('#file')
      .setInputFiles({ name: 'touch.md', mimeType: 'text/markdown', buffer: Buffer.from(FIRST_TOUCH) });
    await waitForStatus(teacher, 'The lesson is open.');
    expect(await teacher.locator('#position').inputValue()).toBe('first-touch');
    await teacher.locator('#copy').click();
    await waitForStatus(teacher, 'The link to "Pass under pressure" is copied.');
    const link = await teacher.evaluate(() => navigator.clipboard.readText());

    const student = await playground.browser.openUrl(link, {});
    await waitForStatus(student, 'This lesson comes from a link. Read it, then run it.');
    await student.locator('#goal').filter({ hasText: 'player 2 passes to player 3' }).waitFor();
    await student.close();

    await teacher.locator('#folder').click();
    await waitForStatus(teacher, 'has no results yet');
    const { id, solution, start } = parseLesson(FIRST_TOUCH);
    const save = (name: string, code: string) =>
      teacher.evaluate(
        async ([file = '', text = '']) => {
          const folder = await navigator.storage.getDirectory();
          const handle = await folder.getFileHandle(file, { create: true });
          const stream = await handle.createWritable();
          await stream.write(text);
          await stream.close();
        },
        [`${name}.json`, formatResult({ name, lesson: id, code, seed: 5, checks: [], digest: '' })],
      );
    const summary = (text: string) =>
      teacher.locator('#summary').filter({ hasText: text }).waitFor({ timeout: LIMIT_MS });
    await save('Ada', solution);
    await summary('1 of 1 passed.');
    await save('Ben', start);
    await summary('1 of 2 passed.');
    await save('Ben', solution);
    await summary('2 of 2 passed.');
    await teacher.locator('#search').fill('be');
    expect(await teacher.locator('#results tr').count()).toBe(1);
    await teacher.getByRole('button', { name: 'Watch Ben' }).click();
    await teacher
      .locator('#watched h2')
      .filter({ hasText: 'Ben: Pass under pressure' })
      .waitFor({ timeout: LIMIT_MS });
  }, 300_000);

  it('the base team and the team of a link are opponents', async () => {
    const { address } = playground.server;
    const shared = { code: `// shared\n${firstTeam}`, seed: 5, cycles: 100 };
    const link = `${address}#${await encodeFragment(shared)}`;
    const page = await playground.openTeam(firstTeam);
    await page.locator('#lesson:enabled').waitFor();
    const nameOf = () =>
      page.evaluate(() => {
        const { viewer } = document.getElementById('now') as unknown as {
          viewer: { frame: { right: { name: string } } | null };
        };
        return viewer.frame?.right.name;
      });
    const play = async (name: string) => {
      await runToEnd(page);
      await expect.poll(nameOf, { timeout: LIMIT_MS }).toBe(name);
    };
    await page.locator('#opponents').selectOption('base');
    await play('Base');
    await page.locator('#add-opponent').click();
    await page.locator('#opponent-link').fill(`${address}#damaged`);
    await page.locator('#use-link').click();
    await waitForStatus(page, /damaged|link/);
    await page.locator('#opponent-link').fill(link);
    await page.locator('#opponent-link').press('Enter');
    await waitForStatus(page, 'The team 1 of a link plays as Link.');
    await play('Link');
    // Who has opened the link of a friend plays against it with the own team.
    await page.goto(`${address}?friend${link.slice(address.length)}`);
    await page.locator('#challenge').click();
    await waitForStatus(page, 'Your team is in the editor. The team 1 of a link plays as Link.');
    expect(await page.locator('.cm-content').textContent()).not.toContain('// shared');
    expect(page.url()).not.toContain('#');
    await play('Link');
  }, 300_000);
});
