import { describe, expect, it } from 'vitest';
import { type Batch, createBatch, fieldIndex, type PolicyDocument } from './index.js';
import { findScenario } from './scenarios/catalog.js';

const SAY = { symbols: 4, values: 2, bits: 8 } as const;

function createTalkers(options: Partial<Parameters<typeof createBatch>[0]> = {}): Batch {
  const batch = createBatch({
    scenario: '5v5',
    agents: 'both',
    action: { type: 'discrete', say: SAY, attentionTo: true },
    observation: { hear: { messages: 2 } },
    ...options,
  });
  batch.reset(1);
  // All of a team are near each other.
  batch
    .match(0)
    .world.players.slice(0, 5)
    .forEach(({ pos }, i) => {
      pos.x = -10;
      pos.y = 4 * i - 10;
    });
  return batch;
}

function set(batch: Batch, agent: number, name: string, value: number): void {
  batch.actions[agent * batch.actionLayout.length + fieldIndex(batch.actionLayout, name)] = value;
}

function get(batch: Batch, agent: number, name: string): number {
  const { observationLayout: layout, observations } = batch;
  return observations[agent * layout.length + fieldIndex(layout, name)] as number;
}

describe('say and hear', () => {
  it('a message is heard by the team mates after the cycle, with its speaker, direction, symbol and values', () => {
    const batch = createTalkers();
    set(batch, 1, 'say', 3);
    set(batch, 1, 'say.1', 0.5);
    set(batch, 1, 'say.2', -1);
    batch.step();
    const { players } = batch.match(0).world;
    for (const agent of [0, 2, 3, 4]) {
      const { pos, body } = players[agent]!;
      const speaker = players[1]!.pos;
      const angle = Math.atan2(speaker.y - pos.y, speaker.x - pos.x) - body;
      const degrees = (((((angle * 180) / Math.PI + 180) % 360) + 360) % 360) - 180;
      expect(get(batch, agent, 'hear.1.age')).toBe(0);
      expect(get(batch, agent, 'hear.1.unum')).toBeCloseTo(2 / 11);
      expect(get(batch, agent, 'hear.1.direction')).toBeCloseTo(Math.trunc(degrees) / 180);
      const symbols = [1, 2, 3, 4].map((n) => get(batch, agent, `hear.1.symbol.${n}`));
      expect(symbols).toEqual([0, 0, 1, 0]);
      // In steps of 2 / 255.
      expect(Math.abs(get(batch, agent, 'hear.1.value.1') - 0.5)).toBeLessThan(1 / 255);
      expect(get(batch, agent, 'hear.1.value.2')).toBe(-1);
      expect(get(batch, agent, 'hear.2.age')).toBe(1);
    }
    // Neither the speaker nor the opponents.
    for (const agent of [1, 5, 6, 7, 8, 9]) expect(get(batch, agent, 'hear.1.age')).toBe(1);

    batch.actions.fill(0);
    set(batch, 3, 'say', 1);
    batch.step();
    expect(get(batch, 0, 'hear.1.unum')).toBeCloseTo(4 / 11);
    expect([get(batch, 0, 'hear.2.age'), get(batch, 0, 'hear.2.unum')]).toEqual([
      1 / 16,
      expect.closeTo(2 / 11),
    ]);
    batch.resetMatch(0);
    expect([get(batch, 0, 'hear.1.age'), get(batch, 0, 'hear.1.symbol.1')]).toEqual([1, 0]);
  });

  it('a message is not heard beyond audio_cut_dist', () => {
    const batch = createTalkers();
    const { players } = batch.match(0).world;
    players[1]!.pos.x = players[0]!.pos.x + 20;
    players[1]!.pos.y = players[0]!.pos.y;
    players[2]!.pos.x = players[1]!.pos.x - 51;
    players[2]!.pos.y = players[1]!.pos.y;
    set(batch, 1, 'say', 1);
    batch.step();
    expect([get(batch, 0, 'hear.1.age'), get(batch, 2, 'hear.1.age')]).toEqual([0, 1]);
  });

  it('of two speakers, chance chooses one, and attention that of the player attended to', () => {
    const heard = (attention: number): Set<number> => {
      const batch = createTalkers();
      set(batch, 0, 'attentionTo', attention);
      set(batch, 1, 'say', 1);
      set(batch, 2, 'say', 1);
      const unums = new Set<number>();
      for (let n = 0; n < 20; n++) {
        batch.step();
        // The second message is that of the cycle before: one in each cycle.
        expect(get(batch, 0, 'hear.1.age')).toBe(0);
        if (n > 0) expect(get(batch, 0, 'hear.2.age')).toBe(1 / 16);
        unums.add(Math.round(11 * get(batch, 0, 'hear.1.unum')));
      }
      return unums;
    };
    expect([...heard(0)].sort()).toEqual([2, 3]);
    expect([...heard(2 + 1)]).toEqual([2]);
    expect([...heard(3 + 1)]).toEqual([3]);
  });

  it('the capacity of hearing is that of the server', () => {
    const slow = { ...findScenario('5v5'), server: { hear_max: 2, hear_decay: 2, hear_inc: 1 } };
    const batch = createTalkers({ scenario: slow });
    set(batch, 1, 'say', 1);
    const ages = Array.from({ length: 6 }, () => {
      batch.step();
      return 16 * get(batch, 0, 'hear.1.age');
    });
    expect(ages).toEqual([0, 1, 0, 1, 0, 1]);
  });

  it('true state, sensors and skills hear the same, and a match goes on from its saved state', () => {
    const rows = (['egocentric', 'sensors'] as const).map((type) => {
      const batch = createTalkers({ observation: { type, hear: true } });
      for (let n = 0; n < 12; n++) {
        if (n === 6) batch.restoreMatch(0, JSON.parse(JSON.stringify(batch.saveMatch(0))));
        for (let agent = 0; agent < 10; agent++) set(batch, agent, 'say', (n + agent) % 5);
        batch.step();
      }
      const from = fieldIndex(batch.observationLayout, 'hear.1.age');
      return [...batch.observations.slice(from, batch.observationLayout.length)];
    });
    expect(rows[1]![0]).toBe(0);
    expect(rows[1]).toHaveLength(rows[0]!.length);

    const action = { type: 'skills', say: SAY, attentionTo: true, pointTo: true } as const;
    const skilled = createTalkers({ action, observation: { type: 'sensors', hear: true } });
    for (let n = 0; n < 30; n++) {
      set(skilled, 1, 'say', n === 20 ? 2 : 0);
      skilled.step();
      if (n === 20) expect(get(skilled, 0, 'hear.1.symbol.2')).toBe(1);
    }
    const { players } = skilled.match(0).world;
    // The messages of the players' own are left out, also their attention and arms.
    expect(players.slice(0, 5).map(({ sayCount }) => sayCount)).toEqual([0, 1, 0, 0, 0]);
    expect(players.every(({ attention, pointtoCount }) => attention === -1 && pointtoCount === 0)).toBe(true);
  });

  it('without the options nothing changes: the fields follow those of the type', () => {
    const plain = createTalkers({ action: { type: 'discrete' }, observation: {} });
    const talking = createTalkers();
    expect(talking.actionLayout.slice(0, plain.actionLayout.length)).toEqual(plain.actionLayout);
    const { length } = plain.observationLayout;
    for (let n = 0; n < 20; n++) {
      for (const batch of [plain, talking])
        for (let agent = 0; agent < 10; agent++) set(batch, agent, 'action', (7 * n + agent) % 30);
      plain.step();
      talking.step();
    }
    const first = talking.observations.slice(0, length);
    expect(first).toEqual(plain.observations.slice(0, length));
    expect(talking.choices).toEqual(plain.choices);
  });

  it('wrong options are refused with their place', () => {
    const create = (action: object, observation: object = {}) =>
      createBatch({ scenario: '3v3', action: action as never, observation: observation as never });
    expect(() => create({ say: { symbols: 65 } })).toThrow(
      'action.say.symbols: 65 is not a whole number from 1 to 64',
    );
    expect(() => create({ say: { words: 3 } })).toThrow('action.say: "words" is not an option');
    expect(() => create({ say: { values: 7, bits: 8 } })).toThrow(
      'action.say: a message has 62 bits: 6, 0 for the symbol, 56 for the values; 60 fit (say_msg_size is 10)',
    );
    expect(() => create({}, { hear: true })).toThrow('observation.hear: true needs action.say');
    expect(() => create({}, { hear: { messages: 0, symbols: 2 } })).toThrow(
      'observation.hear.messages: 0 is not a whole number from 1 to 11',
    );
    expect(() => create({ pointTo: 1 })).toThrow('action.pointTo: 1 is not true or false');
    expect(() => create({ turnNeck: true })).toThrow('low-level have the fields neck and view already');
    expect(() => create({}, { type: 'sensors', changeView: true })).toThrow(
      'observation.changeView: observations of type sensors have it already',
    );
    expect(() => create({}, { pointTo: 'yes' })).toThrow('observation.pointTo: "yes" is not true or false');
  });
});

