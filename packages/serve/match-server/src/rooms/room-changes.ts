import type { RoomEvent } from '@rcss/core/rooms';
import type { Match } from '@rcss/simulator';

/** Finds goals and changes of the play mode. */
export class RoomChanges {
  readonly #match: Match;
  #lastMode: string;
  #lastScore: { left: number; right: number };

  constructor(match: Match) {
    this.#match = match;
    this.#lastMode = match.world.playMode;
    this.#lastScore = this.score;
  }

  get score(): { left: number; right: number } {
    const { left, right } = this.#match.world;
    return { left: left.score, right: right.score };
  }

  /** Emits the changes since the last call. */
  report(emit: (event: RoomEvent) => void): void {
    const { time, playMode } = this.#match.world;
    const { score } = this;
    for (const side of ['left', 'right'] as const) {
      if (score[side] > this.#lastScore[side]) emit({ type: 'goal', time, side, score });
    }
    if (playMode !== this.#lastMode) emit({ type: 'play_mode', time, playMode });
    this.take();
  }

  /** Takes the current state over without an event. */
  take(): void {
    this.#lastMode = this.#match.world.playMode;
    this.#lastScore = this.score;
  }
}
