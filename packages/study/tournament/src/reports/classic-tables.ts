/** Formats league tables as wiki text and HTML (spec 11 §6.10, §7). */
import { formatG, formatG6 } from '@rcss/sexp/numbers';
import { compareScores, type LeagueMatch } from '../results.js';
import { rankTeams, type Standing, WIN_POINTS } from '../standings.js';
import { escapeHtml } from './table.js';

const RANKED_BY = '(ranked by (avg. points -> direct comparison -> avg.goal diff -> avg.goals scored)';

/** Formats a mean with at most `digits` significant digits. */
function formatMean(sum: number, games: number, digits = 3): string {
  return formatG(games === 0 ? 0 : sum / games, digits);
}

/** Shortens a name for the head of a narrow column. */
function shortName(team: string): string {
  return team.length > 4 ? `${team.slice(0, 3)}.` : team;
}

/** Finds the matches between two teams, each with the score of `a` first. */
function findMatches(
  matches: readonly LeagueMatch[],
  a: string,
  b: string,
): { text: string; match: LeagueMatch }[] {
  return matches.flatMap((match) => {
    if (match.left === a && match.right === b) return [{ text: `${match.scoreL} - ${match.scoreR}`, match }];
    if (match.left === b && match.right === a) return [{ text: `${match.scoreR} - ${match.scoreL}`, match }];
    return [];
  });
}

function padLeft(value: number | string, width: number): string {
  return String(value).padStart(width);
}

function formatStanding(s: Standing): string {
  const points = `${padLeft(s.points, 3)} (${padLeft(formatMean(s.points, s.games), 5)})`;
  const goals = `${padLeft(s.scored, 3)} - ${padLeft(s.conceded, 3)}`;
  const diff = `${padLeft(s.scored - s.conceded, 7)} (${padLeft(formatMean(s.scored - s.conceded, s.games), 5)})`;
  return (
    `| ${padLeft(s.place, 5)} | ${s.team.padEnd(16)} | ${padLeft(s.games, 5)} | ${padLeft(s.win, 3)} | ${padLeft(s.lose, 4)} | ` +
    `${padLeft(s.draw, 4)} | ${points} | ${goals} | ${diff} | ${padLeft(formatMean(s.scored, s.games), 15)} |`
  );
}

