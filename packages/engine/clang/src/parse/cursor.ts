import { findPosition, type Position, type Problem, type ProblemCode } from '../problem.js';
import type { TokenKind } from '../tree/tokens.js';
import { parseInt32, type Tokens } from './lexer.js';

/** The place of a node in the text; `length` in characters. */
export interface Span extends Position {
  readonly length: number;
}

/** Limits of a text. */
export interface Limits {
  /** Characters of a freeform text without its quotes; negative: any number. */
  readonly maxFreeform: number;
  /** Pending symbols, see spec 08 §4. */
  readonly maxPending: number;
}

/** Returns the name of a token kind for "expected ..., found ...". */
function describeKind(kind: TokenKind): string {
  switch (kind) {
    case 'INT':
      return 'integer';
    case 'REAL':
      return 'number';
    case 'STR':
    case 'QSTR':
      return 'string';
    case 'VAR':
      return 'name';
    case 'END':
      return 'end of the text';
    default:
      return `'${kind}'`;
  }
}

/**
 * The current position in a tokenized text. A fast cursor stops at the first problem: every parse function then returns
 * null. A recovering cursor records the problem, skips the construct up to its closing bracket and returns a placeholder
 * for it, so that one run finds several problems. A tree with a placeholder is not used.
 */
export class Cursor {
  /** Index of the current token. */
  index = 0;
  /** Count of symbols that are read and not yet combined to a construct (spec 08 §4). */
  pending = 0;
  /** Kind of the current token. */
  kind: TokenKind;
  readonly problems: Problem[] = [];
  readonly spans: Map<object, Span> | null;
  readonly tokens: Tokens;
  readonly limits: Limits;
  readonly recovering: boolean;
  readonly heard: boolean;
  #stopped = false;
  #ends: Int32Array | null = null;
  #lines: number[] | null = null;

  constructor(tokens: Tokens, limits: Limits, recovering: boolean, heard: boolean) {
    this.tokens = tokens;
    this.limits = limits;
    this.recovering = recovering;
    this.heard = heard;
    this.kind = tokens.kinds[0]!;
    this.spans = recovering ? new Map() : null;
  }

  /** Kind of the token after the current one. */
  get next(): TokenKind {
    return this.tokens.kinds[this.index + 1] ?? 'END';
  }

  /** Returns true for a current token of the given kind. TypeScript would treat comparisons with `kind` as constant. */
  is(kind: TokenKind): boolean {
    return this.kind === kind;
  }

  /** Returns the text of the current token. */
  getText(): string {
    return this.tokens.text.slice(this.tokens.starts[this.index], this.tokens.ends[this.index]);
  }

  /** Moves to the next token. Returns false, and records a problem, if the message is nested too deeply. */
  advance(): boolean {
    if (this.pending >= this.limits.maxPending) {
      const { problems } = this;
      if (problems.length === 0 || this.recovering) {
        this.addProblem('nesting', `nested too deeply (more than ${this.limits.maxPending} symbols pending)`);
      }
      this.#stopped = true;
      return false;
    }
    this.pending++;
    this.#goTo(this.index + 1);
    return true;
  }

  /** Reads a token of the given kind. Returns false, and records a problem, if the current one is of another kind. */
  expect(kind: TokenKind): boolean {
    if (this.kind === kind) return this.advance();
    this.reportUnexpected(describeKind(kind));
    return false;
  }

  /** Reads an INT; null if there is none. */
  readInteger(): number | null {
    if (this.kind !== 'INT') return this.reportUnexpected('integer');
    const value = parseInt32(this.getText());
    return this.advance() ? value : null;
  }

  /** Reads a NUM, that is an INT or a REAL; null if there is none. */
  readNumber(): number | null {
    if (this.kind === 'INT') return this.readInteger();
    if (this.kind === 'REAL') {
      const value = Number(this.getText());
      return this.advance() ? value : null;
    }
    if (this.heard) {
      // The server prints a number that overflows as inf or -inf.
      const sign = this.kind === '-' && this.next === 'VAR' ? -1 : 1;
      const at = sign < 0 ? this.index + 1 : this.index;
      if (this.tokens.text.slice(this.tokens.starts[at], this.tokens.ends[at]) === 'inf') {
        this.#goTo(at);
        return this.advance() ? sign * Number.POSITIVE_INFINITY : null;
      }
    }
    return this.reportUnexpected('number');
  }

