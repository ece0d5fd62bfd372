/**
 * What a protocol version can do, by name. This is the only file that compares version numbers; everything else asks for
 * a feature. `featuresOf` is called once per connection.
 */

/**
 * One feature: present from version `since` on (integer part), and below version `until`. `exact` compares the version as
 * given, fraction included (the visibility of objects, 03 §10.2).
 */
interface FeatureRow {
  readonly since?: number;
  readonly until?: number;
  readonly exact?: true;
}

const FEATURE_TABLE = {
  // Handshake (03 §2.5, §5, §11)
  /** server_param, player_param, player_type are sent, in one form or the other. */
  paramMessages: { since: 7 },
  /** The parameter messages are lists of values. */
  positionalParams: { since: 7, until: 8 },
  /** The parameter messages are lists of (name value) pairs. */
  namedParams: { since: 8 },
  /** `(change_player_type UNUM [TYPE])` is sent, in the handshake and during the game. */
  changePlayerType: { since: 7 },
  /** `(change_player_type SIDE UNUM goalie)` is sent. */
  changeGoalie: { since: 16 },
  /** Synchronous see mode from the start, announced by `(ok synch_see)`. */
  synchSeeDefault: { since: 18 },

  // Datagrams (03 §1.2, §1.4)
  /** A datagram without a final NUL is warned about. */
  nulWarning: { since: 8 },
  /** Commands to the init port are refused after init. */
  initPortClosed: { since: 8 },

  // Commands (03 §9)
  /** ear and attentionto have an effect. */
  earAndAttention: { since: 8 },
  /** The argument of tackle is a direction, not a power. */
  tackleDirection: { since: 12 },

  // sense_body (03 §10.1)
  headAngle: { since: 5 },
  turnNeckCount: { since: 5 },
  speedDir: { since: 6 },
  /** The counts of catch, move and change_view. */
  catchMoveViewCounts: { since: 7 },
  changeFocusCount: { since: 18 },
  /** arm, focus and tackle. */
  armFocusTackle: { since: 8 },
  collision: { since: 12 },
  /** Stamina capacity, also in fullstate. */
  capacity: { since: 13 },
  foul: { since: 14 },
  /** focus_point, also in fullstate. */
  focusPoint: { since: 18 },

  // see (03 §10.2)
  /** Anything at all is seen. */
  seesObjects: { since: 3, exact: true },
  /** The 36 flags outside of the pitch are seen. */
  seesOuterFlags: { since: 4, exact: true },
  longNames: { until: 6 },
  quotedTeam: { since: 6 },
  goalieMark: { since: 6 },
  /** Directions are truncated towards zero, not rounded. */
  truncatedAngles: { until: 7 },
  bodyDir: { since: 4 },
  headDir: { since: 5 },
  pointDir: { since: 8 },
  tackleFlag: { since: 8 },
  kickFlag: { since: 13 },
  /** Identity and motion are limited by the lengths of the observer's player type, and the focus point counts. */
  typeVisibility: { since: 18 },

  // hear (03 §10.3, 04 §5)
  hearQuoted: { since: 7 },
  /** The trainer is heard as `coach`, not as `referee`. */
  hearTrainerAsCoach: { since: 7 },
  /** Speakers are told as `our UNUM` and `opp`, and partial messages exist. */
  hearSides: { since: 8 },
  /** Messages are delivered once per cycle, behind sense_body. */
  heardOnce: { since: 8 },
  /** Directions of speakers are rounded, not truncated (04 §5.5: version 7 alone). */
  hearRounded: { since: 7, until: 8 },

  // fullstate (03 §10.4)
  fullstate: { since: 5 },
  /** Quantised values and plain numbers in the lists of players. */
  fullstateOld: { since: 5, until: 8 },
  /** Flags ` t` and ` k`. */
  fullstateFlags: { since: 13 },
  /** Flag ` f` and the cards, and the type of goalies. */
  fullstateFouls: { since: 14 },
  fullstateGoalieType: { since: 14 },
} as const;

const ROWS: Readonly<Record<string, FeatureRow>> = FEATURE_TABLE;

/** Name of a feature. */
export type FeatureName = keyof typeof FEATURE_TABLE;

/** The features of one protocol version; see the table in this file for their meaning. */
export type Features = { readonly [Name in FeatureName]: boolean } & {
  /** The version as the client gave it, e.g. 3.9. */
  readonly version: number;
  /** Its integer part, which selects formats. */
  readonly formatVersion: number;
};

/** The features of a protocol version (03 §11). Computed once per connection; frozen. */
export function featuresOf(version: number): Features {
  const formatVersion = Math.trunc(version);
  const features: Record<string, boolean | number> = { version, formatVersion };
  for (const [name, row] of Object.entries(ROWS)) {
    const v = row.exact ? version : formatVersion;
    features[name] =
      v >= (row.since ?? Number.NEGATIVE_INFINITY) && v < (row.until ?? Number.POSITIVE_INFINITY);
  }
  return Object.freeze(features) as Features;
}

/** Protocol version of a player that names none (03 §2.1). */
export const DEFAULT_PLAYER_VERSION = 3;
/** The newest protocol version. */
export const NEWEST_VERSION = 19;

/** Whether players may connect with this version: its integer part is 1 to 19 (03 §2.3); false for NaN and infinities. */
export function isPlayerVersion(version: number): boolean {
  const whole = Math.trunc(version);
  return whole >= 1 && whole <= NEWEST_VERSION;
}
