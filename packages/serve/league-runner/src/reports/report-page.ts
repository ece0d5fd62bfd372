/** A report as HTML, for the page of a run and for a file. */
import { describeForfeit, escapeHtml, formatHtml } from '@rcss/tournament/reports';
import type { ResultLine } from '../runs/result-file.js';
import { type BracketLook, formatBracket } from './bracket-html.js';
import { formatTeam, type TeamLooks } from './format-team.js';
import { formatAlone } from './page-frame.js';
import { describeChampions, type Report, type TieReport } from './report.js';

/** Returns who has won, with crests; empty before the end. */
export function formatChampions(report: Report, looks: TeamLooks): string {
  const text = describeChampions(report, (team) => formatTeam(team, looks));
  return text === '' ? '' : `<p class="champion">${text}</p>`;
}

/** Returns the brackets with the names of their knockouts. */
export function formatBrackets(
  report: Report | null,
  looks: TeamLooks,
  matchLink: BracketLook['matchLink'],
): string {
  return (report?.brackets ?? [])
    .map((bracket) => {
      const title = bracket.name[0]!.toUpperCase() + bracket.name.slice(1);
      return `<h2>${escapeHtml(title)}</h2>${formatBracket(bracket, { formatTeam: (team) => formatTeam(team, looks), matchLink })}`;
    })
    .join('');
}

/** Returns the tables, and how their ties were decided. */
export function formatTables(report: Report | null, looks: TeamLooks): string {
  const tables = (report?.tables ?? []).map(
    (table) =>
      `<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(table.title ?? 'Table')}">${formatHtml(table, (name) => formatTeam(name, looks))}</div>`,
  );
  const ties = (report?.ties ?? []).map((tie) => `<div class="ties">${formatTies(tie)}</div>`);
  return [...tables, ...ties].join('\n');
}

/** Charts keep a size in which their texts can be read; on a phone they are scrolled. */
export function formatChart(svg: string): string {
  return `<div class="wide" tabindex="0" role="region" aria-label="Chart">${svg}</div>`;
}

/** Returns a table of matches: `addressOf` is where the name of a match leads, `filesOf` the list of its files; null: nowhere. */
export function formatMatchTable(
  lines: readonly ResultLine[],
  looks: TeamLooks,
  addressOf: (line: ResultLine) => string | null,
  filesOf: ((fixture: string) => string) | null,
): string {
  const head = `<tr><th>match</th><th>left</th><th class="score">score</th><th>right</th><th class="extra" align="right">seed</th><th class="extra" align="right">cycles</th><th class="extra" align="right">seconds</th><th class="extra">end</th>${filesOf === null ? '' : '<th>files</th>'}</tr>`;
  const rows = lines.map((line) => {
    const { fixture, left, right, seed, cycles, seconds, end, logs } = line;
    const name = escapeHtml(fixture);
    const address = addressOf(line);
    const title = address === null ? name : `<a href="${escapeHtml(address)}">${name}</a>`;
    const files =
      filesOf === null || logs === undefined
        ? ''
        : `<a href="${filesOf(fixture)}" aria-label="Files of ${name}">files</a>`;
    return `<tr><td>${title}</td><td>${formatTeam(left, looks)}</td><td class="score">${escapeHtml(formatScore(line))}</td><td>${formatTeam(right, looks)}</td><td class="extra" align="right">${seed ?? ''}</td><td class="extra" align="right">${cycles}</td><td class="extra" align="right">${seconds.toFixed(1)}</td><td class="extra">${escapeHtml(end)}</td>${filesOf === null ? '' : `<td>${files}</td>`}</tr>`;
  });
  return `<div class="wide" tabindex="0" role="region" aria-label="Finished matches"><table><thead>${head}</thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

/** Formats a score such as `2 : 1 (3 : 2 pen.)`. */
function formatScore(line: ResultLine): string {
  const { scoreL, scoreR, penaltyL, penaltyR, forfeit } = line;
  const penalties = penaltyL === null ? '' : ` (${penaltyL} : ${penaltyR} pen.)`;
  return `${scoreL} : ${scoreR}${penalties}${forfeit === undefined ? '' : `, ${describeForfeit(line)}`}`;
}

/** Matches with problems that the page lists. */
const MAX_PROBLEMS = 20;

/** Returns the matches with problems; empty without. */
export function formatProblems(report: Report | null): string {
  const problems = report?.problems ?? [];
  if (problems.length === 0) return '';
  const items = problems
    .slice(0, MAX_PROBLEMS)
    .map(
      ({ fixture, left, right, problems: list }) =>
        `<details><summary>${escapeHtml(`${fixture}: ${left} – ${right}`)}</summary>${list
          .map(({ message }) => `<pre>${escapeHtml(message)}</pre>`)
          .join('')}</details>`,
    );
  const rest =
    problems.length > MAX_PROBLEMS
      ? `<p>The ${MAX_PROBLEMS} newest of ${problems.length}; the list above shows all with “only with problems”.</p>`
      : '';
  return `<h2>Problems</h2>${items.join('\n')}${rest}`;
}

function formatTies({ table, sentences }: TieReport): string {
  const items = sentences.map((text) => `<li>${escapeHtml(text)}</li>`).join('');
  return `<h2>${escapeHtml(`Ties: ${table}`)}</h2><ul>${items}</ul>`;
}

/** Returns the decisions of the organizer; empty without. */
export function formatDecisions(decisions: readonly string[]): string {
  if (decisions.length === 0) return '';
  return `<h2>Decisions</h2><ul>${decisions.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;
}

/** What the page of a report has besides the report. */
export interface ReportPageOptions {
  /** Count of all matches; default: that of `results`, of which the page lists the last ones. */
  readonly matchCount?: number;
  /** Address of the logs of a match, or null. */
  logLink?(line: ResultLine): string | null;
}

/** Most matches that the page of a report lists; CSV and JSON lines have all. */
export const MAX_LISTED = 1000;

/** Returns a report as a page that needs no other file. */
export function formatReportHtml(
  report: Report,
  results: readonly ResultLine[],
  { matchCount = results.length, logLink = () => null }: ReportPageOptions = {},
): string {
  const listed = results.slice(-MAX_LISTED).reverse();
  const rest = matchCount - listed.length;
  const looks: TeamLooks = new Map();
  const sections = [
    formatChampions(report, looks) + report.summary.map((text) => `<p>${escapeHtml(text)}</p>`).join(''),
    formatBrackets(report, looks, () => null),
    formatTables(report, looks),
    report.charts.map(formatChart).join('\n'),
    formatDecisions(report.decisions),
    formatProblems(report),
    `<h2>Matches</h2>${formatMatchTable(listed, looks, logLink, null)}${rest > 0 ? `<p>${rest} earlier matches are in results.csv.</p>` : ''}`,
  ];
  return formatAlone(report.title, sections);
}