  /** Reads a STR of at most `maxLength` characters without its quotes; null if there is none. */
  readString(maxLength: number, what: string): string | null {
    if (this.kind !== 'STR') return this.reportUnexpected(what);
    const name = this.getText().slice(1, -1);
    if (maxLength >= 0 && name.length > maxLength) {
      const code = what === 'freeform text' ? 'freeform-length' : 'name-length';
      this.addProblem(
        code,
        `the ${what} has ${name.length} characters, at most ${maxLength} are allowed here`,
      );
      if (!this.recovering) return null;
    }
    return this.advance() ? name : null;
  }

  /** Reads a VAR of at most 8 characters; null if there is none. */
  readVariable(what: string): string | null {
    if (this.kind !== 'VAR') return this.reportUnexpected(what);
    const name = this.getText();
    if (name.length > 8) {
      this.addProblem('name-length', `the ${what} has ${name.length} characters, at most 8 are allowed`);
      if (!this.recovering) return null;
    }
    return this.advance() ? name : null;
  }

  /** Reads one of some words; null if there is none. */
  readWord<Word extends TokenKind>(words: readonly Word[]): Word | null {
    const word = words.find((one) => one === this.kind);
    if (word === undefined) return this.reportUnexpected(...words.map((one) => `'${one}'`));
    return this.advance() ? word : null;
  }

  /** Records that something else was expected here. Returns null. */
  reportUnexpected(...expected: readonly string[]): null {
    const { tokens, index } = this;
    if (this.kind === 'BAD') {
      if (this.problems.length === 0) this.problems.push(...tokens.problems);
      return null;
    }
    if (this.kind === 'END' && tokens.unterminated) return null;
    const found = describeKind(this.kind);
    const foundText =
      this.kind === 'VAR' || this.kind === 'INT' || this.kind === 'REAL' ? `'${this.getText()}'` : found;
    const expectedText =
      expected.length > 1 ? `${expected.slice(0, -1).join(', ')} or ${expected.at(-1)}` : expected[0]!;
    const last = this.problems.at(-1);
    // A second report about the same place adds no information.
    if (last !== undefined && last.offset === tokens.starts[index] && last.code === 'syntax') return null;
    this.addProblem('syntax', `expected ${expectedText}, found ${foundText}`, expected);
    return null;
  }

