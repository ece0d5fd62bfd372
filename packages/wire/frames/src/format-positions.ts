import { type Frame, PlayerState, sideName } from '@rcss/core';

/**
 * Returns the positions of all objects of a frame as text, one object per line: cycle, `ball` or team and number, x and y in meters, vx and
 * vy in meters per cycle; for the ball of a match with heights also z; for players also body and neck in degrees and the stamina. Players that are not on the field are omitted.
 */
export function formatPositions(frame: Frame): string {
  const n = (value: number, digits: number): string => (value + 0).toFixed(digits);
  const motion = (x: number, y: number, vx: number, vy: number): string =>
    `${n(x, 2)} ${n(y, 2)} ${n(vx, 3)} ${n(vy, 3)}`;
  const lines = [
    `${frame.time} ${frame.playMode} ball ${motion(frame.ballX, frame.ballY, frame.ballVx, frame.ballVy)}${frame.hasHeight ? ` ${n(frame.ballZ, 2)}` : ''}`,
  ];
  for (const p of frame.players) {
    if ((p.state & PlayerState.STAND) === 0) continue;
    const team = (p.side === 'l' ? frame.left.name : frame.right.name) || sideName(p.side);
    lines.push(
      `${frame.time} ${frame.playMode} ${team} ${p.unum} ${motion(p.x, p.y, p.vx, p.vy)} ${n(p.body, 1)} ${n(p.neck, 1)} ${n(p.stamina, 0)}`,
    );
  }
  return `${lines.join('\n')}\n`;
}
