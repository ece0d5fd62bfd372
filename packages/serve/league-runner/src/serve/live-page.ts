/** The page of a run. What changes is in sections, which the script of the page replaces one by one. */
import type { StageTable } from '@rcss/tournament/formats';
import { escapeHtml, formatRatingChart } from '@rcss/tournament/reports';
import { formatDuration } from '../reports/format-duration.js';
import { formatTeams, type TeamLooks } from '../reports/format-team.js';
import { formatPage } from '../reports/page-frame.js';
import type { Report } from '../reports/report.js';
import {
  formatBrackets,
  formatChampions,
  formatChart,
  formatDecisions,
  formatMatchTable,
  formatProblems,
  formatTables,
} from '../reports/report-page.js';
import { formatCount } from '../runs/estimate.js';
import type { ResultLine } from '../runs/result-file.js';
import type { RunningMatchStatus, RunStatus } from '../runs/status-file.js';
import type { ArchiveFilter, ArchivePage } from './match-archive.js';
import { findWatchHost } from './match-watcher.js';
import type { NextMatch } from './next-matches.js';
import { filesPath, matchPath, PATHS, watchPath } from './paths.js';

/** What a page of a run shows. */
export interface LiveContent {
  /** Name of the run. */
  readonly title: string;
  /** Why there is nothing to show; null if there is. */
  readonly problem: string | null;
  /** The report; null before the first result file. */
  readonly report: Report | null;
  /** Tables of the league or the groups. */
  readonly standings: readonly StageTable[];
  readonly isFinished: boolean;
  readonly progress: { readonly recorded: number; readonly total: number };
  /** What the run does now; null if it does not go on. */
  readonly status: RunStatus | null;
  /** Matches to come, the earliest first. */
  readonly next: readonly NextMatch[];
  /** Fields of matches that have one, by fixture. */
  readonly fields: ReadonlyMap<string, string | null>;
  readonly teams: readonly string[];
  readonly looks: TeamLooks;
  readonly filter: ArchiveFilter;
  readonly matches: ArchivePage;
  /** Whether the reader may open matches, and see machines and outputs of teams. */
  readonly mayOpen: boolean;
}

/** A part of the page with an identifier of its own. */
export interface Section {
  readonly id: string;
  readonly html: string;
}

/** Returns the parts of the page that change while the run goes on. */
export function formatSections(content: LiveContent): Section[] {
  return [
    { id: 'summary', html: formatSummary(content) },
    { id: 'next', html: formatNext(content) },
    { id: 'running', html: formatRunning(content) },
    {
      id: 'bracket',
      html: formatBrackets(content.report, content.looks, content.mayOpen ? matchPath : () => null),
    },
    { id: 'tables', html: formatTables(content.report, content.looks) },
    { id: 'charts', html: chooseCharts(content).map(formatChart).join('\n') },
    { id: 'match-list', html: formatMatches(content) },
    { id: 'decisions', html: formatDecisions(content.report?.decisions ?? []) },
    { id: 'problems', html: content.mayOpen ? formatProblems(content.report) : '' },
  ];
}

/** In a ladder, a team that is chosen has its rating instead of the charts of all. */
function chooseCharts({ report, filter: { team } }: LiveContent): readonly string[] {
  const ladder = report?.ladder ?? null;
  return ladder === null || team === undefined ? (report?.charts ?? []) : [formatRatingChart(ladder, team)];
}

