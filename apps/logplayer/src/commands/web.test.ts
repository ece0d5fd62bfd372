import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import {
  buildScript,
  CHROMIUM,
  PageBrowser,
  readText,
  readViewer,
  waitUntil,
} from '../../../../packages/viewer/test/browser.js';
import { findSample } from '../../test/run.js';
import { createSite, formatLink, listenHttp } from '../web/http.js';
import { createStandalonePage, createWebRoutes } from './web.js';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function site(logs: readonly string[]): Promise<string> {
  const server = createSite(
    createWebRoutes(logs, 'the script', { autoPlay: true, loop: false }),
    '127.0.0.1',
  );
  closers.push(() => server.close());
  return formatLink('127.0.0.1', await listenHttp(server, 0, '127.0.0.1'));
}

describe('web', () => {
  it('a page for every log, the logs as they are on disk, and nothing else', async () => {
    const logs = [findSample('sample-v6'), findSample('sample-v1')];
    const link = await site(logs);
    const page = await (await fetch(`${link}1`)).text();
    expect(page).toContain('"log":"/log/1"');
    expect(page).toContain('"autoPlay":true');
    const bytes = Buffer.from(await (await fetch(`${link}log/1`)).arrayBuffer());
    expect(bytes.equals(readFileSync(logs[1]!))).toBe(true);
    expect(await (await fetch(`${link}viewer.js`)).text()).toBe('the script');
    expect((await fetch(`${link}log/2`)).status).toBe(404);
    expect((await fetch(link, { method: 'POST' })).status).toBe(405);
  });

  it('texts are compressed, and not sent again to a browser that has them', async () => {
    const link = await site([]);
    const first = await fetch(`${link}viewer.js`, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(first.headers.get('Content-Encoding')).toBe('gzip');
    expect(await first.text()).toBe('the script');
    const tag = first.headers.get('ETag')!;
    const again = await fetch(`${link}viewer.js`, { headers: { 'If-None-Match': tag }, cache: 'no-store' });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const other = await fetch(`${link}icon.svg`, { headers: { 'If-None-Match': tag }, cache: 'no-store' });
    expect(other.status).toBe(200);
  });

  it('without a log the page waits for one to be dropped', async () => {
    const page = await (await fetch(await site([]))).text();
    expect(page).toContain('<script type="application/json" id="config">{}</script>');
  });

  it('the page as one file asks for nothing', () => {
    const page = createStandalonePage('const a = "$&</script>";');
    expect(page).toContain('<script type="module">const a = "$&<\\/script>";</script>');
    expect(page).not.toMatch(/(src|href)=/);
    // The element is there before the script runs.
    expect(page.indexOf('<rcss-viewer ')).toBeLessThan(page.indexOf('const a'));
  });
});

describe.skipIf(CHROMIUM === undefined)('a saved page in Chromium', () => {
  it('shows the match that it contains, without a server', async () => {
    const script = await buildScript();
    const browser = await PageBrowser.start(script);
    try {
      const bytes = readFileSync(findSample('sample-v6'));
      const html = createStandalonePage(script, {
        name: 'sample.rcg.gz',
        bytes,
        autoPlay: false,
        loop: false,
      });
      const page = await browser.openFiles(
        { '/match.html': { type: 'text/html', body: html } },
        '/match.html',
      );
      await waitUntil(
        'the match is shown',
        async () => (await readViewer(page, (v) => v.source?.last ?? 0)) > 10,
      );
      expect(await readText(page, '.where')).toBe('sample.rcg.gz');
      expect(await page.title()).toMatch(/ : /);
      expect(browser.problems).toEqual([]);
    } finally {
      await browser.close();
    }
  }, 60_000);
});
