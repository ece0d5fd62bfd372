import type { Player, PlayMode, Side } from '@rcss/core';
import { sqrt } from '@rcss/core/math';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import { isBallKickable } from '@rcss/physics/predict';
import { playModeKind } from '@rcss/referee/geometry';
import type { Match } from '@rcss/simulator';
import type { Area } from './area.js';
import type { Scenario, Termination } from './scenario.js';

/** What an environment remembers of an episode besides the match: plain data, part of a saved state. */
export interface EpisodeState {
  /** Seed of the match, from which those of its episodes follow. */
  seed: number;
  /** Number of the episode since the reset with the seed, from 0. */
  episode: number;
  /** Cycles since the start of the episode. */
  cycles: number;
  /** 0: running; 1: the horizon was reached; 2 + n: termination n of the scenario. */
  outcome: number;
  /** Play mode after the last cycle. */
  playMode: PlayMode;
  scoreLeft: number;
  scoreRight: number;
  /** Distance of the ball from the center of each goal before the cycle, meters. */
  ballToLeftGoal: number;
  ballToRightGoal: number;
  /** Index of the last player that could kick the ball while no opponent could, -1 if none. */
  holder: number;
  /** Side whose players alone can kick the ball: 1 left, -1 right, 0 none or both. */
  heldBy: number;
  /** Cycles in a row with the same `heldBy`. */
  heldCycles: number;
  passesLeft: number;
  passesRight: number;
  /** Sum of the rewards of all agents. */
  reward: number;
  /** Number of the controller that plays the players of the left side without agents. */
  drawnLeft: number;
  /** Likewise of the right side. */
  drawnRight: number;
}

/** What happened in the last cycle, from the view of the left team: 1 for it, -1 for the right team, 0 if nothing. */
export interface CycleEvents {
  goal: number;
  /** A team mate of the last holder got the ball. */
  pass: number;
  /** The ball went from one side to the other; the sign is that of the side that got it. */
  gain: number;
  /** Meters by which the ball came nearer to the right goal. */
  progressLeft: number;
  /** Meters by which the ball came nearer to the left goal. */
  progressRight: number;
  /** The referee called a kick-in, corner kick or goal kick. */
  isOut: boolean;
  /** The referee stopped the play for another reason, except a goal. */
  isStopped: boolean;
}

/** Creates the record of a cycle in which nothing happened. */
export function createCycleEvents(): CycleEvents {
  return { goal: 0, pass: 0, gain: 0, progressLeft: 0.5, progressRight: 0.5, isOut: false, isStopped: false };
}

/** Creates the state of an episode that has not begun. */
export function createEpisodeState(seed: number): EpisodeState {
  return {
    seed,
    episode: -1,
    cycles: 0,
    outcome: 0,
    playMode: 'before_kick_off',
    scoreLeft: 0,
    scoreRight: 0,
    ballToLeftGoal: 0.5,
    ballToRightGoal: 0.5,
    holder: -1,
    heldBy: 0,
    heldCycles: 0,
    passesLeft: 0,
    passesRight: 0,
    reward: 0.5,
    drawnLeft: 0,
    drawnRight: 0,
  };
}

function distanceToGoal({ world }: Match, goalX: number): number {
  const dx = world.ball.pos.x - goalX;
  const { y } = world.ball.pos;
  return sqrt(dx * dx + y * y);
}

/** Starts the counts of an episode from the current state of a match. */
export function beginEpisode(state: EpisodeState, match: Match): void {
  state.cycles = 0;
  state.outcome = 0;
  state.playMode = match.world.playMode;
  state.scoreLeft = match.world.left.score;
  state.scoreRight = match.world.right.score;
  state.ballToLeftGoal = distanceToGoal(match, -PITCH_HALF_LENGTH);
  state.ballToRightGoal = distanceToGoal(match, PITCH_HALF_LENGTH);
  state.holder = -1;
  state.heldBy = 0;
  state.heldCycles = 0;
  state.passesLeft = 0;
  state.passesRight = 0;
  state.reward = 0;
}

