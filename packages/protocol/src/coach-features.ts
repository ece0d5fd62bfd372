/**
 * What a protocol version of a trainer or online coach can do, by name (07 §16). This is the only file of the coaches' half
 * that compares version numbers.
 */

interface FeatureRow {
  readonly since: number;
}

const FEATURE_TABLE = {
  /** The side is told in `(init l ok)`; online coaches only (07 §5). */
  initSide: { since: 6 },
  /** server_param, player_param, player_type are sent after init. */
  paramMessages: { since: 7 },
  /** `see_global` instead of `see`, short quoted names, positions and velocity before rounded angles (07 §12.1). */
  shortNames: { since: 7 },
  /** Contents of hear messages are quoted, with the time first (07 §11). */
  hearQuoted: { since: 7 },
  /** `say` of an online coach is coach language (07 §10.2). */
  sayLanguage: { since: 7 },
  /** Online coaches are told of substitutions (07 §13). */
  changePlayerType: { since: 7 },
  /** A datagram without a final NUL is warned about (07 §2). */
  nulWarning: { since: 8 },
  /** Commands to the well-known port are refused after init (07 §2). */
  initPortClosed: { since: 8 },
  /** Arms and tackles are shown in `see_global` (07 §12.2). */
  periodicActions: { since: 8 },
  /** Online coaches are told the declared language versions of players (07 §13). */
  clangVersions: { since: 8 },
  /** Online coaches get the external message after init (07 §5). */
  include: { since: 11 },
  /** Arms and tackles are shown in the reply to `look`. */
  lookActions: { since: 13 },
  /** Kicks are shown in `see_global`. */
  kickFlag: { since: 13 },
  /** Fouled players and cards are shown in `see_global`. */
  foulAndCardFlags: { since: 14 },
  /** Online coaches are told of new goalies (07 §8.2). */
  changeGoalie: { since: 16 },
} as const;

const ROWS: Readonly<Record<string, FeatureRow>> = FEATURE_TABLE;

/** Name of a feature of a coach's protocol version. */
export type CoachFeatureName = keyof typeof FEATURE_TABLE;

/** The features of one protocol version of trainers and online coaches. */
export type CoachFeatures = { readonly [Name in CoachFeatureName]: boolean };

/** Version of a trainer that names none (07 §3). */
export const DEFAULT_TRAINER_VERSION = 3;
/** Version of an online coach that names none, and the lowest one that is accepted (07 §4). */
export const DEFAULT_COACH_VERSION = 5;
/** Lowest version of a trainer (07 §3). */
export const OLDEST_TRAINER_VERSION = 1;
/** Highest version of both. */
export const NEWEST_COACH_VERSION = 19;

const BY_VERSION: readonly CoachFeatures[] = Array.from(
  { length: NEWEST_COACH_VERSION + 1 },
  (_, version) => {
    const features: Record<string, boolean> = {};
    for (const [name, row] of Object.entries(ROWS)) features[name] = version >= row.since;
    return Object.freeze(features) as CoachFeatures;
  },
);

/** The features of a protocol version, of which the integer part counts; out of range the nearest one. Made beforehand, so cheap. */
export function coachFeaturesOf(version: number): CoachFeatures {
  const whole =
    version > NEWEST_COACH_VERSION ? NEWEST_COACH_VERSION : version >= 1 ? Math.trunc(version) : 0;
  return BY_VERSION[whole]!;
}
