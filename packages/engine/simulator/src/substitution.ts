/**
 * Changes of player types by coaches and trainer, and the automatic types at the first kickoff (spec 07 §8, §9).
 *
 * The checks have an order that replies depend on: who may, which player, which type, how many of this type are on the field, how many
 * substitutions are left. A coach and the trainer differ in these checks only.
 *
 * Surprising: the opponents are informed without the type. Before the kickoff substitutions are free. At the first kickoff, all but one
 * player of the default type get another one, the goalie first.
 */
import { type Player, type Side, teamOf } from '@rcss/core';
import type { MatchParams } from '@rcss/params';
import { setPlayerType } from '@rcss/physics/players';
import type { Match } from './match.js';
import type { SubstitutionState } from './match-state.js';

/** Index of the pseudo type of players that were never substituted, after the real types (spec 07 §9.1). */
function unassignedSlot(params: MatchParams): number {
  return params.types.length;
}

export function createSubstitutionState(params: MatchParams): SubstitutionState {
  const size = params.types.length + 1;
  return {
    substitutions: 0,
    onField: new Array<number>(size).fill(0),
    used: new Array<number>(size).fill(0),
  };
}

function typeSlot(match: Match, player: Player): number {
  return player.typeExplicit ? player.typeId : unassignedSlot(match.params);
}

/** Counts a newly accepted player as unassigned (spec 07 §9.1). */
export function countNewPlayer(match: Match, player: Player): void {
  const state = match.substitutions[player.side];
  const slot = unassignedSlot(match.params);
  state.onField[slot] = (state.onField[slot] ?? 0) + 1;
  state.used[slot] = (state.used[slot] ?? 0) + 1;
}

/**
 * Gives a player a type: updates counters, applies the physical effects and emits the event for all clients
 * (spec 07 §9.3). After the first kickoff it counts as a substitution, unless the assignment is automatic.
 */
export function changePlayerType(match: Match, player: Player, typeId: number, automatic = false): void {
  const state = match.substitutions[player.side];
  const old = typeSlot(match, player);
  // If the counter of the old type is 0, the change is announced but not made (spec 05b §4.2).
  if ((state.onField[old] ?? 0) > 0 || automatic) {
    if (!automatic) {
      state.onField[old] = (state.onField[old] ?? 0) - 1;
      state.onField[typeId] = (state.onField[typeId] ?? 0) + 1;
      if (match.world.time > 0) {
        state.substitutions += 1;
        state.used[typeId] = (state.used[typeId] ?? 0) + 1;
      }
    }
    setPlayerType(match.params, player, typeId);
  }
  match.listener({ type: 'change_player_type', side: player.side, unum: player.unum, typeId });
}

/** Returns the reply if the online coach may not give a player this type now, or null (spec 07 §8.1). */
export function checkSubstitution(
  match: Match,
  side: Side,
  unum: number,
  typeId: number,
): { kind: 'warning' | 'error'; code: string } | null {
  const { params, world } = match;
  const { player: limits } = params;
  const state = match.substitutions[side];
  const warning = (code: string) => ({ kind: 'warning' as const, code });
  if (world.playMode === 'play_on') return warning('cannot_sub_while_playon');
  if (params.halfCycles >= 0 && world.time >= match.referee.lengths.full)
    return warning('cannot_sub_while_penalty_shootouts');
  if (state.substitutions >= limits.subs_max) return warning('no_subs_left');
  if (typeId < 0 || typeId >= params.types.length) return { kind: 'error', code: 'out_of_range_player_type' };
  const unlimited = typeId === 0 && limits.allow_mult_default_type;
  const used = state.used[typeId] ?? 0;
  if (used > 0 && used >= limits.pt_max && !unlimited) {
    match.listener({
      type: 'console',
      text: `(warning no_left_of_that_type) unum=${unum} type=${typeId}`,
      error: true,
    });
    return warning('no_left_of_that_type');
  }
  const player = assignedPlayer(match, side, unum);
  if (player === undefined) return warning('no_such_player');
  const same = player.typeExplicit && player.typeId === typeId;
  if ((state.onField[typeId] ?? 0) >= limits.pt_max && !unlimited && !same)
    return warning('max_of_that_type_on_field');
  return null;
}

/** Returns the player with this number if a client ever connected to it, even if the client has left. */
export function assignedPlayer(match: Match, side: Side, unum: number): Player | undefined {
  for (const player of match.world.players) {
    if (player.side === side && player.unum === unum && player.assigned) return player;
  }
  return undefined;
}

/**
 * Assigns automatic types at the first kickoff. Goalies come first, then the other players by number; each gets
 * the lowest free type (spec 07 §9.4, spec 05b §3).
 */
export function assignPlayerTypes(match: Match): void {
  for (const side of ['l', 'r'] as const)
    if (teamOf(match.world, side).name !== '') assignTeamTypes(match, side);
}

function assignTeamTypes(match: Match, side: Side): void {
  const { params, world } = match;
  const state = match.substitutions[side];
  state.onField.fill(0);
  state.used.fill(0);
  const players = world.players.filter((player) => player.side === side && player.assigned);
  for (const player of players) {
    const slot = typeSlot(match, player);
    state.onField[slot] = (state.onField[slot] ?? 0) + 1;
    state.used[slot] = (state.used[slot] ?? 0) + 1;
  }
  const { server, player: limits } = params;
  if (limits.allow_mult_default_type || (server.nr_normal_halfs <= 0 && server.nr_extra_halfs <= 0)) return;
  const inOrder = [...players.filter((p) => p.goalie), ...players.filter((p) => !p.goalie)];
  for (const player of inOrder) {
    const old = typeSlot(match, player);
    if (player.typeExplicit && (state.used[old] ?? 0) <= limits.pt_max) continue;
    let typeId = 0;
    while (typeId < params.types.length && (state.used[typeId] ?? 0) >= limits.pt_max) typeId += 1;
    if (typeId >= params.types.length) continue;
    for (const counts of [state.onField, state.used]) {
      counts[typeId] = (counts[typeId] ?? 0) + 1;
      counts[old] = (counts[old] ?? 0) - 1;
    }
    if (player.typeId !== typeId) {
      match.listener({ type: 'auto_player_type', side, unum: player.unum, typeId });
      changePlayerType(match, player, typeId, true);
    }
  }
}
