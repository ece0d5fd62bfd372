/** Shows as lines of text (spec 11 §6.1). */
import { type Frame, type FramePlayer, type FrameTeam, PLAYER_COUNT, PlayerState } from '@rcss/core';
import { rint } from '@rcss/core/math';
import { formatG6 } from '@rcss/sexp';

/** Writes one line per show; actions are what differs from the show before. */
export interface TextLines {
  show(frame: Frame): string;
  /** The last line. */
  result(left: Readonly<FrameTeam>, right: Readonly<FrameTeam>): string;
}

/** Numbers of players come out of 16.16 fixed point, which is how scripts know them; those of the ball do not. */
function fixed(value: number): number {
  return (rint(Math.fround(value) * 65536) + 0) / 65536;
}

function metres(value: number): string {
  return formatG6(fixed(value));
}

const RADIAN = Math.PI / 180;

function degrees(value: number): number {
  return fixed(value * RADIAN) / RADIAN;
}

function wrapped(angle: number): number {
  return angle > 180 ? angle - 360 : angle < -180 ? angle + 360 : angle;
}

interface Counts {
  turn: number;
  dash: number;
  move: number;
  say: number;
  turnNeck: number;
  changeView: number;
}

/** The body action of the cycle: the first that applies. */
function bodyAction(p: FramePlayer, last: Counts): string {
  const { state } = p;
  if (p.turnCount > last.turn) return ' (turn)';
  if (p.dashCount > last.dash) return ' (dash)';
  if (state & PlayerState.KICK_FAULT) return ' (kick fault)';
  if (state & PlayerState.KICK) return ' (kick)';
  if (state & PlayerState.TACKLE_FAULT) return ' (tackle fault)';
  if (state & PlayerState.TACKLE) return ' (tackle)';
  if (state & PlayerState.CATCH_FAULT) return ' (catch fault)';
  if (state & PlayerState.CATCH) return ' (catch)';
  return p.moveCount > last.move ? ' (move)' : ' (none)';
}

function actions(p: FramePlayer, last: Counts): string {
  let text = bodyAction(p, last);
  if (p.sayCount > last.say) text += ' (say)';
  if (p.turnNeckCount > last.turnNeck) text += ' (turn_neck)';
  if (p.changeViewCount > last.changeView) text += ' (change_view)';
  last.turn = p.turnCount;
  last.dash = p.dashCount;
  last.move = p.moveCount;
  last.say = p.sayCount;
  last.turnNeck = p.turnNeckCount;
  last.changeView = p.changeViewCount;
  return text;
}

function player(p: FramePlayer, last: Counts, details: boolean): string {
  const body = degrees(p.body);
  const head = wrapped(body + degrees(p.neck));
  const goalie = p.state & PlayerState.GOALIE ? ' g' : '';
  const place = `${metres(p.x)} ${metres(p.y)} ${metres(p.vx)} ${metres(p.vy)}`;
  const stamina = details ? metres(p.stamina) : '0';
  return (
    `(player ${p.side} ${p.unum}${goalie} (position ${place} ${formatG6(body)} ${formatG6(head)})` +
    ` (stamina ${stamina})${actions(p, last)})`
  );
}

/** `details`: the log has velocities and stamina (not versions 1 and 2, for which 0 is printed). */
export function createTextLines(details: boolean): TextLines {
  const memory: Counts[] = Array.from({ length: PLAYER_COUNT }, () => ({
    turn: 0,
    dash: 0,
    move: 0,
    say: 0,
    turnNeck: 0,
    changeView: 0,
  }));
  return {
    show(f) {
      let line =
        `(Info (state ${f.time} ${f.playMode} ${f.left.score} ${f.right.score})` +
        ` (ball ${formatG6(f.ballX)} ${formatG6(f.ballY)} ${formatG6(f.ballVx)} ${formatG6(f.ballVy)})`;
      for (const [i, p] of f.players.entries()) line += player(p, memory[i]!, details);
      return `${line})`;
    },
    result: (left, right) =>
      `(Result "${left.name || 'null'}" "${right.name || 'null'}" ${left.score} ${right.score})`,
  };
}
