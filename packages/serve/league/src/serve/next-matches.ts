import type { ScheduledFixture } from '../runs/decisions.js';
import type { RunState } from '../runs/run-state.js';

/** A match with a kick-off time or field that has no result. */
export interface NextMatch extends ScheduledFixture {
  /** Null: the teams are not known yet. */
  readonly left: string | null;
  readonly right: string | null;
}

/** Returns the matches that have a kick-off time or field and no result, the earliest first; those without a time come last. */
export function listNextMatches({ tournament, organizer }: RunState): NextMatch[] {
  if (organizer.schedule.size === 0) return [];
  const ready = new Map(tournament.ready().map((fixture) => [fixture.id, fixture]));
  const time = ({ kickoff }: ScheduledFixture): number =>
    kickoff === null ? Number.MAX_SAFE_INTEGER : Date.parse(kickoff);
  return [...organizer.schedule.values()]
    .filter(({ fixture }) => ready.has(fixture) || tournament.find(fixture) === undefined)
    .sort((a, b) => time(a) - time(b))
    .map(({ fixture, kickoff, field }) => {
      const { left = null, right = null } = ready.get(fixture) ?? {};
      return { fixture, kickoff, field, left, right };
    });
}
