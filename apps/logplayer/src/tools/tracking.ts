/** Formats tables of a log as CSV: positions of all objects, and player types (spec 11 §6.2). */
import { type Frame, type FrameTeam, PlayerState } from '@rcss/core';
import { type LogRecord, type LogVersion, logFeatures } from '@rcss/logs';
import { createDefaultPlayerType, type PlayerType, type ServerParams } from '@rcss/params';
import { formatG6 } from '@rcss/sexp/numbers';

const PLAYER_COLUMNS = ['t', 'x', 'y', 'vx', 'vy', 'body', 'neck', 'vwidth', 'stamina'] as const;

const TYPE_COLUMNS = [
  'player_speed_max',
  'stamina_inc_max',
  'player_decay',
  'inertia_moment',
  'dash_power_rate',
  'player_size',
  'kickable_margin',
  'kick_rand',
  'extra_stamina',
  'effort_max',
  'effort_min',
  'kick_power_rate',
  'foul_detect_probability',
  'catchable_area_l_stretch',
] as const;

/** Formats the first line of the tracking table. */
export function formatTrackingHeader(): string {
  const names = ['#', 'cycle', 'stopped', 'playmode'];
  for (const side of ['l', 'r']) names.push(`${side}_name`, `${side}_score`, `${side}_pen_score`);
  names.push('b_x', 'b_y', 'b_vx', 'b_vy');
  for (const side of ['l', 'r']) {
    for (let unum = 1; unum <= 11; unum++) {
      for (const column of PLAYER_COLUMNS) names.push(`${side}${unum}_${column}`);
    }
  }
  return names.join(',');
}

function quoteText(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function formatTeam({ name, score, penaltyScored }: FrameTeam): string {
  return `${quoteText(name || 'null')},${score},${penaltyScored}`;
}

/** Formats the rows of the tracking table. */
export interface Tracking {
  row(frame: Frame): string;
}

/** Creates a formatter of the tracking table. Values that the version does not store are empty. */
export function createTracking(version: LogVersion): Tracking {
  const { details } = logFeatures(version);
  const only = (value: number) => (details ? formatG6(value) : '');
  let count = 0;
  let time = Number.NaN;
  let stopped = 0;
  return {
    row(f) {
      stopped = f.time === time ? stopped + 1 : 0;
      time = f.time;
      count++;
      let row =
        `${count},${f.time},${stopped},"${f.playMode}",${formatTeam(f.left)},${formatTeam(f.right)}` +
        `,${formatG6(f.ballX)},${formatG6(f.ballY)},${only(f.ballVx)},${only(f.ballVy)}`;
      for (const p of f.players) {
        if ((p.state & PlayerState.STAND) === 0) {
          row += ',,,,,,,,,';
          continue;
        }
        row +=
          `,${details ? p.typeId : ''},${formatG6(p.x)},${formatG6(p.y)},${only(p.vx)},${only(p.vy)},${formatG6(p.body)}` +
          `,${only(p.neck)},${only(p.viewWidth)},${only(p.stamina)}`;
      }
      return row;
    },
  };
}

export function formatPlayerTypesHeader(): string {
  return ['id', ...TYPE_COLUMNS].join(',');
}

export function formatPlayerType(type: PlayerType): string {
  return [type.id, ...TYPE_COLUMNS.map((name) => formatG6(type[name]))].join(',');
}

/** A row of one of the tables. */
export interface TableRow {
  readonly table: 'tracking' | 'playerTypes';
  readonly text: string;
}

/** Yields the rows of both tables, headers first. A log without player types gets the default type. */
export async function* createTableRows(
  records: AsyncIterable<LogRecord>,
): AsyncGenerator<TableRow, void, undefined> {
  let tracking = createTracking(6);
  let types = 0;
  let server: ServerParams | null = null;
  yield { table: 'tracking', text: formatTrackingHeader() };
  yield { table: 'playerTypes', text: formatPlayerTypesHeader() };
  for await (const record of records) {
    if (record.type === 'header') tracking = createTracking(record.version);
    else if (record.type === 'server_param') server = record.params;
    else if (record.type === 'player_type') {
      types++;
      yield { table: 'playerTypes', text: formatPlayerType(record.playerType) };
    } else if (record.type === 'show') yield { table: 'tracking', text: tracking.row(record.frame) };
    else if (record.type === 'end' && types === 0 && server !== null) {
      yield { table: 'playerTypes', text: formatPlayerType(createDefaultPlayerType(server)) };
    }
  }
}
