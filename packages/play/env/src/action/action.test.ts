import { describe, expect, it } from 'vitest';
import { type Batch, createBatch, fieldIndex } from '../index.js';

/** One agent at (0, 0) that faces +x, with the ball at (x, y) at rest. */
function place(batch: Batch, x: number, y: number): void {
  batch.reset(1);
  const { world } = batch.match(0);
  const agent = world.players[0]!;
  Object.assign(agent.pos, { x: 0, y: 0 });
  agent.body = agent.bodyTarget = 0;
  Object.assign(world.ball.pos, { x, y });
  batch.restoreMatch(0, batch.saveMatch(0));
}

function send(batch: Batch, action: Record<string, number>): void {
  batch.actions.fill(0);
  for (const [name, value] of Object.entries(action))
    batch.actions[fieldIndex(batch.actionLayout, name)] = value;
  batch.step();
}

const available = (batch: Batch) => batch.choices.filter((_, i) => batch.actionMasks[i] === 1);

describe('low-level', () => {
  const batch = createBatch({ scenario: 'empty-goal' });

  it('executes dash, turn, kick and tackle', () => {
    place(batch, 0.6, 0);
    const { world } = batch.match(0);
    const agent = world.players[0]!;
    send(batch, { command: 3, power: 1, direction: 0 });
    expect([agent.kickCount, world.ball.pos.x > 2]).toEqual([1, true]);
    send(batch, { command: 1, power: 1, direction: 0.5 });
    expect([agent.dashCount, agent.pos.y > 0.1]).toEqual([1, true]);
    send(batch, { command: 2, direction: 0.25, neck: 0.25, view: 1 });
    expect([agent.turnCount, agent.turnNeckCount, agent.viewWidth]).toEqual([1, 1, 'narrow']);
    expect(agent.body).toBeGreaterThan(0.3);
    send(batch, { command: 4 });
    expect(agent.tackleCount).toBe(1);
  });

  it('both legs push the body', () => {
    place(batch, 20, 0);
    const agent = batch.match(0).world.players[0]!;
    send(batch, { command: 6, power: 1, direction: 0 });
    send(batch, { command: 7, power: 1, direction: 0 });
    expect(agent.pos.x).toBeGreaterThan(0.1);
  });

  it('numbers out of range are limited', () => {
    place(batch, 20, 0);
    send(batch, { command: 1, power: 50, direction: -7 });
    expect(batch.match(0).steps).toBeGreaterThan(0);
    expect(() => send(batch, { command: 99 })).toThrow('command (index 0): 99 is not a choice');
  });
});

it('the mask allows a kick only with the ball in reach, and nothing but "none" after a tackle', () => {
  const batch = createBatch({ scenario: 'empty-goal' });
  place(batch, 0.6, 0);
  expect(available(batch)).toEqual([
    'none',
    'dash',
    'turn',
    'kick',
    'tackle',
    'dash-left-leg',
    'dash-right-leg',
  ]);
  place(batch, 10, 0);
  expect(available(batch)).toEqual(['none', 'dash', 'turn', 'dash-left-leg', 'dash-right-leg']);
  send(batch, { command: 4 });
  expect(available(batch)).toEqual(['none']);
});

it('the mask allows a catch to the goalie only', () => {
  const batch = createBatch({ scenario: 'goalie' });
  batch.reset(1);
  const { world } = batch.match(0);
  const goalie = world.players[11]!;
  Object.assign(world.ball.pos, { x: goalie.pos.x - 1, y: goalie.pos.y });
  batch.restoreMatch(0, batch.saveMatch(0));
  expect(available(batch)).toContain('catch');
});

it('hybrid: every command has its own parameters', () => {
  const batch = createBatch({ scenario: 'empty-goal', action: { type: 'hybrid' } });
  place(batch, 0.6, 0);
  const { world } = batch.match(0);
  send(batch, { command: 3, 'kick.power': 1, 'dash.power': 1 });
  expect([world.players[0]!.kickCount, world.players[0]!.dashCount]).toEqual([1, 0]);
  send(batch, { command: 6, 'leftLeg.power': 1, 'rightLeg.power': 1 });
  expect(world.players[0]!.pos.x).toBeGreaterThan(0.1);
});

it('discrete: a choice that is not available does nothing', () => {
  const batch = createBatch({ scenario: 'empty-goal', action: { type: 'discrete' } });
  place(batch, 10, 0);
  const agent = batch.match(0).world.players[0]!;
  send(batch, { action: batch.choices.indexOf('kick 100 0') });
  expect(agent.state & 4).toBe(0);
  send(batch, { action: batch.choices.indexOf('dash 0') });
  expect(agent.pos.x).toBeGreaterThan(0.1);
});

it('macro: skills get the ball, shoot and pass', () => {
  const batch = createBatch({ scenario: '2v1', action: { type: 'macro' } });
  expect(batch.choices).toContain('pass 1');
  expect(batch.choices).not.toContain('pass 2');
  const alone = createBatch({ scenario: 'empty-goal', action: { type: 'macro' } });
  alone.reset(5);
  const goal = alone.outcomeNames.indexOf('goal');
  for (let n = 0; n < 200 && alone.outcomes[0] === 0; n++) {
    const canShoot = alone.actionMasks[alone.choices.indexOf('shoot')] === 1;
    const { pos } = alone.match(0).world.ball;
    const isNear = Math.hypot(52.5 - pos.x, pos.y) < 20;
    const withBall = isNear ? 'shoot' : 'dribble to goal';
    alone.actions[0] = alone.choices.indexOf(canShoot ? withBall : 'go to ball');
    alone.step();
  }
  expect(alone.outcomes[0]).toBe(goal);
});
