import type { Host } from '@rcss/host';
import type { Configuration } from '../config/configuration.js';
import type { ConsoleOutput } from '../console/console-output.js';
import type { FileProblems } from '../files/file-problems.js';
import type { DebugChannel } from '../logs/debug-channel.js';
import type { ServerLogs } from '../logs/server-logs.js';
import type { StartTime } from '../logs/start-time.js';
import type { Connection } from '../net/connection.js';
import type { Network } from '../net/network.js';
import type { Referees } from '../state/referees.js';
import type { ServerRunState } from '../state/run-state.js';
import type { TeamPlaces } from '../state/team-places.js';
import type { Telemetry } from '../state/telemetry.js';
import type { TeamProcesses } from '../teams/team-processes.js';

/**
 * The state of a running server, in slices by concern. Functions take the slices that they need, or a `Pick` of this type, so
 * that the signature shows what they read and change. The host has the match, its clients and what they receive.
 */
export interface Server extends Host<Connection> {
  readonly config: Configuration;
  /** Local start time; names of logs and results contain it. */
  readonly start: StartTime;
  readonly console: ConsoleOutput;
  readonly net: Network;
  readonly logs: ServerLogs;
  /** Files that are missing or incomplete. */
  readonly problems: FileProblems;
  readonly telemetry: Telemetry;
  readonly teams: TeamProcesses;
  /** Receives the messages between the server and its players (`rcss::debug_channel`); null without a receiver. */
  readonly debugChannel: DebugChannel | null;
  readonly run: ServerRunState;
  /** Who may give commands of the referee. */
  readonly referees: Referees;
  /** Who may take a place in a team. */
  readonly seats: TeamPlaces;
}

/** The slices that the handling of datagrams uses: without clocks, processes and the end of the server. */
export type SessionContext = Host<Connection> &
  Pick<Server, 'console' | 'net' | 'logs' | 'telemetry' | 'referees' | 'seats'>;
