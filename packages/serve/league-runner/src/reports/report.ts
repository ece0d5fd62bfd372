import type { LadderState, Placing, StageBracket, StageTable } from '@rcss/tournament/formats';
import { rankByStrength } from '@rcss/tournament/ranking';
import {
  countBins,
  createComparisonTable,
  createCrossTable,
  createLadderTable,
  createRankingTable,
  createStandingsTable,
  describeLot,
  describeSprt,
  describeTie,
  formatHistogram,
  formatPowerTable,
  formatRatingChart,
  formatRatioChart,
  type Table,
} from '@rcss/tournament/reports';
import { sprtBounds } from '@rcss/tournament/sprt';
import { computeMoments, createPowerTable, summarizeComparison } from '@rcss/tournament/statistics';
import { describeDifference } from '../runs/audit.js';
import { describeDecision, isPaused } from '../runs/decisions.js';
import { formatCount } from '../runs/estimate.js';
import type { ResultLine, RunHeader } from '../runs/result-file.js';
import { isRunFinished, type RunState } from '../runs/run-state.js';

/** What a report shows, as data; the formats print it. */
export interface Report {
  readonly title: string;
  /** Sentences about the run, the most important first. */
  readonly summary: readonly string[];
  /** Teams that share the first place; one in most cases, none before it is certain and for comparisons. */
  readonly champions: readonly string[];
  readonly brackets: readonly StageBracket[];
  /** How ties of the tables were decided; tables without ties are absent. */
  readonly ties: readonly TieReport[];
  readonly tables: readonly Table[];
  /** Ratings of a ladder; null for other formats. */
  readonly ladder: LadderState | null;
  /** Charts as SVG. */
  readonly charts: readonly string[];
  /** Decisions of the organizer with time, author and reason, the oldest first. */
  readonly decisions: readonly string[];
  /** Matches with problems, the newest first. */
  readonly problems: readonly ResultLine[];
}

/** Sentences about the ties of a table. */
export interface TieReport {
  /** Name of the table. */
  readonly table: string;
  readonly sentences: readonly string[];
}

/** Fewest teams for a ranking by strength; two are compared better by their matches. */
const MIN_RANKED_TEAMS = 3;
/** Fewest blocks for statements about their distribution. */
const MIN_BLOCKS = 2;
const MAX_PROBLEMS = 200;
/** Most ties of a table that a report explains. */
const MAX_TIES = 100;
/** A histogram of one bar, or of a few matches, shows nothing that the tables do not. */
const MIN_BARS = 2;
const MIN_HISTOGRAM_VALUES = 12;
/** Teams of a ladder, the strongest first, whose rating a report draws. */
const MAX_RATING_CHARTS = 12;
/** Resampled rankings for intervals. */
const RANKING_RESAMPLES = 200;

export function createReport(header: RunHeader, state: RunState): Report {
  const { tournament, comparison, problems } = state;
  const matches = tournament.matches();
  const summary = describeRun(state);
  const tables: Table[] = [];
  const charts: string[] = [];
  if (comparison !== null) {
    const { values, test, ratios } = comparison;
    if (test !== null) {
      summary.unshift(describeSprt(test));
      charts.push(formatRatioChart(ratios, sprtBounds(test.plan)));
    }
    if (values.length >= MIN_BLOCKS) {
      tables.push(createComparisonTable(summarizeComparison(values)));
      const differences = values.map(({ goalDifference }) => goalDifference);
      addHistogram(charts, differences, 'Goal difference of blocks');
      const { variance } = computeMoments(differences);
      if (variance > 0) tables.push(formatPowerTable(createPowerTable({ deviation: Math.sqrt(variance) })));
    }
  }
  const ladder = tournament.ladder();
  if (ladder !== null) {
    tables.push(createLadderTable(ladder.current));
    if (ladder.former.length > 0) tables.push(createLadderTable(ladder.former, 'Earlier submissions'));
    charts.push(
      ...ladder.current.slice(0, MAX_RATING_CHARTS).map(({ team }) => formatRatingChart(ladder, team)),
    );
  }
  const stageTables = tournament.tables();
  for (const { name, standings } of stageTables) tables.push(createStandingsTable(standings, name));
  const brackets = tournament.brackets();
  const placings = tournament.placings();
  if (ladder === null && stageTables.length !== 1 && placings.length > 0)
    tables.push(createPlacingsTable(placings));
  if (matches.length > 0) {
    const teams = [...state.loaded.teams.keys()].filter((team) =>
      matches.some(({ left, right }) => left === team || right === team),
    );
    const groups = tournament.tableMatches();
    // A cross table belongs to a table: matches of the knockout are in the bracket.
    for (const [i, played] of (groups.length > 0 ? groups : [matches]).entries()) {
      const members = teams.filter((team) =>
        played.some(({ left, right }) => left === team || right === team),
      );
      const title = groups.length > 1 ? `Cross table, ${stageTables[i]!.name}` : undefined;
      if (members.length > 0) tables.push(createCrossTable(played, members, title));
    }
    if (ladder === null && teams.length >= MIN_RANKED_TEAMS) {
      const ranking = rankByStrength(matches, { resamples: RANKING_RESAMPLES });
      tables.push(createRankingTable(ranking));
      if (!ranking.hasFiniteDifferences)
        tables.push({
          ...createRankingTable(rankByStrength(matches, { resamples: RANKING_RESAMPLES, priorDraws: 1 })),
          title: 'Strength (Elo, with one imaginary draw of each team against a mean team)',
        });
    }
    addHistogram(
      charts,
      matches.map(({ scoreL, scoreR }) => scoreL - scoreR),
      'Goal difference of matches, left less right',
    );
  }
  return {
    title: header.name,
    summary,
    champions: findChampions(state),
    brackets,
    ladder,
    ties: comparison === null ? describeTies(stageTables) : [],
    tables,
    charts,
    decisions: state.organizer.decisions.map(
      (line) => `${line.at}, ${line.by}: ${describeDecision(line)}. ${line.reason}`,
    ),
    problems: problems.slice(-MAX_PROBLEMS).reverse(),
  };
}

