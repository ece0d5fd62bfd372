import type { Frame, FramePlayer, PlayMode } from '@rcss/core';
import { PlayerState } from '@rcss/core';
import type { Mark, MarkKind } from './source.js';

/** Finds marks in frames given one after the other; what happened is seen from the shows alone (11 §3.12). */
export class MarkFinder {
  private score: [number, number] = [0, 0];
  private penalties = 0;
  private mode: PlayMode | '' = '';
  private readonly cards = new Uint8Array(22);
  private started = false;

  reset(): void {
    this.score = [0, 0];
    this.penalties = 0;
    this.mode = '';
    this.cards.fill(0);
    this.started = false;
  }

  /** Marks of this frame in comparison with the one before. */
  next(frame: Frame, index: number): readonly Mark[] {
    const found: Mark[] = [];
    const add = (kind: MarkKind, side: Mark['side'], unum = 0): void => {
      found.push({
        index,
        time: frame.time,
        kind,
        side,
        unum,
        score: [frame.left.score, frame.right.score],
      });
    };
    const penalties = frame.left.penaltyScored * 256 + frame.right.penaltyScored;
    for (let i = 0; i < 22; i++) {
      const p = frame.players[i] as FramePlayer;
      const cards = (p.state & PlayerState.YELLOW_CARD ? 1 : 0) | (p.state & PlayerState.RED_CARD ? 2 : 0);
      const before = this.cards[i] as number;
      if (this.started && (cards & 1 & ~before) !== 0) add('yellow_card', p.side, p.unum);
      if (this.started && (cards & 2 & ~before) !== 0) add('red_card', p.side, p.unum);
      this.cards[i] = cards;
    }
    if (this.started) {
      if (frame.left.score > this.score[0]) add('goal', 'l');
      if (frame.right.score > this.score[1]) add('goal', 'r');
      if (penalties !== this.penalties) {
        add('penalty', frame.left.penaltyScored * 256 > (this.penalties & ~255) ? 'l' : 'r');
      }
      if (frame.playMode !== this.mode) {
        const mode = frame.playMode;
        if (mode === 'time_over') add('time_over', '');
        else if (
          mode === 'first_half_over' ||
          (mode === 'before_kick_off' && this.mode !== 'goal_l' && this.mode !== 'goal_r')
        ) {
          if (frame.time > 0) add('half', '');
        } else if (mode === 'offside_l' || mode === 'offside_r')
          add('offside', mode === 'offside_l' ? 'l' : 'r');
        else if (mode.startsWith('foul_') || mode.startsWith('illegal_defense')) {
          add('foul', mode.endsWith('_l') ? 'l' : 'r');
        }
      }
    }
    this.score = [frame.left.score, frame.right.score];
    this.penalties = penalties;
    this.mode = frame.playMode;
    this.started = true;
    return found;
  }
}

/** Next goal to look at: 50 frames before the first one that is still ahead of those 50 (11 §3.6); -1 when there is none. */
export function nextGoal(marks: readonly Mark[], index: number): number {
  for (const mark of marks) {
    if (mark.kind === 'goal' && mark.index - 50 > index) return mark.index - 50;
  }
  return -1;
}

/** Previous goal: 50 frames before the last one behind; -1 when there is none. */
export function previousGoal(marks: readonly Mark[], index: number, first = 0): number {
  let found = -1;
  for (const mark of marks) {
    if (mark.kind === 'goal' && mark.index < index) found = Math.max(first, mark.index - 50);
  }
  return found;
}
