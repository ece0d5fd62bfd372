import type {
  ClientRef,
  CoachCommand,
  MonitorCommand,
  PlayerCommand,
  Side,
  TrainerCommand,
} from '@rcss/core';
import type { PlayerParams, ServerParams } from '@rcss/params';

/** What a player asks for when it connects (spec 03 §2.1). */
export interface PlayerEntry {
  readonly team: string;
  /** Exact version number of the protocol. */
  readonly version: number;
  readonly goalie: boolean;
}

/**
 * What came into a match from outside, in the order in which it came. Together with seed and parameters it
 * determines the whole match: replaying it yields the same states, bit for bit.
 */
export type RecordedInput =
  | { readonly do: 'player'; readonly index: number; readonly command: PlayerCommand }
  | { readonly do: 'trainer'; readonly from: ClientRef; readonly command: TrainerCommand }
  | { readonly do: 'coach'; readonly side: Side; readonly command: CoachCommand }
  | { readonly do: 'monitor'; readonly command: MonitorCommand }
  | { readonly do: 'connect_player'; readonly entry: PlayerEntry }
  | { readonly do: 'reconnect_player'; readonly team: string; readonly unum: number }
  | { readonly do: 'remove_player'; readonly index: number; readonly reason: 'bye' | 'lost' | 'discarded' }
  | { readonly do: 'connect_coach'; readonly team: string; readonly name: string; readonly version: number }
  | { readonly do: 'disconnect_coach'; readonly side: Side }
  | { readonly do: 'release_coach'; readonly side: Side }
  | { readonly do: 'connect_trainer'; readonly version: number }
  | { readonly do: 'disconnect_trainer' }
  /** A step, with the digest of the state after it. */
  | { readonly do: 'step'; readonly digest: number; readonly wall?: number }
  /** The automatic mode after a step. */
  | { readonly do: 'auto' }
  /** The audio of a cycle was delivered, apart from an occasion of sense_body. */
  | { readonly do: 'audio' }
  /** An occasion of sense_body: collision marks cleared, audio delivered. */
  | { readonly do: 'sense' }
  /** An occasion of vision: counters of all players, looks of those who were due. */
  | { readonly do: 'vision'; readonly synchronous: boolean }
  /** A kick-off was tried by a stray datagram on the trainer port (spec 02 §2.4). */
  | { readonly do: 'kick_off' };

/** Notes of the application between the inputs, so that its files can be made again byte for byte. */
export type RecordedNote =
  /** A line about a received message went to the game log at this moment (spec 09 §2.5). */
  | { readonly do: 'received'; readonly line: string }
  /**
   * The application came to its end in order; nothing follows. `log` is the SHA-256 of its game log in hexadecimal, of
   * the bytes before any compression; empty when it kept none.
   */
  | { readonly do: 'end'; readonly log: string };

/** What a recording consists of, in order. */
export type RecordedEntry = RecordedInput | RecordedNote;

/** What stands at the head of a recording. */
export interface RecordingHeader {
  /** Version of the program that recorded, for people. */
  readonly program: string;
  readonly seed: number;
  readonly server: ServerParams;
  readonly player: PlayerParams;
  /** Start of the match as the game log's head and the result message show it, in the local time of the recorder. */
  readonly start: { readonly log: string; readonly result: string };
}
