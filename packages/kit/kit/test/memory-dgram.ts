/**
 * `node:dgram` in memory, for unit tests: all sockets of a process are in one network without loss. Datagrams are copied when they are sent and
 * arrive in this order, each in a turn of the event loop after it was sent. As on Linux, a connected socket reports ECONNREFUSED after it has sent to
 * a port without a socket. vitest.config.ts puts it in the place of `node:dgram`; in files named `*.e2e.ts` the sockets are real.
 */
import { AsyncResource } from 'node:async_hooks';
import type { Socket as RealSocket } from 'node:dgram';
import { EventEmitter } from 'node:events';
import { needsRealSockets } from './real-sockets.js';

// An import of the module would be replaced, too.
const real = process.getBuiltinModule('node:dgram');

interface Address {
  readonly address: string;
  readonly port: number;
}

/** Largest payload of a UDP datagram, bytes. */
const MAX_BYTES = 65_507;
const FIRST_FREE_PORT = 32_768;
const LAST_FREE_PORT = 60_999;

// Tests replace the timers.
const defer = setImmediate;

const isAny = (address: string): boolean => address === '0.0.0.0' || address === '::';
const isLocal = (address: string): boolean => isAny(address) || /^(127\.|::1$)/.test(address);
const toNumeric = (address: string): string => (address === 'localhost' ? '127.0.0.1' : address);

function createError(code: string, call: string, at?: Address): NodeJS.ErrnoException {
  const place = at === undefined ? '' : ` ${at.address}${at.port > 0 ? `:${at.port}` : ''}`;
  return Object.assign(new Error(`${call} ${code}${place}`), { code, syscall: call, ...at });
}

/** Sockets that reach each other. */
export class MemoryNetwork {
  /** Bound sockets by port. */
  readonly sockets: Map<number, MemorySocket[]> = new Map();
  #nextFreePort = FIRST_FREE_PORT;

