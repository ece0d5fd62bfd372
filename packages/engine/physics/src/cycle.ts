/**
 * Start and end of a cycle for a player: which commands are still free, and which counters run (spec 05 §5.3, §9.4).
 *
 * Commands are executed when they arrive, not in the step; the budget of a cycle makes sure that only the first body command counts. The
 * start of a step applies the stored dashes, then frees the commands of all slots.
 *
 * Invariant: state bits of a cycle (kicked, tackled, caught …) are cleared only after monitors and game log have copied them.
 *
 * Surprising: all 22 slots are reset, also those without a client.
 */
import { type Player, PlayerState, type World } from '@rcss/core';
import type { RandomStream } from '@rcss/core/random';
import type { MatchParams } from '@rcss/params';
import { applyDash } from './dash.js';

const LASTING_BITS =
  PlayerState.STAND |
  PlayerState.GOALIE |
  PlayerState.DISCARD |
  PlayerState.YELLOW_CARD |
  PlayerState.RED_CARD;
const TACKLE_BITS = PlayerState.TACKLE | PlayerState.TACKLE_FAULT;

/** Allows the commands of a new cycle and decreases the counters that block them (spec 05 §9.4). */
export function resetCommands(player: Player): void {
  if (player.kickedCount >= 0) player.kickedCount -= 1;
  player.dashedCount = player.dashedCount > 0 ? 0 : -1;
  if (player.tackleIdle > 0) player.tackleIdle -= 1;
  if (player.foulCharged > 0) player.foulCharged -= 1;
  if (player.kickedCount <= 0 && player.tackleIdle === 0 && player.foulCharged === 0) player.bodyUsed = false;
  player.neckUsed = false;
  player.leftLegUsed = false;
  player.rightLegUsed = false;
  player.leftLegDash = false;
  player.leftLegPower = 0;
  player.leftLegDir = 0;
  player.rightLegDash = false;
  player.rightLegPower = 0;
  player.rightLegDir = 0;
}

/** First stage of a step, for all 22 slots, also empty ones: dash, reset of the cycle, arm (spec 05 §5.3 point 1). */
export function applyDashes(world: World, params: MatchParams, rng: RandomStream): void {
  const players = world.players;
  for (let i = 0; i < players.length; i++) {
    const player = players[i] as Player;
    applyDash(params, rng, player);
    resetCommands(player);
    player.armAge += 1;
  }
}

/** Updates hearing capacity and catch ban of enabled players, once a step after the stamina, in every play mode (spec 05 §19). */
export function updateCounters(world: World, params: MatchParams): void {
  const { hear_inc: inc, hear_max: most } = params.server;
  const players = world.players;
  for (let i = 0; i < players.length; i++) {
    const player = players[i] as Player;
    if (!player.enabled) continue;
    player.hearOwn = player.hearOwn + inc > most ? most : player.hearOwn + inc;
    player.hearOpponents = player.hearOpponents + inc > most ? most : player.hearOpponents + inc;
    if (player.catchBan > 0) player.catchBan -= 1;
  }
}

/** Clears the state bits of the cycle. Call it after the output to monitors and game log (spec 05 §4.3). */
export function clearCycleStates(world: World): void {
  const players = world.players;
  for (let i = 0; i < players.length; i++) {
    const player = players[i] as Player;
    let kept: number = LASTING_BITS;
    if (player.tackleIdle > 0) kept |= TACKLE_BITS;
    if (player.foulCharged > 0) kept |= PlayerState.FOUL_CHARGED;
    player.state &= kept;
  }
}
