import { defineTeam } from '@rcss/agent';
import createChasers from '@rcss/agent/chasers';
import type { SideName } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import {
  type Batch,
  type BatchOptions,
  type Controller,
  createBatch,
  type PolicyDocument,
} from '../index.js';
import { mixSeed } from '../seeding.js';

/** A policy of one linear layer: `outputs` rows of `inputs` zeros, and a bias. */
function constantPolicy(
  scenario: string,
  side: SideName,
  values: Readonly<Record<number, number>>,
  options: Partial<PolicyDocument> = {},
): PolicyDocument {
  const { observation = { type: 'egocentric' }, action = { type: 'macro' }, stack = 1 } = options;
  const model = createBatch({ scenario, agents: side, observation, action, stack });
  const inputs = stack * model.observationLayout.length;
  const outputs = model.choices.length + model.actionLayout.length - 1;
  return {
    format: 'rcss-policy',
    version: 1,
    observation,
    action,
    stack,
    layers: [
      {
        weights: Array.from({ length: outputs }, () => new Array<number>(inputs).fill(0)),
        bias: Array.from({ length: outputs }, (_, i) => values[i] ?? 0),
      },
    ],
    ...options,
  };
}

function run(options: BatchOptions, steps: number): Batch {
  const batch = createBatch(options);
  batch.reset();
  for (let n = 0; n < steps; n++) {
    for (let i = 0; i < batch.actions.length; i++) {
      const drawn = (mixSeed(n, i) % 200) / 100 - 1;
      const isChoice = batch.actionLayout[i % batch.actionLayout.length]!.isChoice === true;
      batch.actions[i] = isChoice ? Math.max(0, Math.round(drawn)) : drawn;
    }
    batch.step();
  }
  return batch;
}

const digest = (batch: Batch) => [...batch.observations, ...batch.rewards, ...batch.outcomes, ...batch.drawn];

describe('scripts', () => {
  it('are those of the scenario by default', () => {
    const others: BatchOptions['others'] = { right: { type: 'scripts' } };
    const options: BatchOptions = { scenario: 'hfo-2v2', seed: 5 };
    expect(digest(run({ ...options, others }, 60))).toEqual(digest(run(options, 60)));
  });

  it('play without agents', () => {
    const play = (left: Controller) => {
      const scenario = 'empty-goal';
      const options = { scenario, agents: 'none', matches: 10, autoReset: 'none', others: { left } } as const;
      const batch = createBatch(options);
      expect(batch.observations).toHaveLength(0);
      batch.reset();
      while (batch.outcomes.some((outcome) => outcome === 0)) batch.step();
      return batch.results();
    };
    const [attacker] = play({ type: 'scripts' });
    expect(attacker).toMatchObject({ side: 'left', name: 'scripts', episodes: 10, winsRight: 0 });
    expect(attacker?.winsLeft).toBeGreaterThanOrEqual(6);
    const [idle] = play({ type: 'script', script: 'idle' });
    expect(idle).toMatchObject({ name: 'script idle', episodes: 10, winsLeft: 0 });
  });

  it('one script replaces those of the field players; the goalie keeps its own', () => {
    const batch = createBatch({
      scenario: 'hfo-2v3',
      others: { right: { type: 'script', script: 'idle' } },
      autoReset: 'none',
    });
    batch.reset(1);
    const { players } = batch.match(0).world;
    const before = players.map(({ pos }) => ({ ...pos }));
    for (let n = 0; n < 20; n++) batch.stepScripted();
    const moved = players.map(({ pos }, i) => Math.hypot(pos.x - before[i]!.x, pos.y - before[i]!.y));
    expect(moved[11]).toBeGreaterThan(0.2);
    expect(moved.slice(12, 14)).toEqual([0, 0]);
  });
});

