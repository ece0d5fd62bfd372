import type { Socket } from 'node:dgram';

/**
 * `Socket.send` creates a request, a list, a callback and a tick for each datagram, which costs as much as the system call. The
 * native handle of the socket tries to send at once; on a local network it nearly always can. The handle is not part of
 * the public interface of Node. Therefore it is used only on Linux, in the versions of Node in which its arguments and
 * results were checked, and only if all of its parts are found.
 */
const CHECKED_NODE_VERSIONS: ReadonlySet<string> = new Set(['20', '22', '24']);

/** A request that the system completes later. */
interface SendRequest {
  bytes: Uint8Array;
  oncomplete: (status: number) => void;
}

/** The native handle of a socket. */
interface NativeHandle {
  /**
   * @returns Length of the datagram plus 1 if it is sent, 0 if the system completes the request later, or a negative code of
   * an error.
   */
  send(request: SendRequest, bytes: readonly Uint8Array[], count: number, hasCallback: boolean): number;
}

type SendRequestConstructor = new () => SendRequest;

/** Sends one datagram on a connected socket. */
export type DirectSend = (bytes: Uint8Array) => void;

const createRequest: SendRequestConstructor | null = findSendRequest();

/** The request of the next datagram, in use again and again as long as the datagrams are sent at once. */
let request: SendRequest | null = null;
/** The only element is the current datagram. */
const list: [Uint8Array] = [new Uint8Array(0)];

/**
 * Returns a function that sends on a connected socket with less work than `Socket.send`, or null if there is none on this
 * platform.
 *
 * @param onFailure Called in a later tick if the system refuses a datagram, for example because the client's port is closed.
 */
export function openDirectSend(socket: Socket, onFailure: () => void): DirectSend | null {
  if (createRequest === null) return null;
  const handle = findHandle(socket);
  if (handle === null) return null;
  const onComplete = (status: number): void => {
    if (status < 0) onFailure();
  };
  const RequestType = createRequest;
  return (bytes) => {
    request ??= new RequestType();
    request.bytes = bytes;
    request.oncomplete = onComplete;
    list[0] = bytes;
    const result = handle.send(request, list, 1, true);
    if (result > 0) return;
    // The system keeps the request until it is complete.
    if (result === 0) request = null;
    else process.nextTick(onFailure);
  };
}

function findSendRequest(): SendRequestConstructor | null {
  const { node, bun, deno } = process.versions;
  const isChecked = CHECKED_NODE_VERSIONS.has(node.split('.')[0] as string);
  if (process.platform !== 'linux' || !isChecked || bun !== undefined || deno !== undefined) return null;
  try {
    const { binding } = process as unknown as { binding(name: string): Record<string, unknown> };
    const found = binding.call(process, 'udp_wrap')['SendWrap'];
    return typeof found === 'function' ? (found as SendRequestConstructor) : null;
  } catch {
    // The permission model of Node does not allow it.
    return null;
  }
}

/** Returns the native handle of a bound and connected socket. */
function findHandle(socket: Socket): NativeHandle | null {
  try {
    // Throws if the socket is not connected.
    socket.remoteAddress();
  } catch {
    return null;
  }
  for (const symbol of Object.getOwnPropertySymbols(socket)) {
    if (symbol.description !== 'state symbol') continue;
    const state = (socket as unknown as Record<symbol, { handle?: Partial<NativeHandle> | null }>)[symbol];
    const handle = state?.handle;
    if (typeof handle?.send === 'function') return handle as NativeHandle;
  }
  return null;
}
