import INDEX from '../../../../docs/specification/index-of-messages.md?raw';

/** A section of the specification. */
export interface SectionLink {
  /** Chapter and section, such as 03 and section 10.2. */
  readonly label: string;
  /** Page of the site and anchor, relative to the playground. */
  readonly href: string;
}

interface IndexRow {
  readonly described: readonly SectionLink[];
  readonly mentioned: readonly SectionLink[];
}

const LINK = /\[([^\]]+)\]\(([^)#]+)\.md#([^)]+)\)/g;

/** Reads the links of a cell. After the first link of a chapter, labels contain only the section. */
function readLinks(cell: string): SectionLink[] {
  return [...cell.matchAll(LINK)].map(([, label = '', page = '', anchor = '']) => ({
    label: label.startsWith('§') ? `${page.slice(0, page.indexOf('-'))} ${label}` : label,
    href: `../specification/${page}.html#${anchor}`,
  }));
}

function readIndex(text: string): ReadonlyMap<string, ReadonlyMap<string, IndexRow>> {
  const groups = new Map<string, Map<string, IndexRow>>();
  let rows = new Map<string, IndexRow>();
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) {
      rows = new Map();
      groups.set(line.slice(3).trim(), rows);
    }
    if (!line.startsWith('| `')) continue;
    const [, names = '', first = '', second = ''] = line.split(/(?<!\\)\|/);
    const row: IndexRow = { described: readLinks(first), mentioned: readLinks(second) };
    for (const [, name = ''] of names.matchAll(/`([^`]+)`/g)) rows.set(name, row);
  }
  return groups;
}

const GROUPS = readIndex(INDEX);

/** Returns whether a group of the index, for example `Player to server`, contains the message. */
export function isIndexed(group: string, head: string): boolean {
  return GROUPS.get(group)?.has(head) ?? false;
}

/** Returns the sections that describe a message, then those that mention it. */
export function findSections(group: string, head: string): readonly SectionLink[] {
  const row = GROUPS.get(group)?.get(head);
  return row === undefined ? [] : [...row.described, ...row.mentioned];
}

/** Returns the sections about a reply, for example `error`, `unknown_command`. */
export function findReplySections(type: string, code: string): readonly SectionLink[] {
  const text = `(${type} ${code}`;
  for (const [name, row] of GROUPS.get('Replies') ?? []) {
    const start = name.slice(0, -1);
    // Some replies continue with arguments.
    if (text === start || text.startsWith(`${start} `)) return [...row.described, ...row.mentioned];
  }
  return [];
}
