import { createFrame } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { compress, createLogEncoder, LogDecoder } from './entries/codec.js';
import { createLogIndexer, findPoint } from './entries/contents.js';
import { type LogVersion, loadLog, openLog, readLogBytes } from './index.js';

/** A match of 250 shows with two goals and a change of the play mode, not compressed. */
function match(version: LogVersion): Uint8Array {
  const encoder = createLogEncoder(version);
  encoder.writeHeader({});
  for (let time = 1; time <= 250; time++) {
    const frame = createFrame();
    frame.time = time;
    frame.playMode = time < 100 ? 'play_on' : 'goal_kick_l';
    frame.left.name = 'A';
    frame.left.score = time < 120 ? 0 : 2;
    frame.ballX = time / 16;
    if (time === 1 || time === 100) encoder.writePlayMode(time, 0, frame.playMode);
    if (time === 1 || time === 120) encoder.writeTeams(time, 0, frame.left, frame.right);
    encoder.writeShow(frame);
  }
  encoder.writeMessage(250, 0, 1, '(result 202611201506 A_2-vs-null)');
  encoder.finish();
  return encoder.out.copy();
}

describe.each([-1, 1, 2, 3, 6] as const)('index of a log of version %i', (version) => {
  const log = match(version);
  const indexer = createLogIndexer(60);
  for (const record of readLogBytes(log)) indexer.add(record);
  const index = indexer.createIndex();

  it('an index has shows, play modes, teams, goals and the result (spec 09 §2)', () => {
    expect(index).toMatchObject({ version, frameCount: 250, firstTime: 1, lastTime: 250, complete: true });
    expect(index.byteCount).toBe(log.length);
    expect(index.playModes).toEqual([
      { frame: 0, time: 1, playMode: 'play_on' },
      { frame: 99, time: 100, playMode: 'goal_kick_l' },
    ]);
    expect(index.goals).toEqual([
      { frame: 119, time: 120, side: 'l', left: 1, right: 0 },
      { frame: 119, time: 120, side: 'l', left: 2, right: 0 },
    ]);
    expect(index.teams.map((t) => [t.frame, t.left.score])).toEqual([
      [0, 0],
      [119, 2],
    ]);
    expect(index.result).toBe('(result 202611201506 A_2-vs-null)');
    expect(findPoint(index.playModes, 98)?.playMode).toBe('play_on');
    expect(findPoint(index.playModes, 249)?.playMode).toBe('goal_kick_l');
  });

  it('can be stored as JSON, and reading can begin at each of its seek points', () => {
    const stored = JSON.parse(JSON.stringify(index)) as typeof index;
    expect(stored).toEqual(index);
    expect(stored.seekPoints.map((p) => p.frame)).toEqual([0, 60, 120, 180, 240]);
    const all = [...readLogBytes(log)].flatMap((r) => (r.type === 'show' ? [r.frame] : []));
    for (const from of stored.seekPoints) {
      const decoder = new LogDecoder({ from });
      decoder.push(log.subarray(from.offset));
      decoder.finish();
      const first = decoder.next();
      expect(first).toEqual({ type: 'show', offset: from.offset, frame: all[from.frame] });
      let count = 1;
      for (let r = decoder.next(); r !== null; r = decoder.next()) if (r.type === 'show') count++;
      expect(count).toBe(250 - from.frame);
    }
  });

  it('an opened log finds frames by number and time', () => {
    const opened = openLog(compress(log));
    if (!opened.ok) throw new Error(opened.error.message);
    const { value } = opened;
    expect(value.frame(120)).toMatchObject({ time: 121, ballX: 121 / 16, left: { name: 'A', score: 2 } });
    expect(value.frame(120)).toBe(value.frame(120));
    expect([value.frameAt(-5), value.frameAt(1), value.frameAt(250), value.frameAt(1e6)]).toEqual([
      0, 0, 249, 249,
    ]);
    expect(() => value.frame(250)).toThrow(RangeError);
    expect(() => value.frame(0.5)).toThrow(RangeError);
    expect(value.hasParameters).toBe(false);
    expect(value.types.length).toBe(1);
    expect(value.messages).toMatchObject([{ frame: 250, board: 1 }]);
  });
});

