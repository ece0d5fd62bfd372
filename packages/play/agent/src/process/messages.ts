/**
 * Messages between the agent and a process that decides, in any language. Each is a JSON object after four bytes of its length (big-endian).
 * The types and the published schema derive from the schemas of this file.
 *
 * Places are in the team frame: meters, the own goal at x = -52.5, the opponents' goal at x = 52.5. Angles are in degrees, 0 along +x, 90
 * along +y; velocities in meters per cycle. Ages are in cycles.
 */
import { explainIssues } from '@rcss/match-document';
import { z } from 'zod';
import {
  count,
  finite,
  flag,
  limited,
  list,
  named,
  object,
  point,
  text,
  unum,
  whole,
  words,
} from './fields.js';
import { heardPart, messageKinds, opponentModel, part, place } from './talk-messages.js';

/** Version of the messages. A process states the one that it was written for; another one is refused. */
export const TEAM_PROCESS_VERSION = 1;

const MAX_TEXT = 4096;

const id = whole(1, Number.MAX_SAFE_INTEGER, 'Number of the decision; the answers repeat it.');
const power = finite('Power, as on the wire; the server limits it.');
const dir = finite('Degrees, relative to the body.');
const leg = object({ power, dir });
const body = z
  .discriminatedUnion(
    'type',
    [
      object({ type: z.literal('dash'), power, dir }),
      object({ type: z.literal('dash_legs'), left: leg, right: leg }),
      object({
        type: z.literal('turn'),
        moment: finite('Degrees; the turn is smaller the faster the player is.'),
      }),
      object({ type: z.literal('kick'), power, dir }),
      object({ type: z.literal('tackle'), angle: dir, foul: flag('Whether a foul is intended.') }),
      object({ type: z.literal('catch'), dir }),
      object({ type: z.literal('move'), ...place }),
      object({ type: z.literal('kick_loft'), power, dir, loft: finite('Degrees above the ground.') }),
      object({ type: z.literal('chest_trap') }),
    ],
    {
      error:
        'a command of the type dash, dash_legs, turn, kick, tackle, catch, move, kick_loft or chest_trap',
    },
  )
  .meta({ id: 'Command' });

const off = z.literal('off');
/** Fields of an action that may be absent. @internal */
export const action = object({
  kind: text(80, 'Name of the decision, for example `pass`.'),
  reason: text(400, 'Why it was chosen; for debugging.').default(''),
  body: body.nullable().default(null).describe('Command of the body; null: none.'),
  lookAt: point
    .nullable()
    .default(null)
    .describe('Point that the player needs to see; null: it may look around.'),
  passTo: whole(
    0,
    11,
    'Teammate to which the ball is passed; 0: none. The player announces the pass.',
  ).default(0),
  target: point.nullable().default(null).describe('Point to which the action leads, for drawings.'),
  turnNeck: limited(-180, 180, 'Moment of the neck, degrees; absent: the agent decides.').optional(),
  changeView: words(['narrow', 'normal', 'wide'], 'Width of the view; absent: the agent decides.').optional(),
  changeFocus: point.optional().describe('Point that the focus moves to; absent: it stays.'),
  pointTo: z
    .union([point, off], { error: 'a point such as {"x": 10, "y": 0}, or "off"' })
    .optional()
    .describe('Point that the arm points to; `off`: stops pointing.'),
  attentionTo: z
    .union([object({ own: flag('Whether it is a teammate.').default(true), unum: unum() }), off], {
      error: 'a player such as {"own": true, "unum": 9}, or "off"',
    })
    .optional()
    .describe('Player to listen to; `off`: all.'),
}).meta({ id: 'Action' });

