import { describe, expect, it } from 'vitest';
import { line, Stadium } from '../test/stadium.js';

const one = (stadium: Stadium, text: string) => stadium.tell('l', 1, text).map(line).join(', ');

describe('replies to players (spec 03 §9)', () => {
  it('move acts only in its play modes, warns about the other half, and is limited to two by a goalie after a catch (spec 03 §9.2, spec 05 §16)', () => {
    const stadium = new Stadium({ coach: true, goalie_max_moves: 2 }).team('A', 2, { goalie: true });
    expect(one(stadium, '(move 10 0)')).toBe('warning moving_to_opponent_field');
    stadium.steps(1);
    expect(one(stadium, '(move -10 0)')).toBe('');
    expect(stadium.player('l', 1).pos.x).toBe(-10);
    stadium.mode('free_kick_l');
    stadium.match.world.catcher = 0;
    stadium.player('l', 1).bodyUsed = false;
    for (let i = 0; i < 2; i++) {
      expect(one(stadium, '(move -45 3)')).toBe('');
      stadium.match.world.catcher = 0;
      stadium.player('l', 1).bodyUsed = false;
    }
    expect(one(stadium, '(move -45 3)')).toBe('error too_many_moves');
  });

  it('score (own score first), sense_body, synch_see, gaussian_see and clang are answered (spec 03 §9.6)', () => {
    const stadium = new Stadium().team('A', 1, { version: 17 }).team('B', 1);
    stadium.match.world.left.score = 2;
    stadium.match.world.right.score = 1;
    expect(one(stadium, '(score)')).toBe('score 0 2 1');
    expect(stadium.tell('r', 1, '(score)').map(line)).toEqual(['score 0 1 2']);
    expect(one(stadium, '(sense_body)')).toBe('sense_body');
    expect(one(stadium, '(synch_see)')).toBe('ok synch_see');
    expect(stadium.player('l', 1).synchSee).toBe(true);
    expect(one(stadium, '(gaussian_see)')).toBe('ok gaussian_see');
    expect(stadium.player('l', 1).gaussianSee).toBe(true);
    expect(one(stadium, '(clang (ver 7 8))')).toBe('ok clang (ver 7 8)');
    expect(stadium.take('clang_version')).toEqual([{ type: 'clang_version', player: 0, min: 7, max: 8 }]);
  });

  it('the score of a side without a team is reported as 0 (spec 03 §9.6)', () => {
    const stadium = new Stadium({ start_goal_r: 3 }).team('A', 1);
    expect(one(stadium, '(score)')).toBe('score 0 0 0');
  });

  it('attentionto accepts only existing players, never the sender (spec 03 §9.5, spec 05 §17.3)', () => {
    const stadium = new Stadium().team('A', 2).team('B', 1);
    const attends = (text: string) => {
      stadium.tell('l', 1, '(attentionto off)');
      stadium.tell('l', 1, text);
      return stadium.player('l', 1).attention;
    };
    expect(attends('(attentionto our 2)')).toBe(1);
    expect(attends('(attentionto opp 1)')).toBe(11);
    expect(attends('(attentionto B 1)')).toBe(11);
    expect(attends('(attentionto l 2)')).toBe(1);
    for (const text of ['our 1', 'our 3', 'opp 2', 'Z 1', 'our 0'])
      expect(attends(`(attentionto ${text})`), text).toBe(-1);
  });

  it('ear accepts a side and a team name; an unknown name is an error (spec 03 §9.4)', () => {
    const stadium = new Stadium().team('A', 1).team('B', 1);
    const player = stadium.player('l', 1);
    one(stadium, '(ear (off opp))');
    expect([player.earLeftComplete, player.earRightComplete]).toEqual([true, false]);
    one(stadium, '(ear (on B complete))');
    expect(player.earRightComplete).toBe(true);
    expect(one(stadium, '(ear (off Z))')).toBe('error no team with name Z');
  });

  it('say emits a say event; a message that is too long is dropped (spec 03 §9.4)', () => {
    const stadium = new Stadium({ say_msg_size: 3 }).team('A', 1);
    one(stadium, '(say abc)');
    one(stadium, '(say abcd)');
    expect(stadium.take('say')).toEqual([
      { type: 'say', time: 0, speaker: { by: 'player', index: 0 }, message: 'abc', receivedAt: 0 },
    ]);
  });

  it('bye removes the player, and later commands are ignored (spec 03 §4)', () => {
    const stadium = new Stadium().team('A', 1);
    one(stadium, '(bye)(turn_neck 10)');
    expect(stadium.take('player_removed')).toEqual([{ type: 'player_removed', player: 0, reason: 'bye' }]);
    expect(stadium.player('l', 1).turnNeckCount).toBe(0);
  });

  it('commands of players off the field are ignored', () => {
    const stadium = new Stadium();
    expect(one(stadium, '(score)')).toBe('');
    stadium.match.record = () => {
      throw new Error('recorded');
    };
    stadium.act('r', 11, { type: 'score' });
  });
});
