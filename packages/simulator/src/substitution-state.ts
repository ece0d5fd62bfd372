import type { MatchParams } from '@rcss/params';

/** Index of the pseudo type of players that were never substituted, behind the real types (07 §9.1). */
export function unassignedSlot(params: MatchParams): number {
  return params.types.length;
}

/** What limits the substitutions of a team (07 §9.1): counts by type id, and last the unassigned players. */
export interface SubstitutionState {
  substitutions: number;
  onField: number[];
  used: number[];
}

export function createSubstitutionState(params: MatchParams): SubstitutionState {
  const size = params.types.length + 1;
  return {
    substitutions: 0,
    onField: new Array<number>(size).fill(0),
    used: new Array<number>(size).fill(0),
  };
}
