import type { PhysicsListener } from '@rcss/physics';
import { recoverPlayers, refillStaminaCapacity } from '@rcss/physics/players';
import { resolveCollisions } from '@rcss/physics/stages';
import type { RefereeContext, RefereeHost } from '@rcss/referee';
import {
  announceCatch,
  reportCatch,
  reportKick,
  reportKickMiss,
  reportPunch,
  reportTackle,
  reportTackleMiss,
  reportTouch,
} from '@rcss/referee/events';
import { takeOffField } from './connections.js';
import type { Match } from './match.js';
import { assignPlayerTypes } from './substitution.js';

/** Returns a physics listener that forwards the actions of players to the referee (spec 06 §6). */
export function forwardToReferee(referee: RefereeContext): PhysicsListener {
  return {
    onKick: (player, strength) => reportKick(referee, player, strength),
    onKickMiss: (player) => reportKickMiss(referee, player),
    onTackle: (player, strength, foul) => reportTackle(referee, player, strength, foul),
    onTackleMiss: (player, foul) => reportTackleMiss(referee, player, foul),
    onTouch: (player) => reportTouch(referee, player),
    onCatchAnnounced: (goalie) => announceCatch(referee, goalie),
    onCatch: (goalie) => reportCatch(referee, goalie),
    onPunch: (goalie) => reportPunch(referee, goalie),
  };
}

/** Returns the host through which the referee changes the match. */
export function createRefereeHost(match: Match): RefereeHost {
  const { world, params } = match;
  return {
    announce: (text) => match.listener({ type: 'referee', time: world.time, text }),
    resolveCollisions: () => resolveCollisions(match.physics, match.random.physics),
    recoverAllPlayers: () => recoverPlayers(world, params),
    refillStaminaCapacity: () => refillStaminaCapacity(world, params),
    assignPlayerTypes: () => assignPlayerTypes(match),
    sendOff: (player) => takeOffField(match, player.index, 'red_card'),
    writeKeepawayLog: (line) => match.listener({ type: 'keepaway', line }),
    writeConsole: (text, error) => match.listener({ type: 'console', text, error }),
    wallSeconds: () => match.wallSeconds,
    onKickOff: (side) => match.listener({ type: 'kick_off', side }),
  };
}
