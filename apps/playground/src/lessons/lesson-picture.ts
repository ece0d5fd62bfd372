/** The picture of a lesson: its situation as SVG, from the scene of its file. */

import { FOUR_THREE_THREE } from '@rcss/agent/formations';
import type { SideName } from '@rcss/core';
import type { ScenePoint } from '@rcss/core/match-document';
import type { Lesson } from './lesson.js';

/** Half length and half width of the pitch, meters. */
const PITCH = { x: 52.5, y: 34 } as const;
/** What is shown around the pitch, meters. */
const BORDER = 3;
/** Space around the objects, meters. */
const MARGIN = 6;
const MIN_WIDTH = 44;
/** Height of the picture by its width. */
const ASPECT = 0.42;
/** Distance of the ball from the center of a player, meters. */
const BALL_GAP = 2.6;
/** Length of the arrow of a moving ball, in cycles. */
const ARROW_CYCLES = 5;

interface Figure {
  readonly side: SideName;
  readonly unum: number;
  readonly at: ScenePoint;
  /** Direction of the body, degrees. */
  readonly angle: number;
}

/** The part of the field that is shown, meters. */
interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const show = (value: number): string => String(Math.round(value * 100) / 100);
const wholeTeam = (players: number): readonly Figure[] =>
  Array.from({ length: players }, (_, i) => ({
    side: 'left',
    unum: i + 1,
    at: FOUR_THREE_THREE.kickOffPlace(i + 1, true),
    angle: 0,
  }));

function listFigures({ scene, players }: Lesson): readonly Figure[] {
  if (scene?.players === undefined) return wholeTeam(players);
  const placed = scene.players.flatMap(({ side, unum, position, bodyAngle = 0 }) =>
    position === undefined ? [] : [{ side, unum, at: position, angle: bodyAngle }],
  );
  const isPlaced = (unum: number) => placed.some((one) => one.side === 'left' && one.unum === unum);
  return [...wholeTeam(players).filter(({ unum }) => !isPlaced(unum)), ...placed];
}

/** Returns the part of the field around the points. */
function frameOf(points: readonly ScenePoint[]): Frame {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const wide = Math.max(...xs) - Math.min(...xs) + 2 * MARGIN;
  const high = Math.max(...ys) - Math.min(...ys) + 2 * MARGIN;
  const width = Math.min(Math.max(MIN_WIDTH, wide, high / ASPECT), 2 * (PITCH.x + BORDER));
  const height = Math.min(Math.max(width * ASPECT, high), 2 * (PITCH.y + BORDER));
  const limit = (center: number, size: number, max: number) =>
    Math.min(Math.max(center - size / 2, -max - BORDER), max + BORDER - size);
  return {
    x: limit((Math.max(...xs) + Math.min(...xs)) / 2, width, PITCH.x),
    y: limit((Math.max(...ys) + Math.min(...ys)) / 2, height, PITCH.y),
    width,
    height,
  };
}

const LINES = [
  `<rect x="${-PITCH.x}" y="${-PITCH.y}" width="${2 * PITCH.x}" height="${2 * PITCH.y}"/>`,
  `<path d="M0 ${-PITCH.y}V${PITCH.y}"/><circle r="9.15"/>`,
  ...[-1, 1].map(
    (sign) =>
      `<path d="M${sign * PITCH.x} -20.16h${sign * -16.5}v40.32h${sign * 16.5}M${sign * PITCH.x} -9.16h${sign * -5.5}v18.32h${sign * 5.5}M${sign * PITCH.x} -7.01h${sign * 2.4}v14.02h${sign * -2.4}"/>`,
  ),
].join('');

function drawFigure({ side, unum, at, angle }: Figure): string {
  const place = `translate(${show(at.x)} ${show(at.y)})`;
  return `<g class="${side}" transform="${place}"><path d="M0 -1.5L2.6 0L0 1.5Z" transform="rotate(${show(angle)})"/><circle r="1.5"/><text dy="0.72">${unum}</text></g>`;
}

function drawArrow(className: string, from: ScenePoint, to: ScenePoint): string {
  return `<path class="${className}" marker-end="url(#arrow-end)" d="M${show(from.x)} ${show(from.y)}L${show(to.x)} ${show(to.y)}"/>`;
}

function describePicture(figures: readonly Figure[], ball: ScenePoint): string {
  const list = (side: Figure['side']) => figures.filter((one) => one.side === side).length;
  return `The situation: ${list('left')} of your players, ${list('right')} opponents, the ball at ${show(ball.x)}, ${show(ball.y)}`;
}

/** Players are drawn larger than they are: a ball in their reach is drawn beside them. */
function placeBall(ball: ScenePoint, figures: readonly Figure[]): ScenePoint {
  for (const { at } of figures) {
    const [dx, dy] = [ball.x - at.x, ball.y - at.y];
    const gap = Math.sqrt(dx * dx + dy * dy);
    if (gap > 0 && gap < BALL_GAP)
      return { x: at.x + (dx / gap) * BALL_GAP, y: at.y + (dy / gap) * BALL_GAP };
  }
  return ball;
}

/** Returns the picture of a lesson as the text of an SVG element; it holds numbers of the lesson only. */
export function drawLesson(lesson: Lesson): string {
  const figures = listFigures(lesson);
  const { position: ball = { x: 0, y: 0 }, velocity } = lesson.scene?.ball ?? {};
  const ballEnd =
    velocity === undefined
      ? null
      : { x: ball.x + ARROW_CYCLES * velocity.x, y: ball.y + ARROW_CYCLES * velocity.y };
  const places = lesson.goals.filter((goal) => goal.kind === 'place');
  // The goalie stands far from most situations.
  const others = figures.filter(({ side, unum }) => side === 'right' || unum !== 1);
  const shown = others.some(({ side }) => side === 'left') ? others : figures;
  const shownBall = placeBall(ball, figures);
  const frame = frameOf([
    shownBall,
    ...(ballEnd === null ? [] : [ballEnd]),
    ...shown.map(({ at }) => at),
    ...places,
    ...lesson.arrows.flat(),
  ]);
  const box = [frame.x, frame.y, frame.width, frame.height].map(show).join(' ');
  return [
    `<svg class="lesson-picture" viewBox="${box}" role="img" aria-label="${describePicture(figures, ball)}" xmlns="http://www.w3.org/2000/svg">`,
    '<defs><marker id="arrow-end" viewBox="0 0 4 4" refX="3" refY="2" markerWidth="4" markerHeight="4" orient="auto"><path d="M0 0L4 2L0 4Z"/></marker></defs>',
    `<rect class="ground" x="-60" y="-40" width="120" height="80"/><g class="lines">${LINES}</g>`,
    ...places.map(
      ({ x, y, tolerance }) =>
        `<circle class="place" cx="${show(x)}" cy="${show(y)}" r="${show(Math.max(tolerance, 1))}"/>`,
    ),
    ...lesson.arrows.map(([from, to]) => drawArrow('arrow', from, to)),
    ...(ballEnd === null ? [] : [drawArrow('motion', ball, ballEnd)]),
    ...figures.map(drawFigure),
    `<circle class="ball" cx="${show(shownBall.x)}" cy="${show(shownBall.y)}" r="0.8"/>`,
    '</svg>',
  ].join('');
}
