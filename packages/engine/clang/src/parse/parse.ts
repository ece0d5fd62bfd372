import type { ClangResult, Problem } from '../problem.js';
import type { Definition, Message, Switch, Token } from '../tree/ast.js';
import { parseCondition } from './condition.js';
import {
  Cursor,
  type KindReaders,
  type Limits,
  parseConstruct,
  parseKinds,
  parseList,
  type Span,
} from './cursor.js';
import { tokenize } from './lexer.js';
import { parseRegion } from './region.js';
import { parseAction, parseDirective, parseIds, parseRule } from './rule.js';

/** Number of characters of a datagram that the server reads (spec 08 §4). */
export const MAX_DATAGRAM_LENGTH = 8192;
/** Number of symbols that may be pending while a message is read (spec 08 §4). */
const MAX_PENDING_COUNT = 198;
/** The default of `server::say_coach_msg_size`. */
const DEFAULT_MAX_FREEFORM_LENGTH = 128;

/** Limits of the server. */
export interface ParseOptions {
  /** Number of characters of a freeform text (`server::say_coach_msg_size`); negative: no limit. Default 128. */
  readonly maxFreeform?: number;
}

/** Form of a text: `say` is the whole command of a coach, `bare` a message alone, `either` one of the two. */
export type Wrapper = 'say' | 'bare' | 'either';

export interface AnalyzeOptions extends ParseOptions {
  /** Form of the text; default `either`. */
  readonly wrapper?: Wrapper;
}

/** Result of a recovering parse. */
export interface Analysis {
  /** The message; null if the text has an error. */
  readonly message: Message | null;
  /** Errors in the order of their places. */
  readonly problems: readonly Problem[];
  /** Places of the nodes of `message`. The keys are the objects of the tree. */
  readonly spans: ReadonlyMap<object, Span>;
}

/** Returns the part of a text that the server reads: up to the first NUL, and at most one datagram. */
function cutToDatagram(text: string): string {
  const nul = text.indexOf('\0');
  const end = nul < 0 ? text.length : nul;
  return end > MAX_DATAGRAM_LENGTH ? text.slice(0, MAX_DATAGRAM_LENGTH) : nul < 0 ? text : text.slice(0, nul);
}

const createLimits = (options: ParseOptions): Limits => ({
  maxFreeform: options.maxFreeform ?? DEFAULT_MAX_FREEFORM_LENGTH,
  maxPending: MAX_PENDING_COUNT,
});

/**
 * Parses a whole `(say MESSAGE)` datagram exactly as the server does, and stops at the first error. The server answers
 * a text with an error by `(error could_not_parse_say)`. Characters from 0x80 on are errors. Never throws.
 */
export function parseSay(text: string, options: ParseOptions = {}): ClangResult<Message> {
  return parseFast(cutToDatagram(text), 'say', createLimits(options), false);
}

/** Parses a bare message, `(info ...)`, by the same grammar as {@link parseSay}. Never throws. */
export function parseMessage(text: string, options: ParseOptions = {}): ClangResult<Message> {
  return parseFast(cutToDatagram(text), 'bare', createLimits(options), false);
}

/**
 * Parses a bare message in the form that players receive. It works like {@link parseMessage}, but also accepts the forms
 * that only the server prints (spec 08 §14): doubly quoted condition names, quads of three points (the third is taken
 * twice), `(null)` for unit number 12, infinite numbers, and deeper nesting of sums. Never throws.
 */
export function parseHeard(text: string): ClangResult<Message> {
  return parseFast(
    text.slice(0, 4 * MAX_DATAGRAM_LENGTH),
    'bare',
    { maxFreeform: -1, maxPending: 1100 },
    true,
  );
}

function parseFast(text: string, wrapper: Wrapper, limits: Limits, heard: boolean): ClangResult<Message> {
  const cursor = new Cursor(tokenize(text, { recover: false, heard }), limits, false, heard);
  const message = parseInput(cursor, wrapper);
  return message === null ? { ok: false, error: cursor.problems[0]! } : { ok: true, value: message };
}

/**
 * Parses a text and continues after errors: reports each error with its place and what was expected there, and the places
 * of the parts of the message. It accepts the same texts as {@link parseSay} and {@link parseMessage}.
 * Never throws.
 */
export function analyze(text: string, options: AnalyzeOptions = {}): Analysis {
  const tokens = tokenize(cutToDatagram(text), { recover: true, heard: false });
  const cursor = new Cursor(tokens, createLimits(options), true, false);
  const parsed = parseInput(cursor, options.wrapper ?? 'either');
  const problems = [...tokens.problems, ...cursor.problems].sort((a, b) => a.offset - b.offset);
  const message = problems.length === 0 ? parsed : null;
  return { message, problems, spans: message === null ? new Map() : cursor.spans! };
}

function parseInput(c: Cursor, wrapper: Wrapper): Message | null {
  const wrapped = wrapper === 'say' || (wrapper === 'either' && c.is('(') && c.next === 'say');
  if (wrapped && !(c.expect('(') && c.expect('say'))) return null;
  const message = parseOneMessage(c);
  if (message === null || (wrapped && !c.expect(')'))) return null;
  return c.is('END') || c.reportUnexpected('end of the text') ? message : null;
}

