import { err, type Failure, type MonitorInit, ok, type Result } from '@rcss/core';
import {
  EXPERIMENTAL_MONITOR_VERSIONS,
  isMonitorVersion,
  MONITOR_VERSIONS,
  type MonitorVersion,
  monitorFeatures,
} from '@rcss/core/versions';
import { formatG6, readStrtod } from '@rcss/sexp/numbers';
import { skipWord } from './command-scanner.js';

/** Failure of a request with an unknown version; the code is the text after `error` in the reply. */
export interface MonitorInitFailure extends Failure {
  readonly code: 'illegal_client_version';
  /** The version as given, for the console. */
  readonly versionText: string;
}

/**
 * Decodes a datagram from an unknown address to the players' port (spec 10 §2.1; see `readConnectText`). Returns null if
 * it is not a request of a monitor but possibly of a player. The server checks its limits before it sends a failure
 * (spec 10 §2.2).
 *
 * @param experimental Whether version 6 is allowed (spec 12 §1).
 */
export function decodeMonitorInit(
  text: string,
  experimental = false,
): Result<MonitorInit, MonitorInitFailure> | null {
  if (text.startsWith('(dispinit)')) return ok({ version: 1, json: false, versionText: '1' });
  let pos = 0;
  for (const word of ['(', 'dispinit', 'version']) {
    pos = skipWord(text, pos, word);
    if (pos < 0) return null;
  }
  const number = readStrtod(text, pos);
  if (number.end === pos) return null;
  const versionText = formatG6(number.value);
  const features = monitorFeatures(number.value);
  if (features === undefined || !isMonitorVersion(number.value, experimental)) {
    const allowed = experimental ? EXPERIMENTAL_MONITOR_VERSIONS : MONITOR_VERSIONS;
    return err({
      code: 'illegal_client_version',
      message: `version ${versionText} of the monitor protocol does not exist (allowed: ${allowed.join(', ')})`,
      offset: pos,
      versionText,
    });
  }
  return ok({ version: features.version, json: features.encoding === 'json', versionText });
}

/** Encodes a registration request, without the final NUL (spec 10 §2.1). */
export function encodeMonitorInit(version: MonitorVersion): string {
  return `(dispinit version ${version})`;
}
