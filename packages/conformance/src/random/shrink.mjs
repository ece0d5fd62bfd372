// Shortens a sequence that fails.

/**
 * Removes elements of a list as long as a test still fails: first halves, then smaller and smaller parts, at last single elements.
 *
 * @template T
 * @param {readonly T[]} list a list that fails
 * @param {(shorter: readonly T[]) => boolean | Promise<boolean>} fails
 * @param {() => boolean} isOver true as soon as the search must end
 * @returns {Promise<readonly T[]>} a list that fails; without `isOver` none of its elements can be removed
 */
export async function shrink(list, fails, isOver = () => false) {
  let current = list;
  let size = Math.max(1, Math.floor(current.length / 2));
  while (current.length > 0 && !isOver()) {
    let isShorter = false;
    for (let at = 0; at < current.length && !isOver(); ) {
      const shorter = [...current.slice(0, at), ...current.slice(at + size)];
      if (await fails(shorter)) {
        current = shorter;
        isShorter = true;
      } else at += size;
    }
    if (size > 1) size = Math.floor(size / 2);
    else if (!isShorter) break;
  }
  return current;
}
