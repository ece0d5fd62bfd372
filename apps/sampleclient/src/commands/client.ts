import { createUdpTransport } from '@rcss/client/node';
import { decodeLatin1 } from '@rcss/sexp';
import { complain } from './output.js';

const COMPRESSION = /^\(ok compression (-?\d+)\)/;

/** Where the classic client reads and writes. */
export interface Pipe {
  readonly input: NodeJS.ReadableStream;
  write(text: string): void;
  note(text: string): void;
}

/**
 * The classic command line client (11 §4): every line goes to the server as one datagram and is echoed, every datagram is
 * printed. Resolves with the exit status when the server's port is closed; `stop` is called with a function that ends it.
 */
export function runClient(
  host: string,
  port: number,
  pipe: Pipe,
  onStart: (stop: () => void) => void = () => {},
): Promise<number> {
  return new Promise((resolve) => {
    const transport = createUdpTransport({ host, port });
    const end = (status: number): void => {
      transport.close();
      pipe.input.removeAllListeners('data');
      pipe.input.pause();
      resolve(status);
    };
    transport.open({
      message: (datagram) => {
        const text = typeof datagram === 'string' ? datagram : decodeLatin1(datagram);
        const shown = text.endsWith('\0') ? text.slice(0, -1) : text;
        pipe.write(`${shown}\n`);
        const compression = COMPRESSION.exec(shown);
        if (compression !== null) transport.setCompression?.(Number(compression[1]));
      },
      failed: (failure) => end(complain(failure.message)),
    });
    pipe.note('Hit Ctrl-C to exit.\n');
    let rest = '';
    pipe.input.on('data', (chunk: Buffer | string) => {
      rest += typeof chunk === 'string' ? chunk : chunk.toString('latin1');
      for (let i = rest.indexOf('\n'); i >= 0; i = rest.indexOf('\n')) {
        const line = rest.slice(0, i);
        rest = rest.slice(i + 1);
        transport.send(line.slice(0, 8191));
        pipe.write(`${line}\n`);
      }
    });
    onStart(() => {
      pipe.note('\nKilled. Exiting...\n');
      end(1);
    });
  });
}
