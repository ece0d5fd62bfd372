import { type AudioMessage, createWorld, type Player, type Side, type World } from '@rcss/core';
import { createRandomStream } from '@rcss/core/random';
import type { MatchParams, ServerParams } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import { type Place, put, testParams } from '../test/scene.js';
import {
  type AuralState,
  coachSaysLanguage,
  coachSaysText,
  createAuralState,
  deliverAudio,
  playerSays,
  supportsClang,
  trainerSays,
} from './aural.js';
import { setEar } from './ear.js';

/** A world, its audio state, and all messages heard so far. */
class Hall {
  readonly world: World = createWorld();
  readonly params: MatchParams;
  state: AuralState = createAuralState();
  readonly rng = createRandomStream(1, 'hall');
  readonly heard: [number, AudioMessage][] = [];
  readonly emit = (listener: number, heard: AudioMessage): void => {
    this.heard.push([listener, heard]);
  };

  constructor(server: Partial<ServerParams> = {}) {
    this.params = testParams(server);
  }
  put(side: Side, unum: number, place: Place = {}): Player {
    return put(this.world, this.params, side, unum, place);
  }
  say(speaker: Player, message: string): boolean {
    return playerSays(this.state, this.world, this.params, this.rng, speaker, message, this.emit);
  }
  deliver(): void {
    deliverAudio(this.state, this.world, this.params, this.rng, this.emit);
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
    const hall = new Hall();
    const a = hall.put('l', 1);
    expect(hall.say(a, '12345678901')).toBe(false);
    expect([a.sayCount, hall.state.pending.length]).toEqual([0, 0]);
    expect(hall.say(a, '1234567890')).toBe(true);
    expect(a.sayCount).toBe(1);
  });
});

describe('listeners before version 8 hear at once (spec 04 §5.4)', () => {
  it('as often as the capacity allows, within reach; the speaker itself always (spec 04 §9.25)', () => {
    const hall = new Hall();
    const speaker = hall.put('l', 1, { version: 6 });
    const near = hall.put('l', 2, { version: 6, x: 10, y: 10 });
    const far = hall.put('r', 3, { version: 7, x: 50.1 });
    hall.say(speaker, 'one');
    hall.say(speaker, 'two');
    expect(hall.take(speaker)).toEqual([
      { kind: 'self', message: 'one' },
      { kind: 'self', message: 'two' },
    ]);
    expect(hall.take(near)).toEqual([{ kind: 'complete', own: true, unum: 1, dir: -135, message: 'one' }]);
    expect(hall.take(far)).toEqual([]);
    expect(hall.state.pending).toEqual([]);
    hall.deliver();
    expect(hall.heard).toEqual([]);
  });

  it('without effect of ear and attention', () => {
    const hall = new Hall();
    const speaker = hall.put('l', 1);
    const old = hall.put('l', 2, { version: 7, x: 5 });
    setEar(old, false, null, null);
    hall.say(speaker, 'x');
    expect(hall.take(old)).toHaveLength(1);
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
      const hall = new Hall();
      const listener = hall.put('l', 1, { version, body: 20, neck: 50 });
      const radians = ((angle + 20) * Math.PI) / 180;
      const speaker = hall.put('r', 2, { x: 20 * Math.cos(radians), y: 20 * Math.sin(radians) });
      hall.say(speaker, 'x');
      hall.deliver();
      const [heard] = hall.take(listener);
      expect(heard).toEqual({ kind: 'complete', own: false, unum: 2, dir, message: 'x' });
    },
  );
});

