import { parseInt32, type Tokens } from './lexer.js';
import { findPosition, type Position, type Problem, type ProblemCode } from './problem.js';
import type { TokenKind } from './tokens.js';

/** Where a node stands in the text; `length` in characters. */
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

/** How a token is called in "expected ..., found ...". */
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
 * The moving place in a tokenized text. A fast cursor stops at the first problem: every parse function then
 * returns null at once. A recovering one notes the problem, skips the construct up to its closing bracket and puts
 * a placeholder in its place, so that one run finds several problems; its tree cannot be used then.
 */
export class Cursor {
  index = 0;
  /** Symbols that are read and not yet combined to a whole (spec 08 §4). */
  pending = 0;
  kind: TokenKind;
  readonly problems: Problem[] = [];
  readonly spans: Map<object, Span> | null;
  readonly tokens: Tokens;
  readonly limits: Limits;
  readonly recovering: boolean;
  readonly heard: boolean;
  #dead = false;
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

  /** The kind of the token after the present one. */
  get next(): TokenKind {
    return this.tokens.kinds[this.index + 1] ?? 'END';
  }

  /** Whether the present token is of the given kind. (A method, since the compiler takes `kind` for constant.) */
  is(kind: TokenKind): boolean {
    return this.kind === kind;
  }

  /** The text of the present token. */
  text(): string {
    return this.tokens.text.slice(this.tokens.starts[this.index], this.tokens.ends[this.index]);
  }

  /** Reads the present token; false if the message is nested too deeply for that. */
  take(): boolean {
    if (this.pending >= this.limits.maxPending) {
      const { problems } = this;
      if (problems.length === 0 || this.recovering) {
        this.problem('nesting', `nested too deeply (more than ${this.limits.maxPending} symbols pending)`);
      }
      this.#dead = true;
      return false;
    }
    this.pending++;
    this.#goTo(this.index + 1);
    return true;
  }

  /** Reads a token of the given kind or notes that it is missing. */
  expect(kind: TokenKind): boolean {
    return this.kind === kind ? this.take() : this.unexpected(describeKind(kind));
  }

  /** Reads an INT; null if there is none. */
  int(): number | null {
    if (this.kind !== 'INT') {
      this.unexpected('integer');
      return null;
    }
    const value = parseInt32(this.text());
    return this.take() ? value : null;
  }

  /** Reads a NUM, that is an INT or a REAL; null if there is none. */
  num(): number | null {
    if (this.kind === 'INT') return this.int();
    if (this.kind === 'REAL') {
      const value = Number(this.text());
      return this.take() ? value : null;
    }
    if (this.heard) {
      // an overflowing number is printed as inf or -inf
      const sign = this.kind === '-' && this.next === 'VAR' ? -1 : 1;
      const at = sign < 0 ? this.index + 1 : this.index;
      if (this.tokens.text.slice(this.tokens.starts[at], this.tokens.ends[at]) === 'inf') {
        this.#goTo(at);
        return this.take() ? sign * Number.POSITIVE_INFINITY : null;
      }
    }
    this.unexpected('number');
    return null;
  }

  /** Reads a STR of at most `most` characters without its quotes; null if there is none. */
  str(most: number, what: string): string | null {
    if (this.kind !== 'STR') {
      this.unexpected(what);
      return null;
    }
    const name = this.text().slice(1, -1);
    if (most >= 0 && name.length > most) {
      const code = what === 'freeform text' ? 'freeform-length' : 'name-length';
      this.problem(code, `the ${what} has ${name.length} characters, at most ${most} are allowed here`);
      if (!this.recovering) return null;
    }
    return this.take() ? name : null;
  }

  /** Reads a VAR of at most 8 characters; null if there is none. */
  variable(what: string): string | null {
    if (this.kind !== 'VAR') {
      this.unexpected(what);
      return null;
    }
    const name = this.text();
    if (name.length > 8) {
      this.problem('name-length', `the ${what} has ${name.length} characters, at most 8 are allowed`);
      if (!this.recovering) return null;
    }
    return this.take() ? name : null;
  }

