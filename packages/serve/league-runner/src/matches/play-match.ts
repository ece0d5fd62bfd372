import type { MatchTeam } from '@rcss/core/match-document';
import type { MatchJob } from '../jobs/match-job.js';
import { MatchFailure, type MatchOutcome } from '../jobs/match-outcome.js';
import { playModuleMatch } from './play-module-match.js';
import { type MatchProgressListener, playServerMatch } from './play-server-match.js';

/** Returns a match whose logs have the names of the match and its teams, where the document gives no names. */
function nameLogs(job: MatchJob): MatchJob {
  const { teams = {}, recording = {} } = job.document;
  const name = `${job.fixture.replace(/[^-\w.]/g, '_')}-${teams.left?.name}-vs-${teams.right?.name}`;
  const choose = (choice: boolean | string): boolean | string => (choice === true ? name : choice);
  const { gameLog = true, textLog = true, recording: file = false } = recording;
  const named = {
    ...recording,
    gameLog: choose(gameLog),
    textLog: choose(textLog),
    recording: file === true ? `${name}.rec.gz` : file,
  };
  return { ...job, document: { ...job.document, recording: named } };
}

type TeamKind = 'start' | 'module' | 'remote';

function kindOf(team: MatchTeam | undefined): TeamKind {
  if (team !== undefined && 'start' in team) return 'start';
  return team !== undefined && 'module' in team ? 'module' : 'remote';
}

/**
 * Plays a match: two modules in this process; others with a server, each team in processes of its own.
 *
 * @throws {MatchFailure} if the match gives no result for a reason that is not a team.
 */
export async function playMatch(
  job: MatchJob,
  folder: string,
  slot: number,
  listener: MatchProgressListener,
  signal: AbortSignal,
): Promise<MatchOutcome> {
  const { left, right } = job.document.teams ?? {};
  const kinds = [kindOf(left), kindOf(right)];
  if (kinds.includes('remote'))
    throw new MatchFailure(
      'a team that connects by itself (remote) cannot be played; both teams need start or module',
    );
  const isIsolated = [job.teams.left, job.teams.right].some(
    ({ isolation }) => isolation !== undefined && isolation.level !== 'none',
  );
  if (isIsolated && kinds.includes('module'))
    throw new MatchFailure('a module plays in the process of the match and cannot be isolated; use start');
  const named = nameLogs(job);
  if (kinds.includes('start')) return playServerMatch(named, folder, slot, listener, signal);
  return playModuleMatch(named, folder, listener, signal);
}
