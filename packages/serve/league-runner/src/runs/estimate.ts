import type { LeagueRun } from './league-run.js';

/** Says how many matches have a result, for example `3 of 12 matches`. */
export function formatCount({
  recorded,
  total,
}: {
  readonly recorded: number;
  readonly total: number;
}): string {
  return Number.isFinite(total)
    ? `${recorded} of ${total} matches`
    : `${recorded} ${recorded === 1 ? 'match' : 'matches'}`;
}

/** Seconds until all matches are played, from the speed so far; NaN without matches. */
export function estimateSecondsLeft(
  { state, playedCount, startedAt }: Pick<LeagueRun, 'state' | 'playedCount' | 'startedAt'>,
  now: number,
): number {
  if (playedCount === 0) return Number.NaN;
  const { recorded, total } = state.tournament.progress();
  return ((total - recorded) * (now - startedAt)) / 1000 / playedCount;
}
