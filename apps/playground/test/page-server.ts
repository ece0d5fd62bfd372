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
  /** Stops the server and removes the pages. */
  close(): void;
}

/** Builds the pages and serves them. */
export async function startPageServer(): Promise<PageServer> {
  const folder = mkdtempSync(join(tmpdir(), 'rcss playground-'));
  await build({ root: ROOT, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
  const requests: string[] = [];
  let hidden: string | null = null;
  const read = (path: string) => readFileSync(join(folder, toName(path)));
  const server = createServer(({ url = '' }, response) => {
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
    close() {
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
