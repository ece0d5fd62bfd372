import { err, type Failure, ok, type Result } from '@rcss/core';
import { type MonitorVersion, monitorFeatures } from '@rcss/core/versions';
import { formatG6, readStrtod } from '@rcss/sexp';
import { skipWord } from './coach-scanner.js';

/** Registration request of a monitor. */
export interface MonitorInit {
  readonly version: MonitorVersion;
  readonly json: boolean;
  /** The version as given, for the console, for example `5.9`. */
  readonly shown: string;
}

/** Failure of a request with an unknown version; `shown` is that version, for the console. */
export interface MonitorInitFailure extends Failure {
  readonly code: 'illegal_client_version';
  readonly shown: string;
}

/**
 * Decodes a datagram from an unknown address to the players' port (spec 10 §2.1; see `connectText`). Null if it is
 * not a request of a monitor: then it is a player's. The server checks its limits before it sends a failure
 * (spec 10 §2.2).
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

/** Encodes a registration request, without the final NUL (spec 10 §2.1). */
export function encodeMonitorInit(version: MonitorVersion): string {
  return `(dispinit version ${version})`;
}
