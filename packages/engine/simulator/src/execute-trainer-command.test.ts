import { PLAY_MODES } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { formatReply, TestMatch } from '../test/test-match.js';
import { applyTrainerCommand, trimCoachText } from './execute-trainer-command.js';

const first = (replies: readonly Parameters<typeof formatReply>[0][]) => replies.map(formatReply).join(', ');

describe('commands of the trainer (spec 07 §7)', () => {
  it('change_mode sets every mode at any time and announces it, except goal_l and goal_r (spec 07 §7.1, §20.13)', () => {
    const fixture = new TestMatch({ coach: true }).connectTeam('A', 1).connectTeam('B', 1);
    for (const { name } of PLAY_MODES) {
      fixture.events = [];
      expect(first(fixture.trainerCommand({ type: 'change_mode', mode: name }))).toBe('ok change_mode');
      expect(fixture.match.world.playMode).toBe(name);
      const calls = fixture.calls;
      expect(calls).toEqual(name === 'goal_l' || name === 'goal_r' ? [] : [`0 ${name}`]);
    }
  });

  it('the time of play_on is stored for the windows of coaches (spec 07 §7.1)', () => {
    const fixture = new TestMatch({ coach: true });
    fixture.match.world.time = 77;
    fixture.setMode('play_on');
    expect(fixture.match.world.playOnStart).toBe(77);
  });

  it('move places the ball with two, three, four or five numbers (spec 07 §7.2, §20.14)', () => {
    const fixture = new TestMatch({ coach: true });
    const { ball } = fixture.match.world;
    Object.assign(ball.vel, { x: 1, y: 1 });
    expect(first(fixture.trainerCommand({ type: 'move_ball', to: { x: 10, y: -5 } }))).toBe('ok move');
    expect(ball).toMatchObject({ pos: { x: 10, y: -5 }, vel: { x: 0, y: 0 } });
    expect(
      first(fixture.trainerCommand({ type: 'move_ball', to: { x: 0, y: 0, angle: 0, vx: 1.5, vy: -0.5 } })),
    ).toBe('ok move');
    expect(ball).toMatchObject({ pos: { x: 0, y: 0 }, vel: { x: 1.5, y: -0.5 } });
    fixture.match.world.catcher = 3;
    expect(first(fixture.trainerCommand({ type: 'move_ball', to: { x: 1, y: 2, angle: 3, vx: 4 } }))).toBe(
      'error illegal_command_form',
    );
    expect(ball.pos).toEqual({ x: 0, y: 0 });
    expect(fixture.match.world.catcher).toBe(-1);
  });

  it('move places a player, also one that is not connected; an unknown team gives no error (spec 07 §7.2, §20.14, §20.15)', () => {
    const fixture = new TestMatch({ coach: true }).connectTeam('A', 1);
    const move = (
      team: string,
      unum: number,
      to: { x: number; y: number; angle?: number; vx?: number; vy?: number },
    ) => first(fixture.trainerCommand({ type: 'move_player', team, unum, to }));
    const player = fixture.player('l', 1);
    expect(move('A', 1, { x: -20, y: 10, angle: 90, vx: 0.5, vy: 0 })).toBe('ok move');
    expect(player.pos).toEqual({ x: -20, y: 10 });
    expect(player.vel).toEqual({ x: 0.5, y: 0 });
    expect(player.body).toBeCloseTo(Math.PI / 2);
    expect(move('A', 1, { x: -3, y: 3, angle: 500 })).toBe('ok move');
    expect(player.body).toBeCloseTo(Math.PI);
    expect(player.vel).toEqual({ x: 0.5, y: 0 });
    expect(move('A', 1, { x: 1, y: 1, angle: 0, vx: 1 })).toBe('error illegal_command_form');
    expect(player.pos).toEqual({ x: -3, y: 3 });
    expect(move('Z', 1, { x: 30, y: 0 })).toBe('ok move');
    expect(move('', 1, { x: 30, y: 0 })).toBe('ok move');
    expect(move('A', 5, { x: 3, y: 4 })).toBe('ok move');
    fixture.connectTeam('A', 4);
    expect(fixture.player('l', 5).pos).toEqual({ x: 3, y: 4 });
  });

  it('move resolves overlaps at once (spec 07 §7.2)', () => {
    const fixture = new TestMatch({ coach: true }).connectTeam('A', 2);
    const place = { x: 5, y: 5 };
    for (const unum of [1, 2]) fixture.trainerCommand({ type: 'move_player', team: 'A', unum, to: place });
    const [a, b] = [fixture.player('l', 1).pos, fixture.player('l', 2).pos];
    expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(0.59);
  });

  it('start acts only at the beginning of halves, and always replies (spec 07 §7.3, §20.16, spec 06 §24.15)', () => {
    const fixture = new TestMatch({ coach_w_referee: true }).connectTeam('A', 1);
    fixture.match.world.time = 17;
    expect(first(fixture.trainerCommand({ type: 'start' }))).toBe('ok start');
    expect(fixture.match.world.playMode).toBe('before_kick_off');
    fixture.match.world.time = 3000;
    fixture.player('l', 1).stamina = 1;
    fixture.trainerCommand({ type: 'start' });
    expect(fixture.match.world.playMode).toBe('kick_off_r');
    expect(fixture.player('l', 1).stamina).toBe(8000);
    expect(fixture.takeEvents('kick_off')).toEqual([{ type: 'kick_off', side: 'r' }]);
  });

  it('recover restores all players (spec 07 §7.4)', () => {
    const fixture = new TestMatch({ coach: true }).connectTeam('A', 2);
    const [one, two] = [fixture.player('l', 1), fixture.player('l', 2)];
    for (const p of [one, two])
      Object.assign(p, { stamina: 1, effort: 0.6, recovery: 0.5, staminaCapacity: 0, hearOwn: 0 });
    two.enabled = false;
    expect(first(fixture.trainerCommand({ type: 'recover' }))).toBe('ok recover');
    expect(one).toMatchObject({ stamina: 8000, effort: 1, recovery: 1, staminaCapacity: 130600, hearOwn: 1 });
    expect(two.stamina).toBe(1);
  });

  it.each([
    [52.58, 0, 'in_field'],
    [52.585, 0, 'goal_r'],
    [52.6, 7.04, 'goal_r'],
    [52.6, 7.05, 'out_of_field'],
    [55.02, 0, 'goal_r'],
    [55.03, 0, 'out_of_field'],
    [0, 34.08, 'in_field'],
    [0, 34.09, 'out_of_field'],
    [52.585, 34, 'in_field'],
  ])('vector F: check_ball reports the ball at (%d, %d) as %s (spec 07 §18, §20.18)', (x, y, place) => {
    const fixture = new TestMatch({ coach: true });
    fixture.trainerCommand({ type: 'move_ball', to: { x, y } });
    expect(first(fixture.trainerCommand({ type: 'check_ball' }))).toBe(`check_ball 0 ${place}`);
  });

  it('look, team_names, eye and ear are answered (spec 07 §7.6 - §7.9)', () => {
    const fixture = new TestMatch({ coach: true, fixed_teamname_l: 'Fix' });
    expect(first(fixture.trainerCommand({ type: 'look' }))).toBe('look');
    expect(first(fixture.trainerCommand({ type: 'team_names' }))).toBe('team_names null null');
    fixture.connectTeam('A', 1);
    expect(first(fixture.trainerCommand({ type: 'team_names' }))).toBe('team_names A null');
    expect(first(fixture.trainerCommand({ type: 'eye', on: true }))).toBe('ok eye on');
    expect(first(fixture.trainerCommand({ type: 'ear', on: false }))).toBe('ok ear off');
    expect(fixture.match.trainer).toMatchObject({ eye: true, ear: false });
  });

  it.each([
    ['hello all)', 128, 'hello all'],
    ['(x) (y))', 128, '(x) (y)'],
    ['a', 128, 'a'],
    ['x y) ', 128, 'x y) '],
    ['x) (say y)', 128, 'x) (say y'],
    [`${'z'.repeat(140)})`, 128, 'z'.repeat(128)],
    ['b)', 128, 'b'],
    ['xxxxxxxxx)', 10, 'xxxxxxxxx'],
    ['xxxxxxxxxx)', 10, 'xxxxxxxxxx'],
    ['xxxxxxxxxxx)', 10, 'xxxxxxxxxx'],
    [`${'z'.repeat(140)})`, -1, 'z'.repeat(140)],
  ])('vector E: %j with limit %d is received as %j (spec 07 §7.10, §20.19)', (message, limit, heard) => {
    expect(trimCoachText(message, limit)).toBe(heard);
  });

  it('a message of the trainer is sent to all players, without limits (spec 07 §7.10)', () => {
    const fixture = new TestMatch({ coach: true }).connectTeam('A', 1, { version: 7 }).connectTeam('B', 1);
    fixture.match.world.playMode = 'play_on';
    expect(first(fixture.trainerCommand({ type: 'say', message: 'now)' }))).toBe('ok say');
    expect(fixture.events.find((e) => e.type === 'hear')).toMatchObject({
      listener: 0,
      heard: { kind: 'trainer', message: 'now' },
    });
    expect(fixture.events.find((e) => e.type === 'say')).toMatchObject({
      message: 'now',
      speaker: { by: 'trainer' },
    });
    expect(fixture.match.sensors.audio.pending).toHaveLength(1);
  });

  it('change_player_type has a fixed order of checks (spec 07 §7.11, §20.20)', () => {
    const fixture = new TestMatch({ coach: true }).connectTeam('A', 1);
    const give = (team: string, unum: number, typeId: number) =>
      first(fixture.trainerCommand({ type: 'change_player_type', team, unum, typeId }));
    expect(give('Z', 9, 99)).toBe('warning no_team_found');
    expect(give('', 9, 99)).toBe('warning no_team_found');
    expect(give('A', 9, 18)).toBe('error out_of_range_player_type');
    expect(give('A', 9, -1)).toBe('error out_of_range_player_type');
    expect(give('A', 9, 1)).toBe('warning no_such_player');
    fixture.match.world.playMode = 'play_on';
    fixture.match.world.time = 5;
    expect(give('A', 1, 1)).toBe('ok change_player_type A 1 1');
    expect(fixture.match.substitutions.l.substitutions).toBe(1);
  });

  it('a monitor receives the reply to its own command (spec 10 §10.1)', () => {
    const fixture = new TestMatch({ coach: true });
    applyTrainerCommand(fixture.match, { role: 'monitor', id: 4 }, { type: 'recover' });
    expect(fixture.takeEvents('reply')).toEqual([
      { type: 'reply', to: { role: 'monitor', id: 4 }, reply: { kind: 'ok', code: 'recover' } },
    ]);
  });

  it('without the referee no rule acts (spec 07 §1, spec 06 §24.60)', () => {
    const fixture = new TestMatch({ coach: true, half_time: 1 }).connectTeam('A', 1).connectTeam('B', 1);
    fixture.setMode('play_on');
    fixture.trainerCommand({ type: 'move_ball', to: { x: 52, y: 0, angle: 0, vx: 2, vy: 0 } });
    fixture.events = [];
    fixture.runSteps(30);
    expect(fixture.calls).toEqual([]);
    expect(fixture.match.world).toMatchObject({ time: 30, playMode: 'play_on', left: { score: 0 } });
  });
});
