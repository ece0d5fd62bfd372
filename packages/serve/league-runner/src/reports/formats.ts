import {
  createBracketTable,
  escapeMarkdown,
  formatCsv,
  formatMarkdown,
  type Table,
} from '@rcss/tournament/reports';
import type { ResultLine } from '../runs/result-file.js';
import { describeChampions, type Report } from './report.js';

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
