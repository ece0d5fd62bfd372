import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import {
  type ConsoleOutput,
  createMatchConfiguration,
  type MatchPlace,
  type SoccerServer,
  StartError,
  startServer,
} from '@rcss/match-server';
import type { MatchSpec } from '@rcss/simulator';

/** Address of the servers of this program. */
export const HOST = '127.0.0.1';

/**
 * Starts the server of a match in this process.
 *
 * @throws {CommandLineError} if it cannot be started.
 */
export async function startMatchServer(
  spec: MatchSpec,
  place: MatchPlace,
  output: ConsoleOutput,
): Promise<SoccerServer> {
  try {
    return await startServer(createMatchConfiguration(spec, place), output, spec);
  } catch (error) {
    if (error instanceof StartError) throw new CommandLineError(error.message);
    if (error instanceof RangeError || error instanceof TypeError)
      throw new CommandLineError(`--set: ${error.message}`, EXIT.usage);
    throw error;
  }
}
