/**
 * Stamina after a step: three numbers that wear out at different speeds (spec 05 §18).
 *
 * Stamina pays for dashes. If it falls below thresholds, effort (strength of dashes) and recovery (how fast stamina returns) decrease;
 * effort comes back, recovery not within a half. Everything that recovers is taken from the capacity, which refills at the kick-off of
 * normal halves and before extra time.
 *
 * Order: recovery and effort are judged with the stamina after the dashes, then stamina recovers, then the capacity pays.
 *
 * Surprising: it runs in every play mode, so waiting players recover also while play is stopped. A player without stamina can still dash
 * with the extra stamina of its type.
 */
import type { Player, World } from '@rcss/core';
import type { MatchParams } from '@rcss/params';
import { playerTypeOf } from './body.js';

/** Recovery never exceeds this; full recovery sets it, whatever `recover_init` says (spec 05 §18.3, §23 Q17). */
const MAX_RECOVERY = 1.0;

/** Updates stamina, effort, recovery and capacity of one player after a step (spec 05 §18.2). */
export function updatePlayerStamina(params: MatchParams, player: Player): void {
  const server = params.server;
  const type = playerTypeOf(params, player);
  const most = server.stamina_max;
  if (player.stamina <= server.recover_dec_thr * most) {
    if (player.recovery > server.recover_min) player.recovery -= server.recover_dec;
    if (player.recovery < server.recover_min) player.recovery = server.recover_min;
  }
  if (player.stamina <= server.effort_dec_thr * most) {
    if (player.effort > type.effort_min) player.effort -= server.effort_dec;
    if (player.effort < type.effort_min) player.effort = type.effort_min;
  }
  if (player.stamina >= server.effort_inc_thr * most && player.effort < type.effort_max) {
    player.effort += server.effort_inc;
    if (player.effort > type.effort_max) player.effort = type.effort_max;
  }
  let gain = player.recovery * type.stamina_inc_max;
  if (most - player.stamina < gain) gain = most - player.stamina;
  const limited = server.stamina_capacity >= 0;
  if (limited && player.staminaCapacity < gain) gain = player.staminaCapacity;
  player.stamina += gain;
  if (player.stamina > most) player.stamina = most;
  if (limited) {
    const left = player.staminaCapacity - gain;
    player.staminaCapacity = left > 0 ? left : 0;
  }
}

/** Updates the stamina of all enabled players, once a step in every play mode (spec 05 §5.3 point 4, spec 05 §18.2). */
export function updateStamina(world: World, params: MatchParams): void {
  const players = world.players;
  for (let i = 0; i < players.length; i++) {
    const player = players[i] as Player;
    if (player.enabled) updatePlayerStamina(params, player);
  }
}

/** Recovers one player fully: stamina, recovery, effort, capacity, hearing (spec 05 §18.3). */
export function recoverPlayer(params: MatchParams, player: Player): void {
  const server = params.server;
  player.stamina = server.stamina_max;
  player.recovery = MAX_RECOVERY;
  player.effort = playerTypeOf(params, player).effort_max;
  player.staminaCapacity = server.stamina_capacity;
  player.hearOwn = server.hear_max;
  player.hearOpponents = server.hear_max;
}

/** Recovers all enabled players fully, at the kick-off of normal halves and by the trainer's `recover` (spec 05 §18.3). */
export function recoverPlayers(world: World, params: MatchParams): void {
  for (const player of world.players) if (player.enabled) recoverPlayer(params, player);
}

/** Resets only the stamina capacity of enabled players, at the beginning of the first extra half (spec 05 §18.3). */
export function refillStaminaCapacity(world: World, params: MatchParams): void {
  for (const player of world.players) {
    if (player.enabled) player.staminaCapacity = params.server.stamina_capacity;
  }
}
