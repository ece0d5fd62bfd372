import { describe, expect, it } from 'vitest';
import { TestMatch } from '../test/test-match.js';
import {
  connectCoach,
  connectPlayer,
  connectTrainer,
  disconnectCoach,
  disconnectTrainer,
  reconnectPlayer,
  releaseCoach,
  removePlayer,
} from './connections.js';
import { step } from './step.js';

const entry = (team: string, more: { goalie?: boolean; version?: number } = {}) => ({
  team,
  version: more.version ?? 19,
  goalie: more.goalie ?? false,
});
const REFUSED = 'no_more_player_or_goalie_or_illegal_client_version';

describe('connectPlayer (spec 03 §2.3)', () => {
  it('step 1: the fixed team names cannot be used, on either side', () => {
    const { match } = new TestMatch({ fixed_teamname_l: 'Fix', fixed_teamname_r: 'Other' });
    for (const name of ['Fix', 'Other'])
      expect(connectPlayer(match, entry(name))).toEqual({ ok: false, error: 'conflict_with_fixed_teamname' });
    expect(match.world.left.name).toBe('');
    expect(connectPlayer(match, entry('fix')).ok).toBe(true);
  });

  it('step 2: the first name gets the left side, the second the right, a third is refused; the comparison is exact and case-sensitive', () => {
    const { match } = new TestMatch();
    const sides = ['A', 'A', 'a', 'A', 'a'].map((name) => {
      const result = connectPlayer(match, entry(name));
      return result.ok ? `${result.value.side}${result.value.unum}` : result.error;
    });
    expect(sides).toEqual(['l1', 'l2', 'r1', 'l3', 'r2']);
    expect(connectPlayer(match, entry('B'))).toEqual({ ok: false, error: 'no_more_team' });
  });

  it('a client of an unknown version leaves the next slot of the right team turned by pi, others do not (spec 03 §2.3)', () => {
    const { match } = new TestMatch();
    const body = (index: number) => match.world.players[index]?.body;
    connectPlayer(match, entry('A', { version: 30 }));
    connectPlayer(match, entry('B', { version: 30 }));
    expect([body(0), body(11)]).toEqual([0, Math.PI]);
    step(match);
    expect(body(11)).toBe(Math.PI);
    connectPlayer(match, entry('B', { goalie: true }));
    step(match);
    expect(body(11)).toBe(0);
    connectPlayer(match, entry('B', { goalie: true }));
    expect(body(12)).toBe(0);
  });

  it('step 2, quirk: a refused player still claims the team name (spec 03 §13.12)', () => {
    const { match } = new TestMatch();
    expect(connectPlayer(match, entry('A', { version: 20 }))).toEqual({ ok: false, error: REFUSED });
    expect(match.world.left.name).toBe('A');
    expect(match.world.left.playerCount).toBe(0);
    const result = connectPlayer(match, entry('B'));
    expect(result.ok && result.value.side).toBe('r');
  });

  it('step 3: the limit of eleven players includes those who left; numbers are not reused (spec 03 §13.10, §13.13)', () => {
    const fixture = new TestMatch().connectTeam('A', 11);
    removePlayer(fixture.match, fixture.player('l', 3).index, 'bye');
    expect(connectPlayer(fixture.match, entry('A'))).toEqual({ ok: false, error: REFUSED });
    expect(fixture.match.world.left.playerCount).toBe(11);
  });

  it('step 3: a team has one goalie, including one that left (spec 03 §13.10)', () => {
    const fixture = new TestMatch().connectTeam('A', 1, { goalie: true });
    expect(connectPlayer(fixture.match, entry('A', { goalie: true }))).toEqual({ ok: false, error: REFUSED });
    removePlayer(fixture.match, 0, 'lost');
    expect(connectPlayer(fixture.match, entry('A', { goalie: true }))).toEqual({ ok: false, error: REFUSED });
    const second = connectPlayer(fixture.match, entry('A'));
    expect(second.ok && second.value.unum).toBe(2);
    expect(connectPlayer(fixture.match, entry('B', { goalie: true })).ok).toBe(true);
  });

  it.each([
    [0.9, false],
    [1, true],
    [7.5, true],
    [19.99, true],
    [20, false],
    [Number.NaN, false],
  ])('step 3: version %d is accepted: %s (spec 03 §13.10)', (version, accepted) => {
    expect(connectPlayer(new TestMatch().match, entry('A', { version })).ok).toBe(accepted);
  });

  it('a player can connect in every play mode (spec 03 §13.14)', () => {
    const { match } = new TestMatch();
    for (const mode of ['play_on', 'time_over', 'goal_l'] as const) {
      match.world.playMode = mode;
      expect(connectPlayer(match, entry('A')).ok).toBe(true);
    }
  });

  it('with server::verbose, refused teams and players are reported on the console (spec 02 §12)', () => {
    const fixture = new TestMatch({ verbose: true })
      .connectTeam('A', 1, { goalie: true })
      .connectTeam('B', 11);
    connectPlayer(fixture.match, entry('C'));
    connectPlayer(fixture.match, entry('B'));
    connectPlayer(fixture.match, entry('A', { goalie: true }));
    expect(fixture.takeEvents('console').map((event) => event.text)).toEqual([
      "Warning:Too many teams. [teamname = 'C']",
      'Warning:Too many players.',
      'Warning:Too many goalies.',
    ]);
  });

  it('a new player has the initial state (spec 03 §2.6)', () => {
    const fixture = new TestMatch().connectTeam('A', 2).connectTeam('B', 2, { version: 17 });
    expect(fixture.player('l', 2)).toMatchObject({
      enabled: true,
      pos: { x: -6, y: -37 },
      body: 0,
      synchSee: true,
      stamina: 8000,
      attention: -1,
      typeId: 0,
    });
    expect(fixture.player('r', 2)).toMatchObject({ pos: { x: 6, y: -37 }, body: Math.PI, synchSee: false });
    fixture.runSteps(1);
    expect(fixture.player('r', 2).body).toBe(0);
  });
});

