import type { BoardMessage, Failure, Frame, FrameTeam, PlayMode, Side, TeamGraphicTile } from '@rcss/core';
import type { PlayerParams, PlayerType, ServerParams } from '@rcss/params';
import type { LogVersion } from './version.js';

/** Where a record begins in the unpacked log, in bytes. */
interface Placed {
  readonly offset: number;
}

/** Time of the record. Versions 1 to 3 do not store it: it is the time of the last show, 0 before the first one. */
interface Timed {
  readonly time: number;
  /** Stoppage counter; 0 in all versions but JSON. */
  readonly stoppageTime: number;
}

/** Shape of a draw record (spec 09 §4.1, §13.2). Meters; the color is a name. */
export type DrawShape =
  | { readonly kind: 'clear' }
  | { readonly kind: 'point'; readonly x: number; readonly y: number; readonly color: string }
  | {
      readonly kind: 'circle';
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      readonly color: string;
    }
  | {
      readonly kind: 'line';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly color: string;
    };

/** First record of every log, also of version 1, which has no header in the file. */
export interface HeaderRecord extends Placed {
  readonly type: 'header';
  readonly version: LogVersion;
}
/** Version of the server (JSON only). */
export interface ServerVersionRecord extends Placed {
  readonly type: 'server_version';
  readonly text: string;
}
/** Start time of the server (JSON only). */
export interface TimestampRecord extends Placed {
  readonly type: 'timestamp';
  readonly text: string;
}
/** What parameter records of version 3 have besides: values that pass through parameters and back can be off by one unit. */
interface Blocked {
  /** The block as it is in the log; null in other versions. */
  readonly block: Uint8Array | null;
}
/** Parameters; what the version does not store has default values. */
export interface ServerParamRecord extends Placed, Blocked {
  readonly type: 'server_param';
  readonly params: ServerParams;
}
export interface PlayerParamRecord extends Placed, Blocked {
  readonly type: 'player_param';
  readonly params: PlayerParams;
}
export interface PlayerTypeRecord extends Placed, Blocked {
  readonly type: 'player_type';
  readonly playerType: PlayerType;
}
/** Versions 3 and later. `mode` is null for a name or number that no play mode has. */
export interface PlayModeRecord extends Placed, Timed {
  readonly type: 'playmode';
  readonly mode: PlayMode | null;
}
/** Versions 3 and later. Names are empty for a side without team. */
export interface TeamRecord extends Placed, Timed {
  readonly type: 'team';
  readonly left: Readonly<FrameTeam>;
  readonly right: Readonly<FrameTeam>;
}
/**
 * A step. Play mode and teams are those of the records before it where the show has none itself; what the version does not
 * store is as `createFrame` makes it, with stamina 8000, effort 1, recovery 1 and capacity -1 (see `logFeatures`).
 */
export interface ShowRecord extends Placed {
  readonly type: 'show';
  readonly frame: Frame;
}
/** Board 1: referee and result; board 2: client traffic, which may have stray bytes after it ({@link trimStray}). */
export interface MessageRecord extends Placed, Timed, BoardMessage {
  readonly type: 'msg';
}
/** A tile of a team's banner: an element of JSON logs, a message in the others, whose `text` is kept then. */
export interface TeamGraphicRecord extends Placed, Timed {
  readonly type: 'team_graphic';
  readonly side: Side;
  readonly tile: TeamGraphicTile;
  readonly text: string | null;
}
/** Drawings that other programs put into logs. */
export interface DrawRecord extends Placed, Timed {
  readonly type: 'draw';
  readonly shape: DrawShape;
}
/** A place that cannot be read. Reading goes on with the next good record (tolerant) or ends here (strict). */
export interface DamageRecord extends Placed, Failure {
  readonly type: 'damage';
  readonly offset: number;
}
/** Last record. Not complete: cut off in the middle of a record, JSON without closing bracket, or a broken gzip file. */
export interface EndRecord extends Placed {
  readonly type: 'end';
  readonly complete: boolean;
}

/** What a game log consists of, in order (spec 09 §2.1). */
export type LogRecord =
  | HeaderRecord
  | ServerVersionRecord
  | TimestampRecord
  | ServerParamRecord
  | PlayerParamRecord
  | PlayerTypeRecord
  | PlayModeRecord
  | TeamRecord
  | ShowRecord
  | MessageRecord
  | TeamGraphicRecord
  | DrawRecord
  | DamageRecord
  | EndRecord;

/**
 * Returns a message of board 2 without the stray bytes of earlier messages that may follow it (spec 09 §2.5). The text ends
 * after the parenthesis that closes its last balanced expression. Text without a balanced expression is not changed.
 */
export function trimStray(text: string): string {
  const first = text.indexOf('(');
  if (first < 0) return text;
  let depth = 0;
  let quoted = false;
  for (let i = first; i < text.length; i++) {
    const c = text[i];
    if (c === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (c === '(') depth++;
    else if (c === ')' && --depth <= 0) {
      let next = i + 1;
      while (text[next] === ' ' || text[next] === '\n') next++;
      if (text[next] !== '(') return text.slice(0, i + 1);
    }
  }
  return text;
}
