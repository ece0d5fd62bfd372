import type { Side } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { formatReply, TestMatch } from '../test/test-match.js';
import { applyMonitorCommand } from './execute-monitor-command.js';

const give = (fixture: TestMatch, side: Side, unum: number, typeId: number) =>
  fixture.coachCommand(side, { type: 'change_player_type', unum, typeId }).map(formatReply).join(', ');
const goalie = (fixture: TestMatch, side: Side, unum: number) =>
  fixture.coachCommand(side, { type: 'change_goalie', unum }).map(formatReply).join(', ');
const trainerGives = (fixture: TestMatch, team: string, unum: number, typeId: number) =>
  fixture.trainerCommand({ type: 'change_player_type', team, unum, typeId }).map(formatReply).join(', ');

describe('vector A: substitutions (spec 07 §18, §20.20, §20.21, spec 05b §7.13)', () => {
  it('the replies match the observed ones', () => {
    const fixture = new TestMatch({ coach_w_referee: true }, { pt_max: 1, subs_max: 2 });
    fixture.connectTeam('LL', 4, { goalie: true }).connectTeam('RR', 2).connectCoach('LL').connectCoach('RR');
    const { match } = fixture;
    expect(give(fixture, 'l', 2, 3)).toBe('ok change_player_type 2 3');
    expect(fixture.takeEvents('change_player_type')).toEqual([
      { type: 'change_player_type', side: 'l', unum: 2, typeId: 3 },
    ]);
    expect(give(fixture, 'l', 3, 3)).toBe('warning max_of_that_type_on_field');
    expect(give(fixture, 'l', 2, 3)).toBe('ok change_player_type 2 3');
    expect(give(fixture, 'l', 2, 0)).toBe('ok change_player_type 2 0');
    expect(give(fixture, 'l', 3, 0)).toBe('warning max_of_that_type_on_field');
    expect(give(fixture, 'l', 5, 4)).toBe('warning no_such_player');
    expect(give(fixture, 'l', 2, 18)).toBe('error out_of_range_player_type');
    expect(give(fixture, 'l', 1, 5)).toBe('ok change_player_type 1 5');
    expect(goalie(fixture, 'l', 2)).toBe('error goalie_already_exists');
    expect(give(fixture, 'l', 3, 6)).toBe('ok change_player_type 3 6');
    expect(trainerGives(fixture, 'RR', 1, 7)).toBe('ok change_player_type RR 1 7');
    expect(trainerGives(fixture, 'RR', 2, 7)).toBe('ok change_player_type RR 2 7');
    expect(goalie(fixture, 'r', 1)).toBe('ok change_player_type 1 goalie');
    fixture.connectTeam('LL', 2).connectTeam('RR', 2);
    expect(give(fixture, 'r', 3, 8)).toBe('ok change_player_type 3 8');
    fixture.events = [];
    fixture.trainerCommand({ type: 'start' });
    expect(
      fixture.events.flatMap((e) =>
        e.type === 'auto_player_type' ? [`${e.side}${e.unum} ${e.typeId}`] : [],
      ),
    ).toEqual(['l4 1', 'l5 2', 'l6 3', 'r1 0', 'r4 1']);
    expect(fixture.player('r', 1)).toMatchObject({ typeId: 0, typeExplicit: true });
    fixture.runSteps(1);
    expect(match.world.time).toBeGreaterThan(0);
    fixture.setMode('kick_off_l');
    expect(give(fixture, 'l', 4, 9)).toBe('ok change_player_type 4 9');
    expect(give(fixture, 'l', 4, 10)).toBe('ok change_player_type 4 10');
    expect(give(fixture, 'l', 3, 11)).toBe('warning no_subs_left');
    expect(trainerGives(fixture, 'LL', 3, 11)).toBe('ok change_player_type LL 3 11');
    fixture.setMode('play_on');
    expect(give(fixture, 'r', 3, 99)).toBe('warning cannot_sub_while_playon');
    expect(goalie(fixture, 'r', 1)).toBe('warning cannot_change_goalie_while_playon');
    fixture.setMode('free_kick_l');
    expect(give(fixture, 'r', 3, 7)).toBe('warning no_left_of_that_type');
    expect(give(fixture, 'r', 1, 12)).toBe('ok change_player_type 1 12');
    expect(give(fixture, 'r', 3, 12)).toBe('warning no_left_of_that_type');
  });
});

