import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The folder on the server: the pages work at any path. */
const BASE = '/some/folder/';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Returns the name of a file in the folder of the pages. */
const toName = (path: string): string => path.replace(/[?#].*$/, '').slice(BASE.length) || 'index.html';

/** The built pages of the playground on a static server. */
export interface PageServer {
  /** Address of the folder of the pages. */
  readonly address: string;
  /** Paths that the pages requested. */
  readonly requests: readonly string[];
  /** Returns the file of a path. */
  read(path: string): Buffer;
  /** Answers requests of files with this text in their names with 404, as after a new deployment; null: of none. */
  hide(name: string | null): void;
  /** Ends each connection without an answer from now on, or answers again. */
  cut(isCut: boolean): void;
  /** Serves a build of the same pages with other file names from now on, which begin with `next-`. */
  deploy(): Promise<void>;
  /** Stops the server and removes the pages. */
  close(): void;
}

/** Builds the pages; the names of their files begin with `prefix`. Returns the folder. */
async function buildPages(prefix: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rcss playground-'));
  const name = `assets/${prefix}[name]-[hash]`;
  const output = {
    entryFileNames: `${name}.js`,
    chunkFileNames: `${name}.js`,
    assetFileNames: `${name}[extname]`,
  };
  const options = { outDir: folder, emptyOutDir: true, rollupOptions: { output } };
  await build({ root: ROOT, logLevel: 'error', build: options });
  return folder;
}

/** Builds the pages and serves them. */
export async function startPageServer(): Promise<PageServer> {
  let folder = await buildPages('');
  const requests: string[] = [];
  let hidden: string | null = null;
  let isCut = false;
  const read = (path: string) => readFileSync(join(folder, toName(path)));
  const server = createServer(({ url = '' }, response) => {
    if (isCut) {
      response.destroy();
      return;
    }
    requests.push(url);
    try {
      if (hidden !== null && url.includes(hidden)) throw new Error('hidden');
      const body = read(url);
      response.setHeader('content-type', TYPES[extname(toName(url))] ?? 'application/octet-stream');
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`,
    requests,
    read,
    hide(name) {
      hidden = name;
    },
    cut(isCutNow) {
      isCut = isCutNow;
    },
    async deploy() {
      const next = await buildPages('next-');
      rmSync(folder, { recursive: true });
      folder = next;
    },
    close() {
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
