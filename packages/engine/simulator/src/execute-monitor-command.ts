import { type MonitorCommand, type Player, playerOf, type Side } from '@rcss/core';
import type { CommandHandlers } from '@rcss/core/commands';
import { placePlayerByMonitor } from '@rcss/physics/players';
import { callKickOff } from '@rcss/referee';
import { callMonitorFoul, giveCard } from '@rcss/referee/actions';
import { takeOffField } from './connections.js';
import { handlerOf, ignoreCommand } from './execute-command.js';
import { assertValidCommand } from './invalid-command.js';
import type { Match } from './match.js';

/**
 * Executes a command of a monitor (spec 10 §10.2). A well-formed command gets no reply. `dispbye` and
 * `compression` concern the connection and do nothing here.
 *
 * @throws InvalidCommandError when a field of the command is missing, of a wrong type or NaN; the match is
 * unchanged then
 */
export function applyMonitorCommand(match: Match, command: MonitorCommand): void {
  assertValidCommand('monitor', command);
  match.record?.({ do: 'monitor', command });
  handlerOf(HANDLERS, command)(match, command);
}

const HANDLERS: CommandHandlers<MonitorCommand, [match: Match]> = {
  dispstart: (match) => callKickOff(match.referee),
  dispfoul: (match, { x, y, side }) => callMonitorFoul(match.referee, x / 16, y / 16, side),
  dispplayer: (match, { side, unum, x, y, angle }) => {
    const player = addressedPlayer(match, side, unum);
    if (player === undefined) return;
    placePlayerByMonitor(match.physics, match.random.physics, player, x / 16, y / 16, angle);
  },
  dispdiscard: (match, { side, unum }) => {
    const player = addressedPlayer(match, side, unum);
    if (player?.enabled) takeOffField(match, player.index, 'discarded');
  },
  dispcard: (match, { side, unum, card }) => {
    const player = addressedPlayer(match, side, unum);
    if (player?.enabled) giveCard(match.referee, player, card);
  },
  dispbye: ignoreCommand,
  compression: ignoreCommand,
};

/** Returns the player that a monitor addresses; undefined for sides other than 1 and -1 and for wrong numbers. */
function addressedPlayer(match: Match, side: number, unum: number): Player | undefined {
  const s: Side | undefined = side === 1 ? 'l' : side === -1 ? 'r' : undefined;
  return s === undefined ? undefined : playerOf(match.world, s, unum);
}
