/** Requests to become a client, and the names in messages: what a protocol reads and writes, and a host decides on. */

import type { Side } from './side.js';
import type { MonitorVersion } from './versions.js';

/** A request to become a player, or to control one again. */
export type PlayerConnect =
  /** Init request (spec 03 §2.1). `version` may be any number, even out of range or NaN; admission checks it with `isPlayerVersion`. */
  | { readonly kind: 'init'; readonly team: string; readonly version: number; readonly goalie: boolean }
  /**
   * Reconnect request (spec 03 §3). If it is malformed, `malformed` is true, the team is '' and the number is -1.
   * The server then sends `illegal_command_form` and searches for the player as usual, without success. It does
   * both only if the play mode allows a reconnect.
   */
  | { readonly kind: 'reconnect'; readonly team: string; readonly unum: number; readonly malformed: boolean };

/** Connect request of an online coach. */
export interface CoachInit {
  /** Name of the coach's team. */
  readonly team: string;
  /** Name of the coach; '' if none was given. */
  readonly name: string;
  /** Version as given, at least 5, or NaN. Its upper bound is checked at admission (spec 07 §4, point 8). */
  readonly version: number;
}

/** Registration request of a monitor. */
export interface MonitorInit {
  /** Integer part of the requested version. */
  readonly version: MonitorVersion;
  /** Whether the monitor receives JSON. */
  readonly json: boolean;
  /** The version as given, for the console, for example `5.9`. */
  readonly versionText: string;
}

/** The speaker of a hear message, with the name that is sent to the receiver. */
export type HeardSpeaker =
  | { readonly by: 'referee' }
  | { readonly by: 'trainer' }
  | { readonly by: 'coach'; readonly side: Side }
  | { readonly by: 'player'; readonly team: string; readonly unum: number; readonly goalie: boolean };

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
