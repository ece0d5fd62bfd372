import {
  createBracketTable,
  describeForfeit,
  escapeHtml,
  escapeMarkdown,
  formatCsv,
  formatHtml,
  formatMarkdown,
  type Table,
} from '@rcss/tournament/reports';
import type { ResultLine } from '../runs/result-file.js';
import { describeChampions, type Report, type TieReport } from './report.js';

/** Most matches that a page lists; CSV and JSON lines have all. */
export const MAX_LISTED = 1000;

/** Returns the matches as a table, in the order of their results. */
function createLeagueMatchTable(results: readonly ResultLine[]): Table {
  const right = (title: string) => ({ title, align: 'right' as const });
  return {
    title: 'Matches',
    columns: [
      { title: 'match' },
      { title: 'left' },
      { title: 'right' },
      right('goals left'),
      right('goals right'),
      right('penalties left'),
      right('penalties right'),
      { title: 'forfeit' },
      right('seed'),
      right('cycles'),
      right('seconds'),
      { title: 'end' },
      { title: 'logs' },
    ],
    rows: results.map((line) => [
      line.fixture,
      line.left,
      line.right,
      line.scoreL,
      line.scoreR,
      line.penaltyL,
      line.penaltyR,
      line.forfeit ?? null,
      line.seed,
      line.cycles,
      Math.round(line.seconds * 10) / 10,
      line.end,
      line.logs ?? null,
    ]),
  };
}

/**
 * Returns results of matches as CSV.
 *
 * @param hasTitles Whether the first line has the titles of the columns.
 */
export function formatReportCsv(results: readonly ResultLine[], hasTitles: boolean = true): string {
  const text = formatCsv(createLeagueMatchTable(results));
  return hasTitles ? text : text.slice(text.indexOf('\r\n') + 2);
}

/** Returns the results of all matches as JSON lines. */
export function formatReportJsonLines(results: readonly ResultLine[]): string {
  return results.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Returns a report in GitHub's Markdown. */
export function formatReportMarkdown(report: Report): string {
  const problems = report.problems.flatMap(({ fixture, problems: list }) =>
    list.map(({ message }) => `- ${fixture}: ${message.replace(/\n\s*/g, ' / ')}`),
  );
  const champions = describeChampions(report, escapeMarkdown);
  return [
    `# ${report.title}`,
    ...(champions === '' ? [] : [`**${champions}**`]),
    ...report.summary,
    ...report.brackets.map((bracket) => formatMarkdown(createBracketTable(bracket))),
    ...report.tables.map(formatMarkdown),
    ...report.ties.map(
      ({ table, sentences }) =>
        `### Ties: ${escapeMarkdown(table)}\n\n${sentences.map((text) => `- ${escapeMarkdown(text)}`).join('\n')}`,
    ),
    ...(report.decisions.length === 0
      ? []
      : ['### Decisions', report.decisions.map((text) => `- ${text}`).join('\n')]),
    ...(problems.length === 0 ? [] : ['### Problems', problems.join('\n')]),
  ]
    .join('\n\n')
    .concat('\n');
}

export const PAGE_STYLE: string = `
:root { color-scheme: light dark }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
h1 { overflow-wrap: anywhere }
table { border-collapse: collapse; margin: 1.5rem 0; font-variant-numeric: tabular-nums }
caption::first-letter { text-transform: uppercase }
caption { text-align: left; font-weight: 600; padding-bottom: .3rem; max-width: 100cqi; position: sticky; left: 0 }
th, td { padding: .2rem .6rem; border-bottom: 1px solid #8884; text-align: left }
th[align=right], td[align=right] { text-align: right }
.wide { overflow-x: auto; container-type: inline-size }
svg { width: 100%; max-width: 40rem; height: auto; display: block; margin: 1rem 0 }
svg text { fill: currentColor }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .2rem 0 1rem }
`;

/** What a page has besides the report. */
export interface PageOptions {
  /** Count of all matches; default: that of `results`, of which a page lists the last ones. */
  readonly matchCount?: number;
  /** Address of the logs of a match, or null. */
  logLink?(line: ResultLine): string | null;
}

/** Returns a report as a page that needs no other file. */
export function formatReportHtml(
  report: Report,
  results: readonly ResultLine[],
  { matchCount = results.length, logLink = () => null }: PageOptions = {},
): string {
  const problems = report.problems.map(
    ({ fixture, left, right, problems: list }) =>
      `<h3>${escapeHtml(`${fixture}: ${left} – ${right}`)}</h3>${list
        .map(({ message }) => `<pre>${escapeHtml(message)}</pre>`)
        .join('')}`,
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(report.title)}</title><style>${PAGE_STYLE}</style></head><body>`,
    `<h1>${escapeHtml(report.title)}</h1>`,
    ...(report.champions.length === 0
      ? []
      : [`<p><strong>${describeChampions(report, escapeHtml)}</strong></p>`]),
    ...report.summary.map((sentence) => `<p>${escapeHtml(sentence)}</p>`),
    ...[...report.brackets.map(createBracketTable), ...report.tables].map(
      (table) => `<div class="wide">${formatHtml(table)}</div>`,
    ),
    ...report.ties.map(formatTies),
    ...report.charts,
    formatDecisions(report.decisions),
    ...(problems.length === 0 ? [] : ['<h2>Problems</h2>', ...problems]),
    formatMatchList(results, matchCount, logLink),
    '</body></html>\n',
  ].join('\n');
}

/** Returns how the ties of a table were decided, as a list in HTML. */
export function formatTies({ table, sentences }: TieReport): string {
  const items = sentences.map((text) => `<li>${escapeHtml(text)}</li>`).join('');
  return `<h2>${escapeHtml(`Ties: ${table}`)}</h2><ul>${items}</ul>`;
}

/** Returns the decisions of the organizer as a list in HTML; empty without decisions. */
export function formatDecisions(decisions: readonly string[]): string {
  if (decisions.length === 0) return '';
  return `<h2>Decisions</h2><ul>${decisions.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;
}

function formatMatchList(
  results: readonly ResultLine[],
  matchCount: number,
  logLink: (line: ResultLine) => string | null,
): string {
  const listed = results.slice(-MAX_LISTED).reverse();
  const rest = matchCount - listed.length;
  const rows = listed.map((line) => {
    const link = logLink(line);
    const name = escapeHtml(line.fixture);
    const penalties = line.penaltyL === null ? '' : ` (${line.penaltyL}:${line.penaltyR})`;
    const score = `${line.scoreL}:${line.scoreR}${penalties}${line.forfeit === undefined ? '' : `, ${describeForfeit(line)}`}`;
    return `<tr><td>${link === null ? name : `<a href="${escapeHtml(link)}">${name}</a>`}</td><td>${escapeHtml(line.left)}</td><td>${escapeHtml(line.right)}</td><td>${escapeHtml(score)}</td><td align="right">${line.seed ?? ''}</td><td align="right">${line.cycles}</td><td align="right">${line.seconds.toFixed(1)}</td></tr>`;
  });
  const more = rest > 0 ? `<p>${rest} earlier matches are in results.csv.</p>` : '';
  return `<h2>Matches</h2><div class="wide"><table><thead><tr><th>match</th><th>left</th><th>right</th><th>score</th><th align="right">seed</th><th align="right">cycles</th><th align="right">seconds</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>${more}`;
}
