/**
 * References to the specification (docs/specification) in code, test titles and docs: `spec 05 §17.4`. A number below a section that is not a heading is
 * an item of the numbered list in that section: `spec 06 §24.12` is item 12 of the checklist in 06 §24. In docs a reference is a link; in the title of
 * a test it comes last.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import ts from 'typescript';
import { slug } from './slug.mjs';
import { listFiles, ROOT, read } from './sources.mjs';

/** White space in prose; in a comment it may contain the start of the next line (` * `, `// `, `# `). */
const BLANK = '(?:[ \\t]|\\r?\\n[ \\t]*(?:\\*(?!/)|//+|#+)?[ \\t]*)+';
const CHAPTER = '(?:0[1-9]b?|1[01])';
/** The rest of a file name, as in `05-simulation.md`. */
const NAME = '(?:-[a-z][a-z-]+(?:\\.md)?)';
const NUMBER = '\\d+(?:\\.\\d+)*';
const TITLE_FUNCTIONS = new Set(['describe', 'it', 'test', 'bench']);
const CODE = new Set(['.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs']);
const PROSE = new Set(['.md', '.css', '.html', '.py', '.sh', '.yml', '.yaml', '.toml']);

/**
 * The headings and anchors of a Markdown file, and the numbers of its list items.
 *
 * @param {string} text the Markdown source
 * @returns {{ anchors: Set<string>, sections: Map<string, string>, items: Map<string, Set<string>> }} `sections`: number → anchor;
 *   `items`: number of a section → numbers of the list items in it
 */
export function readHeadings(text) {
  const anchors = new Set();
  const sections = new Map();
  const items = new Map();
  let current = '';
  let fenced = false;
  for (const line of text.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    if (fenced) continue;
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (heading) {
      const anchor = uniqueAnchor(anchors, slug(heading[2]));
      anchors.add(anchor);
      const number = /^(\d+(?:\.\d+)*)\.?(?=\s)/.exec(heading[2]);
      if (number && heading[1].length > 1) {
        current = number[1];
        sections.set(current, anchor);
      }
    }
    const item = /^ {0,3}(\d+)[.)]\s/.exec(line);
    if (item && current) {
      if (!items.has(current)) items.set(current, new Set());
      items.get(current).add(item[1]);
    }
    for (const id of line.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id[1]);
  }
  return { anchors, sections, items };
}

function uniqueAnchor(taken, anchor) {
  if (!taken.has(anchor)) return anchor;
  for (let n = 1; ; n++) if (!taken.has(`${anchor}-${n}`)) return `${anchor}-${n}`;
}

/**
 * Reads the chapters of the specification.
 *
 * @param {string} folder path of docs/specification
 * @returns {Map<string, { file: string } & ReturnType<typeof readHeadings>>} chapter number → file name and headings
 */
export function readSpecification(folder) {
  const specification = new Map();
  for (const file of readdirSync(folder).sort()) {
    const chapter = /^(\d\db?)-.*\.md$/.exec(file);
    if (chapter)
      specification.set(chapter[1], { file, ...readHeadings(readFileSync(join(folder, file), 'utf8')) });
  }
  return specification;
}

/**
 * The anchor of a section, '' for a whole chapter, null if there is no such place.
 *
 * @param {ReturnType<typeof readSpecification>} specification
 * @param {string} chapter such as '05b'
 * @param {string | null} section such as '17.4'; null for the whole chapter
 */
export function findSection(specification, chapter, section) {
  const entry = specification.get(chapter);
  if (!entry) return null;
  if (section === null) return '';
  const anchor = entry.sections.get(section);
  if (anchor !== undefined) return anchor;
  const dot = section.lastIndexOf('.');
  const parent = section.slice(0, Math.max(dot, 0));
  return entry.items.get(parent)?.has(section.slice(dot + 1)) ? entry.sections.get(parent) : null;
}

