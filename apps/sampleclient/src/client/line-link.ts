import { TeamConnectionError } from '@rcss/agent/node';
import { createUdpTransport } from '@rcss/client/node';
import { formatEndpoint } from '@rcss/kit/udp';
import { decodeLatin1 } from '@rcss/sexp';

const COMPRESSION = /^\(ok compression (-?\d+)\)/;
/** Largest number of characters of a datagram that the server reads. */
const MAX_LINE = 8191;

export interface LineLinkOptions {
  /** Numeric address of the server. */
  readonly address: string;
  readonly port: number;
  /** Milliseconds without any datagram after the first line, after which `onSilence` is called. */
  readonly answerTimeoutMs: number;
  /** Receives the text of each datagram without its final NUL. */
  readonly onMessage: (text: string) => void;
  /** Called once if the server does not answer. */
  readonly onSilence: () => void;
  /** Called once if the socket fails, for example because the port of the server is closed. */
  readonly onFailure: (error: TeamConnectionError) => void;
}

/** Lines of text to a server and back, one datagram each. */
export interface LineLink {
  send(line: string): void;
  close(): void;
}

/**
 * Opens a link that sends every line as one datagram, follows the port from which the server answers, and switches
 * compression when the server confirms it.
 */
export function openLineLink(options: LineLinkOptions): LineLink {
  const { address, port } = options;
  const transport = createUdpTransport({ host: address, port });
  let timer: NodeJS.Timeout | null = null;
  let answered = false;
  const stopTimer = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  transport.open({
    onDatagram(datagram) {
      answered = true;
      stopTimer();
      const text = (typeof datagram === 'string' ? datagram : decodeLatin1(datagram)).replace(/\0$/, '');
      options.onMessage(text);
      const compression = COMPRESSION.exec(text);
      if (compression !== null) transport.setCompression?.(Number(compression[1]));
    },
    onFailure(failure) {
      stopTimer();
      options.onFailure(new TeamConnectionError(`${formatEndpoint({ address, port })}: ${failure.message}`));
    },
  });
  return {
    send(line) {
      if (!answered) timer ??= setTimeout(options.onSilence, options.answerTimeoutMs);
      transport.send(line.slice(0, MAX_LINE));
    },
    close() {
      stopTimer();
      transport.close();
    },
  };
}
