import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { basename } from 'node:path';
import {
  acceptUpgrade,
  formatLink,
  isHostAllowed,
  isLoopback,
  isOriginAllowed,
  isSameToken,
  listenHttp,
  type Route,
  refuseUpgrade,
} from '@rcss/kit/http-access';
import { WebSocket, WebSocketServer } from 'ws';
import type { ViewerScripts } from '../web/assets.js';
import { createFileRoute, createSite, createViewerRoutes } from '../web/http.js';
import { executeControl, parseControl } from './control-commands.js';
import { CONTROL_SCRIPT_PATH, CONTROL_SOCKET_PATH, createControlHtml } from './control-page.js';
import type { ShowPlayer } from './player.js';
import { createStatus } from './status.js';

export interface ControlServerOptions {
  readonly host: string;
  readonly port: number;
  /** Scripts of the page. */
  readonly viewerScripts: ViewerScripts;
  readonly controlScript: string;
  readonly countMonitors: () => number;
}

/** Length limit of a command of the page, bytes. */
const MAX_COMMAND_BYTES = 1024;

/** Pages that are connected at the same time. */
const MAX_PAGES = 64;

/** Whether a request is for the socket of the controls and has the token; an empty token allows all. */
function hasToken(url: string, token: string): boolean {
  const [path, query] = url.split('?', 2);
  if (path !== CONTROL_SOCKET_PATH) return false;
  return token === '' || isSameToken(new URLSearchParams(query).get('token'), token);
}

/** Serves the page that controls a player. */
export class ControlServer {
  /** Address of the page; with the token that its controls need if it is served to the network. */
  readonly link: string;
  readonly #http: Server;
  readonly #sockets: WebSocketServer;
  readonly #stop: () => void;

  private constructor(http: Server, sockets: WebSocketServer, link: string, stop: () => void) {
    this.#http = http;
    this.#sockets = sockets;
    this.link = link;
    this.#stop = stop;
  }

  static async open(player: ShowPlayer, options: ControlServerOptions): Promise<ControlServer> {
    const title = basename(player.logs[0] ?? '');
    const routes = new Map<string, Route>([
      ['/', { type: 'text/html; charset=utf-8', body: createControlHtml('/log/0', title) }],
      [CONTROL_SCRIPT_PATH, { type: 'text/javascript; charset=utf-8', body: options.controlScript }],
      ...createViewerRoutes(options.viewerScripts),
      ...player.logs.map((name, i): [string, Route] => [`/log/${i}`, createFileRoute(name)]),
    ]);
    const http = createSite(routes, options.host);
    // If the page is served to the network, only clients with the printed address may control the player.
    const token = isLoopback(options.host) ? '' : randomBytes(16).toString('hex');
    const sockets = new WebSocketServer({
      noServer: true,
      maxPayload: MAX_COMMAND_BYTES,
      perMessageDeflate: false,
    });
    const formatStatus = () => JSON.stringify(createStatus(player, options.countMonitors()));
    http.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      const isAllowed =
        hasToken(request.url ?? '', token) &&
        sockets.clients.size < MAX_PAGES &&
        isHostAllowed(request.headers.host, options.host) &&
        isOriginAllowed(request.headers);
      if (!isAllowed) {
        refuseUpgrade(socket, 403, `Host, Origin or token is not allowed, or ${MAX_PAGES} pages are open.`);
        return;
      }
      acceptUpgrade(sockets, { request, socket, head }, null, (page) => {
        page.on('error', () => page.terminate());
        page.on('message', (data, binary) => {
          if (binary) return;
          let value: unknown;
          try {
            value = JSON.parse(String(data));
          } catch {
            return;
          }
          const command = parseControl(value);
          if (command !== null) executeControl(player, command);
        });
        page.send(formatStatus());
      });
    });
    const port = await listenHttp(http, options.port, options.host);
    const sendStatus = () => {
      if (sockets.clients.size === 0) return;
      const text = formatStatus();
      for (const page of sockets.clients) {
        // A page that receives too slowly does not get every show.
        if (page.readyState === WebSocket.OPEN && page.bufferedAmount < 65536) page.send(text);
      }
    };
    const stop = player.listen({ show: sendStatus, state: sendStatus });
    return new ControlServer(
      http,
      sockets,
      `${formatLink(options.host, port)}${token === '' ? '' : `#token=${token}`}`,
      stop,
    );
  }

  close(): void {
    this.#stop();
    for (const page of this.#sockets.clients) page.terminate();
    this.#sockets.close();
    this.#http.close();
    this.#http.closeAllConnections();
  }
}
