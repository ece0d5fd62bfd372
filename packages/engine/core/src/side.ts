/** The left team attacks towards +x, the right team towards -x. */
export type Side = 'l' | 'r';
/** A side, or `n` for neither. */
export type SideOrNeutral = Side | 'n';

/** Both sides, left first. */
export const SIDES: readonly Side[] = ['l', 'r'];

/** A side in documents, results and fields of a world. */
export type SideName = 'left' | 'right';

/** The names of both sides, left first. */
export const SIDE_NAMES: readonly SideName[] = ['left', 'right'];

/** Returns the name of a side. */
export function sideName(side: Side): SideName {
  return side === 'l' ? 'left' : 'right';
}

/** Returns the side with a name. */
export function sideOfName(name: SideName): Side {
  return name === 'left' ? 'l' : 'r';
}

/** Number of players of one team. */
export const TEAM_SIZE = 11;
/** Number of players of both teams. */
export const PLAYER_COUNT = 22;

/** Returns the index of a player in `World.players`, 0..21, for a uniform number 1..11. */
export function playerIndex(side: Side, unum: number): number {
  return side === 'l' ? unum - 1 : TEAM_SIZE + unum - 1;
}

/** Returns the side and the uniform number of an index in `World.players`. */
export function playerSlot(index: number): { readonly side: Side; readonly unum: number } {
  return { side: index < TEAM_SIZE ? 'l' : 'r', unum: (index % TEAM_SIZE) + 1 };
}

/** Returns the sign of a side in formulas and binary formats: +1 left, -1 right, 0 neutral. */
export function sideSign(side: SideOrNeutral): 1 | -1 | 0 {
  return side === 'l' ? 1 : side === 'r' ? -1 : 0;
}

/** Returns the other side. */
export function oppositeSide(side: Side): Side;
/** Returns the other side; neutral stays neutral. */
export function oppositeSide(side: SideOrNeutral): SideOrNeutral;
export function oppositeSide(side: SideOrNeutral): SideOrNeutral {
  return side === 'l' ? 'r' : side === 'r' ? 'l' : 'n';
}
