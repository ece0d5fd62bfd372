import { type Frame, type FramePlayer, PlayerState, type PlayMode, type Side } from '@rcss/core';

/** Kinds of marked frames. */
export type MarkKind =
  | 'goal'
  | 'yellow_card'
  | 'red_card'
  | 'half'
  | 'time_over'
  | 'offside'
  | 'foul'
  | 'penalty';

/** A frame that viewers mark on the time line: a goal, a card or the end of a half, for example. */
export interface Mark {
  /** Index of the first frame that shows it. */
  readonly index: number;
  readonly time: number;
  readonly kind: MarkKind;
  /** Team that scored, got the card or committed the offense. */
  readonly side: Side | '';
  /** Uniform number for cards, else 0. */
  readonly unum: number;
  /** Score after a goal. */
  readonly score: readonly [left: number, right: number];
}

const CARDS = [
  [PlayerState.YELLOW_CARD, 'yellow_card'],
  [PlayerState.RED_CARD, 'red_card'],
] as const;
const CARD_BITS = PlayerState.YELLOW_CARD | PlayerState.RED_CARD;

/** Finds the marks of frames that are passed in order; compares each frame with the one before. */
export class MarkFinder {
  #score: [number, number] = [0, 0];
  #penalties = 0;
  #playMode: PlayMode | '' = '';
  readonly #cards = new Int32Array(22);
  #hasPrevious = false;

  /** Resets the finder before the frames of another match. */
  reset(): void {
    this.#hasPrevious = false;
  }

  /** Returns the marks of this frame compared with the one before; the first frame has none. */
  find(frame: Frame, index: number): readonly Mark[] {
    const found: Mark[] = [];
    const score = [frame.left.score, frame.right.score] as const;
    const { time } = frame;
    const add = (kind: MarkKind, side: Mark['side'], unum = 0): void => {
      if (this.#hasPrevious) found.push({ index, time, kind, side, unum, score });
    };
    this.#findCards(frame, add);
    if (score[0] > this.#score[0]) add('goal', 'l');
    if (score[1] > this.#score[1]) add('goal', 'r');
    const penalties = frame.left.penaltyScored * 256 + frame.right.penaltyScored;
    if (penalties !== this.#penalties) {
      add('penalty', frame.left.penaltyScored * 256 > (this.#penalties & ~255) ? 'l' : 'r');
    }
    if (frame.playMode !== this.#playMode) this.#findPlayModeMark(frame, add);
    this.#score = [...score];
    this.#penalties = penalties;
    this.#playMode = frame.playMode;
    this.#hasPrevious = true;
    return found;
  }

  #findCards(frame: Frame, add: (kind: MarkKind, side: Mark['side'], unum: number) => void): void {
    for (let i = 0; i < 22; i++) {
      const p = frame.players[i] as FramePlayer;
      for (const [bit, kind] of CARDS) {
        if ((p.state & bit & ~this.#cards[i]!) !== 0) add(kind, p.side, p.unum);
      }
      this.#cards[i] = p.state & CARD_BITS;
    }
  }

  #findPlayModeMark(frame: Frame, add: (kind: MarkKind, side: Mark['side']) => void): void {
    const mode = frame.playMode;
    const side = mode.endsWith('_l') ? 'l' : 'r';
    if (mode === 'time_over') add('time_over', '');
    else if (isPeriodStart(mode, this.#playMode)) {
      if (frame.time > 0) add('half', '');
    } else if (mode === 'offside_l' || mode === 'offside_r') add('offside', side);
    else if (mode.startsWith('foul_') || mode.startsWith('illegal_defense')) add('foul', side);
  }
}

/**
 * Whether a half ends with this change of the play mode. A server that does not stop at half-time goes on with a kickoff; other
 * kickoffs follow a goal.
 */
function isPeriodStart(mode: PlayMode, before: PlayMode | ''): boolean {
  if (before === 'goal_l' || before === 'goal_r') return false;
  if (mode === 'first_half_over') return true;
  const isAfterBreak = before === 'first_half_over' || before === 'before_kick_off';
  return (mode === 'before_kick_off' || mode === 'kick_off_l' || mode === 'kick_off_r') && !isAfterBreak;
}

/**
 * Returns the index of the frame from which to show the next goal: 50 frames before it. Only goals more than 50
 * frames ahead count (spec 11 §3.6). Returns -1 if there is none.
 */
export function findNextGoal(marks: readonly Mark[], index: number): number {
  for (const mark of marks) {
    if (mark.kind === 'goal' && mark.index - 50 > index) return mark.index - 50;
  }
  return -1;
}

/**
 * Returns the index of the frame from which to show the last goal before `index`: 50 frames before that goal.
 * Returns -1 if there is none.
 */
export function findPreviousGoal(marks: readonly Mark[], index: number, first = 0): number {
  let found = -1;
  for (const mark of marks) {
    if (mark.kind === 'goal' && mark.index < index) found = Math.max(first, mark.index - 50);
  }
  return found;
}
