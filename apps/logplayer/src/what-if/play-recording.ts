/** Continues a recorded match with the programs of its teams: K futures from a cycle, with something changed. */
import { join } from 'node:path';
import type { Side } from '@rcss/core';
import { readInputFile } from '@rcss/core/node';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { decompress } from '@rcss/logs/codec';
import {
  type ChangedCommands,
  parseChange,
  RehearsalError,
  type RehearsalPlan,
  rehearse,
} from '@rcss/match-server/program';
import { type RecordingReader, readRecording } from '@rcss/simulator/recording';
import { formatMean, formatShare } from './format-what-if.js';
import { type Mean, type Share, toMean, toShare } from './play-what-if.js';
import { loadTeamCode } from './team-code.js';

export interface RecordingQuestion {
  /** Path of the recording. */
  readonly path: string;
  /** Game time of the first decision that the programs make themselves. */
  readonly cycle: number;
  /** Start commands of the teams, or `module:FILE`. */
  readonly teams: Readonly<Record<Side, string>>;
  /** Whether their programs run in the sandbox of leagues. */
  readonly sandbox?: boolean;
  readonly count: number;
  /** Futures that are played at the same time. */
  readonly jobs: number;
  /** Length of a future, cycles. */
  readonly cycles: number;
  /** Whether a future ends with the next goal. */
  readonly endsWithGoal: boolean;
  /** Seed of the first future, the next one has the next seed; null: the random numbers of the match, for one future. */
  readonly seed: number | null;
  /** Other commands of a player in the first cycle, such as `l9 (kick 100 0)`. */
  readonly change?: string;
  /** Other parameters, `server::NAME=VALUE`. */
  readonly set: readonly string[];
  /** Time for a decision, s. */
  readonly limit: number;
  /** Folder for the game logs and recordings of the futures, one folder each. */
  readonly logs?: string;
  readonly onProgress?: (done: number, of: number) => void;
  /** Called at the end of each future, with the places of the ball from the cycle on, and with the report about all that are played. */
  readonly onFuture?: (future: RecordedFuture, ball: readonly FutureBall[], report: RecordingFutures) => void;
  /** Called when the match of a future is there, before its programs start. */
  readonly onStart?: RehearsalPlan['onStart'];
  readonly signal?: AbortSignal;
}

/** Place of the ball after a cycle; m, field frame, rounded to 0.1. */
export type FutureBall = readonly [x: number, y: number];