describe('reconnectPlayer (spec 03 §3)', () => {
  const left = () => {
    const fixture = new TestMatch().connectTeam('A', 3);
    removePlayer(fixture.match, 1, 'lost');
    return fixture;
  };

  it('is refused in play_on before any other check (spec 03 §13.14)', () => {
    const { match } = left();
    match.world.playMode = 'play_on';
    expect(reconnectPlayer(match, 'Unknown', 99)).toEqual({
      ok: false,
      error: 'cannot_reconnect_while_playon',
    });
    match.world.playMode = 'free_kick_l';
    expect(reconnectPlayer(match, 'A', 2).ok).toBe(true);
  });

  it.each([
    ['B', 2],
    ['', 1],
    ['A', 0],
    ['A', 12],
    ['A', 1.5],
    ['A', 4],
  ])('refuses an unknown team or player: %j %d', (team, unum) => {
    expect(reconnectPlayer(left().match, team, unum)).toEqual({
      ok: false,
      error: 'no_such_team_or_player',
    });
  });

  it('refuses a player with a red card', () => {
    const { match } = left();
    match.world.players[1]!.cards = 2;
    expect(reconnectPlayer(match, 'A', 2)).toEqual({ ok: false, error: 'red_carded_player' });
  });

  it('accepts a player with one yellow card', () => {
    const { match } = left();
    match.world.players[1]!.cards = 1;
    expect(reconnectPlayer(match, 'A', 2)).toMatchObject({ ok: true, value: { enabled: true, cards: 1 } });
  });

  it('keeps type, stamina, counters and view mode, resets hearing and attention (spec 03 §13.16)', () => {
    const fixture = left();
    const player = fixture.player('l', 2);
    Object.assign(player, {
      stamina: 5000,
      typeId: 4,
      dashCount: 7,
      viewWidth: 'narrow',
      attention: 0,
      focusCount: 3,
      earLeftComplete: false,
      seeCounter: 1,
    });
    reconnectPlayer(fixture.match, 'A', 2);
    expect(player).toMatchObject({
      enabled: true,
      stamina: 5000,
      typeId: 4,
      dashCount: 7,
      viewWidth: 'narrow',
      attention: -1,
      focusCount: 0,
      earLeftComplete: true,
      seeCounter: 0,
      pos: { x: -6, y: -37 },
    });
  });

  it('takes over a slot that is still connected, at its position', () => {
    const fixture = new TestMatch().connectTeam('A', 1);
    fixture.playerCommand('l', 1, '(move -10 5)');
    expect(reconnectPlayer(fixture.match, 'A', 1).ok).toBe(true);
    expect(fixture.player('l', 1).pos).toEqual({ x: -10, y: 5 });
  });
});

