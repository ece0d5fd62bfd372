/** A room server as a game server of Agones: what it reports to the sidecar over its REST interface. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RoomService } from '@rcss/match-server/rooms';

/** Interval between two reports, and time limit of each; Agones expects one in each `health.periodSeconds`, 5 by default. */
const REPORT_INTERVAL_MS = 2000;
/** Attempts to reach a sidecar that starts after the server. */
const READY_ATTEMPTS = 30;

/** Sends a request to the sidecar; rejects if it has no success. */
export type SendToSidecar = (method: 'POST' | 'PUT', path: string, body?: object) => Promise<void>;

/** Returns what sends to the sidecar of this machine, on the port of `AGONES_SDK_HTTP_PORT`, by default 9358. */
export function createSidecarClient(env: Readonly<Record<string, string | undefined>>): SendToSidecar {
  const url = `http://127.0.0.1:${env['AGONES_SDK_HTTP_PORT'] ?? '9358'}`;
  return async (method, path, body = {}) => {
    const headers = { 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(REPORT_INTERVAL_MS);
    const response = await fetch(url + path, { method, headers, signal, body: JSON.stringify(body) });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url}${path} answers with the status ${response.status}`);
  };
}

/** Reports a room server to Agones: ready, health, allocated while matches go on, their count, and its end. */
export class AgonesGameServer {
  readonly send: SendToSidecar;
  readonly service: Pick<RoomService, 'list' | 'drain'>;
  readonly hasOneRoom: boolean;
  #isClosed = false;
  #runningCount = 0;

  /** @param hasOneRoom Whether the server ends after its match; otherwise it is ready again when all matches are over. */
  constructor(send: SendToSidecar, service: Pick<RoomService, 'list' | 'drain'>, hasOneRoom: boolean) {
    this.send = send;
    this.service = service;
    this.hasOneRoom = hasOneRoom;
  }

  /** Reports that rooms can be created, and then the state in intervals; rejects if there is no sidecar. */
  async start(interval = REPORT_INTERVAL_MS): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const error = await this.send('POST', '/ready').catch((problem: Error) => problem);
      if (!(error instanceof Error)) return void this.#repeat(interval);
      if (attempt === READY_ATTEMPTS)
        throw new Error(`--agones: no sidecar of Agones (AGONES_SDK_HTTP_PORT): ${error.message}`);
      await sleep(interval / 2);
    }
  }

  async #repeat(interval: number): Promise<void> {
    while (!this.#isClosed) {
      // Agones replaces a server whose reports do not arrive.
      await this.report().catch(() => {});
      await sleep(interval, undefined, { ref: false });
    }
  }

  /** Reports the health, and the state if it has changed. */
  async report(): Promise<void> {
    await this.send('POST', '/health');
    const phases = (await this.service.list()).map(({ phase }) => phase);
    const running = phases.filter((phase) => phase === 'running' || phase === 'paused').length;
    const before = this.#runningCount;
    if (running !== before) {
      if (before === 0) await this.send('POST', '/allocate');
      await this.send('PUT', '/metadata/annotation', { key: 'matches', value: `${running}` });
      if (running === 0 && !this.hasOneRoom) await this.send('POST', '/ready');
      this.#runningCount = running;
    }
    // A short match begins and ends between two reports.
    const isOver = running === 0 && (before > 0 || phases.some((phase) => phase !== 'waiting'));
    if (this.hasOneRoom && isOver) this.service.drain.begin();
  }

  /** Reports that the server ends. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.send('POST', '/shutdown').catch(() => {});
  }
}
