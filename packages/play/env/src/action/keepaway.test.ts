import { describe, expect, it } from 'vitest';
import { type Batch, createBatch, fieldIndex } from '../index.js';

const options = { scenario: 'keepaway-3v2', action: { type: 'keepaway' }, autoReset: 'none' } as const;

const available = (batch: Batch, agent: number) =>
  batch.choices.filter((_, i) => batch.actionMasks[agent * batch.choices.length + i] === 1);

/** Gives the ball at rest to the first keeper, and puts the other players to places of their own. */
function give(batch: Batch): void {
  batch.reset(1);
  const { world } = batch.match(0);
  const places = [
    [-8, -8],
    [8, -8],
    [8, 6],
  ] as const;
  places.forEach(([x, y], i) => {
    Object.assign(world.players[i]!.pos, { x, y });
    Object.assign(world.players[i]!.vel, { x: 0, y: 0 });
    world.players[i]!.body = 0;
  });
  for (const taker of [11, 12]) Object.assign(world.players[taker]!.pos, { x: 0, y: 9 });
  Object.assign(world.ball.pos, { x: -7.4, y: -8 });
  Object.assign(world.ball.vel, { x: 0, y: 0 });
  batch.restoreMatch(0, batch.saveMatch(0));
}

function choose(batch: Batch, name: string, cycles: number): void {
  for (let n = 0; n < cycles; n++) {
    batch.actions.fill(batch.choices.indexOf(name));
    batch.step();
  }
}

describe('keepaway actions', () => {
  it('allow hold and passes with the ball, support without it', () => {
    const batch = createBatch(options);
    give(batch);
    expect(batch.choices).toEqual(['support', 'hold', 'pass 1', 'pass 2']);
    expect(available(batch, 0)).toEqual(['hold', 'pass 1', 'pass 2']);
    expect(available(batch, 1)).toEqual(['support']);
  });

  it('hold keeps the ball', () => {
    const batch = createBatch(options);
    give(batch);
    choose(batch, 'hold', 20);
    expect(available(batch, 0)).toContain('hold');
  });

  it('pass N reaches the N-th nearest keeper, although the choice is repeated', () => {
    for (const [name, receiver] of [
      ['pass 1', 1],
      ['pass 2', 2],
    ] as const) {
      const batch = createBatch(options);
      give(batch);
      const index = fieldIndex(batch.observationLayout, 'self.canKick');
      let cycles = 0;
      const canKick = () => batch.observations[receiver * batch.observationLayout.length + index] === 1;
      while (!canKick() && cycles < 60) {
        choose(batch, name, 1);
        cycles += 1;
      }
      expect([name, canKick()]).toEqual([name, true]);
    }
  });

  it('support plays the keepers of the scenario while they are without the ball', () => {
    const [chosen, scripted] = [createBatch(options), createBatch(options)];
    chosen.reset(3);
    scripted.reset(3);
    for (let n = 0; n < 400 && available(chosen, 0).includes('support'); n++) {
      if ([0, 1, 2].some((agent) => !available(chosen, agent).includes('support'))) break;
      choose(chosen, 'support', 1);
      scripted.stepScripted();
      expect(chosen.observations).toEqual(scripted.observations);
    }
    expect(chosen.cycles[0]).toBeGreaterThan(2);
  });
});
