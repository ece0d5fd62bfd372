/** Encoding of the messages for one player: everything except the contents, created once per connection. */

import { PLAYER_COUNT, type Side, TEAM_SIZE } from '@rcss/core';
import { LANDMARKS, LINE_NAMES, LONG_LINE_NAMES } from '@rcss/core/landmarks';
import { type PlayerFeatures, playerFeatures } from '@rcss/core/versions';
import { encodeLatin1 } from '@rcss/sexp';

/** Names of the teams. A name is empty while the team does not exist or has no fixed name (spec 03 §10.2). */
export interface TeamNames {
  /** Real name of the left team. */
  readonly left: string;
  /** Real name of the right team. */
  readonly right: string;
  /** `server::fixed_teamname_l`: the name that opponents of the left team get instead. */
  readonly fixedLeft?: string;
  /** `server::fixed_teamname_r`: the name that opponents of the right team get instead. */
  readonly fixedRight?: string;
}

/** Prefixes of seen objects as bytes: blank, `((`, name, `)` and blank. */
export interface SeenNames {
  /** By index of the landmark. */
  readonly landmarks: readonly Uint8Array[];
  /** Class name of the landmark with this index, as sent for close landmarks. */
  readonly closeLandmarks: readonly Uint8Array[];
  /** By index of the line. */
  readonly lines: readonly Uint8Array[];
  /** The ball. */
  readonly ball: Uint8Array;
  /** The ball when it is close but outside the view cone. */
  readonly closeBall: Uint8Array;
  /** A player without team name. */
  readonly player: Uint8Array;
  /** A player that is close but outside the view cone. */
  readonly closePlayer: Uint8Array;
}

/** Names of players by their index, as sent to one observer. */
export interface SeenPlayerNames {
  /** Team name and uniform number. */
  readonly full: readonly Uint8Array[];
  /** With the goalie mark, if the version has it. */
  readonly goalie: readonly Uint8Array[];
  /** Team name only. */
  readonly team: readonly Uint8Array[];
}

/** Data about the receiver of a message that the encoders need. */
export interface PlayerEncoding {
  /** Protocol version as sent by the client, for example 3.9. */
  readonly version: number;
  /** Features of the version. */
  readonly features: PlayerFeatures;
  /** Side of the receiver. */
  readonly side: Side;
  /** Names of landmarks, lines, ball and unidentified players. */
  readonly seen: SeenNames;
  /** Names of players. Updated by {@link setTeamNames}. */
  players: SeenPlayerNames;
}

function encodePrefix(name: string): Uint8Array {
  return encodeLatin1(` ((${name}) `);
}

const SHORT_NAMES: SeenNames = {
  landmarks: LANDMARKS.map((l) => encodePrefix(l.name)),
  closeLandmarks: LANDMARKS.map((l) => encodePrefix(l.kind === 'goal' ? 'G' : 'F')),
  lines: LINE_NAMES.map(encodePrefix),
  ball: encodePrefix('b'),
  closeBall: encodePrefix('B'),
  player: encodePrefix('p'),
  closePlayer: encodePrefix('P'),
};

const LONG_NAMES: SeenNames = {
  landmarks: LANDMARKS.map((l) => encodePrefix(l.longName)),
  closeLandmarks: LANDMARKS.map((l) => encodePrefix(l.kind === 'goal' ? 'Goal' : 'Flag')),
  lines: LONG_LINE_NAMES.map(encodePrefix),
  ball: encodePrefix('ball'),
  closeBall: encodePrefix('Ball'),
  player: encodePrefix('player'),
  closePlayer: encodePrefix('Player'),
};

/**
 * Returns the name of the team of `side` as sent to players of `observer`: only opponents get fixed names
 * (spec 03 §10.2).
 */
export function getShownTeamName(names: TeamNames, side: Side, observer: Side): string {
  const real = side === 'l' ? names.left : names.right;
  const fixed = side === 'l' ? names.fixedLeft : names.fixedRight;
  return side !== observer && fixed !== undefined && fixed !== '' ? fixed : real;
}

function createPlayerNames(features: PlayerFeatures, observer: Side, names: TeamNames): SeenPlayerNames {
  const full: Uint8Array[] = [];
  const goalie: Uint8Array[] = [];
  const team: Uint8Array[] = [];
  const head = features.longNames ? 'player' : 'p';
  for (let i = 0; i < PLAYER_COUNT; i++) {
    const name = getShownTeamName(names, i < TEAM_SIZE ? 'l' : 'r', observer);
    const shown = features.quotedTeam ? `"${name}"` : name;
    const numbered = `${head} ${shown} ${(i % TEAM_SIZE) + 1}`;
    full.push(encodePrefix(numbered));
    goalie.push(encodePrefix(features.goalieMark ? `${numbered} goalie` : numbered));
    team.push(encodePrefix(`${head} ${shown}`));
  }
  return { full, goalie, team };
}

/**
 * Creates the data that the encoders need for a player of `side` with a protocol version. Call it once per connection,
 * and `setTeamNames` when a team gets its name.
 */
export function createPlayerEncoding(version: number, side: Side, names: TeamNames): PlayerEncoding {
  const features = playerFeatures(version);
  return {
    version,
    features,
    side,
    seen: features.longNames ? LONG_NAMES : SHORT_NAMES,
    players: createPlayerNames(features, side, names),
  };
}

/** Updates the names of the teams. Must be called for every player when a team gets its name. */
export function setTeamNames(encoding: PlayerEncoding, names: TeamNames): void {
  encoding.players = createPlayerNames(encoding.features, encoding.side, names);
}
