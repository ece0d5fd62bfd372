/** The model of a match from `@rcss/values`. */
import { createDefaultPlayerType, type PlayerType, type ServerParams } from '@rcss/params';
import { createPitchControl, createStateValue } from '@rcss/values';
import type { StateModel } from './state-model.js';

/**
 * Creates the model that rates the states of a match.
 *
 * @param types Player types of the match; players of other types count as the default type.
 */
export function createStateModel(server: ServerParams, types: readonly PlayerType[]): StateModel {
  const byId = fillTypes(server, types);
  const { computeTimes } = createPitchControl(server, byId);
  const { probabilities } = createStateValue(undefined, server);
  return { server, rate: (frame, out) => probabilities(frame, byId, out), findTimes: computeTimes };
}

/** Player types by id; the default type for those that a log does not have. */
export function fillTypes(server: ServerParams, types: readonly PlayerType[]): readonly PlayerType[] {
  const standard = createDefaultPlayerType(server);
  return Array.from(
    { length: Math.max(0, ...types.map(({ id }) => id)) + 1 },
    (_, id) => types.find((type) => type.id === id) ?? standard,
  );
}
