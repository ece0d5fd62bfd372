import { err, type Failure, ok, type Result } from '@rcss/core';
import { type MonitorVersion, monitorFeatures } from '@rcss/core/versions';
import { formatG6, readStrtod } from '@rcss/sexp';
import { skipWord } from './coach-scanner.js';

/** A request of a monitor to be registered. */
export interface MonitorInit {
  readonly version: MonitorVersion;
  readonly json: boolean;
  /** The version as given, for the console: `5.9`. */
  readonly shown: string;
}

/** A request with a version that does not exist; `shown` is that version for the console. */
export interface MonitorInitFailure extends Failure {
  readonly code: 'illegal_client_version';
  readonly shown: string;
}

/**
 * Read a datagram that came to the players' port from an unknown address (spec 10 §2.1; see `connectText`). Null when it is no request of a monitor:
 * then it is a player's. Limits are checked before a failure is told (spec 10 §2.2).
 */
export function decodeMonitorInit(text: string): Result<MonitorInit, MonitorInitFailure> | null {
  if (text.startsWith('(dispinit)')) return ok({ version: 1, json: false, shown: '1' });
  let pos = 0;
  for (const word of ['(', 'dispinit', 'version']) {
    pos = skipWord(text, pos, word);
    if (pos < 0) return null;
  }
  const number = readStrtod(text, pos);
  if (number.end === pos) return null;
  const shown = formatG6(number.value);
  const features = monitorFeatures(number.value);
  if (features === undefined) {
    return err({
      code: 'illegal_client_version',
      message: `there is no version ${shown} of the monitor protocol`,
      offset: pos,
      shown,
    });
  }
  return ok({ version: features.version, json: features.encoding === 'json', shown });
}

/** Text of a request to be registered, without the final NUL (spec 10 §2.1). */
export function encodeMonitorInit(version: MonitorVersion): string {
  return `(dispinit version ${version})`;
}
