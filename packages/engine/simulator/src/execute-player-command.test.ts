import { describe, expect, it } from 'vitest';
import { formatReply, TestMatch } from '../test/test-match.js';

const one = (fixture: TestMatch, text: string) =>
  fixture.playerCommand('l', 1, text).map(formatReply).join(', ');

describe('replies to players (spec 03 §9)', () => {
  it('move acts only in its play modes, warns about the other half, and is limited to two by a goalie after a catch (spec 03 §9.2, spec 05 §16)', () => {
    const fixture = new TestMatch({ coach: true, goalie_max_moves: 2 }).connectTeam('A', 2, { goalie: true });
    expect(one(fixture, '(move 10 0)')).toBe('warning moving_to_opponent_field');
    fixture.runSteps(1);
    expect(one(fixture, '(move -10 0)')).toBe('');
    expect(fixture.player('l', 1).pos.x).toBe(-10);
    fixture.setMode('free_kick_l');
    fixture.match.world.catcher = 0;
    fixture.player('l', 1).bodyUsed = false;
    for (let i = 0; i < 2; i++) {
      expect(one(fixture, '(move -45 3)')).toBe('');
      fixture.match.world.catcher = 0;
      fixture.player('l', 1).bodyUsed = false;
    }
    expect(one(fixture, '(move -45 3)')).toBe('error too_many_moves');
  });

  it('score (own score first), sense_body, synch_see, gaussian_see and clang are answered (spec 03 §9.6)', () => {
    const fixture = new TestMatch().connectTeam('A', 1, { version: 17 }).connectTeam('B', 1);
    fixture.match.world.left.score = 2;
    fixture.match.world.right.score = 1;
    expect(one(fixture, '(score)')).toBe('score 0 2 1');
    expect(fixture.playerCommand('r', 1, '(score)').map(formatReply)).toEqual(['score 0 1 2']);
    expect(one(fixture, '(sense_body)')).toBe('sense_body');
    expect(one(fixture, '(synch_see)')).toBe('ok synch_see');
    expect(fixture.player('l', 1).synchSee).toBe(true);
    expect(one(fixture, '(gaussian_see)')).toBe('ok gaussian_see');
    expect(fixture.player('l', 1).gaussianSee).toBe(true);
    expect(one(fixture, '(clang (ver 7 8))')).toBe('ok clang (ver 7 8)');
    expect(fixture.takeEvents('clang_version')).toEqual([
      { type: 'clang_version', player: 0, min: 7, max: 8 },
    ]);
  });

  it('the score of a side without a team is reported as 0 (spec 03 §9.6)', () => {
    const fixture = new TestMatch({ start_goal_r: 3 }).connectTeam('A', 1);
    expect(one(fixture, '(score)')).toBe('score 0 0 0');
  });

  it('attentionto accepts only existing players, never the sender (spec 03 §9.5, spec 05 §17.3)', () => {
    const fixture = new TestMatch().connectTeam('A', 2).connectTeam('B', 1);
    const attends = (text: string) => {
      fixture.playerCommand('l', 1, '(attentionto off)');
      fixture.playerCommand('l', 1, text);
      return fixture.player('l', 1).attention;
    };
    expect(attends('(attentionto our 2)')).toBe(1);
    expect(attends('(attentionto opp 1)')).toBe(11);
    expect(attends('(attentionto B 1)')).toBe(11);
    expect(attends('(attentionto l 2)')).toBe(1);
    for (const text of ['our 1', 'our 3', 'opp 2', 'Z 1', 'our 0'])
      expect(attends(`(attentionto ${text})`), text).toBe(-1);
  });

  it('ear accepts a side and a team name; an unknown name is an error (spec 03 §9.4)', () => {
    const fixture = new TestMatch().connectTeam('A', 1).connectTeam('B', 1);
    const player = fixture.player('l', 1);
    one(fixture, '(ear (off opp))');
    expect([player.earLeftComplete, player.earRightComplete]).toEqual([true, false]);
    one(fixture, '(ear (on B complete))');
    expect(player.earRightComplete).toBe(true);
    expect(one(fixture, '(ear (off Z))')).toBe('error no team with name Z');
  });

  it('say emits a say event; a message that is too long is dropped (spec 03 §9.4)', () => {
    const fixture = new TestMatch({ say_msg_size: 3 }).connectTeam('A', 1);
    one(fixture, '(say abc)');
    one(fixture, '(say abcd)');
    expect(fixture.takeEvents('say')).toEqual([
      { type: 'say', time: 0, speaker: { by: 'player', index: 0 }, message: 'abc', receivedAt: 0 },
    ]);
  });

  it('bye removes the player, and later commands are ignored (spec 03 §4)', () => {
    const fixture = new TestMatch().connectTeam('A', 1);
    one(fixture, '(bye)(turn_neck 10)');
    expect(fixture.takeEvents('player_removed')).toEqual([
      { type: 'player_removed', player: 0, reason: 'bye' },
    ]);
    expect(fixture.player('l', 1).turnNeckCount).toBe(0);
  });

  it.each(['(dash 50)', '(turn 20)', '(turn_neck 20)', '(kick 50 0)', '(say x)', '(score)'])(
    'the input %s is recorded once',
    (text) => {
      const fixture = new TestMatch().connectTeam('A', 1);
      fixture.setMode('play_on');
      const inputs: unknown[] = [];
      fixture.match.record = (input) => inputs.push(input);
      one(fixture, text);
      expect(inputs).toMatchObject([{ do: 'player', index: 0 }]);
    },
  );

  it('commands of players off the field are ignored', () => {
    const fixture = new TestMatch();
    expect(one(fixture, '(score)')).toBe('');
    fixture.match.record = () => {
      throw new Error('recorded');
    };
    fixture.applyPlayer('r', 11, { type: 'score' });
  });
});