describe('policies', () => {
  const toBall: PolicyDocument = constantPolicy('1v1', 'right', { 1: 5 });

  it('choose the highest number among the available choices', () => {
    const batch = createBatch({
      scenario: '1v1',
      others: { right: { type: 'policy', policy: toBall } },
      autoReset: 'none',
    });
    batch.reset(2);
    const { world } = batch.match(0);
    const gap = () =>
      Math.hypot(world.players[11]!.pos.x - world.ball.pos.x, world.players[11]!.pos.y - world.ball.pos.y);
    const before = gap();
    for (let n = 0; n < 15; n++) batch.step();
    expect(gap()).toBeLessThan(before - 5);
    expect(batch.otherNames).toEqual({ left: [], right: ['policy'] });
  });

  it('do what an agent does that gets the same numbers', () => {
    // The layer copies observed numbers, so that the actions depend on the observation.
    const observation = { type: 'global', order: 'number' } as const;
    const action = { type: 'low-level' } as const;
    const layout = createBatch({ scenario: '1v1', agents: 'right', observation, action });
    const pick = (row: number) =>
      layout.observationLayout.map((_, i) => (i === (row * 7) % layout.observationLayout.length ? 1.5 : 0));
    const outputs = layout.choices.length + layout.actionLayout.length - 1;
    const policy: PolicyDocument = {
      format: 'rcss-policy',
      version: 1,
      observation,
      action,
      normalization: {
        mean: layout.observationLayout.map(() => 0.1),
        deviation: layout.observationLayout.map(() => 0.5),
        clip: 1,
      },
      layers: [
        {
          weights: Array.from({ length: outputs }, (_, row) => pick(row)),
          bias: Array.from({ length: outputs }, (_, row) => row / 10),
          activation: 'tanh',
        },
      ],
    };
    const scenario = '1v1';
    const frozen = createBatch({
      scenario,
      agents: 'left',
      others: { right: { type: 'policy', policy } },
      autoReset: 'none',
    });
    const both = createBatch({ scenario, agents: 'both', observation, action, autoReset: 'none' });
    frozen.reset(3);
    both.reset(3);
    const size = both.observationLayout.length;
    const fields = both.actionLayout.length;
    for (let n = 0; n < 40; n++) {
      const seen = [...both.observations.subarray(size, 2 * size)];
      const outputsNow = policy.layers[0]!.weights.map((row, r) => {
        const normal = seen.map((value) => Math.min(1, Math.max(-1, (value - 0.1) / 0.5)));
        return Math.tanh(row.reduce((sum, w, i) => sum + w * normal[i]!, policy.layers[0]!.bias[r]!));
      });
      const mask = both.actionMasks.subarray(both.choices.length, 2 * both.choices.length);
      let best = 0;
      for (let i = 0; i < mask.length; i++)
        if (mask[i] === 1 && (mask[best] === 0 || outputsNow[i]! > outputsNow[best]!)) best = i;
      both.actions.fill(0);
      both.actions[fields] = best;
      for (let f = 1; f < fields; f++) {
        const { low, high, isChoice } = both.actionLayout[f]!;
        const output = Math.min(high, Math.max(low, outputsNow[both.choices.length + f - 1]!));
        both.actions[fields + f] = isChoice ? Math.round(output) : output;
      }
      frozen.step();
      both.step();
      const [a, b] = [frozen.match(0).world.players[11]!, both.match(0).world.players[11]!];
      expect([a.pos.x, a.pos.y, a.body]).toEqual([
        expect.closeTo(b.pos.x, 6),
        expect.closeTo(b.pos.y, 6),
        expect.closeTo(b.body, 6),
      ]);
    }
    expect(
      frozen.match(0).world.players[11]!.dashCount + frozen.match(0).world.players[11]!.turnCount,
    ).toBeGreaterThan(10);
  });

  it.each([
    ['a stack and a frame skip', { stack: 3, frameSkip: 4 }],
    ['drawn choices', { choose: 'sample' as const }],
    ['sensors', { observation: { type: 'sensors' as const }, choose: 'sample' as const }],
    ['collisions', { observation: { type: 'hfo-low' as const }, choose: 'sample' as const }],
  ])('with %s go on after a restore as before', (_, options) => {
    const policy = constantPolicy('3v3', 'right', { 1: 1, 5: 1, 8: 1 }, options);
    const batchOptions: BatchOptions = { scenario: '3v3', others: { right: { type: 'policy', policy } } };
    const batch = run(batchOptions, 17);
    const saved = JSON.parse(JSON.stringify(batch.saveMatch(0)));
    const goOn = (each: Batch) => {
      for (let n = 0; n < 30; n++) each.step();
      return [digest(each), JSON.stringify(each.saveMatch(0).snapshot)];
    };
    const other = createBatch(batchOptions);
    other.reset(99);
    other.restoreMatch(0, saved);
    other.actions.set(batch.actions);
    expect(goOn(other)).toEqual(goOn(batch));
  });

  it.each<[object, string]>([
    [{ format: 'x' }, 'others.right.policy.format: "x" is not "rcss-policy"'],
    [{ version: 2 }, 'others.right.policy.version: 2 is not 1'],
    [{ layers: [] }, 'others.right.policy.layers: [] is not a list with at least one layer'],
    [{ stack: 0 }, 'others.right.policy.stack: 0 is not a whole number from 1 to 64'],
    [{ stack: 2 }, 'but the observation has 72 (scenario 1v1, right side)'],
    [{ action: { type: 'discrete' } }, 'rows, but the action needs 38 (scenario 1v1, right side)'],
    [{ action: { type: 'x' } }, 'action.type: "x" is not one of'],
    [{ choose: 'random' }, 'others.right.policy.choose: "random" is not one of greedy, sample'],
    [
      { layers: [{ weights: [[1, 2]], bias: [0] }] },
      'others.right.policy.layers[0].weights[0]: 2 numbers, but the observation has',
    ],
    [
      { layers: [...toBall.layers, { weights: [[1]], bias: [0] }] },
      'others.right.policy.layers[1].weights[0]: 1 numbers instead of',
    ],
    [
      { layers: [{ ...toBall.layers[0]!, bias: [1] }] },
      'others.right.policy.layers[0].bias: 1 numbers instead of',
    ],
    [
      { layers: [{ ...toBall.layers[0]!, activation: 'elu' }] },
      'others.right.policy.layers[0].activation: "elu" is not one of linear, tanh, relu',
    ],
    [
      { layers: [{ ...toBall.layers[0]!, bias: toBall.layers[0]!.bias.map(() => null) }] },
      'others.right.policy.layers[0].bias[0]: null is not a finite number',
    ],
    [
      { normalization: { mean: [0], deviation: [1] } },
      'others.right.policy.normalization.mean: 1 numbers instead of',
    ],
  ])('a document is refused (%#): the message names place, value and what is allowed', (change, message) => {
    const policy = { ...toBall, ...change } as PolicyDocument;
    expect(() => createBatch({ scenario: '1v1', others: { right: { type: 'policy', policy } } })).toThrow(
      message,
    );
  });
});

