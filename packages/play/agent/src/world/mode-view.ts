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

/** Whether this play mode ends with a drop ball if no player kicks (spec 06 §10.1). */
export function isTimedSetPlay({ kind }: ModeView): boolean {
  return /^(kick_off|kick_in|(indirect_)?free_kick|corner_kick|goal_kick)$/.test(kind);
}
