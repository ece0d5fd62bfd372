/** Ports of tests whose programs must know them before they start. */
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Systems give ports from 32768 on to programs that ask for any port, so a lower one stays free. */
const FIRST = 20_000;
const COUNT = 12_000;
/** Each process begins at a place of its own, so that two tests do not ask for the same port. */
let next = process.pid * 64;

const PROBES = {
  udp: (port: number, done: (isFree: boolean) => void) => {
    const socket = createSocket('udp4').once('error', () => done(false));
    socket.bind(port, () => socket.close(() => done(true)));
  },
  tcp: (port: number, done: (isFree: boolean) => void) => {
    const server = createServer().once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  },
};

/** Returns the first of `count` successive ports that no program uses. */
export async function findFreePorts(kind: 'udp' | 'tcp', count = 1): Promise<number> {
  for (;;) {
    const first = FIRST + (next % COUNT);
    next += count;
    const ports = Array.from({ length: count }, (_, i) => first + i);
    const free = await Promise.all(
      ports.map((port) => new Promise<boolean>((done) => PROBES[kind](port, done))),
    );
    if (free.every(Boolean)) return first;
  }
}
