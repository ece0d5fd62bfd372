/** Search for the known name nearest to a mistyped one. */

/**
 * Returns the number of single-character insertions, deletions, replacements and swaps of adjacent characters that
 * turn `a` into `b`.
 */
function computeEditDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, before[j - 2]! + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}

/** Returns the entry of `known` nearest to `name`, ignoring case; undefined if no entry is near enough to be a likely typing error. */
export function findNearestName(name: string, known: Iterable<string>): string | undefined {
  const limit = Math.min(4, Math.max(1, Math.floor(name.length / 3)));
  const lower = name.slice(0, 80).toLowerCase();
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - lower.length) >= bestDistance) continue;
    const distance = computeEditDistance(lower, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}
