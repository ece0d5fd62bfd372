import type { RcssParams } from '@rcss/params/program';
import { findHttpProblems } from '../config/http-problems.js';
import { HttpPortError } from '../operations/http-port-error.js';
import type { OperationsServer } from '../operations/http-server.js';
import type { OperationsSource } from '../operations/metrics.js';

/**
 * Opens the HTTP port of a server if `rcss::http_port` asks for it; its code is loaded only then. Returns null without one.
 *
 * @throws {HttpPortError} (as a rejection) if the port cannot be opened, or may not be opened without a token.
 */
export async function openOperations(
  settings: Pick<RcssParams, 'http_port' | 'http_address' | 'http_token'>,
  readRooms: OperationsSource['readRooms'],
): Promise<OperationsServer | null> {
  const { http_port: port, http_address: host, http_token: token } = settings;
  if (port < 0) return null;
  const [problem] = findHttpProblems(settings);
  if (problem !== undefined) throw new HttpPortError(`${problem}.`);
  const { openOperationsServer } = await import('../operations/http-server.js');
  return openOperationsServer(readRooms, { port, host, token });
}
