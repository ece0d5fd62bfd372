import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH, PITCH_WIDTH } from '@rcss/core/pitch';
import { describeField, type Field } from '../layout.js';

// Feature sets of half-field offense, after its technical manual (Hausknecht 2017). The play field is the half that the left
// team attacks, in the field frame for both teams: x from 0 to 52.5 m, y from -34 m (top) to 34 m.

/** Number of a feature that has no value. */
export const INVALID = -2;

/** Longest distance in the play field, its diagonal, meters. */
const MAX_DISTANCE = Math.sqrt(PITCH_HALF_LENGTH ** 2 + PITCH_WIDTH ** 2);
const CENTER_X = PITCH_HALF_LENGTH / 2;
// Coordinates reach 10 % of the half length and half width beyond the play field.
const X_SCALE = PITCH_HALF_LENGTH * 0.6;
const Y_SCALE = PITCH_HALF_WIDTH * 1.1;
/** Speed of a player that is encoded as 1, m/cycle. */
const PLAYER_SPEED = 0.46;
/** Speed of the ball that is encoded as 1, m/cycle. */
const BALL_SPEED = 3;
const UNUM_SCALE = 100;

function limitUnit(x: number): number {
  return x > 1 ? 1 : x < -1 ? -1 : x;
}

/** Encodes a distance in meters: 1 for 0, -1 for the diagonal of the play field. */
export function encodeProximity(distance: number): number {
  return limitUnit(1 - (2 / MAX_DISTANCE) * distance);
}

/** Encodes an x coordinate in meters. */
export function encodeX(x: number): number {
  return limitUnit((x - CENTER_X) / X_SCALE);
}

/** Encodes a y coordinate in meters. */
export function encodeY(y: number): number {
  return limitUnit(y / Y_SCALE);
}

/** Returns the x coordinate in meters of an encoded one. */
export function decodeX(x: number): number {
  return limitUnit(x) * X_SCALE + CENTER_X;
}

/** Returns the y coordinate in meters of an encoded one. */
export function decodeY(y: number): number {
  return limitUnit(y) * Y_SCALE;
}

/** Encodes the size of a sector, radians: -1 for 0, 1 for half a circle. */
export function encodeOpening(angle: number): number {
  return limitUnit((2 / Math.PI) * angle - 1);
}

/** Encodes the speed of a player, m/cycle. */
export function encodePlayerSpeed(speed: number): number {
  return limitUnit((2 / PLAYER_SPEED) * speed - 1);
}

/** Encodes the speed of the ball, m/cycle. */
export function encodeBallSpeed(speed: number): number {
  return limitUnit((2 / BALL_SPEED) * speed - 1);
}

/** Encodes a uniform number. */
export function encodeUnum(unum: number): number {
  return unum / UNUM_SCALE;
}

const lowest = (isOptional: boolean): number => (isOptional ? INVALID : -1);

/** A field with a proximity; an optional one can be invalid. */
export function proximityField(name: string, description: string, isOptional = false): Field {
  return describeField(name, description, {
    unit: 'm',
    low: lowest(isOptional),
    scale: -MAX_DISTANCE / 2,
    offset: 1,
  });
}

/** Two fields with a position. */
export function positionFields(prefix: string, who: string, isOptional = false): Field[] {
  const low = lowest(isOptional);
  return [
    describeField(`${prefix}.x`, `Position of ${who}; the goal is at x = 52.5 m.`, {
      unit: 'm',
      low,
      scale: X_SCALE,
      offset: -CENTER_X / X_SCALE,
    }),
    describeField(`${prefix}.y`, `Position of ${who}.`, { unit: 'm', low, scale: Y_SCALE }),
  ];
}

/** A field with a direction in the field frame. */
export function directionField(name: string, description: string): Field {
  return describeField(name, description, { unit: 'rad', low: -1, scale: Math.PI });
}

/** A field with the size of a sector. */
export function openingField(name: string, description: string): Field {
  return describeField(name, description, { unit: 'rad', low: INVALID, scale: Math.PI / 2, offset: -1 });
}

/** A field that is -1 for no and 1 for yes. */
export function signField(name: string, description: string): Field {
  return describeField(name, description, { low: -1, scale: 0.5, offset: -1 });
}

/** A field with a uniform number. */
export function unumField(name: string, who: string, low: number): Field {
  return describeField(name, `Uniform number of ${who}.`, { low, scale: UNUM_SCALE });
}

export function playerSpeedField(name: string, description: string): Field {
  return describeField(name, description, {
    unit: 'm/cycle',
    low: -1,
    scale: PLAYER_SPEED / 2,
    offset: -1,
  });
}

export function ballSpeedField(name: string, description: string): Field {
  return describeField(name, description, {
    unit: 'm/cycle',
    low: -1,
    scale: BALL_SPEED / 2,
    offset: -1,
  });
}
