import { PLAY_MODES, PlayerState } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { TestMatch } from '../test/test-match.js';
import { step } from './step.js';

describe('clock and stoppage by play mode (spec 02 §6, spec 06 §4.1)', () => {
  it.each(PLAY_MODES.map((mode) => [mode.name, mode.clock] as const))('%s is in branch %s', (name, clock) => {
    // Without rules, the play mode stays.
    const fixture = new TestMatch({ coach: true }).connectTeam('A', 1);
    const { world } = fixture.match;
    fixture.setMode(name);
    Object.assign(world, { time: 7, stoppageTime: 3 });
    Object.assign(world.ball.vel, { x: 1, y: 0 });
    const ball = { ...world.ball.pos };
    fixture.runSteps(1);
    expect([world.time, world.stoppageTime]).toEqual(clock === 'running' ? [8, 0] : [7, 4]);
    expect(world.ball.pos.x !== ball.x).toBe(clock === 'running' || clock === 'stopped');
    expect(fixture.match.steps).toBe(1);
  });

  it('branch S: if a rule ends the stop, the call has the old time and the show the next one (spec 06 §4.1)', () => {
    const fixture = new TestMatch({ coach_w_referee: true }).connectTeam('A', 1).connectTeam('B', 1);
    const { world } = fixture.match;
    fixture.setMode('play_on');
    fixture.runSteps(3);
    fixture.setMode('goal_l');
    fixture.events = [];
    const shows: string[] = [];
    for (let i = 0; i < 60 && (world.playMode as string) !== 'kick_off_r'; i++)
      step(fixture.match, ({ world: w }) => shows.push(`${w.time},${w.stoppageTime} ${w.playMode}`));
    expect(fixture.calls.at(-1)).toBe('3 kick_off_r');
    expect(shows.at(-1)).toBe('4,0 kick_off_r');
    expect(shows.at(-2)).toMatch(/^3,\d+ goal_l$/);
  });
});

describe('order within a step (spec 05 §5.3)', () => {
  it('in before_kick_off, angles are applied and velocities reset, and no player moves (spec 05 §5.3)', () => {
    const fixture = new TestMatch().connectTeam('A', 1);
    const player = fixture.player('l', 1);
    fixture.playerCommand('l', 1, '(move -10 0)');
    fixture.playerCommand('l', 1, '(turn_neck 30)');
    fixture.runSteps(1);
    expect(player.neck).toBeCloseTo(Math.PI / 6);
    fixture.playerCommand('l', 1, '(dash 100)');
    fixture.runSteps(1);
    expect(player).toMatchObject({ pos: { x: -10, y: 0 }, vel: { x: 0, y: 0 }, dashCount: 1 });
  });

  it('a dash uses the stamina at the beginning of the step (spec 05 §5.2)', () => {
    const fixture = new TestMatch({ coach: true }).connectTeam('A', 1);
    fixture.setMode('play_on');
    const player = fixture.player('l', 1);
    player.stamina = 4000;
    fixture.playerCommand('l', 1, '(dash 100)');
    expect([player.stamina, player.dashCount]).toEqual([4000, 0]);
    player.stamina = 3000;
    fixture.runSteps(1);
    expect([player.stamina, player.dashCount]).toEqual([3000 - 100 + 45, 1]);
  });

  it('in time_over, commands are kept until the mode changes (spec 05 §5.3, quirk)', () => {
    const fixture = new TestMatch({ coach: true }).connectTeam('A', 1);
    const player = fixture.player('l', 1);
    Object.assign(player.pos, { x: 0, y: 0 });
    Object.assign(fixture.match.world.ball.pos, { x: 20, y: 20 });
    fixture.setMode('time_over');
    fixture.playerCommand('l', 1, '(dash 100)');
    fixture.runSteps(1);
    fixture.playerCommand('l', 1, '(turn 60)');
    fixture.runSteps(1);
    expect(player).toMatchObject({ pos: { x: 0, y: 0 }, body: 0, dashCount: 1 });
    fixture.setMode('play_on');
    fixture.runSteps(1);
    expect(player.pos.x).toBeCloseTo(0.6);
    expect(player.body).toBeCloseTo(Math.PI / 3);
  });

  it('the show contains the momentary states; after it they are cleared (spec 02 §3.2)', () => {
    const fixture = new TestMatch({ coach: true }).connectTeam('A', 1);
    fixture.setMode('play_on');
    Object.assign(fixture.player('l', 1).pos, { x: -0.5, y: 0 });
    fixture.playerCommand('l', 1, '(kick 10 0)');
    let shown = 0;
    step(fixture.match, ({ world }) => {
      shown = world.players[0]!.state;
    });
    expect(shown & PlayerState.KICK).toBe(PlayerState.KICK);
    expect(fixture.player('l', 1).state & PlayerState.KICK).toBe(0);
  });

  it('branch S releases the held ball, branch R carries it in front of the goalie (spec 06 §4.1)', () => {
    const fixture = new TestMatch({ coach: true }).connectTeam('A', 1, { goalie: true });
    const { world } = fixture.match;
    Object.assign(fixture.player('l', 1).pos, { x: -45, y: 0 });
    world.catcher = 0;
    fixture.setMode('free_kick_l');
    fixture.runSteps(1);
    expect(world.catcher).toBe(0);
    expect(world.ball.pos.x).toBeGreaterThan(-45);
    expect(world.ball.pos.x).toBeLessThan(-44);
    fixture.setMode('offside_l');
    fixture.runSteps(1);
    expect(world.catcher).toBe(-1);
  });

  it('stamina grows in every mode (spec 05 §18.2)', () => {
    for (const mode of ['before_kick_off', 'time_over', 'goal_l', 'play_on'] as const) {
      const fixture = new TestMatch({ coach: true }).connectTeam('A', 1);
      fixture.setMode(mode);
      fixture.player('l', 1).stamina = 5000;
      fixture.runSteps(1);
      expect(fixture.player('l', 1).stamina, mode).toBe(5045);
    }
  });
});
