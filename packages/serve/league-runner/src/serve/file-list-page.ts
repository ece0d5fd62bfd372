import { escapeHtml } from '@rcss/tournament/reports';
import { findGameLog, type LeagueLogFile } from '../logs/read-logs.js';
import { formatPage } from '../reports/page-frame.js';
import type { ResultLine } from '../runs/result-file.js';
import { filePath, matchPath, verifyPath } from './paths.js';

const KILOBYTE = 1000;

function formatSize(bytes: number): string {
  if (bytes < KILOBYTE) return `${bytes} B`;
  if (bytes < KILOBYTE ** 2) return `${(bytes / KILOBYTE).toFixed(1)} kB`;
  return `${(bytes / KILOBYTE ** 2).toFixed(1)} MB`;
}

/**
 * Returns the page with the files of a match.
 *
 * @param hasCode Whether the code of the teams is public.
 */
export function formatFileList(
  { fixture, left, right, problems }: ResultLine,
  files: readonly LeagueLogFile[],
  hasCode: boolean,
): string {
  const rows = files.map(
    ({ name, bytes }) =>
      `<tr><td><a href="${filePath(fixture, name)}">${escapeHtml(name)}</a></td><td align="right">${formatSize(bytes)}</td></tr>`,
  );
  const watch =
    findGameLog(files) === null ? '' : `<p><a href="${matchPath(fixture)}">Open the game log</a></p>`;
  const verify = hasCode ? `<p><a href="${verifyPath(fixture)}">Play it again in this browser</a></p>` : '';
  const notes = problems.map(({ message }) => `<pre>${escapeHtml(message)}</pre>`).join('');
  const title = `${fixture}: ${left} – ${right}`;
  return formatPage(
    title,
    `<header><h1>${escapeHtml(title)}</h1></header>
<main><section>${watch}${verify}<table><thead><tr><th>file</th><th align="right">size</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>${notes}<p><a href="/">To the results</a></p></section></main>`,
  );
}
