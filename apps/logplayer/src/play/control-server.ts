import type { Server } from 'node:http';
import { basename } from 'node:path';
import { WebSocket, WebSocketServer } from 'ws';
import { CONTROL_SCRIPT_PATH, CONTROL_SOCKET_PATH, controlHtml } from '../web/control-page.js';
import {
  createSite,
  fileRoute,
  hostAllowed,
  linkTo,
  listenHttp,
  originAllowed,
  type Route,
  viewerRoutes,
} from '../web/http.js';
import { control, readControl } from './commands.js';
import type { Player } from './player.js';
import { statusOf } from './status.js';

export interface ControlServerOptions {
  readonly host: string;
  readonly port: number;
  /** Scripts of the page. */
  readonly viewerScript: string;
  readonly controlScript: string;
  readonly monitors: () => number;
}

/** Longest command of a page, bytes. */
const MAX_COMMAND = 1024;

/** The page that controls a player. */
export class ControlServer {
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

  static async open(player: Player, options: ControlServerOptions): Promise<ControlServer> {
    const title = basename(player.logs[0] ?? '');
    const routes = new Map<string, Route>([
      ['/', { type: 'text/html; charset=utf-8', body: controlHtml('/log/0', title) }],
      [CONTROL_SCRIPT_PATH, { type: 'text/javascript; charset=utf-8', body: options.controlScript }],
      ...viewerRoutes(options.viewerScript),
      ...player.logs.map((name, i): [string, Route] => [`/log/${i}`, fileRoute(name)]),
    ]);
    const http = createSite(routes, options.host);
    const sockets = new WebSocketServer({
      noServer: true,
      maxPayload: MAX_COMMAND,
      perMessageDeflate: false,
    });
    const status = () => JSON.stringify(statusOf(player, options.monitors()));
    http.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      const good =
        request.url === CONTROL_SOCKET_PATH &&
        hostAllowed(request.headers.host, options.host) &&
        originAllowed(request);
      if (!good) {
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
        return;
      }
      sockets.handleUpgrade(request, socket, head, (page) => {
        page.on('error', () => page.terminate());
        page.on('message', (data, binary) => {
          if (binary) return;
          let value: unknown;
          try {
            value = JSON.parse(String(data));
          } catch {
            return;
          }
          const command = readControl(value);
          if (command !== null) control(player, command);
        });
        page.send(status());
      });
    });
    const port = await listenHttp(http, options.port, options.host);
    const tell = () => {
      if (sockets.clients.size === 0) return;
      const text = status();
      for (const page of sockets.clients) {
        // A slow page skips shows.
        if (page.readyState === WebSocket.OPEN && page.bufferedAmount < 65536) page.send(text);
      }
    };
    const stop = player.listen({ show: tell, state: tell });
    return new ControlServer(http, sockets, linkTo(options.host, port), stop);
  }

  close(): void {
    this.#stop();
    for (const page of this.#sockets.clients) page.terminate();
    this.#sockets.close();
    this.#http.close();
    this.#http.closeAllConnections();
  }
}
