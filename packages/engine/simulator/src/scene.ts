import {
  err,
  isPlayMode,
  ok,
  type Player,
  PlayerState,
  playerIndex,
  type Result,
  type Side,
  type SideName,
  type SideOrNeutral,
} from '@rcss/core';
import type { FieldFault } from '@rcss/core/commands';
import type { Scene, ScenePlayer, ScenePoint } from '@rcss/core/match-document';
import { deg, MAX_COORDINATE, rad } from '@rcss/core/math';
import { hasHeight } from '@rcss/params';
import { setPlayerType } from '@rcss/physics/players';
import { createRefereeState } from '@rcss/referee';
import { giveCard, setPlayMode } from '@rcss/referee/actions';
import type { Match } from './match.js';
import { changePlayerType } from './substitution.js';

/** The reason why a scene is refused. The match is unchanged then. */
export interface SceneProblem extends FieldFault {
  /** Path, value and what is allowed, in one line. */
  readonly message: string;
}

/** Number of cycles and goals that a scene can set. */
const MAX_COUNT = 2147483647;

/**
 * Changes a match to the situation of a scene. Absent fields stay as they are. It is recorded like other input, so that a
 * replay gives the same states.
 *
 * Players of slots without a client are placed too; they take part when a client connects. The referee forgets touches, calls
 * and waits of the situation before, and the number of halves follows the time. A play mode is announced to the clients as
 * if a trainer had set it; it does not move the players and the ball of the scene.
 *
 * @param scene Meters, meters per cycle and degrees in the field frame; see `Scene` of `@rcss/core/match-document`.
 * @returns the first problem of the scene; the match is unchanged then
 * @example
 * applyScene(match, { playMode: 'play_on', ball: { position: { x: 40, y: 0 }, velocity: { x: 1, y: 0 } } });
 */
export function applyScene(match: Match, scene: Scene): Result<void, SceneProblem> {
  const problem = findSceneProblem(match, scene);
  if (problem !== null) return err(problem);
  match.record?.({ do: 'scene', scene });
  for (const player of scene.players ?? []) changePlayerTypeOf(match, player);
  setClockAndScore(match, scene);
  forgetTouches(match);
  for (const player of scene.players ?? []) setPlayerState(match, player);
  if (scene.playMode !== undefined) setPlayMode(match.referee, scene.playMode);
  if (scene.kickOffSide !== undefined) match.world.kickOffSide = toSide(scene.kickOffSide);
  // The play mode may have moved players and the ball.
  for (const player of scene.players ?? []) placeScenePlayer(match, player);
  placeSceneBall(match, scene);
  return ok(undefined);
}

/** Returns the current situation of a match as a scene, with all players that ever connected. */
export function readScene(match: Match): Scene {
  const { world } = match;
  return {
    time: world.time,
    playMode: world.playMode,
    kickOffSide: world.kickOffSide === 'n' ? 'none' : world.kickOffSide === 'l' ? 'left' : 'right',
    score: { left: world.left.score, right: world.right.score },
    ball: {
      position: { ...world.ball.pos },
      velocity: { ...world.ball.vel },
      ...(hasHeight(match.params.server) && { height: world.ball.z, verticalSpeed: world.ball.vz }),
    },
    players: world.players.filter((player) => player.assigned).map(readScenePlayer),
  };
}

function readScenePlayer(player: Player): ScenePlayer {
  return {
    side: player.side === 'l' ? 'left' : 'right',
    unum: player.unum,
    position: { ...player.pos },
    velocity: { ...player.vel },
    bodyAngle: normalizeDegrees(deg(player.body)),
    neckAngle: deg(player.neck),
    stamina: player.stamina,
    playerType: player.typeId,
    goalie: player.goalie,
    card: player.cards === 0 ? 'none' : player.cards === 1 ? 'yellow' : 'red',
  };
}

/** Returns an angle in -180 to 180 degrees. */
function normalizeDegrees(degrees: number): number {
  if (degrees >= -180 && degrees <= 180) return degrees;
  return degrees - 360 * Math.round(degrees / 360);
}

function toSide(side: SideName | 'none'): SideOrNeutral {
  return side === 'none' ? 'n' : side === 'left' ? 'l' : 'r';
}

function slotOf(match: Match, { side, unum }: ScenePlayer): Player {
  return match.world.players[playerIndex(toSide(side) as Side, unum)] as Player;
}

function setClockAndScore({ world, referee }: Match, { time, score, teams }: Scene): void {
  if (teams?.left !== undefined) world.left.name = teams.left;
  if (teams?.right !== undefined) world.right.name = teams.right;
  if (score !== undefined) {
    world.left.score = score.left;
    world.right.score = score.right;
  }
  if (time === undefined) return;
  world.time = time;
  world.stoppageTime = 0;
  world.playOnStart = time;
  const { half, extraHalf, normalHalves, normal } = referee.lengths;
  if (half <= 0) referee.state.time.halfEnds = 0;
  else if (time < normal || extraHalf <= 0)
    referee.state.time.halfEnds = Math.min(Math.floor(time / half), normalHalves);
  else referee.state.time.halfEnds = normalHalves + Math.floor((time - normal) / extraHalf);
}

