import type { Frame, FramePlayer } from '@rcss/core';
import { PlayerState } from '@rcss/core';
import type { MatchSource } from '../source.js';

/** Number of body commands that a player has executed: those of which one is possible in a cycle. */
function countBodyCommands(player: FramePlayer): number {
  const { kickCount, dashCount, turnCount, catchCount, moveCount, tackleCount } = player;
  return kickCount + dashCount + turnCount + catchCount + moveCount + tackleCount;
}

/**
 * Whether a player executed no body command between two frames that follow each other, in a cycle in which it could: the clock ran,
 * and the player was on the field and not in the time after a tackle.
 */
export function isIdleCycle(before: Frame, after: Frame, player: number): boolean {
  if (after.time !== before.time + 1 || before.playMode !== 'play_on') return false;
  const [p, q] = [before.players[player], after.players[player]];
  if (p === undefined || q === undefined) return false;
  const isBusy =
    (PlayerState.TACKLE | PlayerState.TACKLE_FAULT | PlayerState.FOUL_CHARGED) & (p.state | q.state);
  return (
    (p.state & q.state & PlayerState.STAND) !== 0 &&
    isBusy === 0 &&
    countBodyCommands(p) === countBodyCommands(q)
  );
}

/** Indices of the frames after which a player was idle, found step by step as frames arrive. */
export class IdleCycles {
  readonly indices: number[] = [];
  readonly #source: MatchSource;
  readonly #match: string;
  readonly #player: number;
  #next: number;

  constructor(source: MatchSource, player: number) {
    this.#source = source;
    this.#match = source.match;
    this.#player = player;
    this.#next = source.first;
  }

  /** Whether it is still about this match and player. */
  isOf(source: MatchSource, player: number): boolean {
    return source === this.#source && source.match === this.#match && player === this.#player;
  }

  /** Examines at most `limit` frames more; returns whether all frames are examined. Frames that are not in memory are skipped. */
  examine(limit: number): boolean {
    const source = this.#source;
    const end = Math.min(source.last, this.#next + limit);
    for (; this.#next < end; this.#next++) {
      const [before, after] = [source.getFrame(this.#next), source.getFrame(this.#next + 1)];
      if (before !== undefined && after !== undefined && isIdleCycle(before, after, this.#player))
        this.indices.push(this.#next);
    }
    return this.#next >= source.last;
  }
}
