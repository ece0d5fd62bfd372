/** The reader of all files in YAML. Its time and memory have bounds for any text. */
import { err, ok, type Result } from '@rcss/core';
import {
  Composer,
  type Document,
  isNode,
  isScalar,
  Lexer,
  LineCounter,
  Parser,
  visit,
  YAMLParseError,
} from 'yaml';
import type { DocumentProblem } from './problems.js';

const MAX_LENGTH = 1_000_000;
/** The library calls itself for each level; Node.js can end without an error when the stack is full. */
const MAX_DEPTH = 100;
/** Aliases (`*name`) of a text, and values that those of one anchor stand for. */
const MAX_ALIASES = 100;

/** A text in YAML or JSON, which is a part of YAML. */
export interface YamlText {
  /** The value, or the problems of the text with their lines, from 1. */
  readonly result: Result<unknown, readonly (DocumentProblem & { readonly line: number })[]>;
  /** Returns the line, from 1, of a field such as `rooms[0].document.seed`, or of the innermost field around it; null for the whole text. */
  findLine(path: string): number | null;
  /** Returns the line of a field; null if the text does not have it. */
  findGivenLine(path: string): number | null;
}

/** Reads a text in YAML or JSON. Never throws. */
export function readYaml(text: string): YamlText {
  const lines = new LineCounter();
  let document: Document.Parsed | undefined;
  const findLineOf = (keys: readonly (string | number)[]): number | null => {
    const node = keys.length === 0 ? null : document?.getIn(keys, true);
    return isNode(node) && node.range ? lines.linePos(node.range[0]).line : null;
  };
  const findGivenLine = (path: string) => findLineOf(splitPath(path));
  const findLine = (path: string) => {
    const keys = splitPath(path);
    while (keys.length > 0 && findLineOf(keys) === null) keys.pop();
    return findLineOf(keys);
  };
  let errors: YAMLParseError[];
  try {
    document = compose(text, lines);
    errors = document.errors;
    if (errors.length === 0) return { result: ok(convert(document)), findLine, findGivenLine };
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    errors = [error];
  }
  const problems = errors.slice(0, 20).map(({ pos, message }) => {
    const { line, col } = lines.linePos(pos[0]);
    const found = `line ${line}, column ${col}: ${message}`;
    return { path: '', message: found, value: undefined, allowed: 'YAML or JSON', line };
  });
  return { result: err(problems), findLine, findGivenLine };
}

/** Keys of a path such as `teams[0].name`. */
function splitPath(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|\["([^"]*)"\]|([^.[\]]+)/g)].map(([, index, quoted, name]) =>
    index !== undefined ? Number(index) : (quoted ?? name ?? ''),
  );
}

function refuse(offset: number | undefined, message: string): never {
  throw new YAMLParseError([offset ?? 0, offset ?? 0], 'RESOURCE_EXHAUSTION', message);
}

function compose(text: string, lines: LineCounter): Document.Parsed {
  lines.addNewLine(0);
  if (text.length > MAX_LENGTH)
    refuse(0, `the text has ${text.length} characters; at most ${MAX_LENGTH} are read`);
  const parser = new Parser(lines.addNewLine);
  const tokens = [];
  let aliases = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme.startsWith('*') && ++aliases > MAX_ALIASES)
      refuse(parser.offset, `more than ${MAX_ALIASES} aliases (${lexeme}); write the values`);
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > MAX_DEPTH)
      refuse(parser.offset, `more than ${MAX_DEPTH} levels of lists and objects`);
  }
  tokens.push(...parser.end());
  // The keys of an object are compared in `convert`: the library compares each with each.
  const composer = new Composer({ uniqueKeys: false, logLevel: 'error' });
  const [document, second] = composer.compose(tokens, true, text.length);
  if (second !== undefined) refuse(second.range[0], 'a second document; write one');
  return document as Document.Parsed;
}

/** Returns the value of a document without errors. */
function convert(document: Document.Parsed): unknown {
  let alias: number | undefined;
  visit(document, {
    Alias(_key, node, path) {
      alias ??= node.range?.[0];
      if (path.includes(node.resolve(document)!))
        refuse(node.range?.[0], `*${node.source} stands for a value that contains it`);
    },
    Map(_key, { items }) {
      const keys = new Set();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value))
          refuse(key.range?.[0], `the key ${String(key.value).slice(0, 60)} is there twice`);
        keys.add(key.value);
      }
    },
  });
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch {
    return refuse(alias, `aliases of nothing, or for more than ${MAX_ALIASES} values; write the values`);
  }
}
