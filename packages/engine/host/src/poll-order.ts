import { PLAYER_COUNT } from '@rcss/core';
import { createRandomStream, shuffle } from '@rcss/core/random';
import type { Match } from '@rcss/simulator';

/** The order in which players are read in a poll. */
export class PollOrder {
  readonly #order = Array.from({ length: PLAYER_COUNT }, (_, index) => index);
  #drawnAtStep = -1;

  /**
   * Returns the indices of the players in random order. In synchronous mode the order depends on seed and step only, because
   * the number of polls in a cycle depends on wall-clock time and must not change the match.
   */
  drawForPoll(match: Match): readonly number[] {
    return match.params.server.synch_mode
      ? this.drawForStep(match)
      : shuffle(match.random.scheduling, this.#order);
  }

  /** Returns an order that depends on seed and step only. */
  drawForStep({ seed, steps }: Match): readonly number[] {
    if (this.#drawnAtStep !== steps) {
      this.#drawnAtStep = steps;
      for (let i = 0; i < this.#order.length; i++) this.#order[i] = i;
      shuffle(createRandomStream(seed, `order ${steps}`), this.#order);
    }
    return this.#order;
  }
}
