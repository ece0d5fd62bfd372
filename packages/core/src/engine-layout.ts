import { createFrame, type Frame, type FramePlayer } from './frame.js';
import {
  createFullstateObservation,
  createGlobalObservation,
  createSeeObservation,
  createSenseBodyObservation,
  type FullstatePlayer,
  type GlobalPlayer,
  type SeenObject,
} from './observation.js';
import { createPlayer, PLAYER_REAL_FIELDS } from './player.generated.js';
import * as vec2 from './vec2.js';

/*
 * Tuning for V8, in this file only. It affects nothing but speed.
 *
 * V8 stores a number field as a small integer until a fraction, or a whole number that is stored as a double, is first
 * written to it. Then all objects of that shape get another layout, and V8 discards the machine code for the old layout.
 * This happens in the middle of a match: a field such as `recovery` gets its first fraction after hundreds of cycles, and
 * `catchBan` its first value from a parameter at the first catch. If one object with fractions in the same fields exists
 * from the beginning, all objects created later have the final layout from the start.
 *
 * Measured with Node 20.20 on 6000 steps of packages/simulator/bench/scene.ts with sense_body and see for all 22
 * players. With the samples: 1 "wrong map" deoptimization (--trace-deopt), 1.36 s of processor time. Without the
 * samples: 26, and 1.61 s. The times are the best of five alternating runs each.
 */

const MOTION_FIELDS = ['x', 'y', 'vx', 'vy', 'body', 'neck'] as const;
const BALL_FIELDS = ['ballX', 'ballY', 'ballVx', 'ballVy'] as const;
const FOCUS_FIELDS = ['focusDist', 'focusDir'] as const;
const CONDITION_FIELDS = ['stamina', 'effort', 'recovery', 'capacity'] as const;

/** Integers of a player that are set from parameters, which V8 stores as doubles. */
const PLAYER_FIELDS_FROM_PARAMETERS = [
  'tackleIdle',
  'foulCharged',
  'catchBan',
  'hearOwn',
  'hearOpponents',
] as const;

type NumberField<T> = { [K in keyof T]: T[K] extends number ? K : never }[keyof T];

/** Writes a fraction to each of the fields and returns the object. */
function warmDoubleFields<T extends object>(sample: T, fields: readonly NumberField<T>[]): T {
  for (const field of fields) (sample[field] as number) = 0.5;
  return sample;
}

/**
 * Creates objects that make V8 store the fractional fields of players, vectors, observations and frames as doubles from
 * the start. Call it before the first such object is created. The effect lasts while the result is reachable; a match
 * keeps the result for its lifetime.
 */
export function createLayoutSamples(): readonly object[] {
  const fullstate = createFullstateObservation();
  const globalView = createGlobalObservation();
  const frame: Frame = createFrame();
  return [
    warmDoubleFields(vec2.create(), ['x', 'y']),
    warmDoubleFields(createPlayer('l', 1), [...PLAYER_REAL_FIELDS, ...PLAYER_FIELDS_FROM_PARAMETERS]),
    warmDoubleFields(createSeeObservation().objects[0] as SeenObject, [
      'dist',
      'distChange',
      'dir',
      'dirChange',
      'bodyDir',
      'headDir',
      'pointDir',
    ]),
    warmDoubleFields(createSenseBodyObservation(), [
      'stamina',
      'effort',
      'capacity',
      'speed',
      'speedDir',
      'headAngle',
      'armTargetDist',
      'armTargetDir',
      'focusPointDist',
      'focusPointDir',
    ]),
    warmDoubleFields(fullstate, [...BALL_FIELDS, 'armTargetDist', 'armTargetDir']),
    warmDoubleFields(fullstate.players[0] as FullstatePlayer, [
      ...MOTION_FIELDS,
      ...FOCUS_FIELDS,
      ...CONDITION_FIELDS,
      'pointDist',
      'pointDir',
    ]),
    warmDoubleFields(globalView, BALL_FIELDS),
    warmDoubleFields(globalView.players[0] as GlobalPlayer, [...MOTION_FIELDS, 'pointDir']),
    warmDoubleFields(frame, BALL_FIELDS),
    warmDoubleFields(frame.players[0] as FramePlayer, [
      ...MOTION_FIELDS,
      ...FOCUS_FIELDS,
      ...CONDITION_FIELDS,
      'pointX',
      'pointY',
      'viewWidth',
    ]),
  ];
}
