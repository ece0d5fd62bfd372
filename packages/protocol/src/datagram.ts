import { decodeLatin1 } from '@rcss/sexp';

/** The part of a received datagram that counts (spec 03 §1.2, spec 02 §2.5). */
export interface DatagramText {
  /** Everything before the first NUL; a view into the datagram. */
  readonly text: Uint8Array;
  /** Whether the last byte was a NUL. When not, features with `nulWarning` earn a warning before the commands act. */
  readonly terminated: boolean;
}

/** Size of the buffer into which datagrams are read; the rest of a longer one is lost (spec 02 §2.5). */
export const MAX_DATAGRAM = 8192;

/** Split a datagram of a connected client. One of length 0 is to be ignored by the caller (spec 02 §2.5). */
export function splitDatagram(bytes: Uint8Array): DatagramText {
  const cut = bytes.length > MAX_DATAGRAM ? bytes.subarray(0, MAX_DATAGRAM) : bytes;
  const nul = cut.indexOf(0);
  return {
    text: nul < 0 ? cut : cut.subarray(0, nul),
    terminated: cut.length > 0 && cut[cut.length - 1] === 0,
  };
}

/**
 * Text of a datagram that an unknown sender sent to a well-known port: a newline that is the very last byte is cut off, and
 * nothing counts from the first NUL on (spec 02 §2.4). One character a byte.
 */
export function connectText(bytes: Uint8Array): string {
  let end = Math.min(bytes.length, MAX_DATAGRAM);
  if (end > 0 && bytes[end - 1] === 0x0a) end--;
  const nul = bytes.indexOf(0);
  return decodeLatin1(bytes, 0, nul >= 0 && nul < end ? nul : end);
}
