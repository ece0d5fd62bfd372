/** Explains datagrams: sender and receiver, messages, fields with unit and meaning, sections of the specification, errors. */
import { PLAYER_PARAM_ROWS, PLAYER_TYPE_FIELD_TABLE, SERVER_PARAM_ROWS } from '@rcss/params/tables';
import { type FieldDoc, MESSAGE_DOCS, splitDatagrams } from '@rcss/protocol/explain';
import { describePlace, type TextPlace } from '../text-place.js';
import { CHANNELS, type Channel, type DecodedMessage, type Decoding } from './channels.js';
import { findReplySections, findSections, isIndexed, type SectionLink } from './message-index.js';

/** A field, with unit ('' for none) and meaning. */
export interface ExplainedField {
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  readonly meaning: string;
}

/** A list of objects with the same fields: a column for each field that one of them has. */
export interface ExplainedList {
  readonly name: string;
  readonly columns: readonly Omit<ExplainedField, 'value'>[];
  /** Values in the order of the columns; '' for a field that is absent. */
  readonly rows: readonly (readonly string[])[];
}

/** A message of a datagram. */
export interface ExplainedMessage {
  readonly head: string;
  readonly summary: string;
  readonly sections: readonly SectionLink[];
  readonly fields: readonly ExplainedField[];
  readonly lists: readonly ExplainedList[];
}

/** A datagram of the text. */
export interface ExplainedDatagram {
  readonly text: string;
  /** The chosen channel; null if no channel has the message. */
  readonly channel: Channel | null;
  readonly channelLabel: string;
  /** Labels of the other channels in which the datagram is well-formed too. */
  readonly otherLabels: readonly string[];
  readonly messages: readonly ExplainedMessage[];
  readonly problem: (TextPlace & { readonly message: string }) | null;
}

/** Explains each datagram of the text, in the form of the given channel or of the channel that fits best. */
export function explainText(text: string, channel: Channel | null = null): ExplainedDatagram[] {
  return splitDatagrams(text).map((piece) => {
    const { failure, ...explained } = explainDatagram(piece.text, channel);
    const problem =
      failure === null
        ? null
        : {
            message: failure.message,
            ...describePlace(text, piece.offset + Math.min(failure.offset, piece.text.length)),
          };
    return { ...explained, problem };
  });
}

