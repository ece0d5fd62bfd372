/** Encoding of the messages for one player: everything except the contents, created once per connection. */

import { PLAYER_COUNT, type Side, TEAM_SIZE } from '@rcss/core';
import { LANDMARKS, LINE_NAMES, LONG_LINE_NAMES } from '@rcss/core/landmarks';
import { type PlayerFeatures, playerFeatures } from '@rcss/core/versions';
import { encodeLatin1 } from '@rcss/sexp';

/** Names of the teams. A name is empty while the team does not exist or has no fixed name (spec 03 §10.2). */
export interface TeamNames {
  readonly left: string;
  readonly right: string;
  /** `server::fixed_teamname_l` and `_r`: the names that opponents see instead. */
  readonly fixedLeft?: string;
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
  readonly ball: Uint8Array;
  readonly closeBall: Uint8Array;
  readonly player: Uint8Array;
  readonly closePlayer: Uint8Array;
}

/** Names of players by their index, as sent to one observer. */
export interface SeenPlayerNames {
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
  readonly features: PlayerFeatures;
  readonly side: Side;
  readonly seen: SeenNames;
  /** Updated by {@link setTeamNames}. */
  players: SeenPlayerNames;
}

function prefix(name: string): Uint8Array {
  return encodeLatin1(` ((${name}) `);
}

const SHORT: SeenNames = {
  landmarks: LANDMARKS.map((l) => prefix(l.name)),
  closeLandmarks: LANDMARKS.map((l) => prefix(l.kind === 'goal' ? 'G' : 'F')),
  lines: LINE_NAMES.map(prefix),
  ball: prefix('b'),
  closeBall: prefix('B'),
  player: prefix('p'),
  closePlayer: prefix('P'),
};

const LONG: SeenNames = {
  landmarks: LANDMARKS.map((l) => prefix(l.longName)),
  closeLandmarks: LANDMARKS.map((l) => prefix(l.kind === 'goal' ? 'Goal' : 'Flag')),
  lines: LONG_LINE_NAMES.map(prefix),
  ball: prefix('ball'),
  closeBall: prefix('Ball'),
  player: prefix('player'),
  closePlayer: prefix('Player'),
};

/**
 * Returns the name of the team of `side` as sent to players of `observer`: only opponents get fixed names
 * (spec 03 §10.2).
 */
export function seenTeamName(names: TeamNames, side: Side, observer: Side): string {
  const real = side === 'l' ? names.left : names.right;
  const fixed = side === 'l' ? names.fixedLeft : names.fixedRight;
  return side !== observer && fixed !== undefined && fixed !== '' ? fixed : real;
}

function playerNames(features: PlayerFeatures, observer: Side, names: TeamNames): SeenPlayerNames {
  const full: Uint8Array[] = [];
  const goalie: Uint8Array[] = [];
  const team: Uint8Array[] = [];
  const head = features.longNames ? 'player' : 'p';
  for (let i = 0; i < PLAYER_COUNT; i++) {
    const name = seenTeamName(names, i < TEAM_SIZE ? 'l' : 'r', observer);
    const shown = features.quotedTeam ? `"${name}"` : name;
    const numbered = `${head} ${shown} ${(i % TEAM_SIZE) + 1}`;
    full.push(prefix(numbered));
    goalie.push(prefix(features.goalieMark ? `${numbered} goalie` : numbered));
    team.push(prefix(`${head} ${shown}`));
  }
  return { full, goalie, team };
}

/** Creates the data that the encoders need for a player of `side` with a protocol version. */
export function createPlayerEncoding(version: number, side: Side, names: TeamNames): PlayerEncoding {
  const features = playerFeatures(version);
  return {
    version,
    features,
    side,
    seen: features.longNames ? LONG : SHORT,
    players: playerNames(features, side, names),
  };
}

/** Updates the names of the teams. Must be called for every player when a team gets its name. */
export function setTeamNames(encoding: PlayerEncoding, names: TeamNames): void {
  encoding.players = playerNames(encoding.features, encoding.side, names);
}
