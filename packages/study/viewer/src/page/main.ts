import { compareViewers } from '../compare/compare-viewers.js';
import { RemoteDebugFile } from '../debug/remote-debug-file.js';
import { h } from '../dom.js';
import { defineViewer, type RcssViewer } from '../element/rcss-viewer.js';
import { LiveSource } from '../live-source.js';
import { MonitorSource } from '../monitor-source.js';
import type { MatchSource } from '../source.js';
import type { PageConfig, PageLog } from './html.js';
import { showWall } from './wall.js';

/**
 * Starts the page. Its content is set by the configuration in the HTML. The part of the address after `#` can contain `match`
 * and `cycle` of a permalink, and `token` for the referee's buttons. `?connect=ws://HOST:PORT/rooms/ID/monitor` shows the match
 * of a server instead, without a bridge. `?screen` is the mode for public screens, `?broadcast=LANGUAGE` adds a director and commentary to it, and `&scenes` begins with the best scenes of the log,
 * `?overlay` shows score, clock and scorers alone, on a transparent page. `?wall=ADDRESS&wall=ADDRESS` shows several
 * matches; `?wall` shows those of the server of the page. `?compare` shows its first two logs side by side, cycle by cycle.
 */
function start(): void {
  defineViewer();
  const viewer = document.querySelector('rcss-viewer') as RcssViewer;
  const config = JSON.parse(document.querySelector('#config')?.textContent ?? '{}') as PageConfig;
  const query = new URLSearchParams(location.search);
  const [first, second] = config.logs ?? [];
  if (query.has('compare') && first !== undefined && second !== undefined) {
    void openComparison(viewer, first, second);
    return;
  }
  if (query.has('wall')) {
    showWall(listWallAddresses(query, config), config.logs);
    return;
  }
  updatePageTitle(viewer);
  const [isBroadcast, isOverlay] = [query.has('broadcast'), query.has('overlay')];
  viewer.toggleAttribute('screen', query.has('screen') || isBroadcast || isOverlay);
  viewer.toggleAttribute('overlay', isOverlay);
  document.documentElement.classList.toggle('overlay', isOverlay);
  // A broadcast has a dark frame, on light pages too.
  if (isBroadcast) viewer.setAttribute('theme', 'dark');
  if (isBroadcast) void viewer.startBroadcast(query.get('broadcast') ?? '');
  viewer.viewer.teamColors = config.colors ?? {};
  viewer.viewer.teamCrests = config.crests ?? {};
  viewer.viewer.backLink = config.backLink ?? '';
  viewer.viewer.saveUrl = config.savePath ?? '';
  viewer.viewer.searchPath = config.searchPath ?? '';
  viewer.viewer.hasComparison = second !== undefined;
  const server = query.get('connect');
  if (server !== null) openServer(viewer, server);
  else if (config.isLogIncluded === true) void openLog(viewer, readIncludedLog, config);
  else if (config.log !== undefined) void openLog(viewer, fetchLog(config.log), config);
  else if (config.socketPath !== undefined) openLive(viewer, config.socketPath);
  // Keys work at once, without a click on the field.
  addEventListener('keydown', (event) => {
    if (event.target === document.body) viewer.handleKey(event);
  });
}

/** Returns the addresses of `?wall=`, or of all matches of the server of the page. */
function listWallAddresses(query: URLSearchParams, { logs, log, socketPath }: PageConfig): readonly string[] {
  const given = query.getAll('wall').filter((address) => address !== '');
  if (given.length > 0) return given;
  if (logs !== undefined) return logs.map(({ path }) => path);
  if (socketPath === undefined) return log === undefined ? [] : [log];
  return [toSocketAddress(socketPath)];
}

/** Returns the address of a WebSocket of the server of the page. */
function toSocketAddress(path: string): string {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  return url.href;
}

function parseAddressHash(): URLSearchParams {
  return new URLSearchParams(location.hash.slice(1));
}

/** Returns the cycle of the address; NaN without one. */
const readLinkedCycle = (): number => Number.parseInt(parseAddressHash().get('cycle') ?? '', 10);

