/** Schemas of situations and of the conditions that end a match. */
import { PLAY_MODES } from '@rcss/core';
import type { Scene, StopConditions } from '@rcss/core/match-document';
import { MAX_COORDINATE } from '@rcss/core/math';
import { z } from 'zod';
import { booleanField, integerField, numberField, objectField, teamNameField, wordField } from './fields.js';

const FRAME =
  'Field frame: origin at the center, x towards the right goal, y downwards; the same for both teams.';

const coordinate = (what: string, unit: string) =>
  numberField(what, { min: -MAX_COORDINATE, max: MAX_COORDINATE, unit });

function createPositionField(): z.ZodType {
  return objectField(`Position. ${FRAME}`, {
    x: coordinate('Towards the right goal.', 'm'),
    y: coordinate('Towards the lower touch line.', 'm'),
  });
}

function createVelocityField(): z.ZodType {
  return objectField(`Velocity; a position without velocity means at rest. ${FRAME}`, {
    x: coordinate('Towards the right goal.', 'm per cycle'),
    y: coordinate('Towards the lower touch line.', 'm per cycle'),
  });
}

function createPlayModeField(description: string): z.ZodType {
  return wordField(
    description,
    PLAY_MODES.map(({ name }) => name) as unknown as readonly [string, ...string[]],
  );
}

const goals = (description: string) => integerField(description, { min: 0 });

/** A player of a situation. */
export const scenePlayerField: z.ZodObject = objectField('One player; absent fields keep their value.', {
  side: wordField('Side of the team.', ['left', 'right']),
  unum: integerField('Uniform number.', { min: 1, max: 11 }),
  position: createPositionField().optional(),
  velocity: createVelocityField().optional(),
  bodyAngle: numberField('Body direction in the field frame: 0 along +x, 90 along +y.', {
    min: -180,
    max: 180,
    unit: 'degrees',
  }).optional(),
  neckAngle: numberField('Neck angle relative to the body, within server::minneckang and maxneckang.', {
    min: -180,
    max: 180,
    unit: 'degrees',
  }).optional(),
  stamina: numberField('Stamina, at most server::stamina_max.', { min: 0 }).optional(),
  playerType: integerField('Player type, below player::player_types.', { min: 0 }).optional(),
  goalie: booleanField('Whether the player is the goalie of its team.').optional(),
  card: wordField('Card of the player; red sends it off.', ['none', 'yellow', 'red']).optional(),
});

/** A situation of a match. */
export const sceneField: z.ZodType<Scene> = objectField(
  'A situation of a match; absent fields keep their value.',
  {
    time: integerField('Number of cycles in which the clock ran.', { min: 0, unit: 'cycles' }).optional(),
    playMode: createPlayModeField('Play mode, as in messages and logs.').optional(),
    kickOffSide: wordField('Side that may touch the ball next; overrides the side of the play mode.', [
      'left',
      'right',
      'none',
    ]).optional(),
    score: objectField('Goals of both sides.', {
      left: goals('Goals of the left side.'),
      right: goals('Goals of the right side.'),
    }).optional(),
    teams: objectField(
      'Names of sides that have no team yet; a team that connects under such a name gets this side.',
      {
        left: teamNameField('Name of the left team.').optional(),
        right: teamNameField('Name of the right team.').optional(),
      },
    ).optional(),
    ball: objectField('Place and motion of the ball.', {
      position: createPositionField().optional(),
      velocity: createVelocityField().optional(),
      height: numberField('Height above the ground; needs server::2d_mode off.', {
        min: 0,
        max: MAX_COORDINATE,
        unit: 'm',
      }).optional(),
      verticalSpeed: numberField('Upward speed; needs server::2d_mode off.', {
        min: -MAX_COORDINATE,
        max: MAX_COORDINATE,
        unit: 'm/cycle',
      }).optional(),
    }).optional(),
    players: z
      .array(scenePlayerField, { error: 'a list of players' })
      .max(22, { error: 'a list of at most 22 players' })
      .meta({ description: 'Players that differ from the situation before; at most one entry per slot.' })
      .optional(),
  },
) as never;

/** The conditions that end a match. */
export const stopConditionsField: z.ZodType<StopConditions> = objectField(
  'Conditions that end the match; the first that holds ends it. The end by the rules always ends it.',
  {
    cycles: integerField('Steps since the start, those of stopped play included.', {
      min: 1,
      unit: 'cycles',
    }).optional(),
    goals: integerField('Sum of the goals of both sides.', { min: 1 }).optional(),
    goalDifference: integerField('Difference of the goals of the sides.', { min: 1 }).optional(),
    playModes: z
      .array(createPlayModeField('Play mode that ends the match.'), { error: 'a list of play modes' })
      .max(PLAY_MODES.length, { error: 'a list of play modes' })
      .meta({ description: 'Play modes; the match ends when one of them is set.' })
      .optional(),
    ballOut: booleanField(
      'If true, the match ends when the ball leaves the field, also into a goal.',
    ).optional(),
    wallTime: numberField('Wall-clock time since the start.', { min: 0, unit: 's' }).optional(),
  },
) as never;
