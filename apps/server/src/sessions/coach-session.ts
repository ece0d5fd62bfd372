import type { Side } from '@rcss/core';
import type { Connection } from '../net/connection.js';

/** A connected online coach. What the match knows of him is in `Match.coaches`. */
export interface CoachSession {
  readonly side: Side;
  readonly version: number;
  readonly name: string;
  readonly connection: Connection;
  done: boolean;
}

/** The connected trainer. What the match knows of him is in `Match.trainer`. */
export interface TrainerSession {
  readonly version: number;
  readonly connection: Connection;
  done: boolean;
}
