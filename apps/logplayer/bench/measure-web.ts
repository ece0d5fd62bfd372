/**
 * Measures the page of `rcss-log web` in Chromium: the time to the first frame, the times of 200 seeks, the pictures per second while the
 * statistics are open, the share of scripts in this time, and the memory.
 *
 *     node --conditions=@rcss/source --import tsx apps/logplayer/bench/measure-web.ts [LOG]
 *
 * Without LOG, it is the recorded match of @rcss/conformance: version 6, 6,000 cycles, 22.5 MB. A compressed log is opened as it is, and
 * then decompressed. The program marks values that miss their goals. The variable CHROMIUM names the browser.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { createSite, formatLink, listenHttp } from '@rcss/log-service/web';
import type { RcssViewer } from '@rcss/viewer';
import type { Browser, Page } from 'playwright-core';
import {
  buildScript,
  CHROMIUM,
  launchChromium,
  readViewer,
  waitUntil,
} from '../../../packages/study/viewer/test/browser.js';
import { createWebRoutes } from '../src/commands/web.js';

const HOST = '127.0.0.1';
const DEFAULT_LOG = new URL('../../../packages/conformance/matches/match-1.rcg.gz', import.meta.url);
const LOAD_COUNT = 5;
const SEEK_COUNT = 200;
const PLAYBACK_MS = 5000;
/** Time for the statistics of a whole match on a busy machine. */
const ANALYSIS_LIMIT_MS = 60_000;
const SIZE = { width: 1440, height: 900 };
/** A fifth of the pixels: without a graphics processor, most of the time of a picture depends on their number. */
const SMALL_SIZE = { width: 760, height: 340 };

/** A measured value. */
interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Goal: the value is below, or above. */
  readonly below?: number;
  readonly above?: number;
}

/** Pictures of a playback. */
interface PlaybackTimes {
  /** Pictures per second. */
  readonly fps: number;
  /** Drawing time that 95 % of the pictures do not exceed, ms. */
  readonly p95Ms: number;
  /** Share of the time in which the page runs scripts. */
  readonly scriptShare: number;
}

/**
 * Runs in the page before its scripts: records when the first picture is drawn. The loader of this file adds calls of `__name` to its
 * functions.
 */
const RECORD_FIRST_PICTURE = `
globalThis.__name = (value) => value;
const look = () => {
  const element = document.querySelector('rcss-viewer');
  if (element?.viewer?.drawingTimer.read().drawCount > 0) globalThis.firstPictureMs = performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);`;

async function openPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: SIZE });
  const page = await context.newPage();
  await page.addInitScript(RECORD_FIRST_PICTURE);
  await page.goto(url);
  return page;
}

/** Returns the time from the navigation to the first picture, ms. */
async function measureFirstPicture(page: Page): Promise<number> {
  const read = (): Promise<number> => page.evaluate('globalThis.firstPictureMs ?? 0');
  await waitUntil('the first picture is drawn', async () => (await read()) > 0);
  return read();
}

/** Moves to frames all over the log; returns the time from each seek to its picture, ms. */
async function measureSeeks(page: Page): Promise<readonly number[]> {
  const frameCount = await readViewer(page, (v) => (v.source?.last ?? -1) + 1);
  // Multiples of the golden ratio visit all parts of the log in an irregular order.
  const indices = Array.from({ length: SEEK_COUNT }, (_, i) =>
    Math.floor((((i + 1) * 0.618_033_988_75) % 1) * frameCount),
  );
  return page.evaluate(async (wanted) => {
    const { viewer } = document.querySelector('rcss-viewer') as unknown as RcssViewer;
    let notify = (): void => {};
    viewer.subscribe((event) => event === 'frame' && notify());
    viewer.controlPlayback((playback) => playback.pause());
    const times: number[] = [];
    for (const index of wanted) {
      // The seeks begin at different moments between two pictures.
      await new Promise((resolve) => setTimeout(resolve, index % 17));
      const begin = performance.now();
      const isShown = new Promise<void>((resolve) => {
        notify = resolve;
      });
      viewer.seek(index);
      await isShown;
      times.push(performance.now() - begin);
    }
    return times;
  }, indices);
}

/** Plays from the first frame on. */
async function measurePlayback(page: Page, speed: number): Promise<PlaybackTimes> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const readScriptSeconds = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
  };
  const before = await readScriptSeconds();
  const times = await play(page, speed);
  const scriptShare = ((await readScriptSeconds()) - before) / (PLAYBACK_MS / 1000);
  await session.detach();
  return { ...times, scriptShare };
}

function play(page: Page, speed: number): Promise<Omit<PlaybackTimes, 'scriptShare'>> {
  return page.evaluate(
    async ([factor, durationMs]) => {
      const element = document.querySelector('rcss-viewer') as unknown as RcssViewer;
      const { viewer } = element;
      viewer.stopAt('first');
      viewer.controlPlayback((playback) => {
        playback.speed = factor;
        playback.play(1);
      });
      viewer.drawingTimer.clear();
      const begin = performance.now();
      await new Promise((resolve) => setTimeout(resolve, durationMs));
      const { drawCount, p95Ms } = element.getDrawingTimes();
      const fps = (1000 * drawCount) / (performance.now() - begin);
      viewer.controlPlayback((playback) => playback.pause());
      return { fps, p95Ms };
    },
    [speed, PLAYBACK_MS] as const,
  );
}

