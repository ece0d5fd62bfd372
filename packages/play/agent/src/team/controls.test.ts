import type { DebugRecord } from '@rcss/core/debug-channel';
import { describe, expect, it } from 'vitest';
import { createTestScene } from '../../test/scene.js';
import createChasers from '../entries/chasers.js';
import { createLocalMatch, createLocalSpec } from '../local/local-match.js';
import { type Action, createAction, withDetails } from '../skills/action.js';
import { DebugPen, NO_DEBUG } from './debug-pen.js';
import { defineTeam, type TeamDefinition } from './define-team.js';

/** Plays cycles with eleven players that all decide the same, also at kickoff; returns the match. */
async function play(definition: Pick<TeamDefinition, 'view' | 'memory' | 'version'>, action: Action | null) {
  const create = defineTeam({ ...definition, play: () => action, setPlay: () => action });
  const match = await createLocalMatch({
    left: { name: 'Alpha', create },
    spec: createLocalSpec({ seed: 3 }),
  });
  for (let n = 0; n < 12; n++) match.cycle();
  return match;
}

const still = (details: Parameters<typeof createAction>[3]) => createAction('test', null, 'test', details);

describe('controls of an action', () => {
  it('neck and view width of the action replace those of the package', async () => {
    const match = await play({}, still({ turnNeck: 5, changeView: 'narrow' }));
    for (const { player } of match.players) {
      expect(player.viewWidth).toBe('narrow');
      // Eleven or twelve turns of five degrees.
      expect(player.neck).toBeGreaterThan(0.8);
      expect(player.neck).toBeLessThan(1.1);
    }
    expect(match.complaints).toEqual([]);
  });

  it('the arm points to a place of the team frame, attention goes to a player, the focus to a point', async () => {
    const point = { x: -20, y: 10 };
    const match = await play(
      {},
      still({ pointTo: point, attentionTo: { unum: 3 }, changeFocus: point, turnNeck: 0 }),
    );
    const { player } = match.players[6]!;
    expect(Math.hypot(player.armTarget.x - point.x, player.armTarget.y - point.y)).toBeLessThan(3);
    expect(player.attentiontoCount).toBeGreaterThan(5);
    expect(player.changeFocusCount).toBeGreaterThan(5);
    // The greatest distance of a focus point is 40 m.
    const distance = Math.min(40, Math.hypot(player.pos.x - point.x, player.pos.y - point.y));
    expect(Math.abs(player.focusDist - distance)).toBeLessThan(1);
    expect(match.complaints).toEqual([]);
  });

  it('`off` stops pointing and listening to one player', async () => {
    const match = await play({}, still({ pointTo: 'off', attentionTo: 'off' }));
    expect(match.players[6]!.player.pointtoCount).toBeGreaterThan(5);
    expect(match.players[6]!.player.attentiontoCount).toBeGreaterThan(5);
    expect(match.complaints).toEqual([]);
  });

  it('a protocol version without a focus point gets no change_focus', async () => {
    const match = await play({ version: 17 }, still({ changeFocus: { x: 0, y: 0 } }));
    expect(match.players[6]!.player.changeFocusCount).toBe(0);
    expect(match.complaints).toEqual([]);
  });

  it('the view of the definition decides what the action does not', async () => {
    const view: TeamDefinition['view'] = () => ({ changeView: 'wide', turnNeck: 0 });
    const match = await play({ view }, still({ turnNeck: -4 }));
    for (const { player } of match.players) {
      expect(player.viewWidth).toBe('wide');
      expect(player.neck).toBeLessThan(-0.6);
    }
  });

  it('withDetails changes details of an action and keeps no action', () => {
    const action = createAction('pass', { type: 'turn', moment: 3 }, 'to 9', { passTo: 9 });
    expect(withDetails(action, { turnNeck: 7 })).toMatchObject({ kind: 'pass', passTo: 9, turnNeck: 7 });
    expect(withDetails(null, { turnNeck: 7 })).toBeNull();
  });
});

it('each player has a memory of its own for the whole match', async () => {
  const last: number[] = [];
  const create = defineTeam({
    memory: (unum) => ({ unum, calls: 0 }),
    play: () => null,
    setPlay: ({ memory, unum }) => {
      memory.calls += 1;
      expect(memory.unum).toBe(unum);
      last[unum] = memory.calls;
      return null;
    },
  });
  const match = await createLocalMatch({
    left: { name: 'Alpha', create },
    spec: createLocalSpec({ seed: 3 }),
  });
  for (let n = 0; n < 10; n++) match.cycle();
  expect(last.slice(1)).toEqual(new Array(11).fill(last[1]));
  expect(last[1]).toBeGreaterThan(7);
});

