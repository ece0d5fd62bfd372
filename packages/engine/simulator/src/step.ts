/**
 * One step of the simulation, as a table of contents (spec 05 §5.3, spec 02 §3.2).
 *
 * Order: dashes become acceleration; due messages of coaches are delivered, still with the old time; bodies move, the clock advances, the
 * rules judge; stamina and counters; then `show`, in which monitors and logs copy the state; at last the state bits of the cycle are
 * cleared.
 *
 * Invariant: the clock that counts is that of the play mode at the beginning of the step. In a stopped match the stoppage time counts
 * instead of the time; if the rules leave the stopped mode, the time advances at once.
 *
 * Surprising: commands are not executed here. They act when they arrive, and the step only moves what they have prepared.
 */
import { playModeClock } from '@rcss/core';
import { applyDashes, clearCycleStates, moveBodies, updatePlayers } from '@rcss/physics';
import { evaluateRules } from '@rcss/referee';
import { deliverCoachMessages, raiseFreeformLimits } from './coach-message-queue.js';
import { digest } from './digest/digest.js';
import type { Match } from './match.js';

/**
 * Runs one step of the simulation (spec 05 §5.3, spec 02 §3.2). `show` is called after motion and rules and
 * before the momentary states are cleared; monitors and logs copy the state there.
 */
export function step(match: Match, show?: (match: Match) => void): void {
  const { world, params, random: chance } = match;
  match.steps += 1;
  applyDashes(world, params, chance.physics);
  deliverCoachMessages(match);
  advance(match);
  updatePlayers(world, params);
  raiseFreeformLimits(match);
  show?.(match);
  clearCycleStates(world);
  if (match.record !== null) {
    // Only the start delay of keepaway uses the wall time (spec 06 §15).
    const wall = params.server.keepaway ? { wall: match.wallSeconds } : {};
    match.record({ do: 'step', digest: digest(match), ...wall });
  }
}

/** Runs motion, clock and rules by the play mode at the beginning of the step (spec 06 §4.1). */
function advance(match: Match): void {
  const { world, random: chance } = match;
  const modeBefore = world.playMode;
  const clock = playModeClock(modeBefore);
  moveBodies(match.physics, chance.physics);
  if (clock === 'running') {
    world.time += 1;
    world.stoppageTime = 0;
  } else {
    world.stoppageTime += 1;
  }
  if (clock !== 'over') evaluateRules(match.referee);
  if (clock === 'stopped' && world.playMode !== modeBefore) {
    world.time += 1;
    world.stoppageTime = 0;
  }
}
