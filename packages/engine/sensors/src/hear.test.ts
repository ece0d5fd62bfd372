import { type AudioMessage, createWorld, type Player, type Side, type World } from '@rcss/core';
import { createRandomStream } from '@rcss/core/random';
import type { MatchParams, ServerParams } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import { createTestParams, placePlayer, type TestPose } from '../test/scene.js';
import { createSensorContext, type SensorContext } from './context.js';
import { setEar } from './ear.js';
import {
  addCoachText,
  addPlayerMessage,
  addTrainerMessage,
  deliverAudio,
  deliverCoachLanguage,
  supportsClang,
} from './hear.js';

/** A world, its audio state, and all messages heard so far. */
class AudioScene {
  readonly world: World = createWorld();
  readonly params: MatchParams;
  context: SensorContext;
  readonly rng = createRandomStream(1, 'hall');
  readonly heard: [number, AudioMessage][] = [];

  constructor(server: Partial<ServerParams> = {}) {
    this.params = createTestParams(server);
    this.context = createSensorContext(this.world, this.params, (listener, heard) => {
      this.heard.push([listener, heard]);
    });
  }
  put(side: Side, unum: number, place: TestPose = {}): Player {
    return placePlayer(this.world, this.params, side, unum, place);
  }
  say(speaker: Player, message: string): boolean {
    return addPlayerMessage(this.context, this.rng, speaker, message);
  }
  deliver(): void {
    deliverAudio(this.context, this.rng);
  }
  /** End of a step: capacities grow (spec 05 §19). */
  step(): void {
    const { hear_inc, hear_max } = this.params.server;
    for (const p of this.world.players) {
      p.hearOwn = Math.min(hear_max, p.hearOwn + hear_inc);
      p.hearOpponents = Math.min(hear_max, p.hearOpponents + hear_inc);
    }
  }
  /** Removes and returns the messages that a player heard, oldest first. */
  take(listener: Player): AudioMessage[] {
    const own = this.heard.filter(([index]) => index === listener.index).map(([, heard]) => heard);
    const rest = this.heard.filter(([index]) => index !== listener.index);
    this.heard.length = 0;
    this.heard.push(...rest);
    return own;
  }
}

describe('say (spec 03 §9.4, §13.24)', () => {
  it('is dropped and not counted if longer than say_msg_size', () => {
    const scene = new AudioScene();
    const a = scene.put('l', 1);
    expect(scene.say(a, '12345678901')).toBe(false);
    expect([a.sayCount, scene.context.audio.pending.length]).toEqual([0, 0]);
    expect(scene.say(a, '1234567890')).toBe(true);
    expect(a.sayCount).toBe(1);
  });

  it('has no limit if say_msg_size is negative', () => {
    const scene = new AudioScene({ say_msg_size: -1 });
    expect(scene.say(scene.put('l', 1), 'x'.repeat(1000))).toBe(true);
  });
});

describe('listeners before version 8 hear at once (spec 04 §5.4)', () => {
  it('as often as the capacity allows, within reach; the speaker itself always (spec 04 §9.25)', () => {
    const scene = new AudioScene();
    const speaker = scene.put('l', 1, { version: 6 });
    const near = scene.put('l', 2, { version: 6, x: 10, y: 10 });
    const far = scene.put('r', 3, { version: 7, x: 50.1 });
    scene.say(speaker, 'one');
    scene.say(speaker, 'two');
    expect(scene.take(speaker)).toEqual([
      { kind: 'self', message: 'one' },
      { kind: 'self', message: 'two' },
    ]);
    expect(scene.take(near)).toEqual([{ kind: 'complete', own: true, unum: 1, dir: -135, message: 'one' }]);
    expect(scene.take(far)).toEqual([]);
    expect(scene.context.audio.pending).toEqual([]);
    scene.deliver();
    expect(scene.heard).toEqual([]);
  });

  it('without effect of ear and attention', () => {
    const scene = new AudioScene();
    const speaker = scene.put('l', 1);
    const old = scene.put('l', 2, { version: 7, x: 5 });
    setEar(old, false, null, null);
    scene.say(speaker, 'x');
    expect(scene.take(old)).toHaveLength(1);
  });

  it.each([
    [6, 12.7, 12],
    [7, 12.7, 13],
    [8, 12.7, 12],
    [19, -12.7, -12],
    [7, -12.7, -13],
    [3, -0.4, 0],
  ])(
    'version %d, direction %d is reported as %d, relative to the body (spec 04 §8.7, §9.32)',
    (version, angle, dir) => {
      const scene = new AudioScene();
      const listener = scene.put('l', 1, { version, body: 20, neck: 50 });
      const radians = ((angle + 20) * Math.PI) / 180;
      const speaker = scene.put('r', 2, { x: 20 * Math.cos(radians), y: 20 * Math.sin(radians) });
      scene.say(speaker, 'x');
      scene.deliver();
      const [heard] = scene.take(listener);
      expect(heard).toEqual({ kind: 'complete', own: false, unum: 2, dir, message: 'x' });
    },
  );
});

