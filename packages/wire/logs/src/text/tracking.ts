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
function formatTrackingHeader(): string {
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

const encoder = new TextEncoder();

/** Columns of a team as UTF-8 bytes. They are formatted again only if they have changed. */
class TeamColumns {
  #name = '';
  #score = -1;
  #penaltyScored = -1;
  #bytes = new Uint8Array(0);

  of(team: FrameTeam): Uint8Array {
    const { name, score, penaltyScored } = team;
    if (name !== this.#name || score !== this.#score || penaltyScored !== this.#penaltyScored) {
      this.#bytes = encoder.encode(formatTeam(team));
      this.#name = name;
      this.#score = score;
      this.#penaltyScored = penaltyScored;
    }
    return this.#bytes;
  }
}

/** Creates a writer of the tracking table. Values that the version does not store are empty. */
function createTracking(version: LogVersion): Tracking {
  const { details } = logFeatures(version);
  const left = new TeamColumns();
  const right = new TeamColumns();
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
      block.int(count).byte(COMMA).int(time).byte(COMMA).int(stopped);
      block.ascii(',"').ascii(f.playMode).ascii('",');
      block.bytes(left.of(f.left)).byte(COMMA).bytes(right.of(f.right));
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

function formatPlayerTypesHeader(): string {
  return ['id', ...TYPE_COLUMNS].join(',');
}

function formatPlayerType(type: PlayerType): string {
  return [type.id, ...TYPE_COLUMNS.map((name) => formatG6(type[name]))].join(',');
}

/** Lines of one of the tables, each with its line feed. */
export interface TableLines {
  readonly table: 'tracking' | 'playerTypes';
  readonly text: string;
}

/** Writes both tables. A log without player types gets the default type. */
export interface TableWriter {
  add(record: LogRecord): void;
  /** Passes on the lines that have not been passed on. */
  finish(): void;
}

/** Creates a writer that passes on the lines of both tables in pieces; each header is a piece. */
export function createTableWriter(onLines: (lines: TableLines) => void): TableWriter {
  let tracking = createTracking(6);
  let types = 0;
  let server: ServerParams | null = null;
  const block = new TextBlock();
  const passOn = (): void => onLines({ table: 'tracking', text: block.take() });
  const addType = (type: PlayerType): void =>
    onLines({ table: 'playerTypes', text: `${formatPlayerType(type)}\n` });
  onLines({ table: 'tracking', text: `${formatTrackingHeader()}\n` });
  onLines({ table: 'playerTypes', text: `${formatPlayerTypesHeader()}\n` });
  return {
    add(record) {
      if (record.type === 'show') {
        tracking.addRow(block, record.frame);
        if (block.isFull) passOn();
      } else if (record.type === 'header') tracking = createTracking(record.version);
      else if (record.type === 'server_param') server = record.params;
      else if (record.type === 'player_type') {
        types++;
        addType(record.playerType);
      } else if (record.type === 'end' && types === 0 && server !== null)
        addType(createDefaultPlayerType(server));
    },
    finish: passOn,
  };
}

/** Yields the lines of both tables in pieces like {@link createTableWriter}. */
export async function* createTableLines(
  records: AsyncIterable<LogRecord>,
): AsyncGenerator<TableLines, void, undefined> {
  let lines: TableLines[] = [];
  const writer = createTableWriter((piece) => lines.push(piece));
  for await (const record of records) {
    writer.add(record);
    if (lines.length === 0) continue;
    yield* lines;
    lines = [];
  }
  writer.finish();
  yield* lines;
}