const NO_MESSAGE: Message = { kind: 'unsupported' };

function parseOneMessage(c: Cursor): Message | null {
  return parseConstruct(c, NO_MESSAGE, ['message'], parseMessageBody);
}

const parseTokens = (c: Cursor): Token[] | null => parseList(c, parseToken);

const MESSAGES: KindReaders<Message, 'meta' | 'freeform' | 'info' | 'advice' | 'define' | 'rule' | 'delete'> =
  {
    meta: { versions: (c) => parseList(c, parseVersion) },
    freeform: { text: (c) => c.readString(c.limits.maxFreeform, 'freeform text') },
    info: { tokens: parseTokens },
    advice: { tokens: parseTokens },
    define: { definitions: (c) => parseList(c, parseDefinition) },
    rule: { switches: (c) => parseList(c, parseSwitch) },
    delete: { ids: parseIds },
  };

function parseMessageBody(c: Cursor): Message | null {
  if (c.is('unsupported_clang')) return c.advance() && c.expect(')') ? { kind: 'unsupported' } : null;
  return parseKinds(c, MESSAGES, 'message type (meta, freeform, info, advice, define, rule, delete)');
}

/** Reads `(ver NUM)`. */
function parseVersion(c: Cursor): number | null {
  const start = c.index;
  const before = c.pending;
  if (!c.is('(')) return c.skipUnexpected(0, '(ver NUMBER)');
  if (!c.advance()) return null;
  const version = c.expect('ver') ? c.readNumber() : null;
  if (version !== null && c.expect(')')) {
    c.pending = before + 1;
    return version;
  }
  return c.skipConstruct(start, 0);
}

const NO_TOKEN: Token = { kind: 'clear' };

/** Reads one part of an info or advice message. */
function parseToken(c: Cursor): Token | null {
  return parseConstruct(c, NO_TOKEN, ['token'], parseTokenBody);
}

function parseTokenBody(c: Cursor): Token | null {
  if (c.is('clear')) return c.advance() && c.expect(')') ? { kind: 'clear' } : null;
  if (!c.is('INT')) return c.reportUnexpected('time to live (integer)', "'clear'");
  const ttl = c.readInteger();
  if (ttl === null) return null;
  const condition = parseCondition(c);
  const directives = condition && parseList(c, parseDirective);
  return condition && directives && c.expect(')') ? { kind: 'timed', ttl, condition, directives } : null;
}

const NO_DEFINITION: Definition = { kind: 'definer', name: 'R', region: { kind: 'null' } };

/** Reads one definition. */
function parseDefinition(c: Cursor): Definition | null {
  return parseConstruct(c, NO_DEFINITION, ['definition'], parseDefinitionBody);
}

const DEFINITIONS: KindReaders<Definition, Definition['kind']> = {
  definec: { name: (c) => c.readString(8, 'condition name'), condition: parseCondition },
  defined: { name: (c) => c.readString(8, 'directive name'), directive: parseDirective },
  definer: { name: (c) => c.readString(8, 'region name'), region: parseRegion },
  definea: { name: (c) => c.readString(8, 'action name'), action: parseAction },
  definerule: {
    name: (c) => c.readVariable('rule name'),
    purpose: (c) => c.readWord(['model', 'direc']),
    rule: parseRule,
  },
};

function parseDefinitionBody(c: Cursor): Definition | null {
  return parseKinds(c, DEFINITIONS, ...Object.keys(DEFINITIONS).map((kind) => `'${kind}'`));
}

const NO_SWITCH: Switch = { kind: 'switch', on: true, ids: { kind: 'all' } };

/** Reads `(on IDS)` or `(off IDS)`. */
function parseSwitch(c: Cursor): Switch | null {
  return parseConstruct(c, NO_SWITCH, ['switch'], parseSwitchBody);
}

function parseSwitchBody(c: Cursor): Switch | null {
  const word = c.readWord(['on', 'off']);
  const ids = word && parseIds(c);
  return ids && c.expect(')') ? { kind: 'switch', on: word === 'on', ids } : null;
}

/** The text of one message in a text of several. */
export interface Piece {
  /** Offset in the whole text, characters. */
  readonly offset: number;
  /** The message and the text after it. */
  readonly text: string;
}

/**
 * Splits a text of several messages, bare or as commands, into one piece each. The text between two messages belongs to
 * the first, so that no text is lost. A text without a closing bracket is one piece.
 */
export function splitMessages(text: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  let depth = 0;
  let quoted = false;
  let begun = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (quoted) {
      if (char === '"' || char === '\n') quoted = false;
    } else if (char === '"') {
      quoted = true;
    } else if (char === '(') {
      if (depth === 0 && begun) {
        pieces.push({ offset: start, text: text.slice(start, at) });
        start = at;
        begun = false;
      }
      depth++;
    } else if (char === ')' && depth > 0) {
      depth--;
      if (depth === 0) begun = true;
    }
  }
  const rest = text.slice(start);
  if (rest.trim() !== '' || pieces.length === 0) pieces.push({ offset: start, text: rest });
  return pieces;
}
