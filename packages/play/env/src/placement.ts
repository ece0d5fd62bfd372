import { PLAYER_COUNT, playerIndex, SIDE_NAMES, sideOfName } from '@rcss/core';
import type { Scene, ScenePlayer } from '@rcss/core/match-document';
import { clamp, cos, deg, direction, rad, sin } from '@rcss/core/math';
import { PITCH_WITH_MARGIN } from '@rcss/core/pitch';
import { type RandomStream, uniform } from '@rcss/core/random';
import type { Area } from './area.js';
import type { Placement, Scenario, ScenarioPlayer } from './scenario.js';

/** Positions and angles of an episode's start. */
export interface StartPositions {
  /** Meters by player index. */
  readonly homeX: Float64Array;
  readonly homeY: Float64Array;
}

/** Creates positions for all players. */
export function createStartPositions(): StartPositions {
  return { homeX: new Float64Array(PLAYER_COUNT), homeY: new Float64Array(PLAYER_COUNT) };
}

const interpolate = (from: number, to: number, share: number): number => from + (to - from) * share;

function drawIn({ x, y }: Area, easy: Area | undefined, difficulty: number, random: RandomStream) {
  const from = easy ?? { x, y };
  return {
    x: uniform(random, interpolate(from.x[0], x[0], difficulty), interpolate(from.x[1], x[1], difficulty)),
    y: uniform(random, interpolate(from.y[0], y[0], difficulty), interpolate(from.y[1], y[1], difficulty)),
  };
}

function draw(
  place: Placement,
  difficulty: number,
  random: RandomStream,
  ball: { readonly x: number; readonly y: number },
) {
  if ('area' in place) return drawIn(place.area, place.easy, difficulty, random);
  const distance = uniform(random, ...place.aroundBall.distance);
  const angle = rad(uniform(random, ...place.aroundBall.direction));
  return { x: ball.x + distance * cos(angle), y: ball.y + distance * sin(angle) };
}

/** Numbers from 0 to `count - 1` in a random order; each order has the same probability. */
function drawOrder(count: number, random: RandomStream): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random.next() * (i + 1));
    [order[i], order[j]] = [order[j] as number, order[i] as number];
  }
  return order;
}

/**
 * Draws the start of an episode.
 *
 * @param difficulty Curriculum parameter, 0 to 1.
 * @param out Receives the positions of the players.
 */
export function drawScene(
  scenario: Scenario,
  difficulty: number,
  random: RandomStream,
  out: StartPositions,
): Scene {
  const { place, speed = [0, 0], direction: course = [0, 0], height, verticalSpeed } = scenario.ball;
  const ball = draw(place, difficulty, random, { x: 0, y: 0 });
  const ballSpeed = uniform(random, ...speed);
  const ballCourse = rad(uniform(random, ...course));
  const flight = {
    ...(height === undefined ? {} : { height: uniform(random, ...height) }),
    ...(verticalSpeed === undefined ? {} : { verticalSpeed: uniform(random, ...verticalSpeed) }),
  };
  const players: ScenePlayer[] = [];
  const { left, right, top, bottom } = PITCH_WITH_MARGIN;
  for (const side of SIDE_NAMES) {
    const team = scenario[side];
    const order = scenario.shuffledSide === side ? drawOrder(team.length, random) : undefined;
    for (const [i, player] of team.entries()) {
      const { place: start } = order === undefined ? player : (team[order[i] as number] as ScenarioPlayer);
      const drawn = draw(start, difficulty, random, ball);
      const position = { x: clamp(drawn.x, left, right), y: clamp(drawn.y, top, bottom) };
      const bodyAngle =
        player.bodyAngle === undefined
          ? clamp(deg(direction(ball.x - position.x, ball.y - position.y)), -180, 180)
          : uniform(random, ...player.bodyAngle);
      const index = playerIndex(sideOfName(side), i + 1);
      out.homeX[index] = position.x;
      out.homeY[index] = position.y;
      players.push({ side, unum: i + 1, position, bodyAngle });
    }
  }
  return {
    playMode: scenario.playMode ?? 'play_on',
    ball: {
      position: ball,
      velocity: { x: ballSpeed * cos(ballCourse), y: ballSpeed * sin(ballCourse) },
      ...flight,
    },
    players,
  };
}
