import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectTeams, executeAction, randomAction } from '../test/arbitrary-play.js';
import { createMatch } from './create-match.js';
import { digest } from './digest/digest.js';
import { applyPlayerCommand } from './execute-player-command.js';
import { tryKickOff } from './execute-trainer-command.js';
import type { Match } from './match.js';
import { fork, restore, snapshot } from './snapshot.js';
import { formatSnapshot, parseSnapshot } from './snapshot-text.js';
import { step } from './step.js';

const params = createMatchParams(
  createServerParams({ half_time: 3, auto_mode: true, coach_w_referee: true, wind_random: true }),
  createPlayerParams(),
  1,
);

/** The same, with a ball that can leave the ground. */
const paramsWithHeight = createMatchParams(
  createServerParams({ ...params.server, experimental_height: true, '2d_mode': false }),
  createPlayerParams(),
  1,
);

function newMatch(seed = 1, of = params): Match {
  const match = createMatch({ params: of, seed });
  connectTeams(match);
  return match;
}

/** Collects all later events of a match. */
function listenTo(match: Match): unknown[] {
  const seen: unknown[] = [];
  match.listener = (event) => seen.push(event);
  return seen;
}

describe('snapshot, restore, fork', () => {
  it.each([
    ['', params],
    [' with height', paramsWithHeight],
  ])(
    'a fork and a restored match%s continue exactly like the original, including random numbers and events',
    (_, of) => {
      fc.assert(
        fc.property(fc.array(randomAction, { maxLength: 60 }), fc.nat(), fc.nat(), (play, cut, seed) => {
          const match = newMatch(seed, of);
          const at = play.length === 0 ? 0 : cut % play.length;
          for (const what of play.slice(0, at)) executeAction(match, what);
          const picture = snapshot(match);
          const twin = fork(match);
          const other = newMatch(seed + 1, of);
          for (const what of play.slice(at).reverse()) executeAction(other, what);
          restore(other, picture);
          const text = parseSnapshot(formatSnapshot(picture));
          if (!text.ok) throw new Error(text.error.message);
          const reborn = createMatch({ params: of, seed });
          restore(reborn, text.value);
          const lines = [match, twin, other, reborn].map((m) => {
            const events = listenTo(m);
            for (const what of play.slice(at)) executeAction(m, what);
            return { events, state: snapshot(m) };
          });
          const [first, ...rest] = lines;
          for (const line of rest) {
            expect(line.events).toEqual(first!.events);
            expect({ ...line.state, seed }).toEqual({ ...first!.state, seed });
          }
        }),
        { numRuns: 25 },
      );
    },
  );

  it('the height of the ball is part of a snapshot, and of the digest of a match with height (spec 12 §4)', () => {
    const match = newMatch(1, paramsWithHeight);
    const { ball } = match.world;
    const digests = new Set([digest(match)]);
    for (const field of ['z', 'vz', 'az'] as const) {
      const picture = snapshot(match);
      ball[field] = 1.5;
      digests.add(digest(match));
      expect(snapshot(match).world.ball[field]).toBe(1.5);
      restore(match, picture);
      expect(ball[field]).toBe(0);
    }
    expect(digests.size).toBe(4);
  });

  it('later changes do not affect a snapshot, and it can be restored more than once', () => {
    const match = newMatch();
    tryKickOff(match);
    for (let i = 0; i < 5; i++) step(match);
    const picture = snapshot(match);
    const copy = formatSnapshot(picture);
    const ends = [1, 2].map(() => {
      restore(match, picture);
      for (let i = 0; i < 20; i++) {
        applyPlayerCommand(match, 10, { type: 'dash', power: 100, dir: 0 });
        applyPlayerCommand(match, 3, { type: 'say', message: 'm' });
        step(match);
      }
      return formatSnapshot(snapshot(match));
    });
    expect(formatSnapshot(picture)).toBe(copy);
    expect(ends[0]).toBe(ends[1]);
  });

  it('restore keeps the identity of the objects of a match', () => {
    const match = newMatch();
    const { world } = match;
    const held = [
      world,
      world.ball.pos,
      world.players[3],
      world.players[3]!.pos,
      world.left,
      match.referee.state,
    ];
    const picture = snapshot(match);
    world.players[3]!.pos.x = 12;
    restore(match, picture);
    const now = match.world;
    expect(
      [now, now.ball.pos, now.players[3], now.players[3]!.pos, now.left, match.referee.state].every(
        (object, i) => object === held[i],
      ),
    ).toBe(true);
    expect(world.players[3]!.pos.x).toBe(-4);
  });

  it('two hundred forks of one match follow their own commands, and the original stays unchanged', () => {
    const match = newMatch();
    tryKickOff(match);
    for (let i = 0; i < 20; i++) {
      for (const { index } of match.world.players)
        applyPlayerCommand(match, index, { type: 'dash', power: 60, dir: (index * 17) % 90 });
      step(match);
    }
    const before = formatSnapshot(snapshot(match));
    const ends = new Map<string, number>();
    for (let i = 0; i < 200; i++) {
      const twin = fork(match);
      applyPlayerCommand(twin, 10, { type: 'dash', power: i % 100, dir: 0 });
      for (let k = 0; k < 3; k++) step(twin);
      const { x, y } = twin.world.players[10]!.pos;
      const end = `${x} ${y} ${twin.world.ball.pos.x}`;
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    expect(ends.size).toBe(100);
    expect(new Set(ends.values())).toEqual(new Set([2]));
    expect(formatSnapshot(snapshot(match))).toBe(before);
  });

  it('the text of a snapshot of others changes no object besides the match', () => {
    const match = newMatch();
    const text = formatSnapshot(snapshot(match));
    const hostile = text.replaceAll('{"', '{"__proto__":{"isFromSnapshot":true},"');
    expect(hostile.length).toBeGreaterThan(text.length + 1000);
    const read = parseSnapshot(hostile);
    if (!read.ok) throw new Error(read.error.message);
    try {
      restore(match, read.value);
      expect(({} as { isFromSnapshot?: boolean }).isFromSnapshot).toBeUndefined();
    } finally {
      delete (Object.prototype as { isFromSnapshot?: boolean }).isFromSnapshot;
    }
    expect(formatSnapshot(snapshot(match))).toBe(text);
  });

  it('parseSnapshot refuses other texts and restores special numbers', () => {
    for (const text of ['', '[]', 'null', '{"format":"x"}', '{"format":"rcss-snapshot","version":99}'])
      expect(parseSnapshot(text).ok, text).toBe(false);
    const match = newMatch();
    match.world.ball.vel.x = -0;
    match.world.players[0]!.clangMin = Number.POSITIVE_INFINITY;
    const text = formatSnapshot(snapshot(match));
    const read = parseSnapshot(text);
    expect(read.ok && Object.is(read.value.world.ball.vel.x, -0)).toBe(true);
    expect(read.ok && read.value.world.players[0]!.clangMin).toBe(Number.POSITIVE_INFINITY);
  });
});
