/** Checks of what comes from a queue: it can be written by others, and by other versions of this program. */
import { SIDE_NAMES, type SideName } from '@rcss/core';
import { pickGameParams } from '@rcss/params/program';
import { type MatchSpec, readMatchSpec } from '@rcss/simulator';
import { checkTournamentDocument } from '@rcss/tournament/documents';
import { type MatchJob, type MatchJobTeam, pickFields } from '../jobs/match-job.js';
import { findOutcomeProblem } from '../runs/result-file.js';
import type { MatchProgress, QueuedMatch, QueuedResult, WorkerEntry } from './messages.js';

const RUN_ID = /^[-\w]{1,64}$/;
/** Hash of a match; its first characters name a folder of the worker. */
const JOB_ID = /^[0-9a-f]{64}(-audit)?$/;
/** Names of logs, which are files in the folder of the match. */
const LOG_NAME = /^[-\w+. ]{1,120}$/;
const MAX_TEXT_LENGTH = 200;

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT_LENGTH;
}

/** Whether a job says to which run a failure can be reported. */
export function hasAddress(data: unknown): data is QueuedMatch {
  if (!isRecord(data) || !isRecord(data['match'])) return false;
  const { run, match } = data as { run?: unknown; match: { id?: unknown } };
  return typeof run === 'string' && RUN_ID.test(run) && typeof match.id === 'string' && JOB_ID.test(match.id);
}

/** Returns what is wrong with a job, as a part of a sentence; null if a worker can play it. */
export function findJobProblem(data: unknown): string | null {
  if (!isRecord(data) || !isRecord(data['match'])) return 'it has no match';
  const { run, match } = data as unknown as { run: unknown; match: Partial<MatchJob> & Fields };
  if (typeof run !== 'string' || !RUN_ID.test(run)) return 'run is not the identifier of a run';
  if (typeof match.id !== 'string' || !JOB_ID.test(match.id)) return 'match.id is not the hash of a match';
  if (!isText(match.fixture)) return 'match.fixture is not a text';
  if (match.otherThan !== undefined && !isText(match.otherThan)) return 'match.otherThan is not a text';
  if (match.nonce !== undefined && !isText(match.nonce)) return 'match.nonce is not a text';
  const { spec, teams } = match;
  // Jobs of programs before version 1 of the spec have a document in its place.
  if (!isRecord(spec))
    return 'it has no match.spec; the run and its workers need the same version of the program';
  if (!isRecord(spec.teams)) return 'match.spec has no teams';
  if (!isRecord(teams) || !isRecord(teams.left) || !isRecord(teams.right))
    return 'match.teams has not both teams';
  if (!isText(teams.left.version) || !isText(teams.right.version)) return 'a team has no version';
  if (!isTuned(teams.left.tuned) || !isTuned(teams.right.tuned))
    return 'the values of a tuning are not numbers';
  return findSpecProblem(match as MatchJob);
}

function isTuned(tuned: unknown): boolean {
  if (tuned === undefined) return true;
  return (
    isRecord(tuned) &&
    isText(tuned['team']) &&
    isRecord(tuned['values']) &&
    Object.entries(tuned['values']).every(
      ([name, value]) => /^[\w.]{1,100}$/.test(name) && Number.isFinite(value),
    )
  );
}

