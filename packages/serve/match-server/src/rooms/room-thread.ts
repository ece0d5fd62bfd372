/** Where a room is: in this thread or in a worker thread. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { RoomEvent } from '@rcss/core/rooms';
import type { ConsoleOutput } from '../console/console-output.js';
import { forwardSocket } from '../websocket/forwarded-socket.js';
import { createSocketRoom, type SocketRoom } from '../websocket/socket-room.js';
import { RoomError } from './room-error.js';
import type { RoomHostSettings, ThreadRooms } from './room-host.js';
import type {
  AnsweredRequest,
  WorkerData,
  WorkerMethod,
  WorkerReply,
  WorkerRequest,
} from './worker-messages.js';

export interface WorkerThreadSettings extends RoomHostSettings {
  /** Cycles of the warm-up of the thread; 0: none. */
  readonly warmup: number;
  /** Time after which a thread whose event loop stands still is ended with its rooms, ms. */
  readonly answerTimeoutMs: number;
  /** Takes faults of workers. */
  readonly reportFault: (error: Error) => void;
  /** Module that the threads run, and options of Node for them; default: the compiled worker, options of the process. */
  readonly entry?: { readonly url: URL; readonly execArgv: readonly string[] };
}

/** A host of rooms, in this thread or another one. */
export interface RoomThread {
  readonly hasEnded: boolean;
  call(method: WorkerMethod, ...args: readonly unknown[]): Promise<unknown>;
  subscribe(room: string, listener: (event: RoomEvent) => void): Promise<() => void>;
  /** Sends an event to the subscribers of a room in place of the thread. */
  emit(room: string, event: RoomEvent): void;
  /** Returns a room for a client on a WebSocket. */
  openSocketRoom(room: string, isOver: boolean): SocketRoom | undefined;
  /** Closes all rooms and ends the thread. */
  close(): Promise<void>;
}

export class LocalThread implements RoomThread {
  readonly hasEnded = false;
  readonly #host: ThreadRooms;

  constructor(host: ThreadRooms) {
    this.#host = host;
  }

  call(method: WorkerMethod, ...args: readonly unknown[]): Promise<unknown> {
    return (this.#host[method] as (...args: readonly unknown[]) => Promise<unknown>)(...args);
  }

  subscribe(room: string, listener: (event: RoomEvent) => void): Promise<() => void> {
    return this.#host.subscribe(room, listener);
  }

  /** The rooms of this thread send all their events themselves. */
  emit(): void {}

  openSocketRoom(room: string): SocketRoom | undefined {
    const found = this.#host.rooms.get(room);
    return found === undefined ? undefined : createSocketRoom(found.server);
  }

  close(): Promise<void> {
    return this.#host.close();
  }
}

interface PendingCall {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Subscription {
  readonly room: string;
  readonly listener: (event: RoomEvent) => void;
}

/** Checks of a thread in the time in which it has to answer. */
const CHECKS_PER_TIMEOUT = 10;
/** Signs of life of a thread between two checks. */
const BEATS_PER_CHECK = 4;
/** Time in which a thread ends by itself after its rooms are closed, ms. */
const END_TIMEOUT_MS = 5000;

/** One worker thread with its calls. */
export class WorkerThread implements RoomThread {
  readonly #worker: Worker;
  readonly #calls = new Map<number, PendingCall>();
  readonly #subscriptions = new Map<number, Subscription>();
  #callCount = 0;
  #fault = '';
  #isClosing = false;
  #hasEnded = false;
  #hasAnswered = false;
  /** Counts signs of life of the thread; 0: it has not started. */
  readonly #heartbeat = new Int32Array(new SharedArrayBuffer(4));
  readonly #ended: Promise<void>;

