import { readFileSync, statSync } from 'node:fs';
import { MAX_INCLUDE_SIZE } from '@rcss/protocol/coach';
import type { ConsoleOutput } from '../console/console-output.js';

/** Returns the contents of `server::coach_msg_file`, or null if there is none to send; logs the reason. */
export function readCoachMessageFile(path: string, console: ConsoleOutput): Uint8Array | null {
  if (path === '') return null;
  try {
    const stats = statSync(path);
    // A device or pipe could have no end; its reading would stop the match.
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.size > MAX_INCLUDE_SIZE) {
      console.err(
        `coach message file "${path}" is too long (${stats.size} bytes); at most ${MAX_INCLUDE_SIZE} are sent`,
        { event: 'coach_message_file', level: 'warn', fields: { path } },
      );
      return null;
    }
    const content = readFileSync(path);
    if (content.length === 0) return null;
    console.out(`send external message in [${path}]`, { event: 'coach_message_file', fields: { path } });
    return content;
  } catch (error) {
    console.err(`could not read coach message file "${path}": ${(error as Error).message}`, {
      event: 'coach_message_file',
      level: 'warn',
      fields: { path },
    });
    return null;
  }
}
