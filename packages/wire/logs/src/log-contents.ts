/** What stays in memory of an opened log: where its shows are, and all other records. */
import { type Failure, playModeId } from '@rcss/core';
import {
  createDefaultPlayerType,
  DEFAULT_PLAYER_PARAMS,
  type PlayerParams,
  type PlayerType,
  type ServerParams,
} from '@rcss/params';
import { createLogIndexer, type LogIndexer } from './log-index.js';
import type { DrawRecord, LogRecord, MessageRecord, TeamGraphicRecord } from './record.js';

/** Messages, tiles and drawings that are kept; a log of a match has some thousands. */
export const MAX_KEPT_RECORDS = 1_000_000;

/** A record with the index (`frame`) of the show that follows it; the count of shows if none follows. */
export type AtFrame<R> = R & { readonly frame: number };

/** Growing array of numbers. */
class NumberColumn {
  data: Float64Array = new Float64Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Float64Array(this.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }
}

/** Collects the contents of a log from its records. */
export class LogContents {
  readonly indexer: LogIndexer = createLogIndexer();
  /** Offset of each show. */
  readonly offsets: NumberColumn = new NumberColumn();
  /** Offset of the record after each show. */
  readonly ends: NumberColumn = new NumberColumn();
  readonly times: NumberColumn = new NumberColumn();
  readonly modes: NumberColumn = new NumberColumn();
  readonly messages: AtFrame<MessageRecord>[] = [];
  readonly teamGraphics: AtFrame<TeamGraphicRecord>[] = [];
  readonly draws: AtFrame<DrawRecord>[] = [];
  readonly types: PlayerType[] = [];
  server: ServerParams | null = null;
  player: PlayerParams = DEFAULT_PLAYER_PARAMS;
  serverVersion: string | null = null;
  timestamp: string | null = null;
  goodRecords = 0;
  firstDamage: Failure | null = null;
  #afterShow = false;

  add(record: LogRecord): void {
    // A show ends where the next record begins.
    if (this.#afterShow) this.ends.push(record.offset);
    this.#afterShow = record.type === 'show';
    this.indexer.add(record);
    if (record.type === 'damage') this.firstDamage ??= record;
    else if (record.type !== 'header' && record.type !== 'end') {
      this.#keep(record);
      this.goodRecords++;
    }
  }

  /** Count of shows that can be read: their ends are known. All shows after the last record. */
  get frameCount(): number {
    return this.ends.length;
  }

  /** Whether the log has more records than can be kept. */
  get isTooLarge(): boolean {
    return this.messages.length + this.teamGraphics.length + this.draws.length > MAX_KEPT_RECORDS;
  }

  #keep(record: LogRecord): void {
    const frame = this.offsets.length;
    switch (record.type) {
      case 'show':
        this.offsets.push(record.offset);
        this.times.push(record.frame.time);
        this.modes.push(playModeId(record.frame.playMode));
        break;
      case 'server_param':
        this.server = record.params;
        break;
      case 'player_param':
        this.player = record.params;
        break;
      case 'player_type':
        this.types[record.playerType.id & 0xffff] = record.playerType;
        break;
      case 'server_version':
        this.serverVersion = record.text;
        break;
      case 'timestamp':
        this.timestamp = record.text;
        break;
      case 'msg':
        this.messages.push({ ...record, frame });
        break;
      case 'team_graphic':
        this.teamGraphics.push({ ...record, frame });
        break;
      case 'draw':
        this.draws.push({ ...record, frame });
        break;
      default:
    }
  }
}

/** Returns types without gaps: an id that the log does not have gets the values of type 0. */
export function fillTypeGaps(types: readonly PlayerType[], server: ServerParams): PlayerType[] {
  const base = types[0] ?? createDefaultPlayerType(server);
  const all: PlayerType[] = [];
  // A damaged log can have any id: the limit keeps the list short.
  for (let id = 0; id < Math.max(1, Math.min(types.length, 1024)); id++)
    all.push(types[id] ?? { ...base, id });
  return all;
}
