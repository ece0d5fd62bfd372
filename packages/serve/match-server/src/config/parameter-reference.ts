/** Writes the reference page of all parameters from the tables. */

import { CSV_SAVER_PARAM_ROWS, EXTENSION_PARAM_ROWS } from '@rcss/params/program';
import {
  documentBounds,
  MONITORS_ONLY,
  type ParamRow,
  PLAYER_PARAM_ROWS,
  PLAYER_TYPE_FIELDS,
  SERVER_PARAM_ROWS,
} from '@rcss/params/tables';
import { formatConfValue } from './conf-file-text.js';
import { MYSQL_SAVER_PARAM_ROWS } from './mysql-saver-params.js';

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*');
}

function formatMeaning(row: ParamRow): string {
  const parts = [row.doc];
  if (row.min !== undefined && row.max !== undefined) parts.push(`Clamped to ${row.min}..${row.max}.`);
  else if (row.min !== undefined) parts.push(`Smaller values become ${row.min}.`);
  if (row.range !== undefined) parts.push(`Allowed: ${row.range[0]}..${row.range[1]}.`);
  const inDocuments = (MYSQL_SAVER_PARAM_ROWS as readonly ParamRow[]).includes(row)
    ? undefined
    : documentBounds(row);
  if (inDocuments !== undefined) parts.push(`In documents: ${inDocuments.bounds.join('..')}.`);
  if (row.onSet === 'tilde' || row.onSet === 'command') parts.push('A leading tilde is expanded.');
  if (row.namedForm === 'slowed') parts.push('Sent multiplied by slow_down_factor.');
  if (row.v7Form === 'slowed') parts.push('Version 7 gets it multiplied by slow_down_factor.');
  if (row.v7Form === 'half-cycles') parts.push('Version 7 gets cycles.');
  if (row.v7Form === 'unsigned') parts.push('Version 7 gets it as an unsigned number.');
  if (row.note !== undefined) parts.push(row.note);
  return escapeCell(parts.join(' '));
}

function formatSince(row: ParamRow): string {
  if (row.since === undefined) return '';
  return row.since === MONITORS_ONLY ? 'monitors' : String(row.since);
}

function formatTable(rows: readonly (ParamRow & { readonly module?: string })[], module: string): string[] {
  const sent = rows.some((row) => row.since !== undefined);
  const head = sent
    ? '| name | type | default | unit | since | v7 | meaning |'
    : '| name | type | default | meaning |';
  const lines = [head, head.replace(/[^|]+/g, '---')];
  for (const row of rows) {
    const name = `\`${row.module ?? module}::${row.name}\``;
    const value = `\`${formatConfValue(row, row.default)}\``;
    const middle = sent ? [row.unit ?? '', formatSince(row), row.v7 === undefined ? '' : String(row.v7)] : [];
    lines.push(`| ${[name, row.type, value, ...middle, formatMeaning(row)].join(' | ')} |`);
  }
  return lines;
}

/** Markdown text of the page. */
export function formatParameterReference(): string {
  const types = PLAYER_TYPE_FIELDS.map((field) => {
    return `| \`${field.name}\` | ${field.unit ?? ''} | ${field.since} | ${escapeCell(field.doc)} |`;
  });
  const lines = [
    '# Parameters',
    '',
    '<!-- Written from the tables in packages/engine/params and packages/serve/match-server/src/config by `pnpm --filter @rcss/server reference`; edit those. -->',
    '',
    'A parameter is set as `module::name=value` on the command line, or as `module::name = value` in a file. Later settings',
    'win: `server.conf`, `player.conf`, `CSVSaver.conf`, `MySQLSaver.conf`, then the command line. The files are in the folder',
    'named by `RCSS_CONF_DIR`, otherwise in `~/.rcssserver/`; the first three are created if they are missing.',
    '',
    '*since* is the lowest client version that gets the value (7: also every later version); *monitors*: only monitors and',
    'game logs get it. *v7* is the position in the message of version 7.',
    '',
    `## server (${SERVER_PARAM_ROWS.length})`,
    '',
    ...formatTable(SERVER_PARAM_ROWS, 'server'),
    '',
    `## player (${PLAYER_PARAM_ROWS.length})`,
    '',
    ...formatTable(PLAYER_PARAM_ROWS, 'player'),
    '',
    `## CSVSaver (${CSV_SAVER_PARAM_ROWS.length})`,
    '',
    ...formatTable(CSV_SAVER_PARAM_ROWS, 'CSVSaver'),
    '',
    `## MySQLSaver (${MYSQL_SAVER_PARAM_ROWS.length})`,
    '',
    'The file is read when it exists and never created.',
    '',
    ...formatTable(MYSQL_SAVER_PARAM_ROWS, 'MySQLSaver'),
    '',
    `## Additions of this server (${EXTENSION_PARAM_ROWS.length})`,
    '',
    'They appear in no message, no log and no generated file.',
    '',
    ...formatTable(EXTENSION_PARAM_ROWS, 'rcss'),
    '',
    '## Attributes of player types',
    '',
    '| name | unit | since | meaning |',
    '|---|---|---|---|',
    ...types,
    '',
  ];
  return lines.join('\n');
}
