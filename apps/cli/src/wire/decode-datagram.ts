import { constants, inflateSync } from 'node:zlib';
import type { MonitorVersion } from '@rcss/core/versions';
import { decodeCoachMessage, decodeMonitorDatagram, decodePlayerMessage } from '@rcss/protocol';
import {
  decodeCoachCommand,
  decodeCoachInit,
  decodeTrainerCommand,
  decodeTrainerInit,
} from '@rcss/protocol/coach';
import { decodeMonitorCommand, decodeMonitorInit } from '@rcss/protocol/monitor';
import { decodePlayerCommands, decodePlayerConnect } from '@rcss/protocol/player';
import type { WireDatagram } from './proxy.js';

/** One message of a datagram, with names for its fields. */
export interface WireMessage {
  /** First word of the message: `see`, `dash`, `init`, `show`, … */
  readonly type: string;
  /** The fields as the protocol package decodes them, without `type`; null if the text is not understood. */
  readonly fields: Readonly<Record<string, unknown>> | null;
  /** Text of the message, or a summary for binary data. */
  readonly text: string;
  /** Reason for which the text is not understood. */
  readonly problem?: string;
}

/** Kind of a client, from its first message. */
export type ClientKind = 'player' | 'monitor' | 'trainer' | 'coach';

/** State of a client in the proxy. */
export interface WireClient {
  readonly number: number;
  kind: ClientKind;
  /** `L7`, `R coach`, `monitor`, …; empty until the server has answered. */
  label: string;
  version: number;
  isCompressed: boolean;
}

/** Creates the record of a client from its first datagram. */
export function createWireClient({ client, role }: WireDatagram): WireClient {
  return { number: client, kind: role, label: '', version: 1, isCompressed: false };
}

const MAX_INFLATED_BYTES = 1 << 20;

/** Decodes a datagram and updates the record of its client. Never throws: a message that cannot be decoded has a `problem`. */
export function decodeDatagram(datagram: WireDatagram, client: WireClient): WireMessage[] {
  const bytes = client.isCompressed ? inflate(datagram.bytes) : datagram.bytes;
  if (bytes === null) {
    return [
      createUndecoded('compressed', `${datagram.bytes.length} bytes`, 'the compressed data is damaged'),
    ];
  }
  if (!datagram.toServer && client.kind === 'monitor') return [decodeMonitorFrame(bytes, client)];
  const text = toText(bytes);
  const messages = datagram.toServer ? decodeToServer(text, client) : [decodeFromServer(text, client)];
  updateCompression(text, client);
  return messages;
}

function inflate(bytes: Uint8Array): Uint8Array | null {
  try {
    return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_INFLATED_BYTES });
  } catch {
    return null;
  }
}

/** Text up to the first NUL, one character per byte. */
function toText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return Buffer.from(end < 0 ? bytes : bytes.subarray(0, end)).toString('latin1');
}

/** The answer to `(compression N)` is the last message without compression. */
function updateCompression(text: string, client: WireClient): void {
  const found = /^\(ok compression (\d+)\)/.exec(text);
  if (found !== null) client.isCompressed = found[1] !== '0';
}

function decodeToServer(text: string, client: WireClient): WireMessage[] {
  if (client.kind === 'monitor' || text.startsWith('(disp')) return [decodeMonitorText(text, client)];
  if (client.kind === 'trainer') return [decodeTrainerText(text, client)];
  if (client.kind === 'coach') return [decodeCoachText(text, client)];
  if (/^\((init|reconnect)\b/.test(text)) {
    const result = decodePlayerConnect(text);
    if (result.ok && 'version' in result.value) client.version = result.value.version;
    return [createFromResult(text, result)];
  }
  const commands: WireMessage[] = [];
  const complete = decodePlayerCommands(
    text,
    (command) => {
      commands.push(createDecoded(text, command));
    },
    true,
  );
  if (!complete) commands.push(createUndecoded(firstWord(text), text, 'illegal command form'));
  return commands;
}

function decodeMonitorText(text: string, client: WireClient): WireMessage {
  client.kind = 'monitor';
  client.label = 'monitor';
  const init = decodeMonitorInit(text, true);
  if (init === null) return createFromResult(text, decodeMonitorCommand(text, true));
  if (init.ok) client.version = init.value.version;
  return createFromResult(text, init);
}

function decodeTrainerText(text: string, client: WireClient): WireMessage {
  client.label = 'trainer';
  const init = decodeTrainerInit(text, true);
  if (init === null) return createFromResult(text, decodeTrainerCommand(text));
  if (init.ok) client.version = init.value.version;
  return createFromResult(text, init);
}

function decodeCoachText(text: string, client: WireClient): WireMessage {
  if (!text.startsWith('(init')) return createFromResult(text, decodeCoachCommand(text, client.version));
  const init = decodeCoachInit(text);
  if (init.ok) client.version = init.value.version;
  return createFromResult(text, init);
}

function decodeFromServer(text: string, client: WireClient): WireMessage {
  const result = client.kind === 'player' ? decodePlayerMessage(text) : decodeCoachMessage(text);
  const message = createFromResult(text, result);
  updateLabel(text, client);
  return message;
}

/** `(init l 7 before_kick_off)` names a player, `(init l ok)` a coach, `(reconnect l play_on)` a side. */
function updateLabel(text: string, client: WireClient): void {
  const found = /^\((?:init|reconnect) ([lr])(?: (\d+))?/.exec(text);
  if (found === null) return;
  const side = found[1] === 'l' ? 'L' : 'R';
  client.label = client.kind === 'coach' ? `${side} coach` : `${side}${found[2] ?? ''}`;
}

function decodeMonitorFrame(bytes: Uint8Array, client: WireClient): WireMessage {
  const plain = bytes[0] === 0x28;
  const text = plain ? toText(bytes) : `${bytes.length} bytes of binary data`;
  return createFromResult(text, decodeMonitorDatagram(bytes, client.version as MonitorVersion));
}

type AnyResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: { readonly message?: string; readonly code?: string } };

function createFromResult(text: string, result: AnyResult): WireMessage {
  if (result.ok) return createDecoded(text, result.value);
  return createUndecoded(
    firstWord(text),
    text,
    result.error.message ?? result.error.code ?? 'not understood',
  );
}

function createDecoded(text: string, value: unknown): WireMessage {
  if (typeof value !== 'object' || value === null) return { type: firstWord(text), fields: { value }, text };
  const { type, ...fields } = value as Record<string, unknown>;
  return { type: typeof type === 'string' ? type : firstWord(text), fields, text };
}

function createUndecoded(type: string, text: string, problem: string): WireMessage {
  return { type, fields: null, text, problem };
}

function firstWord(text: string): string {
  return /^\(?([^\s()]+)/.exec(text)?.[1] ?? '(empty)';
}
