import { createSpecMatch, type MatchSpec } from '@rcss/simulator';
import { FileProblems } from '../files/file-problems.js';
import { openLogs } from '../logs/server-logs.js';
import { closePorts } from '../net/network.js';
import { createServer } from '../sessions/create-server.js';
import type { Server } from '../sessions/server.js';
import type { SeatOwner } from '../state/team-places.js';
import { completeLogs } from './finish-server.js';
import { openNetwork } from './open-network.js';

/** What a server is opened with. */
export interface ServerOpening extends Pick<Server, 'config' | 'start' | 'console'> {
  readonly spec: MatchSpec;
  /** Whether other matches share the thread, and there is no match without its recording. */
  readonly isRoom?: boolean;
  /** What is known about the teams of senders. */
  readonly isOwnSender?: SeatOwner | undefined;
}

/**
 * Opens the ports and logs of a server and creates its match.
 *
 * @param begin Makes of the server what the caller needs. If it throws, the ports and logs are closed, and there is no recording.
 * @throws {import('@rcss/kit/udp').PortError}, LogFileError or ServerSettingError (as a rejection)
 */
export async function openServer<Opened>(
  { config, start, console, spec, isRoom = false, isOwnSender }: ServerOpening,
  begin: (server: Server) => Opened,
): Promise<Opened> {
  const net = await openNetwork(config, console, isRoom);
  try {
    const match = createSpecMatch(spec);
    const problems = new FileProblems(console);
    const logs = openLogs(match, config, start, { console, problems, needsRecording: isRoom });
    const server = createServer({ config, match, start, console, net, logs, problems }, isOwnSender);
    server.teams.hasOwnGroups = isRoom;
    try {
      return begin(server);
    } catch (error) {
      logs.recording?.discard();
      await completeLogs(server, { ...logs, recording: null });
      throw error;
    }
  } catch (error) {
    closePorts(net.ports);
    throw error;
  }
}
