import type { PhysicsListener } from '@rcss/physics';
import { recoverPlayers, refillStaminaCapacity } from '@rcss/physics/players';
import { resolveCollisions } from '@rcss/physics/stages';
import type { RefereeContext, RefereeHost } from '@rcss/referee';
import {
  announceCatch,
  onCatch,
  onKick,
  onKickMissed,
  onPunch,
  onTackle,
  onTackleMissed,
  onTouch,
} from '@rcss/referee/events';
import { takeOffField } from './connections.js';
import type { Match } from './match.js';
import { assignPlayerTypes } from './substitution.js';

/** Returns a physics listener that forwards the actions of players to the referee (spec 06 §6). */
export function forwardToReferee(referee: RefereeContext): PhysicsListener {
  return {
    onKick: (player, strength) => onKick(referee, player, strength),
    onKickMiss: (player) => onKickMissed(referee, player),
    onTackle: (player, strength, foul) => onTackle(referee, player, strength, foul),
    onTackleMiss: (player, foul) => onTackleMissed(referee, player, foul),
    onTouch: (player) => onTouch(referee, player),
    onCatchAnnounced: (goalie) => announceCatch(referee, goalie),
    onCatch: (goalie) => onCatch(referee, goalie),
    onPunch: (goalie) => onPunch(referee, goalie),
  };
}

/** Returns the host through which the referee changes the match. */
export function createRefereeHost(match: Match): RefereeHost {
  const { world, params } = match;
  return {
    announce: (text) => match.listener({ type: 'referee', time: world.time, text }),
    collide: () => resolveCollisions(match.physics, match.random.physics),
    recoverAll: () => recoverPlayers(world, params),
    refillCapacity: () => refillStaminaCapacity(world, params),
    assignPlayerTypes: () => assignPlayerTypes(match),
    sendOff: (player) => takeOffField(match, player.index, 'red_card'),
    keepaway: (line) => match.listener({ type: 'keepaway', line }),
    console: (text, error) => match.listener({ type: 'console', text, error }),
    wallSeconds: () => match.wallSeconds,
    kickedOff: (side) => match.listener({ type: 'kick_off', side }),
  };
}
