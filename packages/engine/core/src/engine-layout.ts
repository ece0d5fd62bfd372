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
import { PLAYER_REAL_FIELDS, type Player } from './player.generated.js';
import * as vec2 from './vec2.js';
import { createWorld } from './world.js';

/*
 * Tuning for V8, in this file only. It affects nothing but speed.
 *
 * V8 stores a number field as a small integer until a fraction, or a whole number that is stored as a double, is first
 * written to it. Then all objects of that shape get another layout, and V8 discards the machine code for the old layout.
 * This happens in the middle of a match: a field such as `recovery` gets its first fraction after hundreds of cycles, and
 * `catchBan` its first value from a parameter at the first catch. If one object with fractions in the same fields exists
 * from the beginning, all objects created later have the final layout from the start.
 *
 * V8 also takes a field for constant until it changes in one object of the shape, such as `sayCount` until the first say,
 * and then discards the code that relies on it. So every field of an object that exists from the beginning is changed once.
 *
 * Measured with Node 20.20 on 6000 steps of packages/engine/simulator/bench/scene.ts with sense_body and see for all 22
 * players. With the samples: 1 "wrong map" deoptimization (--trace-deopt), 1.36 s of processor time. Without the
 * samples: 26, and 1.61 s. The times are the best of five alternating runs each.
 */

const MOTION_FIELDS = ['x', 'y', 'vx', 'vy', 'body', 'neck'] as const;
const BALL_FIELDS = ['ballX', 'ballY', 'ballVx', 'ballVy', 'ballZ'] as const;
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

/** Writes a fraction to each of the fields and another value of the same type to all others, and returns the object. */
function warmFields<T extends object>(sample: T, fractions: readonly NumberField<T>[]): T {
  const record = sample as Record<string, unknown>;
  for (const [field, value] of Object.entries(record)) {
    if (typeof value === 'number') record[field] = value + 1;
    else if (typeof value === 'boolean') record[field] = !value;
    else if (typeof value === 'string') record[field] = value === 'l' ? 'r' : 'l';
  }
  for (const field of fractions) (sample[field] as number) = 0.5;
  return sample;
}

function createLayoutSamples(): readonly object[] {
  const fullstate = createFullstateObservation();
  const globalView = createGlobalObservation();
  const frame: Frame = createFrame();
  const see = createSeeObservation();
  const world = createWorld();
  return [
    warmFields(vec2.create(), ['x', 'y']),
    warmFields(world, []),
    warmFields(world.ball, ['z', 'vz', 'az']),
    warmFields(world.left, []),
    warmFields(world.players[0] as Player, [...PLAYER_REAL_FIELDS, ...PLAYER_FIELDS_FROM_PARAMETERS]),
    warmFields(see, []),
    warmFields(see.objects[0] as SeenObject, [
      'dist',
      'distChange',
      'dir',
      'dirChange',
      'z',
      'vz',
      'bodyDir',
      'headDir',
      'pointDir',
    ]),
    warmFields(createSenseBodyObservation(), [
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
    warmFields(fullstate, [...BALL_FIELDS, 'ballVz', 'armTargetDist', 'armTargetDir']),
    warmFields(fullstate.players[0] as FullstatePlayer, [
      ...MOTION_FIELDS,
      ...FOCUS_FIELDS,
      ...CONDITION_FIELDS,
      'pointDist',
      'pointDir',
    ]),
    warmFields(globalView, BALL_FIELDS),
    warmFields(globalView.players[0] as GlobalPlayer, [...MOTION_FIELDS, 'pointDir']),
    warmFields(frame, BALL_FIELDS),
    warmFields(frame.left, []),
    warmFields(frame.players[0] as FramePlayer, [
      ...MOTION_FIELDS,
      ...FOCUS_FIELDS,
      ...CONDITION_FIELDS,
      'pointX',
      'pointY',
      'viewWidth',
    ]),
  ];
}

/** One set for all matches of the process, never read: its effect lasts while it is reachable. */
let samples: readonly object[] | null = null;

/**
 * Makes V8 store the fractional fields of worlds, players, observations and frames as doubles, and take no field for
 * constant, for the rest of the process. Call it before the first such object is created; further calls do nothing. Returns the
 * objects, which take about 80 kB.
 */
export function keepLayoutSamples(): readonly object[] {
  samples ??= createLayoutSamples();
  return samples;
}
