import type { Vec2 } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { createShiftFormation } from '../formations/shift-formation.js';
import { createLocalMatch, createLocalSpec } from '../local/local-match.js';
import { defineTeam } from './define-team.js';
import { type OpponentModel, OpponentObserver } from './opponent-model.js';
import type { SeenPlayer } from './seen-player.js';

const PLAY = { kind: 'play_on', isOwn: null };
const still = { x: 0, y: 0 };

function seen(unum: number, pos: Readonly<Vec2>, kicked = false): SeenPlayer {
  return { unum, goalie: unum === 1, pos, vel: still, body: 0, neck: 0, tackling: false, kicked, typeId: 0 };
}

/** Roles of a 3-4-3 by number, in the frame of the opponents. */
const ROLES = [-50, -30, -29, -31, -8, -10, -9, -11, 12, 14, 13].map((x, i) => ({
  name: `${i}`,
  line: 'midfield' as const,
  place: [x, (i % 4) * 8 - 12] as const,
  follow: (i === 0 ? [0.05, 0.1] : [0.6, 0.3]) as readonly [number, number],
  range: [-52, 52] as const,
  kickOff: [-20, 0] as const,
}));

/** A model that saw opponents who keep a formation while the ball runs over the pitch. */
function observeFormation(cycles: number): OpponentModel {
  const model = new OpponentObserver();
  const formation = createShiftFormation(ROLES);
  for (let n = 0; n < cycles; n++) {
    const ball = { x: 40 * Math.sin(n / 17), y: 25 * Math.cos(n / 29) };
    const theirs = { x: -ball.x, y: -ball.y };
    const places = ROLES.map((_, i) => {
      const { x, y } = formation.place(i + 1, theirs);
      return seen(i + 1, { x: -x, y: -y });
    });
    model.see(PLAY, { pos: ball, vel: still }, [], places);
  }
  return model;
}

describe('the model of the opponents', () => {
  it('has the formation and its lines, in the frame of the opponents', () => {
    const model = observeFormation(600);
    expect(model.shape).toBe('3-4-3');
    const { formation } = model;
    expect(formation!.role(1).line).toBe('goalie');
    expect(formation!.role(3).line).toBe('defense');
    const expected = createShiftFormation(ROLES);
    for (const ball of [still, { x: 20, y: 10 }, { x: -30, y: -15 }])
      for (let unum = 1; unum <= 11; unum++) {
        const [place, known] = [formation!.place(unum, ball), expected.place(unum, ball)];
        expect(Math.abs(place.x - known.x) + Math.abs(place.y - known.y)).toBeLessThan(1);
      }
  });

  it('has no formation before 100 cycles of open play', () => {
    expect(observeFormation(99)).toMatchObject({ formation: null, shape: null, cycles: 99 });
    const model = new OpponentObserver();
    for (let n = 0; n < 200; n++)
      model.see({ kind: 'kick_in', isOwn: true }, { pos: still, vel: still }, [], [seen(2, still)]);
    expect(model).toMatchObject({ formation: null, cycles: 0 });
  });

  it('counts passes, losses, shots, set plays, marks and the line of defense', () => {
    const model = new OpponentObserver();
    const own = seen(4, { x: 1, y: 0 });
    const ball = (x: number, y = 0, vx = 0): { pos: Vec2; vel: Vec2 } => ({
      pos: { x, y },
      vel: { x: vx, y: 0 },
    });
    const opponents = (kicker: number): SeenPlayer[] => [
      seen(1, { x: 50, y: 0 }),
      seen(2, { x: 30, y: 0 }),
      seen(7, { x: 5, y: 0 }, kicker === 7),
      seen(9, { x: -20, y: 0 }, kicker === 9),
    ];
    model.see({ kind: 'free_kick', isOwn: false }, ball(5), [own], opponents(0));
    model.see(PLAY, ball(4), [own], opponents(7));
    model.see(PLAY, ball(-18), [own], opponents(9));
    model.see(PLAY, ball(-21, 0, -2.5), [own], opponents(9));
    model.see(PLAY, ball(0), [{ ...own, kicked: true }], opponents(0));
    // A kick far from the ball has failed.
    model.see(PLAY, ball(-40), [own], opponents(7));
    const { players, line } = model;
    expect(players[7]).toMatchObject({ kicks: 1, lost: 0, shots: 0, setPlays: { free_kick: 1 } });
    expect(players[7]!.passesTo[9]).toBe(1);
    expect(players[9]).toMatchObject({ kicks: 2, lost: 1, shots: 1, setPlays: {} });
    expect(players[7]!.marks[4]).toBe(2);
    expect(players[9]!.marks[4]).toBe(0);
    expect(line).toEqual({ withBall: 30, withoutBall: 30 });
  });

  it('a ball that stops in between is not a pass', () => {
    const model = new OpponentObserver();
    const play = (kicker: number): void =>
      model.see(
        PLAY,
        { pos: still, vel: still },
        [],
        [seen(7, still, kicker === 7), seen(9, still, kicker === 9)],
      );
    play(7);
    model.see({ kind: 'offside', isOwn: true }, { pos: still, vel: still }, [], []);
    play(9);
    expect(model.players[7]!.passesTo[9]).toBe(0);
    expect(model.players[9]!.kicks).toBe(1);
  });

  it('learns from a match what the coach sees', async () => {
    let model: OpponentModel | null = null;
    const play = defineTeam({
      play: (player) => (player.isFirst ? (player.passTo() ?? player.intercept()) : player.goTo(player.home)),
      coach: {
        decide(coach) {
          if (coach.side === 'l') model = coach.opponentModel;
        },
      },
    });
    const match = await createLocalMatch({
      left: { name: 'Alpha', create: play },
      right: { name: 'Beta', create: play },
      spec: createLocalSpec({ seed: 3 }),
    });
    for (let n = 0; n < 500; n++) match.cycle();
    const { cycles, players, formation, shape } = model as unknown as OpponentModel;
    expect(cycles).toBeGreaterThan(100);
    expect(shape).toMatch(/^\d-\d(-\d)?$/);
    expect(players.reduce((sum, { kicks }) => sum + kicks, 0)).toBeGreaterThan(5);
    expect(formation!.place(1, { x: 0, y: 0 }).x).toBeLessThan(-30);
  });
});
