import type { Scene, ScenePoint } from '@rcss/core/match-document';
import type { Goal } from '../goal.js';
import type { MatchSettings } from '../messages.js';
import type { LessonSections } from './lesson-sections.js';

/** Opponents of a lesson: they run after the ball, stand still and keep a ball in reach, or are the base team. */
export type LessonOpponents = 'chasers' | 'wall' | 'base';

/** An exercise: a situation, conditions that are checked, code to begin with. */
export interface Lesson extends LessonSections {
  readonly id: string;
  readonly title: string;
  /** Players of the team, the goalie included. */
  readonly players: number;
  readonly opponents: { readonly team: LessonOpponents; readonly count: number } | null;
  /** Whether the ball can leave the ground; players need protocol version 20 to see its height. */
  readonly hasHeight: boolean;
  /** Absent: from the kickoff. */
  readonly scene?: Scene;
  /** Steps after which the match ends. */
  readonly cycles: number;
  readonly goals: readonly Goal[];
  /** What must be reached, as a sentence. */
  readonly goalText: string;
  /** Arrows of the picture. */
  readonly arrows: readonly (readonly [from: ScenePoint, to: ScenePoint])[];
}

/** Code of a team whose players stand still and keep a ball in reach, compiled. */
const WALL_CODE = `exports.default = require('@rcss/agent').defineTeam({
  play: (player) => (player.world.kickable ? player.hold() : null),
});`;

/** Teams that lessons name. */
export const OPPONENTS = {
  chasers: { name: 'Chasers', code: null },
  wall: { name: 'Wall', code: WALL_CODE },
  base: { name: 'Base', code: null, engine: 'base' },
} as const;

/** Returns the match of a lesson for compiled code, without seed and time limit. */
export function createLessonMatch(lesson: Lesson, code: string): Omit<MatchSettings, 'seed' | 'limitMs'> {
  const { players, opponents, hasHeight, scene, cycles, goals } = lesson;
  return {
    left: { name: 'Mine', code, players },
    ...(opponents === null ? {} : { right: { ...OPPONENTS[opponents.team], players: opponents.count } }),
    ...(hasHeight ? { height: 'air' as const } : {}),
    ...(scene === undefined ? {} : { scene }),
    cycles,
    goals,
  };
}
