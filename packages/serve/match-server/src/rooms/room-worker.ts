/** Entry of a worker thread: holds rooms and executes the operations that the main thread forwards. Has no effect in the main thread. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openForwardedSocket } from '../websocket/forwarded-socket.js';
import { RoomError } from './room-error.js';
import { createThreadRooms } from './room-host.js';
import { warmUpProcess } from './warm-up-process.js';
import type { AnsweredRequest, WorkerData, WorkerReply, WorkerRequest } from './worker-messages.js';

/** Serves the requests that arrive at `port`. */
export async function serveRoomRequests(
  port: MessagePort,
  { settings, warmup, heartbeat, beatMs }: WorkerData,
): Promise<void> {
  const closing = new AbortController();
  const beat = setInterval(() => Atomics.add(heartbeat, 0, 1), beatMs);
  const send = (reply: WorkerReply) => port.postMessage(reply);
  const host = createThreadRooms({
    ...settings,
    createConsole: (room) => ({
      out: (text, record) => send({ kind: 'line', room, stream: 'out', text, record }),
      err: (text, record) => send({ kind: 'line', room, stream: 'err', text, record }),
    }),
  });
  const subscriptions = new Map<number, () => void>();

  function execute(request: AnsweredRequest): Promise<unknown> {
    if (request.do === 'call') {
      const method = host[request.method] as (...args: readonly unknown[]) => Promise<unknown>;
      return method.apply(host, [...request.args]);
    }
    const { call, room } = request;
    const subscribed = host.subscribe(room, (event) => send({ kind: 'event', subscription: call, event }));
    return subscribed.then((unsubscribe) => {
      subscriptions.set(call, unsubscribe);
    });
  }

  port.on('message', (request: WorkerRequest) => {
    if (request.do === 'unsubscribe') {
      subscriptions.get(request.subscription)?.();
      subscriptions.delete(request.subscription);
      return;
    }
    if (request.do === 'socket') {
      openForwardedSocket(host.rooms.get(request.request.room)?.server, request.request, request.port);
      return;
    }
    const { call } = request;
    // A warm-up that goes on would keep the thread, which would be terminated with open sockets.
    if (request.do === 'call' && request.method === 'close') closing.abort();
    execute(request).then(
      (value) => {
        send({ kind: 'result', call, value });
        if (request.do !== 'call' || request.method !== 'close') return;
        // Nothing keeps the thread then, and it ends when its sockets are closed.
        clearInterval(beat);
        port.close();
      },
      (error: Error) => {
        if (error instanceof RoomError) send({ kind: 'problem', call, problem: error.toProblem() });
        else send({ kind: 'fault', call, message: error.stack ?? error.message });
      },
    );
  });

  await warmUpProcess(warmup, closing.signal);
}

/**
 * Serves the requests of the main thread; without effect in the main thread and after the first call. A program that bundles this file calls it,
 * because a bundler leaves out a file of which nothing is used.
 */
export function startRoomWorker(): void {
  // The first call has registered a listener.
  if (parentPort === null || parentPort.listenerCount('message') > 0) return;
  // Without `await`: the entry can be required. A fault in it ends the thread with an error.
  void serveRoomRequests(parentPort, workerData as WorkerData);
}

startRoomWorker();
