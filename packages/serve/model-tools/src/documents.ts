/** What `explain` quotes: the parameters from their tables, and the documents of the project. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findNearestName, type ParamRow, PLAYER_PARAM_ROWS, SERVER_PARAM_ROWS } from '@rcss/params/tables';

/** A section of a document. */
export interface QuotedSection {
  /** Document: `06-referee`. */
  readonly document: string;
  readonly heading: string;
  readonly text: string;
}

/** Where the documents are: beside the built program, or in the repository. */
const FOLDERS = ['./docs/', '../../../../docs/'];
/** Characters of a section that are quoted. */
const MAX_QUOTE = 1500;

let sections: readonly QuotedSection[] | null = null;
const paths = new Map<string, string>();

/** Reads the documents once. */
function loadSections(): readonly QuotedSection[] {
  if (sections !== null) return sections;
  const base = FOLDERS.map((folder) => fileURLToPath(new URL(folder, import.meta.url))).find((path) =>
    existsSync(`${path}specification`),
  );
  const found: QuotedSection[] = [];
  if (base !== undefined) {
    const files = readdirSync(`${base}specification`)
      .filter((name) => /^\d\d.*\.md$/.test(name))
      .sort()
      .map((name) => `specification/${name}`);
    for (const file of [...files, 'reference/glossary.md', 'use/analyst/statistics.md']) {
      const document = file.replace(/^.*\/|\.md$/g, '');
      paths.set(document, `${base}${file}`);
      found.push(...splitSections(document, readFileSync(`${base}${file}`, 'utf8')));
    }
  }
  sections = found;
  return found;
}

function splitSections(document: string, text: string): QuotedSection[] {
  return text.split(/^(?=#{1,4} )/m).flatMap((part) => {
    const [head = '', ...rest] = part.split('\n');
    const body = rest.join('\n').trim();
    return head.startsWith('#') && body !== ''
      ? [{ document, heading: head.replace(/^#+ /, ''), text: body }]
      : [];
  });
}

/** Names of the documents that are resources. */
export function listDocuments(): string[] {
  loadSections();
  return [...paths.keys()];
}

/** Returns the text of a document; undefined if there is none. */
export function readDocument(document: string): string | undefined {
  loadSections();
  const path = paths.get(document);
  return path === undefined ? undefined : readFileSync(path, 'utf8');
}

const PARAMS: ReadonlyMap<string, readonly [module: string, row: ParamRow]> = new Map(
  [
    ...SERVER_PARAM_ROWS.map((row) => ['server', row] as const),
    ...PLAYER_PARAM_ROWS.map((row) => ['player', row] as const),
  ].map(([module, row]) => [row.name, [module, row]]),
);

function describeParam(module: string, row: ParamRow): string {
  const parts = [
    `${module}::${row.name} (${row.type}${row.unit === undefined ? '' : `, ${row.unit}`}), default ${String(row.default)}.`,
  ];
  const doc = (row as { doc?: string }).doc;
  if (doc !== undefined) parts.push(doc);
  if (row.range !== undefined) parts.push(`Allowed: ${row.range[0]}–${row.range[1]}.`);
  if (row.noEffect) parts.push('It has no effect on the match.');
  return parts.join(' ');
}

/** Explanation of a topic. */
export interface Explanation {
  /** Text of the parameter; null if the topic is none. */
  readonly parameter: string | null;
  readonly sections: readonly QuotedSection[];
  /** A parameter with a similar name; null if there is an exact answer, or no similar one. */
  readonly nearest: string | null;
}

/** Finds a parameter, and the sections of the documents that contain the words of the topic. */
export function explain(topic: string, count: number): Explanation {
  const name = topic.trim().replace(/^(server|player)::/, '');
  const param = PARAMS.get(name);
  const words = topic
    .toLowerCase()
    .replace(/[^\w§. ]+/g, ' ')
    .split(/\s+/)
    .filter((word) => word.length > 2);
  const scored = loadSections()
    .map((section) => ({ section, score: scoreSection(section, words, name) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, count);
  return {
    parameter: param === undefined ? null : describeParam(...param),
    sections: scored.map(({ section }) => ({ ...section, text: shorten(section.text, name, words) })),
    nearest:
      param === undefined && /^\w+$/.test(name) ? (findNearestName(name, PARAMS.keys()) ?? null) : null,
  };
}

/** Words in the heading count more; a section needs half of the words. */
function scoreSection(
  { heading, text, document }: QuotedSection,
  words: readonly string[],
  name: string,
): number {
  const head = `${document} ${heading}`.toLowerCase();
  const body = text.toLowerCase();
  let score = 0;
  let hits = 0;
  for (const word of words) {
    const inHead = head.includes(word);
    const count = body.split(word).length - 1;
    if (inHead || count > 0) hits += 1;
    score += (inHead ? 6 : 0) + Math.min(count, 4);
  }
  if (hits * 2 < words.length || hits === 0) return 0;
  if (text.includes(`\`${name}\``)) score += 4;
  return (score * hits) / words.length - Math.min(2, body.length / 8000);
}

/** The part of a text around the first word that was asked for. */
function shorten(text: string, name: string, words: readonly string[]): string {
  if (text.length <= MAX_QUOTE) return text;
  const lower = text.toLowerCase();
  const at =
    [name.toLowerCase(), ...words].map((word) => lower.indexOf(word)).find((index) => index >= 0) ?? 0;
  const start = at < MAX_QUOTE / 2 ? 0 : lower.lastIndexOf('\n', at - 200) + 1;
  return `${start > 0 ? '… ' : ''}${text.slice(start, start + MAX_QUOTE)} …`;
}