describe('removePlayer (spec 05 §20.5)', () => {
  it('moves the player to the bench at rest, releases the ball, and reports the removal once', () => {
    const fixture = new TestMatch().connectTeam('A', 1, { goalie: true });
    const player = fixture.player('l', 1);
    Object.assign(player.vel, { x: 1, y: 1 });
    fixture.match.world.catcher = 0;
    removePlayer(fixture.match, 0, 'discarded');
    removePlayer(fixture.match, 0, 'lost');
    removePlayer(fixture.match, 99, 'lost');
    expect(player).toMatchObject({ enabled: false, pos: { x: -3, y: -37 }, vel: { x: 0, y: 0 } });
    expect(fixture.match.world.catcher).toBe(-1);
    expect(fixture.takeEvents('player_removed')).toEqual([
      { type: 'player_removed', player: 0, reason: 'discarded' },
    ]);
  });
});

describe('connectCoach (spec 07 §4)', () => {
  const coach = (team: string, version = 19) => ({ team, name: 'C', version });

  it('point 5: refuses a team that does not exist; only the real team name is valid', () => {
    const fixture = new TestMatch({ fixed_teamname_l: 'Fix' });
    expect(connectCoach(fixture.match, coach('A'))).toEqual({ ok: false, error: 'no_such_team' });
    expect(connectCoach(fixture.match, coach(''))).toEqual({ ok: false, error: 'no_such_team' });
    fixture.connectTeam('A', 1);
    expect(connectCoach(fixture.match, coach('Fix'))).toEqual({ ok: false, error: 'no_such_team' });
    expect(connectCoach(fixture.match, coach('A'))).toEqual({ ok: true, value: 'l' });
    expect(fixture.match.world.left.coachName).toBe('C');
  });

  it('points 6 and 7: refuses a second coach, also after the first one left', () => {
    const { match } = new TestMatch().connectTeam('A', 1);
    connectCoach(match, coach('A'));
    expect(connectCoach(match, coach('A'))).toEqual({ ok: false, error: 'already_have_coach' });
    disconnectCoach(match, 'l');
    expect(connectCoach(match, coach('A'))).toEqual({ ok: false, error: 'connection_failed' });
    releaseCoach(match, 'l');
    expect(connectCoach(match, coach('A')).ok).toBe(true);
  });

  it.each([
    [4.99, false],
    [5, true],
    [19.9, true],
    [20, false],
  ])('point 8: version %d is accepted: %s', (version, accepted) => {
    const { match } = new TestMatch().connectTeam('A', 1);
    expect(connectCoach(match, coach('A', version)).ok).toBe(accepted);
  });

  it('eye and ear of the trainer keep their state after it disconnects (spec 07 §2, quirk)', () => {
    const fixture = new TestMatch({ coach: true });
    connectTrainer(fixture.match, 18);
    fixture.trainerCommand({ type: 'eye', on: true });
    fixture.trainerCommand({ type: 'ear', on: true });
    disconnectTrainer(fixture.match);
    connectTrainer(fixture.match, 7);
    expect(fixture.match.trainer).toEqual({ connected: true, version: 7, eye: true, ear: true });
  });
});
