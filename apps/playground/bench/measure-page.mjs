/**
 * Figures of the playground in Chromium: node apps/playground/bench/measure-page.mjs [MATCHES [FOLDER]], after `npm run docs -- build`; FOLDER
 * is another build of the page. Prints the size of the
 * scripts that the page loads before its editor, the time to the first picture and to the first moving match with a processor that
 * is four times slower (this slows the page down, not its workers), and the time of matches with 6,000 cycles with the memory after each.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const MATCHES = Number(process.argv[2] ?? 1);
const folder = process.argv[3] ?? fileURLToPath(new URL('../../site/dist/playground/', import.meta.url));

/** What the page loaded, by name: pages and workers share files, which the browser keeps. */
const loaded = new Map();
const server = createServer((request, response) => {
  const name = request.url.replace(/[?#].*$/, '').slice(1) || 'index.html';
  try {
    const body = readFileSync(join(folder, name));
    loaded.set(name, body);
    response.setHeader('content-type', TYPES[extname(name)] ?? 'application/octet-stream').end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${server.address().port}/`;
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

async function open(slowdown) {
  const page = await browser.newPage();
  page.setDefaultTimeout(180_000);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(address);
  await page.waitForFunction(() => (document.querySelector('rcss-viewer')?.viewer?.frame?.time ?? 0) > 0);
  const moving = await page.evaluate(() => performance.now());
  const paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  return { page, session, moving, paint };
}

const { page: slow, moving, paint } = await open(4);
console.log(`4 times slower: first paint ${paint.toFixed(0)} ms, match moves after ${moving.toFixed(0)} ms`);
const sizes = [...loaded]
  .filter(([name]) => name.endsWith('.js'))
  .map(([name, body]) => [name, gzipSync(body).length])
  .sort((a, b) => b[1] - a[1]);
const inKilobytes = (size) => `${(size / 1000).toFixed(0)} kB`;
const total = inKilobytes(sizes.reduce((sum, [, size]) => sum + size, 0));
const largest = sizes.slice(0, 5).map(([name, size]) => `${name} ${inKilobytes(size)}`);
console.log(
  `scripts before the editor is used: ${total} compressed in ${sizes.length} files: ${largest.join(', ')}, …`,
);
await slow.close();

const { page, session } = await open(1);
for (let n = 1; n <= MATCHES; n++) {
  await page
    .locator('#stop')
    .click({ force: true, timeout: 1000 })
    .catch(() => {});
  await page.locator('#cycles').fill('6000');
  const startedAt = performance.now();
  await page.locator('#run').click();
  await page.locator('#status').filter({ hasText: 'Digest' }).waitFor();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  console.log(`6,000 cycles: ${seconds} s; the page has ${(usedSize / 1e6).toFixed(0)} MB`);
}
await browser.close();
server.close();
