import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlayerAgent } from '@rcss/agent';
import { FOUR_THREE_THREE } from '@rcss/agent/formations';
import { ClientHost, createLocalMatch, createLocalSpec } from '@rcss/agent/local';
import { type Player, playerIndex, type SideName } from '@rcss/core';
import { createSeeObservation } from '@rcss/core/observation';
import { applyPlayerCommand, snapshot, step } from '@rcss/simulator';
import { runSenseBody, runVision } from '@rcss/simulator/cycle';
import { expect, test } from 'vitest';
import { createBatch } from '../batch.js';
import { createMatchSlots, type MatchSlot, startEpisode } from '../match-slot.js';
import { createObservationEncoder } from '../observation/encoder.js';
import type { OtherPlayers } from '../others/controller.js';
import type { PolicyDocument } from '../others/policy-document.js';
import { PolicyPlayers } from '../others/policy-players.js';
import { SayChannel } from '../say-channel.js';
import { countRoom, type Scenario } from '../scenario.js';
import { findScenario } from '../scenarios/catalog.js';
import { PolicyControl } from './policy-control.js';
import { createPolicyTeam, parsePolicyDocument, planPolicyFile, planPolicyTeam } from './policy-team.js';
import { listTrainerParams, ScenarioTrainer } from './scenario-trainer.js';

/** A policy that draws its choices with equal probabilities, or prefers those of a list. */
function drawnPolicy(
  scenario: string,
  options: Pick<PolicyDocument, 'observation' | 'action'> & Partial<PolicyDocument>,
  preferred: readonly string[] = [],
): PolicyDocument {
  const { observation, action } = options;
  const batch = createBatch({ scenario, observation, action });
  const inputs = batch.observationLayout.length;
  const drawn = batch.actionLayout.findIndex(({ name }) => name === 'say' || name === 'attentionTo');
  const further = batch.actionLayout.map(({ high, isChoice }, i) =>
    isChoice === true && drawn >= 0 && i >= drawn ? high + 1 : 1,
  );
  const outputs = further.slice(1).reduce((sum, count) => sum + count, batch.choices.length);
  return {
    format: 'rcss-policy',
    version: 1,
    scenario,
    choose: 'sample',
    layers: [
      {
        weights: Array.from({ length: outputs }, () => new Array<number>(inputs).fill(0)),
        bias: Array.from({ length: outputs }, (_, i) => {
          const rank = preferred.indexOf(batch.choices[i] ?? '');
          return rank < 0 ? 0 : 40 * (preferred.length - rank);
        }),
      },
    ],
    ...options,
  };
}

