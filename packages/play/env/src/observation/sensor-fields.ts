import { LANDMARKS, LINE_NAMES } from '@rcss/core/landmarks';
import { describeField, type Field } from '../layout.js';
import { HEIGHT_FIELDS } from './height.js';
import type { TeamSizes } from './observation.js';
import { IDLE_SCALE, LIMIT, lengthField, MATCH_FIELDS, speedField } from './state-fields.js';

/** Divisor of ages, cycles; a power of two, so that sums are exact. Greater ages are cut off at 1. */
export const AGE_SCALE = 16;
/** Divisor of directions, degrees. */
export const DEGREE_SCALE = 180;
/** Divisor of the cycles until an arm can move. */
export const ARM_SCALE = 32;
/** Greatest number of players without team or number in an observation; the nearest are chosen. */
const UNKNOWN_PLAYER_COUNT = 10;

/** Numbers of a landmark or line: age, distance, direction. */
export const PLACE_SIZE = 3;
/** Numbers of the ball: those of a place, age of its motion, change of distance, change of direction. */
export const BALL_SIZE = 6;
/** Numbers of a player whose number is known. */
export const KNOWN_SIZE = 12;
/** Numbers of a player whose number is not known. */
export const UNKNOWN_SIZE = 6;

/** A field with cycles since an event. */
export function ageField(name: string, what: string): Field {
  return describeField(name, `Cycles since ${what}; 1 also if it never happened.`, {
    unit: 'cycles',
    scale: AGE_SCALE,
  });
}

/** A field with a direction in degrees. */
export function degreeField(name: string, description: string): Field {
  return describeField(name, description, { unit: 'deg', low: -1, scale: DEGREE_SCALE });
}

function degreeRateField(name: string, description: string): Field {
  return describeField(name, description, {
    unit: 'deg/cycle',
    low: -LIMIT,
    high: LIMIT,
    scale: DEGREE_SCALE,
  });
}

const BODY_FIELDS: readonly Field[] = [
  describeField('self.unum', 'Uniform number of the agent.', { scale: 11 }),
  describeField('self.goalie', '1 if the agent is the goalie.'),
  describeField('body.stamina', 'Stamina, as a part of its maximum.'),
  describeField('body.effort', 'Effort of the stamina model.'),
  describeField('body.capacity', 'Stamina capacity, as a part of its maximum; 1 if there is no limit.'),
  speedField('body.speed', 'Speed, a multiple of 0.01 m/cycle.'),
  degreeField('body.speedDirection', 'Direction of the velocity relative to the face, whole degrees.'),
  degreeField('body.neck', 'Angle of the neck relative to the body, whole degrees.'),
  describeField('body.viewNarrow', '1 if the view width is narrow.'),
  describeField('body.viewNormal', '1 if the view width is normal.'),
  describeField('body.viewWide', '1 if the view width is wide.'),
  describeField('body.tackleExpires', 'Cycles until body commands are possible after a tackle.', {
    unit: 'cycles',
    scale: IDLE_SCALE,
  }),
  describeField('body.foulCharged', 'Cycles until body commands are possible after a foul.', {
    unit: 'cycles',
    scale: IDLE_SCALE,
  }),
  describeField('body.collidedWithBall', '1 if the agent collided with the ball since the cycle before.'),
  describeField('body.collidedWithPlayer', '1 if the agent collided with a player since the cycle before.'),
  describeField('body.collidedWithPost', '1 if the agent collided with a goal post since the cycle before.'),
  describeField('body.armMovable', 'Cycles until the arm can be moved.', {
    unit: 'cycles',
    scale: ARM_SCALE,
  }),
  describeField('body.card', 'Cards of the agent: 0 none, 0.5 yellow, 1 red.'),
];

/** Positions of the parts of an observation of the sensors. */
export interface SensorOffsets {
  /** Fields of sense_body. */
  readonly body: number;
  /** Fields of the match. */
  readonly match: number;
  /** Age of the last see message. */
  readonly see: number;
  readonly landmarks: number;
  readonly lines: number;
  readonly ball: number;
  /** Players of the own team whose number is known, by number. */
  readonly own: number;
  readonly opponents: number;
  readonly unknown: number;
  readonly unknownCount: number;
  /** Height of the ball, if the layout has it. */
  readonly height: number;
}

