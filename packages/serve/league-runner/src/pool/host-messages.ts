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

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

type ReplyChecks = {
  readonly [Type in HostReply['type']]: (reply: Extract<HostReply, { readonly type: Type }>) => boolean;
};

const REPLY_CHECKS: ReplyChecks = {
  ready: () => true,
  opened: ({ port }) => isCount(port) && port <= 65_535,
  // Below 2 are all processes, and the group of the pool.
  started: ({ tree }) => isCount(tree?.group) && tree.group > 1 && typeof tree.mark === 'string',
  progress: ({ cycle, score = [0, 0] }) =>
    isCount(cycle) && Array.isArray(score) && score.length === 2 && score.every(isCount),
  done: () => true,
  failure: ({ message }) => typeof message === 'string',
};

/** Whether a message is a reply. Code of a module is in the process that sends it; a result is checked where it is used. */
export function isHostReply(message: unknown): message is HostReply {
  const { type } = (message ?? {}) as HostReply;
  return Object.hasOwn(REPLY_CHECKS, type) && REPLY_CHECKS[type](message as never);
}
