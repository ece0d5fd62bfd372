import type { CoachCommand } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { line, Stadium } from '../test/stadium.js';

const say = (stadium: Stadium, text: string, side: 'l' | 'r' = 'l') =>
  stadium.asCoach(side, { type: 'say', text }).map(line).join(', ');
const FREE = '(say (freeform "hi"))';
const INFO = '(say (info (clear)))';
const DEFINE = '(say (define (definer "R" (null))))';

/** A match in play_on from time 0, without calls of the referee. */
function playing(server: ConstructorParameters<typeof Stadium>[0] = {}): Stadium {
  const stadium = new Stadium({ coach: true, ...server }).team('A', 1).team('B', 1).coach('A').coach('B');
  stadium.mode('play_on');
  stadium.events = [];
  return stadium;
}

describe('commands of online coaches (spec 07 §8)', () => {
  it('check_ball, look and eye are answered', () => {
    const stadium = new Stadium().team('A', 1).coach('A');
    const answer = (command: CoachCommand) => stadium.asCoach('l', command).map(line).join();
    expect(answer({ type: 'check_ball' })).toBe('check_ball 0 in_field');
    expect(answer({ type: 'look' })).toBe('look');
    expect(answer({ type: 'eye', on: true })).toBe('ok eye on');
    expect(stadium.match.coaches.l.eye).toBe(true);
    expect(answer({ type: 'done' }) + answer({ type: 'bye' })).toBe('');
  });

  it('team_names reports the other team by its fixed name', () => {
    const stadium = new Stadium({ fixed_teamname_l: 'FL', fixed_teamname_r: 'FR' }).team('A', 1).coach('A');
    const names = (side: 'l' | 'r') => stadium.asCoach(side, { type: 'team_names' }).map(line).join();
    expect(names('l')).toBe('team_names A null');
    stadium.team('B', 1).coach('B');
    expect(names('l')).toBe('team_names A FR');
    expect(names('r')).toBe('team_names FL B');
  });
});

describe('team graphics (spec 07 §8.3, §20.24)', () => {
  const tile = (more: Partial<{ x: number; y: number; width: number; height: number }> = {}) => ({
    x: 0,
    y: 0,
    width: 8,
    height: 8,
    colors: 1,
    charsPerPixel: 1,
    lines: [],
    ...more,
  });
  const send = (stadium: Stadium, command: CoachCommand) => stadium.asCoach('l', command).map(line);

  it('is accepted only in before_kick_off; a tile outside the banner gives a warning and is kept, a tile of wrong size is not', () => {
    const stadium = new Stadium().team('A', 1).coach('A');
    expect(send(stadium, { type: 'team_graphic', tile: tile() })).toEqual(['ok team_graphic 0 0']);
    expect(stadium.take('team_graphic')).toMatchObject([{ side: 'l', tile: { x: 0, y: 0 } }]);
    const far = ['warning invalid_tile_location', 'ok team_graphic 40 0'];
    expect(send(stadium, { type: 'team_graphic', tile: tile({ x: 40 }) })).toEqual(far);
    expect(send(stadium, { type: 'team_graphic', tile: tile({ y: 8 }) })[0]).toBe(far[0]);
    expect(stadium.take('team_graphic')).toHaveLength(2);
    expect(send(stadium, { type: 'team_graphic', tile: tile({ width: 7 }) })).toEqual([
      'warning invalid_tile_size',
    ]);
    const broken = { type: 'team_graphic_refused', code: 'invalid_xpm_data', locationWarning: true } as const;
    expect(send(stadium, broken)).toEqual(['warning invalid_tile_location', 'error invalid_xpm_data']);
    expect(stadium.take('team_graphic')).toEqual([]);
    stadium.match.world.playMode = 'kick_off_l';
    for (const command of [broken, { type: 'team_graphic', tile: tile() } as const])
      expect(send(stadium, command)).toEqual(['warning only_before_kick_off']);
  });
});

describe('say of a coach of an old version (spec 07 §10.1, §20.25)', () => {
  it('the checks have a fixed order, and no message is counted', () => {
    const stadium = new Stadium({ say_coach_cnt_max: 1 }).team('A', 1, { version: 6 }).coach('A', 6);
    stadium.match.world.playMode = 'play_on';
    expect(say(stadium, '')).toBe('warning cannot_say_while_playon');
    stadium.match.world.playMode = 'kick_in_l';
    expect(say(stadium, '')).toBe('error illegal_command_form');
    stadium.events = [];
    for (let i = 0; i < 3; i++) expect(say(stadium, 'hello)')).toBe('ok say');
    expect(stadium.events.filter((e) => e.type === 'hear')).toHaveLength(3);
    expect(stadium.events.find((e) => e.type === 'say')).toMatchObject({
      message: 'hello',
      speaker: { by: 'coach', side: 'l', language: false },
    });
    const none = new Stadium({ say_coach_cnt_max: 0 }).team('A', 1).coach('A', 6);
    expect(say(none, '')).toBe('error said_too_many_messages');
  });
});