/** Clears what the rules remember of touches and calls; kept are the number of halves, the shootout and keepaway. */
function forgetTouches({ referee, world, params }: Match): void {
  const { time, setPlay, shootout, keepaway } = referee.state;
  referee.state = { ...createRefereeState(), time, setPlay, shootout, keepaway };
  for (const player of world.players) player.armAge = params.server.point_to_duration;
}

/** A type given by a scene is not a substitution. */
function changePlayerTypeOf(match: Match, { playerType, ...slot }: ScenePlayer): void {
  if (playerType === undefined) return;
  const player = slotOf(match, slot);
  if (player.typeId === playerType) return;
  if (!player.assigned) {
    setPlayerType(match.params, player, playerType);
    return;
  }
  const counts = match.substitutions[player.side];
  const { substitutions } = counts;
  const used = [...counts.used];
  changePlayerType(match, player, playerType);
  counts.substitutions = substitutions;
  counts.used = used;
}

/** Sets everything of a player that a play mode does not change. */
function setPlayerState(match: Match, scene: ScenePlayer): void {
  const player = slotOf(match, scene);
  if (scene.stamina !== undefined) player.stamina = scene.stamina;
  if (scene.goalie !== undefined) {
    player.goalie = scene.goalie;
    if (player.enabled) {
      if (scene.goalie) player.state |= PlayerState.GOALIE;
      else player.state &= ~PlayerState.GOALIE;
    }
  }
  if (scene.card !== undefined) setCard(match, player, scene.card);
}

function setCard(match: Match, player: Player, card: 'none' | 'yellow' | 'red'): void {
  const cards = { none: 0, yellow: 1, red: 2 }[card];
  if (player.cards === cards) return;
  if (card === 'red') giveCard(match.referee, player, 'red');
  player.state &= ~(PlayerState.YELLOW_CARD | PlayerState.RED_CARD);
  if (card === 'yellow') player.state |= PlayerState.YELLOW_CARD;
  if (card === 'red') player.state |= PlayerState.RED_CARD;
  player.cards = cards;
}

function placeScenePlayer(match: Match, scene: ScenePlayer): void {
  const player = slotOf(match, scene);
  const { position, velocity, bodyAngle, neckAngle } = scene;
  if (position !== undefined) {
    player.pos.x = position.x;
    player.pos.y = position.y;
  }
  if (position !== undefined || velocity !== undefined) {
    player.vel.x = velocity?.x ?? 0;
    player.vel.y = velocity?.y ?? 0;
    player.accel.x = 0;
    player.accel.y = 0;
  }
  if (bodyAngle !== undefined) player.body = player.bodyTarget = rad(bodyAngle);
  if (neckAngle !== undefined) player.neck = player.neckTarget = rad(neckAngle);
}

function placeSceneBall({ world, referee }: Match, { ball }: Scene): void {
  const { pos, vel, accel } = world.ball;
  if (ball?.position !== undefined) {
    world.catcher = -1;
    pos.x = ball.position.x;
    pos.y = ball.position.y;
  }
  if (ball?.position !== undefined || ball?.height !== undefined || ball?.verticalSpeed !== undefined) {
    world.ball.z = ball.height ?? 0;
    world.ball.vz = ball.verticalSpeed ?? 0;
    world.ball.az = 0;
  }
  if (ball?.position !== undefined || ball?.velocity !== undefined) {
    vel.x = ball.velocity?.x ?? 0;
    vel.y = ball.velocity?.y ?? 0;
    accel.x = 0;
    accel.y = 0;
  }
  // The ball has not crossed a line on its way to this place.
  const { outOfPlay, shootout, ballStuck } = referee.state;
  outOfPlay.previousX = shootout.previousX = ballStuck.x = pos.x;
  outOfPlay.previousY = shootout.previousY = ballStuck.y = pos.y;
  outOfPlay.previousZ = shootout.previousZ = world.ball.z;
}

function describeProblem(path: string, value: unknown, allowed: string): SceneProblem {
  const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : String(value);
  return { path, value, allowed, message: `${path}: ${shown} is not ${allowed}` };
}

