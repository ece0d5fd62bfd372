import { createReadStream } from 'node:fs';
import { type Frame, sideName } from '@rcss/core';
import { type LogRecord, readLog } from '@rcss/logs';
import { createAnalyzer, type MatchAnalysis, type MatchStats, summarize } from '@rcss/stats';
import { type BestPlayer, type BestScene, findBestPlayer, findBestScenes } from '@rcss/stats/analysis';
import { collectSituationParams, type SituationParams } from '@rcss/stats/describe';

/** A game log that was analyzed. */
export interface PublishedMatch {
  readonly analysis: MatchAnalysis;
  readonly stats: MatchStats;
  readonly params: SituationParams;
  readonly best: BestPlayer | null;
}

/**
 * Reads and analyzes a log.
 *
 * @throws Error if the file cannot be read, or has no frames.
 */
export async function readMatch(log: string): Promise<PublishedMatch> {
  const analyzer = createAnalyzer();
  const head: LogRecord[] = [];
  let showCount = 0;
  for await (const record of readLog(createReadStream(log), { reuseFrames: true })) {
    if (record.type === 'show') showCount++;
    else if (showCount === 0) head.push(record);
    analyzer.addRecord(record);
  }
  if (showCount === 0) throw new Error('the log has no frames');
  const analysis = analyzer.finish();
  const stats = summarize(analysis);
  return { analysis, stats, params: collectSituationParams(head), best: findBestPlayer(stats) };
}

/** Calls `use` with every frame of some parts of a log, in order, and the two frames before it. */
export async function readFrames(
  log: string,
  parts: readonly { readonly from: number; readonly to: number }[],
  use: (frames: readonly [Frame, Frame | undefined, Frame | undefined], show: number) => Promise<void> | void,
): Promise<void> {
  let show = -1;
  let part = 0;
  let previous: Frame | undefined;
  let beforePrevious: Frame | undefined;
  for await (const record of readLog(createReadStream(log))) {
    if (record.type !== 'show') continue;
    show++;
    const { frame } = record;
    while (part < parts.length && show > parts[part]!.to) part++;
    if (part >= parts.length) return;
    if (show >= parts[part]!.from) await use([frame, previous, beforePrevious], show);
    beforePrevious = previous;
    previous = frame;
  }
}

/** The best scenes of a match, at most so many shows. */
export function findScenes({ analysis }: PublishedMatch, shows: number): readonly BestScene[] {
  return findBestScenes(analysis, shows);
}

/** Minute of a game time, from 1. */
export function toMinute(time: number, intervalMs = 100): number {
  return Math.floor((Math.max(0, time - 1) * intervalMs) / 60_000) + 1;
}

/** Describes the scorers of both teams: `Foxes: 9 (3', 7'), own goal by 4 (8')`; empty without goals. */
export function describeScorers({ goals, teams }: MatchStats): string {
  const teamTexts = (['l', 'r'] as const).map((side) => {
    const minutes = new Map<string, number[]>();
    for (const goal of goals.filter((row) => row.side === side)) {
      const name =
        goal.ownGoalBy > 0 ? `own goal by ${goal.ownGoalBy}` : goal.unum > 0 ? String(goal.unum) : 'goal';
      minutes.set(name, [...(minutes.get(name) ?? []), toMinute(goal.time)]);
    }
    const scorers = [...minutes].map(([name, times]) => `${name} (${times.map((t) => `${t}′`).join(', ')})`);
    return scorers.length === 0 ? '' : `${teams[side].name || sideName(side)}: ${scorers.join(', ')}`;
  });
  return teamTexts.filter((text) => text !== '').join('. ');
}
