import type { Scene } from '@rcss/core/match-document';
import type { Goal } from '../goal.js';
import type { MatchSettings } from '../messages.js';

/** An exercise: a situation, a goal that is checked, code to begin with. */
export interface Lesson {
  readonly id: string;
  readonly title: string;
  /** What the team must do, and where to look in the code. */
  readonly task: string;
  /** Shown one after the other. */
  readonly hints: readonly string[];
  /** Code to begin with, and code that reaches the goal. */
  readonly start: string;
  readonly solution: string;
  /** Players of the team, the goalie included. */
  readonly players: number;
  /** Opponents, which run after the ball and kick it at the goal; 0: none. */
  readonly opponents: number;
  /** Whether the opponents stand still instead, and only keep a ball in reach. */
  readonly isWall?: boolean;
  /** Whether the ball can leave the ground; players need protocol version 20 to see its height. */
  readonly hasHeight?: boolean;
  /** Absent: from the kickoff. */
  readonly scene?: Scene;
  /** Steps after which the match ends. */
  readonly cycles: number;
  readonly goal: Goal;
}

const CODE = import.meta.glob<string>('./code/*.ts', { query: '?raw', import: 'default', eager: true });

function readCode(id: string): Pick<Lesson, 'id' | 'start' | 'solution'> {
  const read = (part: string): string => {
    const code = CODE[`./code/${id}-${part}.ts`];
    if (code === undefined) throw new Error(`there is no file code/${id}-${part}.ts`);
    return code;
  };
  return { id, start: read('start'), solution: read('solution') };
}

/** The goalie stays away from the scene. */
const GOALIE = { side: 'left', unum: 1, position: { x: -50, y: 0 }, bodyAngle: 0 } as const;

/** Code of a team whose players stand still and keep a ball in reach, compiled. */
const WALL_CODE = `exports.default = require('@rcss/agent').defineTeam({
  play: (player) => (player.world.kickable ? player.hold() : null),
});`;

/** Players of the wall; it is wider than the way that a ground pass could take around it. */
const WALL = Array.from({ length: 9 }, (_, i) => ({
  side: 'right' as const,
  unum: i + 1,
  position: { x: -22, y: -6 + 1.5 * i },
  bodyAngle: 180,
}));

