/** A small web server for pages and logs on this machine. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createPageHandler, type Route } from '@rcss/kit/http-access';
import { PAGE_POLICY } from '@rcss/viewer/page';
import { listViewerFiles, type ViewerScripts } from './assets.js';

/** Creates the routes that every page with the viewer needs. */
export function createViewerRoutes(scripts: ViewerScripts): [string, Route][] {
  return listViewerFiles(scripts).map(({ path, ...text }) => [path, text]);
}

/** Creates a route that sends a file as it is, or a range of its bytes. The page decompresses compressed logs. */
export function createFileRoute(name: string): Route {
  return async (request, response) => {
    response.setHeader('Content-Type', 'application/octet-stream');
    response.setHeader('Accept-Ranges', 'bytes');
    // Other forms of ranges are allowed to be ignored (RFC 9110).
    const range = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(request.headers.range ?? '');
    if (request.method === 'HEAD') response.end();
    else if (range === null) await pipeline(createReadStream(name), response);
    else {
      const { size } = await stat(name);
      const start = Number(range[1]);
      const end = Math.min(size - 1, range[2] === '' ? size - 1 : Number(range[2]));
      if (start > end) {
        response.writeHead(416, { 'Content-Range': `bytes */${size}` });
        response.end();
        return;
      }
      response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${size}` });
      await pipeline(createReadStream(name, { start, end }), response);
    }
  };
}

/** Creates a web server that serves `routes` by their paths, and answers other requests with an error. */
export function createSite(routes: ReadonlyMap<string, Route>, host: string): Server {
  return createServer(createPageHandler(routes, host, PAGE_POLICY));
}