/** Returns the memory of the page after a garbage collection, MB: objects and the contents of buffers. */
async function measureMemory(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0 } = (await session.send('Runtime.getHeapUsage')) as {
    readonly usedSize: number;
    readonly backingStorageSize?: number;
  };
  return (usedSize + backingStorageSize) / 1e6;
}

function findPercentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
}

/** Opens the page several times; returns the median time to the first picture, and the last page. */
async function measureLoads(browser: Browser, url: string, kind: string): Promise<readonly [Row, Page]> {
  const times: number[] = [];
  for (;;) {
    const page = await openPage(browser, url);
    times.push(await measureFirstPicture(page));
    if (times.length === LOAD_COUNT) {
      const name = `first frame, ${kind} log, median of ${LOAD_COUNT}`;
      return [{ name, value: findPercentile(times, 0.5), unit: 'ms', below: 1000 }, page];
    }
    await page.context().close();
  }
}

function createPlaybackRows(name: string, { fps, p95Ms, scriptShare }: PlaybackTimes): readonly Row[] {
  return [
    // Chromium draws at most 60 pictures per second; the first and the last interval of the measurement are not whole.
    { name: `${name}, pictures per second`, value: fps, unit: '', above: 58 },
    { name: `${name}, drawing time, 95 % below`, value: p95Ms, unit: 'ms' },
    { name: `${name}, time of scripts`, value: 100 * scriptShare, unit: '%' },
  ];
}

async function measurePage(page: Page): Promise<readonly Row[]> {
  const seeks = await measureSeeks(page);
  const rows: Row[] = [
    { name: `${SEEK_COUNT} seeks, median`, value: findPercentile(seeks, 0.5), unit: 'ms' },
    { name: `${SEEK_COUNT} seeks, 95 % below`, value: findPercentile(seeks, 0.95), unit: 'ms', below: 100 },
  ];
  await readViewer(page, (v) => v.togglePanel('statistics'));
  rows.push(...createPlaybackRows('1×, statistics are computed', await measurePlayback(page, 1)));
  await waitUntil(
    'the statistics are complete',
    () => readViewer(page, (v) => v.viewer.analysis.findRun(true)?.isComplete === true),
    ANALYSIS_LIMIT_MS,
  );
  for (const speed of [1, 16])
    rows.push(...createPlaybackRows(`${speed}×, statistics open`, await measurePlayback(page, speed)));
  await page.setViewportSize(SMALL_SIZE);
  const small = `16×, statistics open, ${SMALL_SIZE.width}×${SMALL_SIZE.height}`;
  rows.push(...createPlaybackRows(small, await measurePlayback(page, 16)));
  rows.push({ name: 'memory of the page', value: await measureMemory(page), unit: 'MB' });
  return rows;
}

function formatRow({ name, value, unit, below, above }: Row): string {
  const goal = below !== undefined ? `< ${below}` : above !== undefined ? `> ${above}` : '';
  const isMissed = (below !== undefined && value >= below) || (above !== undefined && value <= above);
  return `${name.padEnd(62)} ${`${value.toFixed(1)} ${unit}`.padStart(12)}  ${goal}${isMissed ? '  MISSED' : ''}`.trimEnd();
}

async function measureLog(file: string, folder: string): Promise<void> {
  const isCompressed = file.endsWith('.gz');
  const plain = isCompressed ? join(folder, basename(file, '.gz')) : file;
  if (isCompressed) writeFileSync(plain, gunzipSync(readFileSync(file)));
  const scripts = {
    page: await buildScript('viewer'),
    clips: '',
    spatial: '',
    words: '',
    values: '',
    study: '',
  };
  const site = createSite(createWebRoutes([plain, file], scripts, { autoPlay: false, loop: false }), HOST);
  const link = formatLink(HOST, await listenHttp(site, 0, HOST));
  const browser = await launchChromium();
  try {
    const megabytes = (statSync(plain).size / 1e6).toFixed(1);
    console.log(
      `${basename(plain)}, ${megabytes} MB; Chromium ${browser.version()}, ${SIZE.width}×${SIZE.height}`,
    );
    if (isCompressed) {
      const [row, page] = await measureLoads(browser, `${link}1`, 'compressed');
      console.log(formatRow(row));
      await page.context().close();
    }
    const [row, page] = await measureLoads(browser, link, 'plain');
    for (const each of [row, ...(await measurePage(page))]) console.log(formatRow(each));
  } finally {
    await browser.close();
    site.close();
    site.closeAllConnections();
  }
}

if (CHROMIUM === undefined) process.exit(1);
const [log = fileURLToPath(DEFAULT_LOG)] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'rcss-measure-'));
try {
  await measureLog(log, folder);
} finally {
  rmSync(folder, { recursive: true });
}
