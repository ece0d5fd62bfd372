import { createSeeObservation } from '@rcss/core/observation';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectTeams, executeAction, randomAction } from '../test/arbitrary-play.js';
import {
  connectCoach,
  connectTrainer,
  disconnectCoach,
  disconnectTrainer,
  releaseCoach,
} from './connections.js';
import { createMatch } from './create-match.js';
import { digest } from './digest/digest.js';
import { applyCoachCommand } from './execute-coach-command.js';
import { applyPlayerCommand } from './execute-player-command.js';
import { tryKickOff } from './execute-trainer-command.js';
import type { Match } from './match.js';
import { observe } from './observe.js';
import { runSenseBody, runVision } from './perception.js';
import type { RecordedInput } from './recorded-input.js';
import { createReplay } from './recording/replay.js';
import { snapshot } from './snapshot.js';
import { step } from './step.js';

const params = createMatchParams(
  createServerParams({ wind_random: true, coach_w_referee: true }),
  createPlayerParams(),
  1,
);

function newMatch(seed: number): Match {
  const match = createMatch({ params, seed });
  connectTeams(match);
  return match;
}

/**
 * Runs a cycle in which every player sends a command that draws random numbers, in the given order, and returns
 * the digest.
 */
function cycle(match: Match, order: readonly number[]): number {
  for (const index of order) {
    const n = index * 7 + match.steps * 3;
    if (n % 3 === 0) applyPlayerCommand(match, index, { type: 'turn', moment: (n % 90) - 45 });
    else applyPlayerCommand(match, index, { type: 'dash', power: 50 + (n % 50), dir: 0 });
    if (index === match.steps % 22)
      applyPlayerCommand(match, index, { type: 'kick', power: 40, dir: n % 180 });
  }
  step(match);
  return digest(match);
}

const forward = Array.from({ length: 22 }, (_, i) => i);

/** Returns the digests of `cycles` cycles; `between` is called after each cycle. */
function course(
  seed: number,
  cycles: number,
  between: (match: Match, i: number) => void = () => {},
  order = forward,
): number[] {
  const match = newMatch(seed);
  tryKickOff(match);
  const digests: number[] = [];
  for (let i = 0; i < cycles; i++) {
    digests.push(cycle(match, order));
    between(match, i);
  }
  return digests;
}

describe('random streams are independent', () => {
  const plain = course(5, 150);

  it('the same seed gives the same course, and another seed a different one', () => {
    expect(course(5, 150)).toEqual(plain);
    const other = course(6, 150);
    expect(other.filter((d, i) => d === plain[i]).length).toBe(0);
  });

  it('every JavaScript engine gives this course', () => {
    // The value changes with every change of the simulation, and is the same on all versions of Node.
    expect(plain.at(-1)).toBe(3273141902);
  });

  it('observations and speech do not change the course', () => {
    const seen = createSeeObservation();
    const looking = course(5, 150, (match, i) => {
      for (let k = 0; k < i % 5; k++) observe(match, (i * 3 + k) % 22);
      if (i % 3 === 0) runSenseBody(match, () => {});
      if (i % 2 === 0) runVision(match, true, seen);
      if (i % 7 === 0) runVision(match, false, seen);
    });
    expect(looking).toEqual(plain);
  });

  it('coaches and a trainer that connect later do not change the course, nor do their queries', () => {
    const visited = course(5, 150, (match, i) => {
      if (i === 40) connectTrainer(match, 18);
      if (i === 50) connectCoach(match, { team: 'B', name: 'late', version: 18 });
      if (i > 50) {
        applyCoachCommand(match, 'r', { type: 'look' });
        applyCoachCommand(match, 'r', { type: 'say', text: '(say (info (clear)))' });
      }
    });
    expect(visited).toEqual(plain);
  });

  it('the order of the players in a cycle does not change their random draws (spec 05 §5.1)', () => {
    const backwards = [...forward].reverse();
    expect(course(5, 150, undefined, backwards)).toEqual(plain);
  });

  it('matches with different seeds in one process give the same courses as they do alone', () => {
    const seeds = [5, 6, 7];
    const matches = seeds.map(newMatch);
    for (const match of matches) tryKickOff(match);
    const together = matches.map(() => [] as number[]);
    for (let i = 0; i < 150; i++) {
      matches.forEach((match, k) => {
        together[k]!.push(cycle(match, forward));
        observe(match, i % 22);
      });
    }
    expect(together).toEqual(seeds.map((seed) => course(seed, 150)));
  });
});

describe('recorded inputs', () => {
  it('give the same complete state when replayed on another match', () => {
    fc.assert(
      fc.property(fc.array(randomAction, { maxLength: 60 }), fc.nat(), (play, seed) => {
        const inputs: RecordedInput[] = [];
        const match = createMatch({ params, seed });
        match.record = (input) => inputs.push(input);
        connectTeams(match);
        // `observe` is not recorded; it affects only the sensors' stream.
        const course = play.filter((what) => what.is !== 'look');
        for (const what of course) executeAction(match, what);
        const again = createMatch({ params, seed });
        const replay = createReplay(again);
        for (const input of inputs) expect(replay(input)).toBeNull();
        expect(snapshot(again)).toEqual(snapshot(match));
      }),
      { numRuns: 25 },
    );
  });

  it('connections of coaches and trainer are replayed one by one', () => {
    const inputs: RecordedInput[] = [];
    const match = newMatch(3);
    match.record = (input) => inputs.push(input);
    const again = newMatch(3);
    const replay = createReplay(again);
    for (const act of [
      () => releaseCoach(match, 'l'),
      () => connectCoach(match, { team: 'A', name: 'c', version: 8 }),
      () => disconnectCoach(match, 'l'),
      () => connectTrainer(match, 7),
      () => disconnectTrainer(match),
    ]) {
      const before = snapshot(match);
      act();
      expect(snapshot(match)).not.toEqual(before);
      expect(replay(inputs.at(-1)!)).toBeNull();
      expect(snapshot(again)).toEqual(snapshot(match));
    }
    expect(inputs).toHaveLength(5);
  });

  it('a replay with another seed differs in the first step that draws random numbers', () => {
    const inputs: RecordedInput[] = [];
    const match = newMatch(3);
    match.record = (input) => inputs.push(input);
    tryKickOff(match);
    for (let i = 0; i < 5; i++) cycle(match, forward);
    const other = newMatch(4);
    const replay = createReplay(other);
    const differences = inputs.map(replay).filter((difference) => difference !== null);
    expect(differences[0]).toMatchObject({ step: 1, time: 1 });
  });

  it('in keepaway the wall time of a step is recorded (spec 06 §15)', () => {
    const keepaway = createMatchParams(createServerParams({ keepaway: true }), createPlayerParams(), 1);
    const match = createMatch({ params: keepaway, seed: 1 });
    const inputs: RecordedInput[] = [];
    match.record = (input) => inputs.push(input);
    match.wallSeconds = 12.5;
    step(match);
    expect(inputs).toEqual([{ do: 'step', digest: digest(match), wall: 12.5 }]);
  });
});
