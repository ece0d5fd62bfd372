import type {
  CommandRight,
  GraphicTile,
  Mark,
  ParamTable,
  RefereeCommand,
  SourceMessage,
  SourceStatus,
} from './source.js';

/**
 * What a bridge and a page say to each other over a WebSocket: JSON texts of these shapes, and frames as binary messages: index of
 * the first frame u32, lowest index that is still kept u32 (little endian), then frames as `encodeFrame` writes them.
 */
export const FRAMES_HEAD = 8;

/** From the bridge. `hello` comes first, and again when the server told something new about the match. */
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
      readonly messages: readonly SourceMessage[];
      readonly tiles: readonly GraphicTile[];
      readonly status: SourceStatus;
      readonly rights: CommandRight;
    }
  | { readonly t: 'marks'; readonly marks: readonly Mark[] }
  | { readonly t: 'message'; readonly message: SourceMessage }
  | { readonly t: 'tile'; readonly tile: GraphicTile }
  | { readonly t: 'status'; readonly status: SourceStatus }
  | { readonly t: 'rights'; readonly rights: CommandRight }
  | { readonly t: 'reply'; readonly text: string }
  | { readonly t: 'cycle'; readonly id: number; readonly index: number };

/** From the page. */
export type PageMessage =
  | { readonly t: 'get'; readonly from: number; readonly count: number }
  | { readonly t: 'cycle'; readonly id: number; readonly cycle: number }
  | { readonly t: 'command'; readonly command: RefereeCommand }
  | { readonly t: 'auth'; readonly token: string };

/** Most frames asked for at once. */
export const MAX_GET = 256;
