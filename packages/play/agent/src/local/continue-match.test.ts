import { digest, type Snapshot, snapshot } from '@rcss/simulator';
import { describe, expect, test } from 'vitest';
import createChasers from '../entries/chasers.js';
import { defineTeam } from '../team/define-team.js';
import { createLocalMatch, createLocalSpec, type LocalMatchOptions } from './local-match.js';

const passers = defineTeam({
  play: (player) => player.passTo() ?? player.intercept() ?? player.goTo(player.home),
});

const TEAMS: LocalMatchOptions = {
  left: { name: 'Alpha', create: passers },
  right: { name: 'Beta', create: createChasers },
  spec: createLocalSpec({ seed: 5 }),
};

/** Plays a number of cycles, remembers a state, and records what the players decide in the cycles after it. */
async function playAndRecord(before: number, after: number) {
  const tape: string[] = [];
  let isRecording = false;
  const match = await createLocalMatch({
    ...TEAMS,
    overrule: (_, commands) => {
      if (isRecording) tape.push(commands);
      return commands;
    },
  });
  for (let i = 0; i < before; i++) match.cycle();
  const from = snapshot(match.match);
  isRecording = true;
  for (let i = 0; i < after; i++) match.cycle();
  return { from, tape, end: digest(match.match) };
}

describe('a match that continues from a state', () => {
  test('with the recorded decisions, it reaches the same state bit for bit', async () => {
    const { from, tape, end } = await playAndRecord(40, 30);
    let next = 0;
    const match = await createLocalMatch({ ...TEAMS, from, overrule: () => tape[next++]! });
    expect(match.match.steps).toBe(from.steps);
    for (let i = 0; i < 30; i++) match.cycle();
    expect(digest(match.match)).toBe(end);
    expect(next).toBe(tape.length);
  });

  test('its players perceive and play on', async () => {
    const { from } = await playAndRecord(40, 0);
    const decided = new Set<string>();
    const match = await createLocalMatch({
      ...TEAMS,
      from,
      overrule: (player, commands) => {
        if (commands !== '') decided.add(player.side + player.unum);
        return commands;
      },
    });
    for (let i = 0; i < 20; i++) match.cycle();
    expect(match.match.world.time).toBeGreaterThan(from.world.time);
    expect(decided.size).toBe(22);
  });

  test('a state of a match with another seed is refused', async () => {
    const { from } = await playAndRecord(3, 0);
    await expect(createLocalMatch({ ...TEAMS, from, spec: createLocalSpec({ seed: 6 }) })).rejects.toThrow(
      'seed: 6 is not 5, the seed of the match to continue',
    );
  });

  test('its players perceive the states before it without acting, and act in the first cycle after it', async () => {
    const states: Snapshot[] = [];
    // States without the decisions of the cycle, as a log has them.
    const played = await createLocalMatch({
      ...TEAMS,
      sinks: [{ frame: (state) => states.push(snapshot(state)) }],
    });
    for (let i = 0; i < 60; i++) played.cycle();
    const from = states.at(-1)!;
    const open = async (watched?: Snapshot[]) => {
      const { match } = await createLocalMatch({ ...TEAMS, from, ...(watched && { watched }) });
      expect(match.steps).toBe(from.steps);
      expect(match.world.players.map(({ pos }) => pos)).toEqual(from.world.players.map(({ pos }) => pos));
      const acting = match.world.players.filter(({ bodyUsed }) => bodyUsed).length;
      const done = match.world.players.map(
        ({ dashCount, turnCount }, i) =>
          dashCount + turnCount - from.world.players[i]!.dashCount - from.world.players[i]!.turnCount,
      );
      return { acting, most: Math.max(...done) };
    };
    expect(await open()).toEqual({ acting: 0, most: 0 });
    const { acting, most } = await open(states.slice(-11, -1));
    expect(acting).toBeGreaterThan(10);
    expect(most).toBeLessThanOrEqual(1);
  });
});
