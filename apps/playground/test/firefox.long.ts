import { readFileSync } from 'node:fs';
import createChasers from '@rcss/agent/chasers';
import { createLocalMatch, createLocalSpec } from '@rcss/agent/local';
import { digest } from '@rcss/simulator';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LESSONS } from '../src/lessons/lessons.js';
import { encodeFragment } from '../src/permalink.js';
import { formatDigest } from '../src/run-match.js';
import createFirstTeam from '../src/teams/first-team.js';
import { FIREFOX, FirefoxPage } from './firefox.js';
import { type PageServer, startPageServer } from './page-server.js';

/** Limit for what the page does, ms. */
const LIMIT_MS = 180_000;

describe.skipIf(FIREFOX === undefined)('the playground in Firefox', () => {
  let server: PageServer;
  let page: FirefoxPage | null = null;

  beforeAll(async () => {
    server = await startPageServer();
  }, 2 * LIMIT_MS);

  afterEach(async () => {
    await page?.close();
    page = null;
  });

  afterAll(() => server?.close());

  it(
    'plays the first match',
    async () => {
      page = await FirefoxPage.open(server.address);
      await page.waitFor("document.querySelector('rcss-viewer')?.viewer?.frame?.time > 20", LIMIT_MS);
      expect(page.problems).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'compiles a team in the page; the match has the digest that Node computes',
    async () => {
      const code = readFileSync(new URL('../src/teams/first-team.ts', import.meta.url), 'utf8');
      const match = await createLocalMatch({
        left: { name: 'Mine', create: createFirstTeam },
        right: { name: 'Chasers', create: createChasers },
        spec: createLocalSpec({ seed: 5 }),
      });
      match.run({ cycles: 200 });
      const fragment = await encodeFragment({ code, seed: 5, cycles: 200 });
      page = await FirefoxPage.open(`${server.address}#${fragment}`);
      await page.waitFor("document.querySelector('.cm-content') !== null", LIMIT_MS);
      await page.evaluate("document.querySelector('#run').click()");
      await page.waitFor("/Digest/.test(document.querySelector('#status').textContent)", LIMIT_MS);
      const status = await page.evaluate("document.querySelector('#status').textContent");
      expect(status).toContain(formatDigest(digest(match.match)));
      expect(page.problems).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'plays a lesson, keeps the focus on Run, and marks an error of types',
    async () => {
      const { id, solution } = LESSONS[0]!;
      const code = solution.replace('player.intercept()', 'player.intercepts()');
      const open = async (shown: string) =>
        FirefoxPage.open(
          `${server.address}#${await encodeFragment({ code: shown, seed: 5, cycles: 100, lesson: id })}`,
        );
      page = await open(solution);
      await page.waitFor("document.querySelector('.cm-content') !== null", LIMIT_MS);
      await page.evaluate("document.querySelector('#run').focus()");
      await page.evaluate("document.querySelector('#run').click()");
      await page.waitFor("/^Passed: /.test(document.querySelector('#status').textContent)", LIMIT_MS);
      expect(await page.evaluate('document.activeElement.id')).toBe('run');
      expect(page.problems).toEqual([]);
      await page.close();
      page = await open(code);
      await page.waitFor("document.querySelector('.cm-content') !== null", LIMIT_MS);
      await page.evaluate("document.querySelector('.cm-content').focus()");
      const text = "document.querySelector('#types-status').textContent";
      await page.waitFor(`${text}.includes('1 type error, in line')`, LIMIT_MS);
      expect(page.problems).toEqual([]);
    },
    2 * LIMIT_MS,
  );
});
