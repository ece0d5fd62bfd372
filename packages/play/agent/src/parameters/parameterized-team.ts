import type { DebugRecord } from '@rcss/core/debug-channel';
import type { CreateTeam, TeamContext } from '@rcss/core/team-module';
import { defineTeam, type TeamDefinition } from '../team/define-team.js';
import { readParameters, type TeamParameterTable, type TeamParameterValues } from './parameter-table.js';

/**
 * Returns the receiver of records with the values as JSON in a text of the first record, so that the match can be played again with them:
 * `parameters {"defense":{"line":-20}}`.
 */
function addValuesToFirst(
  onDebug: (record: DebugRecord) => void,
  values: object,
): (record: DebugRecord) => void {
  let isFirst = true;
  return (record) => {
    const texts = isFirst ? [...(record.texts ?? []), { text: `parameters ${JSON.stringify(values)}` }] : [];
    onDebug(isFirst ? { ...record, texts } : record);
    isFirst = false;
  };
}

/**
 * Defines a team with parameters, which the host gives as options: the league as `options` of a module, `runTeam` as `options`. The first debug record
 * of the team has their values.
 *
 * @param create Called once per match with the values.
 * @throws the team that it returns: {TeamParameterError} if an option is unknown or not allowed
 * @example
 * export default defineParameterizedTeam(PARAMETERS, ({ defense }) => ({
 *   play: (player) => player.intercept() ?? player.goTo({ x: defense.line, y: 0 }),
 * }));
 */
export function defineParameterizedTeam<const Table extends TeamParameterTable, Memory = unknown>(
  table: Table,
  create: (values: TeamParameterValues<Table>, context: TeamContext) => TeamDefinition<Memory>,
): CreateTeam {
  return (context) => {
    const values = readParameters(table, context.options, `options of team ${context.team}`);
    const { onDebug } = context;
    const changed =
      onDebug === undefined ? context : { ...context, onDebug: addValuesToFirst(onDebug, values) };
    return defineTeam(create(values, context))(changed);
  };
}
