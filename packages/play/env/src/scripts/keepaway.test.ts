import { expect, it } from 'vitest';
import { type ControllerResult, createBatch } from '../index.js';
import type { ScriptName } from './script.js';

/** Plays keepaway between scripts; the result of the keepers over all matches. */
function play(
  keepers: ScriptName,
  takers: ScriptName,
  scenario = 'keepaway-3v2',
): ControllerResult & { passes: number } {
  const batch = createBatch({
    scenario,
    matches: 30,
    agents: [{ side: 'right', unum: 1 }],
    others: { left: { type: 'script', script: keepers }, right: { type: 'script', script: takers } },
    action: { type: 'macro' },
    horizon: 600,
    autoReset: 'none',
    seed: 1,
  });
  batch.reset();
  const goToBall = batch.choices.indexOf('go to ball');
  let passes = 0;
  for (let n = 0; n < 600; n++) {
    batch.actions.fill(goToBall);
    batch.step();
  }
  for (let i = 0; i < 30; i++) passes += batch.saveMatch(i).episode.passesLeft;
  return { ...batch.results()[0]!, passes };
}

it('keepaway: keepers that hold hardly pass; those that always pass do; the hand-coded ones keep the ball longest', () => {
  const [hold, pass, hand] = (['keepaway-hold', 'keepaway-passer', 'keepaway-keeper'] as const).map(
    (keepers) => play(keepers, 'keepaway-taker', 'keepaway-4v3'),
  );
  expect(hold!.episodes).toBe(30);
  expect(pass!.passes).toBeGreaterThan(5 * hold!.passes + 30);
  expect(hand!.cycles).toBeGreaterThan(hold!.cycles);
  expect(hand!.cycles).toBeGreaterThan(pass!.cycles);
});

it('keepaway: with chasers all takers run to the ball; otherwise the third one stays away from it', () => {
  const [chase, block] = (['keepaway-chaser', 'keepaway-taker'] as const).map((takers) => {
    const batch = createBatch({
      scenario: 'keepaway-4v3',
      agents: [{ side: 'left', unum: 1 }],
      others: { right: { type: 'script', script: takers } },
      autoReset: 'none',
    });
    batch.reset(1);
    const { players, ball } = batch.match(0).world;
    const isRunning = (index: number) => {
      const { pos, body } = players[index]!;
      const way = Math.atan2(ball.pos.y - pos.y, ball.pos.x - pos.x);
      return Math.cos(way - body) > 0.9;
    };
    for (let n = 0; n < 12; n++) batch.stepScripted();
    return [11, 12, 13].filter(isRunning).length;
  });
  expect([chase, block]).toEqual([3, 2]);
});

/** Places of the left team at the start, by uniform number, as names of the corners. */
function corners(seed: number): string[] {
  const batch = createBatch({ scenario: 'keepaway-4v3' });
  batch.reset(seed);
  return batch
    .match(0)
    .world.players.slice(0, 4)
    .map(({ pos: { x, y } }) => {
      if (Math.abs(x) < 2) return 'center';
      return `${y < 0 ? 'top' : 'bottom'} ${x < 0 ? 'left' : 'right'}`;
    });
}

it('keepaway: the keepers draw who starts in which corner and who in the center; the takers have the other corner', () => {
  const starts = Array.from({ length: 40 }, (_, seed) => corners(seed));
  for (const start of starts)
    expect([...start].sort()).toEqual(['bottom right', 'center', 'top left', 'top right']);
  for (let keeper = 0; keeper < 4; keeper++)
    expect(new Set(starts.map((start) => start[keeper])).size).toBe(4);
});