/** Returns the first problem of a scene for a match, or null if {@link applyScene} would accept it. */
export function findSceneProblem(match: Match, scene: Scene): SceneProblem | null {
  const { time, playMode, kickOffSide, score, teams, ball, players } = scene;
  return (
    (time === undefined ? null : checkCount('time', time)) ??
    (playMode === undefined || isPlayMode(playMode)
      ? null
      : describeProblem('playMode', playMode, 'the name of a play mode')) ??
    (kickOffSide === undefined || ['left', 'right', 'none'].includes(kickOffSide)
      ? null
      : describeProblem('kickOffSide', kickOffSide, 'left, right or none')) ??
    (score === undefined
      ? null
      : (checkCount('score.left', score.left) ?? checkCount('score.right', score.right))) ??
    (teams === undefined ? null : findTeamsProblem(match, teams)) ??
    checkPoint('ball.position', ball?.position) ??
    checkPoint('ball.velocity', ball?.velocity) ??
    checkHeight(match, 'ball.height', ball?.height, 0) ??
    checkHeight(match, 'ball.verticalSpeed', ball?.verticalSpeed, -MAX_COORDINATE) ??
    (players === undefined ? null : findPlayersProblem(match, players))
  );
}

function findTeamsProblem({ world }: Match, teams: NonNullable<Scene['teams']>): SceneProblem | null {
  for (const side of ['left', 'right'] as const) {
    const name = teams[side];
    if (name === undefined) continue;
    const current = world[side].name;
    if (current !== '' && current !== name)
      return describeProblem(`teams.${side}`, name, `${current}, the name that the team has already`);
    const other = side === 'left' ? 'right' : 'left';
    if (name === '' || name === (teams[other] ?? world[other].name))
      return describeProblem(`teams.${side}`, name, `a name that the ${other} team does not have`);
  }
  return null;
}

function findPlayersProblem(match: Match, players: readonly ScenePlayer[]): SceneProblem | null {
  const slots = new Set<number>();
  const goalies = new Set(match.world.players.filter((player) => player.goalie).map(({ index }) => index));
  for (const [i, player] of players.entries()) {
    const path = `players[${i}]`;
    const problem = findPlayerProblem(match, path, player);
    if (problem !== null) return problem;
    const { index } = slotOf(match, player);
    if (slots.has(index))
      return describeProblem(path, `${player.side} ${player.unum}`, 'a slot that occurs once');
    slots.add(index);
    if (player.goalie === true) goalies.add(index);
    if (player.goalie === false) goalies.delete(index);
  }
  for (const [i, player] of players.entries()) {
    const ofSide = [...goalies].filter((index) => index < 11 === (player.side === 'left'));
    if (player.goalie && ofSide.length > 1)
      return describeProblem(
        `players[${i}].goalie`,
        true,
        `allowed for one player of the ${player.side} team`,
      );
  }
  return null;
}

function findPlayerProblem(match: Match, path: string, player: ScenePlayer): SceneProblem | null {
  const { server, types } = match.params;
  const { side, unum, card } = player;
  if (side !== 'left' && side !== 'right') return describeProblem(`${path}.side`, side, 'left or right');
  return (
    checkNumber(`${path}.unum`, unum, 1, 11, true) ??
    checkPoint(`${path}.position`, player.position) ??
    checkPoint(`${path}.velocity`, player.velocity) ??
    checkNumber(`${path}.bodyAngle`, player.bodyAngle, -180, 180) ??
    checkNumber(`${path}.neckAngle`, player.neckAngle, server.minneckang, server.maxneckang) ??
    checkNumber(`${path}.stamina`, player.stamina, 0, server.stamina_max) ??
    checkNumber(`${path}.playerType`, player.playerType, 0, types.length - 1, true) ??
    (card === undefined || ['none', 'yellow', 'red'].includes(card)
      ? null
      : describeProblem(`${path}.card`, card, 'none, yellow or red'))
  );
}

/** A flat match accepts only 0. */
function checkHeight(
  { params }: Match,
  path: string,
  value: number | undefined,
  lowest: number,
): SceneProblem | null {
  if (value === undefined || value === 0 || hasHeight(params.server))
    return checkNumber(path, value, lowest, MAX_COORDINATE);
  return describeProblem(path, value, '0; other values need server::2d_mode off');
}

function checkCount(path: string, value: number): SceneProblem | null {
  return checkNumber(path, value, 0, MAX_COUNT, true);
}

function checkPoint(path: string, point: ScenePoint | undefined): SceneProblem | null {
  if (point === undefined) return null;
  return (
    checkNumber(`${path}.x`, point.x, -MAX_COORDINATE, MAX_COORDINATE) ??
    checkNumber(`${path}.y`, point.y, -MAX_COORDINATE, MAX_COORDINATE)
  );
}

function checkNumber(
  path: string,
  value: number | undefined,
  lowest: number,
  highest: number,
  isWhole = false,
): SceneProblem | null {
  if (value === undefined) return null;
  const isValid = isWhole ? Number.isInteger(value) : Number.isFinite(value);
  if (isValid && value >= lowest && value <= highest) return null;
  const kind = isWhole ? 'a whole number' : 'a number';
  return describeProblem(path, value, `${kind} from ${lowest} to ${highest}`);
}
