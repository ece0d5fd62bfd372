/** Tables of the values of a match, with typed columns. */

import type { ActionValue } from '../action-values/action-values.js';
import { sumPlayerValues } from '../action-values/value-sums.js';
import type { MatchAnalysis } from '../analyzer.js';
import { createTable, type ExportTable, type Schema } from './table.js';

const ACTION_VALUES: Schema = [
  ['game_id', 'string'],
  ['action_id', 'int32'],
  ['show', 'int32'],
  ['time', 'int32'],
  ['team_id', 'string'],
  ['player_id', 'string'],
  ['type_name', 'string'],
  ['result_name', 'string'],
  ['before', 'float64'],
  ['after', 'float64'],
  ['offensive_value', 'float64'],
  ['defensive_value', 'float64'],
  ['vaep_value', 'float64'],
  ['risk', 'float64'],
  ['expected_value', 'float64'],
  ['best_unum', 'int32'],
  ['best_risk', 'float64'],
  ['best_value', 'float64'],
];

const PLAYER_VALUES: Schema = [
  ['game_id', 'string'],
  ['side', 'string'],
  ['team', 'string'],
  ['unum', 'int32'],
  ['actions', 'int32'],
  ['offensive_value', 'float64'],
  ['defensive_value', 'float64'],
  ['vaep_value', 'float64'],
  ['passes', 'float64'],
  ['dribbles', 'float64'],
  ['shots', 'float64'],
  ['wins', 'float64'],
  ['pass_risk', 'float64'],
  ['missed', 'float64'],
];

const PITCH_CONTROL: Schema = [
  ['game_id', 'string'],
  ['show', 'int32'],
  ['time', 'int32'],
  ['play_mode', 'string'],
  ['x', 'float64'],
  ['y', 'float64'],
  ['l_control', 'float64'],
];

/** Names of the tables that need the values of a match. */
export const MATCH_VALUE_TABLES = ['action-values', 'player-values'] as const;
/** Name of a table of values. */
export type MatchValueTable = (typeof MATCH_VALUE_TABLES)[number];

export const VALUE_SCHEMAS: Readonly<Record<MatchValueTable | 'pitch-control', Schema>> = {
  'action-values': ACTION_VALUES,
  'player-values': PLAYER_VALUES,
  'pitch-control': PITCH_CONTROL,
};

function createActionRow({ action, event, played, best, ...value }: ActionValue): object {
  return {
    ...action,
    show: event.show,
    time: event.time,
    before: value.before,
    after: value.after,
    offensive_value: value.offensive,
    defensive_value: value.defensive,
    vaep_value: value.total,
    risk: played?.risk ?? null,
    expected_value: played?.value ?? null,
    best_unum: best?.unum ?? 0,
    best_risk: best?.risk ?? null,
    best_value: best?.value ?? null,
  };
}

/**
 * Creates a table of the values of a match. docs/use/analyst/statistics.md defines them.
 *
 * @param values Values of the actions.
 * @param gameId Value of the column `game_id`.
 */
export function createMatchValueTable(
  table: MatchValueTable,
  { names }: Pick<MatchAnalysis, 'names'>,
  values: readonly ActionValue[],
  gameId: string,
): ExportTable {
  const rows =
    table === 'action-values'
      ? values.map((value) => ({ ...createActionRow(value), game_id: gameId }))
      : sumPlayerValues(values).map(({ offensive, defensive, total, passRisk, ...sums }) => ({
          ...sums,
          game_id: gameId,
          team: names[sums.side],
          offensive_value: offensive,
          defensive_value: defensive,
          vaep_value: total,
          pass_risk: passRisk,
        }));
  return createTable(rows, VALUE_SCHEMAS[table]);
}
