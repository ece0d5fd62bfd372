/** Decodes a datagram in the form of each sender and receiver. */
import { analyze } from '@rcss/clang';
import type { Failure, PlayerCommand, Result } from '@rcss/core';
import { COMMANDS, describeCommandForm, readCommandForm } from '@rcss/core/commands';
import type { MonitorVersion } from '@rcss/core/versions';
import {
  decodeCoachMessage,
  decodeMonitorDatagram,
  decodePlayerMessage,
  type MonitorRecord,
} from '@rcss/protocol';
import {
  decodeCoachCommand,
  decodeCoachInit,
  decodeTrainerCommand,
  decodeTrainerInit,
} from '@rcss/protocol/coach';
import type { WireChannel } from '@rcss/protocol/explain';
import {
  decodeMonitorCommand,
  decodeMonitorInit,
  MONITOR_1_DATAGRAM_SIZE,
  MONITOR_2_DATAGRAM_SIZE,
} from '@rcss/protocol/monitor';
import { decodePlayerCommands, decodePlayerConnect } from '@rcss/protocol/player';

/** Sender and receiver of a datagram. */
export type Channel = WireChannel;

/** A decoded message or command, as a plain object. */
export type DecodedMessage = { readonly type: string } & Readonly<Record<string, unknown>>;

/** A failure, and its offset in the datagram. */
export interface WireFailure {
  readonly message: string;
  readonly offset: number;
}

/** What a datagram contains in the form of one channel. */
export interface Decoding {
  readonly channel: Channel;
  /** The messages; a datagram of a player can contain several commands. Those before a malformed one are executed. */
  readonly messages: readonly DecodedMessage[];
  readonly failure: WireFailure | null;
}

/** A channel, with the heading of its messages in the index of the specification. */
interface ChannelEntry {
  readonly channel: Channel;
  readonly label: string;
  readonly group: string;
  readonly decode: (text: string) => Pick<Decoding, 'messages' | 'failure'>;
}

/** Highest version: the form of `say` of online coaches depends on it. */
const NEWEST_COACH_VERSION = 19;

/** The channels. If a datagram has the form of several, the first one is chosen. */
export const CHANNELS: readonly ChannelEntry[] = [
  {
    channel: 'to-player',
    label: 'Server to player',
    group: 'Server to player',
    decode: (text) => fromMessage(decodePlayerMessage(text), text),
  },
  {
    channel: 'to-coach',
    label: 'Server to trainer or online coach',
    group: 'Server to trainer and online coach',
    decode: (text) => fromMessage(decodeCoachMessage(text), text),
  },
  {
    channel: 'to-monitor',
    label: 'Server to monitor, or line of a game log',
    group: 'Server to monitor, and lines of game logs',
    decode: (text) => fromMessage(decodeMonitor(text), text),
  },
  { channel: 'from-player', label: 'Player to server', group: 'Player to server', decode: decodeFromPlayer },
  {
    channel: 'from-coach',
    label: 'Online coach to server',
    group: 'Online coach to server',
    decode: decodeFromCoach,
  },
  {
    channel: 'from-trainer',
    label: 'Trainer to server',
    group: 'Trainer to server',
    decode(text) {
      const init = decodeTrainerInit(text, true);
      if (init === null) return fromResult(decodeTrainerCommand(text));
      return fromResult(init, (value) => ({ type: 'connect', ...value }));
    },
  },
  {
    channel: 'from-monitor',
    label: 'Monitor to server',
    group: 'Monitor to server',
    decode(text) {
      const init = decodeMonitorInit(text, true);
      if (init !== null) return fromResult(init, (value) => ({ type: 'connect', ...value }));
      return fromResult(decodeMonitorCommand(text, true), ({ command }) => command);
    },
  },
];

/** Returns the text as the bytes of a datagram. Characters above U+00FF, which no datagram contains, become `?`. */
function encodeText(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length }, (_, i) => {
    const code = text.charCodeAt(i);
    return code < 256 ? code : 0x3f;
  });
}

function fromResult<T>(
  result: Result<T, Failure>,
  toMessage: (value: T) => unknown = (value) => value,
): Pick<Decoding, 'messages' | 'failure'> {
  if (!result.ok) return { messages: [], failure: toFailure(result.error) };
  return { messages: [toMessage(result.value) as DecodedMessage], failure: null };
}

