import type { ScheduledFixture } from '../runs/decisions.js';
import { isRunFinished, type RunState } from '../runs/run-state.js';

/** A match without a result that is played next. */
export interface NextMatch extends ScheduledFixture {
  /** Null: the teams are not known yet. */
  readonly left: string | null;
  readonly right: string | null;
}

/** Matches without a kick-off time that are listed. */
const MAX_UNSCHEDULED = 12;

/**
 * Returns the matches to come: first those with a kick-off time, the earliest first, then those with a field only, then the next ones in the
 * order of the tournament. A comparison has no next match that is worth to be named.
 *
 * @param isRunning Whether a match is played now; it is left out.
 */
export function listNextMatches(state: RunState, isRunning: (fixture: string) => boolean): NextMatch[] {
  const { tournament, organizer, comparison } = state;
  const scheduled = [...organizer.schedule.values()];
  if (isRunFinished(state) || (comparison !== null && scheduled.length === 0)) return [];
  const fixtures = tournament.ready();
  const ready = new Map(fixtures.map((fixture) => [fixture.id, fixture]));
  const time = ({ kickoff }: ScheduledFixture): number =>
    kickoff === null ? Number.MAX_SAFE_INTEGER : Date.parse(kickoff);
  const planned = scheduled
    .filter(({ fixture }) => ready.has(fixture) || tournament.find(fixture) === undefined)
    .sort((a, b) => time(a) - time(b))
    .map(({ fixture, kickoff, field }) => {
      const { left = null, right = null } = ready.get(fixture) ?? {};
      return { fixture, kickoff, field, left, right };
    });
  const unplanned: NextMatch[] = [];
  if (comparison === null)
    for (const { id, left, right } of fixtures) {
      if (unplanned.length >= MAX_UNSCHEDULED) break;
      if (!organizer.schedule.has(id) && !isRunning(id))
        unplanned.push({ fixture: id, kickoff: null, field: null, left, right });
    }
  return [...planned.filter(({ fixture }) => !isRunning(fixture)), ...unplanned];
}
