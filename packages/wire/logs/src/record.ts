import type { BoardMessage, Failure, Frame, FrameTeam, PlayMode, Side, TeamGraphicTile } from '@rcss/core';
import type { PlayerParams, PlayerType, ServerParams } from '@rcss/params';
import type { LogVersion } from './version.js';

/** Members of all records. */
interface HasOffset {
  /** Where the record begins in the uncompressed log, bytes. */
  readonly offset: number;
}

/** Members of records with a time. */
interface HasTime {
  /** Game time, cycles. Versions 1 to 3 do not store it: it is the time of the last show, 0 before the first show. */
  readonly time: number;
  /** Count of cycles since the game time stands still; 0 while it runs, and always 0 in versions 1 to 7. */
  readonly stoppageTime: number;
}

/** Shape of a draw record (spec 09 §4.1, §13.2). Positions and radius are in meters in the field frame; the color is a name. */
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

/** First record of every log. Version 1 has this record too, although its files have no header. */
export interface HeaderRecord extends HasOffset {
  readonly type: 'header';
  readonly version: LogVersion;
}
/** Version of the server (JSON only). */
export interface ServerVersionRecord extends HasOffset {
  readonly type: 'server_version';
  /** Version, for example `19.0.0`. */
  readonly text: string;
}
/** Start time of the server (JSON only). */
export interface TimestampRecord extends HasOffset {
  readonly type: 'timestamp';
  /** Time as `YYYY-MM-DDThh:mm:ss+hhmm`. */
  readonly text: string;
}
/** Members of parameter records. */
interface HasBlock {
  /**
   * Bytes of the record in version 3; null in other versions. A copy of the log uses them, because values that are decoded and
   * encoded again can differ in the last bit.
   */
  readonly block: Uint8Array | null;
}
/** Server parameters. Values that the version does not store are defaults. */
export interface ServerParamRecord extends HasOffset, HasBlock {
  readonly type: 'server_param';
  /** Values of all server parameters. */
  readonly params: ServerParams;
}
/** Player parameters. Values that the version does not store are defaults. */
export interface PlayerParamRecord extends HasOffset, HasBlock {
  readonly type: 'player_param';
  /** Values of all player parameters. */
  readonly params: PlayerParams;
}
export interface PlayerTypeRecord extends HasOffset, HasBlock {
  readonly type: 'player_type';
  /** Id and values of the type. */
  readonly playerType: PlayerType;
}
/** A change of the play mode (versions 3 and later). */
export interface PlayModeRecord extends HasOffset, HasTime {
  readonly type: 'playmode';
  /** Play mode that begins; null for an unknown name or number. */
  readonly mode: PlayMode | null;
}
/** A change of names, scores or penalties (versions 3 and later). The name is empty for a side without a team. */
export interface TeamRecord extends HasOffset, HasTime {
  readonly type: 'team';
  readonly left: Readonly<FrameTeam>;
  readonly right: Readonly<FrameTeam>;
}
/**
 * State of a step. If the version does not store play mode and teams in the show, they are those of the records before it. Values
 * that the version does not store are those of `createFrame`, with stamina 8000, effort 1, recovery 1 and capacity -1 (see
 * `logFeatures`).
 */
export interface ShowRecord extends HasOffset {
  readonly type: 'show';
  /** State of the ball, the players and the teams. */
  readonly frame: Frame;
}
/**
 * A message. Board 1 has referee calls, speech and the result; board 2 has client traffic, which can be followed by stray bytes
 * ({@link trimStrayBytes}).
 */
export interface MessageRecord extends HasOffset, HasTime, BoardMessage {
  readonly type: 'msg';
}
/** A tile of a team graphic: an element in JSON logs, a message in other versions. */
export interface TeamGraphicRecord extends HasOffset, HasTime {
  readonly type: 'team_graphic';
  /** Side of the team. */
  readonly side: Side;
  /** Position and contents of the tile. */
  readonly tile: TeamGraphicTile;
  /** Text of the message; null in JSON logs. */
  readonly text: string | null;
}
/** A drawing that another program added to the log. */
export interface DrawRecord extends HasOffset, HasTime {
  readonly type: 'draw';
  /** What is drawn. */
  readonly shape: DrawShape;
}
/** A place that cannot be read. Reading continues with the next good record; with `strict` it ends here. */
export interface DamageRecord extends HasOffset, Failure {
  readonly type: 'damage';
  /** Where the damage begins in the uncompressed log, bytes. */
  readonly offset: number;
}
/** Last record of every log. */
export interface EndRecord extends HasOffset {
  readonly type: 'end';
  /** False if the log ends in the middle of a record, a JSON log has no closing bracket, or the compressed data is damaged. */
  readonly complete: boolean;
  /** Records of a JSON log that only this reader can read, because they are not JSON in UTF-8; absent if there are none. */
  readonly notJson?: { readonly count: number; readonly offset: number };
}

/** A record of a game log; spec 09 §2.1 has the order of records. */
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
 * Removes the stray bytes of earlier messages that can follow a message of board 2 (spec 09 §2.5). The text ends after the
 * parenthesis that closes its last balanced expression. Text without a balanced expression is not changed.
 */
export function trimStrayBytes(text: string): string {
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

/** Parts of a result message (spec 09 §2.7). */
export interface ResultMessage {
  /** Date and time as in the message: 12 or 14 digits, `YYYYMMDDhhmm` or `YYYYMMDDhhmmss`. */
  readonly date: string;
  /** Left side as in the message: name, coach, score and penalties. */
  readonly left: string;
  /** Right side as in the message. */
  readonly right: string;
}

/** Parses a message such as `(result 202611201506 A_3-vs-B_1)`. Returns null if the text is not a result message. */
export function parseResultMessage(text: string): ResultMessage | null {
  const match = /^\(result (\d{12}(?:\d\d)?) (\S+?)-vs-(\S+?)\)?$/.exec(text);
  return match && { date: match[1]!, left: match[2]!, right: match[3]! };
}