/** Converts a failure. Some messages contain the offset, which the page shows as line and column. */
function toFailure({ code, message, offset = 0 }: Failure): WireFailure {
  const reason = message.replace(/ \(at \d+\)$/, '');
  return {
    message: /^[a-z]+(_[a-z]+)+$/.test(code) && !reason.includes(code) ? `${reason} [${code}]` : reason,
    offset,
  };
}

/** A message that no version defines is a failure here. */
function fromMessage(
  result: Result<{ readonly type: string }, Failure>,
  text: string,
): Pick<Decoding, 'messages' | 'failure'> {
  if (!result.ok || result.value.type !== 'unknown') return fromResult(result);
  const offset = Math.max(0, text.search(/[^\s({"]/));
  return { messages: [], failure: { message: 'no version defines this message', offset } };
}

const BINARY_VERSIONS: ReadonlyMap<number, MonitorVersion> = new Map([
  [MONITOR_1_DATAGRAM_SIZE, 1],
  [MONITOR_2_DATAGRAM_SIZE, 2],
]);

/** Returns the bytes of a text of hexadecimal digits, or null for any other text. */
function readHex(text: string): Uint8Array | null {
  const digits = text.replace(/\s/g, '');
  if (digits.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(digits)) return null;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Decodes a datagram to a monitor: text, JSON, or the bytes of versions 1 and 2 in hexadecimal digits. */
function decodeMonitor(text: string): Result<MonitorRecord> {
  const bytes = readHex(text);
  const version = bytes === null ? undefined : BINARY_VERSIONS.get(bytes.length);
  return bytes !== null && version !== undefined
    ? decodeMonitorDatagram(bytes, version)
    : decodeMonitorDatagram(encodeText(text), text.startsWith('{') ? -1 : 5);
}

function decodeFromPlayer(text: string): Pick<Decoding, 'messages' | 'failure'> {
  if (/^\((init|reconnect)\b/.test(text)) {
    const request = decodePlayerConnect(text);
    if (request.ok && request.value.kind === 'reconnect' && request.value.malformed) {
      const message = 'expected (reconnect TEAM UNUM) [illegal_command_form]';
      return { messages: [], failure: { message, offset: 0 } };
    }
    return fromResult(request, ({ kind, ...rest }) => ({ type: `connect_${kind}`, ...rest }));
  }
  const messages: PlayerCommand[] = [];
  const isWellFormed = decodePlayerCommands(text, (command) => messages.push(command), true);
  return {
    messages: messages as unknown as DecodedMessage[],
    failure: isWellFormed ? null : findMalformedCommand(text),
  };
}

/** Finds the first malformed command: it is after the longest part of the text whose commands are all well-formed. */
function findMalformedCommand(text: string): WireFailure {
  let end = 0;
  for (let close = text.indexOf(')'); close >= 0; close = text.indexOf(')', close + 1))
    if (decodePlayerCommands(text.slice(0, close + 1), () => true, true)) end = close + 1;
  const rest = text.slice(end);
  const blanks = rest.length - rest.trimStart().length;
  const head = /^\s*\(\s*([a-z_]+)/.exec(rest)?.[1] ?? '';
  const forms = Object.values(COMMANDS.player)
    .filter((row) => readCommandForm(row).word === head)
    .map(describeCommandForm);
  const expected = forms.length === 0 ? 'a command of players' : forms.join(' or ');
  return { message: `expected ${expected} [illegal_command_form]`, offset: end + blanks };
}

function decodeFromCoach(text: string): Pick<Decoding, 'messages' | 'failure'> {
  if (/^\(init\b/.test(text)) {
    return fromResult(decodeCoachInit(text), (value) => ({ type: 'connect', ...value }));
  }
  // From version 7 on, `say` contains a message of the coach language.
  const isLanguage = /^\s*\(\s*say\s*\(/.test(text);
  const decoded = decodeCoachCommand(text, isLanguage ? NEWEST_COACH_VERSION : 5);
  if (decoded.ok && decoded.value.type === 'team_graphic_refused')
    return {
      messages: [],
      failure: { message: `the tile cannot be read [${decoded.value.code}]`, offset: 0 },
    };
  if (!decoded.ok || decoded.value.type !== 'say') return fromResult(decoded);
  if (!isLanguage) {
    const failure = { message: 'expected a message [illegal_command_form]', offset: text.length };
    return decoded.value.text === '' ? { messages: [], failure } : fromResult(decoded);
  }
  const [problem] = analyze(text).problems;
  if (problem === undefined) return fromResult(decoded, () => ({ type: 'say_language', text }));
  return { messages: [], failure: { message: problem.message, offset: problem.offset } };
}
