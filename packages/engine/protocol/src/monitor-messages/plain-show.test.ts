import { createFrame, type Frame } from '@rcss/core';
import { ByteWriter } from '@rcss/sexp';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeTextRecord } from './decode.js';
import { readPlainShow } from './plain-show.js';
import { writeTextShow } from './text.js';

const encoder = new TextEncoder();

const meters = fc.integer({ min: -600_000, max: 600_000 }).map((value) => value / 10_000);
const degrees = fc.integer({ min: -180_000, max: 180_000 }).map((value) => value / 1000);
const counter = fc.integer({ min: 0, max: 9999 });

/** A player as a log has it. */
const player = fc.record({
  typeId: fc.integer({ min: 0, max: 17 }),
  state: fc.integer({ min: 0, max: 0x1fffff }),
  x: meters,
  y: meters,
  vx: meters,
  vy: meters,
  body: degrees,
  neck: degrees,
  hasPoint: fc.boolean(),
  viewQuality: fc.constantFrom('h' as const, 'l' as const),
  viewWidth: fc.constantFrom(60, 90, 120, 180),
  focusDist: meters,
  focusDir: degrees,
  stamina: fc.integer({ min: 0, max: 800_000 }).map((value) => value / 100),
  effort: fc.integer({ min: 600_000, max: 1_000_000 }).map((value) => value / 1_000_000),
  capacity: fc.integer({ min: 0, max: 130_600 }),
  attentionSide: fc.constantFrom('' as const, 'l' as const, 'r' as const),
  kickCount: counter,
  dashCount: counter,
  attentiontoCount: counter,
  changeFocusCount: counter,
});

const frames = fc
  .record({
    time: fc.integer({ min: 0, max: 20_000 }),
    ballX: meters,
    ballY: meters,
    ballVx: fc.constantFrom(0, -0, -0.0001, 2.7),
    ballVy: meters,
    players: fc.array(player, { minLength: 22, maxLength: 22 }),
  })
  .map(({ players, ...rest }): Frame => {
    const frame = createFrame();
    players.forEach((values, i) => {
      const point = values.hasPoint ? { pointX: values.x, pointY: values.y } : {};
      Object.assign(frame.players[i]!, values, point, {
        attentionUnum: values.attentionSide === '' ? 0 : 11,
      });
    });
    return Object.assign(frame, rest);
  });

const features = fc.record({ capacity: fc.boolean(), focus: fc.boolean(), ballHeight: fc.boolean() });

function write(frame: Frame, of: Parameters<typeof writeTextShow>[2]): string {
  const w = new ByteWriter();
  writeTextShow(w, frame, of, false);
  return new TextDecoder().decode(w.view());
}

describe('readPlainShow', () => {
  it('reads the shows that a server writes', () => {
    fc.assert(
      fc.property(frames, features, (frame, of) => {
        const out = createFrame();
        const bytes = encoder.encode(write(frame, of));
        expect(readPlainShow(bytes, 0, out)).toBe(bytes.length);
        // A text goes the way of the cursor.
        const read = decodeTextRecord(write(frame, of), { frame: createFrame() });
        if (!read.ok || read.value.type !== 'show') throw new Error('no show');
        expect(out).toEqual({ ...read.value.frame, stoppageTime: out.stoppageTime });
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it('does not change what a line with any other form means', () => {
    const edits = fc.array(
      fc.record({
        at: fc.nat(),
        remove: fc.integer({ min: 0, max: 3 }),
        insert: fc.constantFrom(
          '',
          ' ',
          '(',
          ')',
          '-',
          '.',
          '7',
          'e2',
          '0x',
          'nan',
          '123456789',
          '(c 1 2)',
          '\0',
        ),
      }),
      { minLength: 1, maxLength: 3 },
    );
    let plain = 0;
    let others = 0;
    fc.assert(
      fc.property(frames, features, edits, (frame, of, changes) => {
        let line = write(frame, of);
        for (const { at, remove, insert } of changes) {
          const index = at % line.length;
          line = line.slice(0, index) + insert + line.slice(index + remove);
        }
        const bytes = encoder.encode(line);
        if (readPlainShow(bytes, 0, createFrame()) === bytes.length) plain++;
        else others++;
        const decode = (source: string | Uint8Array) => decodeTextRecord(source, { frame: createFrame() });
        expect(decode(bytes)).toEqual(decode(line));
      }),
      { numRuns: 300, endOnFailure: true },
    );
    expect([plain > 0, others > 0]).toEqual([true, true]);
  });
});
