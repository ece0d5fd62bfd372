import type { Fixture, TournamentPlan } from './plan.js';

/** Returns the seed of a block by its index from 0; null if the plan has no seeds. */
export type SeedOfBlock = (index: number) => number | null;

/** Creates the seeds of a plan. A list repeats after its end, which only replays of a knockout can reach. */
export function createSeeds(seeds: TournamentPlan['seeds']): SeedOfBlock {
  if (seeds === undefined || (typeof seeds === 'object' && seeds.length === 0)) return () => null;
  if (typeof seeds === 'number') return (index) => seeds + index;
  return (index) => seeds[index % seeds.length]!;
}

/** Count of blocks in `matches` matches of a pair. */
export function countBlocks(matches: number, sharedSeeds: boolean): number {
  return sharedSeeds ? Math.ceil(matches / 2) : matches;
}

/** Matches of one pair: `matches` fixtures with alternating sides. */
export interface PairFixtures {
  /** Prefix of the identifiers. */
  readonly key: string;
  readonly stage: string;
  /** Team on the left side in the first match. */
  readonly left: string;
  readonly right: string;
  readonly matches: number;
  /** Index of the first block. */
  readonly firstBlock: number;
  readonly sharedSeeds: boolean;
}

export function createPairFixtures(pair: PairFixtures, seedOf: SeedOfBlock): Fixture[] {
  return Array.from({ length: pair.matches }, (_, i) => {
    const block = pair.sharedSeeds ? Math.floor(i / 2) : i;
    const [left, right] = i % 2 === 0 ? [pair.left, pair.right] : [pair.right, pair.left];
    return {
      id: `${pair.key}-${i + 1}`,
      stage: pair.stage,
      block: `${pair.key}-b${block + 1}`,
      left,
      right,
      seed: seedOf(pair.firstBlock + block),
    };
  });
}
