import { createFrame, type Frame, PLAY_MODES } from '@rcss/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFrame, encodeFrame, FRAME_BYTES } from './frame-codec.js';

function roundTrip(frame: Frame, offset = 0): Frame {
  const view = new DataView(new ArrayBuffer(FRAME_BYTES + offset));
  encodeFrame(frame, view, offset);
  return decodeFrame(view, offset);
}

const name = fc.stringMatching(/^[-_+a-zA-Z0-9]{0,15}$/);

describe('frame codec', () => {
  it('keeps the height of the ball in millimeters, up to 65.5 m (spec 12 §11)', () => {
    const heights = [
      [true, 0],
      [true, 1.2344],
      [true, 80],
      [false, 0],
    ] as const;
    const read = heights.map(([hasHeight, ballZ]) => {
      const frame = roundTrip(Object.assign(createFrame(), { hasHeight, ballZ }), 4);
      return [frame.hasHeight, frame.ballZ];
    });
    expect(read).toEqual([
      [true, 0],
      [true, 1.234],
      [true, 65.535],
      [false, 0],
    ]);
  });

  it('keeps every value of a frame that is drawn (spec 09 §8.4)', () => {
    fc.assert(
      fc.property(
        fc.record({
          time: fc.integer({ min: 0, max: 100_000 }),
          stoppageTime: fc.integer({ min: 0, max: 100_000 }),
          mode: fc.constantFrom(...PLAY_MODES),
          left: name,
          right: name,
          scores: fc.tuple(fc.nat(999), fc.nat(999), fc.nat(20), fc.nat(20)),
          x: fc.double({ min: -60, max: 60, noNaN: true }),
          state: fc.integer({ min: 0, max: 0x1fffff }),
          angle: fc.double({ min: -180, max: 180, noNaN: true }),
          focus: fc.double({ min: 0, max: 40, noNaN: true }),
          width: fc.constantFrom(45, 60, 90, 120, 180),
          stamina: fc.double({ min: 0, max: 8000, noNaN: true }),
          rate: fc.double({ min: 0, max: 1, noNaN: true }),
          count: fc.nat(65535),
          who: fc.nat(21),
        }),
        (v) => {
          const frame = createFrame();
          frame.time = v.time;
          frame.stoppageTime = v.stoppageTime;
          frame.playMode = v.mode.name;
          Object.assign(frame.left, { name: v.left, score: v.scores[0], penaltyScored: v.scores[2] });
          Object.assign(frame.right, { name: v.right, score: v.scores[1], penaltyMissed: v.scores[3] });
          frame.ballX = v.x;
          frame.ballVy = v.x / 20;
          const p = frame.players[v.who]!;
          Object.assign(p, {
            state: v.state,
            x: v.x,
            y: -v.x,
            body: v.angle,
            neck: -v.angle / 2,
            focusDir: v.angle / 3,
          });
          Object.assign(p, {
            focusDist: v.focus,
            viewWidth: v.width,
            stamina: v.stamina,
            effort: v.rate,
            recovery: v.rate,
          });
          Object.assign(p, {
            hasPoint: true,
            pointX: v.x,
            pointY: v.x / 2,
            attentionSide: 'r',
            attentionUnum: 7,
            viewQuality: 'l',
          });
          Object.assign(p, { dashCount: v.count, changeFocusCount: v.count, typeId: 17 });
          const back = roundTrip(frame, 8);
          const q = back.players[v.who]!;
          expect([back.time, back.stoppageTime, back.playMode]).toEqual([
            v.time,
            v.stoppageTime,
            v.mode.name,
          ]);
          expect(back.left).toEqual(frame.left);
          expect(back.right).toEqual(frame.right);
          expect(back.ballX).toBeCloseTo(v.x, 4);
          expect(back.ballVy).toBeCloseTo(v.x / 20, 4);
          expect([q.state, q.typeId, q.dashCount, q.changeFocusCount]).toEqual([
            v.state,
            17,
            v.count,
            v.count,
          ]);
          expect([q.attentionSide, q.attentionUnum, q.viewQuality, q.hasPoint]).toEqual(['r', 7, 'l', true]);
          expect(q.x).toBeCloseTo(v.x, 4);
          expect(Math.abs(q.body - v.angle)).toBeLessThan(0.006);
          expect(Math.abs(q.neck + v.angle / 2)).toBeLessThan(0.006);
          expect(Math.abs(q.focusDist - v.focus)).toBeLessThan(0.006);
          expect(Math.abs(q.viewWidth - v.width)).toBeLessThanOrEqual(1);
          expect(Math.abs(q.stamina - v.stamina)).toBeLessThan(0.001);
          expect(Math.abs(q.effort - v.rate)).toBeLessThan(0.0001);
          expect(Math.abs(q.pointX - v.x)).toBeLessThan(0.006);
        },
      ),
    );
  });

  it('reads any bytes without throwing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: FRAME_BYTES, maxLength: FRAME_BYTES }), (bytes) => {
        expect(decodeFrame(new DataView(bytes.buffer), 0).players).toHaveLength(22);
      }),
    );
  });
});
