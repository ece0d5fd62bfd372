import { adjustBenjaminiHochberg, adjustHolm } from './corrections.js';
import { computeMoments, type Moments } from './moments.js';
import {
  cliffDelta,
  cohenD,
  mannWhitneyTest,
  type PermutationOptions,
  permutationTest,
  welchTest,
} from './two-samples.js';

/** Values of one figure, for example shots per match, in two sets of matches. */
export interface FigureSamples {
  readonly name: string;
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/** Comparison of one figure between two sets of matches. */
export interface FigureComparison {
  readonly name: string;
  readonly a: Moments;
  readonly b: Moments;
  /** Mean of `b` less mean of `a`. */
  readonly difference: number;
  /** Two-sided p values of the tests. */
  readonly welch: number;
  readonly permutation: number;
  readonly mannWhitney: number;
  /** Effect sizes; positive if the values of `b` are larger. */
  readonly cohenD: number;
  readonly cliffDelta: number;
  /** p value of the chosen test, adjusted for the number of figures. */
  readonly adjusted: number;
  /** Whether `adjusted` is at most the level. */
  readonly isSignificant: boolean;
}

export interface CompareOptions extends PermutationOptions {
  /** Test that decides. Default: `permutation`, which assumes no distribution and compares means. */
  readonly test?: 'welch' | 'permutation' | 'mann-whitney';
  /** Correction for many figures: `holm` limits any false alarm, `benjamini-hochberg` their share. Default: `holm`. */
  readonly correction?: 'holm' | 'benjamini-hochberg' | 'none';
  /** Level of significance. Default: 0.05. */
  readonly level?: number;
}

/**
 * Compares figures of two sets of matches. Each sample needs at least two values.
 *
 * @throws RangeError if a sample is too small; the message names the figure.
 */
export function compareFigures(
  figures: readonly FigureSamples[],
  options: CompareOptions = {},
): FigureComparison[] {
  const { test = 'permutation', correction = 'holm', level = 0.05 } = options;
  const rows = figures.map(({ name, a, b }) => {
    try {
      return {
        name,
        a: computeMoments(a),
        b: computeMoments(b),
        difference: computeMoments(b).mean - computeMoments(a).mean,
        welch: welchTest(a, b).p,
        permutation: permutationTest(a, b, options).p,
        mannWhitney: mannWhitneyTest(a, b).p,
        cohenD: 0 - cohenD(a, b),
        cliffDelta: 0 - cliffDelta(a, b),
      };
    } catch (cause) {
      throw new RangeError(`${name}: ${(cause as Error).message}`, { cause });
    }
  });
  const decisive = rows.map((row) =>
    test === 'welch' ? row.welch : test === 'permutation' ? row.permutation : row.mannWhitney,
  );
  const adjusted =
    correction === 'holm'
      ? adjustHolm(decisive)
      : correction === 'benjamini-hochberg'
        ? adjustBenjaminiHochberg(decisive)
        : decisive;
  return rows.map((row, i) => ({ ...row, adjusted: adjusted[i]!, isSignificant: adjusted[i]! <= level }));
}
