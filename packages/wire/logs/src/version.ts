import { err, type Failure, ok, type Result } from '@rcss/core';
import type { MonitorVersion } from '@rcss/core/versions';

/** Version of a game log; -1 is JSON (spec 09 §1.5). */
export type LogVersion = -1 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** All versions of game logs; -1 is JSON. */
export const LOG_VERSIONS: readonly LogVersion[] = [-1, 1, 2, 3, 4, 5, 6, 7];

/** Version that a server writes by default (spec 09 §1.5). */
export const DEFAULT_LOG_VERSION: LogVersion = 6;

/** What a version of the game log stores (spec 09 §5 to §9). No other file compares version numbers of logs. */
export interface LogFeatures {
  readonly version: LogVersion;
  /** Encoding of the records. */
  readonly encoding: 'binary' | 'text' | 'json';
  /** First characters of the file; empty in version 1. */
  readonly magic: string;
  /** Version of the monitor protocol with the same records (spec 09 §1.5). */
  readonly monitor: MonitorVersion;
  /** Size of every record, bytes, if all records have the same size; else 0. */
  readonly recordSize: number;
  /** Parameters and player types, and separate records for play mode and teams (spec 09 §2.1). */
  readonly parameters: boolean;
  /** Velocities of ball and players; neck, view, stamina and command counts of players. */
  readonly details: boolean;
  /** All bits of the player state; pointing, attention, and counts of tackle, pointto and attentionto. */
  readonly fullState: boolean;
  /** Stamina capacity of players. */
  readonly capacity: boolean;
  /** Focus point of players. */
  readonly focus: boolean;
  /** Count of change_focus commands. */
  readonly changeFocusCount: boolean;
  /** Whether servers write the version only with `rcss::experimental_height` (spec 12 §1). */
  readonly experimental: boolean;
  /** Height of the ball, always; JSON has it in matches with height (spec 12 §11). */
  readonly ballHeight: boolean;
  /** Counts of penalties in team records. */
  readonly penalties: boolean;
  /** Game time of records that are not shows. */
  readonly recordTimes: boolean;
  /** Stoppage time: count of cycles since the game time stands still. */
  readonly stoppageTime: boolean;
  /** Team graphics as separate records; other versions have them as messages. */
  readonly teamGraphics: boolean;
  /** Only the low 16 bits of game time and player state are stored (spec 09 §3.3, §5.1). */
  readonly shortIntegers: boolean;
  /** Servers record referee calls even if `record_messages` is false (spec 09 §2.5). */
  readonly refereeCallsAlways: boolean;
  /** Servers write a team record at the end of the file (spec 09 §2.8). */
  readonly tail: boolean;
}

function createFeatures(version: LogVersion): LogFeatures {
  const json = version === -1;
  const rank = json ? 8 : version;
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
    focus: version >= 6,
    changeFocusCount: rank >= 6,
    experimental: version >= 7,
    ballHeight: rank >= 7,
    penalties: rank >= 4,
    recordTimes: rank >= 4,
    stoppageTime: json,
    teamGraphics: json,
    shortIntegers: rank <= 3,
    refereeCallsAlways: version === 1,
    tail: rank >= 4,
  } as const);
}

const FEATURES: ReadonlyMap<number, LogFeatures> = new Map(LOG_VERSIONS.map((v) => [v, createFeatures(v)]));

/**
 * Whether the number is a version of game logs: -1 or 1 to 7, the values of `server::game_log_version`; 7 needs
 * `rcss::experimental_height`.
 */
export function isLogVersion(version: number): version is LogVersion {
  return FEATURES.has(version);
}

/**
 * Returns a version of game logs.
 *
 * @throws RangeError if it is not one
 */
export function checkLogVersion(version: number): LogVersion {
  if (isLogVersion(version)) return version;
  throw new RangeError(`game log version ${version} is not supported. Allowed: ${LOG_VERSIONS.join(', ')}`);
}

/** Returns what a version stores. */
export function logFeatures(version: LogVersion): LogFeatures {
  return FEATURES.get(version)!;
}

/** Largest count of bytes that {@link detectLogVersion} uses: the mark of a tar archive. */
export const DETECTION_BYTES = 262;

const COMPRESSIONS = [
  ['xz', '\xfd7zX', 'xz -d FILE'],
  ['bzip2', 'BZh', 'bzip2 -d FILE'],
  ['zstd', '\x28\xb5\x2f\xfd', 'zstd -d FILE'],
  ['LZ4', '\x04\x22\x4d\x18', 'lz4 -d FILE LOG'],
  ['LZ4', '\x02\x21\x4c\x18', 'lz4 -d FILE LOG'],
  ['lzip', 'LZIP', 'lzip -d FILE'],
  ['LZMA', '\x5d\0\0', 'xz --format=lzma -dc FILE > LOG'],
  ['compress', '\x1f\x9d', 'gzip -dc FILE > LOG'],
] as const;

