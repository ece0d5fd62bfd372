import { ClientSocket, type ClientSocketOptions, type Endpoint } from '@rcss/kit/udp';

/** The way to one connected client: a UDP socket of its own, or its channel of a WebSocket. */
export interface ClientTransport {
  /** Numeric address of the client. */
  readonly address: string;
  /** Port of the client. */
  readonly port: number;
  /** Port of the server from which the client receives. */
  readonly localPort: number;
  /** Sends one message. Does nothing after the end of the transport. The caller may change the bytes in the next turn of the event loop. */
  send(bytes: Uint8Array): void;
  /** Ends the transport. Its callbacks are not called afterwards. */
  close(): void;
}

/** Receives the messages and the end of a {@link ClientTransport}. */
export interface DatagramReceiver {
  /** Called for each message that is not empty; the buffer belongs to the callee. False: it is dropped, the client sends too much. */
  onDatagram(bytes: Buffer): boolean;
  /** Called once if the client is gone. The transport is closed before the call. */
  onLost(): void;
}

/**
 * A sender that has a connection to the server before the server accepts it as a client, for example a WebSocket. Answers
 * and the messages of the client use this connection.
 */
export interface ConnectedSender extends Endpoint {
  /** Maximum length of a message to the sender, bytes; a longer one is sent in parts. */
  readonly maxMessageBytes: number;
  /** The role that the sender may take on the port that players and monitors share; null: both. */
  readonly onlyRole: 'player' | 'monitor' | null;
  /** Whether it has shown the token of the operator; then it may give commands of the referee. */
  readonly isOperator: boolean;
  /** Sends an answer to a request that does not make the sender a client. */
  send(bytes: Uint8Array): void;
  /** Makes the sender a client: all further messages go to the receiver. */
  openTransport(receiver: DatagramReceiver): ClientTransport;
}

/** Where a datagram comes from: an address of the UDP network, or a connection. */
export type Sender = Endpoint | ConnectedSender;

/** Whether answers to the sender use its connection instead of the UDP ports. */
export function isConnectedSender(sender: Sender): sender is ConnectedSender {
  return 'openTransport' in sender;
}

export type LocalSide = Pick<ClientSocketOptions, 'bindAddress' | 'localPort'>;

/** Opens the way to a sender that becomes a client. A sender without a connection gets a UDP socket of its own. */
export function openClientTransport(
  local: LocalSide,
  sender: Sender,
  receiver: DatagramReceiver,
): ClientTransport {
  if (isConnectedSender(sender)) return sender.openTransport(receiver);
  return new ClientSocket(
    { ...local, address: sender.address, port: sender.port },
    (bytes) => receiver.onDatagram(bytes),
    () => receiver.onLost(),
  );
}
