import { PLAY_MODES, type PlayMode } from '@rcss/core';

/** Name of a play mode without its side: `free_kick` for `free_kick_l` and `free_kick_r` (spec 06 §2). */
export type PlayModeKind = PlayMode extends infer M
  ? M extends `${infer K}_l`
    ? K
    : M extends `${infer K}_r`
      ? K
      : M
  : never;

const kinds: ReadonlyMap<PlayMode, PlayModeKind> = new Map(
  PLAY_MODES.map((m) => [m.name, (m.side === 'n' ? m.name : m.name.slice(0, -2)) as PlayModeKind]),
);

/** Returns the play mode without its side. */
export function playModeKind(mode: PlayMode): PlayModeKind {
  return kinds.get(mode) as PlayModeKind;
}

/** Returns whether the first kick ends this restart; goal kicks have rules of their own (spec 06 §2 "set plays"). */
export function isSetPlay(kind: PlayModeKind): boolean {
  return (
    kind === 'kick_off' ||
    kind === 'kick_in' ||
    kind === 'free_kick' ||
    kind === 'corner_kick' ||
    kind === 'indirect_free_kick'
  );
}
