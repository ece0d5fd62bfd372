import {
  CHAR_CLASS,
  CLASS_ATOM,
  CLASS_BLANK,
  CLASS_CLOSE,
  CLASS_END,
  CLASS_OPEN,
  CLASS_QUOTE,
  DEFAULT_MAX_DEPTH,
} from './chars.js';
import { decodeLatin1 } from './latin1.js';
import { createSexpError, type SexpErrorCode, type SexpResult } from './result.js';

/** A name or a number: a sequence of atom characters. Never empty. */
export interface SexpAtom {
  readonly kind: 'atom';
  readonly text: string;
}

/** A quoted string, without its quotes. It does not contain `"`, because escapes do not exist. */
export interface SexpString {
  readonly kind: 'string';
  readonly text: string;
}

/** A list of items, in order. */
export interface SexpList {
  readonly kind: 'list';
  readonly items: readonly SexpNode[];
}

/** One expression. */
export type SexpNode = SexpAtom | SexpString | SexpList;

/** Limits of {@link parseSexp}. */
export interface SexpParseOptions {
  /** Largest nesting depth; default 512. */
  readonly maxDepth?: number;
}

/**
 * Returns all top-level expressions of `source` (text, or bytes as Latin-1), up to its end or its first NUL.
 * Errors: `unclosed_list`, `unclosed_string`, `unexpected_close`, `too_deep`.
 */
export function parseSexp(
  source: string | Uint8Array,
  options: SexpParseOptions = {},
): SexpResult<SexpNode[]> {
  const text = typeof source === 'string' ? source : decodeLatin1(source);
  const maxDepth = options.maxDepth ?? DEFAULT_MAX_DEPTH;
  const top: SexpNode[] = [];
  /** The lists around the current one. An explicit stack, so that no input overflows the call stack. */
  const outer: SexpNode[][] = [];
  let items = top;
  let pos = 0;
  while (pos < text.length) {
    const kind = getClass(text, pos);
    if (kind === CLASS_BLANK) pos++;
    else if (kind === CLASS_OPEN) {
      if (outer.length >= maxDepth) return refuse('too_deep', pos);
      outer.push(items);
      const inner: SexpNode[] = [];
      items.push({ kind: 'list', items: inner });
      items = inner;
      pos++;
    } else if (kind === CLASS_CLOSE) {
      const parent = outer.pop();
      if (parent === undefined) return refuse('unexpected_close', pos);
      items = parent;
      pos++;
    } else if (kind === CLASS_ATOM) {
      const begin = pos;
      do pos++;
      while (pos < text.length && getClass(text, pos) === CLASS_ATOM);
      items.push({ kind: 'atom', text: text.slice(begin, pos) });
    } else if (kind === CLASS_END) break;
    else {
      const close = findStringEnd(text, pos);
      if (close < 0) return refuse('unclosed_string', pos);
      items.push({ kind: 'string', text: text.slice(pos + 1, close) });
      pos = close + 1;
    }
  }
  if (outer.length > 0) return refuse('unclosed_list', pos);
  return { ok: true, value: top };
}

/** Returns the single expression of `source`. Further error: `not_one_expression`. */
export function parseSexpOne(
  source: string | Uint8Array,
  options: SexpParseOptions = {},
): SexpResult<SexpNode> {
  const parsed = parseSexp(source, options);
  if (!parsed.ok) return parsed;
  const node = parsed.value[0];
  if (node === undefined || parsed.value.length > 1) return refuse('not_one_expression', 0);
  return { ok: true, value: node };
}

function getClass(text: string, pos: number): number {
  return CHAR_CLASS[text.charCodeAt(pos)] ?? CLASS_ATOM;
}

/** Returns the offset of the closing quote of the string that begins at `pos`, or -1. A NUL ends the text. */
function findStringEnd(text: string, pos: number): number {
  for (let i = pos + 1; i < text.length; i++) {
    const kind = getClass(text, i);
    if (kind === CLASS_QUOTE) return i;
    if (kind === CLASS_END) break;
  }
  return -1;
}

function refuse<T>(code: SexpErrorCode, offset: number): SexpResult<T> {
  return { ok: false, error: createSexpError(code, offset) };
}

/**
 * Returns the text of one or more expressions, with one blank between items and none inside parentheses
 * (spec 03 §1.8). Texts are printed unchanged. So the printed text of an atom with blanks, or of a string with
 * `"`, does not parse to the same tree.
 */
export function printSexp(tree: SexpNode | readonly SexpNode[]): string {
  let out = '';
  let items: readonly SexpNode[] = 'kind' in tree ? [tree] : tree;
  let index = 0;
  const outer: { items: readonly SexpNode[]; index: number }[] = [];
  for (;;) {
    const node = items[index];
    if (node === undefined) {
      const parent = outer.pop();
      if (parent === undefined) return out;
      out += ')';
      items = parent.items;
      index = parent.index;
      continue;
    }
    if (index > 0) out += ' ';
    index++;
    if (node.kind === 'atom') out += node.text;
    else if (node.kind === 'string') out += `"${node.text}"`;
    else {
      out += '(';
      outer.push({ items, index });
      items = node.items;
      index = 0;
    }
  }
}