/** How one future went. */
export interface RecordedFuture {
  readonly seed: number | null;
  readonly score: { readonly left: number; readonly right: number };
  /** Side of the first goal of the future; null: none. */
  readonly goal: Side | null;
  /** Goals of the left team less those of the right one, since the cycle. */
  readonly difference: number;
  /** Game time of the end. */
  readonly time: number;
  readonly digest: number;
  /** Game time of the first state that the recorded match does not have; null: it is the recorded match. */
  readonly differsFrom: number | null;
  /** Decisions before the cycle with other commands than the recorded ones, by side. */
  readonly others: Readonly<Record<Side, number>>;
  /** Time to reach the cycle, and from there on, s. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly log: string | null;
}

/** What follows from a cycle of a recorded match. */
export interface RecordingFutures {
  readonly recording: string;
  readonly cycle: number;
  readonly cycles: number;
  readonly left: string;
  readonly right: string;
  readonly change: string | null;
  readonly set: readonly string[];
  /** The next goal, with 95 % intervals (Wilson). */
  readonly goals: { readonly l: Share; readonly r: Share; readonly none: Share };
  /** Goal difference since the cycle for the left team, with a 95 % interval (bootstrap). */
  readonly difference: Mean;
  readonly futures: readonly RecordedFuture[];
  /** Whether a signal ended the work early. */
  readonly isPartial: boolean;
}

/** Whether a file is named as a recording of a match. */
export function isRecordingName(path: string): boolean {
  return /\.rec(\.gz|\.zst)?$/.test(path);
}

/**
 * Plays the futures. When the promise resolves or rejects, all programs have ended.
 *
 * @throws {CommandLineError} if an option is wrong, a program fails or the recording ends before the cycle
 */
export async function playRecordingFutures(question: RecordingQuestion): Promise<RecordingFutures> {
  const { path, cycle, count, seed, set, signal, change, teams, sandbox } = question;
  const { bytes, reader } = readRecordingFile(path);
  const matchSeed = reader.header.seed;
  if (seed === null && count > 1)
    throw new CommandLineError(
      '--count: futures with the random numbers of the match are all the same',
      EXIT.usage,
    );
  const changed = change === undefined ? undefined : readChange(change, cycle);
  const server = Object.fromEntries(set.map(parseSetting));
  const load = (side: Side) => loadTeamCode(teams[side], false, sandbox);
  const code = { l: await load('l'), r: await load('r') };
  const played: RecordedFuture[] = [];
  const names = { l: '', r: '' };
  // Futures that are not played yet are holes.
  const summarize = () => summarizeFutures(question, names, Object.values(played));
  const failed = new AbortController();
  const work = { ...question, signal: AbortSignal.any([failed.signal, ...(signal ? [signal] : [])]) };
  let next = 0;
  let done = 0;
  const playNext = async (): Promise<void> => {
    while (next < count && !work.signal.aborted) {
      const i = next++;
      const playsFrom = {
        time: cycle,
        ...(seed !== null && { seed: seed + i }),
        ...(set.length > 0 && { server }),
        ...(changed && { changed }),
      };
      const opened = { l: code.l('l', matchSeed), r: code.r('r', matchSeed) };
      const teams = { l: opened.l.team, r: opened.r.team };
      const future = await playFuture(bytes, work, i, { teams, playsFrom }).finally(() => {
        opened.l.close();
        opened.r.close();
      });
      if (future === null) return;
      Object.assign(names, future.names);
      played[i] = future.future;
      done += 1;
      question.onProgress?.(done, count);
      question.onFuture?.(future.future, future.ball, summarize());
    }
  };
  const workers = Array.from({ length: Math.min(question.jobs, count) }, () =>
    playNext().catch((error) => {
      // The others end before the error is reported.
      failed.abort();
      throw error;
    }),
  );
  const problem = (await Promise.allSettled(workers)).find((worker) => worker.status === 'rejected');
  if (problem !== undefined) throw explain(path, problem.reason);
  return summarize();
}

/**
 * Reads a recording; `bytes` are not compressed, `reader` is at the begin.
 *
 * @throws {CommandLineError} if it cannot be read
 */
export function readRecordingFile(path: string): {
  readonly bytes: Uint8Array;
  readonly reader: RecordingReader;
} {
  let problem: string;
  try {
    const { bytes } = decompress(readInputFile(path));
    const opened = readRecording(bytes);
    if (opened.ok) return { bytes, reader: opened.value };
    problem = opened.error.message;
  } catch (error) {
    problem = (error as Error).message;
  }
  throw new CommandLineError(`${path}: ${problem}`, EXIT.usage);
}

/** What the futures have in common: how often a goal follows, the mean difference, both with intervals. */
export function summarizeFutures(
  question: RecordingQuestion,
  names: Readonly<Record<Side, string>>,
  futures: readonly RecordedFuture[],
): RecordingFutures {
  if (futures.length === 0)
    throw new CommandLineError('ended by a signal before the first future', EXIT.interrupted);
  return {
    recording: question.path,
    cycle: question.cycle,
    cycles: question.cycles,
    left: names.l,
    right: names.r,
    change: question.change ?? null,
    set: question.set,
    goals: { l: toShare(futures, 'l'), r: toShare(futures, 'r'), none: toShare(futures, null) },
    difference: toMean(futures.map(({ difference }) => difference)),
    futures,
    isPartial: futures.length < question.count,
  };
}

function explain(path: string, error: unknown): unknown {
  if (error instanceof RehearsalError) return new CommandLineError(`${path}: ${error.message}`);
  return error instanceof RangeError ? new CommandLineError(`--set: ${error.message}`, EXIT.usage) : error;
}

/** A future that was played, with the names of its teams. */
interface PlayedFuture {
  readonly future: RecordedFuture;
  readonly ball: readonly FutureBall[];
  readonly names: Readonly<Record<Side, string>>;
}

/** Plays one future; null if a signal ended it. */
async function playFuture(
  bytes: Uint8Array,
  { path, cycle, cycles, endsWithGoal, limit, logs, signal, onStart }: RecordingQuestion,
  index: number,
  plan: Required<Pick<RehearsalPlan, 'teams' | 'playsFrom'>>,
): Promise<PlayedFuture | null> {
  const others = { l: 0, r: 0 };
  const places: FutureBall[] = [];
  const startedAt = performance.now();
  let playedAt = startedAt;
  let before: { readonly l: number; readonly r: number } | null = null;
  let goal: Side | null = null;
  const { end, names, hasPlayed, differsFrom, logPaths } = await rehearse(bytes, {
    ...plan,
    limitMs: limit * 1000,
    connectTimeoutMs: 30_000,
    ...(logs !== undefined && { logs: join(logs, String(index + 1)) }),
    ...(signal && { signal }),
    ...(onStart && { onStart }),
    onDecision({ side, recorded, decided }) {
      if (recorded.join('') !== decided.join('')) others[side] += 1;
    },
    onStep({ world: { time, left, right, ball } }, isPlaying) {
      if (isPlaying) places.push([Math.round(10 * ball.pos.x) / 10, Math.round(10 * ball.pos.y) / 10]);
      if (!isPlaying) before = { l: left.score, r: right.score };
      if (!isPlaying) playedAt = performance.now();
      if (before === null) before = { l: 0, r: 0 };
      if (left.score > before.l) goal ??= 'l';
      if (right.score > before.r) goal ??= 'r';
      return !isPlaying || (time < cycle + cycles && !(endsWithGoal && goal !== null));
    },
  });
  if (signal?.aborted === true) return null;
  if (!hasPlayed)
    throw new CommandLineError(`${path}: the recording ends at cycle ${end.time}, before cycle ${cycle}`);
  const from = before ?? { l: 0, r: 0 };
  const { score, time, digest } = end;
  return {
    names,
    ball: places,
    future: {
      seed: plan.playsFrom.seed ?? null,
      score,
      goal,
      difference: score.left - from.l - (score.right - from.r),
      time,
      digest,
      differsFrom,
      others,
      warmUpSeconds: (playedAt - startedAt) / 1000,
      seconds: (performance.now() - playedAt) / 1000,
      log: logPaths.gameLog ?? null,
    },
  };
}

function readChange(text: string, time: number): ChangedCommands {
  try {
    return parseChange(text, time);
  } catch (error) {
    throw new CommandLineError(`--change ${(error as Error).message}`, EXIT.usage);
  }
}

function parseSetting(text: string): [string, unknown] {
  const found = /^server::(\w+)=(.*)$/.exec(text);
  if (found === null) throw new CommandLineError(`--set '${text}': allowed: server::NAME=VALUE`, EXIT.usage);
  const [, name = '', value = ''] = found;
  if (/^(true|on|yes)$/i.test(value)) return [name, true];
  if (/^(false|off|no)$/i.test(value)) return [name, false];
  return [name, value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value)];
}

