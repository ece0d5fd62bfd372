/**
 * Protocol versions of players, coaches and monitors as data: which version has which feature. This is the only file
 * that compares version numbers (a house rule); all others ask for a feature by its name.
 */

/** A feature is present from version `since` on and below version `until`. Only the integer part of a version is used. */
interface FeatureRow {
  readonly since?: number;
  readonly until?: number;
}

/** Newest version of players, online coaches and trainers. */
export const NEWEST_VERSION = 19;
/** Newest version of a server with `rcss::experimental_height`: the ball has a height (spec 12). */
export const EXPERIMENTAL_VERSION = 20;
/** Version of a player whose init command contains no version (spec 03 §2.1). */
export const DEFAULT_PLAYER_VERSION = 3;
/** Version of a trainer whose init command contains no version (spec 07 §3). */
export const DEFAULT_TRAINER_VERSION = 3;
/** Version of an online coach whose init command contains none; also the oldest accepted version (spec 07 §4). */
export const DEFAULT_COACH_VERSION = 5;

// ---------------------------------------------------------------- players

/** Features of players (spec 03 §11). */
const PLAYER_FEATURES = {
  // Messages after the init (spec 03 §2.5, §5)
  /** server_param, player_param and player_type are sent. */
  paramMessages: { since: 7 },
  /** The parameter messages are lists of values; in later versions they are lists of (name value) pairs. */
  positionalParams: { since: 7, until: 8 },
  /** `(change_player_type UNUM [TYPE])` is sent, after the init and during the game. */
  changePlayerType: { since: 7 },
  /** `(change_player_type SIDE UNUM goalie)` is sent. */
  changeGoalie: { since: 16 },
  /** Synchronous see mode from the start, announced by `(ok synch_see)`. */
  synchSeeDefault: { since: 18 },

  // Datagrams (spec 03 §1.2, §1.4)
  /** A datagram without a final NUL gets a warning. */
  nulWarning: { since: 8 },
  /** Commands to the init port are refused after init. */
  initPortClosed: { since: 8 },

  // Commands (spec 05)
  /** The argument of tackle is a direction, not a power. */
  tackleDirection: { since: 12 },

  // sense_body (spec 03 §10.1)
  headAngle: { since: 5 },
  turnNeckCount: { since: 5 },
  speedDir: { since: 6 },
  /** The counts of catch, move and change_view. */
  catchMoveViewCounts: { since: 7 },
  /** arm, tackle, and focus with its count. */
  armFocusTackle: { since: 8 },
  collision: { since: 12 },
  /** Stamina capacity, also in fullstate. */
  capacity: { since: 13 },
  foul: { since: 14 },
  /** focus_point, also in fullstate. */
  focusPoint: { since: 18 },
  changeFocusCount: { since: 18 },

  // see (spec 03 §10.2, spec 04 §3)
  /** See messages contain objects. */
  seesObjects: { since: 3 },
  /** The 36 flags outside of the pitch are seen. */
  seesOuterFlags: { since: 4 },
  longNames: { until: 6 },
  quotedTeam: { since: 6 },
  goalieMark: { since: 6 },
  /** Directions are truncated towards zero, not rounded. */
  truncatedAngles: { until: 7 },
  bodyDir: { since: 4 },
  headDir: { since: 5 },
  /** Pointing arms and the tackle mark. */
  armAndTackle: { since: 8 },
  kickFlag: { since: 13 },
  /** The player type of the observer determines up to which distances identity and motion are seen. The focus point is used. */
  typeVisibility: { since: 18 },

  // hear (spec 03 §10.3, spec 04 §5)
  hearQuoted: { since: 7 },
  /** The speaker `coach` is the trainer, not the referee. */
  hearTrainerAsCoach: { since: 7 },
  /** Directions of speakers are rounded, not truncated: version 7 alone (spec 04 §5.5). */
  hearRounded: { since: 7, until: 8 },
  /**
   * Messages are delivered once per cycle, after sense_body, by the rules of ear and attention. Earlier versions
   * receive them at once.
   */
  hearOncePerCycle: { since: 8 },
  /** Speakers are named `our UNUM` and `opp`, and partial messages exist. */
  hearSides: { since: 8 },

  // fullstate (spec 03 §10.4)
  fullstate: { since: 5 },
  /** Values are quantized, and stamina, effort and recovery follow the neck angle without `(stamina ...)`. */
  quantizedFullstate: { since: 5, until: 8 },
  /** Flags ` t` and ` k`. */
  fullstateFlags: { since: 13 },
  /** Flag ` f`, the cards, and the type of goalies. */
  fullstateFouls: { since: 14 },

  // Height of the ball (spec 12 §9)
  /** see and fullstate contain height and vertical speed of the ball. */
  ballHeight: { since: 20 },
} as const;

