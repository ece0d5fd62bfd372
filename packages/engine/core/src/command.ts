import type { PlayMode } from './play-mode.js';
import type { Side } from './side.js';
import type { ViewQuality, ViewWidth } from './view.js';

/**
 * A side named in a command: absolute, relative to the sender (`our`, `opp`), or a team name as written. The simulator
 * resolves team names.
 */
export type SideRef =
  | { readonly by: 'side'; readonly side: Side }
  | { readonly by: 'relative'; readonly own: boolean }
  | { readonly by: 'name'; readonly name: string };

/** A command of a player (spec 03 §7). Angles and moments are in degrees; powers are as received, not clamped. */
export type PlayerCommand =
  | { readonly type: 'dash'; readonly power: number; readonly dir: number }
  /** One leg of the leg form; a message with both legs gives two commands. */
  | { readonly type: 'dash_leg'; readonly leg: 'l' | 'r'; readonly power: number; readonly dir: number }
  | { readonly type: 'turn'; readonly moment: number }
  | { readonly type: 'turn_neck'; readonly moment: number }
  | { readonly type: 'kick'; readonly power: number; readonly dir: number }
  | { readonly type: 'long_kick'; readonly power: number; readonly dir: number }
  | { readonly type: 'tackle'; readonly angle: number; readonly foul: boolean }
  | { readonly type: 'catch'; readonly dir: number }
  /** Point in the player's own frame: mirrored for the right team. */
  | { readonly type: 'move'; readonly x: number; readonly y: number }
  /**
   * `quality` is null for the one-argument form, which means `high` and limits the focus direction (spec 05 §17.1).
   */
  | { readonly type: 'change_view'; readonly width: ViewWidth; readonly quality: ViewQuality | null }
  /** Relative change: meters and degrees. */
  | { readonly type: 'change_focus'; readonly dist: number; readonly dir: number }
  | { readonly type: 'say'; readonly message: string }
  | { readonly type: 'pointto'; readonly dist: number; readonly dir: number }
  | { readonly type: 'pointto_off' }
  | { readonly type: 'attentionto'; readonly side: SideRef; readonly unum: number }
  | { readonly type: 'attentionto_off' }
  | {
      readonly type: 'ear';
      readonly on: boolean;
      readonly side: SideRef | null;
      readonly mode: 'partial' | 'complete' | null;
    }
  | { readonly type: 'clang'; readonly min: number; readonly max: number }
  | { readonly type: 'sense_body' }
  | { readonly type: 'score' }
  | { readonly type: 'synch_see' }
  | { readonly type: 'gaussian_see' }
  | { readonly type: 'compression'; readonly level: number }
  | { readonly type: 'done' }
  | { readonly type: 'bye' };

/**
 * The target of a trainer's or monitor's move: absolute field coordinates in meters, angles in degrees. Absent parts
 * keep their value.
 */
export interface MoveSpec {
  readonly x: number;
  readonly y: number;
  readonly angle?: number;
  readonly vx?: number;
  readonly vy?: number;
}

/** Tile of a team's banner (spec 07 §8.3), already checked; strings as received. */
export interface TeamGraphicTile {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly colors: number;
  readonly charsPerPixel: number;
  /** Color lines, then pixel rows. */
  readonly lines: readonly string[];
}

/** A command of a trainer, or of a monitor in the coach modes (spec 07 §7). */
export type TrainerCommand =
  | { readonly type: 'change_mode'; readonly mode: PlayMode }
  | { readonly type: 'move_ball'; readonly to: MoveSpec }
  /** Team by its real name. */
  | { readonly type: 'move_player'; readonly team: string; readonly unum: number; readonly to: MoveSpec }
  | { readonly type: 'start' }
  | { readonly type: 'recover' }
  | { readonly type: 'check_ball' }
  | { readonly type: 'look' }
  | { readonly type: 'team_names' }
  | { readonly type: 'eye'; readonly on: boolean }
  | { readonly type: 'ear'; readonly on: boolean }
  | { readonly type: 'say'; readonly message: string }
  | {
      readonly type: 'change_player_type';
      readonly team: string;
      readonly unum: number;
      readonly typeId: number;
    }
  | { readonly type: 'compression'; readonly level: number }
  | { readonly type: 'done' };

/** A command of an online coach (spec 07 §8). */
export type CoachCommand =
  | { readonly type: 'check_ball' }
  | { readonly type: 'look' }
  | { readonly type: 'team_names' }
  | { readonly type: 'eye'; readonly on: boolean }
  /**
   * Versions below 7: the text after `say`. An empty text is an error only if the coach is allowed to speak
   * (spec 07 §10.1). Other versions: the whole datagram, for the parser of the coach language.
   */
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'change_player_type'; readonly unum: number; readonly typeId: number }
  | { readonly type: 'change_goalie'; readonly unum: number }
  | { readonly type: 'team_graphic'; readonly tile: TeamGraphicTile }
  /**
   * A tile that cannot be read. The reply is an error only if tiles are allowed at this moment. If the location is
   * wrong too, a warning about it is sent before the error (spec 07 §8.3).
   */
  | {
      readonly type: 'team_graphic_refused';
      readonly code: 'illegal_command_form' | 'invalid_xpm_data';
      readonly locationWarning: boolean;
    }
  | { readonly type: 'compression'; readonly level: number }
  | { readonly type: 'done' }
  | { readonly type: 'bye' };

/** A command that every monitor may send (spec 10 §10.2). Coordinates are in sixteenths of a meter, as on the wire. */
export type MonitorCommand =
  | { readonly type: 'dispbye' }
  | { readonly type: 'dispstart' }
  | { readonly type: 'dispfoul'; readonly x: number; readonly y: number; readonly side: number }
  | {
      readonly type: 'dispplayer';
      readonly side: number;
      readonly unum: number;
      readonly x: number;
      readonly y: number;
      readonly angle: number;
    }
  | { readonly type: 'dispdiscard'; readonly side: number; readonly unum: number }
  | {
      readonly type: 'dispcard';
      readonly side: number;
      readonly unum: number;
      readonly card: 'yellow' | 'red';
    }
  | { readonly type: 'compression'; readonly level: number };

/** The client that sent a command or receives a message. The application numbers the monitors. */
export type ClientRef =
  | { readonly role: 'player'; readonly index: number }
  | { readonly role: 'coach'; readonly side: Side }
  | { readonly role: 'trainer' }
  | { readonly role: 'monitor'; readonly id: number };

/** Location of the ball, as `(check_ball)` reports it (spec 07 §7.5). */
export type BallPlace = 'in_field' | 'goal_l' | 'goal_r' | 'out_of_field';