const levels = whole(1, 32, 'Level, which the viewer shows or hides; absent: always shown.').optional();
const style = {
  level: levels,
  color: z
    .string({ error: 'a color such as "red" or "#ff8000"' })
    .regex(/^(#([0-9a-f]{3}|[0-9a-f]{6})|[a-z]{3,20})$/i, { error: 'a color such as "red" or "#ff8000"' })
    .optional(),
};
const drawing = z
  .discriminatedUnion(
    'kind',
    [
      object({ kind: z.literal('line'), from: point, to: point, ...style }),
      object({
        kind: z.literal('circle'),
        at: point,
        radius: limited(0, 1000, 'Meters.'),
        fill: flag('Whether the inside is colored.').default(false),
        ...style,
      }),
      object({ kind: z.literal('point'), at: point, ...style }),
      object({ kind: z.literal('label'), at: point, text: text(MAX_TEXT, 'Text at the place.'), ...style }),
      object({
        kind: z.literal('text'),
        text: text(MAX_TEXT, 'Line in the list of the cycle.'),
        level: levels,
      }),
    ],
    { error: 'a drawing of the kind line, circle, point, label or text' },
  )
  .meta({ id: 'Drawing' });

const error = text(
  8000,
  'What went wrong in the code of the team, with file and line; it is reported.',
).optional();

/** Messages of the process. */
const fromProcess = z.discriminatedUnion(
  'type',
  [
    object({
      type: z.literal('ready'),
      version: finite('Version of the messages.'),
      decides: list(words(['play', 'set_play', 'penalty', 'coach'], 'A phase.'), 0, 4, 'phases').describe(
        'What the process decides; the agent decides the rest. `coach`: connects an online coach.',
      ),
      formation: z
        .unknown()
        .optional()
        .describe('Formation document, or the text of a `.conf` file of a formation editor; absent: 4-3-3.'),
      messages: messageKinds
        .optional()
        .describe('Own kinds of messages between teammates, at most 8, each with its fields; absent: none.'),
      parameters: z
        .record(z.string(), z.unknown(), { error: 'an object with a parameter or a group for each name' })
        .optional()
        .describe(
          'Parameters of the team, as in `defineParameters`, by name: `{"line": {"default": -20, "min": -45, "max": 0, "unit": "m"}}`. Options that are not among them are refused; absent: all are allowed.',
        ),
    }).describe('Answer to `start`.'),
    object({
      type: z.literal('ask'),
      id,
      skill: text(40, 'Name of a skill or of a question, see the definitions `Skills` and `Questions`.'),
      args: z.record(z.string(), z.unknown(), { error: 'an object with the arguments' }).default({}),
    }).describe(
      'Asks for the action of a skill, or a question, during a decision; the agent sends `answer`.',
    ),
    object({
      type: z.literal('action'),
      id,
      action: action
        .nullable()
        .describe('What the player does; null: the agent decides set plays, in play the player waits.'),
      say: text(10, 'Text to teammates, at most nine characters.').optional(),
      parts: list(part, 0, 16, 'parts')
        .optional()
        .describe(
          'What the player says in place of a text, the most important part first; what does not fit is left out.',
        ),
      debug: list(drawing, 0, 4096, 'drawings').optional(),
      error,
    }).describe('Ends a decision of a player.'),
    object({
      type: z.literal('orders'),
      id,
      types: list(object({ unum: unum(), type: whole(0, 100, 'Id of the player type.') }), 0, 11, 'types')
        .default([])
        .describe('Gives players types; during the match these are substitutions.'),
      say: list(text(128, 'Text to the players.'), 0, 4, 'texts')
        .default([])
        .describe('Texts to the players, without quotes and parentheses.'),
      error,
    }).describe('Ends a decision of the coach.'),
  ],
  { error: 'a message of the type ready, ask, action or orders' },
);

const motion = {
  ...place,
  vx: finite('Meters per cycle.'),
  vy: finite('Meters per cycle.'),
};
const age = finite('Cycles since it was seen; 0: in this cycle.');
const other = named('Player', 'Another player as a player believes it to be.', {
  unum: whole(0, 11, 'Uniform number; 0: not known.'),
  ...motion,
  body: finite('Direction of the body, degrees.'),
  age,
  bodyAge: finite('Cycles since the body direction was seen.'),
  goalie: z.boolean(),
  tackling: z.boolean(),
  kicked: z.boolean(),
  typeId: count('Id of the player type, as far as it is known.'),
});
const reach = named('Reach', 'When and where a player gets the ball.', {
  cycles: count('Cycles from now; more than 100: never.'),
  ...place,
});
const heard = named('Heard', 'A text of a teammate.', { unum: unum(), text: z.string() });

const own = named('Own', 'The state of the player itself.', {
  ...motion,
  body: finite('Direction of the body, degrees.'),
  neck: finite('Angle of the neck, relative to the body, degrees.'),
  posError: finite('Standard deviation of the place, meters.'),
  stamina: finite('0 to `stamina_max`.'),
  effort: finite('0 to 1.'),
  recovery: finite('0 to 1.'),
  capacity: finite('Stamina that is left for the match.'),
  viewWidth: z.string(),
  tackleExpires: count('Cycles until a tackle ends.'),
  charged: count('Cycles until the player can move after a foul.'),
  armMovable: count('Cycles until the arm can move.'),
  attention: count('Player that is listened to; 0: all.'),
  typeId: count('Id of the own player type.'),
});
const ball = named('Ball', 'The ball as a player believes it to be.', {
  ...motion,
  z: finite('Height, meters; 0 on the ground.'),
  age,
  velAge: finite('Cycles since its velocity was seen.'),
  error: finite('Standard deviation of the place, meters.'),
  isLost: z.boolean().describe('Whether the ball was not at its expected place.'),
});
const race = named('Race', 'Who gets the ball first.', {
  own: reach,
  mate: reach,
  mateUnum: count('0: none.'),
  opponent: reach,
});

const world = named('World', 'What a player believes in a cycle.', {
  time: count('Game time, cycles.'),
  stoppageTime: count('Cycles since the game time stands still.'),
  cycle: count('Cycles since the player connected.'),
  mode: z.string().describe('Play mode without its side, for example `free_kick`.'),
  modeIsOwn: z
    .boolean()
    .nullable()
    .describe('Whether the side of the play mode is the own one; null without a side.'),
  modeAge: count('Cycles since the play mode changed.'),
  goalsFor: count('Own goals.'),
  goalsAgainst: count('Goals of the opponents.'),
  unum: unum('Own number.'),
  goalie: z.boolean(),
  sawThisCycle: z.boolean(),
  kickable: z.boolean().describe('Whether the player can kick the ball now.'),
  isFirst: z.boolean().describe('Whether no teammate gets the ball earlier.'),
  offsideLine: finite('x beyond which own players are offside, meters.'),
  lastTouch: z
    .string()
    .nullable()
    .describe('Who had the ball last: `own`, `opponent`, `contested`; null: not known.'),
  bannedTaker: count('Player that took the set play and must not touch the ball again; 0: none.'),
  passReceiver: count('Receiver of a pass that a teammate has announced; 0: none.'),
  home: point.describe('Own place in the formation for the place of the ball, not offside.'),
  me: own,
  ball,
  teammates: z.array(other).describe('Teammates that are not lost, in no order.'),
  opponents: z.array(other).describe('Opponents that are not lost, in no order.'),
  race,
  heard: z.array(heard).describe('Texts of teammates in this cycle.'),
  heardParts: z.array(heardPart).describe('Parts of messages of teammates in this cycle.'),
  heardOpponents: z.array(z.string()).describe('Messages of opponents in this cycle, as they were said.'),
  coachHeard: z.array(z.string()).describe('Texts of the own coach in this cycle.'),
});

const step = named('Step', 'A step of a choice.', {
  kind: words(['pass', 'dribble', 'shot'], 'How the ball moves.'),
  target: point.describe('Place of the ball after the step.'),
  unum: whole(0, 11, 'Player that has the ball after the step; 0 after a shot.'),
  cycles: count('Duration.'),
  probability: finite('Of success, 0 to 1.'),
});
const choice = named('Choice', 'What a player with the ball can do.', {
  action: action.describe('Does the first step now.'),
  steps: z.array(step).describe('The first step, and what may follow it.'),
  value: finite('Expected value for the agent.'),
  probability: finite('That all steps succeed, 0 to 1.'),
});
const intercept = named('Intercept', 'When and where a player gets the ball, and what it does until then.', {
  own: z.boolean().describe('Whether the player is of the own team; the player itself is, too.'),
  unum: whole(0, 11, 'Uniform number; 0: not known.'),
  cycles: count('Cycles from now.'),
  ...place,
  turns: count('Cycles in which it turns.'),
  dashes: count('Cycles in which it dashes.'),
  stamina: z.number().nullable().describe('At the ball if all dashes have full power; null: not known.'),
});

const seenPlayer = named('SeenPlayer', 'A player as the coach sees it.', {
  unum: unum(),
  goalie: z.boolean(),
  ...motion,
  body: finite('Degrees.'),
  neck: finite('Degrees, relative to the body.'),
  tackling: z.boolean(),
  kicked: z.boolean(),
  typeId: count('Id of the player type; -1: an opponent whose type is not known.'),
});
const view = named('View', 'What the coach sees: all places, without noise.', {
  time: count('Game time, cycles.'),
  mode: z.string().describe('Play mode without its side.'),
  modeIsOwn: z.boolean().nullable(),
  goalsFor: count('Own goals.'),
  goalsAgainst: count('Goals of the opponents.'),
  substitutionsLeft: count('Substitutions that the coach may still order during the match.'),
  freeTypes: z.array(count('Id.')).describe('Player types that a player can get now, by their id.'),
  refusals: z
    .array(z.string())
    .describe('Why the server refused orders, since the last decision: its codes.'),
  ball: z.object(motion),
  teammates: z.array(seenPlayer),
  opponents: z.array(seenPlayer),
  opponentModel,
});

const parameters = z
  .record(z.string(), z.union([z.number(), z.string(), z.boolean()]))
  .meta({ id: 'Parameters' });

/** Messages of the agent. */
const fromAgent = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('start'),
      version: z.literal(TEAM_PROCESS_VERSION),
      team: z.string().describe('Name of the team.'),
      seed: finite('Seed of random decisions.'),
      options: z.record(z.string(), z.unknown()),
      skills: z.array(z.string()).describe('Names of the skills and questions that `ask` can name.'),
    })
    .describe('The first message; the process answers `ready`.'),
  z
    .object({
      type: z.literal('match'),
      side: words(['l', 'r'], 'Side of the team.'),
      server: parameters.describe('All parameters of the server.'),
      playerTypes: z.array(parameters).describe('Player types by their id.'),
      options: z
        .record(z.string(), z.unknown())
        .describe('Values of the parameters, with groups as objects; without parameters, the options.'),
    })
    .describe('Sent before the first decision.'),
  z
    .object({
      type: z.literal('decide'),
      id,
      phase: words(['play', 'set_play', 'penalty'], 'What is to be decided.'),
      world,
    })
    .describe('Asks for the action of a player; the next one is sent after the answer.'),
  z.object({ type: z.literal('coach'), id, view }).describe('Asks for the orders of the coach.'),
  z
    .object({
      type: z.literal('answer'),
      id,
      action: action.nullable().describe('null: not possible now, or the answer to a question.'),
      choices: z.array(choice).optional().describe('Answer to `choices`, the best one first.'),
      intercepts: z.array(intercept).optional().describe('Answer to `intercepts`, the first one first.'),
      error: z.string().optional().describe('Why the request was wrong.'),
    })
    .describe('Answer to `ask`.'),
]);