/**
 * Name of a feature of a player's protocol version.
 *
 * @useDeclaredType
 */
export type PlayerFeatureName = keyof typeof PLAYER_FEATURES;
/** The features of one protocol version of players. */
export type PlayerFeatures = { readonly [Name in PlayerFeatureName]: boolean };

// ---------------------------------------------------------------- coaches

/** Features of trainers and online coaches (spec 07 §16). Parameter messages are as for players of the same version. */
const COACH_FEATURES = {
  /** `(init l ok)` names the side; online coaches only (spec 07 §5). */
  initSide: { since: 6 },
  /**
   * The view is sent as `see_global` instead of `see`. Object names are short and team names are quoted.
   * Velocities precede the angles, and angles are rounded (spec 07 §12.1).
   */
  shortNames: { since: 7 },
  /** Contents of hear messages are quoted, with the time first (spec 07 §11). */
  hearQuoted: { since: 7 },
  /** `say` of an online coach is coach language (spec 07 §10.2). */
  sayLanguage: { since: 7 },
  /** Substitutions are sent to online coaches (spec 07 §13). */
  changePlayerType: { since: 7 },
  /** A datagram without a final NUL gets a warning (spec 07 §2). */
  nulWarning: { since: 8 },
  /** Commands to the well-known port are refused after init (spec 07 §2). */
  initPortClosed: { since: 8 },
  /** Arms and tackles are in `see_global` (spec 07 §12.2). */
  periodicActions: { since: 8 },
  /** The language versions that players declared are sent to online coaches (spec 07 §13). */
  clangVersions: { since: 8 },
  /** Online coaches get the external message after init (spec 07 §5). */
  includeMessage: { since: 11 },
  /** Arms and tackles are in the reply to `look`. */
  lookActions: { since: 13 },
  /** Kicks are in `see_global`. */
  kickFlag: { since: 13 },
  /** Fouled players and cards are in `see_global`. */
  foulAndCardFlags: { since: 14 },
  /** New goalies are sent to online coaches (spec 07 §8.2). */
  changeGoalie: { since: 16 },
  /** Global views contain the height of the ball (spec 12 §10). */
  ballHeight: { since: 20 },
} as const;

/**
 * Name of a feature of a coach's protocol version.
 *
 * @useDeclaredType
 */
export type CoachFeatureName = keyof typeof COACH_FEATURES;
/** The features of one protocol version of trainers and online coaches. */
export type CoachFeatures = { readonly [Name in CoachFeatureName]: boolean };

// ---------------------------------------------------------------- monitors

/** Protocol version of a monitor; -1 is JSON. */
export type MonitorVersion = -1 | 1 | 2 | 3 | 4 | 5 | 6;

/** All versions of the monitor protocol without extensions. */
export const MONITOR_VERSIONS: readonly MonitorVersion[] = [-1, 1, 2, 3, 4, 5];
/** All versions of the monitor protocol of a server with `rcss::experimental_height` (spec 12 §1). */
export const EXPERIMENTAL_MONITOR_VERSIONS: readonly MonitorVersion[] = [...MONITOR_VERSIONS, 6];

const NEWEST_MONITOR_VERSION = 6;

/** Features of monitors (spec 10 §1). JSON has those of the newest version. */
const MONITOR_FEATURES = {
  /** Parameters and player types are sent at registration (spec 10 §3.1). */
  sendsParams: { since: 2 },
  /** A datagram without a final NUL gets a warning (spec 10 §10.1). */
  nulWarning: { since: 2 },
  /** Commands to the player port are refused after registration (spec 10 §2.4). */
  initPortClosed: { since: 2 },
  /** Binary datagrams have the layout of version 2 (spec 10 §5). */
  detailedBinary: { since: 2 },
  /** Messages are text, not binary. */
  text: { since: 3 },
  /** Stamina capacity in text shows. */
  capacity: { since: 4 },
  /** Focus point and a count of change_focus in text shows. */
  focus: { since: 5 },
  /** Height of the ball in text shows. JSON shows have it if the match does (spec 12 §11). */
  ballHeight: { since: 6 },
} as const;

/**
 * Name of a feature of a monitor's protocol version.
 *
 * @useDeclaredType
 */
export type MonitorFeatureName = keyof typeof MONITOR_FEATURES;
/** The features of one version of the monitor protocol. */
export type MonitorFeatures = { readonly [Name in MonitorFeatureName]: boolean } & {
  readonly version: MonitorVersion;
  readonly encoding: 'binary' | 'text' | 'json';
};

// ---------------------------------------------------------------- look-up

function hasFeature({ since, until }: FeatureRow, version: number): boolean {
  return (since === undefined || version >= since) && (until === undefined || version < until);
}

