import { styleText } from 'node:util';
import { escapeControls, formatJson as formatPrintableJson } from '@rcss/kit/command-line';
import type { WireClient, WireMessage } from './decode-datagram.js';
import type { WireDatagram } from './proxy.js';

export interface WireFormatOptions {
  readonly color: boolean;
  /** Prints the text of the message below the fields. */
  readonly raw: boolean;
  /** Longest line of fields, in characters; 0: no limit. */
  readonly width: number;
}

const ARROWS = { toServer: '→', fromServer: '←' };

/** Formats a message as one line: time, client, direction, type, fields; with `raw` a second line has the text. */
export function formatWireMessage(
  datagram: WireDatagram,
  client: WireClient,
  message: WireMessage,
  options: WireFormatOptions,
): string {
  const paint = (format: Parameters<typeof styleText>[0], text: string): string =>
    options.color ? styleText(format, text, { validateStream: false }) : text;
  const time = new Date(datagram.at).toISOString().slice(11, 23);
  const name = escapeControls(client.label === '' ? datagram.address : client.label).padEnd(9);
  const arrow = datagram.toServer ? paint('cyan', ARROWS.toServer) : paint('green', ARROWS.fromServer);
  const fields =
    message.fields === null
      ? paint('red', escapeControls(`not understood: ${message.problem}: ${message.text}`))
      : shorten(formatFields(message.fields), options.width);
  const line =
    `${paint('dim', time)} ${paint('bold', name)} ${arrow} ${paint('yellow', escapeControls(message.type))} ${fields}`.trimEnd();
  return options.raw ? `${line}\n    ${paint('dim', escapeControls(message.text))}` : line;
}

/** Formats a message as one JSON object. */
export function formatWireJson(datagram: WireDatagram, client: WireClient, message: WireMessage): string {
  const { at, toServer, address } = datagram;
  const { number, kind, label } = client;
  const { type, fields, text, problem } = message;
  return formatPrintableJson({
    time: new Date(at).toISOString(),
    client: number,
    kind,
    label,
    address,
    direction: toServer ? 'to_server' : 'from_server',
    type,
    ...(fields === null ? { problem } : { fields }),
    text,
  });
}

/** Writes fields as `name=value`; lists as `[a, b]`, objects as `{name=value}`. Fields without a value are left out. */
export function formatFields(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${escapeControls(name)}=${formatValue(value)}`)
    .join(' ');
}

function formatValue(value: unknown): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(7)));
  if (typeof value === 'string')
    return value === '' || /[\s=]/.test(value) ? `"${escapeControls(value)}"` : escapeControls(value);
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    return `[${Array.from(value as ArrayLike<unknown>, formatValue).join(', ')}]`;
  }
  if (value instanceof Map) return formatValue(Object.fromEntries(value));
  if (typeof value === 'object' && value !== null)
    return `{${formatFields(value as Record<string, unknown>)}}`;
  return String(value);
}

function shorten(text: string, width: number): string {
  return width > 0 && text.length > width ? `${text.slice(0, width - 1)}…` : text;
}
