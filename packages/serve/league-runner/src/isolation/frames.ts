/**
 * Datagrams on the stream between both sides of a gate: the port of the client, the port of the server, the length, the bytes. Numbers have
 * 16 bits, the most significant byte first.
 */

const HEADER_BYTES = 6;

/** A datagram between a client in a sandbox and the server outside. */
export interface GateFrame {
  /** Port of the client in the sandbox. */
  readonly client: number;
  /** Port of the server. */
  readonly server: number;
  readonly bytes: Buffer;
}

/** Encodes a datagram of at most 65,535 bytes. */
export function encodeGateFrame({ client, server, bytes }: GateFrame): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(client, 0);
  header.writeUInt16BE(server, 2);
  header.writeUInt16BE(bytes.length, 4);
  return Buffer.concat([header, bytes]);
}

/** Reads datagrams from the chunks of a stream. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
  }

  /** Returns the next datagram, which is valid until the next call of `add`; null if it is not complete. */
  next(): GateFrame | null {
    const rest = this.#rest;
    if (rest.length < HEADER_BYTES) return null;
    const end = HEADER_BYTES + rest.readUInt16BE(4);
    if (rest.length < end) return null;
    this.#rest = rest.subarray(end);
    return {
      client: rest.readUInt16BE(0),
      server: rest.readUInt16BE(2),
      bytes: rest.subarray(HEADER_BYTES, end),
    };
  }
}
