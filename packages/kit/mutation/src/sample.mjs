import { createHash } from 'node:crypto';

/** Name of a mutant that stays the same while its file stays the same. */
export const keyOf = ({ file, line, column, operator, original, replacement }) =>
  `${file}:${line}:${column} ${operator}: ${original.replace(/\s+/g, ' ')} -> ${replacement.replace(/\s+/g, ' ')}`;

/**
 * A random sample of `count` mutants in random order. Both depend on the seed alone. A change of one file exchanges only a few of
 * them. Each beginning of the result is a random sample too, so that a run that ends early has a score without bias.
 * @template {{ key: string }} T
 * @param {T[]} mutants
 * @param {number} count
 * @param {string | number} seed
 * @returns {T[]}
 */
export function sample(mutants, count, seed) {
  const ranked = mutants.map((mutant) => ({
    mutant,
    rank: createHash('sha256').update(`${seed} ${mutant.key}`).digest('hex'),
  }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return ranked.slice(0, count).map(({ mutant }) => mutant);
}