/** Returns where the parts of an observation begin. */
export function sensorOffsets({ mates, opponents }: TeamSizes): SensorOffsets {
  const match = BODY_FIELDS.length;
  const see = match + MATCH_FIELDS.length;
  const landmarks = see + 1;
  const lines = landmarks + PLACE_SIZE * LANDMARKS.length;
  const ball = lines + PLACE_SIZE * LINE_NAMES.length;
  const own = ball + BALL_SIZE;
  const others = own + KNOWN_SIZE * (mates + 1);
  const unknown = others + KNOWN_SIZE * opponents;
  const unknownCount = Math.min(UNKNOWN_PLAYER_COUNT, mates + opponents);
  const height = unknown + UNKNOWN_SIZE * unknownCount;
  return {
    body: 0,
    match,
    see,
    landmarks,
    lines,
    ball,
    own,
    opponents: others,
    unknown,
    unknownCount,
    height,
  };
}

function distanceField(name: string, description: string): Field {
  return { ...lengthField(name, description), low: 0 };
}

function placeFields(prefix: string, what: string): Field[] {
  return [
    ageField(`${prefix}.age`, `${what} was seen`),
    distanceField(`${prefix}.distance`, `Distance of ${what} as it was seen, with its noise.`),
    degreeField(`${prefix}.direction`, `Direction of ${what} relative to the face, whole degrees.`),
  ];
}

function knownFields(prefix: string, what: string): Field[] {
  return [
    ...placeFields(prefix, what),
    speedField(`${prefix}.distanceChange`, `Change of the distance of ${what}.`),
    degreeRateField(`${prefix}.directionChange`, `Change of the direction of ${what}.`),
    degreeField(`${prefix}.body`, `Body direction of ${what} relative to the agent's face.`),
    degreeField(`${prefix}.head`, `Head direction of ${what} relative to the agent's face.`),
    describeField(`${prefix}.goalie`, `1 if ${what} has the mark of the goalie.`),
    describeField(`${prefix}.tackling`, `1 if ${what} has the mark of a tackle.`),
    describeField(`${prefix}.kicking`, `1 if ${what} has the mark of a kick.`),
    describeField(`${prefix}.pointing`, `1 if the arm of ${what} points somewhere.`),
    degreeField(`${prefix}.arm`, `Direction of the arm of ${what} relative to the agent's face.`),
  ];
}

function unknownFields(prefix: string, what: string): Field[] {
  return [
    describeField(
      `${prefix}.present`,
      `1 if the last see message had ${what}; otherwise the following are 0.`,
    ),
    describeField(`${prefix}.team`, `Team of ${what}: 1 own, -1 opponents, 0 not known.`, { low: -1 }),
    distanceField(`${prefix}.distance`, `Distance of ${what} as it was seen, with its noise.`),
    degreeField(`${prefix}.direction`, `Direction of ${what} relative to the face, whole degrees.`),
    describeField(`${prefix}.tackling`, `1 if ${what} has the mark of a tackle.`),
    describeField(`${prefix}.kicking`, `1 if ${what} has the mark of a kick.`),
  ];
}

/** Fields of an observation of the sensors, in the order of `sensorOffsets`. */
export function createSensorLayout(sizes: TeamSizes, hasHeight: boolean): Field[] {
  const fields = [...BODY_FIELDS, ...MATCH_FIELDS, ageField('see.age', 'the last see message')];
  for (const { name } of LANDMARKS)
    fields.push(...placeFields(`landmark.${name.replaceAll(' ', '-')}`, `landmark ${name} of the left team`));
  for (const name of LINE_NAMES)
    fields.push(...placeFields(`line.${name.replaceAll(' ', '-')}`, `line ${name} of the left team`));
  fields.push(
    ...placeFields('ball', 'the ball'),
    ageField('ball.motionAge', 'the motion of the ball was seen'),
    speedField('ball.distanceChange', 'Change of the distance of the ball.'),
    degreeRateField('ball.directionChange', 'Change of the direction of the ball.'),
  );
  for (let i = 1; i <= sizes.mates + 1; i++)
    fields.push(...knownFields(`own.${i}`, `player ${i} of the own team`));
  for (let i = 1; i <= sizes.opponents; i++) fields.push(...knownFields(`opponent.${i}`, `opponent ${i}`));
  const { unknownCount } = sensorOffsets(sizes);
  for (let i = 1; i <= unknownCount; i++)
    fields.push(...unknownFields(`unknown.${i}`, `player ${i} without a known number`));
  if (hasHeight) fields.push(...HEIGHT_FIELDS);
  return fields;
}
