import { describe, expect, it } from 'vitest';
import { type Batch, createBatch } from '../index.js';
import { mixSeed } from '../seeding.js';
import { findScenario } from './catalog.js';
import { countSuccesses, HIGH_BALL_SCENARIOS } from './high-balls.js';

const MATCHES = 40;

function actRandomly(batch: Batch, step: number): void {
  for (let i = 0; i < batch.actions.length; i++) batch.actions[i] = mixSeed(step, i) % batch.choices.length;
  batch.step();
}

/** Share of the matches that end as the agents should end them. */
function play(name: string, act: (batch: Batch, step: number) => void): number {
  const batch = createBatch({
    scenario: name,
    matches: MATCHES,
    seed: 9,
    autoReset: 'none',
    action: { type: 'macro' },
  });
  batch.reset();
  for (let n = 0; n < batch.scenario.horizon; n++) act(batch, n);
  return countSuccesses(batch.scenario, batch.outcomes) / MATCHES;
}

describe.each(HIGH_BALL_SCENARIOS.map(({ name }) => name))('%s', (name) => {
  it('the scripts succeed clearly more often than random actions', () => {
    const scripted = play(name, (batch) => batch.stepScripted());
    // Without luck, a difference of 0.2 has a probability below 4 % in 40 matches each.
    expect(scripted).toBeGreaterThan(play(name, actRandomly) + 0.2);
  });

  it('the ball is higher than a player can reach in some cycle of the scripts', () => {
    const batch = createBatch({ scenario: name, matches: 5, seed: 2, autoReset: 'none' });
    batch.reset();
    let highest = 0;
    for (let n = 0; n < 30; n++) {
      batch.stepScripted();
      for (let i = 0; i < 5; i++) highest = Math.max(highest, batch.match(i).world.ball.z);
    }
    expect(highest).toBeGreaterThan(batch.match(0).params.server.player_height);
  });
});

it('cross-and-volley: goals of the scripts are shot while the ball is in the air or bounces', () => {
  const batch = createBatch({ scenario: 'cross-and-volley', matches: MATCHES, seed: 3, autoReset: 'none' });
  batch.reset();
  const lastKickHeight = new Float64Array(MATCHES);
  const kicks = new Int32Array(MATCHES);
  for (let n = 0; n < batch.scenario.horizon; n++) {
    const before = Array.from({ length: MATCHES }, (_, i) => batch.match(i).world.ball.z);
    batch.stepScripted();
    for (let i = 0; i < MATCHES; i++) {
      const striker = batch.match(i).world.players[1]!;
      if (striker.kickCount === kicks[i]) continue;
      kicks[i] = striker.kickCount;
      lastKickHeight[i] = before[i]!;
    }
  }
  const goals = [...batch.outcomes.keys()].filter((i) => batch.outcomeNames[batch.outcomes[i]!] === 'goal');
  expect(goals.length).toBeGreaterThan(5);
  const volleys = goals.filter((i) => lastKickHeight[i]! > 0);
  expect(volleys.length / goals.length).toBeGreaterThan(0.5);
});

it('goalie-high-ball: a goalie does not try to catch a ball above its reach', () => {
  const batch = createBatch({ scenario: 'goalie-high-ball', action: { type: 'macro' }, agents: 'right' });
  batch.reset(1);
  const { world, params } = batch.match(0);
  const goalie = world.players[11]!;
  Object.assign(world.ball.pos, { x: goalie.pos.x - 0.5, y: goalie.pos.y });
  Object.assign(world.ball.vel, { x: 0, y: 0 });
  const canCatch = (z: number): boolean => {
    world.ball.z = z;
    world.ball.vz = params.server.gravity;
    batch.restoreMatch(0, batch.saveMatch(0));
    return batch.actionMasks[batch.choices.indexOf('catch')] === 1;
  };
  expect([canCatch(2.3), canCatch(1.8)]).toEqual([false, true]);
});

it('starts of the other scenarios have no height, and their layouts no field for it', () => {
  const { observationLayout, actionLayout, choices } = createBatch({ scenario: '1v1-keeper' });
  expect(observationLayout.map(({ name }) => name)).not.toContain('ball.z');
  expect(actionLayout.map(({ name }) => name)).not.toContain('loft');
  expect(choices).not.toContain('chest-trap');
  expect(findScenario('1v1-keeper').ball).not.toHaveProperty('height');
});
