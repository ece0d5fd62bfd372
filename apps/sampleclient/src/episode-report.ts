import type { ScenarioEpisode, ScenarioTrainer } from '@rcss/env/team';

/** Quantile of the normal distribution for intervals of 95 %. */
const QUANTILE = 1.96;

/** Share of the episodes with one outcome. */
export interface EndingShare {
  readonly outcome: string;
  readonly episodes: number;
  readonly share: number;
  /** Wilson's interval of 95 %. */
  readonly low: number;
  readonly high: number;
}

/** How the episodes of a scenario ended. */
export interface EpisodeReport {
  readonly scenario: string;
  /** Names of the teams; null if they were not there. */
  readonly left: string | null;
  /** Likewise; empty if the scenario has one team. */
  readonly right: string | null;
  readonly episodes: number;
  /** The most frequent outcome first. */
  readonly outcomes: readonly EndingShare[];
  readonly goalsLeft: number;
  readonly goalsRight: number;
  /** Mean length of an episode, cycles; null without episodes. */
  readonly cycles: number | null;
  readonly problems: readonly string[];
}

/** Returns Wilson's interval of 95 % for a share. */
export function computeShareInterval(
  count: number,
  total: number,
): { readonly low: number; readonly high: number } {
  if (total === 0) return { low: 0, high: 1 };
  const square = QUANTILE * QUANTILE;
  const share = count / total;
  const center = (share + square / (2 * total)) / (1 + square / total);
  const half =
    (QUANTILE / (1 + square / total)) *
    Math.sqrt((share * (1 - share)) / total + square / (4 * total * total));
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) };
}

const sum = (results: readonly ScenarioEpisode[], pick: (result: ScenarioEpisode) => number): number =>
  results.reduce((total, result) => total + pick(result), 0);

/** Counts the episodes of a trainer. */
export function createEpisodeReport(
  scenario: string,
  { results, problems, names }: Pick<ScenarioTrainer, 'results' | 'problems' | 'names'>,
): EpisodeReport {
  const counts = new Map<string, number>();
  for (const { outcome } of results) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const total = results.length;
  return {
    scenario,
    left: names?.left ?? null,
    right: names?.right ?? null,
    episodes: total,
    outcomes: [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([outcome, episodes]) => ({
        outcome,
        episodes,
        share: episodes / total,
        ...computeShareInterval(episodes, total),
      })),
    goalsLeft: sum(results, ({ goalsLeft }) => goalsLeft),
    goalsRight: sum(results, ({ goalsRight }) => goalsRight),
    cycles: total === 0 ? null : sum(results, ({ cycles }) => cycles) / total,
    problems: [...problems],
  };
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Formats a report as lines of text. */
export function formatEpisodeReport(report: EpisodeReport): string {
  const { scenario, left, right, episodes, outcomes, goalsLeft, goalsRight, cycles, problems } = report;
  const mean = cycles === null ? '' : `, ${cycles.toFixed(1)} cycles each`;
  const lines = [`${scenario}: ${episodes} episodes${mean}, goals ${goalsLeft} : ${goalsRight}`];
  if (left !== null) lines.push(`  left = ${left}, right = ${right || '-'}`);
  for (const { outcome, episodes: count, share, low, high } of outcomes)
    lines.push(
      `  ${outcome.padEnd(12)} ${String(count).padStart(6)}  ${percent(share)} (${percent(low)} to ${percent(high)})`,
    );
  for (const problem of problems) lines.push(`  problem: ${problem}`);
  return `${lines.join('\n')}\n`;
}
