import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActionError, type Batch, type BatchOptions, createBatch } from './index.js';
import { mixSeed } from './seeding.js';

/** Writes actions that follow from a number. */
function writeActions(batch: Batch, seed: number): void {
  const { actions, actionLayout } = batch;
  for (let i = 0; i < actions.length; i++) {
    const { low, high, isChoice } = actionLayout[i % actionLayout.length]!;
    const drawn = low + ((high - low) * mixSeed(seed, i)) / 0xffffffff;
    actions[i] = isChoice ? Math.round(drawn) : drawn;
  }
}

function play(batch: Batch, steps: number, seed: number): void {
  for (let n = 0; n < steps; n++) {
    writeActions(batch, mixSeed(seed, n));
    batch.step();
  }
}

/** All blocks of a batch in one text. */
function bytesOf(batch: Batch): string {
  const blocks = [
    batch.observations,
    batch.rewards,
    batch.terminated,
    batch.truncated,
    batch.outcomes,
    batch.cycles,
    batch.actionMasks,
  ];
  return blocks
    .map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength).toString('hex'))
    .join('/');
}

describe('blocks', () => {
  it('their sizes follow from matches, agents and layouts', () => {
    const batch = createBatch({ scenario: 'hfo-2v2', matches: 3, stack: 2 });
    const rows = 3 * 2;
    expect(batch.agents).toEqual([
      { side: 'left', unum: 1 },
      { side: 'left', unum: 2 },
    ]);
    expect(batch.observations).toHaveLength(rows * 2 * batch.observationLayout.length);
    expect(batch.rewards).toHaveLength(rows);
    expect(batch.actions).toHaveLength(rows * batch.actionLayout.length);
    expect(batch.actionMasks).toHaveLength(rows * batch.choices.length);
    expect(batch.terminated).toHaveLength(3);
  });

  it('agents of both sides are ordered left before right, by number', () => {
    const batch = createBatch({
      scenario: '3v3',
      agents: [
        { side: 'right', unum: 2 },
        { side: 'left', unum: 3 },
        { side: 'left', unum: 1 },
      ],
    });
    expect(batch.agents.map(({ side, unum }) => `${side} ${unum}`)).toEqual(['left 1', 'left 3', 'right 2']);
  });

  it('a stack repeats the first observation at a start and then has the newest last', () => {
    const single = createBatch({ scenario: 'approach-ball' });
    const stacked = createBatch({ scenario: 'approach-ball', stack: 3 });
    const size = single.observationLayout.length;
    const seen: number[][] = [];
    for (const batch of [single, stacked]) batch.reset(5);
    seen.push([...single.observations]);
    expect([...stacked.observations]).toEqual([...seen[0]!, ...seen[0]!, ...seen[0]!]);
    for (let n = 0; n < 3; n++) {
      for (const batch of [single, stacked]) batch.stepScripted();
      seen.push([...single.observations]);
    }
    expect([...stacked.observations]).toEqual(seen.slice(1).flat());
    expect(stacked.observations).toHaveLength(3 * size);
  });
});

describe('determinism', () => {
  const scenarios = ['1v1-keeper', 'keepaway-3v2', '3v3'];

  it('equal seeds and actions give equal bytes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...scenarios),
        fc.integer({ min: 0, max: 0xffffffff }),
        fc.constantFrom(
          'low-level' as const,
          'hybrid' as const,
          'discrete' as const,
          'macro' as const,
          'keepaway' as const,
        ),
        (scenario, seed, type) => {
          const options: BatchOptions = { scenario, matches: 2, seed, action: { type }, horizon: 12 };
          const [a, b] = [createBatch(options), createBatch(options)];
          for (const batch of [a, b]) {
            batch.reset();
            play(batch, 15, seed);
          }
          expect(bytesOf(b)).toBe(bytesOf(a));
        },
      ),
      { numRuns: 8 },
    );
  });

  it('batches that share the matches give the rows of one batch', () => {
    const options: BatchOptions = { scenario: 'hfo-2v2', agents: [{ side: 'left', unum: 1 }], seed: 9 };
    const whole = createBatch({ ...options, matches: 4 });
    const parts = [0, 2].map((firstMatch) => createBatch({ ...options, matches: 2, firstMatch }));
    for (const batch of [whole, ...parts]) {
      batch.reset();
      for (let n = 0; n < 20; n++) batch.stepScripted();
    }
    expect(parts.flatMap(({ observations }) => [...observations])).toEqual([...whole.observations]);
  });

  it('a reset with the same seed repeats the episode; without a seed another one follows', () => {
    const batch = createBatch({ scenario: 'empty-goal' });
    batch.reset(3);
    const first = bytesOf(batch);
    batch.reset();
    expect(bytesOf(batch)).not.toBe(first);
    batch.reset(3);
    expect(bytesOf(batch)).toBe(first);
  });

  it('a restored match goes on as before, also after JSON', () => {
    const batch = createBatch({ scenario: 'keepaway-3v2', matches: 2 });
    batch.reset(1);
    play(batch, 10, 1);
    const saved = JSON.parse(JSON.stringify(batch.saveMatch(1)));
    play(batch, 10, 2);
    const expected = bytesOf(batch);
    const other = createBatch({ scenario: 'keepaway-3v2', matches: 2 });
    other.reset(1);
    play(other, 10, 1);
    other.restoreMatch(1, saved);
    play(other, 10, 2);
    expect(bytesOf(other)).toBe(expected);
  });
});

