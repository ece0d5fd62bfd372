/** Scenes for tests and benchmarks: parameters, a world, and players in it. */

import { createWorld, type Player, playerOf, type Side, viewAngle, type World } from '@rcss/core';
import { rad } from '@rcss/core/math';
import { createSeeObservation, type SeenObject } from '@rcss/core/observation';
import { createRandomStream, type RandomStream } from '@rcss/core/random';
import {
  createMatchParams,
  createPlayerParams,
  createServerParams,
  type MatchParams,
  type PlayerType,
  type ServerParams,
} from '@rcss/params';
import { createSensorContext, fillSee, type SensorContext } from '../src/index.js';

/** Parameters of a match with one player type, the default one, with the changes of a test. */
export function createTestParams(
  server: Partial<ServerParams> = {},
  type: Partial<PlayerType> = {},
): MatchParams {
  const params = createMatchParams(createServerParams(server), createPlayerParams({ player_types: 1 }), 1);
  return { ...params, types: params.types.map((t) => ({ ...t, ...type })) };
}

const contexts = new WeakMap<World, SensorContext>();

/** Returns the sensors of a world without audio; the same ones while the parameters are the same. */
export function contextOf(world: World, params: MatchParams): SensorContext {
  let context = contexts.get(world);
  if (context?.params !== params) {
    context = createSensorContext(world, params);
    contexts.set(world, context);
  }
  return context;
}

/** Position, motion and view of a player in a test; version 19 by default. */
export interface TestPose {
  version?: number;
  x?: number;
  y?: number;
  vx?: number;
  vy?: number;
  /** Degrees. */
  body?: number;
  neck?: number;
  width?: Player['viewWidth'];
  quality?: Player['viewQuality'];
  goalie?: boolean;
  gaussian?: boolean;
  /** Meters and degrees. */
  focus?: readonly [number, number];
}

/** Creates a connected player as it is after `init`, at a place. */
export function placePlayer(
  world: World,
  params: MatchParams,
  side: Side,
  unum: number,
  place: TestPose = {},
): Player {
  const player = playerOf(world, side, unum);
  if (player === undefined) throw new RangeError(`the scene has no player with number ${unum}`);
  const version = place.version ?? 19;
  player.enabled = true;
  player.assigned = true;
  player.version = version;
  player.goalie = place.goalie ?? false;
  player.pos.x = place.x ?? 0;
  player.pos.y = place.y ?? 0;
  player.vel.x = place.vx ?? 0;
  player.vel.y = place.vy ?? 0;
  player.body = rad(place.body ?? 0);
  player.neck = rad(place.neck ?? 0);
  player.synchSee = version >= 18;
  player.viewWidth = place.width ?? 'normal';
  player.viewQuality = place.quality ?? 'high';
  player.viewAngle = viewAngle(player.viewWidth, player.synchSee, params.server.visible_angle);
  player.gaussianSee = place.gaussian ?? false;
  player.focusDist = place.focus?.[0] ?? 0;
  player.focusDir = rad(place.focus?.[1] ?? 0);
  player.kickedCount = -1;
  player.dashedCount = -1;
  player.armAge = params.server.point_to_duration;
  player.stamina = params.server.stamina_max;
  player.staminaCapacity = params.server.stamina_capacity;
  player.hearOwn = params.server.hear_max;
  player.hearOpponents = params.server.hear_max;
  return player;
}

export function placeBall(world: World, x: number, y: number, vx = 0, vy = 0): void {
  world.ball.pos.x = x;
  world.ball.pos.y = y;
  world.ball.vel.x = vx;
  world.ball.vel.y = vy;
}

export interface Scene {
  world: World;
  params: MatchParams;
  observer: Player;
}

/** Creates a world with one observer, left 1, and the ball on the center spot. */
export function createObserverScene(place: TestPose = {}, params: MatchParams = createTestParams()): Scene {
  const world = createWorld();
  const observer = placePlayer(world, params, 'l', 1, place);
  placeBall(world, 0, 0);
  return { world, params, observer };
}

/** Returns copies of the objects of one see message. */
export function seeOnce(
  world: World,
  params: MatchParams,
  observer: Player,
  rng: RandomStream = createRandomStream(1, 'see'),
): SeenObject[] {
  const out = fillSee(contextOf(world, params), rng, observer, createSeeObservation());
  return out.objects.slice(0, out.count).map((o) => ({ ...o }));
}

export function findBall(objects: readonly SeenObject[]): SeenObject | undefined {
  return objects.find((o) => o.kind === 'ball');
}

export function findSeenPlayer(objects: readonly SeenObject[], player: Player): SeenObject | undefined {
  return objects.find((o) => o.kind === 'player' && o.index === player.index);
}

/** Creates a world with all 22 players at random places of the pitch. */
export function createFullTeams(params: MatchParams, seed = 1, place: TestPose = {}): World {
  const world = createWorld();
  const rng = createRandomStream(seed, 'places');
  for (const side of ['l', 'r'] as const) {
    for (let unum = 1; unum <= 11; unum++) {
      placePlayer(world, params, side, unum, {
        x: rng.next() * 100 - 50,
        y: rng.next() * 64 - 32,
        vx: rng.next() - 0.5,
        vy: rng.next() - 0.5,
        body: rng.next() * 360 - 180,
        neck: rng.next() * 180 - 90,
        goalie: unum === 1,
        ...place,
      });
    }
  }
  placeBall(world, rng.next() * 60 - 30, rng.next() * 40 - 20, 1.1, -0.6);
  return world;
}
