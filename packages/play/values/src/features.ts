/** The state of a match as numbers, from which its value is computed. */
import {
  type Frame,
  type FramePlayer,
  oppositeSide,
  PLAYER_COUNT,
  PlayerState,
  type PlayMode,
  playModeSide,
  type Side,
  sideSign,
  TEAM_SIZE,
} from '@rcss/core';
import { atan2, exp, sqrt } from '@rcss/core/math';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import type { PlayerType } from '@rcss/params';
import { MAX_BALL_CYCLES, rollBall } from './ball-path.js';
import { controlOfRuns } from './pitch-control.js';
import { type MotionParams, Runs } from './runs.js';

/** Features of one side, in its own frame: it attacks towards x = 52.5. */
const SIDE_FEATURES = [
  'first',
  'lead',
  'ballX',
  'ballSpeedX',
  'goalDistance',
  'goalAngle',
  'openness',
  'goalieDistance',
  'goalieDepth',
  'pressure',
  'defendersAhead',
  'defendersNear',
  'attackersAhead',
  'controlWide',
  'controlBox',
  'controlGoal',
  'defenseLine',
  'stamina',
  'players',
  'kickoff',
  'goalKick',
  'restart',
  'corner',
  'penalty',
] as const;

/** Features that are the same for both sides. */
const COMMON_FEATURES = ['ballWidth', 'ballSpeed'] as const;

/** Names of the features, in the order of the values: those of both sides, then of the own side, then of the other side. */
export const FEATURE_NAMES: readonly string[] = [
  ...COMMON_FEATURES,
  ...SIDE_FEATURES.map((name) => `own.${name}`),
  ...SIDE_FEATURES.map((name) => `other.${name}`),
];

/** Numbers of features. */
export const FEATURE_COUNT: number = FEATURE_NAMES.length;
const SIDE_COUNT = SIDE_FEATURES.length;
const COMMON_COUNT = COMMON_FEATURES.length;

/** Points before the goal whose control is a feature: x and y, meters, in the frame of the attack. */
const WIDE = [30, -22, 30, 0, 30, 22];
const BOX = [39, -12, 39, 0, 39, 12];
const GOAL = [46, -7, 47, 0, 46, 7];

/** Motion of a defender towards the way of a shot: reach, and cycles and speed of its run, meters per cycle; those of expected goals. */
const DEFENDER_REACH = 1;
const GOALIE_REACH = 1.6;
const DEFENDER_DELAY = 3;
const DEFENDER_SPEED = 0.4;
/** Points of the goal line between the posts at which a shot is aimed. */
const AIM_COUNT = 7;

const clip = (value: number, most: number): number => (value < -most ? -most : value > most ? most : value);

/** The kind of restart that a play mode announces, and the side that takes it; undefined in open play. */
export function restartOf(
  mode: PlayMode,
): { kind: 'kickoff' | 'goalKick' | 'restart' | 'corner' | 'penalty'; side: Side } | undefined {
  const side = playModeSide(mode);
  if (side === 'n') return undefined;
  if (mode.startsWith('kick_off')) return { kind: 'kickoff', side };
  if (mode.startsWith('goal_kick')) return { kind: 'goalKick', side };
  if (mode.startsWith('corner')) return { kind: 'corner', side };
  if (mode.startsWith('penalty')) return { kind: 'penalty', side };
  if (/^(kick_in|free_kick_[lr]|indirect)/.test(mode)) return { kind: 'restart', side };
  // Scorers and offenders: the other side continues.
  return { kind: mode.startsWith('goal_') ? 'kickoff' : 'restart', side: oppositeSide(side) };
}

/** Writes the features of frames. The functions allocate nothing per player. */
export interface FeatureWriter {
  /**
   * Writes the features of a state as a side sees them, in the order of {@link FEATURE_NAMES}.
   *
   * @param out Receives {@link FEATURE_COUNT} values.
   */
  write(frame: Frame, side: Side, out: Float64Array): void;
  /** Writes the features as the left side and as the right side see them. */
  writeBoth(frame: Frame, left: Float64Array, right: Float64Array): void;
}

/**
 * Returns a writer of features for the matches with these parameters and types.
 *
 * @throws {RangeError} if there are no types
 */
export function createFeatureWriter(params: MotionParams, types: readonly PlayerType[]): FeatureWriter {
  const state = new StateReader(params, types);
  return {
    write(frame, side, out) {
      state.load(frame);
      state.arrange(side, out);
    },
    writeBoth(frame, left, right) {
      state.load(frame);
      state.arrange('l', left);
      state.arrange('r', right);
    },
  };
}

