/** Text and table of decisive kicks that were played on. */
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