describe('arm, attention, view and focus', () => {
  const all = { attentionTo: true, pointTo: true, turnNeck: true, changeView: true, changeFocus: true };

  it('the observation has the state that the commands set', () => {
    const batch = createTalkers({
      action: { type: 'macro', ...all },
      observation: { type: 'global', ...all },
    });
    const fields = {
      attentionTo: 4,
      pointTo: 1,
      'pointTo.distance': 0.5,
      'pointTo.direction': -0.25,
      turnNeck: 1 / 3,
      changeView: 1,
      'changeFocus.distance': 0.5,
      'changeFocus.direction': 0.1,
    };
    for (const [name, value] of Object.entries(fields)) set(batch, 0, name, value);
    batch.step();
    const read = (...names: string[]) => names.map((name) => get(batch, 0, name));
    expect(read('attention.1', 'attention.3', 'attention.4')).toEqual([0, 1, 0]);
    expect(read('view.narrow', 'view.normal', 'view.wide')).toEqual([1, 0, 0]);
    expect(180 * get(batch, 0, 'neck.angle')).toBeCloseTo(60, -0.5);
    expect(read('focus.distance', 'focus.direction')).toEqual([expect.closeTo(0.5), expect.closeTo(0.1, 5)]);
    // The neck turned by 60 degrees after the arm was set.
    expect(32 * get(batch, 0, 'arm.movable')).toBe(4);
    expect(32 * get(batch, 0, 'arm.expires')).toBe(19);
    expect(60 * get(batch, 0, 'arm.distance')).toBeCloseTo(30, 0);
    expect(180 * get(batch, 0, 'arm.direction')).toBeCloseTo(-105, -1);

    batch.actions.fill(0);
    set(batch, 0, 'attentionTo', 1);
    set(batch, 0, 'changeView', 3);
    for (let n = 0; n < 4; n++) batch.step();
    set(batch, 0, 'pointTo', 2);
    batch.step();
    expect(read('attention.3', 'arm.expires', 'view.wide')).toEqual([0, 0, 1]);
  });

  it('a team mate sees the arm, and a wide view comes less often', () => {
    const batch = createTalkers({
      action: { type: 'hybrid', ...all },
      observation: { type: 'sensors', attentionTo: true },
    });
    const { players } = batch.match(0).world;
    players[1]!.pos.x = players[0]!.pos.x + 5 * Math.cos(players[0]!.body);
    players[1]!.pos.y = players[0]!.pos.y + 5 * Math.sin(players[0]!.body);
    set(batch, 1, 'pointTo', 1);
    set(batch, 1, 'pointTo.distance', 0.3);
    set(batch, 0, 'changeView', 1);
    const ages = (): number[] =>
      Array.from({ length: 6 }, () => {
        batch.step();
        return 16 * get(batch, 0, 'see.age');
      });
    ages();
    expect(get(batch, 0, 'own.2.pointing')).toBe(1);
    expect(ages()).toEqual([0, 0, 0, 0, 0, 0]);
    set(batch, 0, 'changeView', 3);
    ages();
    expect(Math.max(...ages())).toBe(2);
  });
});