/** The lessons in the order of their difficulty. */
export const LESSONS: readonly Lesson[] = [
  {
    ...readCode('chase'),
    title: 'Chase the ball',
    task: 'Player 2 must have the ball within 60 cycles. Change what decide returns.',
    hints: [
      'A decision is one call of player, for example player.scan(), which looks for the ball. Type "player." to see the others.',
      'player.intercept() runs to the ball. It returns null if it is not possible now: the part after ?? is used then.',
    ],
    players: 2,
    opponents: 0,
    scene: {
      playMode: 'play_on',
      ball: { position: { x: 14, y: 6 } },
      players: [GOALIE, { side: 'left', unum: 2, position: { x: 0, y: 0 }, bodyAngle: 0 }],
    },
    cycles: 60,
    goal: { kind: 'reach' },
  },
  {
    ...readCode('score'),
    title: 'Score',
    task: 'Player 2 must score within 300 cycles.',
    hints: [
      'world.kickable is true if the ball can be kicked. Decide first what the player does with the ball.',
      'player.shoot() is null far from the goal; player.dribbleTo({ x: 48, y: 0 }) carries the ball there.',
    ],
    players: 2,
    opponents: 0,
    scene: {
      playMode: 'play_on',
      ball: { position: { x: 20, y: 10 } },
      players: [GOALIE, { side: 'left', unum: 2, position: { x: 15, y: 8 }, bodyAngle: 0 }],
    },
    cycles: 300,
    goal: { kind: 'score' },
  },
  {
    ...readCode('pass'),
    title: 'Pass',
    task: 'Player 2 must pass the ball to player 3 within 100 cycles.',
    hints: [
      'player.passTo(3) passes to teammate 3. It is null while the pass would probably not arrive, or while the player does not know where 3 is.',
      'The receiver runs to the ball as in the first lesson: player.isFirst is true if no teammate is faster, or if a teammate has announced a pass.',
    ],
    players: 3,
    opponents: 0,
    scene: {
      playMode: 'play_on',
      ball: { position: { x: -19.4, y: 0 } },
      players: [
        GOALIE,
        { side: 'left', unum: 2, position: { x: -20, y: 0 }, bodyAngle: 0 },
        { side: 'left', unum: 3, position: { x: -3, y: 8 }, bodyAngle: 180 },
      ],
    },
    cycles: 100,
    goal: { kind: 'receive', from: 2, to: 3 },
  },
  {
    ...readCode('intercept'),
    title: 'Intercept',
    task: 'The ball rolls past player 2. The player must have it within 30 cycles.',
    hints: [
      'The ball is faster than the player: a run to its present place comes too late.',
      'player.intercept() predicts ball and player, and runs to the first point that the player reaches in time.',
    ],
    players: 2,
    opponents: 0,
    scene: {
      playMode: 'play_on',
      ball: { position: { x: -20, y: -8 }, velocity: { x: 2.6, y: 0 } },
      players: [GOALIE, { side: 'left', unum: 2, position: { x: 0, y: 0 }, bodyAngle: 180 }],
    },
    cycles: 30,
    goal: { kind: 'reach' },
  },
  {
    ...readCode('formation'),
    title: 'Keep the formation',
    task: 'After 150 cycles, at least 9 of the 11 players must be within 8 m of their places. The player that is first at the ball runs to it.',
    hints: [
      'player.home is the place in the formation; it moves with the ball. player.goTo(player.home) goes there.',
      'player.isFirst is true for the player that reaches the ball first. All others have time to go home.',
    ],
    players: 11,
    opponents: 0,
    scene: { playMode: 'play_on', ball: { position: { x: -22, y: 12 } } },
    cycles: 150,
    goal: { kind: 'keepFormation', count: 9, tolerance: 8 },
  },
  {
    ...readCode('goalie'),
    title: 'Goalie',
    task: 'The ball rolls toward the goal of your team, and three opponents run after it. They must not score within 150 cycles.',
    hints: [
      'world.goalie is true for player 1. Only the goalie can catch the ball.',
      'player.keepGoal() stands in the way of the ball, leaves the goal and catches.',
    ],
    players: 1,
    opponents: 3,
    scene: {
      playMode: 'play_on',
      ball: { position: { x: -30, y: 5 }, velocity: { x: -2.2, y: -0.4 } },
      players: [
        { side: 'left', unum: 1, position: { x: -49, y: 2 }, bodyAngle: 0 },
        { side: 'right', unum: 1, position: { x: -10, y: 10 }, bodyAngle: 180 },
        { side: 'right', unum: 2, position: { x: -10, y: 0 }, bodyAngle: 180 },
        { side: 'right', unum: 3, position: { x: -10, y: -10 }, bodyAngle: 180 },
      ],
    },
    cycles: 150,
    goal: { kind: 'concedeNothing' },
  },
  {
    ...readCode('coach'),
    title: 'Coach',
    task: 'Before the kickoff, the coach must give players 9, 10 and 11 the types with the greatest dash_power_rate.',
    hints: [
      'defineTeam takes coach: a function that gets the player types and returns a Map from numbers of players to ids of types.',
      'A type may be given once. Type 0 is the one that all players have at first.',
    ],
    players: 11,
    opponents: 0,
    cycles: 60,
    goal: { kind: 'fastTypes', players: [9, 10, 11] },
  },
  {
    ...readCode('over-the-wall'),
    title: 'Over the wall',
    task: 'The ball can leave the ground. Player 2 must pass it over nine opponents to player 3 within 100 cycles. "Play flat and with height" shows the same seed with a ball that stays on the ground, and then with one that does not.',
    hints: [
      'A ground pass ends at the wall. player.loftPass() kicks into the air, so that the ball passes opponents above their reach, 2 m.',
      'Player 3 gets a ball that bounces. player.chestTrap() stops it; it is null if the ball rolls.',
    ],
    players: 3,
    opponents: WALL.length,
    isWall: true,
    hasHeight: true,
    scene: {
      playMode: 'play_on',
      ball: { position: { x: -29.4, y: 0 } },
      players: [
        GOALIE,
        { side: 'left', unum: 2, position: { x: -30, y: 0 }, bodyAngle: 0 },
        { side: 'left', unum: 3, position: { x: -2, y: 1 }, bodyAngle: 180 },
        ...WALL,
      ],
    },
    cycles: 100,
    goal: { kind: 'receive', from: 2, to: 3 },
  },
];

/** Returns a lesson by its id; undefined if there is none. */
export const findLesson = (id: string): Lesson | undefined => LESSONS.find((lesson) => lesson.id === id);

/** Returns the match of a lesson for compiled code, without seed and time limit. */
export function createLessonMatch(lesson: Lesson, code: string): Omit<MatchSettings, 'seed' | 'limitMs'> {
  const { players, opponents, isWall = false, hasHeight = false, scene, cycles, goal } = lesson;
  const right = isWall ? { name: 'Wall', code: WALL_CODE } : { name: 'Chasers', code: null };
  return {
    left: { name: 'Mine', code, players },
    ...(opponents === 0 ? {} : { right: { ...right, players: opponents } }),
    ...(hasHeight ? { height: 'air' as const } : {}),
    ...(scene === undefined ? {} : { scene }),
    cycles,
    goal,
  };
}
