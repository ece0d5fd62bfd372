import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

/** Recordings of the original server: one JSON value per line, `[client, step, text]` after the first line. */
const SCENARIOS = new URL('../../../conformance/scenarios/', import.meta.url);

/** Time between two datagrams, so that the receiver's buffer does not overflow, ms. */
const SEND_INTERVAL_MS = 2;

/** Returns the datagrams that the monitor `M` of a scenario received from the original server, without their NUL. */
export function readRecordedDatagrams(file: string): readonly string[] {
  const bytes = readFileSync(new URL(file, SCENARIOS));
  const lines = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').trimEnd().split('\n');
  return lines
    .slice(1)
    .map((line) => JSON.parse(line) as readonly [client: string, step: number, text: string])
    .filter(([client]) => client === 'M')
    .map(([, , text]) => text);
}

/**
 * Sends recorded datagrams of the original server to the first monitor of version 5 that registers, from another port, as the original
 * does: those of the registration at once, others on demand.
 */
export class RecordedServer {
  /** Datagrams of the monitor, without NUL. */
  readonly received: string[] = [];
  readonly #initial: readonly string[];
  readonly #port: Socket = createSocket('udp4');
  readonly #session: Socket = createSocket('udp4');
  #monitor: RemoteInfo | null = null;

  constructor(initial: readonly string[]) {
    this.#initial = initial;
  }

  /** Opens the ports; returns the port for registrations. */
  async start(): Promise<number> {
    this.#port.on('message', (bytes, from) => this.#register(readText(bytes), from));
    this.#session.on('message', (bytes) => this.#receive(readText(bytes)));
    for (const socket of [this.#port, this.#session])
      await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return this.#port.address().port;
  }

  get hasMonitor(): boolean {
    return this.#monitor !== null;
  }

  /** Sends datagrams to the monitor, in order. */
  async send(texts: readonly string[]): Promise<void> {
    const { port, address } = this.#monitor as RemoteInfo;
    for (const text of texts) {
      this.#session.send(Buffer.from(`${text}\0`, 'latin1'), port, address);
      await sleep(SEND_INTERVAL_MS);
    }
  }

  stop(): void {
    this.#port.close();
    this.#session.close();
  }

  #register(text: string, from: RemoteInfo): void {
    if (text !== '(dispinit version 5)' || this.#monitor !== null) return;
    this.#monitor = from;
    void this.send(this.#initial);
  }

  #receive(text: string): void {
    this.received.push(text);
    if (text === '(compression -1)') void this.send(['(msg 0 1 "(ok compression -1)")']);
  }
}

function readText(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/\0$/, '');
}