/** Formats standings, cross table and matches as wiki text. */
export function formatWikiTables(matches: readonly LeagueMatch[]): string {
  const standing = rankTeams(matches);
  const lines = [
    RANKED_BY,
    '| place | team             | games | win | lose | draw | pts. (avg)  | goals     | goal diff (avg) | avg goal scored |h',
    ...standing.map(formatStanding),
    '',
    `| ${''.padEnd(16)} |${standing.map(({ team }) => ` ${shortName(team).padEnd(6)} |`).join('')}h`,
  ];
  for (const { team } of standing) {
    const cells = standing.map(({ team: other }) => {
      const scores = findMatches(matches, team, other).map(({ text }) => text);
      const text = team === other ? '  x' : scores.join(' &br; ') || ' ---';
      return ` ${text.padEnd(6)} |`;
    });
    lines.push(`| ${team.padEnd(16)} |${cells.join('')}`);
  }
  lines.push('', '|   # | date         | left team        | goals   | right team       |h');
  for (const [i, m] of matches.entries()) {
    const penalties = m.penaltyL === null ? '' : ` &br; (${m.penaltyL} - ${m.penaltyR})`;
    lines.push(
      `| ${padLeft(i + 1, 3)} | ${m.date.padEnd(12)} | ${m.left.padEnd(16)} | ${padLeft(m.scoreL, 2)} - ${padLeft(m.scoreR, 2)}${penalties} | ${m.right.padEnd(16)} |`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Returns the name of a match's log, without suffix. */
function logName(m: LeagueMatch): string {
  const half = (name: string, score: number, penalty: number | null) =>
    `${name}_${score}${penalty === null ? '' : `_${penalty}`}`;
  return `${m.date}-${half(m.left, m.scoreL, m.penaltyL)}-vs-${half(m.right, m.scoreR, m.penaltyR)}`;
}

function row(kind: string, cells: readonly string[]): string {
  return `  <tr class="${kind}">\n${cells.map((cell) => `    ${cell}\n`).join('')}  </tr>\n`;
}

const th = (text: string): string => `<th>${text}</th>`;
const td = (text: string): string => `<td>${text}</td>`;
const parity = (i: number): string => (i % 2 === 0 ? 'odd' : 'even');

/** Formats the same tables as an HTML page. Results link to the logs in the folder `logs`. */
export function formatHtmlTables(matches: readonly LeagueMatch[], group: string, logs: string): string {
  const standing = rankTeams(matches);
  const prefix = logs === '' ? './' : logs.endsWith('/') ? logs : `${logs}/`;
  const link = (m: LeagueMatch, suffix: string, text: string) =>
    `<a href="${escapeHtml(encodeURI(`${prefix}${logName(m)}${suffix}`))}">${text}</a>`;
  const title = escapeHtml(group);
  let page =
    `<html>\n<head>\n<title>Results:${title}</title>\n<link type="text/css" rel="stylesheet" href="./style.css">\n` +
    `<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">\n</head>\n<body>\n` +
    `<h1 class="title">${title}</h1>\n\n<hr />\n<h2 class="tabletitle">Standing</h2>\n\n` +
    `<div class="sortdesc">${RANKED_BY}</div>\n<table class="standing">\n`;
  const heads = 'place,team,games,win,lose,draw,pts. (avg),goals,goal diff (avg),avg goals scored'.split(',');
  page += row('tableheader', heads.map(th));
  for (const [i, s] of standing.entries()) {
    const diff = s.scored - s.conceded;
    page += row(s.place <= 3 ? `place${s.place}` : parity(i), [
      td(String(s.place)),
      th(escapeHtml(s.team)),
      ...[s.games, s.win, s.lose, s.draw].map((n) => td(String(n))),
      td(`${s.points} (${formatMean(s.points, s.games)})`),
      td(`${s.scored} - ${s.conceded}`),
      td(`${diff} (${formatMean(diff, s.games)})`),
      td(formatMean(s.scored, s.games)),
    ]);
    page += '\n';
  }
  page += `</table>\n<hr />\n<h2 class="tabletitle">Results</h2>\n\n<table class="resultstable">\n`;
  page += row('tableheader', [th('&nbsp;'), ...standing.map(({ team }) => th(escapeHtml(shortName(team))))]);
  for (const [i, { team }] of standing.entries()) {
    const cells = standing.map(({ team: other }, j) => {
      if (team === other) return td(' x ');
      const links = findMatches(matches, team, other).map(({ match, text }) =>
        link(match, j > i ? '.rcg.gz' : '.rcl.gz', text),
      );
      return td(links.join('<br />') || ' --- ');
    });
    page += row(parity(i), [th(escapeHtml(team)), ...cells]);
  }
  page += `</table>\n\n<table class="matchlist">\n`;
  page += row('', [' # ', ' date ', ' vs ', ' goals ', ' points ', ' rcl ', ' rcg '].map(th)).replace(
    ' class=""',
    '',
  );
  for (const [i, m] of matches.entries()) {
    const outcome = compareScores(m);
    const name = (team: string, won: boolean) =>
      won ? `<span class="winner">${escapeHtml(team)}</span>` : escapeHtml(team);
    const points = outcome === 0 ? '1 : 1' : outcome > 0 ? `${WIN_POINTS} : 0` : `0 : ${WIN_POINTS}`;
    const penalties = m.penaltyL === null ? '' : ` <br />(${m.penaltyL} : ${m.penaltyR})`;
    page += row(parity(i), [
      td(String(i + 1)),
      td(m.date),
      td(`${name(m.left, outcome > 0)} vs ${name(m.right, outcome < 0)}`),
      td(`${m.scoreL} : ${m.scoreR}${penalties}`),
      td(points),
      td(link(m, '.rcl.gz', 'rcl')),
      td(link(m, '.rcg.gz', 'rcg')),
    ]);
  }
  return `${page}</table>\n\n<hr />\n\n</body>\n</html>\n`;
}

/** Returns the standings as plain data, with averages. */
export function createStandingRows(matches: readonly LeagueMatch[]): object[] {
  return rankTeams(matches).map((s) => ({
    ...s,
    goalDifference: s.scored - s.conceded,
    pointsPerMatch: Number(formatG6(s.points / s.games)),
  }));
}
