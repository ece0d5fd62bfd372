import type { MatchRules } from '@rcss/params';
import type { MatchSpec } from '@rcss/simulator';
import type { Configuration } from './configuration.js';

/**
 * Returns the match that a configuration describes.
 *
 * @param types Player types that replace those of the seed, as of a recorded match.
 */
export function createConfigurationSpec(
  { server, player }: Pick<Configuration, 'server' | 'player'>,
  seed: number,
  types?: MatchRules['types'],
): MatchSpec {
  const rules = { server, player, ...(types !== undefined && { types }) };
  return { seed, rules, clock: server.synch_mode ? 'synchronous' : 'real-time' };
}