const FIRST_REFERENCE = new RegExp(
  [
    `(?<![\\w.§/:#$%-])(?<spec>spec${BLANK})?(?:(?<chapter>\\d\\db?)(?<sign>${BLANK}?§)|(?<spelled>${CHAPTER})(?<words>${NAME}?,?${BLANK}sections?)(?<gap>${BLANK}))(?<number>${NUMBER})`,
    `(?<![\\w§])(?<word>[Cc]hapter${BLANK}(?<wordChapter>${CHAPTER}))(?![\\w§]|[.:]\\d|${BLANK}?§)`,
    `(?<![\\w§])(?<only>spec${BLANK}(?<onlyChapter>${CHAPTER})(?<onlyName>${NAME})?)(?![\\w§-]|[.:]\\d)`,
    `(?<=^|[(\\[])(?<listed>${CHAPTER})(?=(?:,${BLANK}${CHAPTER})*,${BLANK}${CHAPTER}${BLANK}?§)`,
    `(?<![\\w§])§(?<bare>${NUMBER})`,
  ].join('|'),
  'g',
);
const FOLLOWING_REFERENCE = new RegExp(
  `(?<separator>[,;]?${BLANK}(?:to|and|or|until)${BLANK}|[,;]${BLANK}|[ \\t]?[-–/&][ \\t]?)(?<sign>(?:(?:spec${BLANK})?(?<chapter>${CHAPTER})${BLANK})?§)?(?<number>${NUMBER})`,
  'y',
);

/**
 * Every reference in a piece of prose.
 *
 * @param {string} text prose, or a comment with its marks
 * @param {string | null} context chapter of a `§17.4` that names no chapter; every reference that names a chapter
 *   changes it
 * @param {(chapter: string, section: string) => boolean} exists whether a section exists; the 2 in
 *   `05 §1, 2` is a reference only if it does
 * @param {boolean} fixed whether a `§17.4` alone is always in the chapter `context`, as inside a chapter of the specification
 * @returns {{ at: number, end: number, chapter: string | null, section: string | null, edits: { at: number, end: number, text: string }[] }[]}
 *   `edits`: the changes that give the reference the form `spec 05 §17.4`
 */
export function findReferences(text, context = null, exists = () => true, fixed = false) {
  const found = [];
  let chapter = context;
  FIRST_REFERENCE.lastIndex = 0;
  for (let match = FIRST_REFERENCE.exec(text); match; match = FIRST_REFERENCE.exec(text)) {
    const g = match.groups;
    const at = match.index;
    let end = at + match[0].length;
    if (g.word !== undefined || g.only !== undefined || g.listed !== undefined) {
      chapter = g.wordChapter ?? g.onlyChapter ?? g.listed;
      found.push({
        at,
        end,
        chapter,
        section: null,
        edits: chapterEdits(g, at, end),
      });
      continue;
    }
    const edits = [];
    if (g.bare === undefined) {
      chapter = g.chapter ?? g.spelled;
      if (!g.spec) edits.push({ at, end: at, text: 'spec ' });
      const chapterEnd = at + (g.spec ?? '').length + chapter.length;
      if (g.words)
        edits.push({ at: chapterEnd, end: end - g.number.length, text: `${lineBreak(g.words + g.gap)}§` });
      else if (g.sign === '§') edits.push({ at: chapterEnd, end: chapterEnd, text: ' ' });
    } else {
      if (fixed) chapter = context;
      edits.push({ at, end: at, text: `spec ${chapter ?? '??'} ` });
    }
    found.push({ at, end, chapter, section: g.number ?? g.bare, edits });
    // the rest of a list in the same chapter: `05 §4, §5 to §7`, `sections 3 and 5`, `05 §1, 2, 4`
    const plural = g.words?.includes('sections');
    for (;;) {
      FOLLOWING_REFERENCE.lastIndex = end;
      const next = FOLLOWING_REFERENCE.exec(text);
      if (!next || (next.groups.chapter && next.groups.chapter !== chapter)) break;
      const itemAt = end + next.groups.separator.length;
      const numberAt = end + next[0].length - next.groups.number.length;
      const after = text.slice(FOLLOWING_REFERENCE.lastIndex);
      if (!next.groups.sign) {
        if (!plural && !/^(?:[ \t]*(?:[),;:]|\.(?!\d)|$)|\s(?:and|to)\s)/.test(after)) break;
        if (/^[ \t]*§|^,[ \t]*sections?\b/.test(after) || !chapter || !exists(chapter, next.groups.number))
          break;
      }
      end = FOLLOWING_REFERENCE.lastIndex;
      found.push({
        at: itemAt,
        end,
        chapter,
        section: next.groups.number,
        edits: next.groups.sign === '§' ? [] : [{ at: itemAt, end: numberAt, text: '§' }],
      });
    }
    FIRST_REFERENCE.lastIndex = end;
  }
  return found;
}

/** What turns a reference to a whole chapter into `spec 05`. */
function chapterEdits(groups, at, end) {
  if (groups.listed) return [{ at, end: at, text: 'spec ' }];
  return groups.onlyName ? [{ at: end - groups.onlyName.length, end, text: '' }] : [];
}