function openLive(viewer: RcssViewer, path: string): void {
  const source = new LiveSource(toSocketAddress(path));
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
  viewer.showLinkedView(parseAddressHash());
  addEventListener('hashchange', () => seekAddressCycle(viewer, source));
  void openStudies(viewer, {});
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

/** Moves to a cycle, and to the frame in the address if the clock stood. */
function goToLinkedCycle({ viewer }: RcssViewer, cycle: number): Promise<void> {
  return viewer.goToCycle(
    cycle,
    Math.max(0, Number.parseInt(parseAddressHash().get('frame') ?? '', 10) || 0),
  );
}

/** Moves to the match and cycle in the address as soon as the match is known. */
function seekAddressCycle(viewer: RcssViewer, source: MatchSource): void {
  const cycle = readLinkedCycle();
  if (!Number.isFinite(cycle)) return;
  const wanted = parseAddressHash().get('match');
  const go = async (): Promise<void> => {
    if (wanted !== null && wanted !== source.match) {
      viewer.showNotice('That link belongs to an earlier match; this is the present one.');
    } else await goToLinkedCycle(viewer, cycle);
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

/** Reads the bytes of a log, or begins to. */
type ReadLog = () => Promise<Blob | ReadableStream<Uint8Array>>;

async function fetchFile(path: string): Promise<Response> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer;
}

function fetchLog(path: string): ReadLog {
  return async () => {
    const answer = await fetchFile(path);
    return answer.body ?? answer.blob();
  };
}

async function openLog(viewer: RcssViewer, read: ReadLog, config: PageConfig): Promise<void> {
  viewer.setEmptyMessage('Reading the log', '', 'LOADING');
  let problem: string;
  try {
    problem = await viewer.showLog(await read(), config.title ?? config.log ?? '', () =>
      startLog(viewer, config),
    );
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  if (problem !== '')
    viewer.setEmptyMessage(
      'The log cannot be shown',
      `${problem.replace(/\.?$/, '.')} Another one can be dropped here.`,
    );
}

/** Does what the configuration and the address of the page say, as soon as the first frames are shown. */
function startLog(viewer: RcssViewer, config: PageConfig): void {
  const { viewer: view } = viewer;
  if (viewer.hasAttribute('screen')) {
    view.opensWithScenes = new URLSearchParams(location.search).has('scenes');
    showLogsInTurn(viewer, config);
    // Without controls, it plays on from there.
    if (Number.isFinite(readLinkedCycle()))
      void goToLinkedCycle(viewer, readLinkedCycle()).then(() => view.controlPlayback((p) => p.play(1)));
    return;
  }
  if (config.debugFiles !== undefined) offerDebugFiles(viewer, config.debugFiles);
  view.debug.offer = config.why ?? null;
  if (config.loop === true) view.controlPlayback((p) => (p.isLooping = true));
  if (config.autoPlay === true) view.controlPlayback((p) => p.play(1));
  const seekCycle = (): void => {
    const cycle = readLinkedCycle();
    if (Number.isFinite(cycle)) void goToLinkedCycle(viewer, cycle);
    viewer.showLinkedView(parseAddressHash());
  };
  seekCycle();
  addEventListener('hashchange', seekCycle);
  void openStudies(viewer, config);
  const isSaid = config.autoPlay === true || config.study !== undefined || location.hash.length > 1;
  if (config.story === false || isSaid) return;
  view.opensWithScenes = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  void viewer.togglePanel('story');
}

/** Shows the study in the address, or that of the configuration, and follows changes of the address. */
async function openStudies(viewer: RcssViewer, { study }: PageConfig): Promise<void> {
  const openLinked = async (): Promise<boolean> => {
    const packed = parseAddressHash().get('study');
    if (packed !== null) await viewer.openStudy(packed);
    return packed !== null;
  };
  addEventListener('hashchange', () => void openLinked());
  if ((await openLinked()) || study === undefined) return;
  try {
    await viewer.openStudy(await (await fetchFile(study)).text());
  } catch (error) {
    viewer.showNotice(`The study cannot be loaded: ${(error as Error).message}`);
  }
}

/** Plays the log, then all others of the server, and begins again after the last one. */
function showLogsInTurn(viewer: RcssViewer, { logs = [], log }: PageConfig): void {
  let current = logs.findIndex(({ path }) => path === log);
  const play = (): void => viewer.viewer.controlPlayback((p) => p.play(1));
  viewer.nextMatch = () => {
    if (logs.length < 2) return false;
    const tryNext = async (attemptCount: number): Promise<void> => {
      current = (current + 1) % logs.length;
      const next = logs[current] as PageLog;
      try {
        if (await viewer.openLog(await fetchLog(next.path)(), next.title, play)) return;
      } catch (error) {
        viewer.showNotice(
          `${next.title} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
      // A log that cannot be read is skipped.
      if (attemptCount < logs.length) await tryNext(attemptCount + 1);
    };
    void tryNext(1);
    return true;
  };
  play();
}

/** Shows two logs side by side. */
async function openComparison(left: RcssViewer, first: PageLog, second: PageLog): Promise<void> {
  const right = document.createElement('rcss-viewer') as RcssViewer;
  // The row of the difference is there from the start: without it the viewers would be in rows of another height.
  const reading = h('div', { class: 'difference' }, 'The logs are being read.');
  const back = h('a', { href: location.pathname }, 'Back to one log');
  const heading = h('h1', {}, `${first.title} and ${second.title}`, ' ', back);
  const page = h('main', { class: 'compare' }, heading, reading, left, right);
  document.body.append(page);
  await Promise.all([
    openLog(left, fetchLog(first.path), { title: first.title, story: false }),
    openLog(right, fetchLog(second.path), { title: second.title, story: false }),
  ]);
  reading.replaceWith(compareViewers(left, right));
}

/** Offers the debug files of the agents: their cycles are read when a player is selected, or the panel "Why?" is open. */
function offerDebugFiles(viewer: RcssViewer, files: readonly PageLog[]): void {
  const { debug } = viewer.viewer;
  debug.files = files.map(
    ({ path, title }) =>
      new RemoteDebugFile(path, title, {
        add: (records) => {
          debug.store.add(records);
          viewer.viewer.emit('frame');
        },
        addFile: async (file) => void (await viewer.openDebugFiles([file])),
        fail: (message) => viewer.showNotice(message),
      }),
  );
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