/** A message of the process. */
export type FromProcess = z.output<typeof fromProcess>;
/** What the agent answers to a skill or a question. */
export type ProcessAnswer = Omit<Extract<FromAgent, { type: 'answer' }>, 'type' | 'id' | 'error'>;
/** A message of the agent. */
export type FromAgent = z.output<typeof fromAgent>;
/** What a player believes, as a process gets it. */
export type ProcessWorld = z.output<typeof world>;
/** What a coach sees, as a process gets it. */
export type ProcessView = z.output<typeof view>;
/** A drawing of a process. */
export type ProcessDrawing = z.output<typeof drawing>;
/** An action of a process. */
export type ProcessAction = z.output<typeof action>;
/** Phases that a process can decide. */
export type ProcessPhase = 'play' | 'set_play' | 'penalty';

/** Schemas of the messages of both directions. @internal */
export const MESSAGES = { FromAgent: fromAgent, FromProcess: fromProcess } as const;

/**
 * Reads a message of a process.
 *
 * @throws {MessageError} that names the place, the value and what is allowed
 */
export function readMessage(value: unknown): FromProcess {
  return checkMessage(fromProcess, value);
}

/** A message of a process with a wrong value. The message has: place, value, and what is allowed. */
export class MessageError extends Error {
  override name = 'MessageError';
}

/** @throws {MessageError} if the value does not fit the schema. @internal */
export function checkMessage<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [problem] = explainIssues(schema, value, result.error.issues);
  throw new MessageError((problem?.message ?? 'wrong').replace(/^the document/, 'the message'));
}