describe('teams in process', () => {
  const team: Controller = {
    type: 'team',
    name: 'runners',
    create: defineTeam({
      play: (player) =>
        player.world.goalie
          ? player.keepGoal()
          : (player.shoot() ?? player.clear() ?? player.intercept() ?? player.scan()),
    }),
  };

  it('play through their sensors, equally for equal seeds', () => {
    const options: BatchOptions = { scenario: '5v5', others: { right: team }, seed: 4 };
    const [a, b] = [run(options, 40), run(options, 40)];
    expect(digest(b)).toEqual(digest(a));
    const { players } = a.match(0).world;
    const dashes = players.slice(11, 16).map(({ dashCount, turnCount }) => dashCount + turnCount);
    expect(Math.min(...dashes)).toBeGreaterThan(5);
    const other = run({ ...options, seed: 5 }, 40);
    expect(digest(other)).not.toEqual(digest(a));
  });

  it('a new episode starts with new players', () => {
    const options: BatchOptions = { scenario: '3v3', others: { right: team }, seed: 4 };
    const once = createBatch(options);
    once.reset(8);
    const expected = [...once.observations];
    for (let n = 0; n < 20; n++) once.step();
    const after = [...once.observations];
    once.reset(8);
    expect([...once.observations]).toEqual(expected);
    for (let n = 0; n < 20; n++) once.step();
    expect([...once.observations]).toEqual(after);
  });

  it('play the team mates of an agent', () => {
    const batch = createBatch({
      scenario: '3v3',
      agents: [{ side: 'left', unum: 2 }],
      others: { left: team },
      observation: { type: 'sensors' },
    });
    batch.reset(1);
    for (let n = 0; n < 20; n++) batch.step();
    const counts = batch
      .match(0)
      .world.players.slice(0, 3)
      .map((p) => p.dashCount + p.turnCount + p.kickCount);
    expect([counts[0]! > 5, counts[1], counts[2]! > 5]).toEqual([true, 0, true]);
  });

  it('a team without a goalie lends a field player to the goal; a goalie does not play in the field', () => {
    const withGoalie = createBatch({
      scenario: 'keepaway-3v2',
      others: { right: team },
    });
    withGoalie.reset(1);
    withGoalie.step();
    const batch = createBatch({
      scenario: 'hfo-2v1',
      others: { right: { type: 'team', create: createChasers } },
    });
    batch.reset(1);
    for (let n = 0; n < 10; n++) batch.step();
    const goalie = batch.match(0).world.players[11]!;
    expect([goalie.goalie, goalie.dashCount + goalie.turnCount > 5]).toEqual([true, true]);
    const one = defineTeam({ play: () => null });
    const goalieOnly: Controller = {
      type: 'team',
      create: (context) => ({
        players: [one(context)].flatMap((t) => ('players' in t ? t.players.slice(0, 1) : [])),
      }),
    };
    expect(() => createBatch({ scenario: 'keepaway-3v2', others: { right: goalieOnly } })).toThrow(
      'team team: it has no client for number 1 of the right side of scenario keepaway-3v2',
    );
  });

  it('a match with them cannot be saved', () => {
    const batch = run({ scenario: '3v3', others: { right: team } }, 2);
    expect(() => batch.saveMatch(0)).toThrow(
      'match 0 cannot be saved: the team "runners" of the right side has a memory that cannot be saved; use scripts or policies instead',
    );
  });

  it.each<[Controller, string]>([
    [{ type: 'team', create: async () => ({ players: [] }) }, 'team team: its module returns a promise'],
    [
      { type: 'team', create: () => ({ players: [] }) },
      'it has no client for number 1 of the right side of scenario 3v3',
    ],
    [
      {
        type: 'team',
        create: () => ({ players: [], trainer: { init: '', receive() {}, decide: () => '' } }),
      },
      'team team: a trainer cannot take part in an environment',
    ],
    [{ type: 'team', create: 'base' as never }, 'others.right.create: "base" is not a function'],
  ])('a team that does not fit is refused', (controller, message) => {
    expect(() => createBatch({ scenario: '3v3', others: { right: controller } })).toThrow(message);
  });
});

