import { tokenize } from '../parse/lexer.js';
import { type AnalyzeOptions, analyze } from '../parse/parse.js';
import type { ClangResult, Problem } from '../problem.js';
import type { Message } from '../tree/ast.js';
import { printSource } from './print.js';

/** Options of {@link formatText} and `formatMessage`. */
export interface FormatOptions extends AnalyzeOptions {
  /** Number of characters of the longest line; default 80. A word that is longer stands alone in its line. */
  readonly width?: number;
  /** Number of blanks per level; default 2. */
  readonly indent?: number;
}

/** A word, or a bracket with its contents. */
type Item = string | Group;
interface Group {
  readonly open: string;
  readonly items: Item[];
  /** Number of characters in one line. */
  length: number;
}

/**
 * Lays out a message over several lines with indentation. Numbers, strings and redundant parentheses are not
 * changed. A line end counts as a blank, so the meaning does not change either. Returns the problems of a text
 * with errors.
 */
export function formatText(
  text: string,
  options: FormatOptions = {},
): ClangResult<string, readonly Problem[]> {
  const { message, problems } = analyze(text, options);
  if (message === null) return { ok: false, error: problems };
  const root: Group = { open: '', items: [], length: 0 };
  const open: Group[] = [root];
  const { kinds, starts, ends } = tokenize(text, { recover: false, heard: false });
  kinds.forEach((kind, i) => {
    if (kind === 'END') return;
    const top = open.at(-1)!;
    if (kind === '(' || kind === '{') {
      open.push({ open: kind, items: [], length: 1 });
      return;
    }
    const isClosing = kind === ')' || kind === '}';
    const item = isClosing ? open.pop()! : text.slice(starts[i], ends[i]);
    const holder = isClosing ? open.at(-1)! : top;
    if (typeof item !== 'string') item.length++;
    holder.length += item.length + (holder.items.length > 0 ? 1 : 0);
    holder.items.push(item);
  });
  return { ok: true, value: layOut(root.items[0]!, 0, 0, options.width ?? 80, options.indent ?? 2) };
}

/** Lays out a message from its tree over several lines with indentation. */
export function formatMessage(message: Message, options: FormatOptions = {}): string {
  const text = printSource(message);
  const formatted = formatText(text, { maxFreeform: -1, ...options });
  return formatted.ok ? formatted.value : text;
}

const getClosing = (open: string): string => (open === '(' ? ')' : '}');

function formatLine(item: Item): string {
  return typeof item === 'string'
    ? item
    : item.open + item.items.map(formatLine).join(' ') + getClosing(item.open);
}

/** Lays out an item at a column; `after` is the number of closing brackets that follow in the same line. */
function layOut(item: Item, column: number, after: number, width: number, indent: number): string {
  if (typeof item === 'string' || column + item.length + after <= width) return formatLine(item);
  // The words at the beginning, and unit sets after them, stay in the line of the bracket. The rest follows below.
  if (!item.items.some((part) => typeof part !== 'string')) return fillLines(item, column, width);
  let head = 0;
  for (let used = column + 1; head < item.items.length; head++) {
    const part = item.items[head]!;
    used += part.length + 1;
    if (typeof part !== 'string' && (part.open === '(' || used > width)) break;
  }
  const inner = column + indent;
  let text = item.open + item.items.slice(0, head).map(formatLine).join(' ');
  item.items.slice(head).forEach((part, i, rest) => {
    const last = i === rest.length - 1;
    const beside = i === 0 && head === 0;
    const at = beside ? column + 1 : inner;
    const laid = layOut(part, at, last ? after + 1 : 0, width, indent);
    text += beside ? laid : `\n${' '.repeat(at)}${laid}`;
  });
  return text + getClosing(item.open);
}

/** Lays out a long list of words, as many in a line as fit. */
function fillLines(group: Group, column: number, width: number): string {
  let text = group.open;
  let used = column + 1;
  group.items.forEach((item, i) => {
    const word = formatLine(item);
    if (i > 0) {
      if (used + 1 + word.length > width) {
        text += `\n${' '.repeat(column + 1)}`;
        used = column + 1;
      } else {
        text += ' ';
        used++;
      }
    }
    text += word;
    used += word.length;
  });
  return text + getClosing(group.open);
}
