import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { DEFAULT_WALKOVER, scoreWalkover } from '@rcss/tournament';
import {
  createTournament,
  type Fixture,
  type FixtureResult,
  type PlayedMatch,
  type Tournament,
} from '@rcss/tournament/formats';
import type { LoadedDocument } from '../documents/load-document.js';
import { isUnplayed, type MatchOutcome } from '../jobs/match-outcome.js';
import { type AuditState, createAuditState } from './audit.js';
import { Comparison } from './comparison.js';
import { createOrganizerState, type OrganizerState } from './decisions.js';
import type { ResultLine } from './result-file.js';

/** A tournament with what follows from its results. */
export interface RunState {
  readonly loaded: LoadedDocument;
  readonly tournament: Tournament;
  /** The comparison of a paired format; null for others. */
  readonly comparison: Comparison | null;
  /** Matches that have problems, the newest last. */
  readonly problems: ResultLine[];
  /** Number of matches with a log that is missing or incomplete. */
  incompleteLogCount: number;
  /** Limits of teams that machines did not keep, each text once. */
  readonly notLimited: Set<string>;
  /** Number of matches that were decided by a forfeit. */
  forfeitCount: number;
  readonly audit: AuditState;
  /** What the organizer has decided. */
  organizer: OrganizerState;
  /** Sum of the real times of all matches, s. */
  matchSeconds: number;
}

/** Creates the state of a run without results. */
export function createRunState(loaded: LoadedDocument): RunState {
  const { document, plan } = loaded;
  const tournament = createTournament(plan);
  const { format, test } = document;
  // All fixtures of a paired comparison are ready at the beginning.
  const comparison = format.type === 'paired' ? new Comparison(format, tournament.ready(), test) : null;
  return {
    loaded,
    tournament,
    comparison,
    problems: [],
    incompleteLogCount: 0,
    notLimited: new Set(),
    forfeitCount: 0,
    audit: createAuditState(),
    organizer: createOrganizerState(),
    matchSeconds: 0,
  };
}

/**
 * Checks that the document of a ladder has its teams in the order in which they have played: the identifiers of its matches depend on it.
 *
 * @throws {CommandLineError} if other teams have played the match.
 */
export function checkLadderTeams({ loaded }: RunState, { left, right }: Fixture, line: ResultLine): void {
  if (loaded.document.format.type !== 'ladder' || (left === line.left && right === line.right)) return;
  throw new CommandLineError(
    `${line.fixture} was played by ${line.left} and ${line.right}, but these are ${left} and ${right} in the document now. ` +
      'The teams of a ladder keep their places: list new ones at the end, and let teams leave with rcss league withdraw',
    EXIT.usage,
  );
}

/**
 * Adds a line of the result file; false if it does not count, or the match has a result already. Without decisions of the organizer, lines are in
 * the order in which the matches ended, so that every match is known when its line comes.
 *
 * @param fixture The match; given if it is known that the line counts.
 * @throws {CommandLineError} if the match is not one of the tournament.
 */
export function recordResult(
  state: RunState,
  line: ResultLine,
  fixture: Fixture | null = findCounting(state, line),
): boolean {
  if (fixture === null) return false;
  const { scoreL, scoreR, penaltyL, penaltyR, forfeit } = line;
  const score = { id: fixture.id, scoreL, scoreR, penaltyL, penaltyR };
  const result: FixtureResult = forfeit === undefined ? score : { ...score, forfeit };
  if (state.tournament.record(result) === 'repeated') return false;
  state.comparison?.add(toPlayedMatch(state, fixture, result));
  noteLine(state, line);
  return true;
}

/** Returns the match of a line; null if the line does not count. */
function findCounting(state: RunState, line: ResultLine): Fixture | null {
  const fixture = state.tournament.find(line.fixture);
  if (state.organizer.decisions.length > 0 && !isExpected(state, line, fixture)) return null;
  if (fixture === undefined)
    throw new CommandLineError(
      `the result file has the match "${line.fixture}", which is not a match of this tournament; use another folder, or repair or remove the file`,
      EXIT.usage,
    );
  checkLadderTeams(state, fixture, line);
  return isObservation(state, line) ? fixture : null;
}

/** Whether the organizer lets a match of these teams be played. */
export function isExpected(
  { organizer }: Pick<RunState, 'organizer'>,
  { left, right }: Pick<Fixture, 'left' | 'right'>,
  fixture: Fixture | undefined,
): boolean {
  return fixture?.left === left && fixture.right === right && !organizer.annulled.has(fixture.id);
}

/**
 * Whether an outcome counts. In a comparison of two versions, a match that was not played says nothing about their strength; in a tournament
 * the team that is not there loses by a walkover.
 */
export function isObservation({ comparison }: Pick<RunState, 'comparison'>, outcome: MatchOutcome): boolean {
  return comparison === null || !isUnplayed(outcome);
}

/** Most texts about limits in a report. */
const MAX_TEXTS = 20;

function noteLine(state: RunState, line: ResultLine): void {
  state.matchSeconds += line.seconds;
  if (line.forfeit !== undefined) state.forfeitCount += 1;
  if (line.problems.length > 0) state.problems.push(line);
  for (const text of line.notLimited ?? []) if (state.notLimited.size < MAX_TEXTS) state.notLimited.add(text);
  if (line.problems.some(({ isLog }) => isLog)) state.incompleteLogCount += 1;
}

/** The match with the score that counts. To ask the tournament for all matches would take longer with every match. */
function toPlayedMatch({ loaded }: RunState, fixture: Fixture, result: FixtureResult): PlayedMatch {
  const { forfeit, scoreL, scoreR, penaltyL = null, penaltyR = null } = result;
  const match = { ...fixture, date: '', scoreL, scoreR, penaltyL, penaltyR };
  if (forfeit === undefined) return match;
  const score = scoreWalkover(forfeit, scoreL, scoreR, loaded.plan.walkover ?? DEFAULT_WALKOVER);
  return { ...match, scoreL: score.left, scoreR: score.right, penaltyL: null, penaltyR: null, forfeit };
}

/** Whether no further match is needed. */
export function isRunFinished({ tournament, comparison }: RunState): boolean {
  return tournament.isFinished() || (comparison?.isDecided ?? false);
}
