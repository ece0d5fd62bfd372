import { type GoalRow, summarize } from '@rcss/stats';
import type { MatchSource } from '../source.js';
import type { SharedAnalysis } from './shared-analysis.js';
import type { StatisticsRun } from './statistics-run.js';

/** Delay until new frames of a live match are analyzed. */
const LIVE_INTERVAL_MS = 400;

/** Returns the minute of a match that is running at a cycle; the first minute is 1. */
export function computeMinute(cycle: number, cycleMs: number): number {
  return Math.floor((cycle * cycleMs) / 60_000) + 1;
}

/** Returns scorer, assist and minute in words: `by 9, pass by 7, minute 3`. */
export function formatGoal(
  goal: Pick<GoalRow, 'unum' | 'assist' | 'ownGoalBy'> | undefined,
  minute: number,
): string {
  const parts: string[] = [];
  if (goal !== undefined && goal.ownGoalBy > 0) parts.push(`own goal by ${goal.ownGoalBy}`);
  else if (goal !== undefined && goal.unum > 0) parts.push(`by ${goal.unum}`);
  if (goal !== undefined && goal.assist > 0) parts.push(`pass by ${goal.assist}`);
  return [...parts, `minute ${minute}`].join(', ');
}

/** Returns the minutes of goals by scorer: `9` or `4 (own goal)`; `Goal` if the scorer is not known. */
export function groupScorers(
  goals: readonly Pick<GoalRow, 'unum' | 'ownGoalBy' | 'time'>[],
  cycleMs: number,
): readonly (readonly [name: string, minutes: string])[] {
  const minutes = new Map<string, string[]>();
  for (const { unum, ownGoalBy, time } of goals) {
    const name = ownGoalBy > 0 ? `${ownGoalBy} (own goal)` : unum > 0 ? String(unum) : 'Goal';
    minutes.set(name, [...(minutes.get(name) ?? []), `${computeMinute(time, cycleMs)}′`]);
  }
  return [...minutes].map(([name, times]) => [name, times.join(', ')] as const);
}

/** The parts of the viewer that {@link GoalDetails} uses. */
interface SourceHolder {
  readonly source: MatchSource | null;
  readonly analysis: SharedAnalysis;
  subscribe(listener: (event: string) => void): void;
}

/** Finds scorers and assists while the browser is idle: of a whole log, and of a live match from the start of the page on. */
export class GoalDetails {
  readonly #viewer: SourceHolder;
  #run: StatisticsRun | null = null;
  #goals = new Map<number, GoalRow>();
  /** Frames up to which the goals were read. */
  #readUntil = 0;
  #timer = 0;

  constructor(viewer: SourceHolder) {
    this.#viewer = viewer;
    viewer.subscribe((event) => {
      if ((event === 'source' || event === 'frame') && this.#timer === 0) this.#schedule(0);
    });
  }

  /** Goals that are known so far. */
  get count(): number {
    return this.#goals.size;
  }

  /** Returns the goal with which the score changed in this frame; undefined if it is not known (yet). */
  find(index: number): GoalRow | undefined {
    const known = this.#goals.get(index);
    const run = this.#run;
    if (known !== undefined || run === null || run.source !== this.#viewer.source) return known;
    run.analyzeSlice();
    if (run.nextIndex > index) this.#readGoals(run);
    return this.#goals.get(index);
  }

  #schedule(delayMs: number): void {
    this.#timer = window.setTimeout(() => {
      if (typeof requestIdleCallback === 'function')
        requestIdleCallback(() => this.#analyze(), { timeout: 500 });
      else this.#analyze();
    }, delayMs);
  }

  #analyze(): void {
    this.#timer = 0;
    const run = this.#findRun();
    if (run === null) return;
    const { source } = run;
    const before = run.nextIndex;
    run.analyzeSlice();
    const marked = source.marks.filter((mark) => mark.kind === 'goal' && mark.index < run.nextIndex);
    const isMissing = marked.some((mark) => mark.index >= run.firstIndex && !this.#goals.has(mark.index));
    if (run.nextIndex > this.#readUntil && isMissing) this.#readGoals(run);
    // Without progress, the frames have been requested from the bridge.
    if (!run.isComplete && run.nextIndex > before) this.#schedule(0);
    else if (source.kind === 'live') this.#schedule(LIVE_INTERVAL_MS);
  }

  #findRun(): StatisticsRun | null {
    const run = this.#viewer.analysis.findRun(false);
    if (run !== this.#run) {
      this.#goals = new Map();
      this.#readUntil = 0;
      this.#run = run;
    }
    return run;
  }

  #readGoals(run: StatisticsRun): void {
    this.#readUntil = run.nextIndex;
    const { goals } = summarize(run.getResult());
    this.#goals = new Map(goals.map((goal) => [run.firstIndex + goal.show, goal]));
  }
}
