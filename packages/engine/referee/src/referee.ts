import type { World } from '@rcss/core';
import type { RandomStream } from '@rcss/core/random';
import type { MatchParams } from '@rcss/params';
import { matchLengths, type RefereeContext, type Rule } from './context.js';
import type { RefereeHost } from './referee-host.js';
import { ballStuckRule } from './rules/ball-stuck.js';
import { foulRule } from './rules/foul.js';
import { goalkeeperRule } from './rules/goalkeeper.js';
import { illegalDefenseRule } from './rules/illegal-defense.js';
import { keepawayRule } from './rules/keepaway.js';
import { offsideRule } from './rules/offside.js';
import { outOfPlayRule } from './rules/out-of-play.js';
import { penaltyShootoutRule } from './rules/penalty-shootout.js';
import { setPlayRule } from './rules/set-play.js';
import { timeRule } from './rules/time.js';
import { createRefereeState, type RefereeState } from './state.js';

/** All rules, in the order in which they receive events and are evaluated (spec 06 §4.2). */
export const RULES: readonly Rule[] = [
  timeRule,
  ballStuckRule,
  offsideRule,
  setPlayRule,
  outOfPlayRule,
  goalkeeperRule,
  foulRule,
  illegalDefenseRule,
  keepawayRule,
  penaltyShootoutRule,
];

/** Returns whether rules run: not with `server::coach` alone, without `coach_w_referee` (spec 06 §18.1). */
export function isRefereeActive(server: Pick<MatchParams['server'], 'coach' | 'coach_w_referee'>): boolean {
  return server.coach_w_referee || !server.coach;
}

/**
 * Creates the referee of one match. Without rules, cards, fouls by monitors, the kickoff command and mode
 * changes still work (spec 06 §18.1). To continue from a snapshot, pass its state or assign it to `ctx.state`;
 * restore the random stream separately.
 */
export function createRefereeContext(
  world: World,
  params: MatchParams,
  rng: RandomStream,
  host: RefereeHost,
  state: RefereeState = createRefereeState(),
): RefereeContext {
  const active = isRefereeActive(params.server);
  return {
    world,
    params,
    lengths: matchLengths(params),
    rng,
    host,
    active,
    rules: active ? RULES : [],
    state,
    scratch: { x: 0, y: 0 },
  };
}
