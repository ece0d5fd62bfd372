import { type Frame, PlayerState } from '@rcss/core';
import type { ServerParams } from '@rcss/params';
import type { RecordedEvent } from './judge.js';

/**
 * Returns what players did with the ball between two shows of a game log, as far as the second show contains it
 * (spec 05 §4.3). It reads the state bits and the command counters, in the order of players.
 *
 * The acceleration is computed from the change of the ball's velocity: it includes the noise, and if several
 * players kicked, each gets the whole of it. Catches that the referee punishes are included. Punches are
 * missing: the log does not distinguish them from missed catches.
 */
export function findRecordedEvents(
  before: Frame,
  after: Frame,
  server: Pick<ServerParams, 'ball_decay'>,
): RecordedEvent[] {
  const events: RecordedEvent[] = [];
  // If the ball was placed in this step, its new velocity carries no information.
  const placed = before.playMode !== after.playMode && after.ballVx === 0 && after.ballVy === 0;
  const ax = placed ? 0 : after.ballVx / server.ball_decay - before.ballVx;
  const ay = placed ? 0 : after.ballVy / server.ball_decay - before.ballVy;
  after.players.forEach(({ state, tackleCount }, player) => {
    const last = before.players[player];
    if (last === undefined || (state & PlayerState.STAND) === 0) return;
    const hasState = (bit: number) => (state & bit) !== 0;
    if (hasState(PlayerState.KICK)) {
      if (hasState(PlayerState.KICK_FAULT)) events.push({ type: 'kick_missed', player });
      else events.push({ type: 'kick', player, ax, ay });
    }
    if (tackleCount > last.tackleCount) {
      if (hasState(PlayerState.TACKLE_FAULT)) events.push({ type: 'tackle_missed', player });
      else if (hasState(PlayerState.TACKLE)) events.push({ type: 'tackle', player, ax, ay });
    }
    if (hasState(PlayerState.CATCH) && !hasState(PlayerState.CATCH_FAULT))
      events.push({ type: 'catch', player });
    if (hasState(PlayerState.BALL_COLLIDE)) events.push({ type: 'touch', player });
  });
  return events;
}
