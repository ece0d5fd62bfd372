import type {
  ClientRef,
  CoachCommand,
  MonitorCommand,
  PlayerCommand,
  Side,
  TrainerCommand,
} from '@rcss/core';
import type { Scene } from '@rcss/core/match-document';
import type { Snapshot } from './match-state.js';
import type { MatchSpec } from './spec/match-spec.js';

/** The request of a player that connects (spec 03 §2.1). */
export interface PlayerInit {
  readonly team: string;
  /** Protocol version of the client, exact (may have a fraction). */
  readonly version: number;
  readonly goalie: boolean;
}

/**
 * An external input of a match, in order of arrival. Together with seed and parameters, the inputs determine
 * the whole match: replaying them gives the same states, bit for bit.
 */
export type RecordedInput =
  | { readonly do: 'player'; readonly index: number; readonly command: PlayerCommand }
  | { readonly do: 'trainer'; readonly from: ClientRef; readonly command: TrainerCommand }
  | { readonly do: 'coach'; readonly side: Side; readonly command: CoachCommand }
  | { readonly do: 'monitor'; readonly command: MonitorCommand }
  | { readonly do: 'connect_player'; readonly entry: PlayerInit }
  | { readonly do: 'reconnect_player'; readonly team: string; readonly unum: number }
  | { readonly do: 'remove_player'; readonly index: number; readonly reason: 'bye' | 'lost' | 'discarded' }
  | { readonly do: 'connect_coach'; readonly team: string; readonly name: string; readonly version: number }
  | { readonly do: 'disconnect_coach'; readonly side: Side }
  | { readonly do: 'release_coach'; readonly side: Side }
  | { readonly do: 'connect_trainer'; readonly version: number }
  | { readonly do: 'disconnect_trainer' }
  /** A step, with the digest of the state after it. */
  | { readonly do: 'step'; readonly digest: number; readonly wall?: number }
  /** The automatic mode ran after a step. */
  | { readonly do: 'auto' }
  /** The audio of a cycle was delivered, separately from sense_body. */
  | { readonly do: 'audio' }
  /** Phase of sense_body: collision marks cleared, audio delivered. */
  | { readonly do: 'sense' }
  /** Phase of vision: see counters of all players updated, observations made for the players whose see is due. */
  | { readonly do: 'vision'; readonly synchronous: boolean }
  /** A command on the trainer port without a connected trainer tried a kickoff (spec 02 §2.4). */
  | { readonly do: 'kick_off' }
  /** A situation was set. */
  | { readonly do: 'scene'; readonly scene: Scene }
  /** The match was set to a snapshot; its clients stayed. */
  | { readonly do: 'reset'; readonly from: Snapshot }
  /** The match continues from a snapshot, whose clients are its clients. */
  | { readonly do: 'continue'; readonly from: Snapshot; readonly keepsRandom: boolean };

/** A note of the application between the inputs, so that its files can be recreated byte for byte. */
export type RecordedNote =
  /** A line about a received message was written to the game log at this moment (spec 09 §2.5). */
  | { readonly do: 'received'; readonly line: string }
  /**
   * The application ended in order; nothing follows. `log` is the SHA-256 of its game log in hexadecimal,
   * computed before any compression; empty if it wrote none.
   */
  | { readonly do: 'end'; readonly log: string };

export type RecordedEntry = RecordedInput | RecordedNote;

/** The first line of a recording: the match, and who recorded it. */
export interface RecordingHeader extends MatchSpec {
  /** Version of the recording program, for people only. */
  readonly program: string;
  /** Start of the match as written to the header of the game log and to the result message, in the local time of the recorder. */
  readonly start: { readonly log: string; readonly result: string };
}
