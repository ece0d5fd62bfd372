import type { Player, PlayMode, Side } from '@rcss/core';
import { isBallKickable } from '@rcss/physics/predict';
import type { Match } from '@rcss/simulator';

/** State of a match for a picture: positions in meters, angles in radians, both in the field frame. */
export interface SceneDescription {
  readonly time: number;
  readonly playMode: PlayMode;
  /** Names of the left and the right team. */
  readonly names: readonly [string, string];
  readonly score: readonly [number, number];
  /** Position of the ball. */
  readonly ball: readonly [number, number];
  readonly players: readonly PlayerDescription[];
}

/** A player of a {@link SceneDescription}. */
export interface PlayerDescription {
  readonly side: Side;
  readonly unum: number;
  readonly goalie: boolean;
  readonly x: number;
  readonly y: number;
  /** Direction of the body. */
  readonly body: number;
  readonly canKick: boolean;
}

/** Returns the state of a match for a picture. */
export function describeScene({ world, params }: Match): SceneDescription {
  const describePlayer = (player: Player): PlayerDescription => ({
    side: player.side,
    unum: player.unum,
    goalie: player.goalie,
    x: player.pos.x,
    y: player.pos.y,
    body: player.body,
    canKick: isBallKickable(params, world.ball, player),
  });
  return {
    time: world.time,
    playMode: world.playMode,
    names: [world.left.name, world.right.name],
    score: [world.left.score, world.right.score],
    ball: [world.ball.pos.x, world.ball.pos.y],
    players: world.players.filter(({ enabled }) => enabled).map(describePlayer),
  };
}
