import { describe, expect, it } from 'vitest';
import { line, Stadium } from '../test/stadium.js';
import { applyMonitorCommand } from './monitor-commands.js';

const give = (stadium: Stadium, side: 'l' | 'r', unum: number, typeId: number) =>
  stadium.asCoach(side, { type: 'change_player_type', unum, typeId }).map(line).join(', ');
const goalie = (stadium: Stadium, side: 'l' | 'r', unum: number) =>
  stadium.asCoach(side, { type: 'change_goalie', unum }).map(line).join(', ');
const trainerGives = (stadium: Stadium, team: string, unum: number, typeId: number) =>
  stadium.asTrainer({ type: 'change_player_type', team, unum, typeId }).map(line).join(', ');

describe('vector A: substitutions (spec 07 §18, §20.20, §20.21, spec 05b §7.13)', () => {
  it('the replies match the observed ones', () => {
    const stadium = new Stadium({ coach_w_referee: true }, { pt_max: 1, subs_max: 2 });
    stadium.team('LL', 4, { goalie: true }).team('RR', 2).coach('LL').coach('RR');
    const { match } = stadium;
    expect(give(stadium, 'l', 2, 3)).toBe('ok change_player_type 2 3');
    expect(stadium.take('change_player_type')).toEqual([
      { type: 'change_player_type', side: 'l', unum: 2, typeId: 3 },
    ]);
    expect(give(stadium, 'l', 3, 3)).toBe('warning max_of_that_type_on_field');
    expect(give(stadium, 'l', 2, 3)).toBe('ok change_player_type 2 3');
    expect(give(stadium, 'l', 2, 0)).toBe('ok change_player_type 2 0');
    expect(give(stadium, 'l', 3, 0)).toBe('warning max_of_that_type_on_field');
    expect(give(stadium, 'l', 5, 4)).toBe('warning no_such_player');
    expect(give(stadium, 'l', 2, 18)).toBe('error out_of_range_player_type');
    expect(give(stadium, 'l', 1, 5)).toBe('ok change_player_type 1 5');
    expect(goalie(stadium, 'l', 2)).toBe('error goalie_already_exists');
    expect(give(stadium, 'l', 3, 6)).toBe('ok change_player_type 3 6');
    expect(trainerGives(stadium, 'RR', 1, 7)).toBe('ok change_player_type RR 1 7');
    expect(trainerGives(stadium, 'RR', 2, 7)).toBe('ok change_player_type RR 2 7');
    expect(goalie(stadium, 'r', 1)).toBe('ok change_player_type 1 goalie');
    stadium.team('LL', 2).team('RR', 2);
    expect(give(stadium, 'r', 3, 8)).toBe('ok change_player_type 3 8');
    stadium.events = [];
    stadium.asTrainer({ type: 'start' });
    expect(
      stadium.events.flatMap((e) =>
        e.type === 'auto_player_type' ? [`${e.side}${e.unum} ${e.typeId}`] : [],
      ),
    ).toEqual(['l4 1', 'l5 2', 'l6 3', 'r1 0', 'r4 1']);
    expect(stadium.player('r', 1)).toMatchObject({ typeId: 0, typeExplicit: true });
    stadium.steps(1);
    expect(match.world.time).toBeGreaterThan(0);
    stadium.mode('kick_off_l');
    expect(give(stadium, 'l', 4, 9)).toBe('ok change_player_type 4 9');
    expect(give(stadium, 'l', 4, 10)).toBe('ok change_player_type 4 10');
    expect(give(stadium, 'l', 3, 11)).toBe('warning no_subs_left');
    expect(trainerGives(stadium, 'LL', 3, 11)).toBe('ok change_player_type LL 3 11');
    stadium.mode('play_on');
    expect(give(stadium, 'r', 3, 99)).toBe('warning cannot_sub_while_playon');
    expect(goalie(stadium, 'r', 1)).toBe('warning cannot_change_goalie_while_playon');
    stadium.mode('free_kick_l');
    expect(give(stadium, 'r', 3, 7)).toBe('warning no_left_of_that_type');
    expect(give(stadium, 'r', 1, 12)).toBe('ok change_player_type 1 12');
    expect(give(stadium, 'r', 3, 12)).toBe('warning no_left_of_that_type');
  });
});

describe('vector B: no substitutions in a shootout (spec 07 §18)', () => {
  it('a change at time 39 is accepted, at 40 refused', () => {
    const stadium = new Stadium({ half_time: 1, extra_half_time: 1, coach_w_referee: true }).team('A', 2);
    stadium.coach('A');
    stadium.match.world.time = 39;
    expect(give(stadium, 'l', 1, 3)).toBe('ok change_player_type 1 3');
    stadium.match.world.time = 40;
    expect(give(stadium, 'l', 2, 4)).toBe('warning cannot_sub_while_penalty_shootouts');
  });
});

