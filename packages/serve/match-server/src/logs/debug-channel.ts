import { createSocket, type Socket } from 'node:dgram';
import { isIP } from 'node:net';
import { PLAYER_COUNT, playerSlot, type World } from '@rcss/core';
import type { DebugMessage } from '@rcss/core/debug-channel';
import { formatDebugRecord } from '@rcss/logs/debug';
import { decodeLatin1 } from '@rcss/sexp';
import type { DebugReceiver } from '../config/debug-receiver.js';

/** Length of the messages of a player in a cycle, characters, above which the others are only counted: a datagram has 65507 bytes. */
const MAX_TEXT_LENGTH = 24_000;
/** Length of the lines of one datagram, bytes. */
const MAX_DATAGRAM_BYTES = 32_000;

/** Messages of one player in the current cycle. */
interface PlayerMessages {
  messages: DebugMessage[];
  length: number;
  /** Messages that were not kept, because there are too many. */
  omittedCount: number;
}

/**
 * Sends the messages between the server and its players to one receiver, as debug records (docs/use/team/debug-channel.md): one record for each
 * player and cycle, with the messages in their order. A receiver that does not exist does not matter.
 */
export class DebugChannel {
  readonly #receiver: DebugReceiver;
  readonly #players: readonly PlayerMessages[] = Array.from({ length: PLAYER_COUNT }, () => ({
    messages: [],
    length: 0,
    omittedCount: 0,
  }));
  #socket: Socket | null = null;

  constructor(receiver: DebugReceiver) {
    this.#receiver = receiver;
  }

  /** Adds a message to a player, 0 to 21, as it is sent before compression. */
  addReceived(player: number, bytes: Uint8Array): void {
    const end = bytes.at(-1) === 0 ? bytes.length - 1 : bytes.length;
    this.#add(player, 'received', bytes.subarray(0, end));
  }

  /** Adds a message of a player, without its NUL. */
  addSent(player: number, bytes: Uint8Array): void {
    this.#add(player, 'sent', bytes);
  }

  #add(player: number, direction: DebugMessage['direction'], bytes: Uint8Array): void {
    const kept = this.#players[player] as PlayerMessages;
    if (kept.length + bytes.length > MAX_TEXT_LENGTH) {
      kept.omittedCount += 1;
      return;
    }
    kept.length += bytes.length;
    kept.messages.push({ direction, text: decodeLatin1(bytes) });
  }

  /** Sends the messages of the cycle. Call it before each step. */
  flush({ time, stoppageTime }: Pick<World, 'time' | 'stoppageTime'>): void {
    let lines = '';
    for (const [index, kept] of this.#players.entries()) {
      const { messages, omittedCount } = kept;
      if (messages.length === 0 && omittedCount === 0) continue;
      const line = formatDebugRecord({
        time,
        stoppageTime,
        ...playerSlot(index),
        messages,
        ...(omittedCount > 0 && { texts: [{ text: `${omittedCount} more messages in this cycle` }] }),
      });
      if (lines.length > 0 && lines.length + line.length > MAX_DATAGRAM_BYTES) {
        this.#send(lines);
        lines = '';
      }
      lines += `${line}\n`;
      kept.messages = [];
      kept.length = 0;
      kept.omittedCount = 0;
    }
    if (lines.length > 0) this.#send(lines);
  }

  close(): void {
    this.#socket?.close();
    this.#socket = null;
  }

  #send(lines: string): void {
    const { address, port } = this.#receiver;
    this.#socket ??= openSocket(address);
    this.#socket.send(Buffer.from(lines, 'utf8'), port, address, () => {});
  }
}

function openSocket(address: string): Socket {
  const socket = createSocket({ type: isIP(address) === 6 ? 'udp6' : 'udp4' });
  socket.on('error', () => {});
  socket.unref();
  return socket;
}
