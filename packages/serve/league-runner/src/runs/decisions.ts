import type { DecisionLine, LeagueDecision } from './decision-line.js';
import type { ResultLine } from './result-file.js';

/** When and where a match is played. */
export interface ScheduledFixture {
  readonly fixture: string;
  readonly kickoff: string | null;
  readonly field: string | null;
}

/** What follows from the decisions of an organizer. */
export interface OrganizerState {
  /** All decisions, the oldest first. */
  readonly decisions: DecisionLine[];
  /** Matches whose result was annulled and that wait for a decision. */
  readonly annulled: Set<string>;
  /** Teams that have left the tournament, with the decision. */
  readonly out: Map<string, DecisionLine>;
  readonly schedule: Map<string, ScheduledFixture>;
  /** Versions of teams that have replaced those of the header. */
  readonly versions: Map<string, string>;
  pause: { readonly until: string | null; readonly reason: string } | null;
  /** Count of new submissions by team. */
  readonly submissions: Map<string, number>;
  /** Whether the season of a ladder is over. */
  isFrozen: boolean;
}

/** Creates the state without decisions. */
export function createOrganizerState(): OrganizerState {
  return {
    decisions: [],
    annulled: new Set(),
    out: new Map(),
    schedule: new Map(),
    versions: new Map(),
    pause: null,
    submissions: new Map(),
    isFrozen: false,
  };
}

/** Adds a decision to the state; what it changes in the results is not part of this state. */
export function addDecision(state: OrganizerState, line: DecisionLine): void {
  state.decisions.push(line);
  switch (line.verb) {
    case 'annul':
      state.annulled.add(line.fixture);
      break;
    case 'set':
    case 'walkover':
    case 'replay':
    case 'continue':
      state.annulled.delete(line.fixture);
      break;
    case 'withdraw':
    case 'disqualify':
      state.out.set(line.team, line);
      break;
    case 'reinstate':
      state.out.delete(line.team);
      break;
    case 'version':
      state.versions.set(line.team, line.version);
      state.submissions.set(line.team, (state.submissions.get(line.team) ?? 0) + 1);
      break;
    case 'schedule':
      if (line.kickoff === null && line.field === null) state.schedule.delete(line.fixture);
      else state.schedule.set(line.fixture, line);
      break;
    case 'pause':
      state.pause = line;
      break;
    case 'freeze':
      state.isFrozen = true;
      break;
    case 'resume':
      state.pause = null;
      state.isFrozen = false;
      break;
  }
}

/** Returns how often the organizer has decided about a match: results from before do not count after it. */
export function countDecisions({ decisions }: Pick<OrganizerState, 'decisions'>, fixture: string): number {
  return decisions.filter((line) => 'fixture' in line && line.fixture === fixture && line.verb !== 'schedule')
    .length;
}

/** Whether no match may begin at a time, ms since 1970. */
export function isPaused({ pause }: Pick<OrganizerState, 'pause'>, now: number): boolean {
  return pause !== null && (pause.until === null || Date.parse(pause.until) > now);
}

/** Says in words what was decided, without author and reason. */
export function describeDecision(line: LeagueDecision & Pick<DecisionLine, 'left' | 'right'>): string {
  switch (line.verb) {
    case 'replay':
      return `${line.fixture} is played again`;
    case 'annul':
      return `the result of ${line.fixture} is annulled`;
    case 'set':
      return `the result of ${line.fixture} is ${describeScore(line)}`;
    case 'walkover': {
      const loser =
        line.forfeit === 'both' ? 'both teams' : (line[line.forfeit] ?? `the ${line.forfeit} team`);
      return `${line.fixture} is a walkover; ${loser} forfeited`;
    }
    case 'withdraw':
      return `${line.team} has withdrawn`;
    case 'disqualify':
      return `${line.team} is disqualified`;
    case 'reinstate':
      return `${line.team} is back in the tournament`;
    case 'version':
      return `${line.team} plays with ${line.version}`;
    case 'schedule':
      return describeSchedule(line);
    case 'pause':
      return `no match begins${line.until === null ? '' : ` before ${line.until}`}`;
    case 'freeze':
      return 'the season is over';
    case 'resume':
      return 'matches begin again';
    case 'continue':
      return `${line.fixture} was continued from its recording and ended ${describeScore(line)} (${line.recording})`;
  }
}

function describeScore({
  scoreL,
  scoreR,
  penaltyL,
  penaltyR,
}: Pick<ResultLine, 'scoreL' | 'scoreR' | 'penaltyL' | 'penaltyR'>): string {
  return `${scoreL}:${scoreR}${penaltyL === null ? '' : ` (${penaltyL}:${penaltyR} pen.)`}`;
}

function describeSchedule({ fixture, kickoff, field }: ScheduledFixture): string {
  if (kickoff === null && field === null) return `${fixture} has no kick-off time`;
  return `${fixture} is played${kickoff === null ? '' : ` at ${kickoff}`}${field === null ? '' : ` on field ${field}`}`;
}

/** Returns the result that a decision gives a match; null if it gives none. */
export function toDecidedResult(line: DecisionLine): ResultLine | null {
  if (line.verb !== 'set' && line.verb !== 'walkover' && line.verb !== 'continue') return null;
  const { fixture, left = '', right = '', seed = null } = line;
  const score =
    line.verb !== 'walkover'
      ? {
          scoreL: line.scoreL,
          scoreR: line.scoreR,
          penaltyL: line.penaltyL,
          penaltyR: line.penaltyR,
        }
      : { ...NO_GOALS, forfeit: line.forfeit };
  const result = createUnplayedLine({ fixture, left, right, seed }, line, score);
  return line.verb === 'continue' ? { ...result, cycles: line.cycles } : result;
}

const NO_GOALS = { scoreL: 0, scoreR: 0, penaltyL: null, penaltyR: null } as const;

/** Returns the result of a match of teams that have left the tournament; null if none of its teams has. */
export function createForfeit(
  out: OrganizerState['out'],
  match: Pick<ResultLine, 'fixture' | 'left' | 'right' | 'seed'>,
): ResultLine | null {
  const left = out.get(match.left);
  const right = out.get(match.right);
  const decision = left ?? right;
  if (decision === undefined) return null;
  const forfeit = left === undefined ? 'right' : right === undefined ? 'left' : 'both';
  return createUnplayedLine(match, decision, { ...NO_GOALS, forfeit });
}

function createUnplayedLine(
  { fixture, left, right, seed }: Pick<ResultLine, 'fixture' | 'left' | 'right' | 'seed'>,
  decision: DecisionLine,
  score: Pick<ResultLine, 'scoreL' | 'scoreR' | 'penaltyL' | 'penaltyR' | 'forfeit'>,
): ResultLine {
  return {
    type: 'match',
    fixture,
    job: '',
    left,
    right,
    seed,
    ...score,
    end: `${describeDecision(decision)}: ${decision.reason} (${decision.by})`,
    cycles: 0,
    digest: null,
    seconds: 0,
    players: { left: 0, right: 0 },
    problems: [],
    storedAt: decision.at,
  };
}