describe('pools', () => {
  const pool: Controller[] = [
    { type: 'scripts', weight: 3 },
    { type: 'script', script: 'idle' },
    { type: 'policy', policy: constantPolicy('1v1', 'right', { 1: 1 }), name: 'to ball', weight: 0 },
    { type: 'policy', policy: constantPolicy('1v1', 'right', { 4: 1 }), name: 'to goal' },
  ];

  it('draw one controller per episode by their weights, and count the results', () => {
    const options: BatchOptions = {
      scenario: '1v1',
      matches: 60,
      others: { right: pool },
      horizon: 3,
      seed: 6,
    };
    const batch = createBatch(options);
    expect(batch.otherNames.right).toEqual(['scripts', 'script idle', 'to ball', 'to goal']);
    batch.reset();
    const counts = [0, 0, 0, 0];
    for (let i = 0; i < 60; i++) counts[batch.drawn[2 * i + 1]!]! += 1;
    expect(counts[2]).toBe(0);
    expect(counts[0]! > 24 && counts[0]! < 48).toBe(true);
    expect(counts[1]! > 3 && counts[3]! > 3).toBe(true);
    for (let n = 0; n < 3; n++) batch.step();
    const results = batch.results();
    expect(results.map(({ side, name }) => `${side} ${name}`)).toEqual([
      'right scripts',
      'right script idle',
      'right to ball',
      'right to goal',
    ]);
    expect(results.map(({ episodes }) => episodes)).toEqual(counts);
    expect(results[0]!.outcomes).toEqual({ horizon: counts[0] });
    expect(results[0]!.cycles).toBe(3 * counts[0]!);
    const rewards = results.reduce((sum, { reward }) => sum + reward, 0);
    expect(rewards).not.toBe(0);
  });

  it('the start of an episode does not depend on the pool', () => {
    const starts = [pool, pool.slice(1), undefined].map((right) => {
      const batch = createBatch({
        scenario: '1v1',
        seed: 3,
        ...(right === undefined ? {} : { others: { right } }),
      });
      batch.reset();
      return [...batch.observations];
    });
    expect(starts[1]).toEqual(starts[0]);
    expect(starts[2]).toEqual(starts[0]);
  });

  it('another episode of the match draws again, and a restored match keeps its controller', () => {
    const batch = createBatch({ scenario: '1v1', others: { right: pool }, seed: 2 });
    const drawn = Array.from({ length: 12 }, () => {
      batch.reset();
      return batch.drawn[1];
    });
    expect(new Set(drawn).size).toBe(3);
    batch.reset(7);
    const saved = batch.saveMatch(0);
    const own = batch.drawn[1];
    while (batch.drawn[1] === own) batch.reset();
    batch.restoreMatch(0, saved);
    expect(batch.drawn[1]).toBe(own);
  });

  it.each<[BatchOptions['others'], string]>([
    [{ right: [] }, 'others.right: 0 controllers; a pool has 1 to 255'],
    [
      { right: [{ type: 'scripts' }, { type: 'scripts' }] },
      'others.right: two controllers have the name "scripts"',
    ],
    [{ right: [{ type: 'scripts', weight: 0 }] }, 'others.right: all weights are 0'],
    [{ right: { type: 'scripts', weight: -1 } }, 'others.right.weight: -1 is not a number from 0 on'],
    [
      { right: [{ type: 'x' } as never] },
      'others.right[0].type: "x" is not one of scripts, script, policy, team',
    ],
    [{ right: { type: 'script', script: 'x' as never } }, 'script "x" is not one of idle, random'],
    [{ left: { type: 'scripts' } }, 'others.left: no player is left for it'],
    [{ top: { type: 'scripts' } } as never, 'others: "top" is not left or right'],
  ])('%j is refused', (others, message) => {
    expect(() => createBatch({ scenario: '1v1', ...(others === undefined ? {} : { others }) })).toThrow(
      message,
    );
  });
});