describe('vector B: no substitutions in a shootout (spec 07 §18)', () => {
  it('a change at time 39 is accepted, at 40 refused', () => {
    const fixture = new TestMatch({ half_time: 1, extra_half_time: 1, coach_w_referee: true }).connectTeam(
      'A',
      2,
    );
    fixture.connectCoach('A');
    fixture.match.world.time = 39;
    expect(give(fixture, 'l', 1, 3)).toBe('ok change_player_type 1 3');
    fixture.match.world.time = 40;
    expect(give(fixture, 'l', 2, 4)).toBe('warning cannot_sub_while_penalty_shootouts');
  });
});

describe('order of the checks (spec 07 §8.1)', () => {
  it('only the first check that fails is reported (spec 07 §20.21, spec 05b §7.12)', () => {
    const fixture = new TestMatch({ half_time: 1, nr_extra_halfs: 0 }, { subs_max: 0 })
      .connectTeam('A', 1)
      .connectCoach('A');
    const { world } = fixture.match;
    world.playMode = 'play_on';
    world.time = 999;
    expect(give(fixture, 'l', 7, 99)).toBe('warning cannot_sub_while_playon');
    world.playMode = 'kick_in_l';
    expect(give(fixture, 'l', 7, 99)).toBe('warning cannot_sub_while_penalty_shootouts');
    world.time = 5;
    expect(give(fixture, 'l', 7, 99)).toBe('warning no_subs_left');
    const more = new TestMatch({}, { subs_max: 3 }).connectTeam('A', 1).connectCoach('A');
    expect(give(more, 'l', 7, -1)).toBe('error out_of_range_player_type');
    more.match.substitutions.l.used[4] = 1;
    expect(give(more, 'l', 7, 4)).toBe('warning no_left_of_that_type');
    expect(give(more, 'l', 7, 5)).toBe('warning no_such_player');
  });

  it('type 0 is unlimited if allow_mult_default_type is on (spec 05b §7.11)', () => {
    const fixture = new TestMatch({}, { allow_mult_default_type: true })
      .connectTeam('A', 3)
      .connectCoach('A');
    for (const unum of [1, 2, 3]) expect(give(fixture, 'l', unum, 0)).toBe(`ok change_player_type ${unum} 0`);
    expect(give(fixture, 'l', 1, 1)).toBe('ok change_player_type 1 1');
    expect(give(fixture, 'l', 2, 1)).toBe('warning max_of_that_type_on_field');
  });

  it('a type used since the kickoff cannot be used again (spec 05b §4.1, §7.14)', () => {
    const fixture = new TestMatch().connectTeam('A', 2).connectCoach('A');
    fixture.match.world.time = 7;
    expect(give(fixture, 'l', 1, 3)).toBe('ok change_player_type 1 3');
    expect(give(fixture, 'l', 1, 3)).toBe('warning no_left_of_that_type');
    expect(fixture.takeEvents('console')[0]).toMatchObject({
      error: true,
      text: '(warning no_left_of_that_type) unum=1 type=3',
    });
    expect(fixture.match.substitutions.l.substitutions).toBe(1);
  });
});

