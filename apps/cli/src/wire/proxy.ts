import { isIPv6 } from 'node:net';
import { type Endpoint, formatEndpoint, type Listener, listen } from '@rcss/kit/udp';

/** Ports of a server that clients connect to. */
export const PORT_ROLES = ['player', 'trainer', 'coach'] as const;
export type PortRole = (typeof PORT_ROLES)[number];

/** One forwarded datagram. */
export interface WireDatagram {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Port of the server on which the client connected. Players and monitors share one. */
  readonly role: PortRole;
  /** Number of the client, in the order of their first datagrams; from 1. */
  readonly client: number;
  /** Address of the client, `HOST:PORT`. */
  readonly address: string;
  readonly toServer: boolean;
  readonly bytes: Uint8Array;
}

export interface ProxyOptions {
  /** Numeric address of the server. */
  readonly host: string;
  /** Ports of the server: players and monitors, trainer, online coaches. */
  readonly serverPorts: readonly [number, number, number];
  /** Ports that clients connect to, in the same order; 0 takes a free one. */
  readonly listenPorts: readonly [number, number, number];
  /** Address to listen on. */
  readonly listenHost: string;
  readonly onDatagram: (datagram: WireDatagram) => void;
}

export interface WireProxy {
  /** Ports in use, in the order of {@link PORT_ROLES}. */
  readonly ports: readonly number[];
  close(): Promise<void>;
}

interface Client {
  readonly number: number;
  readonly address: string;
  /** Socket towards the server. */
  readonly upstream: Promise<Listener>;
  /** Port that the server answers from; later datagrams go there. */
  serverPort: number;
}

/**
 * Starts a UDP proxy between clients and a server.
 *
 * Clients connect to the proxy as to a server. A server may answer each client from a port of its own: the proxy follows it and
 * answers the client from the port to which the client sends.
 *
 * @throws {import('@rcss/kit/udp').PortError} (as a rejection) if a port cannot be opened
 */
export async function startProxy({
  host,
  serverPorts,
  listenPorts,
  listenHost,
  onDatagram,
}: ProxyOptions): Promise<WireProxy> {
  const sockets: Promise<Listener>[] = [];
  let clientCount = 0;
  const open = (...args: Parameters<typeof listen>): Promise<Listener> => {
    const socket = listen(...args);
    sockets.push(socket);
    return socket;
  };
  const close = async (): Promise<void> => {
    for (const opened of await Promise.allSettled(sockets.splice(0)))
      if (opened.status === 'fulfilled') opened.value.close();
  };

  const openPort = async (role: PortRole, index: number): Promise<number> => {
    const clients = new Map<string, Client>();
    const report = ({ number, address }: Client, toServer: boolean, bytes: Uint8Array): void =>
      onDatagram({ at: Date.now(), role, client: number, address, toServer, bytes });
    const addClient = (remote: Endpoint, address: string): Client => {
      clientCount += 1;
      const any = { port: 0, address: isIPv6(host) ? '::' : '0.0.0.0' };
      const upstream = open(any, (bytes, { port }) => {
        client.serverPort = port;
        report(client, false, bytes);
        listener.send(bytes, remote.port, remote.address);
      });
      const client: Client = { number: clientCount, address, upstream, serverPort: serverPorts[index]! };
      clients.set(address, client);
      return client;
    };
    const listener = await open({ port: listenPorts[index]!, address: listenHost }, (bytes, remote) => {
      const address = formatEndpoint(remote);
      const client = clients.get(address) ?? addClient(remote, address);
      report(client, true, bytes);
      // Without a socket, the client gets no answer, as from a server that is gone.
      client.upstream.then((upstream) => upstream.send(bytes, client.serverPort, host)).catch(() => {});
    });
    return listener.port;
  };

  try {
    const ports: number[] = [];
    for (const [index, role] of PORT_ROLES.entries()) ports.push(await openPort(role, index));
    return { ports, close };
  } catch (error) {
    await close();
    throw error;
  }
}
