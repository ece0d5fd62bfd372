import {
  createDefaultPlayerType,
  DEFAULT_SERVER_PARAMS,
  type PlayerType,
  type ServerParams,
} from '@rcss/params';
import type { SituationParams } from '@rcss/stats/describe';
import type { MatchSource } from '../source.js';

/** Returns the parameters of a source; defaults for those that it does not have. */
export function readMatchParams({
  serverParams,
  types,
}: Pick<MatchSource, 'serverParams' | 'types'>): SituationParams {
  const server = { ...DEFAULT_SERVER_PARAMS, ...serverParams } as unknown as ServerParams;
  const standard = createDefaultPlayerType(server);
  return {
    server,
    types: Array.from(
      { length: Math.max(0, ...types.keys()) + 1 },
      (_, id) => ({ ...standard, ...types.get(id), id }) as unknown as PlayerType,
    ),
  };
}
