/**
 * References to the specification (docs/specification) in code, test titles and docs: `spec 05 §17.4`; `§17.4` alone means the chapter of the
 * reference before it, in a chapter of the specification that chapter. A number below a section that is not a heading is an item of the numbered list
 * in that section: `spec 06 §24.12` is item 12 of the checklist in 06 §24. In docs a reference is a link; in the title of a test it comes last.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { slug } from './slug.mjs';
import { listFiles, ROOT, read } from './sources.mjs';

/** White space; in a comment it may contain the start of the next line (` * `, `// `, `# `). */
const BLANK = '(?:[ \\t]|\\r?\\n[ \\t]*(?:\\*(?!/)|//+|#+)?[ \\t]*)+';
const CHECKED = new Set([
  ...['.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs'],
  ...['.md', '.css', '.html', '.py', '.sh', '.yml', '.yaml', '.toml'],
]);

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

/** Returns an anchor that is not among `taken`, with a number at its end if it must. */
export function uniqueAnchor(taken, anchor) {
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

const REFERENCE = new RegExp(
  [
    `(?<![\\w.§/:#$%-])(?<spec>spec${BLANK})?(?<chapter>\\d\\db?)${BLANK}?§(?<number>\\d+(?:\\.\\d+)*)`,
    `(?<![\\w§])(?:spec|[Cc]hapter)${BLANK}(?<whole>0[1-9]b?|1[0-2])(?![\\w§]|[.:]\\d|${BLANK}?§)`,
    '(?<![\\w§])§(?<bare>\\d+(?:\\.\\d+)*)',
  ].join('|'),
  'g',
);
/** Other forms: sections in words, a number without § in a list, a file name. */
const OTHER_FORM =
  /\bspec \d\db?(?:-[a-z-]+(?:\.md)?)?,? sections? \d|§\d+(?:\.\d+)*(?:, | and | to )\d+(?:\.\d+)*[);]/g;