test.each([
  ['left', 2],
  ['right', 3],
] as const)(
  'a network player of the %s side has the observation of the environment: sensors, messages, arm, attention and focus',
  (side, unum) => {
    const scenario = findScenario('3v3');
    const slot = createMatchSlots(scenario, 1, [{ side, unum }])[0] as MatchSlot;
    const { match, episode } = slot;
    startEpisode(slot, scenario, snapshot(match), 1);
    const index = playerIndex(side === 'left' ? 'l' : 'r', unum);
    const player = match.world.players[index] as Player;
    const sizes = countRoom(scenario, [{ side }]);
    const say = { symbols: 4, values: 2 };
    const flags = { attentionTo: true, pointTo: true, changeFocus: true };
    const observation = { type: 'sensors', hear: { messages: 2 }, ...flags } as const;
    const use = {
      say,
      agents: [index],
      matches: 1,
      hasHeight: false,
      messageSize: 10,
      center: { x: 0, y: 0 },
    };
    const expected = createObservationEncoder(observation, sizes, use);
    const width = expected.layout.length;
    expected.begin?.(match, 0);

    const rows: Float32Array[] = [];
    const action = { type: 'low-level', say, ...flags } as const;
    const policy = drawnPolicy('3v3', { observation, action });
    const channel = new SayChannel('say', say, 10);
    const create = (placed: Scenario): OtherPlayers => {
      const players = new PolicyPlayers(
        policy,
        'policy',
        { scenario: placed, slots: { side, unums: [unum] }, matches: 1, horizon: scenario.horizon },
        { name: 'policy', weight: 1 },
      );
      const encoder = createObservationEncoder(observation, sizes, use);
      return {
        name: 'policy',
        weight: 1,
        senses: [encoder.receiver as NonNullable<typeof encoder.receiver>, ...players.senses],
        begin: (own, at) => {
          encoder.begin?.(own.match, at);
          players.begin(own, at);
        },
        notify: (event, at) => encoder.notify?.(event, at),
        sense: (own, at) => encoder.sense?.(own, at),
        act: (own, at) => {
          encoder.prepare?.(own.match, own.episode, scenario.horizon);
          const row = new Float32Array(width);
          encoder.fill(own.match.world.players[index] as Player, row, 0, own.match, at);
          rows.push(row);
          players.act(own, at);
        },
      };
    };
    const host = new ClientHost(match);
    match.listener = (event) => {
      host.notify(event);
      expected.notify?.(event, 0);
    };
    let heard = 0;
    const agent = new PlayerAgent({
      team: side,
      goalie: false,
      formation: FOUR_THREE_THREE,
      play: () => null,
      control: new PolicyControl({ scenario, role: side, looksAround: false, create }),
    });
    host.attach(agent, player, 'learned');
    const seen = createSeeObservation();
    for (let cycle = 0; cycle < 120; cycle++) {
      expected.sense?.(match, 0);
      expected.receiver?.startSenses?.(match, 0);
      runSenseBody(match, (each) => {
        expected.receiver?.senseBody(each, 0);
        host.senseBody(each);
      });
      runVision(match, true, seen, (each, what) => {
        expected.receiver?.see(each, what, 0);
        host.see(each, what);
      });
      expected.prepare?.(match, episode, scenario.horizon);
      const row = new Float32Array(width);
      expected.fill(player, row, 0, match, 0);
      host.decide();
      expect(rows).toHaveLength(cycle + 1);
      const other = expected.layout.find(
        (_, i) => !(Math.abs((rows[cycle]?.[i] ?? NaN) - (row[i] as number)) < 1e-5),
      );
      expect(other?.name, `field in cycle ${cycle}`).toBeUndefined();
      if (row[expected.layout.findIndex(({ name }) => name === 'hear.1.age')] === 0) heard += 1;
      // The team mates talk at the same time, so that attention decides; at last they are silent.
      for (const mate of [1, 2, 3].filter((each) => each !== unum && cycle < 100)) {
        const message = channel.encode(cycle % 4, Float32Array.of(cycle / 120, -mate / 4), 0, 10);
        const to = playerIndex(side === 'left' ? 'l' : 'r', mate);
        applyPlayerCommand(match, to, { type: 'say', message });
      }
      step(match);
      episode.cycles += 1;
    }
    expect(heard).toBeGreaterThan(80);
    expect(player.sayCount).toBeGreaterThan(50);
    expect(player.attentiontoCount).toBeGreaterThan(50);
    expect(player.pointtoCount).toBeGreaterThan(5);
  },
);

/** Plays episodes of a scenario between two policies over the messages of the protocol. */
async function playEpisodes(
  scenario: Scenario,
  policy: PolicyDocument,
  right: PolicyDocument | null,
  episodes: number,
) {
  const trainer = new ScenarioTrainer({ scenario, episodes, seed: 3 });
  const create = createPolicyTeam(policy, 'left.json', { scenario });
  const match = await createLocalMatch({
    left: { name: 'Learned', create: async (context) => ({ ...(await create(context)), trainer }) },
    ...(right === null
      ? {}
      : {
          right: {
            name: 'Others',
            create: createPolicyTeam(right, 'right.json', { scenario, role: 'right' }),
          },
        }),
    spec: createLocalSpec({
      server: { ...scenario.server, half_time: -1, auto_mode: false, coach_w_referee: true },
      seed: 3,
    }),
  });
  for (let cycle = 0; cycle < 3000 && !trainer.isOver; cycle++) match.cycle();
  expect(match.complaints).toEqual([]);
  expect(trainer.problems).toEqual([]);
  return trainer.results;
}

test('a policy that shoots scores over the protocol; the trainer ends the episodes as the environment does', async () => {
  const scenario = findScenario('empty-goal');
  const macro = { observation: { type: 'egocentric' }, action: { type: 'macro' } } as const;
  const policy = drawnPolicy('empty-goal', macro, ['shoot', 'go to ball', 'face ball']);
  const results = await playEpisodes(scenario, policy, null, 6);
  expect(results).toHaveLength(6);
  for (const { outcome, cycles, goalsLeft } of results) {
    expect(['goal', 'out', 'horizon']).toContain(outcome);
    expect(goalsLeft).toBe(outcome === 'goal' ? 1 : 0);
    expect(cycles).toBeLessThanOrEqual(scenario.horizon);
  }
  expect(results.filter(({ outcome }) => outcome === 'goal').length).toBeGreaterThanOrEqual(3);
  const idle = drawnPolicy('empty-goal', macro, ['none']);
  const idleResults = await playEpisodes(scenario, idle, null, 1);
  expect(idleResults).toMatchObject([{ outcome: 'horizon', cycles: 200, goalsLeft: 0 }]);
});

