import type { PlayMode } from './play-mode.js';
import type { Side, SideOrNeutral } from './side.js';
import type { ViewQuality, ViewWidth } from './view.js';

/**
 * A side named in a command: absolute, or relative to the sender (`our`, `opp`), or a team name as written. Names
 * are resolved by the simulator, which knows them.
 */
export type SideRef =
  | { readonly by: 'side'; readonly side: Side }
  | { readonly by: 'relative'; readonly own: boolean }
  | { readonly by: 'name'; readonly name: string };

/** What a player may ask for (spec 03 §7). Angles and moments in degrees, powers as written, unclamped. */
export type PlayerCommand =
  | { readonly type: 'dash'; readonly power: number; readonly dir: number }
  /** One leg of the leg form; a message with both legs yields two of them. */
  | { readonly type: 'dash_leg'; readonly leg: 'l' | 'r'; readonly power: number; readonly dir: number }
  | { readonly type: 'turn'; readonly moment: number }
  | { readonly type: 'turn_neck'; readonly moment: number }
  | { readonly type: 'kick'; readonly power: number; readonly dir: number }
  | { readonly type: 'long_kick'; readonly power: number; readonly dir: number }
  | { readonly type: 'tackle'; readonly angle: number; readonly foul: boolean }
  | { readonly type: 'catch'; readonly dir: number }
  /** Point in the player's own frame: mirrored for the right team. */
  | { readonly type: 'move'; readonly x: number; readonly y: number }
  /** `quality` null when the one-argument form was used; it means high and clamps the focus (spec 05 §17.1). */
  | { readonly type: 'change_view'; readonly width: ViewWidth; readonly quality: ViewQuality | null }
  /** Relative change: metres and degrees. */
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

/** A place in a trainer's or monitor's move: absolute field coordinates, degrees; absent parts keep their value. */
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
  /** Colour lines, then pixel rows. */
  readonly lines: readonly string[];
}

/** What trainers (and monitors in coach modes) may ask for (spec 07 §7). */
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

/** What online coaches may ask for (spec 07 §8). */
export type CoachCommand =
  | { readonly type: 'check_ball' }
  | { readonly type: 'look' }
  | { readonly type: 'team_names' }
  | { readonly type: 'eye'; readonly on: boolean }
  /**
   * Versions below 7: what was scanned behind `say`, empty when there is nothing to be said, which is an error only
   * where the coach may speak at all (spec 07 §10.1). Otherwise the whole datagram for the language parser.
   */
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'change_player_type'; readonly unum: number; readonly typeId: number }
  | { readonly type: 'change_goalie'; readonly unum: number }
  | { readonly type: 'team_graphic'; readonly tile: TeamGraphicTile }
  /** A tile that cannot be read: an error only where tiles are allowed, and behind the warning of a wrong place (spec 07 §8.3). */
  | {
      readonly type: 'team_graphic_refused';
      readonly code: 'illegal_command_form' | 'invalid_xpm_data';
      readonly locationWarning: boolean;
    }
  | { readonly type: 'compression'; readonly level: number }
  | { readonly type: 'done' }
  | { readonly type: 'bye' };

/** What every monitor may ask for (spec 10 §10.2). Coordinates in sixteenths of a metre as on the wire. */
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

/** Who sent a command or receives a message. Monitors are numbered by the application. */
export type ClientRef =
  | { readonly role: 'player'; readonly index: number }
  | { readonly role: 'coach'; readonly side: Side }
  | { readonly role: 'trainer' }
  | { readonly role: 'monitor'; readonly id: number };

/** Where the ball is, as `(check_ball)` tells it (spec 07 §7.5). */
export type BallPlace = 'in_field' | 'goal_l' | 'goal_r' | 'out_of_field';

/** Short alias used where a command names a side that may be neutral. */
export type CommandSide = SideOrNeutral;