/** Returns the whole page. */
export function formatLivePage(content: LiveContent): string {
  const sections = new Map(formatSections(content).map(({ id, html }) => [id, html]));
  const section = (id: string, label: string): string =>
    `<section id="${id}" aria-label="${label}">${sections.get(id)}</section>`;
  return formatPage(
    content.title,
    `<a class="skip" href="#main">To the results</a>
<header><h1>${escapeHtml(content.title)}</h1><p id="connection" role="status" data-state="none"></p></header>
<main id="main" tabindex="-1">
${section('summary', 'Progress')}
${section('bracket', 'Knockout')}
${section('next', 'Next matches')}
<div class="columns">
<div>${section('tables', 'Tables')}</div>
<div>${section('running', 'Running matches')}${section('charts', 'Charts')}</div>
</div>
<section aria-labelledby="archive-title">
<h2 id="archive-title">Matches</h2>
${formatFilter(content)}
<div id="match-list">${sections.get('match-list')}</div>
</section>
${section('decisions', 'Decisions')}
${section('problems', 'Problems')}
</main>
<footer>Data: <a href="${PATHS.csv}">results.csv</a>, <a href="${PATHS.jsonLines}">results.jsonl</a>, <a href="${PATHS.status}">status.json</a>, <a href="${PATHS.feed}">feed of the results</a>. <a href="${PATHS.screen}">Public screen</a></footer>`,
    { script: PATHS.script },
  );
}

function formatSummary(content: LiveContent): string {
  const { problem, report, isFinished, progress, status } = content;
  if (problem !== null) return `<p class="problem">${escapeHtml(problem)}</p>`;
  if (report === null) return '<p>The run has no results yet. This page shows them when they come.</p>';
  const { recorded, total } = progress;
  const bar = `<progress max="${Math.max(Number.isFinite(total) ? total : recorded, 1)}" value="${recorded}" aria-label="${formatCount(progress)}"></progress>`;
  const sentences = report.summary.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('');
  return `${formatChampions(report, content.looks)}${bar}<p class="state">${escapeHtml(describeState(isFinished, status))}</p>${sentences}`;
}

function describeState(isFinished: boolean, status: RunStatus | null): string {
  if (status === null) return isFinished ? 'The run is finished.' : 'The run does not go on at the moment.';
  const left =
    status.secondsLeft === null ? '' : `, about ${formatDuration(status.secondsLeft)} left at this speed`;
  return `The run goes on${status.where && `, ${status.where}`}${left}.`;
}

/** Matches to come that the page lists. */
const MAX_NEXT = 12;