/** A batch of 3 against 2 with the players and a ball at rest at given places. */
function stand(
  keepers: readonly (readonly [number, number])[],
  takers: readonly (readonly [number, number])[],
  scenario = 'keepaway-3v2',
) {
  const batch = createBatch({ scenario, autoReset: 'none', observation: { type: 'keepaway' } });
  batch.reset(1);
  const { players, ball } = batch.match(0).world;
  for (const [i, [x, y]] of keepers.entries()) Object.assign(players[i]!.pos, { x, y });
  for (const [i, [x, y]] of takers.entries()) Object.assign(players[11 + i]!.pos, { x, y });
  Object.assign(ball.pos, { x: keepers[0]![0] + 0.6, y: keepers[0]![1] });
  Object.assign(ball.vel, { x: 0, y: 0 });
  batch.restoreMatch(0, batch.saveMatch(0));
  return batch;
}

it('keepaway: a keeper without the ball leaves the shadow of a taker', () => {
  // Both takers are on the line from the ball to the second keeper.
  const batch = stand(
    [
      [-7, 0],
      [7, 0],
      [-7, 8],
    ],
    [
      [-1, 0],
      [0, 0],
    ],
  );
  const { players, ball } = batch.match(0).world;
  /** Distance of the first taker from the line between the ball and the second keeper, meters. */
  const distanceFromLine = () => {
    const { x, y } = players[1]!.pos;
    const dx = x - ball.pos.x;
    const dy = y - ball.pos.y;
    const ox = players[11]!.pos.x - ball.pos.x;
    const oy = players[11]!.pos.y - ball.pos.y;
    return Math.abs(ox * dy - oy * dx) / Math.hypot(dx, dy);
  };
  expect(distanceFromLine()).toBeLessThan(0.1);
  for (let n = 0; n < 8; n++) {
    batch.stepScripted();
  }
  expect(distanceFromLine()).toBeGreaterThan(0.5);
  for (const { pos } of players.slice(0, 3)) {
    expect(Math.abs(pos.x)).toBeLessThan(10);
    expect(Math.abs(pos.y)).toBeLessThan(10);
  }
});

it('keepaway: the third taker goes between the ball and the keeper with the most open line', () => {
  const batch = stand(
    [
      [-9, -9],
      [9, -9],
      [9, 9],
      [-9, 9],
    ],
    [
      [-3, -8],
      [-8, -3],
      [8, 0],
    ],
    'keepaway-4v3',
  );
  const { players } = batch.match(0).world;
  const target = { x: (9 + -8.4) / 2, y: (9 + -9) / 2 };
  const gap = () => Math.hypot(players[13]!.pos.x - target.x, players[13]!.pos.y - target.y);
  const before = gap();
  for (let n = 0; n < 6; n++) batch.stepScripted();
  expect(gap()).toBeLessThan(before - 1);
});

it('keepaway: the observation has the 13 state variables of the paper in their order', () => {
  const batch = stand(
    [
      [-3, -4],
      [5, -4],
      [-3, 8],
    ],
    [
      [0, -4],
      [-3, 2],
    ],
  );
  const { observations, observationLayout: layout } = batch;
  const values = layout.map(({ scale }, i) => observations[i]! * scale);
  const expected = [
    ...[5, Math.hypot(5, 4), Math.hypot(3, 8)], // dist(K1, C), dist(K2, C), dist(K3, C)
    ...[4, Math.hypot(3, 2)], // dist(T1, C), dist(T2, C)
    ...[8, 12], // dist(K1, K2), dist(K1, K3)
    ...[3, 6], // dist(K1, T1), dist(K1, T2)
    ...[5, 6], // smallest dist(K2, T) and dist(K3, T)
    ...[0, 0], // smallest ang(K2, K1, T) and ang(K3, K1, T)
  ];
  expect(values).toHaveLength(13);
  for (const [i, value] of expected.entries())
    expect([layout[i]!.name, values[i]!.toFixed(3)]).toEqual([layout[i]!.name, value.toFixed(3)]);
  Object.assign(batch.match(0).world.players[11]!.pos, { x: 0, y: -1 });
  Object.assign(batch.match(0).world.players[12]!.pos, { x: -6, y: -4 });
  batch.restoreMatch(0, batch.saveMatch(0));
  expect(observations[11]! * 180).toBeCloseTo(45, 3);
  expect(observations[12]! * 180).toBeCloseTo(45, 3);
});
