import { createFrame } from '@rcss/core';
import {
  createFullstateObservation,
  createGlobalObservation,
  createSeeObservation,
} from '@rcss/core/observation';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import { ByteWriter, decodeLatin1 } from '@rcss/sexp';
import { describe, expect, it } from 'vitest';
import { encodeGlobal } from './entries/coach.js';
import { createMonitorCodec, decodeMonitorInit } from './entries/monitor.js';
import { createPlayerEncoding, encodeFullstate, encodeSee } from './entries/player.js';
import { decodeCoachMessage, decodeMonitorDatagram, decodePlayerMessage } from './index.js';
import { createSeeMessage } from './player-messages/see.js';
import { decodeTrainerInit } from './trainer-init.js';

const NAMES = { left: 'A', right: 'B' };
const textOf = (w: ByteWriter) => decodeLatin1(w.view()).replace('\0', '');

describe('see of version 20 (spec 12 §9.1)', () => {
  it.each([
    [20, 'named', true, '(see 5 ((b) 4.1 0 1.23 0 2.49334 0.731112))'],
    [19, 'named', true, '(see 5 ((b) 4.1 0 1.23 0))'],
    [20, 'named', false, '(see 5 ((b) 4.1 0 2.49334))'],
    [20, 'close', false, '(see 5 ((B) 4.1 0 2.49334))'],
    [19, 'close', false, '(see 5 ((B) 4.1 0))'],
  ] as const)('version %i, %s, changes %s: %s', (version, detail, hasMotion, text) => {
    const see = createSeeObservation();
    Object.assign(see, { time: 5, count: 1 });
    Object.assign(see.objects[0]!, {
      kind: 'ball',
      detail,
      dist: 4.1,
      hasMotion,
      distChange: 1.23,
      z: 2.493338,
      vz: 0.7311119,
    });
    const encoding = createPlayerEncoding(version, 'l', NAMES);
    const w = new ByteWriter();
    encodeSee(w, see, encoding);
    expect(textOf(w)).toBe(text);
    const read = decodePlayerMessage(w.view());
    expect(read).toEqual({ ok: true, value: createSeeMessage(see, encoding) });
    const ball = createSeeMessage(see, encoding).objects[0]!;
    expect([ball.dist, ball.dir, ball.distChange]).toEqual([4.1, 0, hasMotion ? 1.23 : null]);
    if (version === 20) expect([ball.z, ball.vz]).toEqual([2.49334, hasMotion ? 0.731112 : undefined]);
    else expect('z' in ball).toBe(false);
  });

  it('in low quality the height is after the direction', () => {
    const see = createSeeObservation();
    Object.assign(see, { count: 1, quality: 'low' });
    Object.assign(see.objects[0]!, { kind: 'ball', detail: 'named', dir: 6, z: 2.5 });
    const w = new ByteWriter();
    encodeSee(w, see, createPlayerEncoding(20, 'l', NAMES));
    expect(textOf(w)).toBe('(see 0 ((b) 6 2.5))');
  });
});

describe('fullstate and global views of version 20', () => {
  it.each([
    [20, '((b) 1 2 0.5 3 4 -0.25)', { x: 1, y: 2, z: 0.5, vx: 3, vy: 4, vz: -0.25 }],
    [19, '((b) 1 2 3 4)', { x: 1, y: 2, vx: 3, vy: 4 }],
  ])('fullstate of version %i has %s (spec 12 §9.2)', (version, text, ball) => {
    const state = createFullstateObservation();
    Object.assign(state, { ballX: 1, ballY: 2, ballZ: 0.5, ballVx: 3, ballVy: 4, ballVz: -0.25 });
    const w = new ByteWriter();
    encodeFullstate(w, state, createPlayerEncoding(version, 'l', NAMES));
    expect(textOf(w)).toContain(text);
    expect(decodePlayerMessage(w.view())).toMatchObject({ ok: true, value: { ball } });
  });

  it.each([
    [20, true, '((b) 1 2 3 4 0.5)'],
    [20, false, '((b) 1 2 3 4)'],
    [19, true, '((b) 1 2 3 4)'],
  ])('the global view of version %i, with height %s, has %s (spec 12 §10)', (version, hasHeight, text) => {
    const view = createGlobalObservation();
    Object.assign(view, { ballX: 1, ballY: 2, ballZ: 0.5, ballVx: 3, ballVy: 4 });
    const w = new ByteWriter();
    encodeGlobal(w, view, { version, observer: null, names: NAMES, kind: 'look', hasHeight });
    expect(textOf(w)).toContain(text);
    const z = version === 20 && hasHeight ? { z: 0.5 } : {};
    expect(decodeCoachMessage(w.view())).toMatchObject({
      ok: true,
      value: { ball: { x: 1, y: 2, vx: 3, vy: 4, ...z } },
    });
  });
});

describe('monitors (spec 12 §11)', () => {
  it.each([
    [6, true, '((b) 1 2 3 4 0.5123)', 0.5123],
    [6, false, '((b) 1 2 3 4 0)', 0],
    [5, true, '((b) 1 2 3 4)', 0],
    [-1, true, '"ball":{"x":1,"y":2,"vx":3,"vy":4,"z":0.5123}', 0.5123],
    [-1, false, '"ball":{"x":1,"y":2,"vx":3,"vy":4}', 0],
  ] as const)('a show of version %i of a match with height %s has %s', (version, hasHeight, text, ballZ) => {
    const frame = createFrame();
    Object.assign(frame, {
      ballX: 1,
      ballY: 2,
      ballVx: 3,
      ballVy: 4,
      hasHeight,
      ballZ: hasHeight ? 0.51234 : 0,
    });
    const bytes = createMonitorCodec(version).encodeShow(frame);
    expect(decodeLatin1(bytes)).toContain(text);
    const read = decodeMonitorDatagram(bytes, version);
    expect(read).toMatchObject({ ok: true, value: { type: 'show', frame: { ballX: 1, ballVy: 4, ballZ } } });
  });

  it('parameters of the extension are sent only by a match that has it (spec 12 §2)', () => {
    const texts = [false, true].map((experimental_height) => {
      const params = createMatchParams(createServerParams({ experimental_height }), createPlayerParams(), 1);
      return decodeLatin1(createMonitorCodec(5).encodeInitialData(params)[0]!);
    });
    expect(texts.map((text) => text.includes('(gravity 0.1)'))).toEqual([false, true]);
    expect(texts[1]!.startsWith('(server_param (2d_mode 1)(audio_cut_dist 50)')).toBe(true);
  });

  it('version 6 and trainers of version 20 are accepted only as experiment (spec 12 §1)', () => {
    const kinds = (experimental: boolean) => [
      decodeMonitorInit('(dispinit version 6.5)', experimental)?.ok,
      decodeMonitorInit('(dispinit version 7)', experimental)?.ok,
      decodeTrainerInit('(init (version 20.5))', experimental)?.ok,
      decodeTrainerInit('(init (version 21))', experimental)?.ok,
    ];
    expect([kinds(false), kinds(true)]).toEqual([
      [false, false, false, false],
      [true, false, true, false],
    ]);
  });
});