  /** Notes that something else was expected here; always false. */
  unexpected(...expected: readonly string[]): false {
    const { tokens, index } = this;
    if (this.kind === 'BAD') {
      if (this.problems.length === 0) this.problems.push(...tokens.problems);
      return false;
    }
    if (this.kind === 'END' && tokens.unterminated) return false;
    const found = describeKind(this.kind);
    const said =
      this.kind === 'VAR' || this.kind === 'INT' || this.kind === 'REAL' ? `'${this.text()}'` : found;
    const wanted =
      expected.length > 1 ? `${expected.slice(0, -1).join(', ')} or ${expected.at(-1)}` : expected[0]!;
    const last = this.problems.at(-1);
    // a second report about the same place adds no information
    if (last !== undefined && last.offset === tokens.starts[index] && last.code === 'syntax') return false;
    this.problem('syntax', `expected ${wanted}, found ${said}`, expected);
    return false;
  }

  /** Notes a problem at the present token. */
  problem(code: ProblemCode, message: string, expected: readonly string[] = []): void {
    if (this.#dead) return;
    const { tokens, index } = this;
    const start = tokens.starts[index]!;
    const length = tokens.ends[index]! - start;
    // an invalid string already has its own report
    if (tokens.problems.some((known) => start <= known.offset && known.offset < start + length)) return;
    this.problems.push({
      code,
      message,
      ...findPosition(tokens.text, start),
      length,
      expected,
    });
  }

  /** Gives up the construct that began at token `open`: null in fast mode, else the placeholder after its end. */
  abandon<T>(open: number, placeholder: T): T | null {
    if (!this.recovering || this.#dead) return null;
    this.#goTo(Math.max(this.index, this.#endOf(open)));
    return placeholder;
  }

  /**
   * There is something else where a construct had to begin. When recovering, that thing is skipped and the
   * placeholder taken instead, unless it is a closing bracket, which more likely ends a construct further out.
   */
  misfit<T>(placeholder: T, ...expected: readonly string[]): T | null {
    this.unexpected(...expected);
    if (!this.recovering || this.#dead || this.kind === ')' || this.kind === '}' || this.kind === 'END')
      return null;
    this.#goTo(this.#endOf(this.index));
    return placeholder;
  }

  /** A construct that began at token `start` is whole: it counts as one symbol from now on. */
  whole<T extends object>(start: number, pendingBefore: number, node: T | null): T | null {
    this.pending = pendingBefore + 1;
    if (this.spans !== null && node !== null && this.problems.length === 0) {
      const { starts, ends } = this.tokens;
      const from = starts[start]!;
      this.spans.set(node, this.#spanOf(from, ends[this.index - 1]!));
    }
    return node;
  }

  #spanOf(offset: number, end: number): Span {
    this.#lines ??= findLineStarts(this.tokens.text);
    let line = this.#lines.length - 1;
    if (line > 0) line = this.#lines.findLastIndex((start) => start <= offset);
    return { offset, line: line + 1, column: offset - this.#lines[line]! + 1, length: end - offset };
  }

  #goTo(index: number): void {
    this.index = Math.min(index, this.tokens.kinds.length - 1);
    this.kind = this.tokens.kinds[this.index]!;
  }

  /** The token after the one at `open`, or after the bracket that closes it. */
  #endOf(open: number): number {
    this.#ends ??= matchBrackets(this.tokens.kinds);
    return this.#ends[open]!;
  }
}

/** The offsets at which lines begin. */
function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** For every token the index after it; for an opening bracket, after its partner (or at the end of the text). */
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
      // a brace that is not closed ends with the parenthesis around it; a closing bracket without a partner is ignored
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

/** Reads one or more of something, up to a closing parenthesis. All that is read of a list is one symbol. */
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
