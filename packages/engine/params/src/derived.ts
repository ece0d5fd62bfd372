/** Values derived from the parameters (spec 01 §2.3, §2.5, spec 06 §7.1). */
import type { ServerParams } from './server-params.js';

/**
 * Returns the distance from a default player's center at which the ball is kickable, m: `player_size +
 * kickable_margin + ball_size` (spec 01 §2.5).
 */
export function computeKickableArea(
  p: Pick<ServerParams, 'player_size' | 'kickable_margin' | 'ball_size'>,
): number {
  return p.kickable_margin + p.ball_size + p.player_size;
}

/** Returns `control_radius - player_size`, m (spec 01 §2.5). */
export function computeControlRadiusWidth(p: Pick<ServerParams, 'control_radius' | 'player_size'>): number {
  return p.control_radius - p.player_size;
}

/**
 * Converts `seconds` of simulated time to cycles of `simulatorStep` ms: trunc(seconds * (1000 / step) + 0.5), so -1
 * s gives -9 (spec 01 §2.3). `simulatorStep` is the unmultiplied `simulator_step`; `slow_down_factor` does not
 * change the result.
 */
export function convertSecondsToCycles(seconds: number, simulatorStep: number): number {
  const scale = 1000 / simulatorStep;
  return Math.trunc(seconds * scale + 0.5) + 0;
}

/** Returns the cycles of one normal half (spec 06 §7.1). If the result is not positive, the time referee never ends a half. */
export function computeHalfTimeCycles(p: Pick<ServerParams, 'half_time' | 'simulator_step'>): number {
  return convertSecondsToCycles(p.half_time, p.simulator_step);
}

/** Returns the cycles of one extra half (spec 06 §7.1). */
export function computeExtraHalfTimeCycles(
  p: Pick<ServerParams, 'extra_half_time' | 'simulator_step'>,
): number {
  return convertSecondsToCycles(p.extra_half_time, p.simulator_step);
}

/** Returns the cycles of all normal halves together: N in spec 06 §7.1. */
export function computeNormalTimeCycles(
  p: Pick<ServerParams, 'half_time' | 'simulator_step' | 'nr_normal_halfs'>,
): number {
  return computeHalfTimeCycles(p) * p.nr_normal_halfs;
}

/** Returns the cycles of all normal and extra halves together: M in spec 06 §7.1. */
export function computeFullTimeCycles(
  p: Pick<
    ServerParams,
    'half_time' | 'extra_half_time' | 'simulator_step' | 'nr_normal_halfs' | 'nr_extra_halfs'
  >,
): number {
  return computeNormalTimeCycles(p) + computeExtraHalfTimeCycles(p) * p.nr_extra_halfs;
}

/** The six intervals that `slow_down_factor` multiplies, and `recv_step`, which it does not multiply; all in ms (spec 01 §2.3). */
export interface Steps {
  /** Length of a cycle. */
  readonly simulatorStep: number;
  /** Base interval of see messages. */
  readonly sendStep: number;
  /** Interval at which commands are received. */
  readonly recvStep: number;
  /** Interval of sense_body messages. */
  readonly senseBodyStep: number;
  /** Interval of global views. */
  readonly sendViStep: number;
  /** Time of `(think)` in a cycle in synchronous mode. */
  readonly synchOffset: number;
  /** Time of see messages in a cycle for players in synch_see mode. */
  readonly synchSeeOffset: number;
  /** Least common multiple of the steps: the common period of all timers. */
  readonly lcmStep: number;
}

function gcd(a: number, b: number): number {
  let x = Math.abs(a);
  let y = Math.abs(b);
  while (y !== 0) {
    const rest = x % y;
    x = y;
    y = rest;
  }
  return x;
}

function lcm(a: number, b: number): number {
  const divisor = gcd(a, b);
  return divisor === 0 ? 0 : Math.abs((a / divisor) * b);
}

/** Returns the steps that the clock uses: multiplied by `slow_down_factor`, with their least common multiple (spec 01 §2.5). */
export function computeEffectiveSteps(p: ServerParams): Steps {
  const f = p.slow_down_factor;
  const simulatorStep = p.simulator_step * f;
  const sendStep = p.send_step * f;
  const senseBodyStep = p.sense_body_step * f;
  const sendViStep = p.send_vi_step * f;
  const synchOffset = p.synch_offset * f;
  const synchSeeOffset = p.synch_see_offset * f;
  const parts = [
    simulatorStep,
    sendStep,
    p.recv_step,
    senseBodyStep,
    sendViStep,
    Math.max(synchSeeOffset, 1),
    p.synch_mode ? synchOffset : 1,
  ];
  const lcmStep = parts.reduce(lcm);
  return {
    simulatorStep,
    sendStep,
    recvStep: p.recv_step,
    senseBodyStep,
    sendViStep,
    synchOffset,
    synchSeeOffset,
    lcmStep,
  };
}

/** Returns the least common multiple of all steps, ms (spec 01 §2.5); 300 with the defaults. */
export function computeLcmStep(p: ServerParams): number {
  return computeEffectiveSteps(p).lcmStep;
}

/** Returns the longest text of a player's say, bytes; a negative parameter means no limit (spec 01 §2.4). */
export function computeSayLimit(p: Pick<ServerParams, 'say_msg_size'>): number {
  return p.say_msg_size < 0 ? Infinity : p.say_msg_size;
}

/** Returns the cycles from readiness to the automatic kickoff. A negative parameter counts as 0 (spec 01 §2.4). */
export function computeKickOffWaitCycles(p: Pick<ServerParams, 'kick_off_wait'>): number {
  return Math.max(p.kick_off_wait, 0);
}

/** Returns the cycles to wait for all players before the automatic kickoff. A negative parameter counts as 0 (spec 01 §2.4). */
export function computeConnectWaitCycles(p: Pick<ServerParams, 'connect_wait'>): number {
  return Math.max(p.connect_wait, 0);
}
