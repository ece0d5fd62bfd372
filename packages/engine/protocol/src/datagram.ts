import { decodeLatin1 } from '@rcss/sexp';

/** The relevant part of a received datagram (spec 03 §1.2, spec 02 §2.5). */
export interface DatagramText {
  /** Everything before the first NUL; a view into the datagram. */
  readonly text: Uint8Array;
  /**
   * Whether the last byte was a NUL. If not, clients of versions with the feature `nulWarning` receive a warning
   * before the commands are executed.
   */
  readonly terminated: boolean;
}

/** Size of the receive buffer in bytes; the rest of a longer datagram is lost (spec 02 §2.5). */
export const MAX_DATAGRAM_SIZE = 8192;

/** Splits a datagram of a connected client. The caller must ignore a datagram of length 0 (spec 02 §2.5). */
export function splitDatagram(bytes: Uint8Array): DatagramText {
  const cut = bytes.length > MAX_DATAGRAM_SIZE ? bytes.subarray(0, MAX_DATAGRAM_SIZE) : bytes;
  const nul = cut.indexOf(0);
  return {
    text: nul < 0 ? cut : cut.subarray(0, nul),
    terminated: cut.length > 0 && cut[cut.length - 1] === 0,
  };
}

/**
 * Returns the text of a datagram from an unknown sender to a listening port, one character per byte. A newline in
 * the last byte is removed; the text ends at the first NUL (spec 02 §2.4).
 */
export function readConnectText(bytes: Uint8Array): string {
  let end = Math.min(bytes.length, MAX_DATAGRAM_SIZE);
  if (end > 0 && bytes[end - 1] === 0x0a) end--;
  const nul = bytes.indexOf(0);
  return decodeLatin1(bytes, 0, nul >= 0 && nul < end ? nul : end);
}
