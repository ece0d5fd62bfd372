/** Tables and plots of docs/use/analyst/values.md, from the result files. */
import { DEFAULT_MODEL } from '@rcss/values';
import { plotReliability } from '../calibration-plot.js';
import {
  brierScores,
  type CalibrationRow,
  groupByPrediction,
  measureBias,
  type ReliabilityGroup,
  summarizeRows,
} from './calibration.js';
import {
  compareFutures,
  type MatchRow,
  readFutures,
  readHeldBack,
  readLogFutures,
  readMatches,
  readPossession,
} from './files.js';
import { predictChances } from './predict-chances.js';

const PHASES = ['own third', 'middle third', 'last third', 'set play'];
/** Share of a goal that a frame stands for: one frame of five, each of which looks 100 cycles ahead. */
const GOALS_PER_FRAME = 5 / 100;
/** Limits between the groups of matches by the difference of goals that the values give, as the left side sees it. */
const DIFFERENCES = [-2, -1, -0.5, 0, 0.5, 1, 2];

const percent = (share: number): string => (100 * share).toFixed(1);
const count = (value: number): string => value.toLocaleString('en');

function row(name: string, { futures, predicted, observed, low, high }: ReliabilityGroup): string {
  return `| ${name} | ${count(futures)} | ${percent(predicted)} | ${percent(observed)} | ${percent(low)} to ${percent(high)} |`;
}

function table(first: string, of: string, rows: readonly string[]): string {
  return [
    `| ${first} | ${of} | predicted, % | observed, % | interval, % |`,
    '|---|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

function reliability(of: string, rows: readonly CalibrationRow[]): string {
  return table(
    'prediction',
    of,
    groupByPrediction(rows).map(({ low, high, rows: part }) =>
      row(`${percent(low)} to ${percent(high)} %`, summarizeRows(part)),
    ),
  );
}

function sentence(rows: readonly CalibrationRow[]): string {
  const { model, share } = brierScores(rows);
  const { bias, error } = measureBias(rows);
  return `Brier score ${model.toFixed(4)}, that of one chance for all ${share.toFixed(4)}; bias ${percent(bias)} points, standard error ${percent(error)}.`;
}

/** Mean and half of its interval, 95 %. */
function mean(values: readonly number[]): string {
  const sum = values.reduce((total, value) => total + value, 0) / values.length;
  const variance = values.reduce((total, value) => total + (value - sum) ** 2, 0) / (values.length - 1);
  return `${sum.toFixed(2)} ± ${(1.96 * Math.sqrt(variance / values.length)).toFixed(2)}`;
}

const differenceOf = ([left, right]: readonly [number, number]): number => (left - right) * GOALS_PER_FRAME;

/** Goals of both sides that the values give, less those of the match; mean over matches and its standard error. */
export function compareGoals(matches: readonly MatchRow[]): { difference: number; error: number } {
  const values = matches.map(
    ({ predicted, observed }) => GOALS_PER_FRAME * (predicted[0] + predicted[1] - observed[0] - observed[1]),
  );
  const difference = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - difference) ** 2, 0);
  return { difference, error: Math.sqrt(squares / (values.length - 1) / values.length) };
}

/** Slope and correlation of the difference of goals by the one that the values give. */
function compareDifferences(matches: readonly MatchRow[]): {
  slope: number;
  error: number;
  correlation: number;
} {
  const x = matches.map(({ predicted }) => differenceOf(predicted));
  const y = matches.map(({ observed }) => differenceOf(observed));
  const [mx, my] = [x, y].map((values) => values.reduce((a, b) => a + b, 0) / values.length) as [
    number,
    number,
  ];
  let [xx, xy, yy] = [0, 0, 0];
  x.forEach((value, i) => {
    xx += (value - mx) ** 2;
    xy += (value - mx) * (y[i]! - my);
    yy += (y[i]! - my) ** 2;
  });
  const slope = xy / xx;
  const rest = x.reduce((sum, value, i) => sum + (y[i]! - my - slope * (value - mx)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / (x.length - 2) / xx), correlation: xy / Math.sqrt(xx * yy) };
}

function sumsTable(matches: readonly MatchRow[]): string {
  const rows = [Number.NEGATIVE_INFINITY, ...DIFFERENCES].flatMap((low, i) => {
    const high = DIFFERENCES[i] ?? Number.POSITIVE_INFINITY;
    const part = matches.filter(({ predicted }) => {
      const difference = differenceOf(predicted);
      return difference > low && difference <= high;
    });
    if (part.length < 2) return [];
    const name =
      low === Number.NEGATIVE_INFINITY
        ? `up to ${high}`
        : high === Number.POSITIVE_INFINITY
          ? `more than ${low}`
          : `${low} to ${high}`;
    const [predicted, observed] = [
      part.map((m) => differenceOf(m.predicted)),
      part.map((m) => differenceOf(m.observed)),
    ];
    return [`| ${name} | ${count(part.length)} | ${mean(predicted)} | ${mean(observed)} |`];
  });
  const { slope, error, correlation } = compareDifferences(matches);
  const pairs = [...new Set(matches.map(({ teams }) => teams))].map((teams) => {
    const part = matches.filter((match) => match.teams === teams);
    const goals = (key: 'predicted' | 'observed'): string =>
      mean(part.map((match) => (match[key][0] + match[key][1]) * GOALS_PER_FRAME));
    return `| ${teams} | ${part.length} | ${goals('predicted')} | ${goals('observed')} |`;
  });
  const all = compareGoals(matches);
  return [
    '| goals by values, left less right | matches | mean by values | mean of goals |',
    '|---|--:|--:|--:|',
    ...rows,
    '',
    `Over the ${count(matches.length)} matches the slope is ${slope.toFixed(3)} ± ${(1.96 * error).toFixed(3)} and the correlation ${correlation.toFixed(2)}. The values give ${all.difference.toFixed(3)} ± ${(1.96 * all.error).toFixed(3)} goals more than there are.`,
    '',
    '| teams | matches | goals of both by values | goals of both |',
    '|---|--:|--:|--:|',
    ...pairs,
  ].join('\n');
}

