import type { TimeSummary } from '../jobs/team-check.js';

/** Counts of delays of a player, as the server has them. */
interface DelayCounts {
  /** Element n counts delays from n to n + 1 ms; the last element also counts all longer ones. */
  readonly delayCounts: readonly number[];
  readonly maxDelayMs: number;
}

/** Summary of the delays of several players, rounded up to whole ms; null without any. */
export function summarizeDelays(players: readonly DelayCounts[]): TimeSummary | null {
  const maxMs = players.reduce((most, { maxDelayMs }) => Math.max(most, maxDelayMs), 0);
  const counts: number[] = [];
  for (const { delayCounts } of players)
    for (const [ms, count] of delayCounts.entries()) counts[ms] = (counts[ms] ?? 0) + count;
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const quantile = (share: number): number => {
    let left = Math.ceil(total * share);
    const index = counts.findIndex((count) => {
      left -= count;
      return left <= 0;
    });
    // The last class has no upper end.
    return index === counts.length - 1 ? maxMs : Math.min(index + 1, maxMs);
  };
  return { medianMs: quantile(0.5), p95Ms: quantile(0.95), maxMs };
}
