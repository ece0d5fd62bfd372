import {
  err,
  ok,
  type Player,
  playerOf,
  type RemovalReason,
  type Result,
  type Side,
  teamOf,
} from '@rcss/core';
import { isCoachVersion, isPlayerVersion } from '@rcss/core/versions';
import { enterField, leaveField, refuseEntry, returnToField } from '@rcss/physics/players';
import type { Match } from './match.js';
import type { PlayerInit } from './recorded-input.js';
import { countNewPlayer } from './substitution.js';

function claimSide(match: Match, name: string): Side | undefined {
  const { left, right } = match.world;
  for (const team of [left, right]) {
    if (team.name === '') {
      // The name is set even if the player is refused later (spec 03 §2.3).
      team.name = name;
      return team.side;
    }
    if (team.name === name) return team.side;
  }
  return undefined;
}

/**
 * Connects a new player and returns it (spec 03 §2.3). The error is the text of the reply, for example
 * `no_more_team`. Even if the player is refused, its side may have taken the team name.
 */
export function connectPlayer(match: Match, entry: PlayerInit): Result<Player, string> {
  match.record?.({ do: 'connect_player', entry });
  const { world, params } = match;
  const { fixed_teamname_l: fixedLeft, fixed_teamname_r: fixedRight } = params.server;
  if ((fixedLeft !== '' && entry.team === fixedLeft) || (fixedRight !== '' && entry.team === fixedRight)) {
    return err('conflict_with_fixed_teamname');
  }
  const side = claimSide(match, entry.team);
  if (side === undefined) {
    writeWarning(match, `Warning:Too many teams. [teamname = '${entry.team}']`);
    return err('no_more_team');
  }
  const team = teamOf(world, side);
  const full = team.playerCount >= 11;
  const secondGoalie =
    entry.goalie && world.players.some((player) => player.side === side && player.assigned && player.goalie);
  if (full || secondGoalie || !isPlayerVersion(entry.version, params.server.experimental_height)) {
    if (full) writeWarning(match, 'Warning:Too many players.');
    else if (secondGoalie) writeWarning(match, 'Warning:Too many goalies.');
    else refuseEntry(playerOf(world, side, team.playerCount + 1) as Player);
    return err('no_more_player_or_goalie_or_illegal_client_version');
  }
  team.playerCount += 1;
  const player = playerOf(world, side, team.playerCount) as Player;
  player.version = entry.version;
  enterField(params, player, entry.goalie);
  countNewPlayer(match, player);
  return ok(player);
}

function writeWarning(match: Match, text: string): void {
  if (match.params.server.verbose) match.listener({ type: 'console', text, error: true });
}

/**
 * Reconnects a player and returns it (spec 03 §3). The error is the text of the reply. If the player is still
 * connected, the new client replaces the old one.
 */
export function reconnectPlayer(match: Match, teamName: string, unum: number): Result<Player, string> {
  match.record?.({ do: 'reconnect_player', team: teamName, unum });
  const { world } = match;
  if (world.playMode === 'play_on') return err('cannot_reconnect_while_playon');
  const team = [world.left, world.right].find((t) => t.name !== '' && t.name === teamName);
  const player = team === undefined ? undefined : playerOf(world, team.side, unum);
  // A number that never connected is refused; the reference server would create a nameless player (decision 0004).
  if (player === undefined || !player.assigned) return err('no_such_team_or_player');
  if (player.cards >= 2) return err('red_carded_player');
  returnToField(player);
  return ok(player);
}

/** Removes a player because its client disconnected or the application disconnected it (spec 05 §20.5). */
export function removePlayer(match: Match, index: number, reason: Exclude<RemovalReason, 'red_card'>): void {
  match.record?.({ do: 'remove_player', index, reason });
  takeOffField(match, index, reason);
}

/** Moves a player from the field to the bench and stops it; the slot stays reserved. */
export function takeOffField(match: Match, index: number, reason: RemovalReason): void {
  const player = match.world.players[index];
  if (player === undefined || !player.enabled) return;
  leaveField(match.world, player);
  match.listener({ type: 'player_removed', player: index, reason });
}

/** Connects an online coach and returns its side (spec 07 §4, from point 5 on). The error is the text of the reply. */
export function connectCoach(
  match: Match,
  entry: { readonly team: string; readonly name: string; readonly version: number },
): Result<Side, string> {
  match.record?.({ do: 'connect_coach', ...entry });
  const { world } = match;
  const team = [world.left, world.right].find((t) => t.name !== '' && t.name === entry.team);
  if (team === undefined) return err('no_such_team');
  const coach = match.coaches[team.side];
  if (coach.connected) return err('already_have_coach');
  if (coach.used) return err('connection_failed');
  if (!isCoachVersion(entry.version, match.params.server.experimental_height))
    return err('illegal_client_version');
  coach.connected = true;
  coach.used = true;
  coach.version = entry.version;
  coach.eye = false;
  team.coachName = entry.name;
  return ok(team.side);
}

/** Disconnects the online coach of a side; no other coach may connect for it. */
export function disconnectCoach(match: Match, side: Side): void {
  match.record?.({ do: 'disconnect_coach', side });
  match.coaches[side].connected = false;
}

/**
 * Makes the place of an online coach free, as if no coach had connected. Applications that continue a recorded
 * match need it: the recorded coaches are gone, and new ones must be able to connect.
 */
export function releaseCoach(match: Match, side: Side): void {
  match.record?.({ do: 'release_coach', side });
  match.coaches[side].connected = false;
  match.coaches[side].used = false;
}

/** Connects the trainer. The application must check before that coach mode is on and the place is free (spec 07 §3). */
export function connectTrainer(match: Match, version: number): void {
  match.record?.({ do: 'connect_trainer', version });
  match.trainer.connected = true;
  match.trainer.version = version;
}

/** Disconnects the trainer; a trainer may connect again. */
export function disconnectTrainer(match: Match): void {
  match.record?.({ do: 'disconnect_trainer' });
  match.trainer.connected = false;
}

/** Returns the name of a side as reported to its opponents: the fixed name if one is configured (spec 03 §10.2). */
export function nameForOpponents(match: Match, side: Side): string {
  const fixed = side === 'l' ? match.params.server.fixed_teamname_l : match.params.server.fixed_teamname_r;
  const real = teamOf(match.world, side).name;
  return fixed !== '' && real !== '' ? fixed : real;
}
