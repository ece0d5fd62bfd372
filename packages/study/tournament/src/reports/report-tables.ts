import type { BracketPair, StageBracket } from '../formats/bracket.js';
import type { LadderRating } from '../ranking/ladder.js';
import type { Ranking, TeamRating } from '../ranking/ranking.js';
import type { LeagueMatch } from '../results.js';
import type { Standing } from '../standings.js';
import type { ComparisonSummary, Estimate } from '../statistics/comparison-summary.js';
import type { PowerRow } from '../statistics/power.js';
import type { Table } from './table.js';

const right = (title: string) => ({ title, align: 'right' as const });

function round(value: number, digits: number): number {
  return Number.isFinite(value) ? Number(value.toFixed(digits)) : value;
}

/** Formats an interval as `low to high`. */
function formatInterval(
  { low, high }: { readonly low: number; readonly high: number },
  digits: number,
): string {
  const show = (value: number): string =>
    Number.isFinite(value) ? value.toFixed(digits) : value > 0 ? '∞' : value < 0 ? '−∞' : '–';
  return `${show(low)} to ${show(high)}`;
}

export function createStandingsTable(standings: readonly Standing[], title: string = 'Standings'): Table {
  const columns = [
    right('place'),
    { title: 'team', isTeam: true },
    ...'matches,won,drawn,lost,goals,difference,points'.split(',').map(right),
  ];
  return {
    title,
    columns,
    rows: standings.map((row) => [
      row.place,
      row.team,
      row.games,
      row.win,
      row.draw,
      row.lose,
      `${row.scored}:${row.conceded}`,
      row.scored - row.conceded,
      row.points,
    ]),
  };
}

/** Formats the score of a match of a pair from the view of a team, such as `2:1` or `1:1 (3:2 pen.)`. */
export function formatBracketScore(match: LeagueMatch, team: string | null): string {
  const isLeft = match.left === team;
  const format = (left: number, right: number): string => (isLeft ? `${left}:${right}` : `${right}:${left}`);
  const { scoreL, scoreR, penaltyL, penaltyR, forfeit } = match;
  const penalties = penaltyL === null ? '' : ` (${format(penaltyL, penaltyR ?? 0)} pen.)`;
  return `${format(scoreL, scoreR)}${penalties}${forfeit === undefined ? '' : ` (${describeForfeit(match)})`}`;
}

/** Says in words which team forfeits a match, for example `Reds forfeits`. */
export function describeForfeit({
  forfeit,
  left,
  right,
}: Pick<LeagueMatch, 'forfeit' | 'left' | 'right'>): string {
  if (forfeit === 'both') return 'both forfeit';
  return `${forfeit === 'left' ? left : right} forfeits`;
}

/** Says why a lot decided between the teams of a pair. */
export function describeLot(matches: readonly LeagueMatch[]): string {
  const forfeits = matches.filter(({ forfeit }) => forfeit === 'both').length;
  if (forfeits === matches.length) return 'both teams forfeited';
  return forfeits === 0
    ? 'all their matches were drawn'
    : 'their matches were drawn, or forfeited by both teams';
}

/** Says how the winner of a pair was found if it was not by goals alone, such as `by lot: both teams forfeited`; otherwise an empty text. */
export function describePairDecision({
  matches,
  winner,
  isLot,
}: Pick<BracketPair, 'matches' | 'winner' | 'isLot'>): string {
  if (winner === null) return '';
  if (isLot) return `by lot: ${describeLot(matches)}`;
  return [...new Set(matches.filter(({ forfeit }) => forfeit !== undefined).map(describeForfeit))].join(', ');
}

/** Returns the pairs of a knockout as a table, the first round first. */
export function createBracketTable({ name, rounds, placement }: StageBracket): Table {
  const describe = (pair: BracketPair): Table['rows'][number] => {
    const [a, b] = pair.entrants;
    const decision = describePairDecision(pair);
    return [
      a.team ?? a.origin,
      b.team ?? b.origin,
      pair.matches.map((match) => formatBracketScore(match, a.team)).join(', '),
      `${pair.winner ?? ''}${decision === '' ? '' : ` (${decision})`}`,
    ];
  };
  return {
    title: name,
    columns: ['round', 'team', 'opponent', 'scores', 'winner'].map((title) => ({ title })),
    rows: [...rounds, ...placement].flatMap((round) =>
      round.pairs.map((pair) => [round.name, ...describe(pair)]),
    ),
  };
}

/** Most scores of a pair that a cell of a cross table lists; with more, it has wins, draws and defeats. */
const MAX_LISTED_SCORES = 4;

/** Matches of a team against an opponent, from the view of the team. */
interface Meetings {
  win: number;
  draw: number;
  loss: number;
  goalDifference: number;
  /** The first scores. */
  readonly scores: string[];
}

/**
 * Returns a cross table: row against column, from the view of the row. A cell lists the scores, or with more than four matches the
 * wins, draws, defeats and the mean goal difference.
 */
