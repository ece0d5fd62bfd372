import { type Player, PlayerState, viewAngle, type World } from '@rcss/core';
import { PI } from '@rcss/core/math';
import { BENCH_Y, benchX } from '@rcss/core/pitch';
import { playerFeatures } from '@rcss/core/versions';
import type { MatchParams } from '@rcss/params';
import { playerTypeOf } from './body.js';
import { recoverPlayer } from './stamina.js';
import { switchToSynchSee } from './view.js';

function kickNoiseFactor(params: MatchParams, player: Player): number {
  const server = params.server;
  if (!server.team_actuator_noise) return 1;
  return player.side === 'l' ? server.kick_rand_factor_l : server.kick_rand_factor_r;
}

function moveNoiseFactor(params: MatchParams, player: Player): number {
  const server = params.server;
  if (!server.team_actuator_noise) return 1;
  return player.side === 'l' ? server.prand_factor_l : server.prand_factor_r;
}

/** Sets the values of all slots that come from parameters. Call it once at the start of a match (spec 05 §4.2). */
export function initializePlayers(world: World, params: MatchParams): void {
  for (const player of world.players) {
    recoverPlayer(params, player);
    player.noiseRate = params.server.player_rand;
    player.kickNoiseRate = playerTypeOf(params, player).kick_rand * kickNoiseFactor(params, player);
    player.viewAngle = viewAngle(player.viewWidth, player.synchSee, params.server.visible_angle);
    player.armAge = params.server.point_to_duration;
  }
}

/**
 * Connects a client to the slot (spec 05 §4.2, spec 03 §2.6). Set `version` before. Position, velocity and target
 * angle stay, because a trainer may have moved the slot. A player of the right team therefore faces pi only until
 * the first step, which sets its body direction to the target angle (spec 05 §23 Q1).
 */
export function enterField(params: MatchParams, player: Player, goalie: boolean): void {
  player.enabled = true;
  player.assigned = true;
  player.goalie = goalie;
  player.state = PlayerState.STAND | (goalie ? PlayerState.GOALIE : 0);
  player.body = player.side === 'l' ? 0 : PI;
  player.noiseRate = params.server.player_rand * moveNoiseFactor(params, player);
  // The factor was already applied once at the creation of the slot. Until a type change, the rate contains its
  // square (spec 05 §23 Q20).
  player.kickNoiseRate *= kickNoiseFactor(params, player);
  if (playerFeatures(player.version).synchSeeDefault) switchToSynchSee(params, player);
}

/**
 * Changes the slot for which a client was refused, as the reference server does. A slot of the right team then
 * faces pi. No step changes this direction until a player takes the slot (spec 05 §23 Q1).
 */
export function refuseEntry(player: Player): void {
  if (player.side === 'r') player.body = PI;
}

/** Moves a player to its bench position beside the pitch, at rest (spec 05 §2.5). */
function moveToBench(player: Player): void {
  player.pos.x = benchX(player.side, player.unum);
  player.pos.y = BENCH_Y;
  player.vel.x = 0;
  player.vel.y = 0;
  player.accel.x = 0;
  player.accel.y = 0;
}

/** Removes a player from the field: bye, loss of connection, discard, red card (spec 05 §20.5). Type, stamina and cards stay. */
export function leaveField(world: World, player: Player): void {
  if (world.catcher === player.index) world.catcher = -1;
  player.enabled = false;
  player.state &= PlayerState.YELLOW_CARD | PlayerState.RED_CARD;
  moveToBench(player);
}

/**
 * Reconnects a client to its slot (spec 05 §20.5, spec 03 §3). The player is at the bench and keeps everything except
 * hearing and attention. The simulator checks before whether the client may reconnect.
 */
export function returnToField(player: Player): void {
  if (!player.enabled) {
    // A dash that was pending when the player left must not move it now.
    player.accel.x = 0;
    player.accel.y = 0;
  }
  player.enabled = true;
  player.state = PlayerState.STAND | (player.goalie ? PlayerState.GOALIE : 0);
  player.earLeftComplete = true;
  player.earLeftPartial = false;
  player.earRightComplete = true;
  player.earRightPartial = false;
  player.attention = -1;
  player.focusCount = 0;
  player.seeCounter = 0;
}

/** Sets the type of a player, recovers it fully and clears its cards; place, view, counters and idle times stay (spec 05b §4.3). */
export function setPlayerType(params: MatchParams, player: Player, typeId: number): void {
  player.typeId = typeId;
  player.typeExplicit = true;
  player.kickNoiseRate = playerTypeOf(params, player).kick_rand * kickNoiseFactor(params, player);
  recoverPlayer(params, player);
  player.state &= PlayerState.STAND | PlayerState.GOALIE | PlayerState.DISCARD;
  player.cards = 0;
}

/** Makes a player the goalie by order of a coach (spec 05 §20.5, spec 05b §4.4). */
export function appointGoalie(player: Player): void {
  player.goalie = true;
  player.goalieAppointed = true;
  player.state = PlayerState.STAND | PlayerState.GOALIE;
}