describe('listeners from version 8 on (spec 04 §5.5)', () => {
  it('hear at 50 m, not at 50.0001 m; the distance is that at the time of the say (spec 04 §9.26)', () => {
    const hall = new Hall();
    const speaker = hall.put('l', 1);
    const at = hall.put('l', 2, { x: 50 });
    const beyond = hall.put('r', 3, { y: 50.0001 });
    hall.say(speaker, 'x');
    speaker.pos.x = -30;
    hall.deliver();
    expect(hall.take(at)).toEqual([{ kind: 'complete', own: true, unum: 1, dir: 180, message: 'x' }]);
    expect(hall.take(beyond)).toEqual([]);
  });

  it('hear coaches first, then themselves, then others; nothing before the delivery (spec 04 §9.25)', () => {
    const hall = new Hall();
    const me = hall.put('l', 1);
    const mate = hall.put('l', 2, { x: 5 });
    hall.say(mate, 'mate');
    hall.say(me, 'me');
    trainerSays(hall.state, hall.world, hall.rng, 'trainer', hall.emit);
    coachSaysText(hall.state, hall.world, hall.rng, 'r', 'coach', hall.emit);
    expect(hall.heard).toEqual([]);
    hall.deliver();
    expect(hall.take(me).map((h) => h.kind)).toEqual(['trainer', 'coach_text', 'self', 'complete']);
    hall.take(mate);
    hall.deliver();
    expect(hall.heard).toEqual([]);
  });

  it('hear one message per team and cycle, chosen uniformly (spec 04 §9.27)', () => {
    const hall = new Hall();
    const me = hall.put('l', 1);
    const mates = [2, 3, 4].map((unum) => hall.put('l', unum, { x: unum }));
    const opponents = [1, 2].map((unum) => hall.put('r', unum, { x: unum }));
    const counts = new Map<string, number>();
    const n = 3000;
    for (let i = 0; i < n; i++) {
      for (const p of [...mates, ...opponents]) hall.say(p, 'x');
      hall.deliver();
      const heard = hall.take(me);
      hall.heard.length = 0;
      expect(heard.map((h) => h.kind === 'complete' && h.own).sort()).toEqual([false, true]);
      for (const h of heard) {
        const key = h.kind === 'complete' ? `${h.own} ${h.unum}` : '';
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      hall.step();
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
    const hall = new Hall();
    const me = hall.put('l', 1);
    setEar(me, true, null, null);
    for (const unum of [2, 3, 4]) hall.say(hall.put('l', unum, { x: unum }), 'x');
    for (const unum of [5, 6]) hall.say(hall.put('r', unum, { x: unum }), 'y');
    hall.deliver();
    const heard = hall.take(me);
    expect(heard.filter((h) => h.kind === 'complete')).toHaveLength(2);
    const partial = heard.filter((h) => h.kind === 'partial');
    expect(partial.map((h) => h.own).sort()).toEqual([false, true, true]);
    expect(partial.every((h) => heard.some((c) => c.kind === 'complete' && c.unum === h.unum))).toBe(false);
    expect([me.hearOwn, me.hearOpponents]).toEqual([0, 0]);
  });

  it('hear nothing from a team with complete off and partial on, without cost (spec 04 §9.29)', () => {
    const hall = new Hall();
    const me = hall.put('l', 1);
    setEar(me, false, 'l', 'complete');
    setEar(me, true, 'l', 'partial');
    for (const unum of [2, 3]) hall.say(hall.put('l', unum, { x: unum }), 'x');
    hall.deliver();
    expect(hall.take(me)).toEqual([]);
    expect(me.hearOwn).toBe(1);
  });

  it('hear own messages, trainer and coach also with (ear (off)) (spec 04 §9.30)', () => {
    const hall = new Hall();
    const me = hall.put('l', 1);
    setEar(me, false, null, null);
    hall.say(me, 'me');
    hall.say(hall.put('l', 2), 'mate');
    trainerSays(hall.state, hall.world, hall.rng, 'hi', hall.emit);
    hall.deliver();
    expect(hall.take(me).map((h) => h.kind)).toEqual(['trainer', 'self']);
  });

  it('hear a message only if the ear allows it both at the say and at the delivery', () => {
    const hall = new Hall();
    const me = hall.put('l', 1);
    const mate = hall.put('l', 2);
    setEar(me, false, 'l', null);
    hall.say(mate, 'lost');
    setEar(me, true, 'l', 'complete');
    hall.deliver();
    expect(hall.take(me)).toEqual([]);
    hall.say(mate, 'gone');
    setEar(me, false, 'l', null);
    hall.deliver();
    expect(hall.take(me)).toEqual([]);
  });

  it('hear the complete message of the player attended to in preference to others of its team (spec 04 §9.31)', () => {
    const hall = new Hall();
    const me = hall.put('l', 1);
    const mates = [2, 3, 4, 5].map((unum) => hall.put('l', unum, { x: unum }));
    me.attention = mates[2]!.index;
    for (let i = 0; i < 50; i++) {
      for (const p of mates) hall.say(p, 'x');
      hall.deliver();
      expect(hall.take(me)).toMatchObject([{ kind: 'complete', own: true, unum: 4 }]);
      hall.heard.length = 0;
      hall.step();
    }
    // This player says nothing: any other message is chosen.
    hall.say(mates[0]!, 'y');
    hall.deliver();
    expect(hall.take(me)).toMatchObject([{ unum: 2 }]);
  });

  it('hear a random one of several messages of one speaker', () => {
    const hall = new Hall();
    const me = hall.put('l', 1);
    const mate = hall.put('l', 2);
    me.attention = mate.index;
    const first = new Set<string>();
    for (let i = 0; i < 60; i++) {
      for (const m of ['a', 'b', 'c']) hall.say(mate, m);
      hall.deliver();
      for (const h of hall.take(me)) if (h.kind === 'complete') first.add(h.message);
      hall.heard.length = 0;
      hall.step();
    }
    expect([...first].sort()).toEqual(['a', 'b', 'c']);
  });

  it('hear nothing after leaving; a copy of the state gives the same result', () => {
    const hall = new Hall();
    const me = hall.put('l', 1);
    const mate = hall.put('l', 2);
    hall.say(mate, 'x');
    hall.state = structuredClone(hall.state);
    me.enabled = false;
    hall.deliver();
    expect(hall.take(me)).toEqual([]);
    expect(hall.take(mate)).toEqual([{ kind: 'self', message: 'x' }]);
  });

  it('are processed in random order', () => {
    const hall = new Hall();
    const all = [1, 2, 3, 4].map((unum) => hall.put('l', unum));
    const firsts = new Set<number>();
    for (let i = 0; i < 60; i++) {
      trainerSays(hall.state, hall.world, hall.rng, 'x', hall.emit);
      hall.deliver();
      firsts.add(hall.heard[0]![0]);
      hall.heard.length = 0;
    }
    expect([...firsts].sort()).toEqual(all.map((p) => p.index));
  });
});

describe('trainer and coaches (spec 04 §5.3, spec 07 §11.3)', () => {
  it('versions before 8 hear trainer and plain coach at once, both teams (spec 04 §9.33)', () => {
    const hall = new Hall();
    const old = [hall.put('l', 1, { version: 3 }), hall.put('r', 2, { version: 7, x: 100 })];
    const later = hall.put('r', 3, { version: 8 });
    trainerSays(hall.state, hall.world, hall.rng, 'go', hall.emit);
    coachSaysText(hall.state, hall.world, hall.rng, 'l', 'hm', hall.emit);
    for (const p of old) {
      expect(hall.take(p)).toEqual([
        { kind: 'trainer', message: 'go' },
        { kind: 'coach_text', side: 'l', message: 'hm' },
      ]);
    }
    expect(hall.take(later)).toEqual([]);
    hall.deliver();
    expect(hall.take(later).map((h) => h.kind)).toEqual(['trainer', 'coach_text']);
    expect(hall.heard).toEqual([]);
  });

  it('coach language is sent to the own team at once, in a form that each player supports (spec 04 §9.34)', () => {
    const hall = new Hall();
    const silent = hall.put('l', 1);
    const able = hall.put('l', 2, { version: 6 });
    able.clangMin = 7;
    able.clangMax = 8;
    const opponent = hall.put('r', 1);
    opponent.clangMin = 7;
    opponent.clangMax = 8;
    coachSaysLanguage(hall.world, 'l', '(freeform "hi")', 8, 7, hall.rng, hall.emit);
    expect(hall.take(silent)).toEqual([
      { kind: 'coach_language', side: 'l', message: '(unsupported_clang)' },
    ]);
    expect(hall.take(able)).toEqual([{ kind: 'coach_language', side: 'l', message: '(freeform "hi")' }]);
    expect(hall.take(opponent)).toEqual([]);
  });

  it.each([
    // Version range of the message, range of the player, supported.
    [7, 8, 7, 8, true],
    [7, 8, 7, 7, false],
    [7, 8, 6, 9, true],
    [8, 8, 8, 8, true],
    [8, 8, 7, 7, false],
    [8, 7, 7, 7, true],
    [8, 7, 8, 8, true],
    [8, 7, 0, 0, false],
    [7, 7, 0, 8, true],
  ])('support: message [%d, %d], player [%d, %d]: %s', (lo, hi, min, max, understood) => {
    const player = new Hall().put('l', 1);
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
    const player = new Hall().put('l', 1);
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
      const hall = new Hall({ hear_max: max, hear_inc: inc, hear_decay: decay });
      const me = hall.put('l', 1);
      const mates = [2, 3, 4, 5].map((unum) => hall.put('l', unum));
      const got = expected.map(() => {
        for (const p of mates) hall.say(p, 'x');
        hall.deliver();
        const count = hall.take(me).length;
        hall.heard.length = 0;
        hall.step();
        return count;
      });
      expect(got).toEqual(expected);
    },
  );
});
