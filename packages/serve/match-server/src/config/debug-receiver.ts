import { isIP } from 'node:net';

/** Receiver of debug records over UDP. */
export interface DebugReceiver {
  /** Numeric address. */
  readonly address: string;
  readonly port: number;
}

/** Reads `rcss::debug_channel`, such as `127.0.0.1:6032`, `localhost:6032` or `[::1]:6032`; null if it is not an address with a port. */
export function parseDebugReceiver(text: string): DebugReceiver | null {
  const found = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text);
  const port = Number(found?.[3]);
  const name = found?.[1] ?? found?.[2] ?? '';
  const address = name === 'localhost' ? '127.0.0.1' : name;
  const family = found?.[1] === undefined ? 4 : 6;
  return isIP(address) === family && port >= 1 && port <= 65535 ? { address, port } : null;
}

/** Problems of `rcss::debug_channel` with which no match can run, as sentences. */
export function findDebugReceiverProblems(text: string): string[] {
  if (text === '' || parseDebugReceiver(text) !== null) return [];
  return [
    `rcss::debug_channel: '${text}' is not an address with a port; give an IP address and a port, such as 127.0.0.1:6032 or [::1]:6032`,
  ];
}