  /** Records a problem at the current token. */
  addProblem(code: ProblemCode, message: string, expected: readonly string[] = []): void {
    if (this.#stopped) return;
    const { tokens, index } = this;
    const start = tokens.starts[index]!;
    const length = tokens.ends[index]! - start;
    // The lexer has reported an invalid string already.
    if (tokens.problems.some((known) => start <= known.offset && known.offset < start + length)) return;
    this.problems.push({
      code,
      message,
      ...findPosition(tokens.text, start),
      length,
      expected,
    });
  }

  /** Ends a failed construct that began at token `open`: skips it and returns the placeholder, or null in fast mode. */
  skipConstruct<T>(open: number, placeholder: T): T | null {
    if (!this.recovering || this.#stopped) return null;
    this.#goTo(Math.max(this.index, this.#findEnd(open)));
    return placeholder;
  }

  /**
   * Records that a construct was expected here. A recovering cursor skips the current token or bracketed part and
   * returns the placeholder. A closing bracket is not skipped, since it probably ends an outer construct.
   */
  skipUnexpected<T>(placeholder: T, ...expected: readonly string[]): T | null {
    this.reportUnexpected(...expected);
    if (!this.recovering || this.#stopped || this.kind === ')' || this.kind === '}' || this.kind === 'END')
      return null;
    this.#goTo(this.#findEnd(this.index));
    return placeholder;
  }

  /** Ends a construct that began at token `start`: it counts as one symbol from now on, and its span is recorded. */
  complete<T extends object>(start: number, pendingBefore: number, node: T | null): T | null {
    this.pending = pendingBefore + 1;
    if (this.spans !== null && node !== null && this.problems.length === 0) {
      const { starts, ends } = this.tokens;
      const from = starts[start]!;
      this.spans.set(node, this.#createSpan(from, ends[this.index - 1]!));
    }
    return node;
  }

  #createSpan(offset: number, end: number): Span {
    this.#lines ??= findLineStarts(this.tokens.text);
    let line = this.#lines.length - 1;
    if (line > 0) line = this.#lines.findLastIndex((start) => start <= offset);
    return { offset, line: line + 1, column: offset - this.#lines[line]! + 1, length: end - offset };
  }

  #goTo(index: number): void {
    this.index = Math.min(index, this.tokens.kinds.length - 1);
    this.kind = this.tokens.kinds[this.index]!;
  }

  /** Returns the index after the token at `open`, or after the bracket that closes it. */
  #findEnd(open: number): number {
    this.#ends ??= matchBrackets(this.tokens.kinds);
    return this.#ends[open]!;
  }
}

/** Returns the offsets at which lines begin. */
function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Returns the index after each token; for an opening bracket, after its partner or at the end of the text. */
function matchBrackets(kinds: readonly TokenKind[]): Int32Array {
  const ends = new Int32Array(kinds.length);
  const open: number[] = [];
  kinds.forEach((kind, i) => {
    ends[i] = i + 1;
    if (kind === '(' || kind === '{') {
      open.push(i);
      ends[i] = kinds.length - 1;
    } else if (kind === ')' || kind === '}') {
      const partner = kind === ')' ? '(' : '{';
      // A brace that is not closed ends with the parenthesis around it. A closing bracket without a partner is ignored.
      const at = open.findLastIndex((o) => kinds[o] === partner);
      if (at >= 0 && (kind === ')' || at === open.length - 1)) {
        const [own, ...unclosed] = open.splice(at);
        ends[own!] = i + 1;
        for (const inner of unclosed) ends[inner] = i;
      }
    }
  });
  return ends;
}

/** For each kind of node that is written `(KIND FIELD ...)`, what reads its fields, in their order. */
export type KindReaders<N extends { readonly kind: string }, Kinds extends N['kind']> = {
  readonly [K in Kinds]: {
    readonly [F in Exclude<keyof Extract<N, { readonly kind: K }>, 'kind'>]: (
      c: Cursor,
    ) => Extract<N, { readonly kind: K }>[F] | null;
  };
};

/** Reads `KIND FIELD ...)` after an opening parenthesis; `expected` describes the words of the table for the report of another one. */
export function parseKinds<N extends { readonly kind: string }, Kinds extends N['kind']>(
  c: Cursor,
  table: KindReaders<N, Kinds>,
  ...expected: readonly string[]
): N | null {
  const { kind } = c;
  const readers = (table as Readonly<Record<string, Readonly<Record<string, (c: Cursor) => unknown>>>>)[kind];
  if (readers === undefined) return c.reportUnexpected(...expected);
  if (!c.advance()) return null;
  const node: Record<string, unknown> = { kind };
  for (const name in readers) {
    const value = readers[name]!(c);
    if (value === null) return null;
    node[name] = value;
  }
  return c.expect(')') ? (node as unknown as N) : null;
}

/** Reads a construct in parentheses: `body` reads what follows the opening one; `other` reads the forms without parentheses. */
export function parseConstruct<T extends object>(
  c: Cursor,
  placeholder: T,
  expected: readonly string[],
  body: (c: Cursor) => T | null,
  other?: (c: Cursor) => T | null | undefined,
): T | null {
  const start = c.index;
  const before = c.pending;
  let node = other?.(c);
  if (node === undefined) {
    if (!c.is('(')) node = c.skipUnexpected(placeholder, ...expected);
    else node = c.advance() ? (body(c) ?? c.skipConstruct(start, placeholder)) : null;
  }
  return c.complete(start, before, node);
}

/** Reads a quoted name of at most `maxLength` characters; undefined if there is none here. */
export function parseName(
  c: Cursor,
  maxLength: number,
  what: string,
): { readonly kind: 'named'; readonly name: string } | null | undefined {
  if (!c.is('STR')) return undefined;
  const name = c.readString(maxLength, what);
  return name === null ? null : { kind: 'named', name };
}

/** Reads one or more items up to a closing parenthesis. The list counts as one symbol. */
export function parseList<T>(c: Cursor, item: (c: Cursor) => T | null): T[] | null {
  const before = c.pending;
  const items: T[] = [];
  do {
    const one = item(c);
    if (one === null) return null;
    items.push(one);
    c.pending = before + 1;
  } while (!c.is(')'));
  return items;
}
