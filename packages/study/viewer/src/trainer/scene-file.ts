import { err, type Frame, isPlayMode, ok, PlayerState, type Result, sideName } from '@rcss/core';
import type { Scene, ScenePlayer, ScenePoint } from '@rcss/core/match-document';

/** Largest coordinate of a scene, meters. */
const MAX_COORDINATE = 200;

type Fields = Readonly<Record<string, unknown>>;

/** A field of a scene with a value that is not allowed. */
class SceneError extends Error {
  constructor(path: string, value: unknown, allowed: string) {
    super(`${path}: ${value === undefined ? 'missing' : JSON.stringify(value)}; ${allowed} is allowed`);
  }
}

/** Returns the ball and the players on the field of a frame as a scene, positions rounded to centimeters. */
export function createSceneOfFrame(frame: Frame): Scene {
  const round = (value: number): number => Math.round(value * 100) / 100 + 0;
  return {
    playMode: frame.playMode,
    ball: { position: { x: round(frame.ballX), y: round(frame.ballY) } },
    players: frame.players
      .filter(({ state }) => (state & PlayerState.STAND) !== 0)
      .map((player) => ({
        side: sideName(player.side),
        unum: player.unum,
        position: { x: round(player.x), y: round(player.y) },
        bodyAngle: round(player.body),
        ...(player.state & PlayerState.GOALIE ? { goalie: true } : {}),
      })),
  };
}

/**
 * Parses a scene, or a match document with one (`initial`), from JSON. Only ball, players, play mode and time are read; the other fields
 * of a document do not concern the field.
 *
 * Error codes: `not_json`, `bad_field` (the message names the field, its value and what is allowed).
 */
export function parseSceneFile(text: string): Result<Scene> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err({ code: 'not_json', message: 'the file is not JSON' });
  }
  try {
    const root = readObject(value, 'scene');
    return ok(
      'initial' in root ? readScene(readObject(root['initial'], 'initial'), 'initial.') : readScene(root, ''),
    );
  } catch (error) {
    if (error instanceof SceneError) return err({ code: 'bad_field', message: error.message });
    throw error;
  }
}

function readScene(fields: Fields, path: string): Scene {
  const { playMode, ball, players, time } = fields;
  if (ball === undefined && players === undefined)
    throw new SceneError(`${path}ball`, undefined, 'a scene with "ball" or "players"');
  if (playMode !== undefined && (typeof playMode !== 'string' || !isPlayMode(playMode)))
    throw new SceneError(`${path}playMode`, playMode, 'a play mode such as "play_on"');
  if (players !== undefined && (!Array.isArray(players) || players.length > 22))
    throw new SceneError(`${path}players`, players, 'a list of at most 22 players');
  const position = ball === undefined ? undefined : readObject(ball, `${path}ball`)['position'];
  return {
    ...(typeof time === 'number' && time >= 0 ? { time } : {}),
    ...(playMode === undefined ? {} : { playMode }),
    ...(position === undefined ? {} : { ball: { position: readPoint(position, `${path}ball.position`) } }),
    ...(players === undefined
      ? {}
      : { players: (players as unknown[]).map((player, i) => readPlayer(player, `${path}players[${i}]`)) }),
  };
}

function readPlayer(value: unknown, path: string): ScenePlayer {
  const { side, unum, position, bodyAngle, goalie } = readObject(value, path);
  if (side !== 'left' && side !== 'right') throw new SceneError(`${path}.side`, side, '"left" or "right"');
  if (!Number.isInteger(unum) || (unum as number) < 1 || (unum as number) > 11)
    throw new SceneError(`${path}.unum`, unum, 'a whole number from 1 to 11');
  if (bodyAngle !== undefined && !(Math.abs(bodyAngle as number) <= 180))
    throw new SceneError(`${path}.bodyAngle`, bodyAngle, 'a number from -180 to 180');
  return {
    side,
    unum: unum as number,
    ...(position === undefined ? {} : { position: readPoint(position, `${path}.position`) }),
    ...(bodyAngle === undefined ? {} : { bodyAngle: bodyAngle as number }),
    ...(goalie === true ? { goalie } : {}),
  };
}

function readPoint(value: unknown, path: string): ScenePoint {
  const { x, y } = readObject(value, path);
  for (const [name, part] of [
    ['x', x],
    ['y', y],
  ] as const) {
    if (typeof part !== 'number' || !(Math.abs(part) <= MAX_COORDINATE))
      throw new SceneError(
        `${path}.${name}`,
        part,
        `a number of meters from -${MAX_COORDINATE} to ${MAX_COORDINATE}`,
      );
  }
  return { x: x as number, y: y as number };
}

function readObject(value: unknown, path: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SceneError(path, value, 'an object');
  return value as Fields;
}

/** Changes a frame to a scene; players that the scene does not mention stay where they are. */
export function applySceneToFrame(scene: Scene, frame: Frame): void {
  if (scene.playMode !== undefined) frame.playMode = scene.playMode;
  if (scene.time !== undefined) frame.time = scene.time;
  frame.left.name = scene.teams?.left ?? frame.left.name;
  frame.right.name = scene.teams?.right ?? frame.right.name;
  if (scene.ball?.position !== undefined) {
    frame.ballX = scene.ball.position.x;
    frame.ballY = scene.ball.position.y;
    frame.ballVx = frame.ballVy = 0;
  }
  for (const { side, unum, position, bodyAngle, goalie } of scene.players ?? []) {
    const player = frame.players[(side === 'left' ? -1 : 10) + unum];
    if (player === undefined) continue;
    player.state =
      PlayerState.STAND | (goalie === true ? PlayerState.GOALIE : player.state & PlayerState.GOALIE);
    player.vx = player.vy = 0;
    if (position !== undefined) {
      player.x = position.x;
      player.y = position.y;
    }
    if (bodyAngle !== undefined) player.body = bodyAngle;
  }
}
