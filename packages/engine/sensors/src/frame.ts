import type { Frame, FramePlayer, FrameTeam, Player, Team, World } from '@rcss/core';
import { deg } from '@rcss/core/math';
import { hasHeight, type MatchParams } from '@rcss/params';
import { fillBall, fillShownPlayer, isPointing } from './shown-player.js';

/** Fills `out` with the step as monitors and logs show it, not quantized (spec 09 §8.4, spec 10 §6). Returns `out`. */
export function fillFrame(world: World, params: MatchParams, out: Frame): Frame {
  out.time = world.time;
  out.stoppageTime = world.stoppageTime;
  out.playMode = world.playMode;
  fillTeam(world.left, out.left);
  fillTeam(world.right, out.right);
  fillBall(world, out);
  out.hasHeight = hasHeight(params.server);
  for (let i = 0; i < world.players.length; i++) {
    fillPlayer(world, params, world.players[i] as Player, out.players[i] as FramePlayer);
  }
  return out;
}

function fillTeam(team: Team, out: FrameTeam): void {
  out.name = team.name;
  out.score = team.score;
  out.penaltyScored = team.penaltyScored;
  out.penaltyMissed = team.penaltyTaken - team.penaltyScored;
}

function fillPlayer(world: World, params: MatchParams, player: Player, out: FramePlayer): void {
  fillShownPlayer(player, out);
  out.state = player.state;
  out.hasPoint = isPointing(player, params);
  out.pointX = out.hasPoint ? player.armTarget.x : 0;
  out.pointY = out.hasPoint ? player.armTarget.y : 0;
  out.viewQuality = player.viewQuality === 'high' ? 'h' : 'l';
  out.viewWidth = deg(player.viewAngle);
  // Only for a connected player (spec 09 §8.4).
  const attends = player.enabled && player.attention >= 0;
  const target = attends ? world.players[player.attention] : undefined;
  out.attentionSide = target === undefined ? '' : target.side;
  out.attentionUnum = target === undefined ? 0 : target.unum;
  fillCounts(player, out);
}

function fillCounts(player: Player, out: FramePlayer): void {
  out.kickCount = player.kickCount;
  out.dashCount = player.dashCount;
  out.turnCount = player.turnCount;
  out.catchCount = player.catchCount;
  out.moveCount = player.moveCount;
  out.turnNeckCount = player.turnNeckCount;
  out.changeViewCount = player.changeViewCount;
  out.sayCount = player.sayCount;
  out.tackleCount = player.tackleCount;
  out.pointtoCount = player.pointtoCount;
  out.attentiontoCount = player.attentiontoCount;
  out.changeFocusCount = player.changeFocusCount;
}
