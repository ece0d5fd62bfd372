import { describe, expect, it } from 'vitest';
import { checkMessage, checkRefusal, timeOf } from './grammar.mjs';
import { CLIENTS, createSequence, type Operation } from './operations.mjs';
import { shrink } from './shrink.mjs';

describe('grammar of messages', () => {
  const SENSE_BODY_5 =
    '(sense_body 0 (view_mode high normal) (stamina 8000 1) (speed 0) (head_angle 0) (kick 0) (dash 0) (turn 0) (say 1) (turn_neck 0))';
  const SENSE_BODY_19 =
    '(sense_body 57 (view_mode high normal) (stamina 8000 1 130600) (speed 0 -10) (head_angle 0) (kick 0) (dash 0) (turn 0) (say 0) (turn_neck 0) (catch 0) (move 0) (change_view 0) (change_focus 1) (arm (movable 0) (expires 0) (target 0 0) (count 0)) (focus (target none) (count 0)) (tackle (expires 0) (count 0)) (collision none) (foul (charged 0) (card none)) (focus_point 20.5 -30))';

  it.each([
    ['player', 5, SENSE_BODY_5],
    ['player', 19, SENSE_BODY_19],
    ['player', 2, '(see 0)'],
    [
      'player',
      3.9,
      '(see 0 ((flag c) 24.8 -14 0 0) ((ball) 24.5 -10 0.49 0.6) ((player Lteam 6) 9 0 0 0) ((line r) 76.7 90))',
    ],
    ['player', 13, '(see 0 ((p "A" 1) 5 0 0 0 0 0 k) ((p "B" 1) 25.8338 -21 0 0 160 160 -154 t))'],
    ['player', 6, '(see 51 ((f c) 38) ((b) 40) ((p "A" 1 goalie) 9) ((l l) -80))'],
    ['player', 3, '(hear 0 -113 hey1)'],
    ['player', 8, '(hear 14 our 4)'],
    ['player', 8, '(hear 78 coach "trainer hello")'],
    ['player', 14, '(error no team with name Gam ma)'],
    ['coach', 8, '(hear 3 (p "A" 1 goalie) "hi")'],
    ['coach', 19, '(ok team_names (team l TeamA))\n'],
    ['trainer', 7, '(hear referee 0 play_on)'],
    [
      'trainer',
      14,
      '(see_global 2 ((g r) 52.5 0) ((g l) -52.5 0) ((b) 0.25 -1e-05 0.2 -0) ((p "A" 1) -0.5 0 0 0 0 0 0 k))',
    ],
    ['monitor', 4, '(msg 0 1 "(referee kick_off_l)")'],
  ] as const)('accepts a message to a %s of version %d: %s', (role, version, text) => {
    expect(checkMessage(role, version, text).problem).toBeNull();
  });

  it.each([
    ['player', 5, SENSE_BODY_19],
    ['player', 19, SENSE_BODY_5],
    ['player', 19, SENSE_BODY_19.replace('8000', 'nan')],
    ['player', 19, SENSE_BODY_19.replace('(dash 0)', '(dash 0.5)')],
    ['player', 13, '(see 0 ((p "A" 1) 5 0 0 0 0 0 f))'],
    ['player', 12, '(see 0 ((b) inf 0))'],
    ['player', 8, '(hear 0 -113 hey1)'],
    ['player', 15, '(ok move)'],
    ['player', 15, '(change_player_type l 3 goalie)'],
    ['coach', 8, '(init ok)'],
    ['trainer', 7, '(bye)'],
    ['monitor', 4, '(show 0 (pm 1))'],
  ] as const)('refuses a message to a %s of version %d: %s', (role, version, text) => {
    expect(checkMessage(role, version, text).problem).toEqual(expect.any(String));
  });

  it('refusals of well-known ports are those of the specification', () => {
    expect(checkRefusal('(error no_more_team)')).toBeNull();
    expect(checkRefusal('(error sorry)')).not.toBeNull();
  });

  it('reads the time of a message', () => {
    expect(['(see 12)', '(ok look 7 ...)', '(hear 3 self "x")', '(init l 1 play_on)'].map(timeOf)).toEqual([
      12,
      7,
      3,
      null,
    ]);
  });
});

describe('random sequences', () => {
  it('depend on the seed alone', () => {
    expect(createSequence(5, 20)).toEqual(createSequence(5, 20));
    expect(createSequence(6, 20).operations).not.toEqual(createSequence(5, 20).operations);
  });

  it('contain every kind of operation and a step for each cycle', () => {
    const operations = Array.from({ length: 20 }, (_, seed) => createSequence(seed, 20).operations).flat();
    const kinds = new Set(operations.map((operation) => operation.do));
    expect([...kinds].sort()).toEqual([
      'connect',
      'fork',
      'pass',
      'reconnect',
      'send',
      'send_to_port',
      'step',
      'stranger',
      'vanish',
    ]);
    expect(operations.filter((operation) => operation.do === 'step').length).toBeGreaterThanOrEqual(20 * 20);
    for (const operation of operations)
      if ('client' in operation) expect(CLIENTS[operation.client]).toBeDefined();
  });
});

describe('shrink', () => {
  const operations = (numbers: readonly number[]) =>
    numbers.map((count): Operation => ({ do: 'pass', count }));
  const countsOf = (list: readonly Operation[]) =>
    list.map((operation) => (operation as { count: number }).count);

  it('leaves only the elements that the failure needs', async () => {
    const list = operations(Array.from({ length: 100 }, (_, n) => n));
    const fails = (shorter: readonly Operation[]) => {
      const counts = countsOf(shorter);
      return counts.includes(17) && counts.includes(80) && counts.indexOf(17) < counts.indexOf(80);
    };
    expect(countsOf(await shrink(list, fails))).toEqual([17, 80]);
  });

  it('stops when the time is over', async () => {
    const list = operations([1, 2, 3]);
    expect(
      await shrink(
        list,
        () => true,
        () => true,
      ),
    ).toBe(list);
  });
});
