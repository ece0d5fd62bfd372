/**
 * The message fullstate: the true state, for training (spec 04 §7). Sent after sense_body to the sides for which it is on.
 *
 * Nothing is noisy, nothing quantized, and all positions are absolute for both teams.
 *
 * Surprising: sense_body of the receiver is a part of it, filled by the same function. While a goalie holds the ball, the free kick is
 * reported as goalie_catch_ball. Without an opposing team the score of the opponents is 0, whatever the start parameters say.
 */
import { oppositeSide, type Player, teamOf, type Vec2, type World } from '@rcss/core';
import { toRoundedDegrees } from '@rcss/core/math';
import type { FullstateObservation, FullstatePlayer } from '@rcss/core/observation';
import * as vec2 from '@rcss/core/vec2';
import type { MatchParams } from '@rcss/params';
import { fillSenseBody } from './sense-body.js';
import {
  cardLetter,
  fillBall,
  fillShownPlayer,
  isPointing,
  turnArmTarget,
  turnedDirection,
} from './shown-player.js';

/** Working memory: target of an arm. */
const target: Vec2 = vec2.create();

/**
 * Fills `out` with the exact state for a player of a side with fullstate on (spec 04 §7, spec 03 §10.4) and returns it.
 * Nothing is quantized here: the encoder writes the quantized form of versions 5 to 7.
 */
export function fillFullstate(
  world: World,
  params: MatchParams,
  receiver: Player,
  out: FullstateObservation,
): FullstateObservation {
  out.time = world.time;
  out.playMode = shownPlayMode(world);
  fillSenseBody(world, params, receiver, out.self);
  fillOwnArm(params, receiver, out);
  out.ownScore = teamOf(world, receiver.side).score;
  const opponents = teamOf(world, oppositeSide(receiver.side));
  // Without a team the score is 0, whatever `start_goal_l` and `start_goal_r` are (spec 03 §10.4).
  out.opponentScore = opponents.name === '' ? 0 : opponents.score;
  out.rightScore = world.right.score;
  fillBall(world, out);
  out.ballVz = world.ball.vz;
  out.count = 0;
  for (const player of world.players) {
    if (!player.enabled) continue;
    fillPlayer(params, player, out.players[out.count] as FullstatePlayer);
    out.count += 1;
  }
  return out;
}

/** Play mode of the message. While a goalie holds the ball, a free kick is reported as `goalie_catch_ball`. */
function shownPlayMode(world: World): FullstateObservation['playMode'] {
  if (world.catcher >= 0) {
    if (world.playMode === 'free_kick_l') return 'goalie_catch_ball_l';
    if (world.playMode === 'free_kick_r') return 'goalie_catch_ball_r';
  }
  return world.playMode;
}

function fillOwnArm(params: MatchParams, receiver: Player, out: FullstateObservation): void {
  out.armTargetDist = 0;
  out.armTargetDir = 0;
  if (!isPointing(receiver, params)) return;
  turnArmTarget(receiver, target);
  out.armTargetDist = vec2.length(target);
  out.armTargetDir = toRoundedDegrees(turnedDirection(target)) + 0;
}

function fillPlayer(params: MatchParams, player: Player, out: FullstatePlayer): void {
  fillShownPlayer(player, out);
  out.goalie = player.goalie;
  out.hasPoint = isPointing(player, params);
  out.pointDist = 0;
  out.pointDir = 0;
  if (out.hasPoint) {
    turnArmTarget(player, target);
    out.pointDist = vec2.length(target);
    out.pointDir = turnedDirection(target);
  }
  out.flag = player.tackleIdle > 0 ? 't' : player.kickedCount >= 0 ? 'k' : player.foulCharged > 0 ? 'f' : '';
  out.card = cardLetter(player);
}
