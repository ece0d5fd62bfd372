/** Plugins of Vite for the pages of this folder. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { compileTeam } from '../../packages/kit/team-frames/src/compile.js';
import { FURTHER_SCRIPTS } from '../../packages/study/viewer/page.build.js';
import { formatDesign, PAGE_ICON } from '../../packages/study/viewer/src/design.js';

const COMPILED = '?compiled';
const ENTRY = '?worker-entry';
const MODULES = '?worker-modules';
const SINGLE = '?single-script';
const SCRIPT = '?inline-script';
const TEAM_FRAME = fileURLToPath(new URL('src/team-frame.ts', import.meta.url));
/** Stands in the policy of the page for the hash of the script of a frame. */
const HASH_PLACE = 'sha256-of-team-frame';
const SERVICE_WORKER = fileURLToPath(new URL('src/offline/service-worker.ts', import.meta.url));
/** Larger files, such as the one that runs models of ONNX, are kept for use without a connection when a page has used them. */
const MAX_INSTALLED_BYTES = 1_000_000;
/** Conditions of the exports of packages. */
export const CONDITIONS = ['@rcss/source', 'module', 'browser', 'import', 'default'];

/** Returns a module and what it imports as one text. */
async function bundle(input: string, format: 'es' | 'iife'): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: CONDITIONS },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: { input, preserveEntrySignatures: 'strict', output: { format } },
    },
  });
  const [first] = Array.isArray(result) ? result : [result];
  const [chunk] = first !== undefined && 'output' in first ? first.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${input} has no script`);
  return chunk.code.trim();
}
const removeQuery = (id: string) => id.replace(/\?.*$/, '');

/** `import team from './team.ts?compiled'` is the source of a team and its compiled code, so that the page needs no compiler for it. */
export function compiledTeams(): Plugin {
  return {
    name: 'compiled-teams',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(COMPILED)) return undefined;
      const source = readFileSync(removeQuery(id), 'utf8');
      const compiled = compileTeam(source);
      if (!compiled.ok) throw new Error(`${removeQuery(id)}: ${compiled.message}`);
      // Vite would compile what has the ending .ts; this is JavaScript.
      return { code: `export default ${JSON.stringify({ source, code: compiled.code })};`, moduleType: 'js' };
    },
  };
}

/**
 * `import url from './worker.ts?worker-entry'` is the address of the module, for a worker. Its code is a part of the bundle of the pages,
 * so that pages and workers load what they share once; `?worker&url` of Vite makes a bundle of its own. `?worker-modules` is the address
 * of a module that is read as text: the server of the development has it in one file, because its modules import each other by paths.
 * `?single-script` is the address of a module in one file also in the build, so that the scripts of the pages are divided as without it.
 */
export function workerEntries(): Plugin {
  let isServing = false;
  const bundled = new Set<string>();
  return {
    name: 'worker-entries',
    enforce: 'pre',
    configResolved({ command }) {
      isServing = command === 'serve';
    },
    configureServer({ middlewares }) {
      middlewares.use(({ url = '' }, response, next) => {
        if (!bundled.has(url)) return next();
        response.setHeader('content-type', 'text/javascript');
        bundle(removeQuery(url), 'es').then((text) => response.end(text), next);
      });
    },
    async load(id) {
      const isSingle = id.endsWith(SINGLE);
      if (!id.endsWith(ENTRY) && !id.endsWith(MODULES) && !isSingle) return undefined;
      if (isServing) {
        if (!id.endsWith(ENTRY)) bundled.add(id);
        return `export default ${JSON.stringify(id.endsWith(ENTRY) ? removeQuery(id) : id)};`;
      }
      if (isSingle) {
        const name = `${parse(removeQuery(id)).name}.js`;
        const asset = this.emitFile({ type: 'asset', name, source: await bundle(removeQuery(id), 'es') });
        return `export default import.meta.ROLLUP_FILE_URL_${asset};`;
      }
      const reference = this.emitFile({ type: 'chunk', id: removeQuery(id), preserveSignature: 'strict' });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
  };
}

const VIEWER_SOURCES = '../../packages/study/viewer/src/';

/** Puts the scripts that the viewer loads on demand next to the scripts of the pages. */
export function viewerScripts(): Plugin {
  return {
    name: 'viewer-scripts',
    apply: 'build',
    async generateBundle() {
      for (const [name, source] of Object.entries(FURTHER_SCRIPTS)) {
        const path = fileURLToPath(new URL(VIEWER_SOURCES + source, import.meta.url));
        this.emitFile({ type: 'asset', fileName: `assets/${name}.js`, source: await bundle(path, 'es') });
      }
    },
  };
}

/** Puts the colors and fonts of the viewer and the mark of the project into each page. */
export function design(): Plugin {
  return {
    name: 'design',
    transformIndexHtml: () => [
      { tag: 'style', children: `:root { ${formatDesign()} }`, injectTo: 'head' },
      {
        tag: 'link',
        attrs: {
          rel: 'icon',
          type: 'image/svg+xml',
          href: `data:image/svg+xml,${encodeURIComponent(PAGE_ICON)}`,
        },
        injectTo: 'head',
      },
    ],
  };
}

/** Folder and name of the package of another project that has a module. */
const FOREIGN_PACKAGE = /^\0?(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//;
/** The file with the licenses of the packages of other projects that the build contains. */
const LICENSES = 'licenses.txt';

/** Adds the texts of the licenses of the packages of other projects. */
export function licenses(): Plugin {
  return {
    name: 'licenses',
    generateBundle(_, bundled) {
      const folders = new Map<string, string>();
      const ids = Object.values(bundled).flatMap((output) =>
        output.type === 'chunk' ? output.moduleIds : [],
      );
      // Its program is a file of its own, which is not divided into chunks.
      ids.push(import.meta.resolve('onnxruntime-web').slice('file://'.length));
      for (const id of ids) {
        const [, folder, name] = FOREIGN_PACKAGE.exec(id) ?? [];
        if (folder !== undefined && name !== undefined && existsSync(folder)) folders.set(name, folder);
      }
      const texts = [...folders]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, folder]) => {
          const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
          const files = readdirSync(folder).filter((file) => /^(license|notice|third)/i.test(file));
          const parts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
          return [`${name} ${version} (${license})`, ...parts].join('\n\n');
        });
      this.emitFile({ type: 'asset', fileName: LICENSES, source: `${texts.join('\n\n---\n\n')}\n` });
    },
  };
}

/** Adds the service worker, which keeps the files of this build. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    config: (_, { command }) => ({ define: { HAS_SERVICE_WORKER: String(command === 'build') } }),
    // The files of all other plugins are in the bundle then.
    generateBundle: {
      order: 'post',
      async handler(_, bundled) {
        const hash = createHash('sha256');
        const files: Record<string, boolean> = {};
        for (const name of Object.keys(bundled).sort()) {
          const output = bundled[name];
          if (output === undefined) continue;
          const content = output.type === 'chunk' ? output.code : output.source;
          hash.update(name).update(content);
          files[name] = Buffer.byteLength(content) <= MAX_INSTALLED_BYTES;
        }
        const version = hash.digest('hex').slice(0, 16);
        const constants = `const BUILD_FILES = ${JSON.stringify(files)};\nconst BUILD_VERSION = '${version}';\n`;
        const script = await bundle(SERVICE_WORKER, 'iife');
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: constants + script });
      },
    },
  };
}

/**
 * `import script from './team-frame.ts?inline-script'` is the text of a script, with what it imports, and its hash. The policy of the page
 * holds in the frame too, so it gets the hash.
 */
export function teamFrameScript(): Plugin {
  let script: Promise<{ readonly text: string; readonly hash: string }> | null = null;
  const create = async () => {
    const text = await bundle(TEAM_FRAME, 'iife');
    return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` };
  };
  const get = () => {
    script ??= create();
    return script;
  };
  return {
    name: 'team-frame-script',
    enforce: 'pre',
    async load(id) {
      return id === TEAM_FRAME + SCRIPT ? `export default ${JSON.stringify(await get())};` : undefined;
    },
    transformIndexHtml: async (html) =>
      html.includes(HASH_PLACE) ? html.replace(HASH_PLACE, (await get()).hash) : html,
  };
}
