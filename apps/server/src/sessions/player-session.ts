import type { Player } from '@rcss/core';
import { createPlayerEncoding, type PlayerEncoding, type TeamNames } from '@rcss/protocol';
import type { Connection } from '../net/connection.js';

/** A connected player: who he is in the match, how his messages are written, his connection. */
export interface PlayerSession {
  readonly player: Player;
  readonly encoding: PlayerEncoding;
  readonly connection: Connection;
  /** `(done)` received since the last step. */
  done: boolean;
}

export function createPlayerSession(player: Player, connection: Connection, names: TeamNames): PlayerSession {
  return {
    player,
    encoding: createPlayerEncoding(player.version, player.side, names),
    connection,
    done: false,
  };
}
