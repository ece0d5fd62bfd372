import type { SideName } from '@rcss/core';
import type { Scenario, ScenarioPlayer } from '../scenario.js';
import type { ScriptName } from '../scripts/script.js';
import { at, LEFT_KEEPER, player, RIGHT_KEEPER } from './parts.js';

/** Script and place of the field players of the left team before its kickoff, meters. */
type Lineup = readonly (readonly [ScriptName, number, number])[];

const LINEUPS: Readonly<Record<number, Lineup>> = {
  2: [
    ['attacker', -0.6, 0],
    ['defender', -14, 0],
  ],
  4: [
    ['attacker', -0.6, 0],
    ['attacker', -6, 12],
    ['defender', -20, -8],
    ['defender', -20, 8],
  ],
  6: [
    ['attacker', -0.6, 0],
    ['attacker', -6, -14],
    ['attacker', -6, 14],
    ['defender', -22, -14],
    ['defender', -26, 0],
    ['defender', -22, 14],
  ],
  10: [
    ['defender', -35, -20],
    ['defender', -36, -7],
    ['defender', -36, 7],
    ['defender', -35, 20],
    ['attacker', -18, -16],
    ['attacker', -20, 0],
    ['attacker', -18, 16],
    ['attacker', -10, -20],
    ['attacker', -0.6, 0],
    ['attacker', -10, 20],
  ],
};

function team(side: SideName, fieldPlayers: number): ScenarioPlayer[] {
  const lineup = LINEUPS[fieldPlayers] as Lineup;
  const sign = side === 'left' ? 1 : -1;
  // Opponents stand outside the center circle.
  const place = ([script, x, y]: Lineup[number]) =>
    player(script, side === 'right' && x > -10 ? at(11, -y) : at(sign * x, sign * y, x > -1 ? 0 : 0.5));
  return [side === 'left' ? LEFT_KEEPER : RIGHT_KEEPER, ...lineup.map(place)];
}

function game(size: number, horizon: number): Scenario {
  return {
    name: `${size}v${size}`,
    description: `A match of ${size} against ${size} with all rules, from a kickoff of the left team.`,
    left: team('left', size - 1),
    right: team('right', size - 1),
    controlled: size === 11 ? 'both' : 'left',
    ball: { place: at(0, 0, 0) },
    playMode: 'kick_off_l',
    horizon,
    terminations: size === 11 ? [] : [{ on: 'goal' }],
    rewards: { goal: 1 },
  };
}

/** Matches from 3 against 3 to 11 against 11. */
export const MATCH_SCENARIOS: readonly Scenario[] = [
  game(3, 1000),
  game(5, 1500),
  game(7, 2000),
  game(11, 3000),
];