describe('say in coach language (spec 07 §10.2 - §10.6, §20.26, §20.28)', () => {
  it('messages are rejected, ignored or accepted by their form (spec 07 §10.2, §20.26, spec 08 §15.2, §15.18)', () => {
    const stadium = new Stadium().team('A', 1).coach('A');
    expect(say(stadium, '(say hello)')).toBe('error could_not_parse_say');
    expect(say(stadium, '(say (unsupported_clang))')).toBe('');
    for (let i = 0; i < 3; i++) expect(say(stadium, INFO)).toBe('ok say');
    expect(stadium.match.coaches.l.queue).toHaveLength(3);
  });

  it('a message that cannot be parsed uses no budget (spec 08 §15.22)', () => {
    const stadium = playing();
    stadium.steps(1);
    for (const text of ['(say (info (clear))', '(say (info))', '(say hello)'])
      expect(say(stadium, text)).toBe('error could_not_parse_say');
    expect(say(stadium, INFO)).toBe('ok say');
    expect(say(stadium, INFO)).toBe('error said_too_many_info_messages');
    const still = new Stadium({ say_coach_cnt_max: 1 }).team('A', 1).coach('A');
    for (let i = 0; i < 3; i++) expect(say(still, '(say (freeform hi))')).toBe('error could_not_parse_say');
    expect(say(still, FREE)).toBe('ok say');
    expect(say(still, FREE)).toBe('error said_too_many_freeform_messages');
  });

  it.each([
    ['(say (meta (ver 8)))', 'meta'],
    [INFO, 'info'],
    ['(say (advice (clear)))', 'advice'],
    [DEFINE, 'define'],
    ['(say (delete all))', 'del'],
    ['(say (rule (on all)))', 'rule'],
  ])('%s is accepted once per window of play_on (spec 07 §10.2, §10.5)', (text, kind) => {
    const stadium = playing();
    expect(say(stadium, text)).toBe(`error said_too_many_${kind}_messages`);
    stadium.steps(1);
    expect(say(stadium, text)).toBe('ok say');
    expect(say(stadium, text)).toBe(`error said_too_many_${kind}_messages`);
    stadium.until(300);
    expect(say(stadium, text)).toBe(`error said_too_many_${kind}_messages`);
    stadium.until(301);
    expect(say(stadium, text)).toBe('ok say');
  });

  it('a message is delivered 50 cycles later in play_on, with the time before the step (spec 07 §10.6, §20.28)', () => {
    const stadium = playing();
    stadium.until(1);
    expect(say(stadium, INFO)).toBe('ok say');
    stadium.until(51);
    expect(stadium.take('hear')).toEqual([]);
    stadium.steps(1);
    const heard = stadium.events.filter((e) => e.type === 'hear');
    expect(heard).toMatchObject([
      { time: 51, listener: 0, heard: { kind: 'coach_language', side: 'l', message: '(unsupported_clang)' } },
    ]);
    expect(stadium.events.find((e) => e.type === 'say')).toMatchObject({
      message: '(info (clear))',
      receivedAt: 1,
      speaker: { language: true },
    });
  });

  it('only players that declared the language version receive it (spec 07 §10.6, §20.29)', () => {
    const stadium = new Stadium().team('A', 2).team('B', 1).coach('A');
    stadium.act('l', 2, { type: 'clang', min: 7, max: 8 });
    stadium.act('r', 1, { type: 'clang', min: 7, max: 8 });
    stadium.events = [];
    say(stadium, FREE);
    stadium.steps(1);
    const heard = stadium.take('hear').map((e) => [e.listener, 'message' in e.heard && e.heard.message]);
    expect(heard.sort()).toEqual([
      [0, '(unsupported_clang)'],
      [1, '(freeform "hi")'],
    ]);
  });

  it('with clang_mess_per_cycle 0 no message is delivered; otherwise the number is unlimited (spec 07 §10.6, §20.28)', () => {
    const none = new Stadium({ clang_mess_per_cycle: 0 }).team('A', 1).coach('A');
    const many = new Stadium({ clang_mess_per_cycle: 1 }).team('A', 1).coach('A');
    for (const stadium of [none, many]) {
      for (let i = 0; i < 4; i++) say(stadium, INFO);
      stadium.steps(1);
    }
    expect(none.take('hear')).toHaveLength(0);
    expect(many.take('hear')).toHaveLength(4);
  });

  it('the queue stays after its coach disconnects; left is delivered before right (spec 07 §10.6, §20.28)', () => {
    const stadium = new Stadium().team('A', 1).team('B', 1).coach('A').coach('B');
    say(stadium, INFO, 'r');
    say(stadium, INFO, 'l');
    stadium.match.coaches.l.connected = false;
    stadium.events = [];
    stadium.steps(1);
    expect(stadium.take('say').map((e) => e.speaker)).toMatchObject([{ side: 'l' }, { side: 'r' }]);
  });

  it('vector D: a mixed queue is delivered when play stops (spec 07 §18, §20.28)', () => {
    const stadium = playing();
    stadium.match.world.time = 4;
    stadium.steps(1);
    stadium.match.world.time = 4;
    expect(say(stadium, INFO)).toBe('ok say');
    expect(say(stadium, DEFINE)).toBe('ok say');
    stadium.match.world.time = 6;
    stadium.events = [];
    stadium.mode('kick_in_l');
    stadium.steps(1);
    expect(
      stadium.events.flatMap((e) => (e.type === 'referee' || e.type === 'say' ? [e] : [])),
    ).toMatchObject([
      { time: 6, text: 'kick_in_l' },
      { time: 6, message: '(info (clear))' },
      { time: 6, message: '(define (definer "R" (null)))' },
    ]);
    expect(stadium.match.world.time).toBe(7);
  });
});

