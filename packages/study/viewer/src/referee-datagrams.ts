import { err, isPlayMode, ok, PLAY_MODES, type Result, type Side, sideName, sideSign } from '@rcss/core';
import { computeBallPosition, type RefereeCommand } from '@rcss/frames';
import { encodeMonitorCommand } from '@rcss/protocol';

/** Largest coordinate that a command can have, meters. */
const MAX_COORDINATE = 200;

const NEEDS_TRAINER_COMMANDS =
  'The server ignores this command. Start it with server::coach or server::coach_w_referee';

/** Parts of a command from a browser; an invalid part is undefined. */
interface CommandInput {
  readonly point: { readonly x: number; readonly y: number } | undefined;
  readonly side: Side | undefined;
  /** Uniform number, 1..11. */
  readonly unum: number | undefined;
  /** Body direction in whole degrees, -360..360. */
  readonly angle: number | undefined;
  readonly color: 'yellow' | 'red' | undefined;
  readonly mode: unknown;
  readonly keepsBall: boolean;
}

/**
 * Returns the datagrams, without NUL, for a command of the referee panel. `input` is untrusted input from a browser.
 * `hasTrainerCommands` is whether the server executes trainer commands (spec 10 §10.3).
 */
export function encodeRefereeCommand(input: unknown, hasTrainerCommands: boolean): Result<readonly string[]> {
  if (typeof input !== 'object' || input === null) return refuse('A command must be an object');
  const fields = input as Readonly<Record<string, unknown>>;
  const command = readCommandInput(fields);
  switch (fields['type']) {
    case 'kick_off':
      return ok([encodeMonitorCommand({ type: 'dispstart' })]);
    case 'drop_ball':
      return command.point === undefined
        ? refuse('A drop ball needs x and y in meters')
        : ok([encodeFoul(command.point, 0)]);
    case 'free_kick':
      return command.point === undefined || command.side === undefined
        ? refuse('A free kick needs x and y in meters, and a side, l or r')
        : ok([encodeFoul(command.point, sideSign(command.side))]);
    case 'card':
      return encodeCard(command);
    case 'discard':
      return encodeDiscard(command);
    case 'move_player':
      return encodePlayerMove(command);
    case 'move_ball':
      if (command.point === undefined) return refuse('Moving the ball needs x and y in meters');
      // Without trainer commands only a drop ball moves the ball (spec 11 §3.12).
      return ok([hasTrainerCommands ? encodeBallMove(command.point) : encodeFoul(command.point, 0)]);
    case 'play_mode':
      return encodePlayMode(command, hasTrainerCommands);
    case 'recover':
      return hasTrainerCommands ? ok(['(recover)']) : refuse(NEEDS_TRAINER_COMMANDS);
    default:
      return refuse('Unknown command type');
  }
}

const DESCRIPTIONS: {
  readonly [Type in RefereeCommand['type']]: (command: Extract<RefereeCommand, { type: Type }>) => string;
} = {
  kick_off: () => 'kick-off',
  drop_ball: (command) => `drop ball at ${formatPoint(command)}`,
  free_kick: (command) => `free kick ${sideName(command.side)} at ${formatPoint(command)}`,
  card: ({ color, side, unum }) => `${color} card for ${sideName(side)} ${unum}`,
  discard: ({ side, unum }) => `removal of ${sideName(side)} ${unum}`,
  move_player: (command) => `move of ${sideName(command.side)} ${command.unum} to ${formatPoint(command)}`,
  move_ball: (command) => `move of the ball to ${formatPoint(command)}`,
  play_mode: ({ mode }) => `play mode ${mode.replace(/_/g, ' ')}`,
  recover: () => 'recovery of all players',
};

/** Describes a command that {@link encodeRefereeCommand} accepts in words: `yellow card for right 3`. */
export function describeRefereeCommand(command: RefereeCommand): string {
  return (DESCRIPTIONS[command.type] as (command: RefereeCommand) => string)(command);
}

