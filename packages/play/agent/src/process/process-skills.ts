/** The skills and questions that a process can ask for: arguments and call. */
import type { z } from 'zod';
import { computeDirection } from '../geometry.js';
import type { Action } from '../skills/action.js';
import { createAction } from '../skills/action.js';
import { kickWithSpeed } from '../skills/kick.js';
import { block, turnTo } from '../skills/movement.js';
import type { AgentPlayer } from '../team/agent-player.js';
import { limited, object, point, unum } from './fields.js';
import { checkMessage, MessageError, type ProcessAnswer } from './messages.js';
import { PLANNER_ARGUMENTS, readPlannerOptions } from './planner-arguments.js';

interface Request<Answer> {
  readonly args: z.ZodType;
  readonly run: (player: AgentPlayer, args: never) => Answer;
}

function request<Shape extends z.ZodRawShape, Answer>(
  shape: Shape,
  run: (player: AgentPlayer, args: z.output<z.ZodObject<Shape>>) => Answer,
): Request<Answer> {
  return { args: object(shape), run };
}

const minProbability = limited(0, 1, 'Least probability of success.').optional();

/** By name; a skill is a function of {@link AgentPlayer} with the same name, or one of `@rcss/agent/skills`. */
const SKILLS: Readonly<Record<string, Request<Action | null>>> = {
  goTo: request(
    {
      target: point,
      urgency: limited(0, 1, 'From saving stamina to full speed.').optional(),
      tolerance: limited(0, 200, 'Meters.').optional(),
    },
    (player, { target, urgency, tolerance }) => player.goTo(target, urgency, tolerance),
  ),
  turnTo: request({ target: point }, ({ world }, { target }) => turnTo(world, target)),
  intercept: request({}, (player) => player.intercept()),
  dribbleTo: request({ target: point.optional(), minProbability }, (player, args) =>
    player.dribbleTo(args.target, args.minProbability),
  ),
  passTo: request({ receiver: unum('Absent: the best one.').optional(), minProbability }, (player, args) =>
    player.passTo(args.receiver, args.minProbability),
  ),
  shoot: request({ minProbability }, (player, args) => player.shoot(args.minProbability)),
  kickTo: request(
    { target: point, speed: limited(0, 10, 'Speed of the ball after the kick, meters per cycle.') },
    ({ world }, { target, speed }) => {
      if (!world.kickable) return null;
      const angle = computeDirection(world.ball.pos, target);
      const body = kickWithSpeed(world, angle, speed, false);
      return createAction('kick_to', body, `${speed.toFixed(1)} m per cycle`, { target });
    },
  ),
  plan: request(PLANNER_ARGUMENTS, (player, args) => player.plan(readPlannerOptions(player.unum, args))),
  clear: request({}, (player) => player.clear()),
  hold: request({}, (player) => player.hold()),
  loftPass: request({ minProbability }, (player, args) => player.loftPass(args.minProbability)),
  lob: request({ minProbability }, (player, args) => player.lob(args.minProbability)),
  loftClear: request({}, (player) => player.loftClear()),
  chestTrap: request({}, (player) => player.chestTrap()),
  tackle: request({ minProbability }, (player, args) => player.tackle(args.minProbability)),
  mark: request({ opponent: unum('Absent: the most dangerous one.').optional() }, (player, { opponent }) =>
    player.mark(opponent === undefined ? undefined : player.world.players.opponents[opponent]),
  ),
  block: request({}, ({ world }) => block(world)),
  keepGoal: request({}, (player) => player.keepGoal()),
  scan: request({}, (player) => player.scan()),
};

/** By name; a question is answered with a list. */
const QUESTIONS: Readonly<Record<string, Request<ProcessAnswer>>> = {
  choices: request(
    PLANNER_ARGUMENTS,
    (player, args): ProcessAnswer => ({
      action: null,
      choices: player.listChoices(readPlannerOptions(player.unum, args)).map(({ play, ...choice }) => ({
        ...choice,
        steps: [...choice.steps],
        action: writeAction(play())!,
      })),
    }),
  ),
  intercepts: request({}, ({ intercepts }) => ({ action: null, intercepts: [...intercepts] })),
};

/** Names of the skills and questions. */
export const REQUEST_NAMES: readonly string[] = [...Object.keys(SKILLS), ...Object.keys(QUESTIONS)];

const listArguments = (requests: Readonly<Record<string, Request<unknown>>>): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(requests).map(([name, { args }]) => [name, args]));

/** The schemas of the arguments by the names of skills and of questions. */
export const REQUEST_ARGUMENTS = {
  skills: listArguments(SKILLS),
  questions: listArguments(QUESTIONS),
} as const;

/**
 * Returns the answer of a skill or a question.
 *
 * @throws {MessageError} if there is none with this name, or an argument is wrong
 */
export function answerRequest(player: AgentPlayer, name: string, args: unknown): ProcessAnswer {
  const find = <Answer>(rows: Readonly<Record<string, Request<Answer>>>) =>
    Object.hasOwn(rows, name) ? rows[name] : undefined;
  const skill = find(SKILLS);
  if (skill !== undefined) return { action: writeAction(run(name, skill, player, args)) };
  const question = find(QUESTIONS);
  if (question !== undefined) return run(name, question, player, args);
  throw new MessageError(
    `skill: "${name}" is neither a skill nor a question; there are ${REQUEST_NAMES.join(', ')}`,
  );
}

/** The fields of an action are those of a message. */
const writeAction = (action: Action | null): ProcessAnswer['action'] => action as ProcessAnswer['action'];

function run<Answer>(name: string, row: Request<Answer>, player: AgentPlayer, args: unknown): Answer {
  try {
    return row.run(player, checkMessage(row.args, args) as never);
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    throw new MessageError(`${name}: ${error.message}`);
  }
}
