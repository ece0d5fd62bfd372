import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, relative } from 'node:path';
import { publishLogs } from '@rcss/log-service/publish';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildScript,
  CHROMIUM,
  type Files,
  readViewer,
  waitForLog,
} from '../../../../study/viewer/test/browser.js';
import { createTestLog } from '../../../../study/viewer/test/match.js';
import { useBrowser } from '../../../../study/viewer/test/use-browser.js';
import { createLine, createTestHeader } from '../../test/result-lines.js';
import { resolveDocument } from '../documents/load-document.js';
import { loadLook } from '../documents/team-look.js';
import { createCupTop } from '../publish/cup-top.js';
import { createReport } from '../reports/report.js';
import { formatReportHtml } from '../reports/report-page.js';
import { readRunFolder } from '../runs/read-run.js';
import { RESULT_FILE } from '../runs/result-file.js';
import { createRunState } from '../runs/run-state.js';
import { formatLivePage } from './live-page.js';
import { LiveRun } from './live-run.js';
import { formatScreenPage } from './screen-page.js';

/** Text that runs where a page takes it for markup, for an attribute, for a script or for an address. */
const HOSTILE = `"'><img src=x onerror=hit=1></script></style></title><script>hit=1</script>`;
const ADDRESS = 'javascript:hit=1';
/** A crest whose texts are markup for a parser of HTML. */
const CREST = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><title>${HOSTILE.replace(/</g, '&lt;')}</title><text>&lt;/text>&lt;script>hit=1&lt;/script></text></svg>`;
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** A game log with hostile names, messages and results of a team. */
function createHostileLog(): Buffer {
  const log = createTestLog(60, (frame) => {
    frame.left.name = HOSTILE.replaceAll('"', '');
    frame.right.name = ADDRESS;
    if (frame.time > 30) frame.left.score = 1;
  });
  const text = HOSTILE.replaceAll('"', '');
  const messages = [`(hear 60 10 our 3 "${text}")`, `(referee ${text})`, `(team_graphic_l (0 0 "${text}"))`];
  const lines = [1, 2].flatMap((board) => messages.map((message) => `(msg 60 ${board} "${message}")\n`));
  return Buffer.concat([log, Buffer.from(lines.join(''))]);
}

const STUDY = {
  format: 'rcss-study',
  version: 1,
  title: HOSTILE,
  chapters: [{ title: HOSTILE, time: 10, text: `${HOSTILE} [link](${ADDRESS})` }],
};

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

describe.skipIf(CHROMIUM === undefined)('pages with texts and files of a hostile team, in Chromium', () => {
  const browser = useBrowser();
  let folder: string;
  let files: Files;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rcss hostile é-'));
    writeFileSync(join(folder, 'crest.svg'), CREST);
    writeFileSync(join(folder, 'a.rcg'), createHostileLog());
    writeFileSync(join(folder, 'a.study.json'), JSON.stringify(STUDY));
    const look = loadLook('x', { crest: 'crest.svg' }, folder);
    const names = ['viewer-clips', 'viewer-3d', 'viewer-words', 'viewer-values', 'viewer-study'] as const;
    const [clips, spatial, words, values, study] = await Promise.all(names.map((name) => buildScript(name)));
    const site = join(folder, 'site');
    const cup = resolveDocument(
      {
        version: 1,
        teams: [HOSTILE.slice(0, 15), 'B', 'C', "a'onload=b"].map((name) => ({ name, start: 'demo' })),
        format: { type: 'groups', groups: 2, advance: 1, knockout: { placement: 'final' } },
      },
      folder,
    );
    const state = createRunState(cup);
    for (let next = state.tournament.ready(1)[0]; next !== undefined; next = state.tournament.ready(1)[0])
      state.tournament.record({ id: next.id, scoreL: 0, scoreR: 0 });
    const published = await publishLogs([join(folder, 'a.rcg')], {
      folder: site,
      title: HOSTILE,
      known: { round: HOSTILE, fixture: HOSTILE, date: HOSTILE, decision: HOSTILE },
      createTop: (found) => createCupTop(state, cup.looks, found),
      teams: new Map([
        [HOSTILE.replaceAll('"', ''), look],
        [ADDRESS, look],
      ]),
      scripts: {
        page: browser.script,
        clips: clips!,
        spatial: spatial!,
        words: words!,
        values: values!,
        study: study!,
      },
    });
    expect(published).toMatchObject({ written: 1, failed: [] });
    files = Object.fromEntries(
      listFiles(site).map((path) => [
        `/${relative(site, path)}`,
        { type: TYPES[extname(path)] ?? 'application/octet-stream', body: readFileSync(path) },
      ]),
    );
  }, 180_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Opens a page without its policy, so that only what the page does with the texts counts, and returns what ran or became an element. */
  async function tryPage(path: string, more: Files = {}, use?: 'viewer'): Promise<unknown> {
    const page = await browser.openFiles({ ...files, ...more }, path, { bypassCSP: true });
    if (use === 'viewer') {
      await waitForLog(page);
      await readViewer(page, (v) => v.viewer.goToCycle(31));
      const buttons = page.locator('rcss-viewer button[aria-expanded], rcss-viewer button[aria-pressed]');
      for (const button of await buttons.all()) await button.evaluate((b) => (b as HTMLElement).click());
      await page.waitForFunction(() => document.readyState === 'complete');
    }
    return page.evaluate(() => {
      const collect = (root: ParentNode): Element[] =>
        [...root.querySelectorAll('*')].flatMap((e) => [
          e,
          ...(e.shadowRoot === null ? [] : collect(e.shadowRoot)),
        ]);
      const found = collect(document).filter((e) =>
        [...e.attributes].some(
          ({ name, value }) =>
            /^on/.test(name) || (name === 'src' && value === 'x') || /^javascript:/.test(value),
        ),
      );
      return { hit: 'hit' in globalThis, found: found.map((e) => e.outerHTML.slice(0, 200)) };
    });
  }

  const CLEAN = { hit: false, found: [] };

  it('the page of a match with its panels, and the list of matches, show them as text', async () => {
    expect(await tryPage('/matches/a/index.html', {}, 'viewer')).toEqual(CLEAN);
    expect(await tryPage('/index.html')).toEqual(CLEAN);
    const teams = Object.keys(files).filter((path) => path.startsWith('/teams/'));
    expect(teams).toHaveLength(2);
    for (const path of teams) expect(await tryPage(path)).toEqual(CLEAN);
  });

  it('a crest that is opened alone runs nothing', async () => {
    const crests = Object.keys(files).filter((path) => path.startsWith('/crests/'));
    expect(crests).toHaveLength(1);
    for (const path of crests) expect(await tryPage(path)).toEqual(CLEAN);
  });

  it('the pages of a run show them as text', async () => {
    const teams = [HOSTILE.slice(0, 15), 'B'].map((name) => ({ name, start: 'demo' }));
    const loaded = resolveDocument(
      { version: 1, name: HOSTILE, teams, format: { type: 'series', matches: 2 } },
      folder,
    );
    const [left, right] = [teams[0]!.name, teams[1]!.name];
    const problems = [{ side: 'left', message: HOSTILE }] as const;
    const line = createLine({ fixture: 'league-1-1', left, right, scoreL: 1, problems, host: HOSTILE });
    const text = [createTestHeader(loaded), line].map((entry) => `${JSON.stringify(entry)}\n`).join('');
    writeFileSync(join(folder, RESULT_FILE), text);
    const content = new LiveRun(folder, loaded, HOSTILE).describe({}, 1);
    const report = createReport(createTestHeader(loaded), readRunFolder(folder, loaded, () => {}).state);
    const pages = [formatLivePage(content), formatScreenPage(content, 12), formatReportHtml(report, [])];
    for (const body of pages) {
      expect(body).toContain('&lt;img src=x');
      expect(await tryPage('/run.html', { '/run.html': { type: 'text/html', body } })).toEqual(CLEAN);
    }
  });
});
