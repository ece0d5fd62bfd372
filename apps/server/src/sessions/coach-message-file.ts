import { readFileSync } from 'node:fs';
import type { Server } from '../server.js';

/** Files of this size and more are not sent (07 §5). */
const TOO_LONG = 8177;

/** Contents of `server::coach_msg_file`, or null when there is none to send; the reason goes to the console. */
export function readCoachMessageFile(server: Server): Uint8Array | null {
  const path = server.params.server.coach_msg_file;
  if (path === '') return null;
  try {
    const content = readFileSync(path);
    if (content.length === 0) return null;
    if (content.length >= TOO_LONG) {
      server.console.err(
        `coach message file "${path}" is too long (${content.length} bytes); at most ${TOO_LONG - 1} are sent`,
      );
      return null;
    }
    server.console.out(`send external message in [${path}]`);
    return content;
  } catch (error) {
    server.console.err(`could not read coach message file "${path}": ${(error as Error).message}`);
    return null;
  }
}
