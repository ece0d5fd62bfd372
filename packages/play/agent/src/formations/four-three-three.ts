import type { Formation, RoleLine } from './formation.js';
import { createShiftFormation, type ShiftRole } from './shift-formation.js';

type Pair = readonly [number, number];

function role(
  name: string,
  line: RoleLine,
  place: Pair,
  follow: Pair,
  range: Pair,
  kickOff: Pair,
): ShiftRole {
  return { name, line, place, follow, range, kickOff };
}

/** Roles of the formation of the base team: four defenders, three midfielders, three forwards. */
export const FOUR_THREE_THREE: Formation = createShiftFormation([
  role('goalie', 'goalie', [-50, 0], [0, 0], [-52, -36], [-50, 0]),
  role('center back', 'defense', [-27, -6], [0.6, 0.3], [-47, 6], [-22, -6]),
  role('center back', 'defense', [-27, 6], [0.6, 0.3], [-47, 6], [-22, 6]),
  role('side back', 'defense', [-24, -18], [0.62, 0.25], [-46, 14], [-20, -18]),
  role('side back', 'defense', [-24, 18], [0.62, 0.25], [-46, 14], [-20, 18]),
  role('holding midfielder', 'midfield', [-9, 0], [0.7, 0.4], [-40, 30], [-13, 0]),
  role('midfielder', 'midfield', [3, -10], [0.76, 0.4], [-34, 42], [-9, -9]),
  role('midfielder', 'midfield', [3, 10], [0.76, 0.4], [-34, 42], [-9, 9]),
  role('winger', 'attack', [16, -21], [0.78, 0.2], [-26, 48], [-2, -20]),
  role('winger', 'attack', [16, 21], [0.78, 0.2], [-26, 48], [-2, 20]),
  role('striker', 'attack', [19, 0], [0.74, 0.3], [-18, 46], [-0.7, 0]),
]);
