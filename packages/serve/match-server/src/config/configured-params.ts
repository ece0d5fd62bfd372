import { createMatchParams, type MatchParams, parseCorrections } from '@rcss/params';
import type { Configuration } from './configuration.js';

/** Creates the parameters of the match that a configuration describes. */
export function createConfiguredParams({ server, player, rcss }: Configuration, seed: number): MatchParams {
  return createMatchParams(server, player, seed, parseCorrections(rcss.corrections) ?? undefined);
}
