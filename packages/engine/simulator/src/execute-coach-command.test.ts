import type { CoachCommand, Side } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { formatReply, TestMatch } from '../test/test-match.js';

const say = (fixture: TestMatch, text: string, side: Side = 'l') =>
  fixture.coachCommand(side, { type: 'say', text }).map(formatReply).join(', ');
const FREE = '(say (freeform "hi"))';
const INFO = '(say (info (clear)))';
const DEFINE = '(say (define (definer "R" (null))))';

/** A match in play_on from time 0, without calls of the referee. */
function playing(server: ConstructorParameters<typeof TestMatch>[0] = {}): TestMatch {
  const fixture = new TestMatch({ coach: true, ...server })
    .connectTeam('A', 1)
    .connectTeam('B', 1)
    .connectCoach('A')
    .connectCoach('B');
  fixture.setMode('play_on');
  fixture.events = [];
  return fixture;
}

describe('commands of online coaches (spec 07 §8)', () => {
  it('check_ball, look and eye are answered', () => {
    const fixture = new TestMatch().connectTeam('A', 1).connectCoach('A');
    const answer = (command: CoachCommand) => fixture.coachCommand('l', command).map(formatReply).join();
    expect(answer({ type: 'check_ball' })).toBe('check_ball 0 in_field');
    expect(answer({ type: 'look' })).toBe('look');
    expect(answer({ type: 'eye', on: true })).toBe('ok eye on');
    expect(fixture.match.coaches.l.eye).toBe(true);
    expect(answer({ type: 'done' }) + answer({ type: 'bye' })).toBe('');
  });

  it('team_names reports the other team by its fixed name', () => {
    const fixture = new TestMatch({ fixed_teamname_l: 'FL', fixed_teamname_r: 'FR' })
      .connectTeam('A', 1)
      .connectCoach('A');
    const names = (side: Side) => fixture.coachCommand(side, { type: 'team_names' }).map(formatReply).join();
    expect(names('l')).toBe('team_names A null');
    fixture.connectTeam('B', 1).connectCoach('B');
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
  const send = (fixture: TestMatch, command: CoachCommand) =>
    fixture.coachCommand('l', command).map(formatReply);

  it('is accepted only in before_kick_off; a tile outside the banner gives a warning and is kept, a tile of wrong size is not', () => {
    const fixture = new TestMatch().connectTeam('A', 1).connectCoach('A');
    expect(send(fixture, { type: 'team_graphic', tile: tile() })).toEqual(['ok team_graphic 0 0']);
    expect(fixture.takeEvents('team_graphic')).toMatchObject([{ side: 'l', tile: { x: 0, y: 0 } }]);
    const far = ['warning invalid_tile_location', 'ok team_graphic 40 0'];
    expect(send(fixture, { type: 'team_graphic', tile: tile({ x: 40 }) })).toEqual(far);
    expect(send(fixture, { type: 'team_graphic', tile: tile({ y: 8 }) })[0]).toBe(far[0]);
    expect(fixture.takeEvents('team_graphic')).toHaveLength(2);
    expect(send(fixture, { type: 'team_graphic', tile: tile({ width: 7 }) })).toEqual([
      'warning invalid_tile_size',
    ]);
    const broken = { type: 'team_graphic_refused', code: 'invalid_xpm_data', locationWarning: true } as const;
    expect(send(fixture, broken)).toEqual(['warning invalid_tile_location', 'error invalid_xpm_data']);
    expect(fixture.takeEvents('team_graphic')).toEqual([]);
    fixture.match.world.playMode = 'kick_off_l';
    for (const command of [broken, { type: 'team_graphic', tile: tile() } as const])
      expect(send(fixture, command)).toEqual(['warning only_before_kick_off']);
  });
});

describe('say of a coach of an old version (spec 07 §10.1, §20.25)', () => {
  it('the checks have a fixed order, and no message is counted', () => {
    const fixture = new TestMatch({ say_coach_cnt_max: 1 })
      .connectTeam('A', 1, { version: 6 })
      .connectCoach('A', 6);
    fixture.match.world.playMode = 'play_on';
    expect(say(fixture, '')).toBe('warning cannot_say_while_playon');
    fixture.match.world.playMode = 'kick_in_l';
    expect(say(fixture, '')).toBe('error illegal_command_form');
    fixture.events = [];
    for (let i = 0; i < 3; i++) expect(say(fixture, 'hello)')).toBe('ok say');
    expect(fixture.events.filter((e) => e.type === 'hear')).toHaveLength(3);
    expect(fixture.events.find((e) => e.type === 'say')).toMatchObject({
      message: 'hello',
      speaker: { by: 'coach', side: 'l', language: false },
    });
    const none = new TestMatch({ say_coach_cnt_max: 0 }).connectTeam('A', 1).connectCoach('A', 6);
    expect(say(none, '')).toBe('error said_too_many_messages');
  });
});

describe('say in coach language (spec 07 §10.2 - §10.6, §20.26, §20.28)', () => {
  it('messages are rejected, ignored or accepted by their form (spec 07 §10.2, §20.26, spec 08 §15.2, §15.18)', () => {
    const fixture = new TestMatch().connectTeam('A', 1).connectCoach('A');
    expect(say(fixture, '(say hello)')).toBe('error could_not_parse_say');
    expect(say(fixture, '(say (unsupported_clang))')).toBe('');
    for (let i = 0; i < 3; i++) expect(say(fixture, INFO)).toBe('ok say');
    expect(fixture.match.coaches.l.queue).toHaveLength(3);
  });

  it('a message that cannot be parsed uses no budget (spec 08 §15.22)', () => {
    const fixture = playing();
    fixture.runSteps(1);
    for (const text of ['(say (info (clear))', '(say (info))', '(say hello)'])
      expect(say(fixture, text)).toBe('error could_not_parse_say');
    expect(say(fixture, INFO)).toBe('ok say');
    expect(say(fixture, INFO)).toBe('error said_too_many_info_messages');
    const still = new TestMatch({ say_coach_cnt_max: 1 }).connectTeam('A', 1).connectCoach('A');
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
    const fixture = playing();
    expect(say(fixture, text)).toBe(`error said_too_many_${kind}_messages`);
    fixture.runSteps(1);
    expect(say(fixture, text)).toBe('ok say');
    expect(say(fixture, text)).toBe(`error said_too_many_${kind}_messages`);
    fixture.runUntil(300);
    expect(say(fixture, text)).toBe(`error said_too_many_${kind}_messages`);
    fixture.runUntil(301);
    expect(say(fixture, text)).toBe('ok say');
  });

  it('a message is delivered 50 cycles later in play_on, with the time before the step (spec 07 §10.6, §20.28)', () => {
    const fixture = playing();
    fixture.runUntil(1);
    expect(say(fixture, INFO)).toBe('ok say');
    fixture.runUntil(51);
    expect(fixture.takeEvents('hear')).toEqual([]);
    fixture.runSteps(1);
    const heard = fixture.events.filter((e) => e.type === 'hear');
    expect(heard).toMatchObject([
      { time: 51, listener: 0, heard: { kind: 'coach_language', side: 'l', message: '(unsupported_clang)' } },
    ]);
    expect(fixture.events.find((e) => e.type === 'say')).toMatchObject({
      message: '(info (clear))',
      receivedAt: 1,
      speaker: { language: true },
    });
  });

  it('only players that declared the language version receive it (spec 07 §10.6, §20.29)', () => {
    const fixture = new TestMatch().connectTeam('A', 2).connectTeam('B', 1).connectCoach('A');
    fixture.applyPlayer('l', 2, { type: 'clang', min: 7, max: 8 });
    fixture.applyPlayer('r', 1, { type: 'clang', min: 7, max: 8 });
    fixture.events = [];
    say(fixture, FREE);
    fixture.runSteps(1);
    const heard = fixture
      .takeEvents('hear')
      .map((e) => [e.listener, 'message' in e.heard && e.heard.message]);
    expect(heard.sort()).toEqual([
      [0, '(unsupported_clang)'],
      [1, '(freeform "hi")'],
    ]);
  });

  it('with clang_mess_per_cycle 0 no message is delivered; otherwise the number is unlimited (spec 07 §10.6, §20.28)', () => {
    const none = new TestMatch({ clang_mess_per_cycle: 0 }).connectTeam('A', 1).connectCoach('A');
    const many = new TestMatch({ clang_mess_per_cycle: 1 }).connectTeam('A', 1).connectCoach('A');
    for (const fixture of [none, many]) {
      for (let i = 0; i < 4; i++) say(fixture, INFO);
      fixture.runSteps(1);
    }
    expect(none.takeEvents('hear')).toHaveLength(0);
    expect(many.takeEvents('hear')).toHaveLength(4);
  });

  it('the queue stays after its coach disconnects; left is delivered before right (spec 07 §10.6, §20.28)', () => {
    const fixture = new TestMatch()
      .connectTeam('A', 1)
      .connectTeam('B', 1)
      .connectCoach('A')
      .connectCoach('B');
    say(fixture, INFO, 'r');
    say(fixture, INFO, 'l');
    fixture.match.coaches.l.connected = false;
    fixture.events = [];
    fixture.runSteps(1);
    expect(fixture.takeEvents('say').map((e) => e.speaker)).toMatchObject([{ side: 'l' }, { side: 'r' }]);
  });

  it('vector D: a mixed queue is delivered when play stops (spec 07 §18, §20.28)', () => {
    const fixture = playing();
    fixture.match.world.time = 4;
    fixture.runSteps(1);
    fixture.match.world.time = 4;
    expect(say(fixture, INFO)).toBe('ok say');
    expect(say(fixture, DEFINE)).toBe('ok say');
    fixture.match.world.time = 6;
    fixture.events = [];
    fixture.setMode('kick_in_l');
    fixture.runSteps(1);
    expect(
      fixture.events.flatMap((e) => (e.type === 'referee' || e.type === 'say' ? [e] : [])),
    ).toMatchObject([
      { time: 6, text: 'kick_in_l' },
      { time: 6, message: '(info (clear))' },
      { time: 6, message: '(define (definer "R" (null)))' },
    ]);
    expect(fixture.match.world.time).toBe(7);
  });
});

describe('freeform messages (spec 07 §10.3, §10.4, §20.27)', () => {
  it('vector C: windows, counter and award (spec 07 §18, §20.27)', () => {
    const fixture = playing({
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
      fixture.runUntil(time);
      if (time !== 10 && time !== 13 && time !== 16 && time !== 19) answers[time] = say(fixture, FREE);
    }
    expect(answers).toMatchObject({ 1: closed, 2: closed, 3: closed, 4: 'ok say', 5: closed, 6: 'ok say' });
    expect(answers).toMatchObject({ 7: tooMany, 8: closed, 9: tooMany, 11: closed, 18: tooMany });
    expect(answers).toMatchObject({ 20: closed, 21: 'ok say', 22: 'ok say', 23: closed });
  });

  it.each([
    [0, [601, 619, 1200, 1219, 1800, 1819], [600, 620, 1199, 1220]],
    [420, [1021, 1039, 1620, 1639], [1020, 1040]],
  ])('default windows if play began at %d (spec 07 §10.3)', (began, open, closed) => {
    const fixture = playing();
    fixture.match.world.playOnStart = began;
    const at = (time: number) => {
      fixture.match.world.time = time;
      return say(fixture, FREE);
    };
    for (const time of open) expect(at(time), `${time}`).toBe('ok say');
    for (const time of closed) expect(at(time), `${time}`).toBe('error cannot_say_freeform_while_playon');
  });

  it('messages are counted in every mode; a limit below 0 means unlimited, 0 means none (spec 07 §10.4)', () => {
    const two = new TestMatch({ say_coach_cnt_max: 2 }).connectTeam('A', 1).connectCoach('A');
    expect([1, 2, 3].map(() => say(two, FREE))).toEqual([
      'ok say',
      'ok say',
      'error said_too_many_freeform_messages',
    ]);
    expect(say(two, INFO)).toBe('ok say');
    const free = new TestMatch({ say_coach_cnt_max: -1 }).connectTeam('A', 1).connectCoach('A');
    for (let i = 0; i < 200; i++) expect(say(free, FREE)).toBe('ok say');
    const none = new TestMatch({ say_coach_cnt_max: 0 }).connectTeam('A', 1).connectCoach('A');
    expect(say(none, FREE)).toBe('error said_too_many_freeform_messages');
  });

  it('if the half time is negative, its absolute value counts for the award (spec 07 §10.4)', () => {
    const fixture = playing({ half_time: -1, say_coach_cnt_max: 1 });
    const period = Math.abs(2 * fixture.match.params.halfCycles);
    fixture.runUntil(period - 1);
    expect(fixture.match.coaches.l.freeformAllowed).toBe(1);
    fixture.runUntil(period);
    expect(fixture.match.coaches.l.freeformAllowed).toBe(2);
    fixture.runUntil(2 * period);
    expect(fixture.match.coaches.r.freeformAllowed).toBe(3);
  });
});
