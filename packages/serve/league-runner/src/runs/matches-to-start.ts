import type { Fixture } from '@rcss/tournament/formats';
import { isPaused } from './decisions.js';
import type { RunState } from './run-state.js';

/** Matches that may begin. */
export interface MatchesToStart {
  readonly fixtures: readonly Fixture[];
  /** When a further match may begin without another result, ms since 1970; infinity: after a decision of the organizer; null: there is none. */
  readonly nextAt: number | null;
}

/**
 * Returns the matches that may begin now: those that are ready, not before their kick-off time, one at a time on each field, in the order of
 * their kick-off times.
 *
 * @param limit Count of matches that are needed.
 * @param isTaken Whether a match is played already, or cannot be played.
 * @param now ms since 1970.
 */
export function findMatchesToStart(
  state: RunState,
  limit: number,
  {
    running,
    failed,
  }: { readonly running: ReadonlyMap<string, unknown>; readonly failed: ReadonlySet<string> },
  now: number,
): MatchesToStart {
  const { tournament, organizer } = state;
  const { schedule, annulled, pause } = organizer;
  const isOpen = ({ id }: Fixture): boolean => !running.has(id) && !failed.has(id) && !annulled.has(id);
  if (pause !== null && isPaused(organizer, now)) {
    const hasOpen = tournament.ready().some(isOpen);
    const until = pause.until === null ? Number.POSITIVE_INFINITY : Date.parse(pause.until);
    return { fixtures: [], nextAt: hasOpen ? until : null };
  }
  if (schedule.size === 0 && annulled.size === 0)
    return {
      fixtures: tournament
        .ready(limit + running.size + failed.size)
        .filter(isOpen)
        .slice(0, limit),
      nextAt: null,
    };
  // A ladder chooses as many as are needed.
  tournament.ready(limit + running.size + failed.size + annulled.size);
  const readKickoff = ({ id }: Fixture): number => Date.parse(schedule.get(id)?.kickoff ?? '') || 0;
  const busyFields = new Set([...running.keys()].map((id) => schedule.get(id)?.field ?? null));
  const open = tournament
    .ready()
    .filter(isOpen)
    .sort((a, b) => readKickoff(a) - readKickoff(b));
  const fixtures: Fixture[] = [];
  let nextAt: number | null = null;
  for (const fixture of open) {
    const kickoff = readKickoff(fixture);
    if (kickoff > now) {
      nextAt ??= kickoff;
      break;
    }
    const field = schedule.get(fixture.id)?.field ?? null;
    if (field !== null && busyFields.has(field)) continue;
    if (fixtures.length >= limit) break;
    busyFields.add(field);
    fixtures.push(fixture);
  }
  return { fixtures, nextAt };
}
