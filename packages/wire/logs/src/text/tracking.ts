/** Formats tables of a log as CSV: positions of all objects, and player types (spec 11 §6.2). */
import { type Frame, type FrameTeam, PlayerState } from '@rcss/core';
import { createDefaultPlayerType, type PlayerType, type ServerParams } from '@rcss/params';
import { formatG6 } from '@rcss/sexp/numbers';
import type { LogRecord } from '../record.js';
import { type LogVersion, logFeatures } from '../version.js';
import { TextBlock } from './text-block.js';

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

/** Writes the rows of the tracking table. */
export interface Tracking {
  addRow(block: TextBlock, frame: Frame): void;
}

const COMMA = 0x2c;
const LINE_FEED = 0x0a;

/** Creates a writer of the tracking table. Values that the version does not store are empty. */
export function createTracking(version: LogVersion): Tracking {
  const { details } = logFeatures(version);
  let count = 0;
  let time = Number.NaN;
  let stopped = 0;
  const addAlways = (block: TextBlock, value: number): void => {
    block.byte(COMMA).g6(value);
  };
  const addDetail = (block: TextBlock, value: number): void => {
    block.byte(COMMA);
    if (details) block.g6(value);
  };
  return {
    addRow(block, f) {
      stopped = f.time === time ? stopped + 1 : 0;
      time = f.time;
      count++;
      block.text(
        `${count},${f.time},${stopped},"${f.playMode}",${formatTeam(f.left)},${formatTeam(f.right)}`,
      );
      addAlways(block, f.ballX);
      addAlways(block, f.ballY);
      addDetail(block, f.ballVx);
      addDetail(block, f.ballVy);
      for (const p of f.players) {
        if ((p.state & PlayerState.STAND) === 0) {
          block.ascii(',,,,,,,,,');
          continue;
        }
        block.byte(COMMA);
        if (details) block.int(p.typeId);
        addAlways(block, p.x);
        addAlways(block, p.y);
        addDetail(block, p.vx);
        addDetail(block, p.vy);
        addAlways(block, p.body);
        addDetail(block, p.neck);
        addDetail(block, p.viewWidth);
        addDetail(block, p.stamina);
      }
      block.byte(LINE_FEED);
    },
  };
}

export function formatPlayerTypesHeader(): string {
  return ['id', ...TYPE_COLUMNS].join(',');
}

export function formatPlayerType(type: PlayerType): string {
  return [type.id, ...TYPE_COLUMNS.map((name) => formatG6(type[name]))].join(',');
}

/** Lines of one of the tables, each with its line feed. */
export interface TableLines {
  readonly table: 'tracking' | 'playerTypes';
  readonly text: string;
}

/** Yields the lines of both tables in pieces; each header is a piece. A log without player types gets the default type. */
export async function* createTableLines(
  records: AsyncIterable<LogRecord>,
): AsyncGenerator<TableLines, void, undefined> {
  let tracking = createTracking(6);
  let types = 0;
  let server: ServerParams | null = null;
  const block = new TextBlock();
  yield { table: 'tracking', text: `${formatTrackingHeader()}\n` };
  yield { table: 'playerTypes', text: `${formatPlayerTypesHeader()}\n` };
  for await (const record of records) {
    if (record.type === 'header') tracking = createTracking(record.version);
    else if (record.type === 'server_param') server = record.params;
    else if (record.type === 'player_type') {
      types++;
      yield { table: 'playerTypes', text: `${formatPlayerType(record.playerType)}\n` };
    } else if (record.type === 'show') {
      tracking.addRow(block, record.frame);
      if (block.isFull) yield { table: 'tracking', text: block.take() };
    } else if (record.type === 'end' && types === 0 && server !== null) {
      yield { table: 'playerTypes', text: `${formatPlayerType(createDefaultPlayerType(server))}\n` };
    }
  }
  yield { table: 'tracking', text: block.take() };
}