function explainDatagram(
  text: string,
  chosen: Channel | null,
): Omit<ExplainedDatagram, 'problem'> & Pick<Decoding, 'failure'> {
  const decodings = orderChannels(text, chosen).map(({ channel, decode }) => ({ channel, ...decode(text) }));
  const readable = decodings.filter(({ failure }) => failure === null);
  const [best = furthest(decodings)] = readable;
  if (best === undefined) {
    const failure = {
      message: 'no version defines this message',
      offset: Math.max(0, text.search(/[^\s({"]/)),
    };
    return { text, channel: null, channelLabel: '', otherLabels: [], messages: [], failure };
  }
  return {
    text,
    channel: best.channel,
    channelLabel: findChannel(best.channel).label,
    otherLabels: readable.filter((other) => other !== best).map(({ channel }) => findChannel(channel).label),
    messages: best.messages.map((message) => explainMessage(message, best.channel, text)),
    failure: best.failure,
  };
}

/** Of several failed decodings, returns the one that has read most. */
function furthest(decodings: readonly Decoding[]): Decoding | undefined {
  let best: Decoding | undefined;
  for (const decoding of decodings)
    if (best === undefined || decoding.failure!.offset > best.failure!.offset) best = decoding;
  return best;
}

function findChannel(channel: Channel): (typeof CHANNELS)[number] {
  return CHANNELS.find((entry) => entry.channel === channel)!;
}

/** Messages for trainers and coaches that begin like those for players: old views of the whole field, and most ok replies. */
const FOR_COACH =
  /^\((see \S+ \(\(goal r\) 52\.5 0\) \(\(goal l\) -52\.5 0\)|ok (?!(clang|compression|synch_see|gaussian_see)\b))/;
/** `say` of online coaches: a message of the coach language. */
const SAY_LANGUAGE = /^\(say \((define|delete|rule|advice|freeform|info|meta)\b/;

/** Returns the channels whose messages include that of the text, best first. */
function orderChannels(text: string, chosen: Channel | null): readonly (typeof CHANNELS)[number][] {
  if (chosen !== null) return [findChannel(chosen)];
  if (text.startsWith('{') || /^[0-9a-f\s]+$/i.test(text)) return [findChannel('to-monitor')];
  if (SAY_LANGUAGE.test(text)) return [findChannel('from-coach')];
  const head = /^\s*\(\s*([^\s()]+)/.exec(text)?.[1] ?? '';
  const fitting = CHANNELS.filter(({ group }) => isIndexed(group, head) || isReplyOf(group, head));
  return FOR_COACH.test(text) ? fitting.filter(({ channel }) => channel !== 'to-player') : fitting;
}

/** Returns whether the receivers of a group get the reply; the index lists replies for players only. */
function isReplyOf(group: string, head: string): boolean {
  if (['server_param', 'player_param', 'player_type'].includes(head)) return group.startsWith('Server to');
  if (head === 'ok') return group === 'Server to trainer and online coach';
  return (head === 'warning' || head === 'error') && group.startsWith('Server to');
}

function explainMessage(message: DecodedMessage, channel: Channel, text: string): ExplainedMessage {
  const { type, ...values } = message;
  const doc = MESSAGE_DOCS[channel][type];
  if (doc === undefined) throw new Error(`${channel} ${type}: the message has no documentation`);
  const { head, summary } = doc;
  const sections = findMessageSections(message, channel, head);
  const params = explainParams(type, values, text);
  if (params !== null) return { head, summary, sections, fields: params, lists: [] };
  const leaves = type === 'show' ? flattenShow(values) : flatten(values);
  const describe = (path: string): FieldDoc => {
    const field = doc.fields[path];
    if (field === undefined) throw new Error(`${channel} ${type}: the field ${path} has no documentation`);
    return field;
  };
  const fields: ExplainedField[] = [];
  const lists: ExplainedList[] = [];
  for (const [path, value] of leaves) {
    if (Array.isArray(value) && value.every((item) => typeof item === 'object')) {
      if (value.length > 0) lists.push(explainList(path, value as object[], describe));
    } else {
      const [unit, meaning] = describe(path);
      fields.push({ name: path, value: format(value), unit, meaning });
    }
  }
  return { head, summary, sections, fields, lists };
}

function explainList(
  name: string,
  items: readonly object[],
  describe: (path: string) => FieldDoc,
): ExplainedList {
  const rows = items.map((item) => new Map(flatten(item)));
  const paths = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const columns = paths.map((path) => {
    const [unit, meaning] = describe(`${name}[].${path}`);
    return { name: path, unit, meaning };
  });
  return {
    name,
    columns,
    rows: rows.map((row) => paths.map((path) => (row.has(path) ? format(row.get(path)) : ''))),
  };
}

/** Fields that only programs need: the index of a landmark in a table. */
const HIDDEN = new Set(['index']);

/** Returns the fields of nested objects with their paths. Absent fields are left out; lists stay whole. */
function flatten(values: object, prefix = ''): [string, unknown][] {
  return Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    if (value === null || value === undefined || HIDDEN.has(name)) return [];
    const path = `${prefix}${name}`;
    return typeof value === 'object' && !Array.isArray(value) ? flatten(value, `${path}.`) : [[path, value]];
  });
}

/** Returns the fields of a show without the parts that the record does not contain. */
function flattenShow(values: Readonly<Record<string, unknown>>): [string, unknown][] {
  const { frame, hasPlayMode, hasTeams } = values as {
    frame: Readonly<Record<string, unknown>>;
    hasPlayMode: boolean;
    hasTeams: boolean;
  };
  const { ballX, ballY, ballVx, ballVy, hasHeight, ballZ, playMode, left, right, players, ...times } = frame;
  return flatten({
    ...times,
    ...(hasPlayMode ? { playMode } : {}),
    ...(hasTeams ? { left, right } : {}),
    ball: {
      x: ballX,
      y: ballY,
      vx: ballVx,
      vy: ballVy,
      ...(hasHeight === true ? { z: ballZ } : {}),
    },
    players,
  });
}

/** Explains the parameters that the text contains; null for other messages. */
function explainParams(
  type: string,
  message: Readonly<Record<string, unknown>>,
  text: string,
): ExplainedField[] | null {
  const values = (message['params'] ?? message['playerType']) as
    | Readonly<Record<string, unknown>>
    | undefined;
  if (values === undefined) return null;
  const id: ExplainedField[] =
    type === 'player_type'
      ? [
          {
            name: 'id',
            value: format(values['id']),
            unit: '',
            meaning: 'Id of the player type; 0 is the default type.',
          },
        ]
      : [];
  const rows =
    type === 'server_param'
      ? SERVER_PARAM_ROWS
      : type === 'player_param'
        ? PLAYER_PARAM_ROWS
        : PLAYER_TYPE_FIELD_TABLE;
  const isNamed = /^\(\S+ \(/.test(text) || text.startsWith('{');
  const isInText = (row: { readonly name: string; readonly v7?: number; readonly since?: number }) =>
    isNamed
      ? text.includes(`(${row.name} `) || text.includes(`"${row.name}":`)
      : type === 'player_type'
        ? row.since === 7
        : row.v7 !== undefined;
  return [
    ...id,
    ...rows.filter(isInText).map((row: { name: string; unit?: string; doc: string }) => ({
      name: row.name,
      value: format(values[row.name]),
      unit: row.unit ?? '',
      meaning: row.doc,
    })),
  ];
}

/** A message of a reply is described by its code too. */
function findMessageSections(
  message: DecodedMessage,
  channel: Channel,
  head: string,
): readonly SectionLink[] {
  const { group } = findChannel(channel);
  const isReply = channel.startsWith('to-') && ['ok', 'warning', 'error'].includes(head);
  const code =
    message.type === 'check_ball' || message.type === 'team_names' ? message.type : message['code'];
  const sections = [
    ...(isReply ? findReplySections(head, String(code)) : []),
    ...findSections(group, head),
    // The chapter of players describes the messages that all clients receive.
    ...(channel === 'to-player' || isIndexed(group, head) ? [] : findSections('Server to player', head)),
  ];
  return [...new Map(sections.map((section) => [section.href, section])).values()];
}

function format(value: unknown): string {
  if (Array.isArray(value))
    return value.map(String).join(value.every((item) => typeof item === 'number') ? ' ' : '\n');
  return Object.is(value, -0) ? '-0' : String(value);
}
