import type { Fixture, PairedFormat, PlayedMatch } from '@rcss/tournament/formats';
import { addBlock, createSprt, type SprtPlan, type SprtState } from '@rcss/tournament/sprt';
import { type BlockValue, createBlockValues } from '@rcss/tournament/statistics';

/**
 * A paired comparison that grows match by match. Blocks count in the order of the plan, whatever order their matches end in: a run on many
 * machines and a run on one machine decide after the same block, and fast matches have no advantage.
 */
export class Comparison {
  readonly #format: PairedFormat;
  /** Identifiers of the blocks in the order of the plan. */
  readonly #order: string[] = [];
  /** Count of the matches of each of these blocks. */
  readonly #sizes: number[] = [];
  /** Matches of the blocks that do not count yet. */
  readonly #matches = new Map<string, PlayedMatch[]>();
  /** Values of the blocks that count, in the order of the plan. */
  readonly values: BlockValue[] = [];
  /** Log-likelihood ratio after each block. */
  readonly ratios: number[] = [];
  #test: SprtState | null;

  constructor(format: PairedFormat, fixtures: readonly Fixture[], test: SprtPlan | undefined) {
    this.#format = format;
    this.#test = test === undefined ? null : createSprt(test);
    const indices = new Map<string, number>();
    for (const { block } of fixtures) {
      const index = indices.get(block) ?? this.#order.push(block) - 1;
      indices.set(block, index);
      this.#sizes[index] = (this.#sizes[index] ?? 0) + 1;
    }
  }

  /** State of the sequential test; null without one. */
  get test(): SprtState | null {
    return this.#test;
  }

  /** Whether the test has decided. */
  get isDecided(): boolean {
    return this.#test !== null && this.#test.decision !== null;
  }

  add(match: PlayedMatch): void {
    const matches = this.#matches.get(match.block) ?? [];
    matches.push(match);
    this.#matches.set(match.block, matches);
    while (!this.isDecided) {
      const block = this.#order[this.values.length];
      if (block === undefined) return;
      const played = this.#matches.get(block);
      if (played === undefined || played.length < this.#sizes[this.values.length]!) return;
      const [value] = createBlockValues(played, this.#format.candidate, this.#format.base);
      this.#matches.delete(block);
      if (value === undefined) throw new Error(`the block ${block} has no value`);
      this.values.push(value);
      if (this.#test === null) continue;
      this.#test = addBlock(this.#test, value);
      this.ratios.push(this.#test.llr);
    }
  }
}
