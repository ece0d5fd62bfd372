import type { AgentPlayer } from '@rcss/agent';
import { type Action, commands, createAction } from '@rcss/agent/skills';
import { computeDirection, computeDistance, movePoint, type WorldModel } from '@rcss/agent/world';
import type { Vec2 } from '@rcss/core';
import { clamp } from '@rcss/core/math';
import { FORMATION } from './formation.js';

/** The own team has the ball or gets it first: a player that is not the nearest to it becomes free for a pass. */
export function takeSupportPosition({ world: wm, race }: AgentPlayer): Action {
  const { self, ball } = wm;
  const isBanned = wm.bannedTaker === wm.unum;
  const meeting = race.own.cycles < race.mate.cycles ? race.own : race.mate;
  const expected = meeting.cycles <= 30 ? { x: meeting.x, y: meeting.y } : ball.pos;
  const line = wm.offsideLine;
  let target = FORMATION.place(wm.unum, expected);
  target.x = Math.min(target.x, Math.max(line, expected.x) - 1);
  if (!isBanned) target = findFreeSpace(wm, target, line);
  else if (computeDistance(target, ball.pos) < 3)
    target = movePoint(ball.pos, 4, computeDirection(ball.pos, self.pos));
  let urgency = 0.4;
  // An offside player returns at full speed.
  if (self.pos.x > line && ball.pos.x < line) urgency = 0.9;
  if (computeDistance(self.pos, target) > 12) urgency = Math.max(urgency, 0.8);
  // A free place changes a little in every cycle; far from the ball, small moves only cost stamina.
  const tolerance = clamp(computeDistance(self.pos, ball.pos) * 0.08, 0.5, 3);
  const body =
    commands.dashTo(wm, target, tolerance, commands.computeCruisePower(wm, urgency)) ?? commands.faceBall(wm);
  return createAction('support', body, isBanned ? 'leaves the ball' : 'free space', {
    lookAt: ball.pos,
    target,
  });
}

/** The team has the ball: moves to a point near the own position that is free of opponents and open to a pass. */
function findFreeSpace(wm: WorldModel, place: Readonly<Vec2>, line: number): Vec2 {
  const role = FORMATION.role(wm.unum);
  let home = place;
  if (role.name === 'center back') return { x: home.x, y: home.y };
  // Forwards stay at the offside line, ready for a ball beyond it.
  if (role.line === 'attack' && line > home.x && line - wm.ball.pos.x < 28)
    home = { x: line - 1.2, y: home.y };
  let best: Vec2 = { x: home.x, y: home.y };
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < 9; i++) {
    const angle = (2 * Math.PI * i) / 8;
    const p = i === 8 ? { x: home.x, y: home.y } : movePoint(home, 5, angle);
    if (p.x > line - 1 && p.x > wm.ball.pos.x - 1) p.x = Math.max(line, wm.ball.pos.x) - 1;
    if (Math.abs(p.y) > 32 || p.x > 49) continue;
    const room = Math.min(8, wm.nearestOpponent(p).gap);
    const score = room + 0.25 * (p.x - home.x) - 0.12 * computeDistance(p, wm.self.pos);
    if (score > bestScore) {
      bestScore = score;
      best = p;
    }
  }
  return best;
}
