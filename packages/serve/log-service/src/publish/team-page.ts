/** The page of a team in a folder of published matches: its results, and the figures of its players with links to their moments. */
import { createHash } from 'node:crypto';
import {
  createSitePage,
  escapeMarkup,
  formatScoreLine,
  type MatchEntry,
  matchAddress,
  type PlayerAction,
  type SiteOptions,
} from './pages.js';

/** Figures of players, in the order of the columns. */
const COLUMNS = [
  ['goal', 'Goals'],
  ['assist', 'Assists'],
  ['shot', 'Shots'],
  ['save', 'Saves'],
] as const satisfies readonly (readonly [PlayerAction['kind'], string])[];

const STYLE = `
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; } th, td { text-align: left; vertical-align: baseline; padding: 6px 8px; border-top: 1px solid var(--line); } th { color: var(--soft); font-weight: 600; }
summary { cursor: pointer; min-height: var(--control); align-content: center; min-width: 24px; } td a { display: inline-block; min-height: 24px; margin-right: 8px; } h1 img { width: 1.4em; height: 1.4em; object-fit: contain; vertical-align: -.35em; margin-right: .35em; }
`;

/** Address of the page of a team, relative to the index. The name of a team is not the name of a file. */
export function teamAddress(team: string): string {
  return `teams/${createHash('sha256').update(team).digest('hex').slice(0, 16)}.html`;
}

/** Names of the teams of matches, in the order of the first ones. */
export function listTeams(entries: readonly MatchEntry[]): readonly string[] {
  return [...new Set(entries.flatMap(({ left, right }) => [left, right]))];
}

/** Returns the page of a team. Its addresses are relative to its folder. */
export function createTeamPage(site: SiteOptions, team: string, entries: readonly MatchEntry[]): string {
  const matches = entries.filter(({ left, right }) => left === team || right === team);
  const crest = matches.map(({ left, crests }) => crests?.[left === team ? 0 : 1]).find((path) => path);
  const image = crest == null ? '' : `<img src="../${escapeMarkup(crest)}" alt="" width="32" height="32">`;
  const results = matches.map(
    (entry) =>
      `<li><a href="../${matchAddress(entry)}"><div class="text">${formatScoreLine(entry, '../')}<p>${escapeMarkup(entry.round ?? '')}</p></div></a></li>`,
  );
  // A team that plays against itself has the actions of both sides.
  const actions = matches.flatMap((entry) =>
    (entry.actions ?? [])
      .filter(({ side }) => (side === 'l' ? entry.left : entry.right) === team)
      .map((action) => ({ ...action, entry })),
  );
  const unums = [...new Set(actions.map(({ unum }) => unum))].sort((a, b) => a - b);
  const rows = unums.map((unum) => {
    const cells = COLUMNS.map(([kind, title]) => {
      const found = actions.filter((action) => action.unum === unum && action.kind === kind);
      if (found.length === 0) return '<td>0</td>';
      const links = found.map(
        ({ entry, cycle }) =>
          `<a href="../${matchAddress(entry, cycle)}" aria-label="${escapeMarkup(`${title} of ${unum} against ${entry.left === team ? entry.right : entry.left}, cycle ${cycle}`)}">${cycle}</a>`,
      );
      return `<td><details><summary>${found.length}</summary>${links.join(' ')}</details></td>`;
    });
    return `<tr id="p${unum}"><td>${unum}</td>${cells.join('')}</tr>`;
  });
  const head = ['Player', ...COLUMNS.map(([, title]) => title)].map((title) => `<th>${title}</th>`).join('');
  const players =
    rows.length === 0
      ? ''
      : `<h2>Players</h2><p>A number opens the cycles of its moments, which lead to the matches.</p><div class="wide" tabindex="0" role="region" aria-label="Players"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
  return createSitePage(site, {
    title: `${team} · ${site.title}`,
    description: `${matches.length} ${matches.length === 1 ? 'match' : 'matches'}`,
    path: teamAddress(team),
    root: '..',
    picture: null,
    style: STYLE,
    header: `<p><a href="../index.html">${escapeMarkup(site.title)}</a></p><h1>${image}${escapeMarkup(team)}</h1>`,
    main: `<h2>Matches</h2><ul class="matches">${results.join('\n')}</ul>${players}`,
  });
}
