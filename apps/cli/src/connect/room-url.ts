/** Address of a room for a WebSocket with channels. */
export interface RoomUrl {
  /** `ws://HOST:PORT/rooms/ID/channels`, with the part before `/rooms` that a proxy may need. */
  readonly socketUrl: string;
  /** The same without `/channels`, for messages. */
  readonly shown: string;
}

/** Room of a server that has only one. */
const DEFAULT_ROOM = 'main';

/**
 * Reads the address of a room: `ws://HOST:PORT/rooms/ID`, also with `wss:`, `http:` or `https:`, and without `/rooms/ID` for the
 * room `main`.
 *
 * @throws {Error} whose message says what is allowed.
 */
export function parseRoomUrl(text: string): RoomUrl {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new Error('Allowed: ws://HOST:PORT/rooms/ID or wss://HOST/rooms/ID.');
  }
  const protocols: Readonly<Record<string, string>> = {
    'ws:': 'ws:',
    'wss:': 'wss:',
    'http:': 'ws:',
    'https:': 'wss:',
  };
  const protocol = protocols[url.protocol];
  if (protocol === undefined || url.host === '') {
    throw new Error('Allowed: ws://HOST:PORT/rooms/ID or wss://HOST/rooms/ID.');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new Error('Allowed is an address without ? and #; give the token with --token.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  const found = /^(.*)\/rooms\/([^/]+)$/.exec(path);
  if (found === null && path !== '') {
    throw new Error('The path must end with /rooms/ID, such as /rooms/main.');
  }
  const [prefix, room] = found === null ? ['', DEFAULT_ROOM] : [found[1], found[2]];
  const shown = `${protocol}//${url.host}${prefix}/rooms/${room}`;
  return { socketUrl: `${shown}/channels`, shown };
}
