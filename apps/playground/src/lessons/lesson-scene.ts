/** What the field shows of a lesson before its match: the situation, and arrows and places over it. */
import { FOUR_THREE_THREE } from '@rcss/agent/formations';
import type { Scene, ScenePlayer } from '@rcss/core/match-document';
import { createSceneSource, type MatchSource, type NoteShape } from '@rcss/viewer';
import { type Lesson, OPPONENTS } from './lesson.js';

/** Length of the arrow of a moving ball, in cycles. */
const ARROW_CYCLES = 5;
const COLORS = { arrow: '#ffffff', place: '#ffd84d' } as const;

/** Returns the situation; own players that it does not place are where they are before the kickoff. */
export function createLessonScene({ scene, players, opponents }: Lesson): Scene {
  const placed = scene?.players ?? [];
  const isPlaced = (unum: number) => placed.some((one) => one.side === 'left' && one.unum === unum);
  const others = Array.from({ length: players }, (_, i) => i + 1)
    .filter((unum) => !isPlaced(unum))
    .map(
      (unum): ScenePlayer => ({ side: 'left', unum, position: FOUR_THREE_THREE.kickOffPlace(unum, true) }),
    );
  return {
    playMode: scene?.playMode ?? 'before_kick_off',
    teams: { left: 'Mine', ...(opponents !== null && { right: OPPONENTS[opponents.team].name }) },
    ball: scene?.ball ?? { position: { x: 0, y: 0 } },
    // The chasers have no goalie.
    players: [...others, ...placed].map((player) => ({
      ...player,
      goalie: player.unum === 1 && (player.side === 'left' || opponents?.team !== 'chasers'),
    })),
  };
}

/** Returns the situation as a match that the viewer shows. */
export const createLessonSource = (lesson: Lesson): MatchSource =>
  createSceneSource(createLessonScene(lesson));

/** Returns the arrows of the lesson, the motion of the ball and the places of its conditions. */
export function listLessonShapes({ scene, goals, arrows }: Lesson): readonly NoteShape[] {
  const { position: ball, velocity } = scene?.ball ?? {};
  const motion =
    ball === undefined || velocity === undefined
      ? []
      : [[ball, { x: ball.x + ARROW_CYCLES * velocity.x, y: ball.y + ARROW_CYCLES * velocity.y }] as const];
  return [
    ...goals
      .filter(({ kind }) => kind === 'place')
      .map(({ values: [, x, y, tolerance] }) => ({
        kind: 'circle' as const,
        x: x!,
        y: y!,
        radius: Math.max(tolerance!, 1),
        color: COLORS.place,
      })),
    ...[...arrows, ...motion].map(([from, to]) => ({
      kind: 'arrow' as const,
      x1: from.x,
      y1: from.y,
      x2: to.x,
      y2: to.y,
      color: COLORS.arrow,
    })),
  ];
}
