import { VIEW_LENGTH, VIEW_WIDTH } from '../camera.js';

/**
 * Returns the address that `src` of `<rcss-match>` takes, for an address that a user gives: a game log, a WebSocket of a bridge or
 * of a room, the page of a bridge (`http://HOST:PORT`), whose WebSocket is `/frames`, or the page of a log on a server of logs
 * (`http://HOST:PORT/0`), whose log is `/log/0`.
 *
 * @throws Error if the text is not an address.
 */
export function toMatchAddress(text: string, base: string): string {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch {
    throw new Error(`'${text}' is not an address`);
  }
  if (/^https?:$/.test(url.protocol) && /^\/\d+$/.test(url.pathname))
    return new URL(`/log${url.pathname}`, url).href;
  const isPage = url.pathname === '/' || url.pathname === '/index.html';
  if (!/^https?:$/.test(url.protocol) || !isPage) return url.href;
  const socket = new URL('/frames', url);
  socket.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return socket.href;
}

/** Height of the score board with its scorers above a field on a wall, CSS pixels. */
const BOARD_PX = 95;
/** Least width of a match beside others, CSS pixels. */
const MIN_TILE_PX = 300;

/** Returns the count of columns with which `count` matches have the largest fields in a window, pixels. */
export function chooseColumns(count: number, width: number, height: number): number {
  let best = 1;
  let largest = 0;
  for (let columns = 1; columns <= Math.max(1, count); columns++) {
    if (columns > 1 && width / columns < MIN_TILE_PX) break;
    const rows = Math.ceil(count / columns);
    const size = Math.min(width / columns, (height / rows - BOARD_PX) * (VIEW_LENGTH / VIEW_WIDTH));
    if (size > largest + 1e-9) [best, largest] = [columns, size];
  }
  return best;
}
