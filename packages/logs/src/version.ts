import { err, type Failure, ok, type Result } from '@rcss/core';
import type { MonitorVersion } from '@rcss/core/versions';

/** Version of a game log; -1 is JSON (spec 09 §1.5). */
export type LogVersion = -1 | 1 | 2 | 3 | 4 | 5 | 6;

/** All versions of game logs. */
export const LOG_VERSIONS: readonly LogVersion[] = [-1, 1, 2, 3, 4, 5, 6];

/** Version that a server writes by default (spec 09 §1.5). */
export const DEFAULT_LOG_VERSION: LogVersion = 6;

/** What a version of the game log stores, by name (spec 09 §5 to §9). The only file that compares version numbers. */
export interface LogFeatures {
  readonly version: LogVersion;
  readonly encoding: 'binary' | 'text' | 'json';
  /** First bytes of the file; none in version 1. */
  readonly magic: string;
  /** Version of the monitor protocol with the same vocabulary (spec 09 §1.5). */
  readonly monitor: MonitorVersion;
  /** Size of every record in bytes where all have the same; 0 otherwise. */
  readonly recordSize: number;
  /** Parameters, player types and records of their own for play mode and teams (spec 09 §2.1). */
  readonly parameters: boolean;
  /** Velocities, neck, view, stamina and counts of players; velocity of the ball. */
  readonly details: boolean;
  /** All bits of the player state, arm, attention and counts of tackle, pointto and attentionto. */
  readonly fullState: boolean;
  readonly capacity: boolean;
  /** Focus point. */
  readonly focus: boolean;
  readonly changeFocusCount: boolean;
  /** Numbers of penalties in team records. */
  readonly penalties: boolean;
  /** Time of records that are not shows. */
  readonly recordTimes: boolean;
  /** Stoppage counter. */
  readonly stoppageTime: boolean;
  /** Team graphics in an element of their own. */
  readonly teamGraphics: boolean;
  /** Only the low 16 bits of time and state (spec 09 §3.3, §5.1). */
  readonly shortIntegers: boolean;
  /** Referee calls are recorded although `record_messages` is false (spec 09 §2.5). */
  readonly refereeCallsAlways: boolean;
  /** The file ends with the final teams (spec 09 §2.8). */
  readonly tail: boolean;
}

function row(version: LogVersion): LogFeatures {
  const json = version === -1;
  const rank = json ? 7 : version;
  return Object.freeze({
    version,
    encoding: json ? 'json' : version >= 4 ? 'text' : 'binary',
    magic: json
      ? '['
      : version === 1
        ? ''
        : version >= 4
          ? `ULG${version}\n`
          : `ULG${String.fromCharCode(version)}`,
    monitor: (json ? -1 : version <= 2 ? 1 : version - 1) as MonitorVersion,
    recordSize: version === 1 ? 2052 : 0,
    parameters: rank >= 3,
    details: rank >= 3,
    fullState: rank >= 4,
    capacity: rank >= 5,
    focus: version === 6,
    changeFocusCount: rank >= 6,
    penalties: rank >= 4,
    recordTimes: rank >= 4,
    stoppageTime: json,
    teamGraphics: json,
    shortIntegers: rank <= 3,
    refereeCallsAlways: version === 1,
    tail: rank >= 4,
  } as const);
}

const FEATURES: ReadonlyMap<number, LogFeatures> = new Map(LOG_VERSIONS.map((v) => [v, row(v)]));

/** Whether there is a game log version of this number: what `server::game_log_version` may be. */
export function isLogVersion(version: number): version is LogVersion {
  return FEATURES.has(version);
}

/** What a version stores. */
export function logFeatures(version: LogVersion): LogFeatures {
  return FEATURES.get(version)!;
}

/**
 * Returns the version of the log that begins with `head`, from its first 4 bytes (spec 09 §13.1). `[` is JSON; `ULG` and a byte
 * 2 or 3 or a digit 4 to 6 are that version; everything else is version 1. Errors: fewer than 4 bytes (`log-too-short`), `ULG`
 * and another byte (`unsupported-log-version`), gzip (`gzip`, must be unpacked first).
 */
export function detectLogVersion(head: Uint8Array): Result<LogVersion> {
  if (head[0] === 0x5b) return ok(-1);
  if (head.length < 4) return refuse('log-too-short', 'a game log has at least 4 bytes', head.length);
  if (head[0] === 0x1f && head[1] === 0x8b) return refuse('gzip', 'the log is packed', 0);
  if (head[0] !== 0x55 || head[1] !== 0x4c || head[2] !== 0x47) return ok(1);
  const mark = head[3]!;
  if (mark === 2 || mark === 3) return ok(mark);
  if (mark >= 0x34 && mark <= 0x36) return ok((mark - 0x30) as LogVersion);
  return refuse('unsupported-log-version', `'ULG' with byte ${mark} is no known version`, 3);
}

function refuse(
  code: string,
  message: string,
  offset: number,
): { readonly ok: false; readonly error: Failure } {
  return err({ code, message, offset });
}