/** Checks the match by the schema of tournaments, which has the same fields, with the isolation of each team. */
function findSpecProblem({ spec, program, teams }: MatchJob): string | null {
  const read = readMatchSpec(spec);
  if (!read.ok) return `match.spec: ${read.error.message}`;
  const { seed, rules, clock, teams: plans, initial, stop, keep } = read.value;
  const { synch_mode: _mode, team_l_start, team_r_start, ...values } = rules.server;
  if (spec.from !== undefined || team_l_start !== '' || team_r_start !== '')
    return 'match.spec.from, team_l_start and team_r_start are not for leagues';
  const game = pickGameParams(rules.server);
  const server = Object.entries(values).filter(([name]) => !(name in game));
  const match = {
    clock,
    ...(initial !== undefined && { initial }),
    ...(stop !== undefined && { stop }),
    ...(keep !== undefined && { recording: keep }),
    parameters: { server: Object.fromEntries(server), player: rules.player, rcss: { ...program, ...game } },
  };
  const describe = (side: SideName): Fields => {
    return { ...plans?.[side], ...pickFields(teams[side], ['limits', 'image', 'repeatable', 'templates']) };
  };
  const first = describe('left');
  const second = describe('right');
  // A team may play against itself.
  const other = second['name'] === first['name'] ? { ...second, name: 'other' } : second;
  for (const { isolation } of [teams.left, teams.right]) {
    const checked = checkTournamentDocument({
      version: 1,
      teams: [first, other],
      format: { type: 'series', matches: 1 },
      match,
      seeds: seed,
      ...(isolation === undefined ? {} : { isolation }),
    });
    if (!checked.ok) return checked.error[0]?.message ?? 'match.spec is not a match';
  }
  for (const [name, value] of Object.entries(keep ?? {}))
    if (typeof value === 'string' && (!LOG_NAME.test(value) || value.includes('..')))
      return `match.spec.keep.${name} is not the name of a file`;
  return null;
}

/** Returns what is wrong with a result, as a part of a sentence; null if it can be stored. */
export function findResultProblem(data: unknown): string | null {
  if (!isRecord(data)) return 'it is not an object';
  try {
    JSON.stringify(data);
  } catch {
    return 'it has too many levels';
  }
  const { job, nonce, outcome, failure } = data as unknown as Partial<QueuedResult>;
  if (nonce !== undefined && !isText(nonce)) return 'nonce is not a text';
  if (typeof job !== 'string' || !JOB_ID.test(job)) return 'job is not the hash of a match';
  if (outcome === null)
    return failure === undefined || typeof failure === 'string' ? null : 'failure is not a text';
  return isRecord(outcome) ? findOutcomeProblem(outcome) : 'it has no outcome';
}

const HOST_NAME = /^[-\w.:]{1,255}$/;

/** Whether the progress of a match can be used. */
export function isProgress(data: unknown): data is MatchProgress {
  if (!isRecord(data)) return false;
  const { host, port, address, cycle, score = [0, 0] } = data as unknown as MatchProgress;
  return (
    isText(host) &&
    !/\p{Cc}/u.test(host) &&
    (port === null || (Number.isInteger(port) && port >= 1024 && port <= 65_535)) &&
    (address === null || (typeof address === 'string' && HOST_NAME.test(address))) &&
    Array.isArray(score) &&
    score.length === 2 &&
    [cycle, ...score].every((count) => Number.isSafeInteger(count) && count >= 0)
  );
}

/** Whether the entry of a worker can be used. */
export function isWorkerEntry(data: unknown): data is WorkerEntry {
  return (
    isRecord(data) &&
    isText(data['worker']) &&
    Number.isSafeInteger(data['slots']) &&
    (data['slots'] as number) > 0 &&
    isRecord(data['teams']) &&
    Object.values(data['teams']).every(isText) &&
    typeof data['reportedAt'] === 'number'
  );
}

/** Returns a team of a match that a worker with teams of its own does not have, with its version; null if it has both. */
export function findForeignTeam(
  { spec, teams }: MatchJob,
  own: ReadonlyMap<string, { readonly version: string }>,
  nameOf: (team: NonNullable<MatchSpec['teams']>['left'], inJob: MatchJobTeam) => string,
): string | null {
  for (const side of SIDE_NAMES) {
    const name = nameOf(spec.teams?.[side], teams[side]);
    if (own.get(name)?.version !== teams[side].version) return `${name} (${teams[side].version})`;
  }
  return null;
}