describe('freeform messages (spec 07 §10.3, §10.4, §20.27)', () => {
  it('vector C: windows, counter and award (spec 07 §18, §20.27)', () => {
    const stadium = playing({
      freeform_wait_period: 3,
      freeform_send_period: 2,
      say_coach_cnt_max: 2,
      half_time: 1,
      nr_normal_halfs: 2,
    });
    const closed = 'error cannot_say_freeform_while_playon';
    const tooMany = 'error said_too_many_freeform_messages';
    const answers: Record<number, string> = {};
    for (let time = 1; time <= 23; time++) {
      stadium.until(time);
      if (time !== 10 && time !== 13 && time !== 16 && time !== 19) answers[time] = say(stadium, FREE);
    }
    expect(answers).toMatchObject({ 1: closed, 2: closed, 3: closed, 4: 'ok say', 5: closed, 6: 'ok say' });
    expect(answers).toMatchObject({ 7: tooMany, 8: closed, 9: tooMany, 11: closed, 18: tooMany });
    expect(answers).toMatchObject({ 20: closed, 21: 'ok say', 22: 'ok say', 23: closed });
  });

  it.each([
    [0, [601, 619, 1200, 1219, 1800, 1819], [600, 620, 1199, 1220]],
    [420, [1021, 1039, 1620, 1639], [1020, 1040]],
  ])('default windows if play began at %d (spec 07 §10.3)', (began, open, closed) => {
    const stadium = playing();
    stadium.match.world.playOnStart = began;
    const at = (time: number) => {
      stadium.match.world.time = time;
      return say(stadium, FREE);
    };
    for (const time of open) expect(at(time), `${time}`).toBe('ok say');
    for (const time of closed) expect(at(time), `${time}`).toBe('error cannot_say_freeform_while_playon');
  });

  it('messages are counted in every mode; a limit below 0 means unlimited, 0 means none (spec 07 §10.4)', () => {
    const two = new Stadium({ say_coach_cnt_max: 2 }).team('A', 1).coach('A');
    expect([1, 2, 3].map(() => say(two, FREE))).toEqual([
      'ok say',
      'ok say',
      'error said_too_many_freeform_messages',
    ]);
    expect(say(two, INFO)).toBe('ok say');
    const free = new Stadium({ say_coach_cnt_max: -1 }).team('A', 1).coach('A');
    for (let i = 0; i < 200; i++) expect(say(free, FREE)).toBe('ok say');
    const none = new Stadium({ say_coach_cnt_max: 0 }).team('A', 1).coach('A');
    expect(say(none, FREE)).toBe('error said_too_many_freeform_messages');
  });

  it('if the half time is negative, its absolute value counts for the award (spec 07 §10.4)', () => {
    const stadium = playing({ half_time: -1, say_coach_cnt_max: 1 });
    const period = Math.abs(2 * stadium.match.params.halfCycles);
    stadium.until(period - 1);
    expect(stadium.match.coaches.l.freeformAllowed).toBe(1);
    stadium.until(period);
    expect(stadium.match.coaches.l.freeformAllowed).toBe(2);
    stadium.until(2 * period);
    expect(stadium.match.coaches.r.freeformAllowed).toBe(3);
  });
});