describe('ends', () => {
  it('an episode that reaches the horizon is truncated, not terminated', () => {
    const batch = createBatch({ scenario: 'keepaway-3v2', horizon: 3 });
    batch.reset();
    for (let n = 0; n < 3; n++) batch.stepScripted();
    expect([batch.truncated[0], batch.terminated[0], batch.outcomeNames[batch.outcomes[0]!]]).toEqual([
      1,
      0,
      'horizon',
    ]);
  });

  it('next-step starts the new episode in the step after the end, with reward 0', () => {
    const batch = createBatch({ scenario: 'keepaway-3v2', horizon: 2 });
    batch.reset();
    batch.stepScripted();
    batch.stepScripted();
    expect(batch.truncated[0]).toBe(1);
    batch.stepScripted();
    expect([batch.truncated[0], batch.cycles[0], ...batch.rewards]).toEqual([0, 0, 0, 0, 0]);
  });

  it('same-step starts it at once and keeps the last observations', () => {
    const options: BatchOptions = { scenario: 'keepaway-3v2', horizon: 2, seed: 4 };
    const batch = createBatch({ ...options, autoReset: 'same-step' });
    const still = createBatch({ ...options, autoReset: 'none' });
    for (const each of [batch, still]) {
      each.reset();
      each.stepScripted();
      each.stepScripted();
    }
    expect([batch.truncated[0], batch.cycles[0]]).toEqual([1, 0]);
    expect([...batch.finalObservations]).toEqual([...still.observations]);
    still.resetMatch(0);
    expect([...batch.observations]).toEqual([...still.observations]);
  });

  it('none leaves the match as it is', () => {
    const batch = createBatch({ scenario: 'keepaway-3v2', horizon: 2, autoReset: 'none' });
    batch.reset();
    for (let n = 0; n < 5; n++) batch.stepScripted();
    expect([batch.truncated[0], batch.cycles[0], batch.match(0).steps]).toEqual([1, 2, 2]);
  });

  it('a frame skip runs several cycles per step, adds their rewards and stops at the end', () => {
    const batch = createBatch({ scenario: 'keepaway-3v2', horizon: 6, frameSkip: 4, reward: { cycle: 1 } });
    batch.reset();
    batch.stepScripted();
    expect([batch.cycles[0], batch.rewards[0]]).toEqual([4, 4]);
    batch.stepScripted();
    expect([batch.cycles[0], batch.rewards[0], batch.truncated[0]]).toEqual([6, 2, 1]);
  });
});

