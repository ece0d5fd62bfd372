import type { AgentPlayer } from '@rcss/agent';
import {
  type Action,
  commands,
  computeTackleProbability,
  createAction,
  isTackleFoul,
  tackleBall,
} from '@rcss/agent/skills';
import { computeDistance, isInOwnPenaltyArea, OWN_GOAL, type WorldModel } from '@rcss/agent/world';
import { defend, isTied } from './defense.js';
import { FORMATION } from './formation.js';
import { takeSupportPosition } from './support.js';
import { decideWithBall } from './with-ball.js';

/** Age of the ball's position, cycles, from which on a player looks for the ball. */
const MAX_BALL_AGE = 12;

/** Cycles by which an opponent may be earlier at a pass, and its receiver still goes to the ball. */
const RECEIVER_LEAD = 4;

/** Beyond this x, a ball that the own team gets at most this many cycles earlier counts as one of the opponents for the other players: first, if an opponent touched it last. */
const DISPUTED_X = -20;
const PASS_LEAD = 8;
const DISPUTED_LEAD = 2;

/** A player that is at the ball within two cycles goes to it if an opponent is at most this many cycles later. */
const DUEL_LEAD = 2;
/** A player at an opponent before the own goal goes to a ball that others may get as early only within this distance, meters. */
const MAX_DUEL_GAP = 3;
/** Distance of the ball from the own goal, meters, below which a foul is better than a shot. */
const SHOT_DISTANCE = 12;
/** A teammate that is nearer to the ball by this distance has it, meters. */
const CLEARLY_NEARER = 0.05;

export function decideOpenPlay(player: AgentPlayer): Action {
  const { world: wm } = player;
  if (wm.ball.age > MAX_BALL_AGE) return searchBall(player);
  if (wm.goalie) return player.keepGoal();
  const isBanned = wm.bannedTaker === wm.unum;
  if (wm.kickable && !isBanned) return leavesBall(player) ? takeSupportPosition(player) : decideWithBall(wm);
  const tackled = isBanned ? null : decideTackle(player);
  if (tackled !== null) return tackled;
  const { own, mate, opponent } = player.race;
  const isTheirs = opponent.cycles < Math.min(own.cycles, mate.cycles);
  // A teammate has passed to this player, which then goes to the ball even if an opponent seems to be a little earlier.
  const lead = wm.passReceiver === wm.unum ? RECEIVER_LEAD : 1;
  const isContested = opponent.cycles > 0 && own.cycles <= opponent.cycles + (isKept(player) ? -1 : lead);
  const chases =
    (player.isFirst && (!isTheirs || isContested)) ||
    (own.cycles <= 2 && opponent.cycles <= own.cycles + DUEL_LEAD);
  const chased = chases && !isBanned ? player.intercept() : null;
  const doubt = wm.lastTouch === 'opponent' ? PASS_LEAD : DISPUTED_LEAD;
  const isDisputed =
    wm.ball.pos.x < DISPUTED_X && opponent.cycles <= Math.min(own.cycles, mate.cycles) + doubt;
  return chased ?? (isTheirs || isDisputed ? defend(player) : takeSupportPosition(player));
}

/** Whether the player would leave an opponent before the own goal free for a ball that another opponent may get. */
function isKept({ world: wm, race: { opponent } }: AgentPlayer): boolean {
  return computeDistance(wm.self.pos, opponent) > MAX_DUEL_GAP && isTied(wm, wm.self.pos, opponent);
}

/** Whether a teammate that is nearer to the ball has it, too: two players that kick it disturb each other. */
function leavesBall({ world: wm, race }: AgentPlayer): boolean {
  const mate = wm.players.mates[race.mateUnum];
  if (mate === undefined || race.mate.cycles > 0 || mate.age > 1 || mate.tackling) return false;
  const { pos } = wm.ball;
  return computeDistance(mate.pos, pos) < computeDistance(wm.self.pos, pos) - CLEARLY_NEARER;
}

/** The place of the ball is unknown: go home and look around. */
function searchBall({ world: wm }: AgentPlayer): Action {
  const home = FORMATION.place(wm.unum, wm.ball.pos);
  const isFar = computeDistance(wm.self.pos, home) > 6 && wm.cycle % 4 !== 0;
  const body = isFar ? commands.dashTo(wm, home, 3, 60) : ({ type: 'turn', moment: 90 } as const);
  return createAction('search', body, `ball seen ${wm.ball.age} cycles ago`);
}

/** Whether a tackle may be a foul that costs a free kick in the own penalty area, and the ball is not so near the goal that this is better than a shot. */
function isAreaFoul(wm: WorldModel): boolean {
  const { pos } = wm.ball;
  return isInOwnPenaltyArea(pos) && computeDistance(pos, OWN_GOAL) > SHOT_DISTANCE && isTackleFoul(wm);
}

function decideTackle({ world: wm, race }: AgentPlayer): Action | null {
  const { ball, self } = wm;
  if (ball.age > 1 || computeDistance(self.pos, ball.pos) > 2.2) return null;
  const owner = wm.nearestOpponent(ball.pos);
  if (owner.player === null || owner.gap > owner.player.ability.kickable + 0.2) return null;
  if (isAreaFoul(wm)) return null;
  // A teammate also has the ball, or the player reaches it in the next cycle.
  if (race.mate.cycles === 0 || race.own.cycles <= 1) {
    const isWorthIt = computeTackleProbability(wm) > 0.95 && race.opponent.cycles === 0;
    return isWorthIt ? tackleBall(wm) : null;
  }
  return tackleBall(wm, { minProbability: ball.pos.x < -25 ? 0.73 : 0.85 });
}
