/** Column of a table. */
export interface Column {
  readonly title: string;
  /** Alignment. Default: `left`. */
  readonly align?: 'left' | 'right';
  /** Whether the cells are names of teams, which a page can show with crests. */
  readonly isTeam?: boolean;
}

/** Table as data, from which the functions of this file make text. */
export interface Table {
  readonly title?: string;
  readonly columns: readonly Column[];
  /** Cells of each row; numbers are written as they are, null is an empty cell. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

type Cell = Table['rows'][number][number];

/** Escapes a text for HTML and SVG, in content and attributes. */
export function escapeHtml(text: string): string {
  return (
    text
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
      .replace(/"/g, '&quot;')
      .replace(/'/g, '&#39;')
      // Control characters are not allowed in XML.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
  );
}

/** Escapes the characters of a text that have a meaning in Markdown. */
export function escapeMarkdown(text: string): string {
  return text.replace(/\r?\n|\r/g, ' ').replace(/[\\`*_{}[\]<>#|~!&]/g, (character) => `\\${character}`);
}

function formatCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if (Number.isNaN(cell)) return '–';
  if (!Number.isFinite(cell)) return cell > 0 ? '∞' : '−∞';
  return String(cell);
}

/** Returns a table in GitHub's Markdown. Characters with a meaning in Markdown are escaped. */
export function formatMarkdown({ title, columns, rows }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const lines = [
    line(columns.map((column) => escapeMarkdown(column.title))),
    line(columns.map(({ align }) => (align === 'right' ? '--:' : '---'))),
    ...rows.map((row) => line(row.map((cell) => escapeMarkdown(formatCell(cell))))),
  ];
  const head = title === undefined ? [] : [`### ${escapeMarkdown(title)}`, ''];
  return `${[...head, ...lines].join('\n')}\n`;
}

/** Returns a table as CSV (RFC 4180) with a line of titles. Texts that a spreadsheet would take as a formula begin with an apostrophe. */
export function formatCsv({ columns, rows }: Table): string {
  const quote = (cell: Cell): string => {
    if (cell === null) return '';
    if (typeof cell === 'number') return String(cell);
    const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
  };
  const lines = [columns.map((column) => quote(column.title)), ...rows.map((row) => row.map(quote))];
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}

/**
 * Returns a table as an HTML element. All texts are escaped.
 *
 * @param formatTeam Returns the HTML of the name of a team. Default: the name, escaped.
 */
export function formatHtml(
  { title, columns, rows }: Table,
  formatTeam: (name: string) => string = escapeHtml,
): string {
  const open = (name: string, { align }: Column): string =>
    align === 'right' ? `<${name} align="right">` : `<${name}>`;
  const head = columns.map((column) => `${open('th', column)}${escapeHtml(column.title)}</th>`).join('');
  const body = rows
    .map((row) => {
      const cells = row.map(
        (cell, i) =>
          `${open('td', columns[i] ?? { title: '' })}${(columns[i]?.isTeam === true ? formatTeam : escapeHtml)(formatCell(cell))}</td>`,
      );
      return `<tr>${cells.join('')}</tr>\n`;
    })
    .join('');
  const caption = title === undefined ? '' : `<caption>${escapeHtml(title)}</caption>\n`;
  return `<table>\n${caption}<thead><tr>${head}</tr></thead>\n<tbody>\n${body}</tbody>\n</table>\n`;
}