function formatNext({ next, looks }: LiveContent): string {
  const [first] = next;
  if (first === undefined) return '';
  const shown = next.slice(0, MAX_NEXT);
  const hasTime = shown.some(({ kickoff }) => kickoff !== null);
  const hasField = shown.some(({ field }) => field !== null);
  const rows = shown.map((match) => {
    const time = hasTime ? `<td>${formatTime(match.kickoff)}</td>` : '';
    const field = hasField ? `<td>${escapeHtml(match.field ?? '')}</td>` : '';
    return `<tr>${time}${field}<td>${escapeHtml(match.fixture)}</td><td>${formatNextTeams(match, looks)}</td></tr>`;
  });
  const head = `<tr>${hasTime ? '<th>kick-off</th>' : ''}${hasField ? '<th>field</th>' : ''}<th>match</th><th>teams</th></tr>`;
  return `<h2>Next match: ${formatNextTeams(first, looks)}</h2><div class="wide" tabindex="0" role="region" aria-label="Next matches"><table><thead>${head}</thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

/** Returns the teams of a match to come as HTML. */
export function formatNextTeams({ left, right }: NextMatch, looks: TeamLooks): string {
  return left === null || right === null ? 'teams are not known yet' : formatTeams(left, right, looks);
}

/** A time in UTC, such as `2026-07-01 10:00 UTC`. */
export function formatTime(time: string | null): string {
  if (time === null) return '';
  const text = new Date(time).toISOString();
  return `<time datetime="${text}">${text.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** Most running matches that the page lists. */
const MAX_RUNNING = 100;

function formatRunning({ status, looks, mayOpen }: LiveContent): string {
  if (status === null) return '';
  const { running, waiting, failures } = status;
  const rows = running.slice(0, MAX_RUNNING).map((match) => formatRunningMatch(match, looks, mayOpen));
  const more = running.length > MAX_RUNNING ? `<p>… and ${running.length - MAX_RUNNING} more</p>` : '';
  const queue = waiting === 0 ? '' : `<p>${waiting} matches wait for a worker.</p>`;
  const failed = failures.map(
    ({ fixture, message }) => `<li>${escapeHtml(`${fixture} has no result: ${message}`)}</li>`,
  );
  const list = failed.length === 0 ? '' : `<ul class="problem">${failed.join('')}</ul>`;
  const table =
    rows.length === 0
      ? '<p>None at the moment.</p>'
      : `<div class="wide" tabindex="0" role="region" aria-label="Running matches"><table><thead><tr><th>match</th><th>teams</th><th align="right">cycle</th>${mayOpen ? '<th class="extra">machine</th><th>watch</th>' : ''}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
  return `<h2>Running</h2>${table}${more}${queue}${list}`;
}

function formatRunningMatch(match: RunningMatchStatus, looks: TeamLooks, mayOpen: boolean): string {
  const { fixture, left, right, cycle, host } = match;
  const place = `<td class="extra">${escapeHtml(host)}</td><td>${formatWatch(match)}</td>`;
  return `<tr><td>${escapeHtml(fixture)}</td><td>${formatTeams(left, right, looks)}</td><td align="right">${cycle}</td>${mayOpen ? place : ''}</tr>`;
}

function formatWatch(match: RunningMatchStatus): string {
  const { fixture, port } = match;
  if (port === null)
    return '<span title="A match in one process has no server. Its log opens when it has ended.">in process</span>';
  if (findWatchHost(match) === null)
    return '<span title="Its machine has no address for spectators; the worker needs --watch-address.">on its machine only</span>';
  return `<a href="${watchPath(fixture)}" aria-label="Watch ${escapeHtml(fixture)}">Watch</a>`;
}

function formatFilter({ teams, filter }: LiveContent): string {
  const select = (name: 'team' | 'opponent', all: string): string => {
    const options = teams.map(
      (team) =>
        `<option value="${escapeHtml(team)}"${team === filter[name] ? ' selected' : ''}>${escapeHtml(team)}</option>`,
    );
    return `<select name="${name}"><option value="">${all}</option>${options.join('')}</select>`;
  };
  return `<form id="filter" method="get" action="${PATHS.page}#archive-title">
<label>Team ${select('team', 'all teams')}</label>
<label>against ${select('opponent', 'any team')}</label>
<label><input type="checkbox" name="problems" value="1"${filter.hasProblems === true ? ' checked' : ''}> only with problems</label>
<button>Show</button>
</form>`;
}

function formatMatches({ matches, filter, looks, mayOpen }: LiveContent): string {
  const { lines, count, page, pageCount } = matches;
  if (count === 0) return '<p>No match.</p>';
  const pages = pageCount === 1 ? '' : formatPageLinks(page, pageCount, filter);
  const addressOf = ({ fixture, logs }: ResultLine): string | null =>
    logs === undefined ? null : matchPath(fixture);
  return `<p>${count} ${count === 1 ? 'match' : 'matches'}, the newest first.${mayOpen ? ' The name of a match opens its game log.' : ''}</p>${formatMatchTable(lines, looks, addressOf, mayOpen ? filesPath : null)}${pages}`;
}

/** Returns a filter as the query of an address; empty without one. */
export function filterQuery({ team, opponent, hasProblems }: ArchiveFilter): string {
  return new URLSearchParams({
    ...(team === undefined ? {} : { team }),
    ...(opponent === undefined ? {} : { opponent }),
    ...(hasProblems === true ? { problems: '1' } : {}),
  }).toString();
}

function formatPageLinks(page: number, pageCount: number, filter: ArchiveFilter): string {
  const link = (target: number, text: string): string => {
    if (target < 1 || target > pageCount) return `<span>${text}</span>`;
    const query = filterQuery(filter);
    return `<a href="${escapeHtml(`${PATHS.page}?${query === '' ? '' : `${query}&`}page=${target}#archive-title`)}">${text}</a>`;
  };
  return `<nav class="pages" aria-label="Pages of matches">${link(page - 1, 'Newer')} <span>Page ${page} of ${pageCount}</span> ${link(page + 1, 'Older')}</nav>`;
}
