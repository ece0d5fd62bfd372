import type { BallPlace, ClientRef, TeamGraphicTile } from './command-values.js';
import type { Side } from './side.js';

/**
 * Reply to a command. `code` is the text after ok, warning or error, e.g. `illegal_command_form`; arguments follow it
 * on the wire, separated by blanks.
 */
export type Reply =
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'warning'; readonly code: string }
  | { readonly kind: 'ok'; readonly code: string; readonly args?: readonly (string | number)[] }
  | { readonly kind: 'check_ball'; readonly time: number; readonly place: BallPlace }
  /** Team names that the receiver is allowed to see; null while the side has no team. */
  | { readonly kind: 'team_names'; readonly left: string | null; readonly right: string | null }
  | { readonly kind: 'score'; readonly time: number; readonly own: number; readonly opponents: number }
  /** The application encodes the reply itself from the world. */
  | { readonly kind: 'look' }
  | { readonly kind: 'sense_body' };

/** The sender of an audio message. */
export type Speaker =
  | { readonly by: 'player'; readonly index: number }
  | { readonly by: 'trainer' }
  /** `language` is true for coach language. Players receive it unquoted; monitors receive it with its receive time. */
  | { readonly by: 'coach'; readonly side: Side; readonly language: boolean };

/**
 * An audio message as one player hears it. Directions are in whole degrees relative to the body, rounded or truncated
 * as the player's protocol version requires.
 */
export type AudioMessage =
  | { readonly kind: 'self'; readonly message: string }
  | {
      readonly kind: 'complete';
      readonly own: boolean;
      readonly unum: number;
      readonly dir: number;
      readonly message: string;
    }
  | { readonly kind: 'partial'; readonly own: boolean; readonly unum: number }
  | { readonly kind: 'trainer'; readonly message: string }
  | { readonly kind: 'coach_text'; readonly side: Side; readonly message: string }
  | { readonly kind: 'coach_language'; readonly side: Side; readonly message: string };

/** The reason why a player, coach or trainer was removed. */
export type RemovalReason = 'bye' | 'lost' | 'discarded' | 'red_card';

/** An event of the match. Events are reported at the moment when they happen, in order. */
export type MatchEvent =
  /** Call of the referee, e.g. `kick_off_l`, `goal_l_1`, `yellow_card_r_7` (spec 06 §3). */
  | { readonly type: 'referee'; readonly time: number; readonly text: string }
  /** Reply to the sender of a command. */
  | { readonly type: 'reply'; readonly to: ClientRef; readonly reply: Reply }
  /** A player receives an audio message now. */
  | { readonly type: 'hear'; readonly time: number; readonly listener: number; readonly heard: AudioMessage }
  /** A client sent an audio message. Coaches, trainer, monitors and logs receive all of them (spec 07 §11, spec 10 §8). */
  | {
      readonly type: 'say';
      readonly time: number;
      readonly speaker: Speaker;
      readonly message: string;
      /** Receive time of a coach language message; equals `time` otherwise. */
      readonly receivedAt: number;
    }
  | {
      readonly type: 'change_player_type';
      readonly side: Side;
      readonly unum: number;
      readonly typeId: number;
    }
  | { readonly type: 'change_goalie'; readonly side: Side; readonly unum: number }
  | { readonly type: 'clang_version'; readonly player: number; readonly min: number; readonly max: number }
  | { readonly type: 'team_graphic'; readonly side: Side; readonly tile: TeamGraphicTile }
  | { readonly type: 'player_removed'; readonly player: number; readonly reason: RemovalReason }
  /** A player type that was assigned at the first kick-off, for the console (spec 02 §2.8). */
  | { readonly type: 'auto_player_type'; readonly side: Side; readonly unum: number; readonly typeId: number }
  | { readonly type: 'kick_off'; readonly side: Side }
  /** A line for the console: state of a shoot-out, warnings. */
  | { readonly type: 'console'; readonly text: string; readonly error: boolean }
  /** A line of the keepaway log. */
  | { readonly type: 'keepaway'; readonly line: string };

/** Receives the events of a match. */
export type MatchListener = (event: MatchEvent) => void;
