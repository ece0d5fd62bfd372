import type { BoardMessage, Side, TeamGraphicTile } from '@rcss/core';
import type { DebugRecord } from '@rcss/core/debug-channel';
import type { Mark } from './marks.js';
import type { CommandRight, RefereeCommand } from './referee-command.js';

/** Parameter values by their names in the protocol; booleans are 0 or 1. */
export type ParamTable = Readonly<Record<string, number | string>>;

/** The value of a parameter. */
export type BridgeParamValue = number | string | boolean;

/** Converts parameters to a plain table; booleans become 0 and 1 as in messages of the server. */
export function toParamTable(values: Readonly<Record<string, BridgeParamValue>>): ParamTable {
  const table: Record<string, number | string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'boolean') table[name] = value ? 1 : 0;
    else if (typeof value === 'number' || typeof value === 'string') table[name] = value;
  }
  return table;
}

/** A tile of a team's banner: lines of an XPM image of 8 by 8 pixels at tile (x, y) (spec 10 §9). */
export type GraphicTile = { readonly side: Side } & Pick<TeamGraphicTile, 'x' | 'y' | 'lines'>;

/** State of a source of frames; `live` means that new frames arrive. */
export type SourceState = 'connecting' | 'loading' | 'live' | 'silent' | 'offline' | 'ended' | 'failed';

/** State of a source with an explanation. */
export interface SourceStatus {
  readonly state: SourceState;
  /** One line of text for the page; can be empty. */
  readonly text: string;
}

/**
 * Length of the header of a binary message from bridge to page, bytes: index of the first frame u32 and lowest index that is
 * still kept u32, little endian. Frames follow as `encodeFrame` writes them. All other messages are JSON texts.
 */
export const FRAMES_HEADER_BYTES = 8;

/** Text messages from the bridge to the page. `hello` is sent first, and again when the match or its parameters change. */
export type BridgeMessage =
  | {
      readonly t: 'hello';
      readonly match: string;
      readonly title: string;
      readonly first: number;
      readonly last: number;
      readonly server: ParamTable;
      readonly player: ParamTable;
      readonly types: readonly (readonly [id: number, type: ParamTable])[];
      readonly marks: readonly Mark[];
      readonly messages: readonly BoardMessage[];
      readonly tiles: readonly GraphicTile[];
      readonly status: SourceStatus;
      readonly rights: CommandRight;
      /** Whether the bridge receives debug records of agents. */
      readonly debug?: boolean;
    }
  | { readonly t: 'marks'; readonly marks: readonly Mark[] }
  | { readonly t: 'message'; readonly message: BoardMessage }
  | { readonly t: 'tile'; readonly tile: GraphicTile }
  | { readonly t: 'status'; readonly status: SourceStatus }
  | { readonly t: 'rights'; readonly rights: CommandRight }
  | { readonly t: 'reply'; readonly text: string }
  | { readonly t: 'cycle'; readonly id: number; readonly index: number }
  /** Debug records of agents, to pages that requested some. */
  | { readonly t: 'debug'; readonly records: readonly DebugRecord[] };

/** Text messages from the page to the bridge. */
export type PageMessage =
  | { readonly t: 'get'; readonly from: number; readonly count: number }
  | { readonly t: 'cycle'; readonly id: number; readonly cycle: number }
  | { readonly t: 'command'; readonly command: RefereeCommand }
  | { readonly t: 'auth'; readonly token: string }
  /** Requests the debug records of cycles `from` to `to`, at most 20, and from then on those that arrive. */
  | { readonly t: 'debug'; readonly from: number; readonly to: number };

/** Largest number of frames that one `get` message can request. */
export const MAX_FRAMES_PER_REQUEST = 256;
