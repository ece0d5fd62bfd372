import { describe, expect, it } from 'vitest';
import { createTestScene, placePlayer } from '../../test/scene.js';
import { decodeSay, decodeSayText, encodeSay, encodeSayText, type SayPart } from './say-codec.js';
import type { WorldModel } from './world-model.js';

function hear(wm: WorldModel, unum: number, ...parts: SayPart[]): void {
  wm.hear({ kind: 'complete', own: true, unum, dir: 0, message: encodeSay(parts) } as Parameters<
    WorldModel['hear']
  >[0]);
}

describe('what a teammate says', () => {
  it('gives the place of players that were not just seen', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 5, y: 0 });
    placePlayer(wm, false, 4, 20, 0);
    hear(wm, 7, { kind: 'player', own: 0, unum: 4, x: 30, y: 1 }, { kind: 'self', x: 12, y: -3 });
    expect(wm.players.opponents[4]!.pos.x).toBe(20);
    expect(wm.players.mates[7]!.pos.x).toBeCloseTo(12, 0);
    wm.players.opponents[4]!.age = 6;
    hear(wm, 7, { kind: 'player', own: 0, unum: 4, x: 30, y: 1 });
    expect(wm.players.opponents[4]!.pos.x).toBeCloseTo(30, 0);
    expect(wm.players.opponents[4]!.age).toBe(1);
  });

  it('gives the offside line if the player has not just seen it', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 5, y: 0 });
    placePlayer(wm, false, 1, 50, 0, true);
    placePlayer(wm, false, 4, 20, 0);
    hear(wm, 7, { kind: 'offside_line', x: 28 });
    expect(wm.seenOffsideLine).toBe(20);
    expect(wm.offsideLine).toBe(20);
    wm.players.opponents[4]!.age = 9;
    expect(wm.seenOffsideLine).toBeNull();
    expect(wm.offsideLine).toBeCloseTo(28, 0);
    wm.cycle += 6;
    expect(wm.offsideLine).toBe(20);
  });

  it('gives its stamina and the place of the goalie of the opponents', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 5, y: 0 });
    placePlayer(wm, false, 1, 50, 0, true);
    wm.players.opponents[1]!.age = 9;
    hear(wm, 7, { kind: 'stamina', value: 4000 }, { kind: 'goalie', x: 45, y: 4 });
    expect(wm.players.mates[7]!.stamina).toBeCloseTo(4064, -1);
    expect(wm.players.mates[7]!.staminaAge).toBe(0);
    expect(wm.players.mates[6]!.stamina).toBeNull();
    expect(wm.players.opponents[1]!.pos.x).toBeCloseTo(45, 0);
    wm.players.predict();
    expect(wm.players.mates[7]!.staminaAge).toBe(1);
  });

  it('is in the parts of the cycle, also what does not change the world', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 5, y: 0 });
    hear(wm, 7, { kind: 'request', x: 30, y: 10 }, { kind: 'intercept', unum: 7, cycles: 12 });
    expect(wm.heard.parts.map(({ unum, part }) => [unum, part.kind])).toEqual([
      [7, 'request'],
      [7, 'intercept'],
    ]);
    expect(wm.heard.parts[1]!.part).toEqual({ kind: 'intercept', unum: 7, cycles: 12 });
    wm.conclude();
    hear(wm, 9, { kind: 'stamina', value: 8000 });
    expect(wm.heard.parts.map(({ unum }) => unum)).toEqual([9]);
  });

  it('announces a pass', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 5, y: 0 });
    hear(wm, 7, { kind: 'pass', receiver: 8 }, { kind: 'ball', x: 5, y: 0, vx: -1, vy: 0 });
    expect(wm.passReceiver).toBe(8);
  });
});

describe('a text that a teammate says', () => {
  const say = (wm: WorldModel, message: string, own = true): void =>
    wm.hear({ kind: 'complete', own, unum: 7, dir: 0, message } as Parameters<WorldModel['hear']>[0]);

  it('is there in its cycle and does not change the world', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 5, y: 0 });
    const before = structuredClone(wm.players.mates.map(({ pos }) => pos));
    wm.conclude();
    say(wm, encodeSayText('hello'));
    say(wm, encodeSayText('enemy'), false);
    expect(wm.heard.texts).toEqual([{ unum: 7, text: 'hello' }]);
    expect(wm.heard.opponentTexts).toEqual([encodeSayText('enemy')]);
    expect(wm.players.mates.map(({ pos }) => pos)).toEqual(before);
    wm.conclude();
    expect(wm.heard.texts).toHaveLength(1);
    say(wm, encodeSayText('again'));
    expect(wm.heard.texts).toEqual([{ unum: 7, text: 'again' }]);
  });

  it('is not taken for a report, and a report is not taken for a text', () => {
    expect(decodeSay(encodeSayText('hello'))).toBeNull();
    expect(decodeSayText(encodeSay([{ kind: 'pass', receiver: 8 }]))).toBeNull();
  });

  it.each([
    ['', 'say: "" has 0 characters; 1 to 9 are allowed (say_msg_size is 10, one marks a text)'],
    ['0123456789', 'say: "0123456789" has 10 characters; 1 to 9 are allowed'],
    ['où', 'say: "où" has the character "ù"; letters A to Z'],
    ['"', 'has the character "\\""'],
  ])('%j is refused, with what is allowed', (text, message) => {
    expect(() => encodeSayText(text)).toThrow(message);
  });
});
