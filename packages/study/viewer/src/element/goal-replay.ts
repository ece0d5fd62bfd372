import type { Mark } from '@rcss/frames';
import type { Playback } from '../playback.js';
import type { Viewer } from '../view/viewer.js';

/** Time from a goal to its replay: the pop-up of the goal is over. */
const DELAY_MS = 2600;
/** Frames before and after the goal that the replay shows, and its factor of the normal speed. */
const FRAMES_BEFORE = 50;
const FRAMES_AFTER = 4;
const REPLAY_SPEED = 0.75;
/** Most frames between two pictures of forward playback; more are a jump to another moment. */
const MAX_STEP = 40;

/** Playback before a replay. */
type Before = Pick<Playback, 'isLive' | 'position' | 'speed'>;

/** Replays each goal of forward playback, then continues where the playback was: a live match at its newest frame. */
export class GoalReplay {
  readonly #viewer: Viewer;
  readonly #onChange: () => void;
  #lastIndex = -1;
  #timer = 0;
  #goal: Mark | null = null;
  #before: Before | null = null;

  /** Calls `onChange` when a replay begins or ends. */
  constructor(viewer: Viewer, onChange: () => void) {
    this.#viewer = viewer;
    this.#onChange = onChange;
  }

  /** The goal that is replayed; null without one. */
  get goal(): Mark | null {
    return this.isActive ? this.#goal : null;
  }

  /** Whether a replay is shown. */
  get isActive(): boolean {
    return this.#before !== null;
  }

  /** Forgets a replay that waits or runs; for a new match. */
  reset(): void {
    this.#viewer.hasReplay = false;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#lastIndex = -1;
    this.#goal = null;
    if (this.#before === null) return;
    this.#viewer.playback.speed = this.#before.speed;
    this.#before = null;
    this.#onChange();
  }

  /** Finds a goal in the frames since the last call; ends the replay after its last frame. */
  update(): void {
    const { frameIndex, source } = this.#viewer;
    if (source === null) return;
    if (this.#before !== null) {
      if (this.#goal !== null && frameIndex >= Math.min(source.last, this.#goal.index + FRAMES_AFTER))
        this.#end();
      return;
    }
    const last = this.#lastIndex;
    this.#lastIndex = frameIndex;
    if (last < 0 || frameIndex <= last || frameIndex - last > MAX_STEP || this.#timer !== 0) return;
    const goal = source.marks.find(
      ({ kind, index }) => kind === 'goal' && index > last && index <= frameIndex,
    );
    if (goal === undefined) return;
    this.#viewer.hasReplay = true;
    this.#timer = window.setTimeout(() => this.#begin(goal), DELAY_MS);
  }

  #begin(goal: Mark): void {
    this.#timer = 0;
    this.#goal = goal;
    this.#viewer.controlPlayback((playback, source) => {
      const { isLive, position, speed } = playback;
      this.#before = { isLive, position, speed };
      playback.speed = speed * REPLAY_SPEED;
      playback.seek(Math.max(source.first, goal.index - FRAMES_BEFORE), source);
      playback.play(1);
    });
    this.#onChange();
  }

  #end(): void {
    this.#viewer.hasReplay = false;
    const before = this.#before;
    this.#before = null;
    this.#goal = null;
    this.#lastIndex = -1;
    this.#viewer.controlPlayback((playback, source) => {
      if (before === null) return;
      playback.speed = before.speed;
      if (before.isLive) {
        playback.goLive();
        return;
      }
      playback.seek(before.position, source);
      playback.play(1);
    });
    this.#onChange();
  }
}
