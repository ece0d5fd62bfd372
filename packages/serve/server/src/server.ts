import type { Match } from '@rcss/simulator';
import type { Configuration } from './config/configuration.js';
import type { ConsoleOutput } from './console-output.js';
import type { ObservationBuffers } from './cycle/observation-buffers.js';
import type { PollOrder } from './cycle/poll-order.js';
import type { FileProblems } from './files/file-problems.js';
import type { ServerLogs } from './logs/server-logs.js';
import type { StartTime } from './logs/start-time.js';
import type { Network } from './net/network.js';
import type { RunState } from './run-state.js';
import type { Clients } from './sessions/clients.js';
import type { TeamProcesses } from './teams/team-processes.js';
import type { Telemetry } from './telemetry.js';

/**
 * The state of a running server, in slices by concern. Functions take the slices that they need, or a `Pick` of this type, so
 * that the signature shows what they read and change.
 */
export interface Server {
  readonly config: Configuration;
  readonly match: Match;
  /** Local start time; names of logs and results contain it. */
  readonly start: StartTime;
  readonly console: ConsoleOutput;
  readonly net: Network;
  readonly clients: Clients;
  readonly logs: ServerLogs;
  /** Files that are missing or incomplete. */
  readonly problems: FileProblems;
  readonly telemetry: Telemetry;
  readonly teams: TeamProcesses;
  /** Buffers that are filled again for each message. */
  readonly buffers: ObservationBuffers;
  readonly pollOrder: PollOrder;
  readonly run: RunState;
}

/** The slices that the handling of datagrams uses: without clocks, processes and the end of the server. */
export type SessionContext = Pick<Server, 'match' | 'console' | 'net' | 'clients' | 'logs' | 'telemetry'>;
