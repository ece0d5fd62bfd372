/** What a published list of matches has of the tournament: the champion, lots, brackets, tables, and the ranking of a ladder. */
import type { PublishedMatches, PublishedTop } from '@rcss/log-service/publish';
import type { Tournament } from '@rcss/tournament/formats';
import {
  createLadderTable,
  createStandingsTable,
  describePairDecision,
  describeTie,
  escapeHtml,
  formatHtml,
} from '@rcss/tournament/reports';
import { formatBracket } from '../reports/bracket-html.js';
import { formatTeam, type TeamLooks } from '../reports/format-team.js';
import { BRACKET_STYLE } from '../reports/page-frame.js';
import { describeChampions, describeLots, findChampions } from '../reports/report.js';
import type { RunState } from '../runs/run-state.js';

/** Returns what is above the list. All texts of teams are escaped; the addresses are those of the published folder. */
export function createCupTop(
  state: RunState,
  looks: TeamLooks,
  { findMatch, findTeam, findCrest }: PublishedMatches,
): PublishedTop {
  const { tournament } = state;
  const showTeam = (team: string): string => {
    const html = formatTeam(team, looks, () => findCrest(team) ?? '');
    const page = findTeam(team);
    return page === null ? html : `<a class="team-link" href="${page}">${html}</a>`;
  };
  const look = { formatTeam: showTeam, matchLink: findMatch };
  const champions = describeChampions({ champions: findChampions(state) }, showTeam);
  const wide = (label: string, html: string, more = ''): string =>
    `<div class="wide${more}" tabindex="0" role="region" aria-label="${escapeHtml(label)}">${html}</div>`;
  const tables = tournament.tables().map(({ name, standings, ties }) => {
    const decisions = ties.map((tie) => `<p>${escapeHtml(describeTie(tie))}</p>`).join('');
    return wide(name, formatHtml(createStandingsTable(standings, name), showTeam) + decisions);
  });
  const ladder = tournament.ladder()?.current ?? [];
  if (ladder.length > 0)
    tables.push(wide('Ladder', formatHtml(createLadderTable(ladder), showTeam), ' ladder'));
  const html = [
    champions === '' ? '' : `<p class="champion">${champions}</p>`,
    ...describeLots(state).map((text) => `<p>${escapeHtml(text)}</p>`),
    ...tournament
      .brackets()
      .map((bracket) => `<h2>${escapeHtml(bracket.name)}</h2>${formatBracket(bracket, look)}`),
    tables.length === 0
      ? ''
      : `<h2>${ladder.length > 0 ? 'Ranking' : 'Tables'}</h2><div class="tables">${tables.join('\n')}</div>`,
  ];
  return {
    html: html.filter((part) => part !== '').join('\n'),
    style: BRACKET_STYLE + TOP_STYLE,
    ratings: Object.fromEntries(ladder.map(({ team, elo }) => [team, elo])),
  };
}

/** Style of what is above the matches. On phones, tables leave out what follows from the other columns. */
const TOP_STYLE = `
.team-link{color:inherit;text-decoration:underline var(--soft);text-underline-offset:3px;display:inline-block;min-height:24px}
.champion{font-size:26px;font-weight:700;color:var(--text);margin:0 0 12px}.champion .crest{width:56px;height:56px}
.tables{display:grid;gap:16px;grid-template-columns:repeat(auto-fit,minmax(min(600px,100%),1fr))}
.wide,.champion{border:1px solid var(--edge);border-radius:12px;padding:10px 14px;background-color:var(--panel)}
.tables table{border-collapse:collapse;width:100%;font-size:14px;font-variant-numeric:tabular-nums}.tables caption{text-align:left;font-weight:600;padding-bottom:6px}
.tables :is(th,td){text-align:left;padding:4px 6px;border-top:1px solid var(--line)}.tables [align=right]{text-align:right}.tables th{color:var(--soft);font-weight:600;font-size:12px}.tables td:last-child{font-weight:700}.tables td:nth-child(2){width:34%}.tables .team{display:flex;align-items:center;white-space:normal;overflow-wrap:break-word}.tables .team>:first-child{flex:none}
.entrant{color:var(--text)}.bracket h3{font-size:15px}
@media(max-width:40rem){.tables :is(th,td){padding:4px 5px}.tables :is(th,td):is(:nth-child(5),:nth-child(8)),.tables div:not(.ladder) :is(th,td):is(:nth-child(4),:nth-child(6)),.tables .ladder :is(th,td):is(:nth-child(3),:nth-child(7)){display:none}.tables .team{overflow-wrap:anywhere}}
`;

/** Says how the pair of a match was decided if it was not by goals or penalties, after its last match; otherwise an empty text. */
export function findDecision(tournament: Tournament, fixture: string): string {
  const pairs = tournament
    .brackets()
    .flatMap(({ rounds, placement }) => [...rounds, ...placement])
    .flatMap((round) => round.pairs);
  const pair = pairs.find(({ matches }) => matches.at(-1)?.id === fixture);
  if (pair?.winner == null) return '';
  const text = describePairDecision(pair);
  return pair.isLot ? `${pair.winner} advances ${text}` : text;
}