  /** @param onExit Called when the thread has ended by a fault. */
  constructor(
    { entry, createConsole, reportFault, warmup, answerTimeoutMs, ...host }: WorkerThreadSettings,
    onExit: (fault: string) => void,
  ) {
    const checkMs = Math.ceil(answerTimeoutMs / CHECKS_PER_TIMEOUT);
    const workerData: WorkerData = {
      settings: host,
      warmup,
      heartbeat: this.#heartbeat,
      beatMs: Math.ceil(checkMs / BEATS_PER_CHECK),
    };
    this.#worker = new Worker(entry?.url ?? new URL('./room-worker.js', import.meta.url), {
      workerData,
      ...(entry === undefined ? {} : { execArgv: [...entry.execArgv] }),
    });
    this.#worker.on('message', (reply: WorkerReply) => this.#receive(reply, createConsole));
    this.#worker.on('error', (error: Error) => {
      this.#fault = error.message;
      reportFault(error);
    });
    const watch = this.#watch(checkMs, answerTimeoutMs, reportFault);
    this.#ended = new Promise((resolve) => this.#worker.on('exit', () => resolve()));
    this.#worker.on('exit', (code) => {
      clearInterval(watch);
      this.#hasEnded = true;
      if (this.#fault === '') this.#fault = `exit code ${code}`;
      for (const { reject } of this.#calls.values()) reject(this.#createEndError());
      this.#calls.clear();
      if (!this.#isClosing) onExit(this.#fault);
    });
  }

  /**
   * Ends a thread whose event loop stands still, for example in an endless loop of a team. The checks are counted instead of the time: if the
   * process was suspended, the thread has its whole time again.
   */
  #watch(checkMs: number, answerTimeoutMs: number, reportFault: (error: Error) => void): NodeJS.Timeout {
    let seen = 0;
    let silentChecks = 0;
    const timer = setInterval(() => {
      const beats = Atomics.load(this.#heartbeat, 0);
      silentChecks = beats === seen ? silentChecks + Number(beats > 0) : 0;
      seen = beats;
      if (silentChecks < CHECKS_PER_TIMEOUT) return;
      clearInterval(timer);
      this.#fault = `its event loop stood still for ${answerTimeoutMs / 1000} s (setting answerTimeout); a module of a team may have an endless loop`;
      reportFault(new Error(`A worker thread is ended: ${this.#fault}`));
      void this.#worker.terminate();
    }, checkMs);
    timer.unref();
    return timer;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Whether the thread has ever answered; otherwise it probably cannot start. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  call(method: WorkerMethod, ...args: readonly unknown[]): Promise<unknown> {
    return this.#send({ do: 'call', call: this.#nextCall(), method, args });
  }

  async subscribe(room: string, listener: (event: RoomEvent) => void): Promise<() => void> {
    const call = this.#nextCall();
    this.#subscriptions.set(call, { room, listener });
    try {
      await this.#send({ do: 'subscribe', call, room });
    } catch (error) {
      this.#subscriptions.delete(call);
      throw error;
    }
    return () => {
      this.#subscriptions.delete(call);
      this.#post({ do: 'unsubscribe', subscription: call });
    };
  }

  /** Sends an event to the subscribers of a room in place of the thread. */
  emit(room: string, event: RoomEvent): void {
    for (const subscription of this.#subscriptions.values())
      if (subscription.room === room) subscription.listener(event);
  }

  openSocketRoom(_room: string, isOver: boolean): SocketRoom {
    return {
      isOver,
      openSocket: (request, getPeer) =>
        forwardSocket(getPeer, (port) => {
          this.#worker.postMessage({ do: 'socket', request, port } satisfies WorkerRequest, [port]);
        }),
    };
  }

  /** The thread ends by itself after its sockets are closed: Node aborts the process if a thread is terminated while a socket receives a datagram. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.call('close').catch(() => {});
    const timeout = new AbortController();
    await Promise.race([
      this.#ended,
      sleep(END_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => {}),
    ]);
    timeout.abort();
    await this.#worker.terminate();
  }

  #createEndError(): RoomError {
    return new RoomError(500, 'The room failed', `The worker thread of the room has ended: ${this.#fault}`);
  }

  #nextCall(): number {
    this.#callCount += 1;
    return this.#callCount;
  }

  #post(request: WorkerRequest): void {
    this.#worker.postMessage(request);
  }

  #send(request: AnsweredRequest): Promise<unknown> {
    if (this.#hasEnded) return Promise.reject(this.#createEndError());
    return new Promise((resolve, reject) => {
      this.#calls.set(request.call, { resolve, reject });
      this.#post(request);
    });
  }

  #receive(reply: WorkerReply, createConsole: ((room: string) => ConsoleOutput) | undefined): void {
    if (reply.kind === 'event') {
      this.#subscriptions.get(reply.subscription)?.listener(reply.event);
      return;
    }
    if (reply.kind === 'line') {
      createConsole?.(reply.room)[reply.stream](reply.text, reply.record);
      return;
    }
    this.#hasAnswered = true;
    const pending = this.#calls.get(reply.call);
    this.#calls.delete(reply.call);
    if (reply.kind === 'result') pending?.resolve(reply.value);
    else if (reply.kind === 'problem') pending?.reject(RoomError.fromProblem(reply.problem));
    else pending?.reject(new Error(reply.message));
  }
}
