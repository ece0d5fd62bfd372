/** Reads keepaway logs, `.kwy` (spec 09 §12). */

/** Episode of a keepaway task. */
export interface KeepawayEpisode {
  /** Number of the episode, from 1. */
  readonly number: number;
  /** Game time at the start, cycles. */
  readonly start: number;
  /** Game time at the end, cycles. */
  readonly end: number;
  /** Duration, cycles. */
  readonly duration: number;
  /** Why the episode ended: `o` the ball left the region, `t` the takers got the ball. */
  readonly reason: 'o' | 't';
}

/** Contents of a keepaway log. Values that its header does not have are null. */
export interface KeepawayLog {
  /** Count of keepers. */
  readonly keepers: number | null;
  /** Count of takers. */
  readonly takers: number | null;
  /** Length of the region, m. */
  readonly length: number | null;
  /** Width of the region, m. */
  readonly width: number | null;
  /** Episodes in order. */
  readonly episodes: readonly KeepawayEpisode[];
  /** Numbers (from 1) of the lines that are neither comments nor episodes. */
  readonly badLines: readonly number[];
}

const EPISODE = /^(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+([ot])\s*$/;

/** Parses a keepaway log. It does not throw: lines that cannot be read are in `badLines`. */
export function parseKeepawayLog(text: string): KeepawayLog {
  const findNumber = (pattern: RegExp, group: number): number | null => {
    const match = pattern.exec(text);
    return match === null ? null : Number(match[group]);
  };
  const region = /^#\s*Region:\s*([\d.]+)\s*x\s*([\d.]+)/m;
  const episodes: KeepawayEpisode[] = [];
  const badLines: number[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const match = EPISODE.exec(line);
    if (match === null) {
      badLines.push(i + 1);
      continue;
    }
    const [n = 0, start = 0, end = 0, duration = 0] = match.slice(1, 5).map(Number);
    episodes.push({ number: n, start, end, duration, reason: match[5] as 'o' | 't' });
  }
  return {
    keepers: findNumber(/^#\s*Keepers:\s*(\d+)/m, 1),
    takers: findNumber(/^#\s*Takers:\s*(\d+)/m, 1),
    length: findNumber(region, 1),
    width: findNumber(region, 2),
    episodes,
    badLines,
  };
}
