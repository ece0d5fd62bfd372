import type { ModuleTeam } from '@rcss/core/match-document';
import type { TreeIdentity } from '@rcss/kit/match-runner';
import type { MatchJob } from '../jobs/match-job.js';
import type { MatchOutcome, Score } from '../jobs/match-outcome.js';
import type { CheckRequest, TeamMeasurement } from '../jobs/team-check.js';

/** Tasks of the process that plays matches: what each is given, and its result. Logs go to a folder. */
export interface HostTasks {
  /** Plays a match. */
  readonly play: { readonly given: MatchJob; readonly result: MatchOutcome };
  /** Plays a short match of a team alone. */
  readonly check: { readonly given: CheckRequest; readonly result: TeamMeasurement };
  /** Loads the module of a team. */
  readonly load: { readonly given: ModuleTeam; readonly result: null };
}

/** Work for the process that plays matches. */
export interface HostTask<Type extends keyof HostTasks = keyof HostTasks> {
  readonly type: Type;
  readonly given: HostTasks[Type]['given'];
  readonly folder: string;
  /** Number of the match among those of this machine. */
  readonly slot: number;
}

/** Message to the process that plays matches. */
export type HostRequest = HostTask | { readonly type: 'stop' };

/** Message of the process that plays matches. */
export type HostReply =
  | { readonly type: 'ready' }
  | { readonly type: 'opened'; readonly port: number }
  | { readonly type: 'started'; readonly tree: TreeIdentity }
  | { readonly type: 'progress'; readonly cycle: number; readonly score?: Score | undefined }
  | { readonly type: 'done'; readonly result: HostTasks[keyof HostTasks]['result'] }
  | { readonly type: 'failure'; readonly message: string };
