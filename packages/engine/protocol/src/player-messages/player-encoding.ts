/** Encoding of the messages for one player: everything except the contents, created once per connection. */

import { PLAYER_COUNT, type Side, TEAM_SIZE, type TeamNames } from '@rcss/core';
import { LANDMARKS, LINE_NAMES, LONG_LINE_NAMES } from '@rcss/core/landmarks';
import { type PlayerFeatures, playerFeatures } from '@rcss/core/versions';
import { createSeenPrefix, type SeenPrefix } from './seen-name.js';

/** Prefixes of seen objects. */
export interface SeenNames {
  /** By index of the landmark. */
  readonly landmarks: readonly SeenPrefix[];
  /** Class name of the landmark with this index, as sent for close landmarks. */
  readonly closeLandmarks: readonly SeenPrefix[];
  /** By index of the line. */
  readonly lines: readonly SeenPrefix[];
  readonly ball: SeenPrefix;
  /** The ball when it is close but outside the view cone. */
  readonly closeBall: SeenPrefix;
  /** A player without team name. */
  readonly player: SeenPrefix;
  /** A player that is close but outside the view cone. */
  readonly closePlayer: SeenPrefix;
}

/** Names of players by their index, as sent to one observer. */
export interface SeenPlayerNames {
  /** Team name and uniform number. */
  readonly full: readonly SeenPrefix[];
  /** With the goalie mark, if the version has it. */
  readonly goalie: readonly SeenPrefix[];
  /** Team name only. */
  readonly team: readonly SeenPrefix[];
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

const SHORT_NAMES: SeenNames = {
  landmarks: LANDMARKS.map((l) => createSeenPrefix(l.name)),
  closeLandmarks: LANDMARKS.map((l) => createSeenPrefix(l.kind === 'goal' ? 'G' : 'F')),
  lines: LINE_NAMES.map(createSeenPrefix),
  ball: createSeenPrefix('b'),
  closeBall: createSeenPrefix('B'),
  player: createSeenPrefix('p'),
  closePlayer: createSeenPrefix('P'),
};

const LONG_NAMES: SeenNames = {
  landmarks: LANDMARKS.map((l) => createSeenPrefix(l.longName)),
  closeLandmarks: LANDMARKS.map((l) => createSeenPrefix(l.kind === 'goal' ? 'Goal' : 'Flag')),
  lines: LONG_LINE_NAMES.map(createSeenPrefix),
  ball: createSeenPrefix('ball'),
  closeBall: createSeenPrefix('Ball'),
  player: createSeenPrefix('player'),
  closePlayer: createSeenPrefix('Player'),
};

/** Returns the name of the team of `side` as sent to players of `observer`: only opponents get fixed names (spec 03 §10.2). */
export function getShownTeamName(names: TeamNames, side: Side, observer: Side): string {
  const real = side === 'l' ? names.left : names.right;
  const fixed = side === 'l' ? names.fixedLeft : names.fixedRight;
  return side !== observer && fixed !== undefined && fixed !== '' ? fixed : real;
}

function createPlayerNames(features: PlayerFeatures, observer: Side, names: TeamNames): SeenPlayerNames {
  const full: SeenPrefix[] = [];
  const goalie: SeenPrefix[] = [];
  const team: SeenPrefix[] = [];
  const head = features.longNames ? 'player' : 'p';
  for (let i = 0; i < PLAYER_COUNT; i++) {
    const name = getShownTeamName(names, i < TEAM_SIZE ? 'l' : 'r', observer);
    const shown = features.quotedTeam ? `"${name}"` : name;
    const numbered = `${head} ${shown} ${(i % TEAM_SIZE) + 1}`;
    full.push(createSeenPrefix(numbered));
    goalie.push(createSeenPrefix(features.goalieMark ? `${numbered} goalie` : numbered));
    team.push(createSeenPrefix(`${head} ${shown}`));
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