describe('effects of a new type (spec 05b §4.3)', () => {
  it('recovers the player, clears its cards, and keeps position and counters; also for a player that was sent off', () => {
    const fixture = new TestMatch({ coach: true }).connectTeam('A', 1);
    const player = fixture.player('l', 1);
    Object.assign(player, {
      stamina: 10,
      effort: 0.6,
      recovery: 0.5,
      cards: 2,
      dashCount: 4,
      enabled: false,
    });
    Object.assign(player.pos, { x: 1, y: 2 });
    trainerGives(fixture, 'A', 1, 5);
    expect(player).toMatchObject({
      typeId: 5,
      typeExplicit: true,
      stamina: 8000,
      recovery: 1,
      effort: fixture.match.params.types[5]!.effort_max,
      cards: 0,
      dashCount: 4,
      pos: { x: 1, y: 2 },
    });
  });

  it('if the counter of the old type is 0, the change is announced but not made (spec 05b §4.2)', () => {
    const fixture = new TestMatch({ coach: true }).connectTeam('A', 1);
    fixture.match.substitutions.l.onField.fill(0);
    fixture.events = [];
    expect(trainerGives(fixture, 'A', 1, 5)).toBe('ok change_player_type A 1 5');
    expect(fixture.player('l', 1).typeId).toBe(0);
    expect(fixture.takeEvents('change_player_type')).toHaveLength(1);
  });
});

describe('a new goalie (spec 07 §8.2)', () => {
  it('is refused while a penalty is ready or taken; only players on the field count (spec 07 §20.22)', () => {
    const fixture = new TestMatch().connectTeam('A', 3, { goalie: true }).connectCoach('A');
    for (const mode of ['penalty_ready_l', 'penalty_taken_r'] as const) {
      fixture.match.world.playMode = mode;
      expect(goalie(fixture, 'l', 2)).toBe('warning cannot_change_goalie_while_penalty_taken');
    }
    fixture.match.world.playMode = 'before_kick_off';
    applyMonitorCommand(fixture.match, { type: 'dispdiscard', side: 1, unum: 1 });
    expect(goalie(fixture, 'l', 1)).toBe('warning no_such_player');
    fixture.events = [];
    expect(goalie(fixture, 'l', 2)).toBe('ok change_player_type 2 goalie');
    expect(fixture.takeEvents('change_goalie')).toEqual([{ type: 'change_goalie', side: 'l', unum: 2 }]);
    expect(fixture.player('l', 2)).toMatchObject({ goalie: true, goalieAppointed: true });
    expect(goalie(fixture, 'l', 3)).toBe('error goalie_already_exists');
  });
});

describe('automatic types at the first kickoff (spec 05b §3)', () => {
  const kickOff = (fixture: TestMatch) => {
    fixture.events = [];
    applyMonitorCommand(fixture.match, { type: 'dispstart' });
    return fixture.match.world.players.filter((p) => p.assigned).map((p) => p.typeId);
  };

  it('a goalie keeps type 0, the others get 1, 2, 3 ... by number (spec 07 §20.23, spec 05b §7.9)', () => {
    const fixture = new TestMatch();
    fixture.connectTeam('A', 3);
    const { match } = fixture;
    match.world.players[2]!.goalie = true;
    fixture.connectTeam('A', 1);
    expect(kickOff(fixture)).toEqual([1, 2, 0, 3]);
    expect(fixture.takeEvents('auto_player_type').map((e) => e.unum)).toEqual([1, 2, 4]);
    expect(match.substitutions.l.substitutions).toBe(0);
  });

  it('the verified example, in which the coach gave type 5 to player 2 (spec 05b §7.10)', () => {
    const fixture = new TestMatch().connectTeam('A', 2).connectCoach('A');
    fixture.connectTeam('A', 1, { goalie: true }).connectTeam('A', 1);
    give(fixture, 'l', 2, 5);
    expect(kickOff(fixture)).toEqual([1, 5, 0, 2]);
  });

  it('are not assigned if many default types are allowed, without halves, or later (spec 05b §7.11)', () => {
    expect(kickOff(new TestMatch({}, { allow_mult_default_type: true }).connectTeam('A', 3))).toEqual([
      0, 0, 0,
    ]);
    expect(kickOff(new TestMatch({ nr_normal_halfs: 0, nr_extra_halfs: 0 }).connectTeam('A', 2))).toEqual([
      0, 0,
    ]);
    const second = new TestMatch().connectTeam('A', 2);
    second.match.world.time = 3000;
    expect(kickOff(second)).toEqual([0, 0]);
  });
});
