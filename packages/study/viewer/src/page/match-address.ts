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

/** Width and height of a match on a wall. */
const ASPECT = 16 / 10;

/** Returns the count of columns with which `count` matches have the largest size in a window, pixels. */
export function chooseColumns(count: number, width: number, height: number): number {
  let best = 1;
  let largest = 0;
  for (let columns = 1; columns <= Math.max(1, count); columns++) {
    const rows = Math.ceil(count / columns);
    const size = Math.min(width / columns, (height / rows) * ASPECT);
    if (size > largest + 1e-9) [best, largest] = [columns, size];
  }
  return best;
}