const ARCHIVES = [
  ['ZIP', 'PK\x03\x04', 'unzip FILE'],
  ['ZIP', 'PK\x05\x06', 'unzip FILE'],
  ['7-Zip', '7z\xbc\xaf', '7z x FILE'],
  ['RAR', 'Rar!', 'unrar x FILE'],
  ['tar', `${'?'.repeat(257)}ustar`, 'tar -xf FILE'],
] as const;

const EMPTY_LINE = 'the file begins with an empty line. Remove it: tail -n +2 FILE > LOG';
const UTF_16 = 'the file is text in UTF-16. Needed: the log as the server has written it';

/** First bytes of files that are not a log as it is (`?` is any byte): what they are, and what to do. */
const OTHER_FILES: readonly (readonly [code: string, head: string, message: string])[] = [
  ...COMPRESSIONS.map(
    ([name, head, command]) =>
      ['compressed', head, `the file is compressed with ${name}. Decompress it first: ${command}`] as const,
  ),
  ...ARCHIVES.map(
    ([name, head, command]) =>
      [
        'compressed',
        head,
        `the file is a ${name} archive. Take the log out of it first: ${command}`,
      ] as const,
  ),
  [
    'byte-order-mark',
    '\xef\xbb\xbf',
    'the file begins with a byte order mark (EF BB BF), which an editor has added. Remove it: tail -c +4 FILE > LOG',
  ],
  ['byte-order-mark', '\xff\xfe', UTF_16],
  ['byte-order-mark', '\xfe\xff', UTF_16],
  ['empty-line', '\n', EMPTY_LINE],
  ['empty-line', '\r', EMPTY_LINE],
  ['empty-line', ' ', 'the file begins with a blank. Remove it: tail -c +2 FILE > LOG'],
  ['empty-line', '\t', 'the file begins with a tab. Remove it: tail -c +2 FILE > LOG'],
];

function beginsWith(bytes: Uint8Array, head: string): boolean {
  return [...head].every((character, i) => character === '?' || bytes[i] === character.charCodeAt(0));
}

/** Returns the bytes of a number at `at`, 1 to 10 digits; 0 if there is none. */
function countDigits(head: Uint8Array, at: number): number {
  let count = 0;
  while (count <= 10 && isDigit(head[at + count])) count++;
  return count <= 10 ? count : 0;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** Whether the bytes begin as an entry of a text log does: `<time>,<stoppage time><TAB>` (spec 09 §11). */
function isTextLog(head: Uint8Array): boolean {
  const time = countDigits(head, 0);
  if (time === 0 || head[time] !== 0x2c) return false;
  const stoppage = countDigits(head, time + 1);
  return stoppage > 0 && head[time + 1 + stoppage] === 0x09;
}

/** Whether more bytes could show that the file is not a game log. Logs begin with `[`, `ULG` or, in version 1, a byte 0. */
export function canBeOtherFile(head: Uint8Array): boolean {
  return head.length < DETECTION_BYTES && head[0] !== 0 && head[0] !== 0x5b && !beginsWith(head, 'ULG');
}

/**
 * Detects the version of a log by its first 4 bytes (spec 09 §13.1). `[` is JSON. `ULG` with a byte 2 or 3 or a digit 4 to 7 is
 * that version. Everything else is version 1, except a text log and other files that are recognized by their first 262 bytes.
 *
 * Failures: `log-too-short` for fewer than 4 bytes, `unsupported-log-version` for `ULG` with another byte, `gzip` for compressed
 * data, which must be decompressed first, `compressed` for another compression or an archive, `byte-order-mark` and `empty-line` for a file
 * that an editor has stored, `text-log` for a text log.
 */
export function detectLogVersion(head: Uint8Array): Result<LogVersion> {
  if (head[0] === 0x5b) return ok(-1);
  if (head.length < 4)
    return fail('log-too-short', `the file has ${head.length} bytes. A game log has at least 4`, head.length);
  if (head[0] === 0x1f && head[1] === 0x8b)
    return fail('gzip', 'the log is compressed with gzip: decompress it first', 0);
  const other = OTHER_FILES.find(([, bytes]) => beginsWith(head, bytes));
  if (other !== undefined) return fail(other[0], other[2], 0);
  if (isTextLog(head)) return fail('text-log', 'the file is a text log (.rcl). Needed: a game log (.rcg)', 0);
  if (head[0] !== 0x55 || head[1] !== 0x4c || head[2] !== 0x47) return ok(1);
  const mark = head[3]!;
  if (mark === 2 || mark === 3) return ok(mark);
  if (mark >= 0x34 && mark <= 0x37) return ok((mark - 0x30) as LogVersion);
  return fail(
    'unsupported-log-version',
    `the log has an unsupported version: byte ${mark} after "ULG". Allowed: 2, 3, or the digits 4 to 7`,
    3,
  );
}

function fail(
  code: string,
  message: string,
  offset: number,
): { readonly ok: false; readonly error: Failure } {
  return err({ code, message, offset });
}

/** Formats a version for texts and options: `json` or a number. */
export function formatLogVersion(version: LogVersion): string {
  return logFeatures(version).encoding === 'json' ? 'json' : String(version);
}
