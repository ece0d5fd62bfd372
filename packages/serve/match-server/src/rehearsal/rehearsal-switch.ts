import { applyPlayerCommand, continueFrom, reseed, snapshot } from '@rcss/simulator';
import { applyCoachCommand } from '@rcss/simulator/clients';
import type { Server } from '../sessions/server.js';
import type { RehearsalSwitch } from './rehearsal-options.js';

/** Steps from a message of an added coach to the next one: most are refused in play. */
const ADVICE_INTERVAL = 20;

/**
 * Changes a match for the programs that play it from now on: commands of a player, parameters, random numbers.
 *
 * @param hooks Hooks of the server that does not rehearse.
 */
export function changeMatch(server: Server, hooks: Server['hooks'], playsFrom: RehearsalSwitch): void {
  const { match } = server;
  const { seed, server: parameters, changed } = playsFrom;
  let changedAt = -1;
  server.hooks = {
    ...hooks,
    onCommand: (player, command) => {
      const isChanged =
        changed?.side === player.side && changed.unum === player.unum && changed.time === match.world.time;
      if (!isChanged || (changedAt >= 0 && changedAt !== match.steps))
        return hooks.onCommand?.(player, command);
      if (changedAt < 0) for (const other of changed.commands) applyPlayerCommand(match, player.index, other);
      changedAt = match.steps;
      return false;
    },
  };
  if (parameters !== undefined) Object.assign(match.params.server, parameters);
  if (seed !== undefined) continueFrom(match, reseed(snapshot(match), match.params, seed));
}

/** Returns what says the added messages of a coach, at most one for each call. */
export function createAdvice({ match }: Server, advice: RehearsalSwitch['advice']): () => void {
  const { side, messages, onSaid } = advice ?? { side: 'l', messages: [] };
  let saidCount = 0;
  let adviseAt = 0;
  return () => {
    const text = messages[saidCount];
    const { connected, queue } = match.coaches[side];
    if (text === undefined || !connected || match.steps < adviseAt) return;
    const waiting = queue.length;
    applyCoachCommand(match, side, { type: 'say', text });
    adviseAt = match.steps + ADVICE_INTERVAL;
    if (queue.length === waiting) return;
    saidCount += 1;
    onSaid?.();
  };
}