/** Formats a future as a line. */
export function formatFuture({ seed, score, time, differsFrom, log }: RecordedFuture): string {
  const match = differsFrom === null ? 'the recorded match' : `another match from ${differsFrom} on`;
  return `${seed === null ? 'as in the match' : `seed ${seed}`}: ${score.left}:${score.right} at ${time}, ${match}${log === null ? '' : `, ${log}`}`;
}

/** Formats what the futures have in common: the next goal, and the goal difference. */
export function formatCommon({ left, right, goals, difference }: RecordingFutures): readonly string[] {
  return [
    `next goal: ${left} ${formatShare(goals.l, ' %')}, ${right} ${formatShare(goals.r, ' %')}, none ${formatShare(goals.none, ' %')}`,
    `goal difference of ${left}: ${formatMean(difference)}`,
  ];
}

/** Formats the futures as text. */
export function formatRecordingFutures(report: RecordingFutures): string {
  const { cycle, cycles, left, right, change, set, futures } = report;
  const sum = (of: (future: RecordedFuture) => number) =>
    futures.reduce((total, future) => total + of(future), 0);
  const seconds = (of: 'warmUpSeconds' | 'seconds') =>
    (sum((future) => future[of]) / futures.length).toFixed(1);
  return [
    `${left} against ${right} from cycle ${cycle} on, ${futures.length} futures of ${cycles} cycles, with 95 % intervals.`,
    ...(change === null ? [] : [`changed: ${change}`]),
    ...set.map((text) => `changed: ${text}`),
    ...formatCommon(report),
    `decisions before cycle ${cycle} other than recorded: ${left} ${sum(({ others }) => others.l)}, ${right} ${sum(({ others }) => others.r)}`,
    `seconds of a future: ${seconds('warmUpSeconds')} up to the cycle, ${seconds('seconds')} from there on`,
    '',
    ...futures.map(formatFuture),
    '',
  ].join('\n');
}
