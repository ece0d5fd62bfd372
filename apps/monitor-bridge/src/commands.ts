import { err, isPlayMode, ok, type Result, type Side, sideSign } from '@rcss/core';
import { computeBallPosition, SETTABLE_PLAY_MODES } from '@rcss/frames';
import { encodeMonitorCommand } from '@rcss/protocol';

function refuse(message: string): Result<never> {
  return err({ code: 'bad_command', message });
}

/** Converts meters to the whole sixteenths of a meter that the wire format uses (spec 10 §10.5). */
function toSixteenths(metres: number): number {
  return Math.round(metres * 16);
}

/**
 * Returns the datagrams, without NUL, for a command of the referee panel. `wish` is untrusted input from a browser.
 * `coachMode` is whether the server executes trainer commands (spec 10 §10.3).
 */
export function encodeRefereeCommand(wish: unknown, coachMode: boolean): Result<readonly string[]> {
  if (typeof wish !== 'object' || wish === null) return refuse('not a command');
  const command = wish as Readonly<Record<string, unknown>>;
  const number = (name: string, limit = 200): number => {
    const value = command[name];
    return typeof value === 'number' && Math.abs(value) <= limit ? value : Number.NaN;
  };
  const side = (): Side | undefined =>
    command['side'] === 'l' || command['side'] === 'r' ? command['side'] : undefined;
  const unum = (): number | undefined => {
    const value = command['unum'];
    return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 11
      ? (value as number)
      : undefined;
  };
  const [x, y] = [number('x'), number('y')];
  const placed = !Number.isNaN(x) && !Number.isNaN(y);
  const who = side();
  const no = unum();
  const foul = (sign: number): string =>
    encodeMonitorCommand({ type: 'dispfoul', x: toSixteenths(x), y: toSixteenths(y), side: sign });
  const needsCoach = 'The server obeys this only with server::coach or server::coach_w_referee';

  switch (command['type']) {
    case 'kick_off':
      return ok([encodeMonitorCommand({ type: 'dispstart' })]);
    case 'drop_ball':
      return placed ? ok([foul(0)]) : refuse('drop ball needs a place');
    case 'free_kick':
      return placed && who !== undefined
        ? ok([foul(sideSign(who))])
        : refuse('a free kick needs a place and a side');
    case 'card': {
      const color = command['color'];
      if (who === undefined || no === undefined || (color !== 'yellow' && color !== 'red')) {
        return refuse('a card needs a side, a number and a colour');
      }
      return ok([encodeMonitorCommand({ type: 'dispcard', side: sideSign(who), unum: no, card: color })]);
    }
    case 'discard':
      return who === undefined || no === undefined
        ? refuse('removing needs a side and a number')
        : ok([encodeMonitorCommand({ type: 'dispdiscard', side: sideSign(who), unum: no })]);
    case 'move_player': {
      const angle = Math.round(number('body', 360));
      if (!placed || who === undefined || no === undefined || Number.isNaN(angle)) {
        return refuse('moving needs a side, a number, a place and a direction');
      }
      return ok([
        encodeMonitorCommand({
          type: 'dispplayer',
          side: sideSign(who),
          unum: no,
          x: toSixteenths(x),
          y: toSixteenths(y),
          angle,
        }),
      ]);
    }
    case 'move_ball':
      if (!placed) return refuse('moving the ball needs a place');
      // Without trainer commands only a drop ball moves the ball (spec 11 §3.12).
      return ok([coachMode ? encodeBallMove(x, y) : foul(0)]);
    case 'play_mode': {
      const mode = command['mode'];
      if (typeof mode !== 'string' || !isPlayMode(mode) || !SETTABLE_PLAY_MODES.includes(mode) || !placed) {
        return refuse('not a play mode that can be set');
      }
      if (!coachMode) return refuse(needsCoach);
      const [bx, by] = computeBallPosition(mode, x, y);
      return ok([encodeBallMove(bx, by), `(change_mode ${mode})`]);
    }
    case 'recover':
      return coachMode ? ok(['(recover)']) : refuse(needsCoach);
    default:
      return refuse('no such command');
  }
}

function encodeBallMove(x: number, y: number): string {
  return `(move (ball) ${Number(x.toFixed(4))} ${Number(y.toFixed(4))} 0 0 0)`;
}
