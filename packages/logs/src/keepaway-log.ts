/** Keepaway logs, `.kwy` (spec 09 §12). */

/** One episode. */
export interface KeepawayEpisode {
  /** Starts at 1. */
  readonly number: number;
  /** In steps. */
  readonly start: number;
  readonly end: number;
  readonly duration: number;
  /** `o` out of bounds, `t` taken away. */
  readonly reason: 'o' | 't';
}

/** Contents of a keepaway log; header values are null if the header does not have them. */
export interface KeepawayLog {
  readonly keepers: number | null;
  readonly takers: number | null;
  /** Meters. */
  readonly length: number | null;
  readonly width: number | null;
  readonly episodes: readonly KeepawayEpisode[];
  /** Numbers of lines, from 1, that are neither comments nor episodes. */
  readonly badLines: readonly number[];
}

/** Returns the header, written when the task starts. */
export function keepawayHeader(keepers: number, takers: number, length: number, width: number): string {
  return `# Keepers: ${keepers}
# Takers:  ${takers}
# Region:  ${length} x ${width}
#
# Description of Fields:
# 1) Episode number
# 2) Start time in simulator steps (100ms)
# 3) End time in simulator steps (100ms)
# 4) Duration in simulator steps (100ms)
# 5) (o)ut of bounds / (t)aken away
#
`;
}

/** Returns the line of an episode, with its line feed. */
export function keepawayLine(episode: KeepawayEpisode): string {
  return `${episode.number}\t${episode.start}\t${episode.end}\t${episode.duration}\t${episode.reason}\n`;
}

const EPISODE = /^(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+([ot])\s*$/;

/** Reads a keepaway log. */
export function readKeepawayLog(text: string): KeepawayLog {
  const number = (pattern: RegExp, group: number): number | null => {
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
    keepers: number(/^#\s*Keepers:\s*(\d+)/m, 1),
    takers: number(/^#\s*Takers:\s*(\d+)/m, 1),
    length: number(region, 1),
    width: number(region, 2),
    episodes,
    badLines,
  };
}
