import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSite, formatLink, listenHttp } from '@rcss/log-service/web';
import { afterEach, describe, expect, it } from 'vitest';
import { findSample } from '../../test/run.js';
import { LogSearch } from '../search/log-search.js';
import { createStandalonePage, createWebRoutes } from './web.js';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function site(logs: readonly string[]): Promise<string> {
  const server = createSite(
    createWebRoutes(
      logs,
      {
        page: 'the script',
        clips: 'the clips',
        spatial: 'the 3D view',
        words: 'the words',
        values: 'the values',
        study: 'the statistics',
      },
      { autoPlay: true, loop: false },
    ),
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
    expect(await (await fetch(`${link}viewer-clips.js`)).text()).toBe('the clips');
    expect(await (await fetch(`${link}viewer-3d.js`)).text()).toBe('the 3D view');
    expect(await (await fetch(`${link}viewer-words.js`)).text()).toBe('the words');
    expect(await (await fetch(`${link}viewer-values.js`)).text()).toBe('the values');
    expect(await (await fetch(`${link}viewer-study.js`)).text()).toBe('the statistics');
    expect((await fetch(`${link}log/2`)).status).toBe(404);
    expect((await fetch(link, { method: 'POST' })).status).toBe(405);
  });

  it('serves the debug file beside a log, and those that are given', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rcss-web-'));
    closers.push(() => rmSync(folder, { recursive: true }));
    copyFileSync(findSample('sample-v6'), join(folder, 'match.rcg.gz'));
    writeFileSync(join(folder, 'match.debug.jsonl'), '{"time":1,"side":"l","unum":7}\n');
    writeFileSync(join(folder, 'Herons-7.dcl'), '%% step 0\n');
    const routes = createWebRoutes(
      [join(folder, 'match.rcg.gz')],
      { page: '', clips: '', spatial: '', words: '', values: '', study: '' },
      {
        autoPlay: false,
        loop: false,
        debugFiles: [join(folder, 'Herons-7.dcl')],
      },
    );
    const server = createSite(routes, '127.0.0.1');
    closers.push(() => server.close());
    const link = formatLink('127.0.0.1', await listenHttp(server, 0, '127.0.0.1'));
    const page = await (await fetch(link)).text();
    expect(page).toContain(
      '"debugFiles":[{"path":"/debug/0/0","title":"match.debug.jsonl"},{"path":"/debug/0/1","title":"Herons-7.dcl"}]',
    );
    expect(await (await fetch(`${link}debug/0/1`)).text()).toBe('%% step 0\n');
    const ask = async (range: string) => {
      const answer = await fetch(`${link}debug/0/1`, { headers: { Range: range } });
      return [answer.status, answer.headers.get('Content-Range'), await answer.text()];
    };
    expect(await ask('bytes=3-6')).toEqual([206, 'bytes 3-6/10', 'step']);
    expect(await ask('bytes=8-')).toEqual([206, 'bytes 8-9/10', '0\n']);
    expect(await ask('bytes=8-99')).toEqual([206, 'bytes 8-9/10', '0\n']);
    expect(await ask('bytes=10-20')).toEqual([416, 'bytes */10', '']);
    expect(await ask('bytes=1-2, 4-5')).toEqual([200, null, '%% step 0\n']);
  });

  it('finds moments in all logs, also from the stored index, and says which parameter is wrong', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rcss-web-'));
    closers.push(() => rmSync(folder, { recursive: true }));
    const clips = ['02', '06', '11'].map((clip) =>
      fileURLToPath(
        new URL(`../../../../packages/study/stats/testdata/clips/${clip}.rcg.gz`, import.meta.url),
      ),
    );
    const logs = [...clips, join(folder, 'missing.rcg')];
    const answers = [];
    for (const _ of [1, 2]) {
      const search = new LogSearch(logs, folder);
      await search.index();
      const routes = createWebRoutes(
        logs,
        { page: '', clips: '', spatial: '', words: '', values: '', study: '' },
        { autoPlay: false, loop: false, search },
      );
      const server = createSite(routes, '127.0.0.1');
      closers.push(() => server.close());
      const link = formatLink('127.0.0.1', await listenHttp(server, 0, '127.0.0.1'));
      expect(await (await fetch(link)).text()).toContain('"searchPath":"/search.json"');
      const answer = await (await fetch(`${link}search.json?figure=passes`)).json();
      expect([answer.logs, answer.indexed, answer.failed.length]).toEqual([4, 4, 1]);
      expect(new Set(answer.rows.map(({ log }: { log: number }) => log))).toEqual(new Set([0, 1, 2]));
      const team = await (await fetch(`${link}search.json?figure=passes&team=no+such+team`)).json();
      expect(team.total).toBe(0);
      const wrong = await fetch(`${link}search.json?figure=headers`);
      expect([wrong.status, (await wrong.json()).error]).toEqual([
        400,
        expect.stringMatching(/^figure: 'headers' is unknown; allowed are passes, /),
      ]);
      answers.push(answer);
    }
    expect(readdirSync(folder).filter((name) => name.endsWith('.json.gz'))).toHaveLength(3);
    expect(answers[1]).toEqual(answers[0]);
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
    const page = createStandalonePage({
      page: 'const a = "$&</script>";',
      clips: 'const b = 1;',
      spatial: 'const c = 1;',
      words: 'const d = 1;',
      values: 'const e = 1;',
      study: 'const f = 1;',
    });
    expect(page).toContain('<script type="module">const a = "$&<\\/script>";</script>');
    expect(page).toContain('<script type="text/plain" id="clips">const b = 1;</script>');
    expect(page).not.toMatch(/(src|href)=/);
    // The element is there before the script runs.
    expect(page.indexOf('<rcss-viewer ')).toBeLessThan(page.indexOf('const a'));
  });
});

it('a signal ends the player, and the process ends by itself with 0', async () => {
  const script = `
    import { program } from ${JSON.stringify(new URL('../cli.ts', import.meta.url).href)};
    process.exitCode = await program.run(['play', '-p', '0', ${JSON.stringify(findSample('sample-v6'))}]);`;
  const child = spawn(
    process.execPath,
    ['--conditions=@rcss/source', '--import', 'tsx', '--input-type=module', '-e', script],
    { cwd: fileURLToPath(new URL('../../../..', import.meta.url)), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  child.stdout.once('data', () => child.kill('SIGTERM'));
  const code = await new Promise((resolve) => child.on('exit', resolve));
  expect(code).toBe(0);
});
