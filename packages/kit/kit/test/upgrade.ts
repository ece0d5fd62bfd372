import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Asks for a WebSocket; returns the status of the answer and its headers about versions and subprotocols.
 *
 * @param url Address of the WebSocket. @param headers Further lines, and those that replace others.
 */
export async function requestUpgrade(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const all = {
    Host: host,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version': '13',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`);
  let text = '';
  while (!text.includes('\r\n\r\n')) {
    const [part] = (await once(socket, 'data')) as [Buffer];
    text += part.toString('latin1');
  }
  socket.destroy();
  const [first = '', ...rest] = text.split('\r\n\r\n', 1)[0]!.split('\r\n');
  const about = rest.filter((line) => /^sec-websocket-(version|protocol):/i.test(line));
  return [first.split(' ')[1], ...about].join(', ');
}

/** What each server of WebSockets answers to other versions of the handshake, as `requestUpgrade` returns it. */
export async function requestOtherVersions(url: string, protocol = ''): Promise<Set<string>> {
  const answers = new Set<string>();
  for (const version of ['8', '0', '7', '14', '13, 8', '013', 'x'])
    answers.add(
      await requestUpgrade(url, {
        'Sec-WebSocket-Version': version,
        ...(protocol === '' ? {} : { 'Sec-WebSocket-Protocol': protocol }),
      }),
    );
  return answers;
}

export const REFUSED_VERSION = '426, Sec-WebSocket-Version: 13';