function formatPoint({ x, y }: { readonly x: number; readonly y: number }): string {
  return `(${x.toFixed(1)}, ${y.toFixed(1)})`;
}

function refuse(message: string): Result<never> {
  return err({ code: 'bad_command', message });
}

function readCommandInput(fields: Readonly<Record<string, unknown>>): CommandInput {
  const { side, unum, color, mode } = fields;
  const x = readNumber(fields['x'], MAX_COORDINATE);
  const y = readNumber(fields['y'], MAX_COORDINATE);
  const body = readNumber(fields['body'], 360);
  const isUnum = Number.isInteger(unum) && (unum as number) >= 1 && (unum as number) <= 11;
  return {
    point: x === undefined || y === undefined ? undefined : { x, y },
    side: side === 'l' || side === 'r' ? side : undefined,
    unum: isUnum ? (unum as number) : undefined,
    angle: body === undefined ? undefined : Math.round(body),
    color: color === 'yellow' || color === 'red' ? color : undefined,
    mode,
    keepsBall: fields['keepBall'] === true,
  };
}

function readNumber(value: unknown, limit: number): number | undefined {
  return typeof value === 'number' && Math.abs(value) <= limit ? value : undefined;
}

/** Converts meters to the whole sixteenths of a meter that the wire format uses (spec 10 §10.5). */
function toSixteenths(meters: number): number {
  return Math.round(meters * 16);
}

/** Encodes a foul at a point: `side` is 1 for left, -1 for right, 0 for a drop ball. */
function encodeFoul({ x, y }: { readonly x: number; readonly y: number }, side: number): string {
  return encodeMonitorCommand({ type: 'dispfoul', x: toSixteenths(x), y: toSixteenths(y), side });
}

function encodeCard({ side, unum, color }: CommandInput): Result<readonly string[]> {
  if (side === undefined || unum === undefined || color === undefined) {
    return refuse('A card needs a side, l or r, a uniform number from 1 to 11, and a color, yellow or red');
  }
  return ok([encodeMonitorCommand({ type: 'dispcard', side: sideSign(side), unum, card: color })]);
}

function encodeDiscard({ side, unum }: CommandInput): Result<readonly string[]> {
  if (side === undefined || unum === undefined) {
    return refuse('Removing a player needs a side, l or r, and a uniform number from 1 to 11');
  }
  return ok([encodeMonitorCommand({ type: 'dispdiscard', side: sideSign(side), unum })]);
}

function encodePlayerMove({ point, side, unum, angle }: CommandInput): Result<readonly string[]> {
  if (point === undefined || side === undefined || unum === undefined || angle === undefined) {
    return refuse(
      'Moving a player needs a side, l or r, a uniform number from 1 to 11, x and y in meters, and body in degrees',
    );
  }
  const [x, y] = [toSixteenths(point.x), toSixteenths(point.y)];
  return ok([encodeMonitorCommand({ type: 'dispplayer', side: sideSign(side), unum, x, y, angle })]);
}

function encodePlayMode(
  { mode, point, keepsBall }: CommandInput,
  hasTrainerCommands: boolean,
): Result<readonly string[]> {
  if (typeof mode !== 'string' || !isPlayMode(mode)) {
    return refuse(`This is not a play mode. Allowed: ${PLAY_MODES.map(({ name }) => name).join(', ')}`);
  }
  if (point === undefined) return refuse('Setting a play mode needs x and y in meters');
  if (!hasTrainerCommands) return refuse(NEEDS_TRAINER_COMMANDS);
  if (keepsBall) return ok([`(change_mode ${mode})`]);
  const [x, y] = computeBallPosition(mode, point.x, point.y);
  return ok([encodeBallMove({ x, y }), `(change_mode ${mode})`]);
}

function encodeBallMove({ x, y }: { readonly x: number; readonly y: number }): string {
  return `(move (ball) ${Number(x.toFixed(4))} ${Number(y.toFixed(4))} 0 0 0)`;
}
