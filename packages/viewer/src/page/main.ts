import { defineViewer, type RcssViewer } from '../element/rcss-viewer.js';
import { LiveSource } from '../live-source.js';
import { MonitorSource } from '../monitor-source.js';
import type { MatchSource } from '../source.js';
import type { PageConfig } from './html.js';

/**
 * Starts the page. Its content is set by the configuration in the HTML. The part of the address after `#` can contain `match`
 * and `cycle` of a permalink, and `token` for the referee's buttons. `?connect=ws://HOST:PORT/rooms/ID/monitor` shows the match
 * of a server instead, without a bridge.
 */
function start(): void {
  defineViewer();
  const viewer = document.querySelector('rcss-viewer') as RcssViewer;
  const config = JSON.parse(document.querySelector('#config')?.textContent ?? '{}') as PageConfig;
  updatePageTitle(viewer);
  viewer.viewer.saveUrl = config.savePath ?? '';
  const server = new URLSearchParams(location.search).get('connect');
  if (server !== null) openServer(viewer, server);
  else if (config.isLogIncluded === true) void openLog(viewer, readIncludedLog, config);
  else if (config.log !== undefined) void openLog(viewer, fetchLog(config.log), config);
  else if (config.socketPath !== undefined) openLive(viewer, config.socketPath);
  // Keys work at once, without a click on the field.
  addEventListener('keydown', (event) => {
    if (event.target === document.body) viewer.handleKey(event);
  });
}

function parseAddressHash(): URLSearchParams {
  return new URLSearchParams(location.hash.slice(1));
}

function openLive(viewer: RcssViewer, path: string): void {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  const source = new LiveSource(url.href);
  viewer.source = source;
  const hash = parseAddressHash();
  const token = hash.get('token');
  if (token !== null) {
    source.authorize(token);
    hash.delete('token');
    const url = new URL(location.href);
    url.hash = hash.toString();
    // A token in the address would be part of every copied link.
    history.replaceState(null, '', url.href);
  }
  seekAddressCycle(viewer, source);
  addEventListener('hashchange', () => seekAddressCycle(viewer, source));
}

/** Connects directly to the room of a server. */
function openServer(viewer: RcssViewer, address: string): void {
  try {
    const { protocol } = new URL(address);
    if (protocol !== 'ws:' && protocol !== 'wss:') throw new Error('not a WebSocket');
  } catch {
    viewer.showNotice(`connect: '${address}' is not allowed; give ws://HOST:PORT/rooms/ID/monitor`);
    return;
  }
  const source = new MonitorSource(address);
  viewer.source = source;
  seekAddressCycle(viewer, source);
}

/** Moves to the match and cycle in the address as soon as the match is known. */
function seekAddressCycle(viewer: RcssViewer, source: MatchSource): void {
  const cycle = Number.parseInt(parseAddressHash().get('cycle') ?? '', 10);
  if (!Number.isFinite(cycle)) return;
  const wanted = parseAddressHash().get('match');
  const go = async (): Promise<void> => {
    if (wanted !== null && wanted !== source.match) {
      viewer.showNotice('That link belongs to an earlier match; this is the present one.');
    } else await viewer.viewer.goToCycle(cycle);
  };
  if (source.match !== '') {
    void go();
    return;
  }
  const stop = source.subscribe((change) => {
    if (change !== 'match') return;
    stop();
    void go();
  });
}

/** Reads the log that is a part of the page. */
async function readIncludedLog(): Promise<Blob> {
  const text = document.querySelector('#log')?.textContent ?? '';
  return new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]);
}

function fetchLog(path: string): () => Promise<Blob> {
  return async () => {
    const answer = await fetch(path);
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    return answer.blob();
  };
}

async function openLog(viewer: RcssViewer, read: () => Promise<Blob>, config: PageConfig): Promise<void> {
  try {
    if (!(await viewer.openLog(await read(), config.title ?? config.log ?? ''))) return;
  } catch (error) {
    viewer.showNotice(`The log cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
    return;
  }
  if (config.loop === true) viewer.viewer.controlPlayback((p) => (p.isLooping = true));
  if (config.autoPlay === true) viewer.viewer.controlPlayback((p) => p.play(1));
  const seekCycle = (): void => {
    const cycle = Number.parseInt(parseAddressHash().get('cycle') ?? '', 10);
    if (Number.isFinite(cycle)) void viewer.viewer.goToCycle(cycle);
  };
  seekCycle();
  addEventListener('hashchange', seekCycle);
}

function updatePageTitle(viewer: RcssViewer): void {
  let shown = '';
  viewer.viewer.subscribe((event) => {
    const { frame } = viewer.viewer;
    if (event !== 'frame' || frame === null || frame.left.name === '') return;
    const title = `${frame.left.name} ${frame.left.score} : ${frame.right.score} ${frame.right.name || '?'}`;
    if (title !== shown) document.title = shown = title;
  });
}

start();
