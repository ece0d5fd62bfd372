/** The public screen of a cup in a hall, as people see it: without a running server, it shows the best scenes of the last match. */
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTournament } from '@rcss/tournament/formats';
import { build } from 'tsup';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewerPage } from '../../../../study/viewer/page.build.js';
import type { RcssViewer } from '../../../../study/viewer/src/index.js';
import {
  buildScript,
  CHROMIUM,
  findViolations,
  type PageBrowser,
  saveScreenshot,
  waitUntil,
} from '../../../../study/viewer/test/browser.js';
import { useBrowser } from '../../../../study/viewer/test/use-browser.js';
import { createLine, createTestHeader } from '../../test/result-lines.js';
import { resolveDocument } from '../documents/load-document.js';
import type { TeamLook } from '../documents/team-look.js';
import { RESULT_FILE } from '../runs/result-file.js';
import { STATUS_FILE } from '../runs/status-file.js';
import { LiveRun } from './live-run.js';
import { type LiveServer, openLiveServer } from './live-server.js';

type Page = Awaited<ReturnType<PageBrowser['openUrl']>>;
type Frame = ReturnType<Page['mainFrame']>;

const MATCH = join(import.meta.dirname, '../../../../conformance/matches/match-1.rcg.gz');
const TEAMS = ['HELIOS_L', 'HELIOS_R', 'Foxes', 'MAINZ_WOLVES_26'];
const COLORS = ['#d02030', '#2050d0', '#e08a1e', '#2a9d8f'];
const SLOW_MS = 300_000;
/** Share of the height of the screen that letters have at least. */
const LETTER_SHARE = 0.06;

async function buildScreenScript(folder: string): Promise<string> {
  const entry = { screen: join(import.meta.dirname, 'page/screen.ts') };
  await build({ ...viewerPage(folder), entry, config: false, silent: true });
  return readFileSync(join(folder, 'screen.js'), 'utf8');
}

/** Returns texts that are shown with letters of less than a size, CSS pixels; in shadow trees too. */
function findSmallTexts(frame: Page | Frame, pixels: number): Promise<string[]> {
  return frame.evaluate((least) => {
    const small: string[] = [];
    const visit = (root: ParentNode): void => {
      for (const element of root.querySelectorAll<HTMLElement>('*')) {
        if (element.shadowRoot !== null) visit(element.shadowRoot);
        const text = [...element.childNodes]
          .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
          .map(({ textContent }) => textContent!.trim())
          .join('');
        const { width, height } = element.getBoundingClientRect();
        const style = getComputedStyle(element);
        if (text === '' || width < 2 || height < 2 || style.visibility === 'hidden' || style.opacity === '0')
          continue;
        if (element.closest('style, .hidden, .sr, .sound-box, noscript, script') !== null) continue;
        // Open places of a bracket are for screen readers: a line is in their place.
        const size = Number.parseFloat(style.fontSize);
        if (size > 0 && size < least) small.push(`${size} ${text}`);
      }
    };
    visit(document);
    return small;
  }, pixels);
}