it('a policy that is drawn from choices of say has one output for each of them', () => {
  const action = { type: 'discrete', say: { symbols: 3, values: 1 } } as const;
  const layouts = createBatch({ scenario: '3v3', action, observation: { hear: true } });
  const inputs = layouts.observationLayout.length;
  const outputs = layouts.choices.length + 4 + 1;
  const bias = new Array<number>(outputs).fill(0);
  bias[layouts.choices.length + 2] = 5;
  bias[outputs - 1] = 0.25;
  const policy = (size: number): PolicyDocument => ({
    format: 'rcss-policy',
    version: 1,
    observation: { hear: true },
    action,
    layers: [
      {
        weights: Array.from({ length: size }, () => new Array<number>(inputs).fill(0)),
        bias: bias.slice(0, size),
      },
    ],
  });
  const create = (size: number) =>
    createBatch({
      scenario: '3v3',
      agents: [{ side: 'left', unum: 1 }],
      others: { left: { type: 'policy', policy: policy(size) } },
      observation: { hear: { symbols: 3, values: 1 } },
    });
  const batch = create(outputs);
  batch.reset(1);
  batch.step();
  expect([get(batch, 0, 'hear.1.age'), get(batch, 0, 'hear.1.symbol.2')]).toEqual([0, 1]);
  expect(get(batch, 0, 'hear.1.value.1')).toBeCloseTo(0.25, 2);
  expect(() => create(outputs - 1)).toThrow(`${outputs - 1} rows, but the action needs ${outputs}`);
});