describe('errors', () => {
  it('a non-finite action is refused with match, agent and field, and changes nothing', () => {
    const batch = createBatch({ scenario: 'hfo-2v2', matches: 2 });
    batch.reset();
    const before = bytesOf(batch);
    batch.actions[3 * 5 + 2] = Number.NaN;
    expect(() => batch.step()).toThrow(ActionError);
    expect(() => batch.step()).toThrow(
      'action of match 1, agent 1 (left 2), field direction (index 2): NaN is not a finite number',
    );
    batch.actions[3 * 5 + 2] = Number.POSITIVE_INFINITY;
    expect(() => batch.step()).toThrow('Infinity is not a finite number');
    expect(bytesOf(batch)).toBe(before);
  });

  it.each([
    [
      { action: { type: 'discrete' } },
      0,
      1.6,
      /agent 0 \(left 1\), field action \(index 0\): 1.6 is not a choice; whole numbers from 0 to 37 are allowed$/,
    ],
    [
      { action: { type: 'discrete' } },
      0,
      38,
      /: 38 is not a choice; whole numbers from 0 to 37 are allowed$/,
    ],
    [{ action: { type: 'macro' } }, 1, -1, /^action of match 1, agent 0 .*: -1 is not a choice/],
    [{}, 0, 1.6, /field command \(index 0\): 1.6 is not a choice; whole numbers from 0 to \d+ are allowed$/],
  ] as const)(
    'a choice that does not exist is refused and changes nothing: %j, %i, %d',
    (options, at, value, message) => {
      const batch = createBatch({ scenario: 'empty-goal', matches: 2, ...options });
      batch.reset();
      const before = bytesOf(batch);
      batch.actions[at] = value;
      expect(() => batch.step()).toThrow(ActionError);
      expect(() => batch.step()).toThrow(message);
      expect(bytesOf(batch)).toBe(before);
    },
  );

  it.each([
    [
      '3v3',
      '1v1',
      /^saved: the state is of the scenario "3v3", and the matches of this batch are of "1v1"; /,
    ],
    [
      '1v1',
      '3v3',
      /^saved: the state is of the scenario "1v1", and the matches of this batch are of "3v3"; /,
    ],
  ])(
    'a state of %s is refused by a batch of %s, which names both and has not changed',
    (from, to, message) => {
      const source = createBatch({ scenario: from });
      const target = createBatch({ scenario: to });
      source.reset(1);
      target.reset(2);
      const before = JSON.stringify(target.saveMatch(0));
      const saved = source.saveMatch(0);
      expect(() => target.restoreMatch(0, saved)).toThrow(RangeError);
      expect(() => target.restoreMatch(0, saved)).toThrow(message);
      // States of older versions have no name.
      const { scenario: _, ...unnamed } = saved;
      expect(() => target.restoreMatch(0, unnamed)).toThrow(
        /^saved: the state has \d against \d players, and the scenario "\dv\d" of this batch has/,
      );
      expect(JSON.stringify(target.saveMatch(0))).toBe(before);
      const same = createBatch({ scenario: from });
      same.reset(3);
      same.restoreMatch(0, unnamed);
      expect(same.saveMatch(0)).toEqual(saved);
    },
  );

  it('a state of other agents is refused by its name', () => {
    const both = createBatch({ scenario: '3v3', agents: 'both' });
    const first = createBatch({ scenario: '3v3', agents: 'first' });
    for (const batch of [both, first]) batch.reset(1);
    expect(() => first.restoreMatch(0, both.saveMatch(0))).toThrow(
      /^saved.ballDistances: 6 numbers instead of 1; /,
    );
    expect(() => both.restoreMatch(0, first.saveMatch(0))).toThrow(
      /^saved.ballDistances: 1 numbers instead of 6; /,
    );
  });

  it('a match without a seed in a list goes on with its next episode', () => {
    const batch = createBatch({ scenario: '1v1', matches: 3 });
    const other = createBatch({ scenario: '1v1', matches: 3 });
    for (const each of [batch, other]) each.reset(4);
    batch.reset([1, null, 3]);
    other.reset();
    const seeds = (each: Batch) => [0, 1, 2].map((i) => each.saveMatch(i).episode);
    expect(seeds(batch)[1]).toEqual(seeds(other)[1]);
    expect(seeds(batch).map(({ seed, episode }) => [seed, episode])).toMatchObject([
      [1, 0],
      [expect.any(Number), 1],
      [3, 0],
    ]);
  });

  it('a step before the first reset is refused', () => {
    expect(() => createBatch({ scenario: 'empty-goal' }).step()).toThrow('call reset before step');
  });

  it.each([
    [{ scenario: 'nothing' }, 'scenario: "nothing" is not one of approach-ball, empty-goal'],
    [{ matches: 0 }, 'matches: 0 is not a whole number from 1 to 4096'],
    [{ seed: -1 }, 'seed: -1 is not a whole number from 0 to 4294967295'],
    [{ difficulty: 2 }, 'difficulty: 2 is not a number from 0 to 1'],
    [{ agents: [{ side: 'left', unum: 2 }] }, 'has no player left 2'],
    [{ agents: 'right' }, 'has no player of this side'],
    [{ reward: { gaol: 1 } }, 'reward: "gaol" is not one of goal, cycle'],
    [{ observation: { type: 'x' } }, 'observation.type: "x"'],
    [{ action: { type: 'x' } }, 'action.type: "x"'],
    [{ observation: { type: 'sensor' } }, 'hfo-low, keepaway; did you mean sensors?'],
    [{ action: { type: 'hybrids' } }, 'hfo, r2d; did you mean hybrid?'],
    [{ scenario: '3v3', others: { right: { type: 'teams' } } }, 'did you mean team?'],
    [{ autoReset: 'x' }, 'autoReset: "x"'],
  ])('%j is refused with the allowed values', (options, message) => {
    expect(() => createBatch({ scenario: 'empty-goal', ...options } as never)).toThrow(message);
  });
});
