import type { Side } from '@rcss/core';

/** Play mode without its side. */
export interface ModeView {
  /** Name without `_l` or `_r`. */
  readonly kind: string;
  /** Whether the side in the play mode's name is the own one; null without a side. */
  readonly isOwn: boolean | null;
}

/** Returns a play mode as one side sees it. */
export function readMode(name: string, side: Side): ModeView {
  const sided = /^(.*)_([lr])$/.exec(name);
  return sided === null ? { kind: name, isOwn: null } : { kind: sided[1]!, isOwn: sided[2] === side };
}