export function createCrossTable(
  matches: readonly LeagueMatch[],
  teams: readonly string[],
  title: string = 'Cross table',
): Table {
  const meetings = new Map<string, Map<string, Meetings>>();
  const add = (team: string, opponent: string, own: number, other: number): void => {
    const row = meetings.get(team) ?? new Map<string, Meetings>();
    meetings.set(team, row);
    const cell = row.get(opponent) ?? { win: 0, draw: 0, loss: 0, goalDifference: 0, scores: [] };
    row.set(opponent, cell);
    if (own > other) cell.win++;
    else if (own < other) cell.loss++;
    else cell.draw++;
    cell.goalDifference += own - other;
    if (cell.scores.length < MAX_LISTED_SCORES) cell.scores.push(`${own}:${other}`);
  };
  for (const { left, right: second, scoreL, scoreR } of matches) {
    add(left, second, scoreL, scoreR);
    add(second, left, scoreR, scoreL);
  }
  const describe = (team: string, opponent: string): string => {
    if (team === opponent) return '×';
    const cell = meetings.get(team)?.get(opponent);
    if (cell === undefined) return '';
    const { win, draw, loss, goalDifference, scores } = cell;
    const count = win + draw + loss;
    if (count <= MAX_LISTED_SCORES) return scores.join(', ');
    const mean = goalDifference / count;
    return `${win}/${draw}/${loss} (${mean > 0 ? '+' : ''}${mean.toFixed(2)})`;
  };
  return {
    title,
    columns: [{ title: 'team', isTeam: true }, ...teams.map((title) => ({ title }))],
    rows: teams.map((team) => [team, ...teams.map((opponent) => describe(team, opponent))]),
  };
}

/** Formats the interval of a strength in words where one end or both have no limit. */
function formatStrengthInterval(rating: TeamRating): string {
  const low = round(rating.low, 0) + 0;
  const high = round(rating.high, 0) + 0;
  if (Number.isFinite(low) && Number.isFinite(high)) return `${low} to ${high}`;
  const { matches, wins, losses } = rating;
  if (matches === 0) return 'no match';
  if (wins === matches) return 'won every match';
  if (losses === matches) return 'lost every match';
  if (Number.isFinite(low)) return `${low} or more`;
  if (Number.isFinite(high)) return `${high} or less`;
  return 'too few matches';
}

/** Returns a ranking by strength as a table. Strengths without a limit are in words, for example of a team that has won every match. */
export function createRankingTable({ ratings, hasFiniteDifferences }: Ranking): Table {
  return {
    title: hasFiniteDifferences
      ? 'Strength (Elo)'
      : 'Strength (Elo within each set of comparable teams; between sets the difference is unlimited or unknown)',
    columns: [
      { title: 'team', isTeam: true },
      ...(hasFiniteDifferences ? [] : [right('set')]),
      right('Elo'),
      right('error'),
      right('interval'),
      right('matches'),
    ],
    rows: ratings.map((row) => [
      row.team,
      ...(hasFiniteDifferences ? [] : [row.group + 1]),
      // A team alone in its group has no other one to be compared with.
      ...(Number.isFinite(row.error) ? [round(row.elo, 1), round(row.error, 1)] : ['–', '–']),
      formatStrengthInterval(row),
      row.matches,
    ]),
  };
}

/** Returns ratings of a ladder as a table. */
export function createLadderTable(ratings: readonly LadderRating[], title: string = 'Ladder'): Table {
  return {
    title,
    columns: [
      right('place'),
      { title: 'team', isTeam: true },
      ...'submission,Elo,95 % interval,matches,won,lost'.split(',').map(right),
    ],
    rows: ratings.map(({ team, submission, elo, low, high, matches, wins, losses }, i) => [
      i + 1,
      team,
      submission + 1,
      round(elo, 0) + 0,
      `${round(low, 0) + 0} to ${round(high, 0) + 0}`,
      matches,
      wins,
      losses,
    ]),
  };
}

export function createComparisonTable(summary: ComparisonSummary): Table {
  const row = (name: string, { value, ...interval }: Estimate, digits: number): Table['rows'][number] => [
    name,
    round(value, digits),
    formatInterval(interval, digits),
  ];
  return {
    title: `Comparison of ${summary.blocks} blocks, ${summary.matches} matches of the candidate`,
    columns: [{ title: 'figure' }, right('value'), right('95 % interval')],
    rows: [
      row('goal difference per match', summary.goalDifference, 3),
      row('score per match', summary.score, 3),
      row('Elo difference', summary.elo, 1),
      row('share of wins', summary.wins, 3),
      row('share of draws', summary.draws, 3),
      row('share of defeats', summary.losses, 3),
    ],
  };
}

export function formatPowerTable(rows: readonly PowerRow[]): Table {
  return {
    title: 'Matches that show a difference',
    columns: [right('goals per match'), right('blocks'), right('matches')],
    rows: rows.map(({ difference, blocks, matches }) => [difference, blocks, matches]),
  };
}
