import { sideName } from '@rcss/core';
import type { ScenePlayer } from '@rcss/core/match-document';
import type { RoomPlayer, SpawnPlayerRequest } from '@rcss/core/rooms';
import { updateTeamNames } from '@rcss/host';
import { connectPlayer } from '@rcss/simulator';
import { applyScene, findSceneProblem } from '@rcss/simulator/scene';
import type { Server } from '../sessions/server.js';
import { createConflictError, createFieldError } from './room-error.js';

/** Protocol version of players without client. */
const SPAWNED_VERSION = 19;

/**
 * Puts a player without client on the field. A client can take it with `(reconnect TEAM UNUM)`.
 *
 * @throws {import('./room-error.js').RoomError} if the place or the player is refused
 */
export function spawnPlayer(
  server: Server,
  { team, goalie = false, ...place }: SpawnPlayerRequest,
): RoomPlayer {
  const { match } = server;
  // The limits of a place are the same in all slots. No player may be connected if its place is refused.
  const problem = findSceneProblem(match, { players: [{ ...place, side: 'left', unum: 1 }] });
  if (problem !== null) {
    const [path, message] = [problem.path, problem.message].map((text) =>
      text.replace(/^players\[0\]\./, ''),
    );
    throw createFieldError([{ path: path as string, message: message as string }]);
  }
  const accepted = connectPlayer(match, { team, version: SPAWNED_VERSION, goalie });
  if (!accepted.ok)
    throw createConflictError(`The player was refused: ${accepted.error.replaceAll('_', ' ')}.`);
  updateTeamNames(server);
  const { side, unum } = accepted.value;
  const slot: RoomPlayer = { side: sideName(side), unum };
  applyScene(match, { players: [{ ...place, ...slot } as ScenePlayer] });
  return slot;
}