function selectFeatures<Name extends string>(
  rows: Readonly<Record<Name, FeatureRow>>,
  version: number,
): { readonly [N in Name]: boolean } {
  const entries = Object.entries<FeatureRow>(rows).map(([name, row]) => [name, hasFeature(row, version)]);
  return Object.freeze(Object.fromEntries(entries));
}

/** Table of the features of each version from 0 (older than every client) to the newest. */
function createFeatureTable<Name extends string>(
  rows: Readonly<Record<Name, FeatureRow>>,
): readonly { readonly [N in Name]: boolean }[] {
  return Array.from({ length: EXPERIMENTAL_VERSION + 1 }, (_, version) => selectFeatures(rows, version));
}

const PLAYER_TABLE: readonly PlayerFeatures[] = /* @__PURE__ */ createFeatureTable(PLAYER_FEATURES);
const COACH_TABLE: readonly CoachFeatures[] = /* @__PURE__ */ createFeatureTable(COACH_FEATURES);

/** Index of a version in the tables above: its integer part, the nearest one if out of range, 0 for NaN. */
function tableIndex(version: number): number {
  if (version >= EXPERIMENTAL_VERSION) return EXPERIMENTAL_VERSION;
  return version >= 1 ? Math.trunc(version) : 0;
}

/**
 * Returns the features of a player's protocol version; only its integer part is used. It is a table look-up.
 *
 * @example
 * playerFeatures(19).tackleDirection; // true
 */
export function playerFeatures(version: number): PlayerFeatures {
  return PLAYER_TABLE[tableIndex(version)]!;
}

/** Returns the features of a trainer's or online coach's version; only its integer part is used. A table look-up. */
export function coachFeatures(version: number): CoachFeatures {
  return COACH_TABLE[tableIndex(version)]!;
}

function createMonitorFeatures(version: MonitorVersion): MonitorFeatures {
  const json = version === -1;
  const features = selectFeatures(MONITOR_FEATURES, json ? NEWEST_MONITOR_VERSION : version);
  const encoding = json ? 'json' : features.text ? 'text' : 'binary';
  return Object.freeze({ ...features, version, encoding });
}

const MONITOR_TABLE: ReadonlyMap<number, MonitorFeatures> = /* @__PURE__ */ new Map(
  EXPERIMENTAL_MONITOR_VERSIONS.map((version) => [version, createMonitorFeatures(version)]),
);

/**
 * Returns the features of a version that a monitor requests; only its integer part is used (spec 10 §2.1). Undefined if
 * the version does not exist.
 */
export function monitorFeatures(version: number): MonitorFeatures | undefined {
  return MONITOR_TABLE.get(Math.trunc(version));
}

/** Newest version of players, online coaches and trainers that a server accepts, with or without the experimental one. */
function newestVersion(experimental: boolean): number {
  return experimental ? EXPERIMENTAL_VERSION : NEWEST_VERSION;
}

/** Whether monitors can connect with this version; version 6 only if `experimental` (spec 12 §1). */
export function isMonitorVersion(version: number, experimental = false): boolean {
  const versions = experimental ? EXPERIMENTAL_MONITOR_VERSIONS : MONITOR_VERSIONS;
  return versions.includes(Math.trunc(version) as MonitorVersion);
}

/**
 * Whether players can connect with this version: its integer part is 1 to 19 (spec 03 §2.3), or 20 if `experimental`
 * (spec 12 §1). False for NaN and infinities.
 */
export function isPlayerVersion(version: number, experimental = false): boolean {
  return version >= 1 && version < newestVersion(experimental) + 1;
}

/** Whether trainers can connect with this version: its integer part is 1 to 19 (spec 07 §3), or 20 if `experimental`. */
export function isTrainerVersion(version: number, experimental = false): boolean {
  return version >= 1 && version < newestVersion(experimental) + 1;
}

/** Whether online coaches can connect with this version: at least 5, integer part up to 19 (spec 07 §4), or 20 if `experimental`. */
export function isCoachVersion(version: number, experimental = false): boolean {
  return version >= DEFAULT_COACH_VERSION && version < newestVersion(experimental) + 1;
}

/** Whether a trainer's version is older than all existing versions. False for NaN. */
export function isTooOldForTrainer(version: number): boolean {
  return version < 1;
}

/** Whether a version is older than all versions of online coaches. False for NaN. */
export function isTooOldForCoach(version: number): boolean {
  return version < DEFAULT_COACH_VERSION;
}

/** Whether a value that exists since version `since` is sent to a client of `version`; never if `since` is undefined. */
export function isSentTo(since: number | undefined, version: number): boolean {
  return since !== undefined && since <= version;
}