/** Updates the counts after a cycle and writes what happened in it to `events`. */
export function recordCycle(state: EpisodeState, match: Match, events: CycleEvents): void {
  const { world } = match;
  state.cycles += 1;
  events.goal = world.left.score - state.scoreLeft - (world.right.score - state.scoreRight);
  state.scoreLeft = world.left.score;
  state.scoreRight = world.right.score;
  const toLeft = distanceToGoal(match, -PITCH_HALF_LENGTH);
  const toRight = distanceToGoal(match, PITCH_HALF_LENGTH);
  // The referee moves the ball in other play modes.
  const isInPlay = world.playMode === 'play_on';
  events.progressLeft = isInPlay ? state.ballToRightGoal - toRight : 0;
  events.progressRight = isInPlay ? state.ballToLeftGoal - toLeft : 0;
  state.ballToLeftGoal = toLeft;
  state.ballToRightGoal = toRight;
  recordPossession(state, match, events);
  recordCall(state, match, events);
}

function recordPossession(state: EpisodeState, match: Match, events: CycleEvents): void {
  let holder: Player | undefined;
  let sides = 0;
  for (const player of match.world.players) {
    if (!player.enabled || !isBallKickable(match.params, match.world.ball, player)) continue;
    sides |= player.side === 'l' ? 1 : 2;
    if (holder === undefined || player.index === state.holder) holder = player;
  }
  const heldBy = sides === 1 ? 1 : sides === 2 ? -1 : 0;
  state.heldCycles = heldBy === state.heldBy ? state.heldCycles + 1 : 1;
  state.heldBy = heldBy;
  events.pass = 0;
  events.gain = 0;
  if (heldBy === 0 || holder === undefined || holder.index === state.holder) return;
  if (state.holder >= 0) {
    const isSameSide = state.holder < 11 === holder.index < 11;
    if (isSameSide) {
      events.pass = heldBy;
      if (heldBy === 1) state.passesLeft += 1;
      else state.passesRight += 1;
    } else events.gain = heldBy;
  }
  state.holder = holder.index;
}

/** Returns the outcome of the last cycle: 0 while the episode goes on; see `EpisodeState.outcome`. */
export function findOutcome(
  scenario: Scenario,
  horizon: number,
  state: EpisodeState,
  match: Match,
  events: CycleEvents,
): number {
  const { terminations } = scenario;
  for (let i = 0; i < terminations.length; i++)
    if (holds(terminations[i] as Termination, state, match, events)) return i + 2;
  if (match.world.playMode === 'time_over') return 1;
  return state.cycles >= horizon ? 1 : 0;
}

function holds(condition: Termination, state: EpisodeState, match: Match, events: CycleEvents): boolean {
  const { world } = match;
  switch (condition.on) {
    case 'goal':
      return events.goal !== 0;
    case 'out':
      return events.isOut;
    case 'region':
      return !isInside(condition.region, world.ball.pos.x, world.ball.pos.y);
    case 'catch':
      return world.catcher >= 0;
    case 'stopped':
      return events.isStopped;
    case 'possession':
      return state.heldBy === signOf(condition.side) && state.heldCycles >= condition.cycles;
    case 'untouched':
      return state.heldBy === 0 && state.heldCycles >= condition.cycles;
    case 'passes':
      return (condition.side === 'l' ? state.passesLeft : state.passesRight) >= condition.count;
    case 'touch':
      return state.heldBy === signOf(condition.side);
  }
}

function signOf(side: Side): number {
  return side === 'l' ? 1 : -1;
}

function isInside({ x, y }: Area, ballX: number, ballY: number): boolean {
  return ballX >= x[0] && ballX <= x[1] && ballY >= y[0] && ballY <= y[1];
}

/** Notes a call of the referee: what the play mode became in this cycle. */
function recordCall(state: EpisodeState, { world }: Match, events: CycleEvents): void {
  const { playMode } = world;
  events.isOut = false;
  events.isStopped = false;
  if (playMode === state.playMode) return;
  state.playMode = playMode;
  switch (playModeKind(playMode)) {
    case 'kick_in':
    case 'corner_kick':
    case 'goal_kick':
      events.isOut = true;
      return;
    case 'goal':
    case 'kick_off':
    case 'play_on':
    case 'time_over':
      return;
  }
  events.isStopped = true;
}
