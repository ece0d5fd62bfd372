/**
 * The own state of a player, as the message sense_body reports it (spec 04 §6). No noise, but coarse numbers.
 *
 * Speed is quantized by 0.01; its direction and the neck angle are truncated to whole degrees. All directions are relative to the face: body
 * plus neck.
 *
 * Surprising: reading the state changes nothing: the collision marks are cleared by the caller after all messages of the cycle are sent. `+
 * 0` turns -0 into 0, which the protocol would print.
 */
import type { Player, Vec2, World } from '@rcss/core';
import { deg, direction, quantize, rint, sqrt, toTruncatedDegrees, wrapAngle } from '@rcss/core/math';
import type { SenseBodyObservation } from '@rcss/core/observation';
import * as vec2 from '@rcss/core/vec2';
import type { MatchParams } from '@rcss/params';
import { isPointing, turnArmTarget, turnedDirection } from './shown-player.js';

/** Working memory: target of an arm. */
const target: Vec2 = vec2.create();

/**
 * Fills `out` with a player's own state, the contents of sense_body (spec 04 §6), and returns it. It does not clear the
 * collision marks, see `clearCollisionMarks`.
 */
export function fillSenseBody(
  world: World,
  params: MatchParams,
  player: Player,
  out: SenseBodyObservation,
): SenseBodyObservation {
  const { vel, body, neck } = player;
  out.time = world.time;
  out.quality = player.viewQuality;
  out.width = player.viewWidth;
  out.stamina = player.stamina;
  out.effort = player.effort;
  out.capacity = player.staminaCapacity;
  out.speed = quantize(sqrt(vel.x * vel.x + vel.y * vel.y), 0.01);
  out.speedDir = toTruncatedDegrees(wrapAngle(direction(vel.x, vel.y) - body - neck)) + 0;
  out.headAngle = toTruncatedDegrees(neck) + 0;
  fillCounts(player, out);
  fillArm(params, player, out);
  const target = player.attention >= 0 ? world.players[player.attention] : undefined;
  out.focusSide = target === undefined ? '' : target.side;
  out.focusUnum = target === undefined ? 0 : target.unum;
  out.focusCount = player.focusCount;
  out.tackleExpires = player.tackleIdle;
  out.tackleCount = player.tackleCount;
  out.collidedWithBall = player.collidedWithBall;
  out.collidedWithPlayer = player.collidedWithPlayer;
  out.collidedWithPost = player.collidedWithPost;
  out.foulCharged = player.foulCharged;
  out.card = player.cards >= 2 ? 'red' : player.cards === 1 ? 'yellow' : 'none';
  out.focusPointDist = player.focusDist;
  out.focusPointDir = deg(player.focusDir);
  return out;
}

function fillCounts(player: Player, out: SenseBodyObservation): void {
  out.kick = player.kickCount;
  out.dash = player.dashCount;
  out.turn = player.turnCount;
  out.say = player.sayCount;
  out.turnNeck = player.turnNeckCount;
  out.catch = player.catchCount;
  out.move = player.moveCount;
  out.changeView = player.changeViewCount;
  out.changeFocus = player.changeFocusCount;
}

function fillArm(params: MatchParams, player: Player, out: SenseBodyObservation): void {
  const { server } = params;
  const { armAge } = player;
  out.armMovable = armAge < server.point_to_ban ? server.point_to_ban - armAge : 0;
  out.armCount = player.pointtoCount;
  if (!isPointing(player, params)) {
    out.armExpires = 0;
    out.armTargetDist = 0;
    out.armTargetDir = 0;
    return;
  }
  turnArmTarget(player, target);
  out.armExpires = server.point_to_duration - armAge;
  out.armTargetDist = roundToTenths(vec2.length(target));
  out.armTargetDir = Math.trunc(roundToTenths(deg(turnedDirection(target)))) + 0;
}

/** Unlike `quantize`, it multiplies before it rounds, which decides about numbers in the middle, such as -179.95 (spec 04 §6). */
function roundToTenths(value: number): number {
  return rint(value * 10) / 10;
}

/**
 * Clears the collision marks of a player. Call it after the periodic sense_body, not after the reply to `(sense_body)`
 * (spec 04 §6).
 */
export function clearCollisionMarks(player: Player): void {
  player.collidedWithBall = false;
  player.collidedWithPlayer = false;
  player.collidedWithPost = false;
}
