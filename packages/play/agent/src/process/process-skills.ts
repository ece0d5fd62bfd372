/** The skills that a process can ask for: arguments and call. */
import type { z } from 'zod';
import { computeDirection } from '../geometry.js';
import type { Action } from '../skills/action.js';
import { createAction } from '../skills/action.js';
import { kickWithSpeed } from '../skills/kick.js';
import { block, turnTo } from '../skills/movement.js';
import type { AgentPlayer } from '../team/agent-player.js';
import { limited, object, point, unum } from './fields.js';
import { checkMessage, MessageError } from './messages.js';

interface Skill {
  readonly args: z.ZodType;
  readonly run: (player: AgentPlayer, args: never) => Action | null;
}

function skill<Shape extends z.ZodRawShape>(
  shape: Shape,
  run: (player: AgentPlayer, args: z.output<z.ZodObject<Shape>>) => Action | null,
): Skill {
  return { args: object(shape), run: run as Skill['run'] };
}

const minProbability = limited(0, 1, 'Least probability of success.').optional();

/** By name; a skill is a function of {@link AgentPlayer} with the same name, or one of `@rcss/agent/skills`. */
const SKILLS: Readonly<Record<string, Skill>> = {
  goTo: skill(
    {
      target: point,
      urgency: limited(0, 1, 'From saving stamina to full speed.').optional(),
      tolerance: limited(0, 200, 'Meters.').optional(),
    },
    (player, { target, urgency, tolerance }) => player.goTo(target, urgency, tolerance),
  ),
  turnTo: skill({ target: point }, ({ world }, { target }) => turnTo(world, target)),
  intercept: skill({}, (player) => player.intercept()),
  dribbleTo: skill({ target: point.optional(), minProbability }, (player, args) =>
    player.dribbleTo(args.target, args.minProbability),
  ),
  passTo: skill({ receiver: unum('Absent: the best one.').optional(), minProbability }, (player, args) =>
    player.passTo(args.receiver, args.minProbability),
  ),
  shoot: skill({ minProbability }, (player, args) => player.shoot(args.minProbability)),
  kickTo: skill(
    { target: point, speed: limited(0, 10, 'Speed of the ball after the kick, meters per cycle.') },
    ({ world }, { target, speed }) => {
      if (!world.kickable) return null;
      const angle = computeDirection(world.ball.pos, target);
      const body = kickWithSpeed(world, angle, speed, false);
      return createAction('kick_to', body, `${speed.toFixed(1)} m per cycle`, { target });
    },
  ),
  plan: skill({}, (player) => player.plan()),
  clear: skill({}, (player) => player.clear()),
  hold: skill({}, (player) => player.hold()),
  loftPass: skill({ minProbability }, (player, args) => player.loftPass(args.minProbability)),
  lob: skill({ minProbability }, (player, args) => player.lob(args.minProbability)),
  loftClear: skill({}, (player) => player.loftClear()),
  chestTrap: skill({}, (player) => player.chestTrap()),
  tackle: skill({ minProbability }, (player, args) => player.tackle(args.minProbability)),
  mark: skill({ opponent: unum('Absent: the most dangerous one.').optional() }, (player, { opponent }) =>
    player.mark(opponent === undefined ? undefined : player.world.players.opponents[opponent]),
  ),
  block: skill({}, ({ world }) => block(world)),
  keepGoal: skill({}, (player) => player.keepGoal()),
  scan: skill({}, (player) => player.scan()),
};

/** Names of the skills. */
export const SKILL_NAMES: readonly string[] = Object.keys(SKILLS);

/** Returns the schemas of the arguments by the names of the skills. */
export function listSkillArguments(): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(SKILLS).map(([name, { args }]) => [name, args]));
}

/**
 * Returns the action of a skill; null if it is not possible now.
 *
 * @throws {MessageError} if the skill does not exist, or an argument is wrong
 */
export function runSkill(player: AgentPlayer, name: string, args: unknown): Action | null {
  const row = Object.hasOwn(SKILLS, name) ? SKILLS[name] : undefined;
  if (row === undefined)
    throw new MessageError(`skill: "${name}" is not a skill; there are ${SKILL_NAMES.join(', ')}`);
  try {
    return row.run(player, checkMessage(row.args, args) as never);
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    throw new MessageError(`${name}: ${error.message}`);
  }
}