/** What both sides see of a frame. */
class StateReader {
  readonly #params: MotionParams;
  readonly #runs: Runs;
  readonly #xs = new Float64Array(MAX_BALL_CYCLES + 1);
  readonly #ys = new Float64Array(MAX_BALL_CYCLES + 1);
  readonly #times = new Float64Array(PLAYER_COUNT);
  readonly #left = new Float64Array(SIDE_COUNT);
  readonly #right = new Float64Array(SIDE_COUNT);
  readonly #common = new Float64Array(COMMON_COUNT);

  constructor(params: MotionParams, types: readonly PlayerType[]) {
    this.#params = params;
    this.#runs = new Runs(params, types);
  }

  /** Puts the parts of a loaded frame into the order of a side. */
  arrange(side: Side, out: Float64Array): void {
    out.set(this.#common, 0);
    out.set(side === 'l' ? this.#left : this.#right, COMMON_COUNT);
    out.set(side === 'l' ? this.#right : this.#left, COMMON_COUNT + SIDE_COUNT);
  }

  load(frame: Frame): void {
    this.#runs.load(frame);
    rollBall(frame, this.#params.ball_decay, this.#xs, this.#ys);
    const restart = restartOf(frame.playMode);
    const left = this.#firstTime(0, restart?.side === 'r');
    const right = this.#firstTime(TEAM_SIZE, restart?.side === 'l');
    this.#common[0] = Math.abs(frame.ballY) / 34;
    this.#common[1] = sqrt(frame.ballVx * frame.ballVx + frame.ballVy * frame.ballVy) / 3;
    this.#loadSide(frame, 'l', left, right, this.#left);
    this.#loadSide(frame, 'r', right, left, this.#right);
  }

  /** Cycles until the first player of a side has the ball; a side that must not touch it, because the other one restarts, has no time. */
  #firstTime(begin: number, isBanned: boolean): number {
    let first = MAX_BALL_CYCLES + 1;
    if (isBanned) return first;
    for (let i = begin; i < begin + TEAM_SIZE; i++) {
      if (this.#runs.present[i] === 0) continue;
      const time = this.#runs.cyclesToBall(i, this.#xs, this.#ys, first - 1);
      if (time < first) first = time;
    }
    return first;
  }

  #loadSide(frame: Frame, side: Side, own: number, other: number, out: Float64Array): void {
    const sign = sideSign(side);
    // The side has the ball at this place, if it is not lost before.
    const cycle = Math.min(own, MAX_BALL_CYCLES);
    const x = clip(sign * (this.#xs[cycle] as number), PITCH_HALF_LENGTH);
    const y = sign * (this.#ys[cycle] as number);
    const toGoal = PITCH_HALF_LENGTH - x;
    const half = this.#params.goal_width / 2;
    const angle = Math.abs(atan2(half - y, Math.max(0.1, toGoal)) - atan2(-half - y, Math.max(0.1, toGoal)));
    const lead = clip((other - own) / 4, 8);
    out[0] = 1 / (1 + exp(-lead * 2));
    out[1] = lead / (1 + Math.abs(lead));
    out[2] = x / PITCH_HALF_LENGTH;
    out[3] = sign * frame.ballVx;
    out[4] = Math.min(60, sqrt(toGoal * toGoal + y * y)) / 30;
    out[5] = angle;
    out[6] = this.#openness(frame, side, x, y);
    this.#loadPlayers(frame, side, x, y, cycle, out);
    out[13] = this.#control(side, WIDE);
    out[14] = this.#control(side, BOX);
    out[15] = this.#control(side, GOAL);
    const restart = restartOf(frame.playMode);
    const mine = restart?.side === side ? restart.kind : undefined;
    out[19] = mine === 'kickoff' ? 1 : 0;
    out[20] = mine === 'goalKick' ? 1 : 0;
    out[21] = mine === 'restart' ? 1 : 0;
    out[22] = mine === 'corner' ? 1 : 0;
    out[23] = mine === 'penalty' ? 1 : 0;
  }

  /** Where the players are, from the place at which the side has the ball. */
  #loadPlayers(frame: Frame, side: Side, x: number, y: number, cycle: number, out: Float64Array): void {
    const sign = sideSign(side);
    let goalieDistance = 30;
    let goalieDepth = 15;
    let pressure = 10;
    let ahead = 0;
    let near = 0;
    let attackers = 0;
    // The second-last defender is the line of the offside rule; the goalie is one of the two as a rule.
    let last = -PITCH_HALF_LENGTH;
    let secondLast = -PITCH_HALF_LENGTH;
    let stamina = 0;
    let players = 0;
    for (let i = 0; i < PLAYER_COUNT; i++) {
      if (this.#runs.present[i] === 0) continue;
      const p = frame.players[i] as FramePlayer;
      const px = sign * p.x;
      const py = sign * p.y;
      if (p.side === side) {
        players += 1;
        stamina += p.effort > 0 && p.stamina >= 0 ? p.stamina / this.#params.stamina_max : 1;
        if (px > x && px > 0) attackers += 1;
        continue;
      }
      const distance = sqrt((px - x) * (px - x) + (py - y) * (py - y));
      if (px > last) {
        secondLast = last;
        last = px;
      } else if (px > secondLast) secondLast = px;
      if ((p.state & PlayerState.GOALIE) !== 0) {
        goalieDistance = Math.min(30, distance);
        goalieDepth = Math.min(15, PITCH_HALF_LENGTH - px);
        continue;
      }
      // An opponent comes nearer until the side has the ball.
      pressure = Math.min(pressure, Math.max(0, distance - 0.5 * cycle));
      if (px > x - 1) ahead += 1;
      if (distance < 12) near += 1;
    }
    out[7] = goalieDistance / 30;
    out[8] = goalieDepth / 15;
    out[9] = pressure / 10;
    out[10] = ahead / 10;
    out[11] = near / 5;
    out[12] = attackers / 5;
    out[16] = secondLast / PITCH_HALF_LENGTH;
    out[17] = players === 0 ? 1 : stamina / players;
    out[18] = players / TEAM_SIZE;
  }

  /** Mean over points between the posts of the chance that a shot from a place passes the defenders. */
  #openness(frame: Frame, side: Side, x: number, y: number): number {
    if (x < 5) return 0;
    const half = this.#params.goal_width / 2 - 0.3;
    let sum = 0;
    for (let k = 0; k < AIM_COUNT; k++) {
      const margin = this.#margin(frame, side, x, y, -half + (2 * half * k) / (AIM_COUNT - 1));
      sum += 1 / (1 + exp(-2 * margin));
    }
    return sum / AIM_COUNT;
  }

  /** Smallest distance of a defender from a shot on its way, less reach and run, meters, -4 to 4. */
  #margin(frame: Frame, side: Side, x: number, y: number, aim: number): number {
    const sign = sideSign(side);
    const speed = 0.9 * this.#params.ball_speed_max;
    const wx = PITCH_HALF_LENGTH - x;
    const wy = aim - y;
    const way = sqrt(wx * wx + wy * wy) || 1;
    const ux = wx / way;
    const uy = wy / way;
    const decay = this.#params.ball_decay;
    let margin = 4;
    for (let i = side === 'l' ? TEAM_SIZE : 0, end = i + TEAM_SIZE; i < end; i++) {
      if (this.#runs.present[i] === 0) continue;
      const p = frame.players[i] as FramePlayer;
      const px = sign * p.x - x;
      const py = sign * p.y - y;
      const along = px * ux + py * uy;
      if (along <= 0 || along > way + 1) continue;
      const off = Math.abs(px * uy - py * ux);
      // Cycles until the ball is beside the defender, without the logarithm: its speed falls from cycle to cycle.
      let cycles = 0;
      for (let s = 0, v = speed; s < along && cycles < 40; cycles++) {
        s += v;
        v *= decay;
      }
      const reach = (p.state & PlayerState.GOALIE) !== 0 ? GOALIE_REACH : DEFENDER_REACH;
      margin = Math.min(margin, off - reach - DEFENDER_SPEED * Math.max(0, cycles - DEFENDER_DELAY));
    }
    return Math.max(-4, margin);
  }

  /** Mean control of a side at points in its frame. */
  #control(side: Side, points: readonly number[]): number {
    const sign = sideSign(side);
    let sum = 0;
    for (let k = 0; k < points.length; k += 2) {
      const left = controlOfRuns(
        this.#runs,
        sign * (points[k] as number),
        sign * (points[k + 1] as number),
        this.#times,
      );
      sum += side === 'l' ? left : 1 - left;
    }
    return (2 * sum) / points.length;
  }
}