  takeFreePort(): number {
    do {
      this.#nextFreePort = this.#nextFreePort === LAST_FREE_PORT ? FIRST_FREE_PORT : this.#nextFreePort + 1;
    } while (this.sockets.has(this.#nextFreePort));
    return this.#nextFreePort;
  }

  findReceiver({ address, port }: Address): MemorySocket | undefined {
    const bound = this.sockets.get(port);
    return (
      bound?.find((socket) => socket.bound?.address === address) ??
      bound?.find((socket) => isAny(socket.bound!.address))
    );
  }

  /** Calls a function when a datagram arrives. A world of faults calls it late, twice or never. */
  deliver(arrive: () => void, _from: Address, _to: Address, _bytes: Buffer): void {
    defer(arrive);
  }

  /** Called with each new socket. */
  onSocket(_socket: MemorySocket): void {}
}

let network = new MemoryNetwork();

/** Puts new sockets into a network; returns the one of before. */
export function useNetwork(next: MemoryNetwork): MemoryNetwork {
  const before = network;
  network = next;
  return before;
}

export class MemorySocket extends EventEmitter {
  readonly #isV6: boolean;
  readonly #network = network;
  /** What the socket reports is reported to the program that has opened it. */
  readonly #scope = new AsyncResource('MemorySocket');
  bound: Address | null = null;
  #remote: Address | null = null;
  #isClosed = false;
  #isCut = false;

  constructor(type: string) {
    super();
    this.#isV6 = type === 'udp6';
    network.onSocket(this);
  }

  override emit(name: string, ...args: unknown[]): boolean {
    return this.#scope.runInAsyncScope(() => super.emit(name, ...args));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Takes the socket away, as the system does when its program is killed. */
  cut(): void {
    if (!this.#isClosed) this.#leave();
    this.#isClosed = true;
    this.#isCut = true;
  }

  bind(...args: unknown[]): this {
    const callback = args.find((arg) => typeof arg === 'function') as (() => void) | undefined;
    const [first, second] = args;
    const options = (typeof first === 'object' && first !== null ? first : {}) as Partial<Address>;
    const port = (typeof first === 'number' ? first : options.port) ?? 0;
    const address = (typeof second === 'string' ? second : options.address) ?? this.#anyAddress;
    if (callback !== undefined) this.once('listening', callback);
    this.#bindTo({ address: toNumeric(address), port });
    return this;
  }

  get #anyAddress(): string {
    return this.#isV6 ? '::' : '0.0.0.0';
  }

  #bindTo({ address, port }: Address): void {
    const isTaken = this.#network.sockets
      .get(port)
      ?.some(({ bound }) => bound!.address === address || isAny(address) || isAny(bound!.address));
    if (!isLocal(address) || isTaken === true) {
      this.emit(
        'error',
        createError(isTaken === true ? 'EADDRINUSE' : 'EADDRNOTAVAIL', 'bind', { address, port }),
      );
      return;
    }
    this.bound = { address, port: port === 0 ? this.#network.takeFreePort() : port };
    const { sockets } = this.#network;
    sockets.set(this.bound.port, [...(sockets.get(this.bound.port) ?? []), this]);
    process.nextTick(() => {
      if (!this.#isClosed) this.emit('listening');
    });
  }

  connect(port: number, ...rest: unknown[]): void {
    if (this.bound === null) this.#bindTo({ address: this.#anyAddress, port: 0 });
    const address = rest.find((arg) => typeof arg === 'string') as string | undefined;
    const callback = rest.find((arg) => typeof arg === 'function') as (() => void) | undefined;
    this.#remote = { address: toNumeric(address ?? '127.0.0.1'), port };
    if (callback !== undefined) this.once('connect', callback);
    process.nextTick(() => this.emit('connect'));
  }

  send(data: string | Uint8Array | readonly Uint8Array[], ...rest: unknown[]): void {
    if (this.#isCut) return;
    this.#requireOpen();
    const callback = rest.find((arg) => typeof arg === 'function') as
      | ((error: Error | null, bytes: number) => void)
      | undefined;
    const numbers = rest.filter((arg) => typeof arg === 'number');
    const address = rest.find((arg) => typeof arg === 'string') as string | undefined;
    let bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Uint8Array);
    // send(data, offset, length, port): the port is the last number, unless the socket is connected.
    if (numbers.length > 1) bytes = bytes.subarray(numbers[0], numbers[0]! + numbers[1]!);
    const port = numbers.length % 2 === 1 ? numbers.at(-1)! : 0;
    if (this.#remote === null && (port <= 0 || port > 65_535))
      throw Object.assign(new RangeError(`Port should be > 0 and < 65536. Received ${port}.`), {
        code: 'ERR_SOCKET_BAD_PORT',
      });
    const target = this.#remote ?? { address: toNumeric(address ?? '127.0.0.1'), port };
    if (this.bound === null) this.#bindTo({ address: this.#anyAddress, port: 0 });
    const from = this.bound!;
    const arrive = () => {
      if (bytes.length > MAX_BYTES) {
        callback?.(createError('EMSGSIZE', 'send'), 0);
        return;
      }
      callback?.(null, bytes.length);
      const receiver = this.#network.findReceiver(target);
      const sender = isAny(from.address) ? target.address : from.address;
      if (receiver !== undefined) receiver.#receive(bytes, { address: sender, port: from.port });
      else if (this.#remote !== null && !this.#isClosed)
        this.emit('error', createError('ECONNREFUSED', 'recvmsg'));
    };
    this.#network.deliver(arrive, from, target, bytes);
  }

  #receive(bytes: Buffer, from: Address): void {
    const remote = this.#remote;
    if (remote !== null && (remote.port !== from.port || remote.address !== from.address)) return;
    this.emit('message', bytes, { ...from, family: this.#isV6 ? 'IPv6' : 'IPv4', size: bytes.length });
  }

  close(callback?: () => void): this {
    if (this.#isCut) return this;
    this.#requireOpen();
    this.#isClosed = true;
    if (callback !== undefined) this.once('close', callback);
    this.#leave();
    process.nextTick(() => this.emit('close'));
    return this;
  }

  #leave(): void {
    if (this.bound === null) return;
    const { sockets } = this.#network;
    const others = sockets.get(this.bound.port)!.filter((socket) => socket !== this);
    if (others.length > 0) sockets.set(this.bound.port, others);
    else sockets.delete(this.bound.port);
  }

  #requireOpen(): void {
    if (this.#isClosed)
      throw Object.assign(new Error('Not running'), { code: 'ERR_SOCKET_DGRAM_NOT_RUNNING' });
  }

  address(): Address & { readonly family: string } {
    if (this.bound === null || this.#isClosed) throw createError('EBADF', 'getsockname');
    return { ...this.bound, family: this.#isV6 ? 'IPv6' : 'IPv4' };
  }

  remoteAddress(): Address & { readonly family: string } {
    if (this.#remote === null)
      throw Object.assign(new Error('Not connected'), { code: 'ERR_SOCKET_DGRAM_NOT_CONNECTED' });
    return { ...this.#remote, family: this.#isV6 ? 'IPv6' : 'IPv4' };
  }

  getRecvBufferSize(): number {
    return 1 << 20;
  }
  setRecvBufferSize(): void {}
  setSendBufferSize(): void {}
  setBroadcast(): void {}
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}

export function createSocket(
  options: string | { readonly type: 'udp4' | 'udp6' },
  onMessage?: (...args: unknown[]) => void,
): MemorySocket | RealSocket {
  if (needsRealSockets()) return real.createSocket(options as 'udp4', onMessage);
  const socket = new MemorySocket(typeof options === 'string' ? options : options.type);
  if (onMessage !== undefined) socket.on('message', onMessage);
  return socket;
}

export const Socket: typeof RealSocket = real.Socket;
const dgram: { createSocket: typeof createSocket; Socket: typeof RealSocket } = { createSocket, Socket };
export default dgram;
