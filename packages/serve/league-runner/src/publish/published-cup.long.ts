/** The published list of a cup, as people see it. */
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, relative } from 'node:path';
import { createTournament } from '@rcss/tournament/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  type Files,
  findViolations,
  saveScreenshot,
} from '../../../../study/viewer/test/browser.js';
import { useBrowser } from '../../../../study/viewer/test/use-browser.js';
import { createLine, createTestHeader } from '../../test/result-lines.js';
import { resolveDocument } from '../documents/load-document.js';
import type { TeamLook } from '../documents/team-look.js';
import { RESULT_FILE } from '../runs/result-file.js';
import { RunPublisher } from './run-publisher.js';

const MATCH = join(import.meta.dirname, '../../../../conformance/matches/match-1.rcg.gz');
const SCRIPTS = { page: 'a', clips: 'b', spatial: 'c', words: 'd', values: 'e', study: 'f' };
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};
/** The log names these teams; the cup has them and two more. */
const TEAMS = ['HELIOS_L', 'HELIOS_R', 'Foxes', 'MAINZ_WOLVES_26'];

/** Most bytes of the list with the pictures that its first screens show. */
const MAX_LIST_BYTES = 300_000;

describe.skipIf(CHROMIUM === undefined)('the published list of a cup in Chromium', () => {
  const browser = useBrowser();
  let folder: string;
  let files: Files;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rcss cup é-'));
    const loaded = resolveDocument(
      {
        version: 1,
        teams: TEAMS.map((name) => ({ name, start: 'demo' })),
        format: { type: 'groups', groups: 2, advance: 2, knockout: { placement: 'final' } },
      },
      folder,
    );
    const crest = (color: string) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30" fill="${color}"/></svg>`;
      return { crest: { type: 'image/svg+xml', data: Buffer.from(svg) } } as const;
    };
    const looks = new Map<string, TeamLook>([
      ['HELIOS_L', crest('#d02030')],
      ['HELIOS_R', crest('#2050d0')],
      ['Foxes', { color: '#22262e' }],
    ]);
    const append = (line: object) => appendFileSync(join(folder, RESULT_FILE), `${JSON.stringify(line)}\n`);
    append(createTestHeader(loaded));
    const tournament = createTournament(loaded.plan);
    for (let next = tournament.ready(1)[0]; next !== undefined; next = tournament.ready(1)[0]) {
      const { id: fixture, left, right } = next;
      const isFinal =
        tournament.ready(2).length === 1 && /final|knockout/.test(fixture) && next.stage === 'final';
      const result = isFinal
        ? { scoreL: 0, scoreR: 0, penaltyL: 3, penaltyR: 2 }
        : { scoreL: 2, scoreR: 1, penaltyL: null, penaltyR: null };
      tournament.record({ id: fixture, ...result });
      const logs = join(folder, 'matches', fixture);
      mkdirSync(logs, { recursive: true });
      copyFileSync(MATCH, join(logs, `${fixture}.rcg.gz`));
      append(createLine({ fixture, left: left!, right: right!, ...result, logs }));
    }
    const target = join(folder, 'public');
    const publisher = new RunPublisher({
      loaded: { ...loaded, looks },
      folder,
      places: { folders: [folder], bucket: null },
      target,
      title: 'Spring cup',
      url: '',
      scripts: SCRIPTS,
      report: () => {},
    });
    expect((await publisher.finish()).failed).toBe(0);
    const paths = readdirSync(target, { recursive: true, encoding: 'utf8' }).map((name) =>
      join(target, name),
    );
    files = Object.fromEntries(
      paths
        .filter((path) => statSync(path).isFile())
        .map((path) => [
          `/${relative(target, path)}`,
          { type: TYPES[extname(path)] ?? 'application/octet-stream', body: readFileSync(path) },
        ]),
    );
  }, 180_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    [390, 844, 'dark'],
    [390, 844, 'light'],
    [1440, 900, 'light'],
    [1920, 1080, 'dark'],
  ] as const)(
    '%d × %d, %s: champion, bracket and whole tables with crests; nothing is cut',
    async (width, height, colorScheme) => {
      const page = await browser.openFiles(files, '/index.html', {
        viewport: { width, height },
        colorScheme,
        bypassCSP: true,
      });
      await page.locator('.champion').waitFor();
      await saveScreenshot(page, `cup-${width}-${colorScheme}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      const cut = await page
        .locator('.tables .wide')
        .evaluateAll((boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth));
      expect(cut).toEqual([0, 0]);
      expect(await page.locator('.tables img.crest').count()).toBe(2);
      // A long name breaks after an underscore only; a lot is named.
      const lines = await page.locator('.score-line').evaluateAll((all) =>
        all
          .flatMap((line) => [...line.querySelectorAll('span *')])
          .flatMap(({ childNodes }) => [...childNodes])
          .map((text) => {
            const range = document.createRange();
            range.selectNode(text);
            return `${text.textContent}: ${range.getClientRects().length}`;
          }),
      );
      expect(lines.filter((text) => text.startsWith('HELIOS_: ')).length).toBeGreaterThan(0);
      expect(lines.filter((text) => !/: 1$|^: 0$/.test(text))).toEqual([]);
      // A crest in the bracket stands on the line of its name.
      const apart = await page
        .locator('.bracket .team')
        .evaluateAll((teams) =>
          teams.map(
            ({ firstElementChild: image, lastElementChild: name }) =>
              image!.getBoundingClientRect().bottom <= name!.getClientRects()[0]!.top,
          ),
        );
      expect(new Set(apart)).toEqual(new Set([false]));
      const [first] = await page.locator('.score-line').all();
      const [left, score, right] = await first!.evaluate((line) =>
        [...line.children].map((part) => {
          const image = part.querySelector('img')?.getBoundingClientRect();
          const { x, width } = image ?? part.getBoundingClientRect();
          return x + width / 2;
        }),
      );
      expect(left).toBeLessThan(score!);
      expect(right).toBeGreaterThan(score!);
      expect(await findViolations(page)).toEqual([]);
      await page.locator('.matches').first().scrollIntoViewIfNeeded();
      await saveScreenshot(page, `cup-matches-${width}-${colorScheme}`);
    },
  );

  it('the list has at most 300 kB, and a moment leads to its cycle', async () => {
    const page = await browser.openFiles(files, '/index.html', { bypassCSP: true });
    const html = (files['/index.html']!.body as Buffer).length;
    const pictures = Object.entries(files).filter(([path]) => path.endsWith('small.webp'));
    expect(pictures).toHaveLength(await page.locator('.matches > li').count());
    const bytes = pictures.reduce((sum, [, { body }]) => sum + body.length, html);
    expect(bytes).toBeLessThan(MAX_LIST_BYTES);
    const moment = page.locator('a.moment').filter({ hasText: 'HELIOS_R 11' }).first();
    expect(await moment.getAttribute('href')).toMatch(/^matches\/[^/]+\/index\.html#cycle=13\d\d$/);
    await page.getByRole('heading', { name: 'Best scenes of 2026-11-22' }).waitFor();
    expect(await page.locator('.day li a.moment').count()).toBe(8);
    const best = page.locator('.day p a.moment');
    expect(await best.textContent()).toMatch(/^HELIOS_L \d : \d HELIOS_R/);
    expect(await best.getAttribute('href')).toMatch(/^matches\/[^/]+\/index\.html$/);
  });

  it('a team has a page with its results, and its players have figures that lead to their moments', async () => {
    for (const [width, height, colorScheme] of [
      [390, 844, 'dark'],
      [1440, 900, 'light'],
    ] as const) {
      const page = await browser.openFiles(files, '/index.html', {
        viewport: { width, height },
        colorScheme,
        bypassCSP: true,
      });
      await page.locator('.tables').getByRole('link', { name: 'HELIOS_R' }).click();
      await page.getByRole('heading', { level: 1, name: 'HELIOS_R' }).waitFor();
      const goals = page.locator('#p11 td').nth(1);
      await goals.locator('summary').click();
      const link = goals.getByRole('link').first();
      expect(await link.getAttribute('href')).toMatch(/^\.\.\/matches\/[^/]+\/index\.html#cycle=13\d\d$/);
      await saveScreenshot(page, `cup-team-${width}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      expect(await findViolations(page)).toEqual([]);
    }
  });
});
