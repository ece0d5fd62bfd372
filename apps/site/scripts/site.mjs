#!/usr/bin/env node
/**
 * The documentation site: the files of `docs/`, READMEs, command lines and API as pages of VitePress (`apps/site`).
 *
 * `npm run docs` serves it and updates it when a file of `docs/` changes; `npm run docs -- build` writes `apps/site/dist`, a folder for any
 * static server, and checks all links and anchors. Options: `--base /path/`: path under which the folder is served; `--no-api`: without
 * the API reference, which takes most of the time; `--pages a.md,b/c.md`: these pages alone, into `--out FOLDER`, for tests and for a
 * quick look; links are not checked then.
 */
import { spawn } from 'node:child_process';
import { readFileSync, watch, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startGuarded } from '@rcss/core/node';
import { build } from 'vite';
import { checkSite } from './site/check.mjs';
import {
  writeApi,
  writeApiPlaceholder,
  writeCommandLines,
  writeExportedNames,
  writeSchemas,
} from './site/generated.mjs';
import { clearPages, createMenus, keepPages, writePages } from './site/pages.mjs';

const root = join(import.meta.dirname, '../../..');
const site = join(root, 'apps', 'site');

const USAGE = 'Usage: site.mjs [serve|build] [--base /path/] [--no-api] [--pages PAGE.md,… [--out FOLDER]]';

function readArguments() {
  const options = {
    base: { type: 'string', default: '/' },
    api: { type: 'boolean', default: true },
    pages: { type: 'string' },
    out: { type: 'string' },
  };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true, allowNegative: true });
    const [command = 'serve'] = positionals;
    if (positionals.length > 1 || (command !== 'serve' && command !== 'build'))
      throw new Error(`${positionals.join(' ') || 'no command'}: expected serve or build`);
    if (!/^\/(.*\/)?$/.test(values.base))
      throw new Error(`--base ${values.base}: expected a path with a slash at both ends, such as /rcss/`);
    if ((values.out === undefined) !== (values.pages === undefined || command === 'serve'))
      throw new Error('--out goes with build --pages, and needs a folder');
    return { command, ...values };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}

const { command, base, api: hasApi, pages: part, out: partOut } = readArguments();
const isPart = part !== undefined;
// Apart from the pages of the whole site.
const out = join(site, isPart ? '.pages-part' : '.pages');
const dist = isPart ? resolve(partOut ?? '') : join(site, 'dist');
const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const filesUrl = `${repository.url.replace(/^git\+/, '').replace(/\.git$/, '')}/blob/main/`;

async function timed(name, work) {
  const startedAt = performance.now();
  const result = await work();
  console.log(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

async function writeAll() {
  clearPages(out);
  const cli = await timed('command lines', () => writeCommandLines(root, out));
  writeExportedNames(out);
  writeSchemas(out);
  const wanted = part?.split(',');
  const isWanted = (name) => wanted?.some((page) => page.startsWith(`reference/api/${name}`)) ?? true;
  const writesApi = hasApi && (wanted?.some((page) => page.startsWith('reference/api/')) ?? true);
  if (!writesApi) writeApiPlaceholder(out);
  const api = writesApi
    ? await timed('API reference', () => writeApi(root, out, filesUrl.slice(0, -1), isWanted))
    : [];
  const titles = writePages(root, out, filesUrl);
  if (wanted !== undefined) keepPages(out, wanted);
  writeFileSync(join(out, 'menus.json'), JSON.stringify(createMenus(titles, { cli, api })));
}

/** Builds the page of the playground, as a folder of the site. */
function buildPlayground() {
  const outDir = join(out, 'public', 'playground');
  return build({
    root: join(root, 'apps', 'playground'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
}

/** Runs VitePress; resolves with its exit status. */
function vitepress(args) {
  const file = join(site, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  // The build of the playground sets NODE_ENV, which would hold for the server of the pages too.
  const env = { ...process.env, NODE_ENV: undefined, SITE_PAGES: out, SITE_IS_PART: isPart ? '1' : '' };
  const { child } = startGuarded((variables) =>
    spawn(process.execPath, [file, ...args], { cwd: site, env: { ...env, ...variables }, stdio: 'inherit' }),
  );
  return new Promise((resolve) => {
    child.once('exit', (status) => resolve(status ?? 1));
  });
}

await writeAll();
if (!isPart) await timed('playground', buildPlayground);
if (command === 'serve') {
  let timer;
  // Several events come for one change.
  watch(join(root, 'docs'), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => writePages(root, out, filesUrl), 100);
  });
  process.exit(await vitepress(['dev', '.', '--base', base]));
} else {
  const status = await timed('pages', () => vitepress(['build', '.', '--base', base, '--outDir', dist]));
  if (status !== 0 || isPart) process.exit(status);
  const { problems, pageCount, linkCount } = await timed('links', async () => checkSite(dist, base));
  for (const problem of problems) console.error(problem);
  console.log(`${pageCount} pages, ${linkCount} links, ${problems.length} problems: apps/site/dist`);
  process.exit(problems.length > 0 ? 1 : 0);
}
