import { readFileSync } from 'node:fs';
import type { ConsoleOutput } from '../console-output.js';

/** Maximum size of a file that is sent, bytes (spec 07 §5). */
const MAX_FILE_SIZE = 8176;

/** Returns the contents of `server::coach_msg_file`, or null if there is none to send; logs the reason. */
export function readCoachMessageFile(path: string, console: ConsoleOutput): Uint8Array | null {
  if (path === '') return null;
  try {
    const content = readFileSync(path);
    if (content.length === 0) return null;
    if (content.length > MAX_FILE_SIZE) {
      console.err(
        `coach message file "${path}" is too long (${content.length} bytes); at most ${MAX_FILE_SIZE} are sent`,
      );
      return null;
    }
    console.out(`send external message in [${path}]`);
    return content;
  } catch (error) {
    console.err(`could not read coach message file "${path}": ${(error as Error).message}`);
    return null;
  }
}
