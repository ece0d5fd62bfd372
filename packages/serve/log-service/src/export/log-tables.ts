/** Tables of a log, all of them from one pass over its records. */
import type { LogRecord } from '@rcss/logs';
import { createAnalyzer } from '@rcss/stats';
import { createStateModel, PitchControlTableBuilder, ValueRecorder } from '@rcss/stats/action-values';
import {
  createMatchTable,
  createMatchValueTable,
  DEFAULT_TRACKING_FIELDS,
  type ExportTable,
  MATCH_TABLES,
  MATCH_VALUE_TABLES,
  type MatchTable,
  type MatchValueTable,
  selectColumns,
  TrackingTableBuilder,
} from '@rcss/stats/export';
import { readRecords } from '../files/input.js';
import type { Io } from '../files/io.js';

/** Names of the tables of a log. */
export const LOG_TABLES: readonly LogTable[] = [
  'tracking',
  ...MATCH_TABLES,
  ...MATCH_VALUE_TABLES,
  'pitch-control',
];
/** Name of a table of a log. */
export type LogTable = 'tracking' | 'pitch-control' | MatchTable | MatchValueTable;

/** Cycles from one show of the table `pitch-control` to the next, if a request names no number. */
export const CONTROL_STEP = 50;

function isValueTable(table: LogTable): table is MatchValueTable {
  return (MATCH_VALUE_TABLES as readonly LogTable[]).includes(table);
}

/** A table and its columns. */
export interface TableRequest {
  readonly table: LogTable;
  /** Names of the columns; null selects all, or the default fields of the tracking table. */
  readonly fields: readonly string[] | null;
  /** Cycles from one show of the table `pitch-control` to the next. */
  readonly step?: number;
}

function createBuilder(
  { table, fields, step = CONTROL_STEP }: TableRequest,
  gameId: string,
): TrackingTableBuilder | PitchControlTableBuilder | null {
  if (table === 'tracking') return new TrackingTableBuilder(gameId, fields ?? DEFAULT_TRACKING_FIELDS);
  return table === 'pitch-control' ? new PitchControlTableBuilder(gameId, step) : null;
}

/**
 * Reads a log and creates its tables, in the order of `requests`. Damage is reported on the standard error of `io`.
 *
 * @param gameId Value of the column `game_id`.
 * @param onRecord Receives each record; it is valid during the call.
 * @throws CommandLineError if the log cannot be read or is not a game log.
 */
export async function createLogTables(
  io: Io,
  log: string,
  gameId: string,
  requests: readonly TableRequest[],
  onRecord?: (record: LogRecord) => void,
): Promise<ExportTable[]> {
  const builders = requests.map((request) => createBuilder(request, gameId));
  const analyzer = builders.includes(null) ? createAnalyzer() : null;
  const recorder = requests.some(({ table }) => isValueTable(table)) ? new ValueRecorder() : null;
  for await (const record of readRecords(io, log, { reuseFrames: true })) {
    onRecord?.(record);
    for (const builder of builders) builder?.addRecord(record);
    analyzer?.addRecord(record);
    recorder?.addRecord(record);
  }
  const analysis = analyzer?.finish() ?? null;
  const values = recorder?.finish(analysis!, createStateModel, gameId).actions ?? [];
  return requests.map(({ table, fields }, i) => {
    if (table === 'tracking') return builders[i]!.finish();
    const whole =
      table === 'pitch-control'
        ? builders[i]!.finish()
        : isValueTable(table)
          ? createMatchValueTable(table, analysis!, values, gameId)
          : createMatchTable(table, analysis!, gameId);
    return fields === null ? whole : selectColumns(whole, fields);
  });
}
