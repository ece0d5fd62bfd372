import { describe, expect, it } from 'vitest';
import { TestMatch } from '../test/test-match.js';
import { reconnectPlayer } from './connections.js';
import { applyMonitorCommand } from './execute-monitor-command.js';

describe('commands of monitors (spec 10 §10)', () => {
  it('dispstart kicks off at the beginning of a half and has no effect otherwise (spec 10 §10.4)', () => {
    const { match, ...fixture } = new TestMatch();
    match.world.time = 5;
    applyMonitorCommand(match, { type: 'dispstart' });
    expect(match.world.playMode).toBe('before_kick_off');
    match.world.time = 0;
    applyMonitorCommand(match, { type: 'dispstart' });
    expect(match.world.playMode).toBe('kick_off_l');
    expect(fixture.events.filter((e) => e.type === 'reply')).toEqual([]);
  });

  it('in keepaway, dispstart sets play_on (spec 10 §10.4)', () => {
    const { match } = new TestMatch({ keepaway: true });
    applyMonitorCommand(match, { type: 'dispstart' });
    expect(match.world.playMode).toBe('play_on');
  });

  it.each([
    [0, ['0 drop_ball', '0 play_on'], 'play_on'],
    [1, ['0 foul_r', '0 free_kick_l'], 'free_kick_l'],
    [-1, ['0 foul_l', '0 free_kick_r'], 'free_kick_r'],
    [5, ['0 foul_r', '0 free_kick_r'], 'free_kick_r'],
  ])('dispfoul with side %d announces %j and sets %s (spec 10 §10.5)', (side, calls, mode) => {
    const fixture = new TestMatch().connectTeam('A', 1);
    fixture.match.world.playMode = 'play_on';
    applyMonitorCommand(fixture.match, { type: 'dispfoul', x: 160, y: -32, side });
    expect(fixture.calls).toEqual(calls);
    expect(fixture.match.world.playMode).toBe(mode);
    expect(fixture.match.world.ball).toMatchObject({ pos: { x: 10, y: -2 }, vel: { x: 0, y: 0 } });
  });

  it('dispplayer places any player anywhere, in sixteenths of a meter and whole degrees (spec 10 §10.6)', () => {
    const fixture = new TestMatch().connectTeam('A', 1);
    const put = (side: number, unum: number) =>
      applyMonitorCommand(fixture.match, { type: 'dispplayer', side, unum, x: 80, y: -40, angle: 90 });
    Object.assign(fixture.player('l', 1).vel, { x: 1, y: 0 });
    put(1, 1);
    expect(fixture.player('l', 1)).toMatchObject({ pos: { x: 5, y: -2.5 }, vel: { x: 0, y: 0 } });
    expect(fixture.player('l', 1).body).toBeCloseTo(Math.PI / 2);
    put(-1, 11);
    expect(fixture.player('r', 11).pos.x).toBeCloseTo(5, 0);
    const before = JSON.stringify(fixture.match.world);
    put(0, 1);
    put(2, 1);
    put(1, 12);
    put(1, 0);
    expect(JSON.stringify(fixture.match.world)).toBe(before);
  });

  it('dispdiscard moves the player to the bench; it can reconnect (spec 10 §10.7)', () => {
    const fixture = new TestMatch().connectTeam('A', 1);
    applyMonitorCommand(fixture.match, { type: 'dispdiscard', side: 1, unum: 1 });
    applyMonitorCommand(fixture.match, { type: 'dispdiscard', side: 1, unum: 2 });
    applyMonitorCommand(fixture.match, { type: 'dispdiscard', side: 1, unum: 22 });
    expect(fixture.takeEvents('player_removed')).toMatchObject([{ player: 0, reason: 'discarded' }]);
    expect(reconnectPlayer(fixture.match, 'A', 1).ok).toBe(true);
  });

  it('dispcard: the second yellow card is red, and a player that was sent off stays off (spec 10 §10.7)', () => {
    const fixture = new TestMatch().connectTeam('A', 2);
    const card = (unum: number, color: 'yellow' | 'red') =>
      applyMonitorCommand(fixture.match, { type: 'dispcard', side: 1, unum, card: color });
    card(1, 'yellow');
    expect(fixture.calls).toEqual(['0 yellow_card_l_1']);
    card(1, 'yellow');
    expect(fixture.calls.slice(1)).toEqual(['0 yellow_card_l_1', '0 red_card_l_1']);
    card(1, 'red');
    card(9, 'red');
    expect(fixture.calls).toHaveLength(3);
    card(2, 'red');
    expect(fixture.takeEvents('player_removed')).toMatchObject([
      { player: 0, reason: 'red_card' },
      { player: 1, reason: 'red_card' },
    ]);
    expect(reconnectPlayer(fixture.match, 'A', 2)).toEqual({ ok: false, error: 'red_carded_player' });
  });

  it('commands about the connection do nothing here', () => {
    const fixture = new TestMatch().connectTeam('A', 1);
    const before = JSON.stringify(fixture.match.world);
    applyMonitorCommand(fixture.match, { type: 'dispbye' });
    applyMonitorCommand(fixture.match, { type: 'compression', level: 3 });
    expect([JSON.stringify(fixture.match.world), fixture.takeEvents('reply')]).toEqual([before, []]);
  });
});
