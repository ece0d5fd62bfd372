/** Text of generated configuration files (spec 01 §6.3). */
import { SERVER_VERSION } from '@rcss/params';
import type { ParamKind, ParamRow, ParamValue } from '@rcss/params/tables';
import { formatG6 } from '@rcss/sexp/numbers';

const KIND_ORDER: readonly ParamKind[] = ['int', 'bool', 'real', 'string'];

/** Rows in the order of generated files: integers, booleans, reals, strings, each by name. */
export function sortForConf(rows: readonly ParamRow[]): readonly ParamRow[] {
  return KIND_ORDER.flatMap((kind) => rows.filter((row) => row.type === kind));
}

/** Text of a value in files and help. A single quote inside a string is escaped, so that the parser reads the same value. */
export function formatConfValue(row: ParamRow, value: ParamValue): string {
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`;
  return row.type === 'int' ? String(value) : formatG6(value);
}

/** Breaks a text into lines of at most `width` characters. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines;
}

/** Text of a configuration file that holds the given values of a module. Parameters with unexpected behavior have a comment. */
export function formatConfFile(
  module: string,
  rows: readonly ParamRow[],
  values: Readonly<Record<string, ParamValue>>,
): string {
  const lines = [`/* ${module} Configuration file */`, ''];
  lines.push(`# ${module}::version`, `${module}::version = '${SERVER_VERSION}'`, '');
  for (const row of sortForConf(rows)) {
    lines.push(`# ${module}::${row.name}`);
    if (row.note !== undefined) lines.push(...wrapText(`/* ${row.doc} ${row.note} */`, 70));
    lines.push(`${module}::${row.name} = ${formatConfValue(row, values[row.name]!)}`, '');
  }
  return `${lines.join('\n')}\n`;
}
