import { isShootoutMode, type Side } from '@rcss/core';
import type { Mark } from '@rcss/frames';
import { groupScorers } from '../analysis/goal-details.js';
import { h, setText } from '../dom.js';
import { DEFAULT_OPTIONS } from '../options.js';
import type { Viewer } from '../view/viewer.js';
import { GoalReplay } from './goal-replay.js';

/** Time that the final score of a log is shown before the next match. */
const FINAL_MS = 8000;

const PERIODS = ['First half', 'Second half', 'Extra time, first half', 'Extra time, second half'] as const;

/**
 * The mode for public screens, attribute `screen`: no controls, a large score board with scorers and the half, the replay of each
 * goal, and the final score until the next match.
 */
export class ScreenMode {
  /** Scorers and half, for the score board. */
  readonly scorers: HTMLElement;
  /** What is above the field: the sign of a replay, and the final score. */
  readonly overlay: HTMLElement;
  /** Called when the final score of a log has been shown; returns whether another match follows. By default the log starts again. */
  showNext: () => boolean = () => false;
  /** Called when the replay of a goal begins, and with null when it ends. */
  onReplay: (goal: Mark | null) => void = () => {};
  readonly #viewer: Viewer;
  readonly #replay: GoalReplay;
  readonly #half = h('span', { class: 'half' });
  readonly #lists = { l: h('ul', { class: 'l' }), r: h('ul', { class: 'r' }) };
  readonly #sign = h('strong', { class: 'replay', hidden: true }, 'REPLAY');
  readonly #finalScore = h('strong');
  readonly #finalText = h('span');
  readonly #final = h('div', { class: 'final', hidden: true }, this.#finalScore, this.#finalText);
  #isOn = false;
  #shownKey = '';
  #endTimer = 0;

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
    this.#replay = new GoalReplay(viewer, () => {
      this.onReplay(this.#replay.goal);
      this.#update();
    });
    this.scorers = h('div', { class: 'scorers' }, this.#lists.l, this.#half, this.#lists.r);
    this.overlay = h('div', { class: 'screen-signs', role: 'status' }, this.#sign, this.#final);
    viewer.subscribe((event) => {
      if (!this.#isOn) return;
      if (event === 'source') this.#reset();
      if (event === 'frame') {
        this.#replay.update();
        this.#update();
      }
      if (event === 'playback') this.#watchEnd();
    });
  }

  /** Switches the mode on or off. It uses the default options of the view. */
  setOn(isOn: boolean): void {
    if (this.#isOn === isOn) return;
    this.#isOn = isOn;
    this.#reset();
    if (isOn) {
      this.#viewer.options = { ...DEFAULT_OPTIONS };
      this.#viewer.emit('options');
    }
  }

  #reset(): void {
    const { source } = this.#viewer;
    const match = `${source?.title} ${source?.match} ${source?.kind}`;
    if (this.#isOn && match === this.#match) return;
    this.#match = match;
    clearTimeout(this.#endTimer);
    this.#endTimer = 0;
    this.#shownKey = '';
    this.#final.hidden = true;
    this.#replay.reset();
  }

  #match = '';

  #update(): void {
    const { frame, frameIndex, goalDetails, source } = this.#viewer;
    if (frame === null || source === null) return;
    this.#sign.hidden = !this.#replay.isActive;
    const isOver = frame.playMode === 'time_over' && !this.#replay.isActive;
    const past = source.marks.filter((mark) => mark.index <= frameIndex);
    const key = `${past.length} ${goalDetails.count} ${isOver} ${isShootoutMode(frame.playMode)} ${frame.playMode === 'before_kick_off'} ${frame.left.score} ${frame.right.score} ${frame.left.name} ${frame.right.name}`;
    if (key === this.#shownKey) return;
    this.#shownKey = key;
    const goals = past.filter((mark) => mark.kind === 'goal');
    for (const side of ['l', 'r'] as const) {
      this.#lists[side].replaceChildren(...this.#listScorers(goals, side).map((text) => h('li', {}, text)));
    }
    setText(this.#half, this.#describePeriod(past));
    this.#final.hidden = !isOver;
    setText(
      this.#finalScore,
      `${frame.left.name} ${frame.left.score}\u00a0:\u00a0${frame.right.score} ${frame.right.name}`,
    );
    setText(this.#finalText, source.kind === 'live' ? 'Full time. The next match follows.' : 'Full time');
  }

  /** Returns the scorers of a side with the minutes of their goals: `9 (3', 7')`. */
  #listScorers(goals: readonly Mark[], side: Side): readonly string[] {
    const { goalDetails, source } = this.#viewer;
    const rows = goals
      .filter((mark) => mark.side === side)
      .map(({ index, time }) => ({ unum: 0, ownGoalBy: 0, ...goalDetails.find(index), time }));
    return groupScorers(rows, source?.intervalMs ?? 100).map(([name, minutes]) => `${name}  ${minutes}`);
  }

  #describePeriod(past: readonly Mark[]): string {
    const { frame } = this.#viewer;
    if (frame === null) return '';
    if (frame.playMode === 'time_over') return 'Full time';
    if (isShootoutMode(frame.playMode)) return 'Penalty shootout';
    const halfCount = past.filter((mark) => mark.kind === 'half').length;
    if (frame.playMode === 'before_kick_off') return halfCount === 0 ? 'Before kick-off' : 'Half-time';
    return PERIODS[Math.min(halfCount, PERIODS.length - 1)] as string;
  }

  /** A log that ended shows its final score for some time; then the next match follows, or the log starts again. */
  #watchEnd(): void {
    const { playback, source } = this.#viewer;
    if (source === null || source.kind !== 'log' || this.#replay.isActive || this.#endTimer !== 0) return;
    if (playback.isPlaying || playback.position < source.last) return;
    this.#endTimer = window.setTimeout(() => {
      this.#endTimer = 0;
      if (this.#isOn && !this.showNext()) this.#viewer.playFrom(0);
    }, FINAL_MS);
  }
}