/** Goals of a pair of teams in the matches held back as a share of those that the values give. */
function factorOfPair(matches: readonly MatchRow[], teams: string): number {
  const part = matches.filter((match) => match.teams === teams);
  const sum = (key: 'predicted' | 'observed'): number =>
    part.reduce((total, match) => total + match[key][0] + match[key][1], 0);
  return sum('observed') / sum('predicted');
}

/** Continuations of states of game logs, by pair of teams and by prediction. */
function logFuturesTable(name: Parameters<typeof readLogFutures>[0]): {
  text: string;
  rows: CalibrationRow[];
} {
  const predict = predictChances(DEFAULT_MODEL);
  const states = readLogFutures(name);
  const rows = compareFutures(states, predict);
  const pairs = [...new Set(states.map(({ teams }) => teams))].map((teams) => {
    const part = states.filter((state) => state.teams === teams);
    return row(`${teams}, ${count(part.length)} states`, summarizeRows(compareFutures(part, predict)));
  });
  const text = [
    table('teams of the log', 'continuations', pairs),
    reliability('continuations', rows),
    `${count(states.length)} states. ${sentence(rows)}`,
  ].join('\n\n');
  return { text, rows };
}

function trainingTable(): string {
  const { matches, frames, seed, teams } = DEFAULT_MODEL.training;
  return [
    `${count(matches)} matches with ${count(frames)} frames, seed ${seed}:`,
    '',
    '| teams | matches |',
    '|---|--:|',
    ...Object.entries(teams)
      .sort(([, a], [, b]) => b - a)
      .map(([name, n]) => `| ${name} | ${count(n)} |`),
  ].join('\n');
}

/** Parts of the page by name, and its plots by file name. */
export function writeParts(): { parts: Record<string, string>; plots: Record<string, string> } {
  const held = readHeldBack();
  const matches = readMatches();
  const states = readFutures();
  const futures = compareFutures(states, predictChances(DEFAULT_MODEL));
  const factor = factorOfPair(matches, 'base against base');
  const scale = (rows: readonly CalibrationRow[]) =>
    rows.map((part) => ({ ...part, predicted: part.predicted * factor }));
  const ofLogs = logFuturesTable('log-futures');
  const byPhase = table(
    'phase, as the side sees it',
    'frames',
    PHASES.map((phase) => row(phase, summarizeRows(held.filter((part) => part.phase === phase)))),
  );
  const possession = readPossession();
  const byPossession = table(
    'phase, and the side that is first at the ball',
    'frames',
    [...new Set(possession.map(({ phase }) => phase))]
      .sort()
      .map((phase) =>
        row(phase.replace(' · ', ', '), summarizeRows(possession.filter((part) => part.phase === phase))),
      ),
  );
  const plot = (rows: readonly CalibrationRow[], title: string): string =>
    plotReliability(
      groupByPrediction(rows).map((group) => summarizeRows(group.rows)),
      title,
    );
  return {
    parts: {
      training: trainingTable(),
      'held-back': `${reliability('frames', held)}\n\n${sentence(held)}\n\n${byPhase}`,
      possession: byPossession,
      futures: `${reliability('continuations', futures)}\n\n${count(states.length)} states. ${sentence(futures)}\n\nChances × ${factor.toFixed(2)}, the goals of base against base in the matches held back as a share of those that the values give: ${sentence(scale(futures))}`,
      'log-futures': `${ofLogs.text}\n\nChances × ${factor.toFixed(2)}, as above: ${sentence(scale(ofLogs.rows))}`,
      'program-futures': logFuturesTable('program-futures').text,
      sums: sumsTable(matches),
    },
    plots: {
      'values-held-back.svg': plot(held, `${count(matches.length)} matches held back`),
      'values-futures.svg': plot(futures, `${count(states.length)} states, 100 continuations each`),
    },
  };
}

/** Puts the parts into a page, between `<!-- values: NAME -->` and `<!-- /values -->`. */
export function fillPage(page: string, parts: Readonly<Record<string, string>>): string {
  return page.replace(
    /(<!-- values: ([\w-]+) -->\n)[\s\S]*?(<!-- \/values -->)/g,
    (all, begin: string, name: string, end: string) => {
      const part = parts[name];
      return part === undefined ? all : `${begin}\n${part}\n\n${end}`;
    },
  );
}
