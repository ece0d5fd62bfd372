import type { ModuleTeam } from '@rcss/core/match-document';
import type { TreeIdentity } from '@rcss/kit/match-runner';
import type { MatchJob } from '../jobs/match-job.js';
import type { MatchOutcome } from '../jobs/match-outcome.js';
import type { CheckRequest, TeamMeasurement } from '../jobs/team-check.js';

/** Work for the process that plays matches; its logs go to the folder. */
export type HostTask = { readonly folder: string; readonly slot: number } & (
  | { readonly type: 'play'; readonly job: MatchJob }
  | { readonly type: 'check'; readonly request: CheckRequest }
  | { readonly type: 'load'; readonly team: ModuleTeam }
);

/** Message to the process that plays matches. */
export type HostRequest = HostTask | { readonly type: 'stop' };

/** Result of a task. */
export type HostResult =
  | { readonly type: 'outcome'; readonly outcome: MatchOutcome }
  | { readonly type: 'measurement'; readonly measurement: TeamMeasurement }
  | { readonly type: 'loaded' };

/** Message of the process that plays matches. */
export type HostReply =
  | { readonly type: 'ready' }
  | { readonly type: 'opened'; readonly port: number }
  | { readonly type: 'started'; readonly tree: TreeIdentity }
  | { readonly type: 'progress'; readonly cycle: number }
  | HostResult
  | { readonly type: 'failure'; readonly message: string };
