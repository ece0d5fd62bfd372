/** Text and table of decisive kicks that were played on. */
import type { TableRow } from '@rcss/logs/text';
import { formatMean } from './format-what-if.js';
import type { MomentOptions, PlayedMoment } from './play-moments.js';

/** Returns the rows of the table of moments that were played on. */
export function createPlayedRows(moments: readonly PlayedMoment[]): Record<string, string | number>[] {
  return moments.map(({ asPlayed, best, bestValue, text, ...moment }) => ({
    ...moment,
    asPlayed: asPlayed.mean,
    asPlayedLow: asPlayed.low,
    asPlayedHigh: asPlayed.high,
    best,
    bestValue: bestValue.mean,
    bestLow: bestValue.low,
    bestHigh: bestValue.high,
    text,
  }));
}

/** Adds the columns `exact…` to the rows of the table of actions: the values of those that were played on, empty for the others. */
export function addPlayedColumns(rows: readonly TableRow[], moments: readonly PlayedMoment[]): TableRow[] {
  return rows.map((row) => {
    const played = moments.find(({ actionId }) => actionId === row['actionId']);
    return {
      ...row,
      exactPlayed: played?.asPlayed.mean ?? null,
      exactPlayedLow: played?.asPlayed.low ?? null,
      exactPlayedHigh: played?.asPlayed.high ?? null,
      exactBest: played?.best ?? null,
      exactBestValue: played?.bestValue.mean ?? null,
      exactBestLow: played?.bestValue.low ?? null,
      exactBestHigh: played?.bestValue.high ?? null,
    };
  });
}

/** Formats the moments as a part of the report. */
export function formatPlayedMoments(
  moments: readonly PlayedMoment[],
  { count, cycles }: Pick<MomentOptions, 'count' | 'cycles'>,
): string {
  const lines = moments.flatMap(({ time, text, asPlayed, best, bestValue }) => [
    `${String(time).padStart(6)}  ${text}`,
    `        as played ${formatMean(asPlayed)}; best: ${best}, ${formatMean(bestValue)}`,
  ]);
  return `\ndecisive kicks, continued ${count} times for ${cycles} cycles by base teams (95 % intervals)\n${lines.join('\n')}\n`;
}
