import type { AgentPlayer } from '@rcss/agent';
import { type Action, block, dribble, hold, pass, shoot, tackleBall, turnTo } from '@rcss/agent/skills';
import { MAX_AGE, type WorldModel } from '@rcss/agent/world';
import { hypot } from '@rcss/core/math';
import type { TeamSizes } from '../observation/observation.js';

/** Parameters of an option that runs. */
export interface SkillTarget {
  /** Point in the frame of the team, meters. */
  x: number;
  y: number;
  /** Haste of a run, 0 to 1. */
  urgency: number;
}

/** A skill that runs until it is done or replaced. */
export interface SkillOption {
  readonly name: string;
  /** What the player does, and when it is done; for the documentation. */
  readonly description: string;
  /** Whether the option can start. */
  readonly isPossible: (world: WorldModel) => boolean;
  /** Returns the action of a cycle; null: the option is done. */
  readonly run: (player: AgentPlayer, target: SkillTarget) => Action | null;
  /** Whether the option is done after one cycle. */
  readonly isShort?: boolean;
}

/** Distance from its target at which a dribble is done, meters. */
const DRIBBLE_TOLERANCE = 2;
/** Cycles by which a teammate or opponent may be faster to the ball during a dribble. */
const DRIBBLE_SLACK = 1;

function canMove({ self }: WorldModel): boolean {
  return self.tackleExpires === 0 && self.charged === 0;
}

function canKick(world: WorldModel): boolean {
  return canMove(world) && world.kickable && world.bannedTaker !== world.unum;
}

/** Carries the ball to a point: kicks, and runs after the ball while no other player is faster. */
function dribbleTo(player: AgentPlayer, { x, y }: SkillTarget): Action | null {
  const { world, race } = player;
  const { ball } = world;
  const to = { x, y };
  if (world.kickable) {
    if (hypot(ball.pos.x - x, ball.pos.y - y) < DRIBBLE_TOLERANCE) return null;
    return dribble(world, { to, minProbability: 0 }) ?? hold(world);
  }
  const isLost = race.own.cycles > Math.min(race.opponent.cycles, race.mate.cycles) + DRIBBLE_SLACK;
  return isLost ? null : player.intercept();
}

const FIXED: readonly SkillOption[] = [
  {
    name: 'hold',
    description: 'Keeps the ball away from opponents. Runs until the ball is out of reach.',
    isPossible: canKick,
    run: ({ world }) => hold(world),
  },
  {
    name: 'shoot',
    description:
      "Shoots at the opponents' goal with the best chance. Done when the ball is out of reach, or if no shot is possible.",
    isPossible: canKick,
    run: ({ world }) => shoot(world, { minProbability: 0 }),
  },
  {
    name: 'clear',
    description: 'Kicks the ball far away. Done when it is out of reach.',
    isPossible: canKick,
    run: (player) => player.clear(),
  },
  {
    name: 'dribble to',
    description:
      'Carries the ball to the target. Done within 2 m of it, or when another player reaches the ball earlier.',
    isPossible: canKick,
    run: dribbleTo,
  },
  {
    name: 'intercept',
    description: 'Runs to where it reaches the ball first. Done when it can kick the ball.',
    isPossible: (world) => canMove(world) && !world.kickable && world.ball.age <= 20,
    run: (player) => (player.world.kickable ? null : player.intercept()),
  },
  {
    name: 'go to',
    description: 'Runs to the target with the urgency. Done within 0.5 m of it.',
    isPossible: canMove,
    run: (player, { x, y, urgency }) => player.goTo({ x, y }, urgency, 0.5),
  },
  {
    name: 'turn to',
    description: 'Turns the body to the target. Done when it points there within five degrees.',
    isPossible: canMove,
    run: ({ world }, target) => turnTo(world, target),
  },
  {
    name: 'scan',
    description: 'Turns until it sees the ball.',
    isPossible: (world) => canMove(world) && world.ball.age > 2,
    run: (player) => player.scan(),
  },
  {
    name: 'block',
    description: 'Stands between the ball and the own goal. Runs until the ball is not known.',
    isPossible: (world) => canMove(world) && world.ball.age <= 10,
    run: ({ world }) => block(world),
  },
  {
    name: 'tackle',
    description: 'Tackles the ball away from the own goal, once.',
    isPossible: (world) => canMove(world) && tackleBall(world, { minProbability: 0.01 }) !== null,
    run: ({ world }) => tackleBall(world, { minProbability: 0 }),
    isShort: true,
  },
  {
    name: 'keep goal',
    description:
      'Plays the goalie: catches, leaves the goal, stands in the way of the ball. Runs until it is replaced.',
    isPossible: (world) => world.goalie && canMove(world),
    run: (player) => player.keepGoal(),
  },
];

const canLoft = (world: WorldModel): boolean => canKick(world) && !world.ball.isHigh;

/** Options for a ball that can leave the ground. */
const HIGH: readonly SkillOption[] = [
  {
    name: 'loft pass',
    description:
      'Passes through the air to the team mate for whom that has the highest value. Done when the ball is out of reach, or if no such pass is possible.',
    isPossible: canLoft,
    run: (player) => player.loftPass(0),
  },
  {
    name: 'lob',
    description: 'Shoots over the goalie. Done when the ball is out of reach, or if no lob is possible.',
    isPossible: canLoft,
    run: (player) => player.lob(0),
  },
  {
    name: 'loft clear',
    description: 'Kicks the ball far away through the air. Done when it is out of reach.',
    isPossible: canLoft,
    run: (player) => player.loftClear(),
  },
  {
    name: 'chest trap',
    description: 'Stops a ball in the air, once.',
    isPossible: (world) => canKick(world) && world.ball.isHigh,
    run: (player) => player.chestTrap(),
    isShort: true,
  },
];

function passTo(unum: number): SkillOption {
  return {
    name: `pass to ${unum}`,
    description:
      'Passes to the team mate with this number. Done when the ball is out of reach, or if no pass is possible.',
    isPossible: (world) =>
      unum !== world.unum && canKick(world) && (world.players.mates[unum]?.age ?? MAX_AGE) < MAX_AGE,
    run: ({ world }) => pass(world, { to: unum, minProbability: 0, minLength: 1 }),
  };
}

function mark(unum: number): SkillOption {
  return {
    name: `mark ${unum}`,
    description:
      'Stands near the opponent with this number, towards the ball and the own goal. Runs until the opponent is lost.',
    isPossible: (world) => canMove(world) && (world.players.opponents[unum]?.age ?? MAX_AGE) < MAX_AGE,
    run: (player) => {
      const opponent = player.world.players.opponents[unum];
      return opponent === undefined || opponent.age >= MAX_AGE ? null : player.mark(opponent);
    },
  };
}

/** Returns all options for teams of these sizes. */
export function createSkillOptions(
  { mates, opponents }: TeamSizes,
  hasHeight: boolean,
): readonly SkillOption[] {
  return [
    ...FIXED,
    ...Array.from({ length: mates > 0 ? mates + 1 : 0 }, (_, i) => passTo(i + 1)),
    ...Array.from({ length: opponents }, (_, i) => mark(i + 1)),
    ...(hasHeight ? HIGH : []),
  ];
}
