import type { Side, TeamGraphicTile } from '@rcss/core';
import type { MonitorCodec } from '@rcss/protocol';
import type { Connection } from '../net/connection.js';

/** A connected monitor. */
export interface MonitorSession {
  readonly id: number;
  /** Format of its messages; chosen once. */
  readonly codec: MonitorCodec;
  readonly connection: Connection;
  /** Keys of the team graphic tiles that it was sent (10 §9). */
  readonly tilesSent: Set<string>;
}

/** A tile of a team's banner that monitors are sent once each. */
export interface KnownTile {
  readonly key: string;
  readonly side: Side;
  readonly tile: TeamGraphicTile;
}
