import { createHash } from 'node:crypto';

/** Name of a mutant that stays the same while its file stays the same. */
export const keyOf = ({ file, line, column, operator, original, replacement }) =>
  `${file}:${line}:${column} ${operator}: ${original.replace(/\s+/g, ' ')} -> ${replacement.replace(/\s+/g, ' ')}`;

/**
 * A random sample of `count` mutants that depends on the seed alone. A change of one file exchanges only a few of them.
 * @template {{ key: string }} T
 * @param {T[]} mutants
 * @param {number} count
 * @param {string | number} seed
 * @returns {T[]} in the order of the input
 */
export function sample(mutants, count, seed) {
  if (mutants.length <= count) return mutants;
  const ranks = new Map(
    mutants.map((mutant) => [mutant, createHash('sha256').update(`${seed} ${mutant.key}`).digest('hex')]),
  );
  const chosen = [...mutants].sort((a, b) => (ranks.get(a) < ranks.get(b) ? -1 : 1)).slice(0, count);
  const kept = new Set(chosen);
  return mutants.filter((mutant) => kept.has(mutant));
}