describe('listeners from version 8 on (spec 04 §5.5)', () => {
  it('hear at 50 m, not at 50.0001 m; the distance is that at the time of the say (spec 04 §9.26)', () => {
    const scene = new AudioScene();
    const speaker = scene.put('l', 1);
    const at = scene.put('l', 2, { x: 50 });
    const beyond = scene.put('r', 3, { y: 50.0001 });
    scene.say(speaker, 'x');
    speaker.pos.x = -30;
    scene.deliver();
    expect(scene.take(at)).toEqual([{ kind: 'complete', own: true, unum: 1, dir: 180, message: 'x' }]);
    expect(scene.take(beyond)).toEqual([]);
  });

  it('hear coaches first, then themselves, then others; nothing before the delivery (spec 04 §9.25)', () => {
    const scene = new AudioScene();
    const me = scene.put('l', 1);
    const mate = scene.put('l', 2, { x: 5 });
    scene.say(mate, 'mate');
    scene.say(me, 'me');
    addTrainerMessage(scene.context, scene.rng, 'trainer');
    addCoachText(scene.context, scene.rng, 'r', 'coach');
    expect(scene.heard).toEqual([]);
    scene.deliver();
    expect(scene.take(me).map((h) => h.kind)).toEqual(['trainer', 'coach_text', 'self', 'complete']);
    scene.take(mate);
    scene.deliver();
    expect(scene.heard).toEqual([]);
  });

  it('hear one message per team and cycle, chosen uniformly (spec 04 §9.27)', () => {
    const scene = new AudioScene();
    const me = scene.put('l', 1);
    const mates = [2, 3, 4].map((unum) => scene.put('l', unum, { x: unum }));
    const opponents = [1, 2].map((unum) => scene.put('r', unum, { x: unum }));
    const counts = new Map<string, number>();
    const n = 3000;
    for (let i = 0; i < n; i++) {
      for (const p of [...mates, ...opponents]) scene.say(p, 'x');
      scene.deliver();
      const heard = scene.take(me);
      scene.heard.length = 0;
      expect(heard.map((h) => h.kind === 'complete' && h.own).sort()).toEqual([false, true]);
      for (const h of heard) {
        const key = h.kind === 'complete' ? `${h.own} ${h.unum}` : '';
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      scene.step();
    }
    for (const [key, share] of [
      ['true 2', 1 / 3],
      ['true 3', 1 / 3],
      ['true 4', 1 / 3],
      ['false 1', 1 / 2],
      ['false 2', 1 / 2],
    ] as const) {
      expect(Math.abs((counts.get(key) ?? 0) / n - share)).toBeLessThan(
        4 * Math.sqrt((share * (1 - share)) / n),
      );
    }
  });

  it('hear the other messages in partial form with (ear (on)) (spec 04 §9.28)', () => {
    const scene = new AudioScene();
    const me = scene.put('l', 1);
    setEar(me, true, null, null);
    for (const unum of [2, 3, 4]) scene.say(scene.put('l', unum, { x: unum }), 'x');
    for (const unum of [5, 6]) scene.say(scene.put('r', unum, { x: unum }), 'y');
    scene.deliver();
    const heard = scene.take(me);
    expect(heard.filter((h) => h.kind === 'complete')).toHaveLength(2);
    const partial = heard.filter((h) => h.kind === 'partial');
    expect(partial.map((h) => h.own).sort()).toEqual([false, true, true]);
    expect(partial.every((h) => heard.some((c) => c.kind === 'complete' && c.unum === h.unum))).toBe(false);
    expect([me.hearOwn, me.hearOpponents]).toEqual([0, 0]);
  });

  it('hear nothing from a team with complete off and partial on, without cost (spec 04 §9.29)', () => {
    const scene = new AudioScene();
    const me = scene.put('l', 1);
    setEar(me, false, 'l', 'complete');
    setEar(me, true, 'l', 'partial');
    for (const unum of [2, 3]) scene.say(scene.put('l', unum, { x: unum }), 'x');
    scene.deliver();
    expect(scene.take(me)).toEqual([]);
    expect(me.hearOwn).toBe(1);
  });

  it('hear own messages, trainer and coach also with (ear (off)) (spec 04 §9.30)', () => {
    const scene = new AudioScene();
    const me = scene.put('l', 1);
    setEar(me, false, null, null);
    scene.say(me, 'me');
    scene.say(scene.put('l', 2), 'mate');
    addTrainerMessage(scene.context, scene.rng, 'hi');
    scene.deliver();
    expect(scene.take(me).map((h) => h.kind)).toEqual(['trainer', 'self']);
  });

  it('hear a message only if the ear allows it both at the say and at the delivery', () => {
    const scene = new AudioScene();
    const me = scene.put('l', 1);
    const mate = scene.put('l', 2);
    setEar(me, false, 'l', null);
    scene.say(mate, 'lost');
    setEar(me, true, 'l', 'complete');
    scene.deliver();
    expect(scene.take(me)).toEqual([]);
    scene.say(mate, 'gone');
    setEar(me, false, 'l', null);
    scene.deliver();
    expect(scene.take(me)).toEqual([]);
  });

  it('hear the complete message of the player attended to in preference to others of its team (spec 04 §9.31)', () => {
    const scene = new AudioScene();
    const me = scene.put('l', 1);
    const mates = [2, 3, 4, 5].map((unum) => scene.put('l', unum, { x: unum }));
    me.attention = mates[2]!.index;
    for (let i = 0; i < 50; i++) {
      for (const p of mates) scene.say(p, 'x');
      scene.deliver();
      expect(scene.take(me)).toMatchObject([{ kind: 'complete', own: true, unum: 4 }]);
      scene.heard.length = 0;
      scene.step();
    }
    // The player with index 0 can be attended to as well.
    const other = mates[3]!;
    other.attention = me.index;
    const heard = new Set<number>();
    for (let i = 0; i < 30; i++) {
      for (const p of [me, ...mates]) scene.say(p, 'x');
      scene.deliver();
      for (const message of scene.take(other)) if (message.kind === 'complete') heard.add(message.unum);
      scene.heard.length = 0;
      scene.step();
    }
    expect([...heard]).toEqual([me.unum]);
    // The player attended to says nothing: the message of another player is chosen.
    scene.say(mates[0]!, 'y');
    scene.deliver();
    expect(scene.take(me)).toMatchObject([{ unum: 2 }]);
  });

  it('hear a random one of several messages of one speaker', () => {
    const scene = new AudioScene();
    const me = scene.put('l', 1);
    const mate = scene.put('l', 2);
    me.attention = mate.index;
    const first = new Set<string>();
    for (let i = 0; i < 60; i++) {
      for (const m of ['a', 'b', 'c']) scene.say(mate, m);
      scene.deliver();
      for (const h of scene.take(me)) if (h.kind === 'complete') first.add(h.message);
      scene.heard.length = 0;
      scene.step();
    }
    expect([...first].sort()).toEqual(['a', 'b', 'c']);
  });

  it('hear nothing after leaving; a copy of the state gives the same result', () => {
    const scene = new AudioScene();
    const me = scene.put('l', 1);
    const mate = scene.put('l', 2);
    scene.say(mate, 'x');
    scene.context = { ...scene.context, audio: structuredClone(scene.context.audio) };
    me.enabled = false;
    scene.deliver();
    expect(scene.take(me)).toEqual([]);
    expect(scene.take(mate)).toEqual([{ kind: 'self', message: 'x' }]);
  });

  it('are processed in random order', () => {
    const scene = new AudioScene();
    const all = [1, 2, 3, 4].map((unum) => scene.put('l', unum));
    const firsts = new Set<number>();
    for (let i = 0; i < 60; i++) {
      addTrainerMessage(scene.context, scene.rng, 'x');
      scene.deliver();
      firsts.add(scene.heard[0]![0]);
      scene.heard.length = 0;
    }
    expect([...firsts].sort()).toEqual(all.map((p) => p.index));
  });
});

describe('trainer and coaches (spec 04 §5.3, spec 07 §11.3)', () => {
  it('versions before 8 hear trainer and plain coach at once, both teams (spec 04 §9.33)', () => {
    const scene = new AudioScene();
    const old = [scene.put('l', 1, { version: 3 }), scene.put('r', 2, { version: 7, x: 100 })];
    const later = scene.put('r', 3, { version: 8 });
    addTrainerMessage(scene.context, scene.rng, 'go');
    addCoachText(scene.context, scene.rng, 'l', 'hm');
    for (const p of old) {
      expect(scene.take(p)).toEqual([
        { kind: 'trainer', message: 'go' },
        { kind: 'coach_text', side: 'l', message: 'hm' },
      ]);
    }
    expect(scene.take(later)).toEqual([]);
    scene.deliver();
    expect(scene.take(later).map((h) => h.kind)).toEqual(['trainer', 'coach_text']);
    expect(scene.heard).toEqual([]);
  });

  it('coach language is sent to the own team at once, in a form that each player supports (spec 04 §9.34)', () => {
    const scene = new AudioScene();
    const silent = scene.put('l', 1);
    const able = scene.put('l', 2, { version: 6 });
    able.clangMin = 7;
    able.clangMax = 8;
    const opponent = scene.put('r', 1);
    opponent.clangMin = 7;
    opponent.clangMax = 8;
    deliverCoachLanguage(scene.context, scene.rng, 'l', { text: '(freeform "hi")', min: 8, max: 7 });
    expect(scene.take(silent)).toEqual([
      { kind: 'coach_language', side: 'l', message: '(unsupported_clang)' },
    ]);
    expect(scene.take(able)).toEqual([{ kind: 'coach_language', side: 'l', message: '(freeform "hi")' }]);
    expect(scene.take(opponent)).toEqual([]);
  });

  it.each([
    // Columns: version range of the message, version range of the player, whether the player supports the message.
    [7, 8, 7, 8, true],
    [7, 8, 7, 7, false],
    [7, 8, 6, 9, true],
    [8, 8, 8, 8, true],
    [8, 8, 7, 7, false],
    [8, 7, 7, 7, true],
    [8, 7, 8, 8, true],
    [8, 7, 0, 0, false],
    [7, 7, 0, 8, true],
    // Declared versions are unsigned 32-bit integers, so a negative version is read as a large one.
    [7, 7, -1, 8, false],
    [7, 7, 0, -1, true],
  ])('support: message [%d, %d], player [%d, %d]: %s', (lo, hi, min, max, understood) => {
    const player = new AudioScene().put('l', 1);
    player.clangMin = min;
    player.clangMax = max;
    expect(supportsClang(player, lo, hi)).toBe(understood);
  });
});

describe('ear (spec 04 §5.6)', () => {
  const ears = (p: Player) => [p.earLeftComplete, p.earLeftPartial, p.earRightComplete, p.earRightPartial];
  it.each([
    [true, null, null, [true, true, true, true]],
    [false, null, null, [false, false, false, false]],
    [false, 'r', null, [true, false, false, false]],
    [true, 'l', 'partial', [true, true, true, false]],
    [false, null, 'partial', [true, false, true, false]],
    [false, 'r', 'complete', [true, false, false, false]],
  ] as const)('on %s, side %s, mode %s', (on, side, mode, expected) => {
    const player = new AudioScene().put('l', 1);
    expect(ears(player)).toEqual([true, false, true, false]);
    setEar(player, on, side, mode);
    expect(ears(player)).toEqual(expected);
  });
});

describe('capacity (spec 04 §5.8, §9.35)', () => {
  it.each([
    [1, 1, 1, [1, 1, 1, 1]],
    [2, 1, 2, [1, 0, 1, 0]],
    [3, 3, 1, [3, 3, 3, 3]],
    [1, 1, 2, [0, 0, 0, 0]],
  ])(
    'hear_max %d, hear_inc %d, hear_decay %d: complete messages per cycle %o',
    (max, inc, decay, expected) => {
      const scene = new AudioScene({ hear_max: max, hear_inc: inc, hear_decay: decay });
      const me = scene.put('l', 1);
      const mates = [2, 3, 4, 5].map((unum) => scene.put('l', unum));
      const got = expected.map(() => {
        for (const p of mates) scene.say(p, 'x');
        scene.deliver();
        const count = scene.take(me).length;
        scene.heard.length = 0;
        scene.step();
        return count;
      });
      expect(got).toEqual(expected);
    },
  );
});