describe('drawings of a player', () => {
  it('come in the record of the cycle, in the field frame', async () => {
    const records: DebugRecord[] = [];
    const create = defineTeam({
      play: () => null,
      setPlay: ({ debug, unum }) => {
        if (unum !== 7) return null;
        debug.line({ x: 1, y: 2 }, { x: 3, y: 4 }, { level: 3, color: 'red' });
        debug.circle({ x: 1, y: 2 }, 5, { fill: true });
        debug.text('seven', { level: 2 });
        return null;
      },
      onDebug: (record) => records.push(record),
    });
    const left = { name: 'Beta', create: createChasers };
    const match = await createLocalMatch({
      left,
      right: { name: 'Alpha', create },
      spec: createLocalSpec({ seed: 3 }),
    });
    for (let n = 0; n < 5; n++) match.cycle();
    const { shapes, texts } = records.filter(({ unum }) => unum === 7).at(-1)!;
    expect(shapes?.slice(-2)).toEqual([
      { kind: 'line', x1: -1, y1: -2, x2: -3, y2: -4, level: 3, color: 'red' },
      { kind: 'circle', x: -1, y: -2, radius: 5, fill: true },
    ]);
    expect(texts?.at(-1)).toEqual({ text: 'seven', level: 2 });
    const others = records.filter(({ unum }) => unum !== 7);
    expect(others.flatMap((record) => record.texts ?? []).some(({ text }) => text === 'seven')).toBe(false);
  });

  it('follow those of the package: where the player looks, points and listens', async () => {
    const records: DebugRecord[] = [];
    const create = defineTeam({
      play: () => null,
      setPlay: ({ unum }) =>
        createAction('watch', null, 'waits', {
          lookAt: { x: 10, y: 5 },
          ...(unum === 7 ? { turnNeck: 30, pointTo: 'off', attentionTo: { unum: 9 } } : {}),
          ...(unum === 8 ? { changeFocus: { x: -20, y: -1 }, pointTo: { x: 30, y: 2 } } : {}),
        }),
      onDebug: (record) => records.push(record),
    });
    const left = { name: 'Beta', create: createChasers };
    const match = await createLocalMatch({
      left,
      right: { name: 'Alpha', create },
      spec: createLocalSpec({ seed: 3 }),
    });
    for (let n = 0; n < 5; n++) match.cycle();
    const readLook = (number: number) => {
      const { shapes = [], texts = [] } = records.filter(({ unum }) => unum === number).at(-1)!;
      return [...shapes, ...texts].filter(({ level }) => level === 5);
    };
    const style = { level: 5, color: 'cyan' };
    const line = { kind: 'line', x2: -10, y2: -5, ...style };
    const name = (text: string) => expect.objectContaining({ kind: 'label', text, ...style });
    expect(readLook(6)).toEqual([
      expect.objectContaining(line),
      name('looks'),
      { level: 5, text: 'looks at (10.0, 5.0)' },
    ]);
    expect(readLook(7).at(-1)).toEqual({
      level: 5,
      text: 'looks at (10.0, 5.0), neck turns by 30°, arm down, listens to 9',
    });
    const [, , hears, hearsName] = readLook(7) as readonly { x1?: number; x2?: number; x?: number }[];
    expect(hearsName).toEqual(name('listens'));
    expect(hearsName!.x).toBeCloseTo((hears!.x1! + hears!.x2!) / 2, 9);
    expect(readLook(8).filter((part) => 'kind' in part)).toEqual([
      expect.objectContaining(line),
      name('looks'),
      expect.objectContaining({ ...line, x2: 20, y2: 1 }),
      name('focus'),
      expect.objectContaining({ ...line, x2: -30, y2: -2 }),
      name('arm'),
    ]);
  });

  it('are dropped without a receiver, and wrong values are errors that say what is allowed', () => {
    NO_DEBUG.text('x', { level: 99 });
    expect(NO_DEBUG.isOn).toBe(false);
    expect(NO_DEBUG.take()).toEqual({ shapes: [], texts: [] });
    const pen = new DebugPen('l');
    expect(() => pen.text('x', { level: 33 })).toThrow(
      'debug.text: level: 33 is not a whole number from 1 to 32',
    );
    expect(() => pen.circle({ x: 0, y: 0 }, -1)).toThrow('debug.circle: radius: -1 is not');
    expect(() =>
      pen.line({ x: 0, y: Number.NaN }, createTestScene({ x: 0, y: 0 }, { x: 1, y: 1 }).self.pos),
    ).toThrow('debug.line: from: {"x":0,"y":null} is not a point');
  });
});