function addHistogram(charts: string[], values: readonly number[], title: string): void {
  const bins = countBins(values);
  if (bins.length >= MIN_BARS && values.length >= MIN_HISTOGRAM_VALUES)
    charts.push(formatHistogram(bins, title));
}

/** Returns who has won; empty before the end. */
export function findChampions(state: RunState): string[] {
  const { comparison, tournament } = state;
  // A final decides before the matches for further places are over.
  if (comparison !== null || !(isRunFinished(state) || tournament.brackets().length > 0)) return [];
  return tournament
    .placings()
    .filter(({ place }) => place === 1)
    .map(({ team }) => team);
}

/** Says which pairs a lot decided. */
export function describeLots({ tournament }: RunState): string[] {
  return tournament
    .lots()
    .map(
      ({ stage, winner, loser, matches }) =>
        `Decided by lot (${stage}): ${winner} advances against ${loser}; ${describeLot(matches)}.`,
    );
}

function describeTies(tables: readonly StageTable[]): TieReport[] {
  return tables.flatMap(({ name, ties }) =>
    ties.length === 0 ? [] : [{ table: name, sentences: ties.slice(0, MAX_TIES).map(describeTie) }],
  );
}

/**
 * Says who has won; empty before the end.
 *
 * @param format Returns the name of a team in the form of the text. Default: the name.
 */
export function describeChampions(
  { champions }: Pick<Report, 'champions'>,
  format: (team: string) => string = (team) => team,
): string {
  if (champions.length === 0) return '';
  const title = champions.length === 1 ? 'Champion' : 'First place, shared';
  return `${title}: ${champions.map(format).join(', ')}`;
}

function describeRun(state: RunState): string[] {
  const { tournament, comparison, problems, matchSeconds } = state;
  const { recorded, total } = tournament.progress();
  const isFinished = isRunFinished(state);
  const decided = comparison?.isDecided === true && recorded < total ? ', decided early' : '';
  const hours = matchSeconds / 3600;
  const summary = [
    `${formatCount({ recorded, total })}${isFinished ? `, finished${decided}` : ''}.`,
    `Real time of all matches together: ${hours < 1 ? `${(hours * 60).toFixed(1)} minutes` : `${hours.toFixed(1)} hours`}.`,
  ];
  const { pause, annulled } = state.organizer;
  if (pause !== null && isPaused(state.organizer, Date.now()))
    summary.push(`Pause${pause.until === null ? '' : ` until ${pause.until}`}: ${pause.reason}`);
  if (annulled.size > 0)
    summary.push(`Annulled, to be decided by replay, set or walkover: ${[...annulled].join(', ')}.`);
  const forfeits = problems.filter(({ forfeit }) => forfeit !== undefined).length;
  if (problems.length > 0)
    summary.push(
      `${problems.length} ${problems.length === 1 ? 'match' : 'matches'} with problems, ${forfeits} forfeited.`,
    );
  for (const text of state.notLimited) summary.push(`Limits that the kernel did not keep: ${text}.`);
  return [...summary, ...describeLots(state), ...describeAudit(state)];
}

/** Most differences of an audit that a report lists. */
const MAX_DIFFERENCES = 20;

function describeAudit({ audit: { count, differences, otherCount, teams } }: RunState): string[] {
  const other =
    otherCount === 0
      ? []
      : [
          `${otherCount} matches that were played twice say nothing: a client missed a (done), or the processors were of different types.`,
        ];
  if (count === 0) return other;
  if (differences.length === 0)
    return [`${count} matches were played twice; both gave the same match each time.`, ...other];
  return [
    `${differences.length} of ${count} matches that were played twice gave another match the second time:`,
    ...differences.slice(0, MAX_DIFFERENCES).map((line) => `${describeDifference(line)}.`),
    ...teams.map(({ team, same, count: all }) => `${team}: ${same} of ${all} matches were the same.`),
    ...other,
  ];
}

function createPlacingsTable(placings: readonly Placing[]): Table {
  return {
    title: 'Places',
    columns: [
      { title: 'place', align: 'right' },
      { title: 'team', isTeam: true },
    ],
    rows: placings.map(({ place, team }) => [place, team]),
  };
}
