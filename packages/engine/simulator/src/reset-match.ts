/**
 * A match goes back to a snapshot while its clients stay connected: the step of a training loop.
 *
 * What clients have chosen (view, ears, language, version) belongs to them and stays; where bodies are and what the rules remember comes
 * from the snapshot. So both states are mixed field by field, by the list `CLIENT_SETTINGS`.
 *
 * Cases: a player in both is placed; a player without a client stays on the field and can be reconnected; a client that is not in the
 * snapshot enters as a new player.
 *
 * Surprising: it is recorded like any other input, so a recording can be replayed across resets.
 */
import { clonePlayer, type Player } from '@rcss/core';
import { enterField } from '@rcss/physics/players';
import type { Match } from './match.js';
import type { Snapshot } from './match-state.js';
import { restore } from './snapshot.js';
import { countNewPlayer } from './substitution.js';

/** What a client has chosen with its commands. It does not know of a reset, so these fields stay. */
const CLIENT_SETTINGS = [
  'version',
  'viewWidth',
  'viewQuality',
  'viewAngle',
  'synchSee',
  'gaussianSee',
  'earLeftComplete',
  'earLeftPartial',
  'earRightComplete',
  'earRightPartial',
  'clangMin',
  'clangMax',
] as const satisfies readonly (keyof Player)[];

/**
 * Sets a match with connected clients to the state of a snapshot. Unlike `restore`, it keeps who is connected: players,
 * coaches and trainer of now stay, with the settings that they have chosen; everything else is that of the snapshot. Players
 * that are in the snapshot and have no client now stay on the field and can be reconnected. It is recorded like other input.
 *
 * @param from Snapshot of a match with the same parameters.
 * @throws Error if the snapshot has another number of players than the match
 */
export function resetMatch(match: Match, from: Snapshot): void {
  match.record?.({ do: 'reset', from });
  const before = copyConnections(match);
  restore(match, from);
  const { world, params } = match;
  for (const was of before.players) {
    const player = world.players[was.index] as Player;
    for (const name of CLIENT_SETTINGS) player[name] = was[name] as never;
    if (player.assigned) {
      if (was.enabled && !player.enabled && player.cards < 2) enterField(params, player, player.goalie);
      continue;
    }
    if (was.enabled) enterField(params, player, was.goalie);
    else {
      player.assigned = true;
      player.goalie = was.goalie;
    }
    player.viewAngle = was.viewAngle;
    player.synchSee = was.synchSee;
    countNewPlayer(match, player);
  }
  for (const side of ['left', 'right'] as const) {
    const team = world[side];
    const { name, coachName, playerCount } = before[side];
    if (name !== '') team.name = name;
    if (coachName !== '') team.coachName = coachName;
    team.playerCount = Math.max(team.playerCount, playerCount);
  }
  for (const side of ['l', 'r'] as const) {
    const { connected, used, version, eye } = before.coaches[side];
    Object.assign(match.coaches[side], { connected, used, version, eye });
  }
  Object.assign(match.trainer, before.trainer);
}

/** Returns copies of the players that were ever connected, the teams, the coaches and the trainer. */
function copyConnections({ world, coaches, trainer }: Match) {
  return {
    players: world.players.filter((player) => player.assigned).map(clonePlayer),
    left: { ...world.left },
    right: { ...world.right },
    coaches: { l: { ...coaches.l }, r: { ...coaches.r } },
    trainer: { ...trainer },
  };
}
