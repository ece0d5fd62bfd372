import { type AgentCoach, type CoachDefinition, rateType } from '@rcss/agent';
import { computeHalfTimeCycles } from '@rcss/params';
import { FORMATION } from './formation.js';

/** Share of the last half after which midfielders are substituted: their stamina is used up before its end. */
const FRESH_SHARE = 2 / 3;

/** The field players that run most. */
const MIDFIELDERS: readonly number[] = Array.from({ length: FORMATION.players }, (_, i) => i + 1).filter(
  (unum) => FORMATION.role(unum).line === 'midfield',
);

/** An online coach that chooses types at the start, and substitutes the midfielders late in the match, one in each cycle while play is stopped. */
export const COACH: CoachDefinition = { decide: substitute };

function substitute(coach: AgentCoach): void {
  const { mode, time, server, substitutionsLeft, substitutionCount } = coach;
  const half = computeHalfTimeCycles(server);
  const begin = half * (server.nr_normal_halfs - 1 + FRESH_SHARE);
  const unum = MIDFIELDERS[substitutionCount];
  if (mode.kind === 'play_on' || unum === undefined || substitutionsLeft === 0 || half <= 0 || time < begin)
    return;
  const [best] = coach.freeTypes
    .map((type) => ({ id: type.id, rating: rateType(type, server, 'midfield') }))
    .sort((a, b) => b.rating - a.rating);
  if (best !== undefined) coach.changeType(unum, best.id);
}