/** The line break in white space of a comment, or one space. */
function lineBreak(space) {
  return /\r?\n[ \t]*(?:\*|\/\/+|#+)?[ \t]*/.exec(space)?.[0] ?? ' ';
}

/**
 * The pieces of a file in which references count.
 *
 * @param {string} path decides the language by its extension
 * @param {string} text
 * @returns {{ at: number, end: number, kind: 'prose' | 'title' | 'data', scope: number }[]} in source order; `scope`: index of the
 *   enclosing test suite's title among the pieces, -1 outside
 */
export function findProse(path, text) {
  const extension = extname(path);
  if (CODE.has(extension)) return findProseInCode(path, text);
  if (extension === '.md') return proseOfMarkdown(text);
  return [{ at: 0, end: text.length, kind: 'prose', scope: -1 }];
}

/** Markdown without code fences and code spans. */
function proseOfMarkdown(text) {
  const pieces = [];
  const code =
    /^(```|~~~)[\s\S]*?^\1|^(?: {4}|\t)(?![-*]|\d+\.).*$|(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?(?<!`)\2(?!`)|<!--[\s\S]*?-->/gm;
  let at = 0;
  for (const match of text.matchAll(code)) {
    if (match[0].startsWith('    ') || match[0].startsWith('\t')) continue;
    pieces.push({ at, end: match.index, kind: 'prose', scope: -1 });
    at = match.index + match[0].length;
  }
  pieces.push({ at, end: text.length, kind: 'prose', scope: -1 });
  return pieces;
}

function findProseInCode(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const test = /\.(?:test|e2e|long|bench)\.|(?:^|\/)test\//.test(path);
  const pieces = [];
  const strings = [];
  const comments = new Map();
  const visit = (node, suite) => {
    let inner = suite;
    for (const range of [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
    ])
      comments.set(range.pos, range);
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const title = isTitle(node);
      const piece = {
        at: node.getStart(source) + 1,
        end: node.end - (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) ? 2 : 1),
        kind: title || (test && isLikeTitle(node.text)) ? 'title' : isDocText(node) ? 'prose' : 'data',
        suite,
      };
      strings.push(piece);
    }
    if (ts.isCallExpression(node) && calleeName(node) === 'describe' && node.arguments.length > 1) {
      const first = node.arguments[0];
      visit(node.expression, suite);
      visit(first, suite);
      inner = strings.at(-1) ?? suite;
      for (const argument of node.arguments.slice(1)) visit(argument, inner);
      return;
    }
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(source, null);
  // comments at the end of blocks belong to the closing brace, which is not a node of its own
  scanComments(text, source, comments);
  const sorted = [...comments.values()].sort((a, b) => a.pos - b.pos);
  for (const range of sorted) {
    const last = pieces.at(-1);
    const lines = range.kind === ts.SyntaxKind.SingleLineCommentTrivia;
    if (
      last?.lines &&
      lines &&
      /^\s*$/.test(text.slice(last.end, range.pos)) &&
      !/\n\s*\n/.test(text.slice(last.end, range.pos))
    )
      last.end = range.end;
    else pieces.push({ at: range.pos, end: range.end, kind: 'prose', lines, suite: null });
  }
  const inComment = (piece) => sorted.some((range) => range.pos <= piece.at && piece.end <= range.end);
  const all = [...pieces, ...strings.filter((piece) => !inComment(piece))].sort((a, b) => a.at - b.at);
  return all.map(({ at, end, kind, suite }) => ({ at, end, kind, scope: suite ? all.indexOf(suite) : -1 }));
}

/** Adds the comments before every token, closing brackets included. */
function scanComments(text, source, comments) {
  const visit = (node) => {
    for (const range of ts.getLeadingCommentRanges(text, node.pos) ?? []) comments.set(range.pos, range);
    for (const range of ts.getTrailingCommentRanges(text, node.end) ?? []) comments.set(range.pos, range);
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
}

/** The name at the root of a callee: `it` of `it.each(table)(…)`. */
function calleeName(call) {
  let node = call.expression;
  while (!ts.isIdentifier(node)) {
    if (
      ts.isCallExpression(node) ||
      ts.isPropertyAccessExpression(node) ||
      ts.isTaggedTemplateExpression(node)
    )
      node = node.expression ?? node.tag;
    else return '';
  }
  return node.text;
}

function isTitle(node) {
  const literal = ts.isStringLiteralLike(node)
    ? node
    : node.parent?.parent && ts.isTemplateSpan(node.parent)
      ? node.parent.parent
      : node.parent;
  const call = literal?.parent;
  if (!call || !ts.isCallExpression(call) || call.arguments[0] !== literal) return false;
  // `it.each(table)` is a call too, but its argument is not a string
  return TITLE_FUNCTIONS.has(calleeName(call));
}

/** Whether a string is documentation: the value of a property `doc`, `note`, `description` or `help`. */
function isDocText(node) {
  const owner = node.parent;
  return (
    !!owner &&
    ts.isPropertyAssignment(owner) &&
    owner.initializer === node &&
    /^(doc|note|description|help)$/.test(owner.name.getText())
  );
}

/** Whether a string of a test begins as titles do, such as a name in the table of `it.each`: `05 §7: overlaps`. */
function isLikeTitle(text) {
  return new RegExp(`^(?:spec )?${CHAPTER} §${NUMBER}[^:]{0,40}: `).test(text);
}

/** Moves references at the start of a test title to its end: `05 §7: the pass` → `the pass (05 §7)`. */
export function moveReferencesToEnd(title) {
  let at = 0;
  for (;;) {
    const rest = title.slice(at);
    const references = findReferences(rest);
    let length = 0;
    if (references[0]?.at === 0) length = references[0].end;
    else length = /^(?:§\d+(?:\.\d+)*|[A-Z]{1,2}\d+|quirk(?: Q\d+)?)(?=[,:;])/.exec(rest)?.[0].length ?? 0;
    if (!length) return title;
    at += length;
    const separator = /^(?:[,;] | to | and )/.exec(title.slice(at));
    if (separator) at += separator[0].length;
    else if (title.startsWith(': ', at)) break;
    else return title;
  }
  const labels = title.slice(0, at);
  const sentence = title.slice(at + 2);
  return sentence.trim() === '' ? title : `${sentence} (${labels})`;
}

/** Applies edits that do not overlap. */
function applyEdits(text, edits) {
  let result = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.at - b.at || a.end - b.end)) {
    result += text.slice(at, edit.at) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/**
 * Checks one file, and rewrites it.
 *
 * @param {string} path relative to the root of the repository, with `/`
 * @param {string} text
 * @param {ReturnType<typeof readSpecification>} specification
 * @returns {{ text: string, problems: { line: number, message: string }[], outdated: { line: number, message: string }[], count: number }}
 *   `text` after the rewrite; `problems`: references that do not resolve; `outdated`: references that the rewrite changes
 */
export function processFile(path, text, specification) {
  const inSpecification = /^docs\/specification\/(?:(\d\db?)-)?[^/]*\.md$/.exec(path);
  const linked =
    path.startsWith('docs/') &&
    path.endsWith('.md') &&
    !/<!-- (?:Written|Generated)/.test(text.slice(0, 2000));
  const generated = path.endsWith('.md') && !linked && /<!-- (?:Written|Generated)/.test(text.slice(0, 2000));
  const pieces = findProse(path, text);
  const edits = [];
  const problems = [];
  const outdated = [];
  let count = 0;
  const lineOf = (at) => text.slice(0, at).split('\n').length;
  const chapters = [];
  let last = inSpecification?.[1] ?? null;
  const exists = (chapter, section) => findSection(specification, chapter, section) !== null;
  pieces.forEach((piece, index) => {
    const content = text.slice(piece.at, piece.end);
    let context = last;
    if (piece.kind !== 'prose' || piece.scope >= 0)
      for (let s = piece.scope; s >= 0; s = pieces[s].scope)
        if (chapters[s]) {
          context = chapters[s];
          break;
        }
    if (inSpecification) context = inSpecification[1] ?? null;
    const references = findReferences(content, context, exists, inSpecification?.[1] !== undefined);
    chapters[index] = references[0]?.chapter ?? null;
    let fresh = content;
    const own = [];
    for (const reference of references) {
      count++;
      const where = `${reference.chapter ?? '?'}${reference.section === null ? '' : ` §${reference.section}`}`;
      const anchor =
        reference.chapter === null ? null : findSection(specification, reference.chapter, reference.section);
      if (anchor === null) {
        const file = specification.get(reference.chapter ?? '')?.file;
        const reason =
          reference.chapter === null
            ? 'no chapter is named before it'
            : file
              ? `docs/specification/${file} has no such section`
              : 'there is no such chapter';
        problems.push({
          line: lineOf(piece.at + reference.at),
          message: `reference ${JSON.stringify(content.slice(reference.at, reference.end))} (${where}) does not resolve: ${reason}`,
        });
      } else if (linked) {
        own.push(...linkEdits(path, content, reference, anchor, specification, inSpecification));
      } else if (!generated) own.push(...reference.edits);
    }
    if (references.length > 0 && piece.kind === 'prose' && !inSpecification)
      last = references.at(-1).chapter ?? last;
    if (piece.kind === 'title' && references.length > 0) last = chapters[index] ?? last;
    if (piece.kind === 'data') return;
    if (own.length > 0) fresh = applyEdits(content, own);
    if (piece.kind === 'title') fresh = moveReferencesToEnd(fresh);
    if (fresh !== content) {
      edits.push({ at: piece.at, end: piece.end, text: fresh });
      outdated.push({
        line: lineOf(piece.at + (references[0]?.at ?? 0)),
        message: `reference in an older form: ${JSON.stringify(content.slice(references[0]?.at ?? 0).slice(0, 60))}`,
      });
    }
  });
  if (path.endsWith('.md')) problems.push(...brokenLinks(path, text, lineOf));
  return { text: applyEdits(text, edits), problems, outdated, count };
}

/** Edits that make a reference in docs a link with the right target. */
function linkEdits(path, content, reference, anchor, specification, inSpecification) {
  const file = specification.get(reference.chapter).file;
  const same = inSpecification?.[1] === reference.chapter;
  const folder = relative(dirname(path), 'docs/specification').replaceAll('\\', '/');
  const target = `${same ? '' : `${folder ? `${folder}/` : ''}${file}`}${anchor ? `#${anchor}` : ''}` || file;
  const inLink =
    /\[[^\]\n]*$/.test(content.slice(0, reference.at)) &&
    /^[^[\]]*\]\(([^)\s]*)\)/.exec(content.slice(reference.end));
  if (inLink) {
    const at = reference.end + inLink[0].length - 1 - inLink[1].length;
    if (content.slice(at, at + inLink[1].length) === target || !inLink[0].startsWith('](')) return [];
    return [{ at, end: at + inLink[1].length, text: target }];
  }
  const raw = content.slice(reference.at, reference.end);
  const edits = inSpecification
    ? reference.edits.filter((edit) => !/^spec /.test(edit.text))
    : reference.edits;
  let label = applyEdits(
    raw,
    edits.map((edit) => ({ ...edit, at: edit.at - reference.at, end: edit.end - reference.at })),
  );
  // in a chapter, `§` alone means that chapter when the file is read again, so another chapter is always named
  if (inSpecification?.[1] && !same && label.startsWith('§')) label = `${reference.chapter} ${label}`;
  if (inSpecification?.[1] && reference.chapter === inSpecification[1] && reference.section === null)
    return [];
  return [{ at: reference.at, end: reference.end, text: `[${label.replace(/\s*\n\s*/g, ' ')}](${target})` }];
}

const headingsOfFile = new Map();

/** Links of a Markdown file to files and headings of the repository that do not exist. */
function brokenLinks(path, text, lineOf) {
  const problems = [];
  for (const piece of proseOfMarkdown(text)) {
    for (const match of text.slice(piece.at, piece.end).matchAll(/\]\(([^)\s]+)\)/g)) {
      const [target, anchor] = match[1].split('#');
      if (/^[a-z]+:/i.test(match[1])) continue;
      const file = target === '' ? path : join(dirname(path), decodeURI(target)).replaceAll('\\', '/');
      const line = lineOf(piece.at + match.index);
      if (file !== path && !existsSync(join(ROOT, file)))
        problems.push({ line, message: `link to ${match[1]}: there is no file ${file}` });
      else if (anchor && file.endsWith('.md')) {
        if (!headingsOfFile.has(file))
          headingsOfFile.set(
            file,
            readHeadings(file === path ? text : readFileSync(join(ROOT, file), 'utf8')).anchors,
          );
        if (!headingsOfFile.get(file).has(anchor))
          problems.push({
            line,
            message: `link to ${match[1]}: ${file} has no heading with the anchor "${anchor}"`,
          });
      }
    }
  }
  return problems;
}

const isChecked = (path) =>
  /^(packages|apps|docs|scripts)\/|^README\.md$/.test(path) &&
  (CODE.has(extname(path)) || PROSE.has(extname(path))) &&
  !/(^|\/)testdata\/|^scripts\/house\/references/.test(path);

/** References and links that do not resolve, and references in another form than `spec 05 §17.4`. */
export function findReferenceProblems() {
  const specification = readSpecification(join(ROOT, 'docs/specification'));
  return listFiles()
    .filter(isChecked)
    .flatMap((path) => {
      const { problems, outdated } = processFile(path, read(path), specification);
      return [...problems, ...outdated].map(({ line, message }) => `${path}:${line}: ${message}`);
    });
}
