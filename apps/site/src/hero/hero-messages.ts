/** Messages between the start page and the worker that plays its match. */

/** What the page asks for: a new match, or further frames of it. */
export type HeroRequest =
  | { readonly type: 'start'; readonly seed: number }
  | { readonly type: 'advance'; readonly frames: number };

/** Bytes of the game log; null after its end. */
export type HeroReply = Uint8Array<ArrayBuffer> | null;
