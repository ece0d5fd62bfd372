import type { RandomStream, World } from '@rcss/core';
import type { MatchParams } from '@rcss/params';
import { matchLengths, type RefereeContext, type Rule } from './context.js';
import type { RefereeHost } from './host.js';
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

/** The ten rules in the order in which they are told of events and evaluated (spec 06 §4.2). */
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

/** Whether rules exist: not with a trainer alone, yes with `coach_w_referee` and in ordinary matches (spec 06 §18.1). */
export function shouldRefereeBeActive(
  server: Pick<MatchParams['server'], 'coach' | 'coach_w_referee'>,
): boolean {
  return server.coach_w_referee || !server.coach;
}

/**
 * The referee of one match. Without rules (spec 06 §18.1) cards, fouls by monitors, the kick-off command and mode changes
 * still work. To go on from a snapshot pass its state, or assign it to `ctx.state`; the stream is restored apart.
 */
export function createRefereeContext(
  world: World,
  params: MatchParams,
  rng: RandomStream,
  host: RefereeHost,
  state: RefereeState = createRefereeState(),
): RefereeContext {
  const active = shouldRefereeBeActive(params.server);
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
