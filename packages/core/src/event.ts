import type { BallPlace, ClientRef, TeamGraphicTile } from './command.js';
import type { Side } from './side.js';

/**
 * Answer to a command. `code` is the text behind ok, warning or error, e.g. `illegal_command_form`; arguments
 * follow it on the wire separated by blanks.
 */
export type Reply =
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'warning'; readonly code: string }
  | { readonly kind: 'ok'; readonly code: string; readonly args?: readonly (string | number)[] }
  | { readonly kind: 'check_ball'; readonly time: number; readonly place: BallPlace }
  /** Names as the receiver may see them; null while the side has no team. */
  | { readonly kind: 'team_names'; readonly left: string | null; readonly right: string | null }
  | { readonly kind: 'score'; readonly time: number; readonly own: number; readonly opponents: number }
  /** The application answers with what it encodes itself from the world. */
  | { readonly kind: 'look' }
  | { readonly kind: 'sense_body' };

/** Who spoke. */
export type Speaker =
  | { readonly by: 'player'; readonly index: number }
  | { readonly by: 'trainer' }
  /** `language` is true for coach language, which players hear unquoted and monitors with its receive time. */
  | { readonly by: 'coach'; readonly side: Side; readonly language: boolean };

/** Something heard by one player. Directions in whole degrees relative to the body, rounded as his version asks. */
export type Heard =
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

/** Why a player, coach or trainer is no longer served. */
export type RemovalReason = 'bye' | 'lost' | 'discarded' | 'red_card';

/** What happened in the match; told at the moment it happens, in order. */
export type MatchEvent =
  /** Call of the referee, e.g. `kick_off_l`, `goal_l_1`, `yellow_card_r_7` (spec 06 §3). */
  | { readonly type: 'referee'; readonly time: number; readonly text: string }
  /** Answer to the sender of a command. */
  | { readonly type: 'reply'; readonly to: ClientRef; readonly reply: Reply }
  /** A player hears something now. */
  | { readonly type: 'hear'; readonly time: number; readonly listener: number; readonly heard: Heard }
  /** Somebody spoke: for coaches, trainer, monitors and logs, who hear it without limits (spec 07 §11, spec 10 §8). */
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
  /** A type given at the first kick-off, for the console (spec 02 §2.8). */
  | { readonly type: 'auto_player_type'; readonly side: Side; readonly unum: number; readonly typeId: number }
  | { readonly type: 'kick_off'; readonly side: Side }
  /** A line for people at the console: state of a shoot-out, warnings. */
  | { readonly type: 'console'; readonly text: string; readonly error: boolean }
  /** Lines of the keepaway log. */
  | { readonly type: 'keepaway'; readonly line: string };

/** Receives what happens in a match. */
export type MatchListener = (event: MatchEvent) => void;