describe('order of the checks (spec 07 §8.1)', () => {
  it('only the first check that fails is reported (spec 07 §20.21, spec 05b §7.12)', () => {
    const stadium = new Stadium({ half_time: 1, nr_extra_halfs: 0 }, { subs_max: 0 }).team('A', 1).coach('A');
    const { world } = stadium.match;
    world.playMode = 'play_on';
    world.time = 999;
    expect(give(stadium, 'l', 7, 99)).toBe('warning cannot_sub_while_playon');
    world.playMode = 'kick_in_l';
    expect(give(stadium, 'l', 7, 99)).toBe('warning cannot_sub_while_penalty_shootouts');
    world.time = 5;
    expect(give(stadium, 'l', 7, 99)).toBe('warning no_subs_left');
    const more = new Stadium({}, { subs_max: 3 }).team('A', 1).coach('A');
    expect(give(more, 'l', 7, -1)).toBe('error out_of_range_player_type');
    more.match.substitutions.l.used[4] = 1;
    expect(give(more, 'l', 7, 4)).toBe('warning no_left_of_that_type');
    expect(give(more, 'l', 7, 5)).toBe('warning no_such_player');
  });

  it('type 0 is unlimited if allow_mult_default_type is on (spec 05b §7.11)', () => {
    const stadium = new Stadium({}, { allow_mult_default_type: true }).team('A', 3).coach('A');
    for (const unum of [1, 2, 3]) expect(give(stadium, 'l', unum, 0)).toBe(`ok change_player_type ${unum} 0`);
    expect(give(stadium, 'l', 1, 1)).toBe('ok change_player_type 1 1');
    expect(give(stadium, 'l', 2, 1)).toBe('warning max_of_that_type_on_field');
  });

  it('a type used since the kickoff cannot be used again (spec 05b §4.1, §7.14)', () => {
    const stadium = new Stadium().team('A', 2).coach('A');
    stadium.match.world.time = 7;
    expect(give(stadium, 'l', 1, 3)).toBe('ok change_player_type 1 3');
    expect(give(stadium, 'l', 1, 3)).toBe('warning no_left_of_that_type');
    expect(stadium.take('console')[0]).toMatchObject({
      error: true,
      text: '(warning no_left_of_that_type) unum=1 type=3',
    });
    expect(stadium.match.substitutions.l.substitutions).toBe(1);
  });
});

describe('effects of a new type (spec 05b §4.3)', () => {
  it('recovers the player, clears its cards, and keeps position and counters; also for a player that was sent off', () => {
    const stadium = new Stadium({ coach: true }).team('A', 1);
    const player = stadium.player('l', 1);
    Object.assign(player, {
      stamina: 10,
      effort: 0.6,
      recovery: 0.5,
      cards: 2,
      dashCount: 4,
      enabled: false,
    });
    Object.assign(player.pos, { x: 1, y: 2 });
    trainerGives(stadium, 'A', 1, 5);
    expect(player).toMatchObject({
      typeId: 5,
      typeExplicit: true,
      stamina: 8000,
      recovery: 1,
      effort: stadium.match.params.types[5]!.effort_max,
      cards: 0,
      dashCount: 4,
      pos: { x: 1, y: 2 },
    });
  });

  it('if the counter of the old type is 0, the change is announced but not made (spec 05b §4.2)', () => {
    const stadium = new Stadium({ coach: true }).team('A', 1);
    stadium.match.substitutions.l.onField.fill(0);
    stadium.events = [];
    expect(trainerGives(stadium, 'A', 1, 5)).toBe('ok change_player_type A 1 5');
    expect(stadium.player('l', 1).typeId).toBe(0);
    expect(stadium.take('change_player_type')).toHaveLength(1);
  });
});

describe('a new goalie (spec 07 §8.2)', () => {
  it('is refused while a penalty is ready or taken; only players on the field count (spec 07 §20.22)', () => {
    const stadium = new Stadium().team('A', 3, { goalie: true }).coach('A');
    for (const mode of ['penalty_ready_l', 'penalty_taken_r'] as const) {
      stadium.match.world.playMode = mode;
      expect(goalie(stadium, 'l', 2)).toBe('warning cannot_change_goalie_while_penalty_taken');
    }
    stadium.match.world.playMode = 'before_kick_off';
    applyMonitorCommand(stadium.match, { type: 'dispdiscard', side: 1, unum: 1 });
    expect(goalie(stadium, 'l', 1)).toBe('warning no_such_player');
    stadium.events = [];
    expect(goalie(stadium, 'l', 2)).toBe('ok change_player_type 2 goalie');
    expect(stadium.take('change_goalie')).toEqual([{ type: 'change_goalie', side: 'l', unum: 2 }]);
    expect(stadium.player('l', 2)).toMatchObject({ goalie: true, goalieAppointed: true });
    expect(goalie(stadium, 'l', 3)).toBe('error goalie_already_exists');
  });
});

describe('automatic types at the first kickoff (spec 05b §3)', () => {
  const kickOff = (stadium: Stadium) => {
    stadium.events = [];
    applyMonitorCommand(stadium.match, { type: 'dispstart' });
    return stadium.match.world.players.filter((p) => p.assigned).map((p) => p.typeId);
  };

  it('a goalie keeps type 0, the others get 1, 2, 3 ... by number (spec 07 §20.23, spec 05b §7.9)', () => {
    const stadium = new Stadium();
    stadium.team('A', 3);
    const { match } = stadium;
    match.world.players[2]!.goalie = true;
    stadium.team('A', 1);
    expect(kickOff(stadium)).toEqual([1, 2, 0, 3]);
    expect(stadium.take('auto_player_type').map((e) => e.unum)).toEqual([1, 2, 4]);
    expect(match.substitutions.l.substitutions).toBe(0);
  });

  it('the verified example, in which the coach gave type 5 to player 2 (spec 05b §7.10)', () => {
    const stadium = new Stadium().team('A', 2).coach('A');
    stadium.team('A', 1, { goalie: true }).team('A', 1);
    give(stadium, 'l', 2, 5);
    expect(kickOff(stadium)).toEqual([1, 5, 0, 2]);
  });

  it('are not assigned if many default types are allowed, without halves, or later (spec 05b §7.11)', () => {
    expect(kickOff(new Stadium({}, { allow_mult_default_type: true }).team('A', 3))).toEqual([0, 0, 0]);
    expect(kickOff(new Stadium({ nr_normal_halfs: 0, nr_extra_halfs: 0 }).team('A', 2))).toEqual([0, 0]);
    const second = new Stadium().team('A', 2);
    second.match.world.time = 3000;
    expect(kickOff(second)).toEqual([0, 0]);
  });
});
