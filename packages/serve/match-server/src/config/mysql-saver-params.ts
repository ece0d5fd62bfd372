/** The `MySQLSaver::` parameters (spec 02 §9.3). They are never sent, and their file is read when it exists but never created. */
import type { ParamRow, ParamValues } from '@rcss/params/tables';

/** The `MySQLSaver::` parameters: one row per parameter, sorted by name. */
// biome-ignore format: one row per parameter
export const MYSQL_SAVER_PARAM_TABLE = [
  { name: 'compress', type: 'bool', default: false, doc: 'Compress the connection to the database.' },
  { name: 'db', type: 'string', default: '', doc: 'Name of the database; it must exist.' },
  { name: 'event_id', type: 'int', default: -1, doc: 'Event that the round belongs to; below 0: found by event_name.' },
  { name: 'event_name', type: 'string', default: '', doc: 'Name of the event, used when event_id is below 0; created if absent.' },
  { name: 'host', type: 'string', default: '', doc: 'Host name or address of the database; empty: this machine.' },
  { name: 'password', type: 'string', default: '', doc: 'Password of the account.' },
  { name: 'port', type: 'int', default: 0, doc: 'TCP port of the database; 0: the standard port.' },
  { name: 'round_id', type: 'int', default: -1, doc: 'Round of this match; below 0: found by round_name.' },
  { name: 'round_name', type: 'string', default: '', doc: 'Name of the round, used when round_id is below 0; created if absent.' },
  { name: 'save', type: 'bool', default: false, doc: 'Save the result of the game in the database when the game ends.' },
  { name: 'ssl', type: 'bool', default: false, doc: 'Encrypt the connection to the database.' },
  { name: 'unix_socket', type: 'string', default: '', doc: 'Path of a local socket to use instead of TCP.' },
  { name: 'user', type: 'string', default: '', doc: 'Name of the account.' },
] as const;

/** Name of a `MySQLSaver::` parameter. */
export type MySqlSaverParamName = (typeof MYSQL_SAVER_PARAM_TABLE)[number]['name'];

/** Values of all `MySQLSaver::` parameters. */
export type MySqlSaverParams = ParamValues<typeof MYSQL_SAVER_PARAM_TABLE>;

/** The rows of {@link MYSQL_SAVER_PARAM_TABLE} with the type `ParamRow`, which has every optional column. */
export const MYSQL_SAVER_PARAM_ROWS: readonly ParamRow<MySqlSaverParamName>[] = MYSQL_SAVER_PARAM_TABLE;
