import { decodeLatin1 } from '@rcss/sexp';
import type { Codec } from './codec.js';

/** A message of a client before it is decoded. */
export interface ReceivedText {
  readonly text: Uint8Array | string;
  /** Whether a datagram ends with a NUL; texts of this process need none. */
  readonly terminated: boolean;
}

/** Returns the text of a message. */
export function readDatagram(codec: Codec, datagram: Uint8Array | string): ReceivedText {
  return typeof datagram === 'string' ? { text: datagram, terminated: true } : codec.splitDatagram(datagram);
}

/** Returns a text as a string, one character per byte. */
export function toText(text: Uint8Array | string): string {
  return typeof text === 'string' ? text : decodeLatin1(text);
}