test('skills act from the sensors of the network player', async () => {
  const scenario = findScenario('empty-goal');
  const options = { observation: { type: 'sensors' }, action: { type: 'skills' } } as const;
  const skills = drawnPolicy('empty-goal', options, ['shoot', 'intercept', 'scan', 'continue']);
  const results = await playEpisodes(scenario, skills, null, 4);
  expect(results.filter(({ outcome }) => outcome === 'goal').length).toBeGreaterThanOrEqual(1);
});

test('a team over the protocol says and hears as agents of the environment', async () => {
  const scenario = findScenario('3v3');
  const options = {
    observation: { hear: true },
    action: { type: 'discrete', say: { symbols: 2 } },
  } as const;
  const play = async (symbol: number): Promise<number[]> => {
    const policy = drawnPolicy('3v3', { ...options, choose: 'greedy' }, ['none']);
    const { choices, observationLayout } = createBatch({ scenario, ...options });
    // Says always the same, and turns when it has just heard symbol 2.
    const { weights, bias } = policy.layers[0] as { weights: number[][]; bias: number[] };
    bias[choices.length + symbol] = 9;
    const row = weights[choices.indexOf('turn 30')] as number[];
    row[observationLayout.findIndex(({ name }) => name === 'hear.1.symbol.2')] = 99;
    const match = await createLocalMatch({
      left: { name: 'Learned', create: createPolicyTeam(policy, 'p.json') },
      spec: createLocalSpec({ server: { half_time: -1, auto_mode: true }, seed: 3 }),
    });
    for (let cycle = 0; cycle < 30; cycle++) match.cycle();
    const before = match.match.world.players.map(({ turnCount }) => turnCount);
    for (let cycle = 0; cycle < 60; cycle++) match.cycle();
    expect(match.complaints).toEqual([]);
    return match.match.world.players.slice(0, 3).map(({ turnCount }, i) => turnCount - (before[i] ?? 0));
  };
  for (const turns of await play(2)) expect(turns).toBeGreaterThan(50);
  expect(await play(1)).toEqual([0, 0, 0]);
  expect(await play(0)).toEqual([0, 0, 0]);
});

test('policies play both roles of a scenario', async () => {
  const scenario = findScenario('1v1');
  const macro = { observation: { type: 'egocentric' }, action: { type: 'macro' } } as const;
  const attacker = drawnPolicy('1v1', macro, ['none']);
  const defender = drawnPolicy('1v1', { ...macro, frameSkip: 2 }, ['hold', 'go to ball', 'face ball']);
  const results = await playEpisodes(scenario, attacker, defender, 2);
  expect(results.map(({ outcome }) => outcome)).toEqual(['possession', 'possession']);
});

test('a document that does not fit is refused with its place', () => {
  const policy = drawnPolicy('3v3', { observation: {}, action: { type: 'discrete' } });
  expect(planPolicyTeam(policy, 'p.json')).toMatchObject({ role: 'left', players: 3 });
  expect(() => createPolicyTeam({ format: 'onnx' }, 'p.json')).toThrow(
    'p.json.format: "onnx" is not "rcss-policy"',
  );
  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  expect(() => createPolicyTeam({ format: deep }, 'p.json')).toThrow(
    'p.json.format: a value with too many levels is not "rcss-policy"',
  );
  expect(() => createPolicyTeam({ ...policy, version: 2 }, 'p.json')).toThrow('p.json.version: 2 is not 1');
  const { scenario: _, ...without } = policy;
  expect(() => createPolicyTeam(without, 'p.json')).toThrow('p.json.scenario: is missing');
  expect(() => createPolicyTeam(policy, 'p.json', { scenario: '5v5' })).toThrow(
    /p.json.layers\[0\].weights\[0\]: \d+ numbers, but the observation has \d+ \(scenario 5v5, left side\)/,
  );
  expect(() => createPolicyTeam(policy, 'p.json', { scenario: 'empty-goal', role: 'right' })).toThrow(
    'p.json: scenario empty-goal has no players on the right side',
  );
});

test('the trainer names a team with too many players', async () => {
  const scenario = findScenario('1v1');
  const trainer = new ScenarioTrainer({ scenario, episodes: 1 });
  const policy = drawnPolicy('3v3', { observation: {}, action: { type: 'macro' } });
  const match = await createLocalMatch({
    left: {
      name: 'Three',
      create: async (context) => ({ ...(await createPolicyTeam(policy)(context)), trainer }),
    },
    right: { name: 'Others', create: createPolicyTeam(policy) },
    spec: createLocalSpec({ server: { half_time: -1, auto_mode: false, coach_w_referee: true } }),
  });
  for (let cycle = 0; cycle < 20 && !trainer.isOver; cycle++) match.cycle();
  expect(trainer.problems).toEqual(['the left team Three has 3 players, scenario 1v1 has 1']);
  await expect(trainer.finished).resolves.toBeUndefined();
});

