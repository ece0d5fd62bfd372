import type { Side } from '@rcss/core';

/** Turns angles, positions and velocities of a team's frame into the field frame: by 180° for the right team. */
export interface TeamFrame {
  readonly sign: 1 | -1;
  /** Degrees, -180 to 180. */
  turn(angle: number): number;
}

const LEFT: TeamFrame = { sign: 1, turn: (angle) => angle };
const RIGHT: TeamFrame = { sign: -1, turn: (angle) => (angle > 0 ? angle - 180 : angle + 180) };

/** Returns the frame of a team that attacks towards its own positive x. */
export function teamFrame(side: Side): TeamFrame {
  return side === 'l' ? LEFT : RIGHT;
}
