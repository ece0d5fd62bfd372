import type { PlayerCommand, Vec2 } from '@rcss/core';
import { computeSayLimit } from '@rcss/params';
import { computeDirection, computeDistance, normalizeAngle, toDegrees } from '../geometry.js';
import type { Action } from '../skills/action.js';
import { encodeSay, type SayPart } from '../world/say-codec.js';
import type { WorldModel } from '../world/world-model.js';

/**
 * Returns the commands for speech, attention and arm: a player near the ball says where it is, every player attends to the teammate
 * nearest to the ball, and the passer points to the target of its pass.
 *
 * @param message Text to say in place of the report about the ball; null: none.
 */
export function talk(wm: WorldModel, action: Action, message: string | null): PlayerCommand[] {
  const { self, ball } = wm;
  const commands: PlayerCommand[] = [];
  let nearest = 0;
  let gap = Number.POSITIVE_INFINITY;
  for (const mate of wm.players.ownList) {
    const d = computeDistance(mate.pos, ball.pos) + 0.2 * mate.age;
    if (mate.unum !== 0 && d < gap) {
      gap = d;
      nearest = mate.unum;
    }
  }
  const mine = computeDistance(self.pos, ball.pos);
  const hasReport = self.located && ball.age <= 1 && (action.passTo !== 0 || mine < gap + 2);
  if (message !== null) commands.push({ type: 'say', message });
  else if (hasReport) {
    const velocity = { x: ball.vel.x + self.pending.pushX, y: ball.vel.y + self.pending.pushY };
    commands.push({
      type: 'say',
      message: encodeSay(listParts(wm, action, velocity), computeSayLimit(wm.server)),
    });
  }
  const { attentionTo, pointTo } = action;
  if (attentionTo === 'off') commands.push({ type: 'attentionto_off' });
  else if (attentionTo !== undefined)
    commands.push({
      type: 'attentionto',
      side: { by: 'relative', own: attentionTo.own ?? true },
      unum: attentionTo.unum,
    });
  else if (nearest !== 0 && nearest !== self.attention && wm.cycle % 3 === 0)
    commands.push({ type: 'attentionto', side: { by: 'relative', own: true }, unum: nearest });
  if (pointTo === 'off') commands.push({ type: 'pointto_off' });
  else if (pointTo !== undefined) commands.push(pointArm(wm, pointTo));
  else if (action.passTo !== 0 && action.lookAt !== null && self.armMovable === 0)
    commands.push(pointArm(wm, action.lookAt));
  return commands;
}

/** The command is executed at once, before the neck turns. */
function pointArm({ self }: WorldModel, target: Readonly<Vec2>): PlayerCommand {
  const dir = toDegrees(normalizeAngle(computeDirection(self.pos, target) - self.face));
  return {
    type: 'pointto',
    dist: Math.round(computeDistance(self.pos, target)),
    dir: Math.round(dir),
  };
}

/** What a player near the ball says, the most important part first. */
function listParts(wm: WorldModel, action: Action, { x: vx, y: vy }: Readonly<Vec2>): SayPart[] {
  const { self, ball } = wm;
  const parts: SayPart[] = [{ kind: 'ball', x: ball.pos.x, y: ball.pos.y, vx, vy }];
  if (action.passTo !== 0) parts.unshift({ kind: 'pass', receiver: action.passTo });
  parts.push({ kind: 'self', x: self.pos.x, y: self.pos.y });
  const line = wm.seenOffsideLine;
  if (line !== null) parts.push({ kind: 'offside_line', x: line });
  return parts;
}
