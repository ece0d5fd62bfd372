/** Share of the time that the computation of an answer may take. */
const MAX_SHARE = 0.05;
/** Computing time that is available at once after a pause, ms. */
const BURST_MS = 100;

/**
 * Returns a function that computes an answer, unless that took more than 5 % of the time lately; then it returns the last one. Requests that come
 * while an answer is computed share it. Therefore many requests for an expensive answer delay nothing else.
 *
 * @param now Time in ms.
 */
export function paceAnswer<Answer>(
  compute: () => Promise<Answer>,
  now: () => number = () => performance.now(),
): () => Promise<Answer> {
  let last: Promise<Answer> | null = null;
  let isComputing = false;
  let spentMs = 0;
  let countedAt = now();
  return () => {
    const start = now();
    spentMs = Math.max(0, spentMs - (start - countedAt) * MAX_SHARE);
    countedAt = start;
    if (last !== null && (isComputing || spentMs > BURST_MS)) return last;
    isComputing = true;
    const answer = compute().finally(() => {
      isComputing = false;
      spentMs += now() - start;
    });
    last = answer;
    // An error is not kept.
    answer.catch(() => {
      if (last === answer) last = null;
    });
    return answer;
  };
}
