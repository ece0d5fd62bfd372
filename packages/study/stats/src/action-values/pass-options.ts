/** Passes that are possible in a state, with their risk and their value: "what if the ball had been passed to 9". */
import { type Frame, type FramePlayer, PLAYER_COUNT, PlayerState, TEAM_SIZE } from '@rcss/core';
import type { StateModel } from './state-model.js';

/** A pass that was possible before an action, or the ball as it was played. Values are those of the team with the ball. */
export interface RatedPass {
  /** Uniform number of the player at whom the ball is aimed; 0 if it is not known. */
  readonly unum: number;
  /** X of that player in the field frame, m. */
  readonly x: number;
  /** Y likewise, m. */
  readonly y: number;
  /** Probability that an opponent gets the ball, 0 to 1. */
  readonly risk: number;
  /** Expected value, -1 to 1: of the states in which the team and in which the opponents get the ball, weighted by the risk. */
  readonly value: number;
}

/** Speed with which a pass arrives at the player at whom it is aimed, m/cycle. */
const ARRIVAL_SPEED = 1;
/** Cycles of advance that make one side e times more likely to get the ball. */
const ADVANCE_SCALE = 2;
/** Players that are nearer to the ball than this are not options, m: they can play it without a pass. */
const MIN_LENGTH = 3;

const times = new Float64Array(PLAYER_COUNT);
const rated = new Float64Array(3);

function isPresent({ state }: FramePlayer): boolean {
  return (state & PlayerState.STAND) !== 0;
}

/** Finds the player of a team that reaches the ball first; -1 if none does. */
function findFirst(frame: Frame, offset: number, except: number): number {
  let first = -1;
  for (let i = offset; i < offset + TEAM_SIZE; i++) {
    if (i === except || !isPresent(frame.players[i]!)) continue;
    if (times[i]! < (first < 0 ? Number.POSITIVE_INFINITY : times[first]!)) first = i;
  }
  return first;
}

/** Returns the value for a team of the state in which a player has reached the rolling ball. */
function rateReception(frame: Frame, player: number, isLeft: boolean, model: StateModel): number {
  const { ball_decay: decay } = model.server;
  const rolled = (1 - decay ** times[player]!) / (1 - decay);
  const x = frame.ballX + frame.ballVx * rolled;
  const y = frame.ballY + frame.ballVy * rolled;
  const players = frame.players.slice();
  players[player] = { ...players[player]!, x, y, vx: 0, vy: 0 };
  model.rate({ ...frame, playMode: 'play_on', players, ballX: x, ballY: y, ballVx: 0, ballVy: 0 }, rated);
  return isLeft ? rated[0]! - rated[1]! : rated[1]! - rated[0]!;
}

/**
 * Rates a rolling ball for the team that played it: the risk that an opponent reaches it first, and the expected value. Null if no player
 * reaches it.
 *
 * @param passer Index of the player that played it, 0 to 21.
 * @param isOwnBall Whether that player can get it again, as in a dribble.
 */
export function rateBall(
  frame: Frame,
  passer: number,
  isOwnBall: boolean,
  model: StateModel,
): RatedPass | null {
  const isLeft = passer < TEAM_SIZE;
  model.findTimes(frame, times);
  const own = findFirst(frame, isLeft ? 0 : TEAM_SIZE, isOwnBall ? -1 : passer);
  const opponent = findFirst(frame, isLeft ? TEAM_SIZE : 0, -1);
  if (own < 0 && opponent < 0) return null;
  const advance = (opponent < 0 ? Infinity : times[opponent]!) - (own < 0 ? Infinity : times[own]!);
  const risk = 1 / (1 + Math.exp(advance / ADVANCE_SCALE));
  const kept = own < 0 ? 0 : (1 - risk) * rateReception(frame, own, isLeft, model);
  const lost = opponent < 0 ? 0 : risk * rateReception(frame, opponent, isLeft, model);
  const player = frame.players[own < 0 ? opponent : own]!;
  return { unum: own < 0 ? 0 : player.unum, x: player.x, y: player.y, risk, value: kept + lost };
}

/**
 * Returns the frame with a ball that is kicked towards a place, after the cycle of the kick. It arrives there with 1 m/cycle, or as fast as it can.
 *
 * @param x X of the place in the field frame, m.
 * @param y Y likewise, m.
 */
export function kickTowards(
  frame: Frame,
  x: number,
  y: number,
  { ball_decay: decay, ball_speed_max: maxSpeed }: StateModel['server'],
): Frame {
  const [dx, dy] = [x - frame.ballX, y - frame.ballY];
  const distance = Math.hypot(dx, dy);
  const speed = Math.min(maxSpeed, ARRIVAL_SPEED + distance * (1 - decay));
  const [ballVx, ballVy] = distance === 0 ? [0, 0] : [(speed * dx) / distance, (speed * dy) / distance];
  return {
    ...frame,
    playMode: 'play_on',
    ballX: frame.ballX + ballVx,
    ballY: frame.ballY + ballVy,
    ballVx: ballVx * decay,
    ballVy: ballVy * decay,
  };
}

/**
 * Rates the passes from the ball to each teammate that is present and at least 3 m away, the highest value first. The ball is kicked so that it arrives with
 * 1 m/cycle, or as fast as it can be.
 *
 * @param passer Index of the player that has the ball, 0 to 21.
 */
export function ratePasses(frame: Frame, passer: number, model: StateModel): RatedPass[] {
  const offset = passer < TEAM_SIZE ? 0 : TEAM_SIZE;
  const options: RatedPass[] = [];
  for (let i = offset; i < offset + TEAM_SIZE; i++) {
    const player = frame.players[i]!;
    const distance = Math.hypot(player.x - frame.ballX, player.y - frame.ballY);
    if (i === passer || distance < MIN_LENGTH || !isPresent(player)) continue;
    const option = rateBall(kickTowards(frame, player.x, player.y, model.server), passer, false, model);
    if (option !== null) options.push({ ...option, unum: player.unum, x: player.x, y: player.y });
  }
  return options.sort((a, b) => b.value - a.value || a.unum - b.unum);
}
