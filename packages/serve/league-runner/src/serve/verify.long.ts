import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'tsup';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { viewerPage } from '../../../../study/viewer/page.build.js';
import { CHROMIUM } from '../../../../study/viewer/test/browser.js';
import { useBrowser } from '../../../../study/viewer/test/use-browser.js';
import { createLine, createTestHeader } from '../../test/result-lines.js';
import { type LoadedDocument, resolveDocument } from '../documents/load-document.js';
import { createMatchJob } from '../jobs/match-job.js';
import { playJob } from '../matches/play-job.js';
import { RESULT_FILE, type ResultLine } from '../runs/result-file.js';
import { createRunState } from '../runs/run-state.js';
import { LiveRun } from './live-run.js';
import { type LiveServer, openLiveServer } from './live-server.js';

const SLOW_MS = 300_000;
/** In a browser, the team has a worker with an opaque origin, or it does not play. */
const TEAM = `import { way } from './way.mjs';
if (typeof self !== 'undefined' && self.origin !== 'null') throw new Error('the origin is ' + self.origin);
export default ({ team, seed, options }) => ({
  players: Array.from({ length: 11 }, (_, i) => ({
    init: '(init ' + team + ' (version 19)' + (i === 0 ? ' (goalie))' : ')'),
    receive() {},
    decide: () => way(seed, i, options.power),
  })),
});`;
const WAY = `export const way = (seed, i, power) => '(dash ' + power + ')(turn ' + ((seed * 7 + i) % 90) + ')';`;

describe.skipIf(CHROMIUM === undefined)(
  'a match of modules that the browser of a visitor plays again',
  () => {
    const browser = useBrowser({ buildScript: async () => '' });
    let folder: string;
    let loaded: LoadedDocument;
    let line: ResultLine;
    let baseLine: ResultLine;
    let scripts: Parameters<typeof openLiveServer>[0]['scripts'];
    let server: LiveServer;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'rcss-verify-'));
      const names = ['verify', 'verify-engine', 'verify-frame', 'verify-team'];
      const entry = Object.fromEntries(
        names.map((name) => [name, join(import.meta.dirname, `page/${name}.ts`)]),
      );
      await build({ ...viewerPage(join(folder, 'page')), entry, config: false, silent: true });
      const [page, engine, frame, team] = names.map((name) =>
        readFileSync(join(folder, `page/${name}.js`), 'utf8'),
      );
      scripts = {
        league: '',
        screen: '',
        submit: '',
        viewer: {},
        verify: { page, engine, frame, team },
      } as never;
      writeFileSync(join(folder, 'team.mjs'), TEAM);
      writeFileSync(join(folder, 'way.mjs'), WAY);
      loaded = resolveDocument(
        {
          version: 1,
          teams: [
            { name: 'Reds', module: './team.mjs', options: { power: 60 }, version: 'v1' },
            { name: 'Blues', module: '@rcss/agent/chasers' },
            { name: 'Base', module: '@rcss/base-team' },
          ],
          format: { type: 'gauntlet', challengers: ['Blues'], matches: 1 },
          seeds: 1,
          match: { stop: { cycles: 150 }, recording: { gameLog: false, textLog: false } },
        },
        folder,
      );
      const lines: ResultLine[] = [];
      for (const fixture of createRunState(loaded).tournament.ready()) {
        const job = createMatchJob(loaded, fixture);
        const listener = { opened: () => {}, progressed: () => {} };
        const signal = new AbortController().signal;
        const outcome = await playJob({ job, folder: join(folder, 'logs'), listener, signal } as never);
        const { id, left, right } = fixture;
        lines.push(createLine({ fixture: id, left, right, ...outcome, job: job.id }));
      }
      const find = (team: string) => lines.find(({ left, right }) => [left, right].includes(team))!;
      [line, baseLine] = [find('Reds'), find('Base')];
    }, SLOW_MS);
    afterEach(() => server?.close());
    afterAll(() => rmSync(folder, { recursive: true }));

    /** Opens the server of a run with this result; returns the address of the page. */
    async function serve(result: ResultLine, hasPublicCode = true): Promise<string> {
      const lines = [createTestHeader(loaded), result].map((entry) => `${JSON.stringify(entry)}\n`);
      writeFileSync(join(folder, RESULT_FILE), lines.join(''));
      server = await openLiveServer({
        ...{ host: '127.0.0.1', port: 0, token: '', run: new LiveRun(folder, loaded, 'Cup'), scripts },
        ...{ places: { folders: [folder], bucket: null }, hasPublicCode },
      });
      return `${server.url}matches/${result.fixture}/verify`;
    }

    /** Opens the page and returns what it says in the end. */
    async function read(url: string): Promise<string> {
      const page = await browser.openUrl(url);
      const state = page.locator('#state:not(:text-matches("^(The match begins|Cycle)"))');
      await state.waitFor({ timeout: 120_000 });
      return `${await state.textContent()} ${await page.locator('#difference').textContent()}`;
    }

    it(
      'is verified if its last state is the same, of the base team in TypeScript, too',
      async () => {
        for (const result of [line, baseLine]) {
          expect(await read(await serve(result))).toBe(
            `Verified here: ${result.scoreL} : ${result.scoreR}, the last state is the same. `,
          );
          await server.close();
        }
      },
      SLOW_MS,
    );

    it(
      'shows the difference if the result of the league is another one',
      async () => {
        const score = `${line.scoreL} : ${line.scoreR}`;
        const text = await read(await serve({ ...line, scoreL: 9, digest: line.digest! ^ 1 }));
        expect(text).toContain('Not the same: this browser has another result than the league.');
        const format = (digest: number) => (digest >>> 0).toString(16);
        expect(text).toContain(`league: 9 : ${line.scoreR}, hash ${format(line.digest! ^ 1)}`);
        expect(text).toContain(`here:   ${score}, hash ${format(line.digest!)}`);
      },
      SLOW_MS,
    );

    it('needs the code, which is public only if the organizer says so', async () => {
      const url = await serve(line, false);
      for (const path of ['', '/match.json']) expect((await fetch(url + path)).status).toBe(404);
      expect(await (await fetch(url.replace('verify', 'files'))).text()).not.toContain('/verify');
    });

    it('is not played if the result is of other versions of the teams', async () => {
      const response = await fetch(`${await serve({ ...line, job: 'other' })}/match.json`);
      expect(response.status).toBe(404);
      expect((await response.json()).problem).toContain('other versions of the teams');
    });
  },
);
