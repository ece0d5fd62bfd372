import { createLocalMatch, createLocalSpec } from '@rcss/agent/local';
import type { Scene } from '@rcss/core/match-document';
import { type Snapshot, snapshot as takeSnapshot } from '@rcss/simulator';
import { beforeAll, describe, expect, it } from 'vitest';
import baseTeam from './base-team.js';
import { type ChoiceOptions, formatChoice, listChoices, playChoice } from './choices.js';

/** Left 2 has the ball in front of two teammates; the opponents are far away. */
const SCENE: Scene = {
  time: 100,
  playMode: 'play_on',
  ball: { position: { x: 30.6, y: 0 }, velocity: { x: 0, y: 0 } },
  players: [
    { side: 'left', unum: 1, goalie: true, position: { x: -50, y: 0 } },
    { side: 'left', unum: 2, position: { x: 30, y: 0 } },
    { side: 'left', unum: 3, position: { x: 36, y: 8 } },
    { side: 'left', unum: 4, position: { x: 36, y: -8 } },
    { side: 'right', unum: 1, goalie: true, position: { x: 51, y: 0 } },
    { side: 'right', unum: 2, position: { x: 48, y: 0 } },
  ],
};

let from: Snapshot;
let options: ChoiceOptions;

beforeAll(async () => {
  const { match } = await createLocalMatch({
    left: { name: 'Alpha', create: baseTeam, options: { coach: false } },
    right: { name: 'Beta', create: baseTeam, options: { coach: false } },
    spec: createLocalSpec({ initial: SCENE }),
  });
  from = takeSnapshot(match);
  options = { params: match.params, side: 'l', unum: 2, count: 2, cycles: 8, trajectories: true };
});

/** Direction of the ball after a choice: its y after 8 cycles, meters. */
async function playBallY(state: Snapshot, to: number, given: ChoiceOptions): Promise<number[]> {
  const { futures, done } = await playChoice(state, { type: 'pass', to }, given);
  expect(done).toBe(futures.length);
  return futures.map(({ ballY }) => Math.sign(Math.round(ballY)));
}

describe('playChoice', () => {
  it('the ball goes to the teammate that is chosen', async () => {
    expect(await playBallY(from, 3, options)).toEqual([1, 1]);
    expect(await playBallY(from, 4, options)).toEqual([-1, -1]);
  });

  it('the player does it in the state itself, not in those that it perceives before', async () => {
    const { world } = from;
    const before = [3, 2, 1].map((cycles) => ({ ...from, world: { ...world, time: world.time - cycles } }));
    expect(await playBallY(from, 3, { ...options, before })).toEqual([1, 1]);
  });

  it('a shot leaves faster than a dribble, and a held ball stays', async () => {
    const way = async (type: 'shot' | 'dribble' | 'hold'): Promise<number> => {
      const { futures } = await playChoice(from, { type }, { ...options, cycles: 5 });
      return Math.min(...futures.map(({ ballX, ballY }) => Math.hypot(ballX - 30.6, ballY)));
    };
    const [shot, dribble, hold] = [await way('shot'), await way('dribble'), await way('hold')];
    expect(shot).toBeGreaterThan(dribble);
    expect(dribble).toBeGreaterThan(hold);
  });

  it('counts the continuations in which the player could not do it', async () => {
    const far = { ...options, unum: 2 };
    const { done, futures } = await playChoice(from, { type: 'pass', to: 1 }, far);
    expect([done, futures.length]).toEqual([0, 2]);
  });

  it('plays a goalie of any number as goalie, and keeps the numbers of the trajectories', async () => {
    const players = from.world.players.map((player) => ({ ...player }));
    // The goalie is left 4, and the player at the place of 4 is left 1.
    const [first, fourth] = [players[0]!, players[3]!];
    players[0] = { ...fourth, index: 0, unum: 1 };
    players[3] = { ...first, index: 3, unum: 4 };
    const swapped: Snapshot = { ...from, world: { ...from.world, players } };
    const { futures, done } = await playChoice(swapped, { type: 'pass', to: 1 }, options);
    const { futures: expected } = await playChoice(from, { type: 'pass', to: 4 }, options);
    expect(done).toBe(2);
    const exchange = (trajectory: Float32Array): number[] => {
      const rows = [...trajectory];
      const width = 46;
      for (let at = 0; at < rows.length; at += width)
        for (const axis of [0, 1]) {
          const x = rows[at + axis]!;
          rows[at + axis] = rows[at + 6 + axis]!;
          rows[at + 6 + axis] = x;
        }
      return rows;
    };
    expect(futures.map(({ trajectory }) => exchange(trajectory!))).toEqual(
      expected.map(({ trajectory }) => [...trajectory!]),
    );
  });

  it('continues a match of a team against itself', async () => {
    const { left, right } = from.world;
    const same = { ...from, world: { ...from.world, right: { ...right, name: left.name } } };
    const { futures } = await playChoice(same, { type: 'hold' }, { ...options, count: 1 });
    expect(futures).toHaveLength(1);
  });

  it('refuses a player that is not on the pitch', async () => {
    const players = from.world.players.map((player) => ({ ...player, enabled: player.unum !== 9 }));
    const without: Snapshot = { ...from, world: { ...from.world, players } };
    await expect(playChoice(without, { type: 'pass', to: 9 }, options)).rejects.toThrow(
      'l9 is not on the pitch',
    );
    await expect(playChoice(without, { type: 'hold' }, { ...options, unum: 9 })).rejects.toThrow('l9');
  });
});

it('lists the choices of a player with their names', () => {
  const passes = [1, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((unum) => `pass to ${unum}`);
  expect(listChoices(from, 'l', 2).map(formatChoice)).toEqual([
    'own',
    ...passes,
    'dribble',
    'shot',
    'clear',
    'hold',
  ]);
});
