import type {
  ClientRef,
  CoachCommand,
  MonitorCommand,
  PlayerCommand,
  Side,
  TrainerCommand,
} from '@rcss/core';
import type { PlayerEntry } from './admission.js';

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
  /** A kick-off was tried by a stray datagram on the trainer port (02 §2.4). */
  | { readonly do: 'kick_off' };
