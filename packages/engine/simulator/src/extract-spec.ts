import { extractRules } from '@rcss/params';
import type { Match } from './match.js';
import type { MatchSpec } from './spec/match-spec.js';

/** Returns the spec of a running match as far as the match knows it: seed, rules and clock. */
export function extractSpec({ params, seed }: Match): MatchSpec {
  const { synch_mode: isSynchronous } = params.server;
  return { seed, rules: extractRules(params, seed), clock: isSynchronous ? 'synchronous' : 'real-time' };
}
