import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { inject } from 'vitest';
import { buildPages } from './built-pages.js';

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
  /** Stops the server. */
  close(): void;
}

/** Serves the built pages. */
export async function startPageServer(): Promise<PageServer> {
  const built = inject('playgroundPages');
  let folder = built;
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
      folder = await buildPages('next-');
    },
    close() {
      server.close();
      if (folder !== built) rmSync(folder, { recursive: true });
    },
  };
}
