import type { MatchParams } from '@rcss/params';
import { computeConnectWaitCycles, computeKickOffWaitCycles } from '@rcss/params/derived';
import { callKickOff } from '@rcss/referee';
import type { Match } from './match.js';
import type { AutoModeState } from './match-state.js';

export function createAutoModeState(params: MatchParams): AutoModeState {
  const { server } = params;
  return {
    kickOffWait: computeKickOffWaitCycles(server),
    connectWait: computeConnectWaitCycles(server),
    gameOverWait: server.game_over_wait,
  };
}

/**
 * Runs the automatic mode after a step: waits and kicks off (spec 02 §7.4). Returns true if the match is over
 * and the wait `server::game_over_wait` has passed. Does nothing unless `server::auto_mode` is on.
 */
export function runAutoMode(match: Match): boolean {
  const { params, world, autoMode: auto } = match;
  const { server } = params;
  if (!server.auto_mode) return false;
  match.record?.({ do: 'auto' });
  const kickOffWait = computeKickOffWaitCycles(server);
  const connectWait = computeConnectWaitCycles(server);
  if (world.playMode === 'before_kick_off' && world.time < match.referee.lengths.full) {
    if (world.time > 0 || areAllPlayersEnabled(match)) {
      if (auto.kickOffWait === kickOffWait) writeConsole(match, 'Waiting to kick off');
      if (auto.kickOffWait > 0) auto.kickOffWait -= 1;
    } else {
      if (auto.connectWait === connectWait) writeConsole(match, 'Waiting for players to connect');
      if (auto.connectWait > 0) auto.connectWait -= 1;
    }
    if (auto.kickOffWait <= 0 || auto.connectWait <= 0) callKickOff(match.referee);
  } else {
    auto.kickOffWait = kickOffWait;
    auto.connectWait = connectWait;
  }
  if (world.playMode === 'time_over') {
    if (auto.gameOverWait === server.game_over_wait) writeConsole(match, 'Waiting after end of match');
    auto.gameOverWait -= 1;
    return auto.gameOverWait <= 0;
  }
  auto.gameOverWait = server.game_over_wait;
  return false;
}

function areAllPlayersEnabled(match: Match): boolean {
  for (const player of match.world.players) if (!player.enabled) return false;
  return true;
}

function writeConsole(match: Match, text: string): void {
  match.listener({ type: 'console', text, error: false });
}
