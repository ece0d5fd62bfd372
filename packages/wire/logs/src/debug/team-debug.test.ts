import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectDebugLogFormat, openDebugLog, parseDebugFileName } from './open-debug-log.js';
import { parseTeamDebugMessage } from './team-debug-message.js';

/** Recorded files and datagrams of a real team. */
const read = (name: string): string =>
  readFileSync(new URL(`../../testdata/debug/${name}`, import.meta.url), 'latin1');
const datagrams = read('datagrams.txt').trimEnd().split('\n');
const findSide = (team: string) => (team === 'Herons' ? 'l' : team === 'Foxes' ? 'r' : null);

describe('messages for a debug server', () => {
  it('decodes every element of the recorded messages', () => {
    for (const datagram of datagrams.slice(1)) {
      const parsed = parseTeamDebugMessage(datagram);
      expect(parsed.ok && parsed.value.unknownElements).toEqual([]);
    }
  });

  it('converts the frame of the right team to the field frame', () => {
    const parsed = parseTeamDebugMessage(datagrams[1] as string);
    if (!parsed.ok) throw new Error(parsed.error.message);
    const { record } = parsed.value;
    expect(record).toMatchObject({ time: 300, stoppageTime: 0, side: 'r', unum: 7 });
    const { self, ball } = record.beliefs ?? {};
    expect(self).toMatchObject({ x: -23.59, y: -4.18, vx: -0.034, vy: 0.227, body: 98, neck: 3 });
    expect(ball).toMatchObject({ x: -29.04, y: -5.24, vx: 0.44, vy: 0.05, age: 1 });
    // In the game log of the same match: self (-23.58, -4.14), body 97.2, neck 4; ball (-28.76, -5.29).
    expect(Math.hypot((self?.x ?? 0) + 23.58, (self?.y ?? 0) + 4.14)).toBeLessThan(0.1);
    expect(Math.hypot((ball?.x ?? 0) + 28.76, (ball?.y ?? 0) + 5.29)).toBeLessThan(0.5);
    expect(record.beliefs?.players?.[0]).toMatchObject({ side: 'r', unum: 11, x: -26.25, y: -12.62, age: 1 });
  });

  it('reads targets, receivers and drawings', () => {
    const parsed = parseTeamDebugMessage(datagrams.at(-1) as string);
    if (!parsed.ok) throw new Error(parsed.error.message);
    const { target, shapes, texts } = parsed.value.record;
    expect(target?.unum).toBeGreaterThan(0);
    expect(target?.point).toBeDefined();
    expect(shapes?.every(({ kind }) => kind === 'line' || kind === 'circle')).toBe(true);
    expect(texts?.length).toBeGreaterThan(2);
  });

  it('turns the body of other players to the field frame', () => {
    const parsed = parseTeamDebugMessage(
      '((debug (format-version 5)) (time 1,0) (s r 1 0 1 2 0 0 3 4) (t 9 8 28 -7 (bd -57)) (o 3 -1 30 5 (bd 170)) (o 4 -1 1 2))',
    );
    const players = parsed.ok ? parsed.value.record.beliefs?.players : undefined;
    expect(players).toMatchObject([
      { side: 'r', unum: 9, x: -28, y: 7, body: 123 },
      { side: 'l', unum: 3, x: -30, y: -5, body: -10 },
      { side: 'l', unum: 4, x: -1, y: -2 },
    ]);
    expect(players?.[2]).not.toHaveProperty('body');
  });

  it('refuses a message without the player itself, because its side is unknown', () => {
    const parsed = parseTeamDebugMessage(datagrams[0] as string);
    expect(parsed.ok ? '' : parsed.error.code).toBe('no_self');
  });

  it('names elements that it does not know', () => {
    const parsed = parseTeamDebugMessage(
      '((debug (format-version 5)) (time 1,0) (s l 1 0 1 2 0 0 3 4) (spline 1 2))',
    );
    expect(parsed.ok && parsed.value.unknownElements).toEqual(['spline']);
  });

  it.each([
    ['(', 'not_a_debug_message', /./],
    ['((time 1,0) (s l 1 0 1 2 0 0 3 4))', 'not_a_debug_message', /^"\(\(time 1,0\).* does not begin with/],
    ['((debug (format-version 5)) (s l 1 0 1 2 0 0 3 4))', 'bad_time', /\(time CYCLE,STOPPED\) is missing/],
    ['((debug (format-version 5)) (time 1) (s l 1 0 1 2 0 0 3 4))', 'bad_time', /\(time CYCLE,STOPPED\) is/],
    [
      '((debug (format-version 5)) (time 1,0) (s l 0 0 1 2))',
      'no_self',
      /\(s SIDE NUMBER \.\.\.\) is missing/,
    ],
    ['((debug (format-version 5)) (time 1,0) (s l 12 0 1 2))', 'no_self', /so the player is unknown$/],
    ['((debug (format-version 5)) (time 1,0) (s n 3 0 1 2))', 'no_self', /so the player is unknown$/],
  ])('refuses %s', (text, code, message) => {
    const parsed = parseTeamDebugMessage(text);
    expect(parsed.ok ? null : parsed.error).toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  it('turns the angles of the right team by 180°', () => {
    const bodies = [-180, -90, 0, 1, 90, 180].map((angle) => {
      const parsed = parseTeamDebugMessage(
        `((debug (format-version 5)) (time 1,0) (s r 1 0 1 2 0 0 ${angle} 4))`,
      );
      return parsed.ok ? parsed.value.record.beliefs?.self?.body : null;
    });
    expect(bodies).toEqual([0, 90, 180, -179, -90, 0]);
  });

  it('never throws on damaged messages', () => {
    fc.assert(
      fc.property(fc.nat(datagrams.length - 1), fc.nat(1200), fc.string({ maxLength: 3 }), (i, at, text) => {
        const datagram = datagrams[i] as string;
        parseTeamDebugMessage(datagram.slice(0, at) + text + datagram.slice(at + 1));
      }),
      { numRuns: 300 },
    );
  });
});

describe('debug files of teams', () => {
  it('reads a file with messages for a debug server', () => {
    const log = openDebugLog(read('Herons-5.dcl'), 'Herons-5.dcl', findSide);
    if (!log.ok) throw new Error(log.error.message);
    expect(log.value.format).toBe('debug-server-log');
    expect(log.value.problems).toEqual([]);
    expect(log.value.records.map(({ time }) => time)).toEqual([148, 149, 150, 151, 152, 153]);
    expect(log.value.records[1]?.target?.point).toEqual({ x: -6.51401, y: 14.1186 });
  });

  it('names the first line of each unknown element and of each line that is none of the format', () => {
    const message = (elements: string): string =>
      `%% debug [((debug (format-version 5)) (time 1,0) (s l 1 0 1 2 0 0 3 4) ${elements})]`;
    const lines = [
      '%% step 1',
      message('(spline 1 2)'),
      message('(spline 3 4) (arc 1)'),
      `y${'0123456789'.repeat(5)}`,
      message(''),
    ];
    const log = openDebugLog(lines.join('\n'), 'A-1.dcl', findSide);
    if (!log.ok) throw new Error(log.error.message);
    expect(log.value.records.length).toBe(3);
    expect(log.value.problems).toEqual([
      {
        line: 4,
        message: `A-1.dcl: line 4: "${lines[3]!.slice(0, 40)}" is neither '%% step N' nor '%% debug [...]'`,
      },
      { line: 2, message: "A-1.dcl: line 2: elements 'spline' are not known and not shown" },
      { line: 3, message: "A-1.dcl: line 3: elements 'arc' are not known and not shown" },
    ]);
  });

  it('reads a debug log with levels, in the frame of its team', () => {
    const log = openDebugLog(read('Foxes-7.log'), 'logs/Foxes-7.log', findSide);
    if (!log.ok) throw new Error(log.error.message);
    const [first] = log.value.records;
    expect(log.value.problems).toEqual([]);
    expect(first).toMatchObject({ time: 2, side: 'r', unum: 7 });
    expect(first?.shapes).toContainEqual({
      kind: 'line',
      x1: 14.9962,
      y1: 4.9718,
      x2: 7.3321,
      y2: 8.2,
      color: '#0000ff',
      level: 17,
    });
    expect(first?.shapes).toContainEqual({
      kind: 'label',
      x: 7.3321,
      y: 8.2,
      text: '-1',
      color: '#0000ff',
      level: 17,
    });
    expect(first?.texts?.[0]?.level).toBeUndefined();
    expect(first?.texts?.some(({ level }) => level === 20)).toBe(true);
  });

  it('every cycle of a debug log has its own texts and shapes', () => {
    const log = openDebugLog('1,0 1 M a\n1,0 2 M b\n1,1 1 M c\n2,0 1 M d\n', 'Foxes-7.log', findSide);
    if (!log.ok) throw new Error(log.error.message);
    const cycles = log.value.records.map(({ time, stoppageTime, texts }) => [
      time,
      stoppageTime,
      texts?.map(({ text }) => text),
    ]);
    expect(cycles).toEqual([
      [1, 0, ['a', 'b']],
      [1, 1, ['c']],
      [2, 0, ['d']],
    ]);
  });

  it('reads the messages that a client received', () => {
    const log = openDebugLog(read('Herons-5.ocl'), 'Herons-5.ocl', findSide);
    if (!log.ok) throw new Error(log.error.message);
    const { records, problems } = log.value;
    expect(problems).toEqual([]);
    expect(records.map(({ time, stoppageTime }) => `${time},${stoppageTime}`).slice(0, 4)).toEqual([
      '0,0',
      '0,1',
      '0,2',
      '0,3',
    ]);
    expect(records[1]?.messages?.map(({ text }) => text.slice(0, 11))).toEqual([
      '(sense_body',
      '(see 0 ((f ',
      '(think)',
    ]);
  });

  it('explains whose log a file must be', () => {
    const text = read('Foxes-7.log');
    const message = (name: string) => {
      const log = openDebugLog(text, name, findSide);
      return log.ok ? '' : log.error.message;
    };
    expect(message('debug.log')).toBe('debug.log does not say whose log it is; rename it to TEAM-NUMBER.log');
    expect(message('Owls-3.log')).toBe(
      'Owls-3.log is a log of team "Owls", which does not play in this match',
    );
  });

  it.each([
    ['a-b_c-11.log', { team: 'a-b_c', unum: 11 }],
    ['x/Herons-1.dcl', { team: 'Herons', unum: 1 }],
    ['Herons-12.log', null],
    ['Herons.log', null],
  ])('finds team and number in %s', (name, expected) => {
    expect(parseDebugFileName(name)).toEqual(expected);
  });

  it('does not take other files for debug logs', () => {
    expect(['ULG6\n', '0,0\tRecv x', '<html>', ''].map(detectDebugLogFormat)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
