import type { TeamClient } from '@rcss/core/team-module';
import type { PlayerMessage } from '@rcss/protocol';

/**
 * How a client takes messages without their text from a host in the same process: `createLocalMatch` uses the one in the field `decoded`
 * of a client. The class identifies the copy of this package: a client of another copy, whose messages may have other fields, gets text.
 */
export class DecodedReceiver {
  /** The client's `receive`; if the client has another one, only text reaches that. */
  readonly receiveText: TeamClient['receive'];
  /** Receives a message as `receive` does. */
  readonly receive: (message: PlayerMessage) => void;

  constructor(receiveText: TeamClient['receive'], receive: (message: PlayerMessage) => void) {
    this.receiveText = receiveText;
    this.receive = receive;
  }
}

/** Returns how the client takes messages without their text; null if it takes text only. */
export function findDecodedReceiver(client: TeamClient): DecodedReceiver['receive'] | null {
  const { decoded } = client as { readonly decoded?: unknown };
  return decoded instanceof DecodedReceiver && decoded.receiveText === client.receive
    ? decoded.receive
    : null;
}
