import type { DecisionLine } from './decision-line.js';
import {
  addDecision,
  createForfeit,
  createOrganizerState,
  type OrganizerState,
  toDecidedResult,
} from './decisions.js';
import type { ResultLine } from './result-file.js';
import { checkLadderTeams, type RunState, recordResult } from './run-state.js';

/** What counts after all decisions of the organizer. */
interface CountingLines {
  readonly organizer: OrganizerState;
  /** Results in their order; of a match those of all teams that have played it, and perhaps repeated ones. */
  readonly lines: readonly ResultLine[];
}

/** Selects the results that count, from results and decisions in the order in which they were stored. */
function selectCountingLines(stored: readonly (ResultLine | DecisionLine)[]): CountingLines {
  const organizer = createOrganizerState();
  const current = new Map<string, ResultLine[]>();
  for (const line of stored) {
    if (line.type === 'match') {
      // A match that ended after its result was annulled does not count.
      if (!organizer.annulled.has(line.fixture))
        current.set(line.fixture, [...(current.get(line.fixture) ?? []), line]);
      continue;
    }
    addDecision(organizer, line);
    if (line.verb === 'schedule' || !('fixture' in line)) continue;
    current.delete(line.fixture);
    const decided = toDecidedResult(line);
    if (decided !== null) current.set(line.fixture, [decided]);
  }
  const disqualified = new Map([...organizer.out].filter(([, { verb }]) => verb === 'disqualify'));
  const lines = [...current.values()].flat().map((line) => {
    const forfeit = createForfeit(disqualified, line);
    // What was played stays visible: its logs, its problems and when it was stored.
    return forfeit === null
      ? line
      : {
          ...line,
          ...forfeit,
          job: line.job,
          cycles: line.cycles,
          storedAt: line.storedAt,
          problems: line.problems,
        };
  });
  return { organizer, lines };
}

/**
 * Adds results and decisions to a state without results.
 *
 * @param visit Called for each result that counts.
 * @returns Matches whose stored result does not count, because other teams play them now, or none do.
 */
export function addWithDecisions(
  state: RunState,
  stored: readonly (ResultLine | DecisionLine)[],
  visit: (line: ResultLine) => void,
): string[] {
  const { organizer, lines } = selectCountingLines(stored);
  state.organizer = organizer;
  state.tournament.follow(organizer);
  // A ladder does not choose matches again about which was decided; it has to know them.
  for (const line of organizer.decisions) if ('fixture' in line) state.tournament.find(line.fixture);
  let waiting: readonly ResultLine[] = lines;
  const counting = new Set<string>();
  for (;;) {
    const unknown: ResultLine[] = [];
    for (const line of waiting) {
      const fixture = state.tournament.find(line.fixture);
      if (fixture !== undefined) checkLadderTeams(state, fixture, line);
      if (fixture === undefined) unknown.push(line);
      else if (fixture.left === line.left && fixture.right === line.right) {
        // A match that was stored twice counts once.
        if (recordResult(state, line, fixture)) visit(line);
        counting.add(line.fixture);
      }
    }
    const hasForfeit = recordForfeits(state, visit);
    if (unknown.length === waiting.length && !hasForfeit) break;
    waiting = unknown;
  }
  return [...new Set(lines.map(({ fixture }) => fixture))].filter((id) => !counting.has(id));
}

/** Records the matches that teams which have left the tournament would play now; true if there was one. */
export function recordForfeits(state: RunState, visit: (line: ResultLine) => void = () => {}): boolean {
  const { tournament, organizer } = state;
  if (organizer.out.size === 0) return false;
  let hasForfeit = false;
  for (;;) {
    const lines = tournament
      .ready()
      .filter(({ id }) => !organizer.annulled.has(id))
      .map(({ id, left, right, seed }) => createForfeit(organizer.out, { fixture: id, left, right, seed }))
      .filter((line) => line !== null);
    for (const line of lines)
      if (recordResult(state, line, tournament.find(line.fixture) ?? null)) visit(line);
    if (lines.length === 0) return hasForfeit;
    hasForfeit = true;
  }
}
