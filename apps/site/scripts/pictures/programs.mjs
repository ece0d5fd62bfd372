/** Pictures of what programs write, and of the playground. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';

const execute = promisify(execFile);
const FROM_SOURCE = `--conditions=@rcss/source --import ${import.meta.resolve('tsx')}`;

/** Runs the program of an app from its source. */
function runApp({ root }, app, args, cwd = root) {
  return execute(process.execPath, [join(root, 'apps', app, 'src', 'main.ts'), ...args], {
    cwd,
    // Also for the processes that the program starts.
    env: { ...process.env, NODE_OPTIONS: FROM_SOURCE },
    maxBuffer: 1 << 26,
  });
}

/** A plot of the match by `rcss-log plot`. */
export async function drawPlot(tools, plot, ...options) {
  const log = join(tools.work, 'match.rcg');
  if (!existsSync(log)) writeFileSync(log, (await tools.playMatch()).toLog());
  const output = join(tools.work, `${plot}.svg`);
  await runApp(tools, 'logplayer', ['plot', '--plot', plot, ...options, '-o', output, log]);
  return readFileSync(output);
}

/** The report of a comparison of two teams, as `rcss league report` writes it. */
export async function takeLeagueReport(tools) {
  const { root, work, browser } = tools;
  const document = join(work, 'cup.json');
  const module = (path) => join(root, path);
  writeFileSync(
    document,
    JSON.stringify({
      version: 1,
      name: 'Spring cup',
      teams: [
        { name: 'Foxes', module: module('packages/play/base-team/src/base-team.ts') },
        { name: 'Herons', module: module('packages/play/base-team/src/base-team.ts') },
        { name: 'Chasers', module: module('packages/play/agent/src/entries/chasers.ts') },
      ],
      format: { type: 'round-robin', matches: 2 },
      seeds: 1,
      match: { parameters: { server: { half_time: 30 } } },
    }),
  );
  await runApp(tools, 'league', ['run', document, '--quiet'], work);
  await runApp(tools, 'league', ['report', document], work);
  const report = readFileSync(join(work, 'cup-results', 'report.html'));
  const page = await browser.openFiles(
    { '/report.html': { type: 'text/html', body: report } },
    '/report.html',
    {
      viewport: { width: 1100, height: 900 },
      colorScheme: 'light',
    },
  );
  return page.screenshot();
}

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Serves a folder on this machine. */
async function serveFolder(folder) {
  const server = createServer(({ url = '' }, response) => {
    const name = url.replace(/[?#].*$/, '').slice(1) || 'index.html';
    try {
      const body = readFileSync(join(folder, name));
      response.setHeader('content-type', TYPES[extname(name)] ?? 'application/octet-stream');
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${server.address().port}/` };
}

/** The playground after its first team has played. */
export async function takePlayground({ root, work, browser }) {
  const outDir = join(work, 'playground');
  await build({
    root: join(root, 'apps', 'playground'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
  const { server, address } = await serveFolder(outDir);
  try {
    const page = await browser.openUrl(address, {
      viewport: { width: 1280, height: 1000 },
      colorScheme: 'light',
    });
    await page.locator('#plain').click({ timeout: 120_000 });
    await page.locator('.cm-content').waitFor({ timeout: 120_000 });
    await page.locator('#status').filter({ hasText: 'Digest' }).waitFor({ timeout: 240_000 });
    // The viewer plays the match from its beginning.
    await page.waitForTimeout(2000);
    return await page.screenshot();
  } finally {
    server.close();
  }
}