const TITLE = /^\s*(?:describe|it|test|bench)\b[^'"`\n]*\(\s*['"`](?:spec )?\d\db? §\S*(?=[,:;])/gm;

/**
 * Every reference in a text.
 *
 * @param {string} text
 * @param {string | null} context chapter of a `§17.4` that names no chapter; a reference that names a chapter changes it unless it is `fixed`
 * @returns {{ at: number, end: number, chapter: string | null, section: string | null, complete: boolean }[]} `complete`: with `spec`
 */
export function findReferences(text, context = null, fixed = false) {
  let last = context;
  return [...text.matchAll(REFERENCE)].map((match) => {
    const { spec, chapter: named, number, whole, bare } = match.groups;
    const chapter = named ?? whole ?? last;
    if (!fixed) last = chapter;
    const complete = named === undefined || spec !== undefined;
    return {
      at: match.index,
      end: match.index + match[0].length,
      chapter,
      section: number ?? bare ?? null,
      complete,
    };
  });
}

/** Markdown with blanks for code and HTML comments, so that the rest keeps its place. */
const withoutCode = (text) =>
  text.replace(
    /^(```|~~~)[\s\S]*?^\1|(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?(?<!`)\2(?!`)|<!--[\s\S]*?-->/gm,
    (code) => code.replace(/[^\n]/g, ' '),
  );

/** What is wrong with the link of a reference in docs; undefined: nothing. */
function linkProblem(path, text, { at, end, chapter, section }, anchor, own, specification) {
  if (chapter === own && section === null) return undefined;
  const folder = relative(dirname(path), 'docs/specification').replaceAll('\\', '/');
  const { file } = specification.get(chapter);
  const target = `${chapter === own ? '' : join(folder, file).replaceAll('\\', '/')}${anchor ? `#${anchor}` : ''}`;
  const link =
    /\[[^\]\n]*$/.test(text.slice(Math.max(at - 200, 0), at)) &&
    /^[^[\]]*\]\(([^)\s]*)\)/.exec(text.slice(end, end + 400));
  if (!link) return `make it a link to ${target}`;
  return link[1] === target || !link[0].startsWith('](')
    ? undefined
    : `link to ${target} instead of ${link[1]}`;
}

/**
 * Checks one file.
 *
 * @param {string} path relative to the root of the repository, with `/`
 * @param {string} source
 * @param {ReturnType<typeof readSpecification>} specification
 * @returns {{ line: number, message: string }[]}
 */
export function checkFile(path, source, specification) {
  const isMarkdown = path.endsWith('.md');
  const text = isMarkdown ? withoutCode(source) : source;
  const generated = isMarkdown && /<!-- (?:Written|Generated)|^Generated by /m.test(source.slice(0, 2000));
  const inSpecification = /^docs\/specification\/(?:(\d\db?)-)?[^/]*\.md$/.exec(path);
  const own = inSpecification?.[1] ?? null;
  const linked = path.startsWith('docs/') && isMarkdown && !generated;
  const problems = [];
  const report = (at, message) => problems.push({ line: source.slice(0, at).split('\n').length, message });
  for (const reference of findReferences(text, own, own !== null)) {
    const { at, end, chapter, section, complete } = reference;
    const name = JSON.stringify(text.slice(at, end));
    const anchor = chapter === null ? null : findSection(specification, chapter, section);
    if (anchor === null) {
      const file = specification.get(chapter ?? '')?.file;
      const reason = file
        ? `docs/specification/${file} has no such section`
        : chapter === null
          ? 'no chapter is named before it'
          : 'there is no such chapter';
      report(at, `reference ${name} (${chapter ?? '?'} §${section ?? ''}) does not resolve: ${reason}`);
    } else if (linked) {
      const problem = linkProblem(path, text, reference, anchor, own, specification);
      if (problem !== undefined) report(at, `reference ${name}: ${problem}`);
    } else if (!complete && !generated && !/['"`^]/.test(text[at - 1] ?? ''))
      report(at, `reference ${name}: write "spec" before it`);
  }
  if (!generated && !inSpecification)
    for (const { index, 0: found } of text.matchAll(OTHER_FORM))
      report(index, `${JSON.stringify(found)}: write "spec 05 §17.4, §18"`);
  for (const { index, 0: found } of isMarkdown ? [] : text.matchAll(TITLE))
    report(index, `${JSON.stringify(found)}: a reference comes at the end of a title, in brackets`);
  if (isMarkdown) problems.push(...brokenLinks(path, text, readHeadings(source).anchors));
  return problems;
}

const headingsOfFile = new Map();

/** Links of a Markdown file to files and headings of the repository that do not exist. */
function brokenLinks(path, text, ownAnchors) {
  const problems = [];
  const headings = (file) => {
    if (!headingsOfFile.has(file))
      headingsOfFile.set(file, readHeadings(readFileSync(join(ROOT, file), 'utf8')).anchors);
    return headingsOfFile.get(file);
  };
  for (const match of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    const [target, anchor] = match[1].split('#');
    if (/^[a-z]+:/i.test(match[1])) continue;
    const file = target === '' ? path : join(dirname(path), decodeURI(target)).replaceAll('\\', '/');
    const report = (what) =>
      problems.push({
        line: text.slice(0, match.index).split('\n').length,
        message: `link to ${match[1]}: ${what}`,
      });
    if (file !== path && !existsSync(join(ROOT, file))) report(`there is no file ${file}`);
    else if (anchor && file.endsWith('.md')) {
      const anchors = file === path ? ownAnchors : headings(file);
      if (!anchors.has(anchor)) report(`${file} has no heading with the anchor "${anchor}"`);
    }
  }
  return problems;
}

const isChecked = (path) =>
  /^(packages|apps|docs|scripts)\/|^README\.md$/.test(path) &&
  CHECKED.has(extname(path)) &&
  !/(^|\/)testdata\/|^scripts\/house\/(references|specification)/.test(path);

/** References and links that do not resolve, and references in another form than `spec 05 §17.4`. */
export function findReferenceProblems() {
  const specification = readSpecification(join(ROOT, 'docs/specification'));
  return listFiles()
    .filter(isChecked)
    .flatMap((path) =>
      checkFile(path, read(path), specification).map(({ line, message }) => `${path}:${line}: ${message}`),
    );
}