describe('openLog', () => {
  it('a log that arrives in pieces is opened like a whole one', async () => {
    const log = match(6);
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < log.length; at += 10_000) yield log.subarray(at, at + 10_000);
    }
    const opened = await loadLog(pieces());
    if (!opened.ok) throw new Error(opened.error.message);
    expect([opened.value.frameCount, opened.value.complete]).toEqual([250, true]);
    expect(opened.value.frame(249).time).toBe(250);
  });

  it.each([
    [undefined, 250],
    [3, 3],
    [1, 1],
    [0, 1],
  ])('with cacheSize %s, the last %i frames are kept', (cacheSize, kept) => {
    const opened = openLog(match(6), { ...(cacheSize !== undefined && { cacheSize }) });
    if (!opened.ok) throw new Error(opened.error.message);
    const { value } = opened;
    const frames = Array.from({ length: 250 }, (_, i) => value.frame(i));
    // From the newest to the oldest, because a frame that is read again displaces the oldest one.
    for (let i = 249; i > 249 - kept; i--) expect(value.frame(i)).toBe(frames[i]);
    if (kept < 250) expect(value.frame(249 - kept)).not.toBe(frames[249 - kept]);
  });

  it('every frame of a long log is found, and drawings, tiles and messages have the frame after them', () => {
    const encoder = createLogEncoder(6);
    const tile = {
      x: 0,
      y: 0,
      width: 1,
      height: 1,
      colors: 1,
      charsPerPixel: 1,
      lines: ['a c #ff0000', 'a'],
    };
    encoder.writeHeader({});
    for (let time = 1; time <= 2100; time++) {
      const frame = createFrame();
      frame.time = time;
      if (time === 1500) {
        encoder.writeMessage(time, 0, 1, 'before 1500');
        encoder.writeTeamGraphic(time, 0, 'r', tile);
        encoder.writeDraw(time, { kind: 'point', x: 1, y: 2, color: 'red' });
      }
      encoder.writeShow(frame);
    }
    encoder.writeDraw(2101, { kind: 'clear' });
    encoder.finish();
    const log = openLog(encoder.out.copy());
    if (!log.ok) throw new Error(log.error.message);
    expect(log.value.frameCount).toBe(2100);
    for (const index of [0, 1023, 1024, 1025, 2047, 2048, 2099]) {
      expect(log.value.frame(index).time).toBe(index + 1);
      expect(log.value.timeOf(index)).toBe(index + 1);
      expect(log.value.frameAt(index + 1)).toBe(index);
    }
    expect(log.value.messages).toMatchObject([{ frame: 1499, text: 'before 1500' }]);
    expect(log.value.teamGraphics).toMatchObject([{ frame: 1499, side: 'r' }]);
    expect(log.value.draws).toMatchObject([
      { frame: 1499, shape: { kind: 'point' } },
      { frame: 2100, shape: { kind: 'clear' } },
    ]);
  });

  it('512 frames are kept by default', () => {
    const encoder = createLogEncoder(6);
    encoder.writeHeader({});
    const frame = createFrame();
    for (frame.time = 1; frame.time <= 514; frame.time++) encoder.writeShow(frame);
    const opened = openLog(encoder.out.copy());
    if (!opened.ok) throw new Error(opened.error.message);
    const second = opened.value.frame(1);
    const third = opened.value.frame(2);
    for (let i = 3; i < 514; i++) opened.value.frame(i);
    expect(opened.value.frame(2)).toBe(third);
    expect(opened.value.frame(1)).not.toBe(second);
  });

  it('a log with a damaged gzip trailer is not complete, and the damage is the last record', () => {
    const packed = compress(match(6));
    packed[packed.length - 8]! ^= 1;
    const opened = openLog(packed);
    if (!opened.ok) throw new Error(opened.error.message);
    expect(opened.value).toMatchObject({ frameCount: 250, complete: false });
    expect(opened.value.damage).toHaveLength(1);
    expect(openLog(packed, { strict: true })).toMatchObject({ ok: false });
  });

  it('only a message that begins with (result is the result of the match', () => {
    const text =
      'ULG6\n(msg 9 1 "(result 1 A_0-vs-B_0)")\n(msg 9 1 "(referee time_over)")\n(msg 9 2 "(result x)")\n';
    const opened = openLog(new Uint8Array(Buffer.from(text, 'latin1')));
    if (!opened.ok) throw new Error(opened.error.message);
    expect(opened.value.result).toBe('(result 1 A_0-vs-B_0)');
  });

  it('bytes that are not a log are a failure, a damaged log only with `strict` (spec 09 §13)', () => {
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
    expect(openLog(bytes('ULG9\n'))).toMatchObject({ ok: false, error: { code: 'unsupported-log-version' } });
    expect(openLog(bytes('not a game log'))).toMatchObject({
      ok: false,
      error: { code: 'truncated', message: expect.stringContaining('probably not a game log') },
    });
    expect(() => openLog('match.rcg' as never)).toThrow(
      'needed as a Uint8Array, not a value of type string; @rcss/logs/node reads files',
    );
    const log = bytes('ULG6\n\n(playmode 1 play_on)\n');
    expect(openLog(log)).toMatchObject({
      ok: true,
      value: { frameCount: 0, damage: [{ code: 'empty-line' }] },
    });
    expect(openLog(log, { strict: true })).toMatchObject({ ok: false, error: { offset: 5 } });
  });

  it('player types are found by their ids, gaps have the values of type 0, and large ids need no memory', () => {
    const open = (...types: string[]) => {
      const text = ['ULG5', ...types.map((type) => `(player_type ${type})`), ''].join('\n');
      const opened = openLog(new Uint8Array(Buffer.from(text, 'latin1')));
      if (!opened.ok) throw new Error(opened.error.message);
      return opened.value.types;
    };
    const types = open('(id 0)(player_speed_max 1.05)', '(id 300)(player_speed_max 1.2)');
    expect(types).toHaveLength(301);
    expect([types[300]?.id, types[300]?.player_speed_max]).toEqual([300, 1.2]);
    expect([types[299]?.id, types[299]?.player_speed_max]).toEqual([299, 1.05]);
    expect(types[44]?.player_speed_max).toBe(1.05);
    expect(open('(id 0)(player_speed_max 1.05)', '(id 2147483647)(player_speed_max 1.2)')).toHaveLength(1024);
  });

  it('the compressed log of a server that was killed is read as far as possible (spec 09 §1.4, §10)', () => {
    const packed = compress(match(6));
    const opened = openLog(packed.slice(0, packed.length >> 1));
    if (!opened.ok) throw new Error(opened.error.message);
    expect(opened.value.frameCount).toBeGreaterThan(20);
    expect(opened.value.frameCount).toBeLessThan(250);
    expect(opened.value.complete).toBe(false);
    expect(opened.value.damage.map((d) => d.code)).toContain('gzip-truncated');
    const broken = packed.slice();
    broken.fill(0xff, packed.length >> 1, (packed.length >> 1) + 64);
    const read = openLog(broken);
    expect(read.ok && read.value.damage.length).toBeGreaterThan(0);
  });
});
