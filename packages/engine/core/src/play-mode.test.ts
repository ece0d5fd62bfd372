import { describe, expect, it } from 'vitest';
import {
  isPlayMode,
  isShootoutMode,
  PLAY_MODES,
  playModeClock,
  playModeId,
  playModeOfId,
  playModeSide,
} from './play-mode.js';

/** The table of spec 06 §2: ids, names without their side, clock group. */
const TABLE = `
1 before_kick_off before
2 time_over over
3 play_on running
4/5 kick_off running
6/7 kick_in running
8/9 free_kick running
10/11 corner_kick running
12/13 goal_kick running
14/15 goal stopped
16 drop_ball running
17/18 offside stopped
19/20 penalty_kick running
21 first_half_over running
22 pause running
23 human_judge running
24/25 foul_charge stopped
26/27 foul_push stopped
28/29 foul_multiple_attack running
30/31 foul_ballout running
32/33 back_pass stopped
34/35 free_kick_fault stopped
36/37 catch_fault stopped
38/39 indirect_free_kick running
40/41 penalty_setup running
42/43 penalty_ready running
44/45 penalty_taken running
46/47 penalty_miss running
48/49 penalty_score running
50/51 illegal_defense stopped
`;

describe('play modes (spec 06 §2)', () => {
  const rows = TABLE.trim()
    .split('\n')
    .flatMap((line) => {
      const [ids, name, clock] = line.split(' ') as [string, string, string];
      const [left, right] = ids.split('/').map(Number);
      return right === undefined
        ? [{ id: left, name, side: 'n', clock }]
        : [
            { id: left, name: `${name}_l`, side: 'l', clock },
            { id: right, name: `${name}_r`, side: 'r', clock },
          ];
    });

  it('have the 51 names, ids, sides and clock groups of the table', () => {
    expect(rows).toHaveLength(51);
    expect(PLAY_MODES).toEqual(rows);
  });

  it('are found by name and by id', () => {
    for (const mode of PLAY_MODES) {
      expect(isPlayMode(mode.name)).toBe(true);
      expect(playModeOfId(mode.id)).toBe(mode.name);
      expect(playModeId(mode.name)).toBe(mode.id);
      expect(playModeSide(mode.name)).toBe(mode.side);
      expect(playModeClock(mode.name)).toBe(mode.clock);
      expect(isShootoutMode(mode.name)).toBe(mode.id >= 40 && mode.id <= 49);
    }
  });

  it('are stopped if they are in the list (spec 05 §1)', () => {
    const stopped = PLAY_MODES.filter((mode) => mode.clock === 'stopped').map((mode) =>
      mode.name.slice(0, -2),
    );
    expect([...new Set(stopped)].sort()).toEqual(
      [
        'goal',
        'offside',
        'illegal_defense',
        'foul_charge',
        'foul_push',
        'back_pass',
        'free_kick_fault',
        'catch_fault',
      ].sort(),
    );
    expect(stopped).toHaveLength(16);
  });

  it('unknown names and ids return undefined', () => {
    for (const name of [
      '',
      'play_on ',
      'PLAY_ON',
      'goal',
      'constructor',
      '__proto__',
      'goalie_catch_ball_l',
    ]) {
      expect(isPlayMode(name)).toBe(false);
    }
    for (const id of [0, -1, 52, 1.5, Number.NaN]) expect(playModeOfId(id)).toBeUndefined();
  });
});
