import type { Vec2 } from '@rcss/core';

/** A player as the coach sees it: team frame, without noise. */
export interface SeenPlayer {
  readonly unum: number;
  readonly goalie: boolean;
  readonly pos: Readonly<Vec2>;
  /** Meters per cycle. */
  readonly vel: Readonly<Vec2>;
  /** Direction of the body, degrees. */
  readonly body: number;
  /** Angle of the neck relative to the body, degrees. */
  readonly neck: number;
  readonly tackling: boolean;
  /** Whether it kicked the ball in the cycle before. */
  readonly kicked: boolean;
  /** Id of the player type; -1: an opponent whose type is not known yet. */
  readonly typeId: number;
}