describe.skipIf(CHROMIUM === undefined)('the public screen in Chromium', () => {
  const browser = useBrowser();
  let folder: string;
  let run: LiveRun;
  let server: LiveServer;
  let page: Page;

  function writeStatus(scores: readonly (readonly [number, number])[]): void {
    const names = [...run.describe({}, 1).teams];
    const running = scores.map((score, i) => ({
      fixture: `field-${i}`,
      left: names[i]!,
      right: names[3 - i]!,
      startedAt: '',
      host: 'here',
      port: null,
      address: null,
      cycle: 1200 + i,
      score,
    }));
    const writtenAt = new Date(Date.now() + 3_600_000).toISOString();
    writeFileSync(
      join(folder, STATUS_FILE),
      JSON.stringify({
        form: 1,
        where: '2 at a time',
        writtenAt,
        secondsLeft: 90,
        running,
        waiting: 0,
        failures: [],
      }),
    );
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rcss hall é-'));
    const loaded = resolveDocument(
      {
        version: 1,
        teams: TEAMS.map((name) => ({ name, start: 'demo' })),
        format: { type: 'groups', groups: 2, advance: 2, knockout: { placement: 'final' } },
      },
      folder,
    );
    const looks = new Map<string, TeamLook>(
      TEAMS.map((team, i) => {
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M8 4h48v30c0 14-12 22-24 28C20 56 8 48 8 34z" fill="${COLORS[i]}"/><circle cx="32" cy="28" r="12" fill="#fff"/></svg>`;
        return [team, { color: COLORS[i]!, crest: { type: 'image/svg+xml', data: Buffer.from(svg) } }];
      }),
    );
    const append = (line: object) => appendFileSync(join(folder, RESULT_FILE), `${JSON.stringify(line)}\n`);
    append(createTestHeader(loaded));
    const tournament = createTournament(loaded.plan);
    for (let i = 0; i < 3; i++) {
      const { id: fixture, left, right } = tournament.ready(1)[0]!;
      const result = { scoreL: 2, scoreR: i, penaltyL: null, penaltyR: null };
      tournament.record({ id: fixture, ...result });
      const logs = join(folder, 'matches', fixture);
      mkdirSync(logs, { recursive: true });
      copyFileSync(MATCH, join(logs, `${fixture}.rcg.gz`));
      append(createLine({ fixture, left: left!, right: right!, ...result, logs }));
    }
    const [next] = tournament.ready(1);
    append({
      type: 'decision',
      at: new Date().toISOString(),
      id: 'd-1',
      by: 'Ada',
      reason: 'plan',
      verb: 'schedule',
      fixture: next!.id,
      kickoff: new Date(Date.now() + 1_500_000).toISOString(),
      field: '2',
    });
    run = new LiveRun(folder, { ...loaded, looks }, 'cup.yaml');
    writeStatus([
      [0, 0],
      [1, 2],
    ]);
    const names = ['viewer-clips', 'viewer-3d', 'viewer-words', 'viewer-values', 'viewer-study'] as const;
    const [clips, spatial, words, values, study] = await Promise.all(names.map((name) => buildScript(name)));
    const viewer = { page: browser.script, clips, spatial, words, values, study } as never;
    const screen = await buildScreenScript(join(folder, 'page'));
    server = await openLiveServer({
      host: '127.0.0.1',
      port: 0,
      token: '',
      run,
      places: { folders: [folder], bucket: null },
      scripts: { league: '', submit: '', screen, viewer, verify: {} as never },
    });
  }, SLOW_MS);
  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true });
  });

  const open = async (query: string, [width, height] = [1920, 1080]): Promise<void> => {
    page = await browser.openUrl(`${server.url}screen${query}`, {
      viewport: { width: width!, height: height! },
    });
  };
  const findFrame = (): Frame | undefined => page.frames().find((frame) => frame.url().includes('broadcast'));

  it(
    'shows the best scenes with the scores of all fields, and a goal again in 3D; all letters can be read from afar',
    async () => {
      await open('?seconds=600');
      await waitUntil('the match is opened', () => findFrame() !== undefined);
      const frame = findFrame()!;
      const lower = frame.locator('.lower');
      await lower.filter({ hasText: /Goal for HELIOS_[LR]/ }).waitFor({ timeout: SLOW_MS });
      await saveScreenshot(page, 'hall-goal');
      expect(await findSmallTexts(page, LETTER_SHARE * 1080 - 1)).toEqual([]);
      expect(await findSmallTexts(frame, LETTER_SHARE * 1080 - 1)).toEqual([]);
      expect(await page.locator('#side .pair').count()).toBe(3);
      expect(await page.locator('#side [data-until]').textContent()).toMatch(/^\d\d:\d\d$/);
      expect(await findViolations(page)).toEqual([]);
      await frame.locator('.stage.spatial').waitFor({ timeout: SLOW_MS });
      await frame.locator('.replay').waitFor();
      const readIndex = (): Promise<number> =>
        frame.evaluate(
          () => (document.querySelector('rcss-viewer') as unknown as RcssViewer).viewer.frameIndex,
        );
      const first = await readIndex();
      await waitUntil('the replay goes on', async () => (await readIndex()) !== first);
      // The view in 3D leaves a slow machine no time for a picture of the page.
      const setPlaying = (isPlaying: boolean): Promise<void> =>
        frame.evaluate((plays) => {
          const { viewer } = document.querySelector('rcss-viewer') as unknown as RcssViewer;
          viewer.controlPlayback((playback) => (plays ? playback.play(1) : playback.pause()));
        }, isPlaying);
      await setPlaying(false);
      await saveScreenshot(page, 'hall-replay-3d');
      await setPlaying(true);
      await frame.locator('.stage:not(.spatial)').waitFor({ timeout: SLOW_MS });
      writeStatus([
        [1, 0],
        [1, 2],
      ]);
      const goal = page.locator('#goal');
      await goal.waitFor();
      expect(await goal.textContent()).toBe(`Goal: ${TEAMS[0]} 1 : 0 ${TEAMS[3]}`);
      await saveScreenshot(page, 'hall-other-goal');
      // The field that is shown says its goals itself.
      await page.evaluate(() => {
        document.querySelector<HTMLElement>('.shown [data-match]')!.dataset['match'] =
          '/watch/field-1?broadcast';
      });
      writeStatus([
        [2, 0],
        [1, 3],
      ]);
      await page.locator(`#side [data-score$="1 : 3 ${TEAMS[2]}"]`).waitFor();
      expect(await goal.textContent()).toBe(`Goal: ${TEAMS[0]} 2 : 0 ${TEAMS[3]}`);
    },
    SLOW_MS,
  );

  it(
    'shows fields, next match with countdown, tables, bracket and results with letters of 6 % of the height, without cutting them',
    async () => {
      for (const [width, height] of [
        [1920, 1080],
        [1440, 900],
      ] as const) {
        await open('?seconds=600', [width, height]);
        const ids = await page.locator('.slide').evaluateAll((slides) => slides.map(({ id }) => id));
        expect(ids.length).toBeGreaterThan(5);
        for (const id of ids.filter((name) => !name.includes('match'))) {
          await page.evaluate((shown) => {
            for (const slide of document.querySelectorAll('.slide'))
              slide.classList.toggle('shown', slide.id === shown);
          }, id);
          // The transition of the slide.
          await page.evaluate(async () => {
            const animations = document.querySelector('.slide.shown')!.getAnimations();
            await Promise.allSettled(animations.map(({ finished }) => finished));
          });
          await saveScreenshot(page, `hall-${id.replace(/\W+/g, '-')}-${width}`);
          const unit = Math.min(height / 100, (0.5625 * width) / 100);
          expect(await findSmallTexts(page, LETTER_SHARE * 100 * unit - 1)).toEqual([]);
          const cut = await page
            .locator(`[id="${id}"] .body, [id="${id}"] :is(.team, .who), #side, #side .who`)
            .evaluateAll((parts) =>
              parts
                .filter(
                  (e) =>
                    e.clientWidth > 0 &&
                    (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1),
                )
                .map(({ textContent }) => textContent),
            );
          expect([id, cut]).toEqual([id, []]);
          expect(await findViolations(page)).toEqual([]);
        }
      }
    },
    SLOW_MS,
  );
});
