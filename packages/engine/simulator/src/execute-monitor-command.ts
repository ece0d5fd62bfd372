import { type MonitorCommand, type Player, playerOf, type Side } from '@rcss/core';
import { placePlayerByMonitor } from '@rcss/physics/players';
import { callKickOff } from '@rcss/referee';
import { callMonitorFoul, giveCard } from '@rcss/referee/actions';
import { takeOffField } from './connections.js';
import { assertValidCommand } from './invalid-command.js';
import type { Match } from './match.js';
import { monitorCommandField } from './recording/input-fields.js';

/**
 * Executes a command of a monitor (spec 10 §10.2). A well-formed command gets no reply. `dispbye` and
 * `compression` concern the connection and do nothing here.
 *
 * @throws InvalidCommandError when a field of the command is missing, of a wrong type or NaN; the match is
 * unchanged then
 */
export function applyMonitorCommand(match: Match, command: MonitorCommand): void {
  assertValidCommand(monitorCommandField, 'monitor', command);
  match.record?.({ do: 'monitor', command });
  switch (command.type) {
    case 'dispstart':
      callKickOff(match.referee);
      break;
    case 'dispfoul':
      callMonitorFoul(match.referee, command.x / 16, command.y / 16, command.side);
      break;
    case 'dispplayer': {
      const player = addressedPlayer(match, command.side, command.unum);
      if (player === undefined) return;
      const { x, y, angle } = command;
      placePlayerByMonitor(match.physics, match.random.physics, player, x / 16, y / 16, angle);
      break;
    }
    case 'dispdiscard': {
      const player = addressedPlayer(match, command.side, command.unum);
      if (player?.enabled) takeOffField(match, player.index, 'discarded');
      break;
    }
    case 'dispcard': {
      const player = addressedPlayer(match, command.side, command.unum);
      if (player?.enabled) giveCard(match.referee, player, command.card);
      break;
    }
    case 'dispbye':
    case 'compression':
      break;
  }
}

/**
 * Returns the player that a monitor addresses; undefined for sides other than 1 and -1 and for wrong numbers.
 */
function addressedPlayer(match: Match, side: number, unum: number): Player | undefined {
  const s: Side | undefined = side === 1 ? 'l' : side === -1 ? 'r' : undefined;
  return s === undefined ? undefined : playerOf(match.world, s, unum);
}
