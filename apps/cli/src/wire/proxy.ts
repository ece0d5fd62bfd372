import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { formatEndpoint } from '@rcss/kit/udp';

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
  readonly upstream: Socket;
  /** Port that the server answers from; later datagrams go there. */
  serverPort: number;
}

/**
 * Starts a UDP proxy between clients and a server.
 *
 * Clients connect to the proxy as to a server. A server may answer each client from a port of its own: the proxy follows it and
 * answers the client from the port to which the client sends.
 *
 * @throws the system's error if a port cannot be opened, with `port` added.
 */
export async function startProxy(options: ProxyOptions): Promise<WireProxy> {
  const sockets: Socket[] = [];
  let clientCount = 0;
  const close = async (): Promise<void> => {
    await Promise.all(
      sockets.splice(0).map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))),
    );
  };

  const openPort = async (role: PortRole, index: number): Promise<number> => {
    const listener = createSocket(familyOf(options.listenHost));
    sockets.push(listener);
    const clients = new Map<string, Client>();
    const serverPort = options.serverPorts[index]!;

    const report = (client: Client, toServer: boolean, bytes: Uint8Array): void =>
      options.onDatagram({
        at: Date.now(),
        role,
        client: client.number,
        address: client.address,
        toServer,
        bytes,
      });

    const addClient = (remote: RemoteInfo, address: string): Client => {
      const upstream = createSocket(familyOf(options.host));
      sockets.push(upstream);
      clientCount += 1;
      const client: Client = { number: clientCount, address, upstream, serverPort };
      upstream.on('message', (bytes, { port }) => {
        client.serverPort = port;
        report(client, false, bytes);
        listener.send(bytes, remote.port, remote.address);
      });
      // If the port of the server is closed, the client gets no answer, as without a proxy.
      upstream.on('error', () => {});
      clients.set(address, client);
      return client;
    };

    listener.on('message', (bytes, remote) => {
      const address = formatEndpoint(remote);
      const client = clients.get(address) ?? addClient(remote, address);
      report(client, true, bytes);
      client.upstream.send(bytes, client.serverPort, options.host);
    });
    await bind(listener, options.listenPorts[index]!, options.listenHost);
    listener.on('error', () => {});
    return listener.address().port;
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

function familyOf(address: string): 'udp4' | 'udp6' {
  return isIPv6(address) ? 'udp6' : 'udp4';
}

function bind(socket: Socket, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => reject(Object.assign(error, { port })));
    socket.bind(port, host, () => {
      socket.removeAllListeners('error');
      resolve();
    });
  });
}