/** Role of a policy in a scenario. */
type PlayedRole = readonly [scenario: string, role: SideName];

/** Plays an episode with a trainer and the policies of two roles; the first team is the left one of the server. */
async function playRoles(scenario: string, roles: readonly [PlayedRole, PlayedRole], teams = {}) {
  const trainer = new ScenarioTrainer({ scenario, episodes: 1, teams });
  const placed: unknown[] = [];
  const create = ([made, role]: PlayedRole) =>
    createPolicyTeam(
      drawnPolicy(made, { observation: {}, action: { type: 'macro' } }, ['none']),
      'policy.json',
      { role, onPlaced: (place) => placed.push({ role, ...place }) },
    );
  const match = await createLocalMatch({
    left: {
      name: 'Alpha',
      create: async (context) => ({ ...(await create(roles[0])(context)), trainer }),
    },
    right: { name: 'Beta', create: create(roles[1]) },
    spec: createLocalSpec({ server: listTrainerParams(findScenario(scenario)) }),
  });
  for (let cycle = 0; cycle < 600 && !trainer.isOver; cycle++) match.cycle();
  const { problems, results, names } = trainer;
  return { problems, results, names, placed };
}

const KEEPERS: readonly [PlayedRole, PlayedRole] = [
  ['1v1-keeper', 'right'],
  ['1v1-keeper', 'left'],
];
const SINGLES: readonly [PlayedRole, PlayedRole] = [
  ['1v1', 'right'],
  ['1v1', 'left'],
];

test.each([
  ['1v1-keeper', KEEPERS, {}, 'the goalie of scenario 1v1-keeper is on the right, so'],
  ['2v1', [SINGLES[0], ['2v1', 'left']], {}, 'scenario 2v1 has 2 players on the left and 1 on the right, so'],
  ['1v1', SINGLES, { left: 'Beta' }, 'the left team must be Beta;'],
  ['1v1', SINGLES, { right: 'Alpha' }, 'the right team must be Alpha;'],
] as const)(
  'exchanged teams of %s are refused by trainer and policy',
  async (scenario, roles, teams, problem) => {
    const { problems, results, placed } = await playRoles(scenario, roles, teams);
    expect(results).toEqual([]);
    expect(problems).toEqual([expect.stringContaining(`left = Alpha, right = Beta: ${problem}`)]);
    expect(placed).toContainEqual({ role: 'left', side: 'right', isRefused: true });
    expect(placed).toContainEqual({ role: 'right', side: 'left', isRefused: true });
  },
);

test.each([[{}], [{ left: 'Alpha', right: 'Beta' }]])(
  'teams on the sides of their roles play, with the names %j',
  async (teams) => {
    const { problems, results, names, placed } = await playRoles(
      '1v1-keeper',
      [KEEPERS[1], KEEPERS[0]],
      teams,
    );
    expect(problems).toEqual([]);
    expect(results).toHaveLength(1);
    expect(names).toEqual({ left: 'Alpha', right: 'Beta' });
    expect(placed).toEqual([
      { role: 'left', side: 'left', isRefused: false },
      { role: 'right', side: 'right', isRefused: false },
    ]);
  },
);

test('in a match, a policy plays the side that its role does not name', async () => {
  const placed: unknown[] = [];
  const policy = drawnPolicy('3v3', { observation: {}, action: { type: 'macro' } });
  const create = createPolicyTeam(policy, 'p.json', { onPlaced: (place) => placed.push(place) });
  const match = await createLocalMatch({
    left: { name: 'Alpha', create: createPolicyTeam(policy) },
    right: { name: 'Beta', create },
  });
  for (let cycle = 0; cycle < 3; cycle++) match.cycle();
  expect(placed).toEqual(new Array(3).fill({ side: 'right', isRefused: false }));
});

const POLICIES = join(import.meta.dirname, '../../../../../data/benchmark/policies');

test.each(readdirSync(POLICIES))('the policy %s of the benchmark is a team as it is', async (name) => {
  const path = join(POLICIES, name);
  const { players, role } = planPolicyFile(readFileSync(path), path);
  const create = createPolicyTeam(parsePolicyDocument(readFileSync(path), path), path);
  const local = await createLocalMatch({ [role]: { name: 'Learned', create }, seed: 3 } as never);
  for (let n = 0; n < 12; n++) local.cycle();
  expect(local.match.world.players.filter(({ enabled }) => enabled)).toHaveLength(players);
  expect(local.complaints).toEqual([]);
});
