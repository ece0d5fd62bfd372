import type { CreateTeam } from '@rcss/core/team-module';
import { DecisionClock, playMatch } from '@rcss/host';
import type { MatchEnd, MatchSink, MatchSpec } from '@rcss/simulator';
import { describe, expect, it } from 'vitest';
import createChasers from '../entries/chasers.js';
import { ClientHost, type ModuleSeats } from './client-host.js';
import { createLocalMatch, createLocalSpec } from './local-match.js';

const LEFT = { name: 'Alpha', create: createChasers };
const RIGHT = { name: 'Beta', create: createChasers };

/** A spec of 40 cycles of open play. */
function createSpec(options: Parameters<typeof createLocalSpec>[0] = {}): MatchSpec {
  return createLocalSpec({ seed: 5, initial: { playMode: 'play_on' }, stop: { cycles: 40 }, ...options });
}

function play(seats: ModuleSeats, clock?: Parameters<typeof playMatch>[2], sinks?: readonly MatchSink[]) {
  return playMatch(
    createSpec(),
    (match) => new ClientHost(match, { left: LEFT, right: RIGHT, ...seats }),
    clock,
    sinks,
  );
}

/** A team whose player 3 throws at its 20th decision. */
const createFailing: CreateTeam = async (context) => {
  const { players } = await createChasers(context);
  let count = 0;
  const failing = {
    ...players[2]!,
    init: players[2]!.init,
    receive: () => {},
    decide: () => {
      count += 1;
      if (count === 20) throw new Error('no idea');
      return '';
    },
  };
  return { players: players.map((client, i) => (i === 2 ? failing : client)) };
};

describe('a match of a spec', () => {
  it('has an equal end whether its seats answer at once or later, and its clock waits or not', async () => {
    const asked: string[] = [];
    let waitCount = 0;
    const ends = await Promise.all([
      play({}),
      play({
        collect: async (role, clients) => {
          await new Promise((resolve) => setImmediate(resolve));
          asked.push(`${role} ${clients.length}`);
        },
      }),
      play({}, (match) => {
        const inner = new DecisionClock(match);
        const wait = () => {
          waitCount += 1;
          return new Promise((resolve) => setImmediate(resolve));
        };
        return { wait, pass: (phases) => inner.pass(phases) };
      }),
      createLocalMatch({ spec: createSpec(), left: LEFT, right: RIGHT }).then((match) => match.run()),
    ]);
    expect(ends[0]).toMatchObject({ steps: 40, end: { condition: 'cycles' }, forfeit: null });
    for (const end of ends) expect(end).toEqual(ends[0]);
    expect(waitCount).toBeGreaterThan(40);
    // Once before the first cycle.
    expect(asked).toEqual(Array(41).fill('players 22'));
  });

  it('is forfeited by a team whose code fails, with the cause, and the sinks get this end', async () => {
    const ends: MatchEnd[] = [];
    const end = await play({ right: { name: 'Beta', create: createFailing } }, undefined, [
      { end: (given) => void ends.push(given) },
    ]);
    const cause = 'player 3 of Beta failed in decide: no idea';
    expect(end).toMatchObject({
      forfeit: { side: 'right', cause },
      end: { condition: 'team', message: cause },
    });
    expect(end.steps).toBe(19);
    expect(ends).toEqual([end]);
  });

  it('is forfeited by both teams if neither can start', async () => {
    const refused: CreateTeam = () => ({
      players: [{ init: '(init ? (version 99))', receive: () => {}, decide: () => '' }],
    });
    const end = await play({
      left: { name: 'Alpha', create: refused },
      right: { name: 'Beta', create: refused },
    });
    expect(end).toMatchObject({ steps: 0, forfeit: { side: 'both' } });
    expect(end.forfeit!.cause).toMatch(/player 1 of Alpha.*; player 1 of Beta/);
  });

  it('fails with an error that is not one of a team', async () => {
    const broken: CreateTeam = () => Promise.reject(new TypeError('broken'));
    await expect(play({ left: { name: 'Alpha', create: broken } })).rejects.toThrow('broken');
  });
});

it('a match that is run in parts has one end for its sinks', async () => {
  const seen: string[] = [];
  const sink: MatchSink = {
    frame: () => void seen.push('frame'),
    end: (end) => void seen.push(end.end.condition),
  };
  const match = await createLocalMatch({
    left: LEFT,
    sinks: [sink],
    spec: createLocalSpec({ stop: { cycles: 6 } }),
  });
  expect(match.run({ cycles: 2 }).steps).toBe(2);
  expect(match.run({ cycles: 4 }).end.condition).toBe('cycles');
  expect(seen).toEqual(Array(4).fill('frame'));
  const end = match.run();
  expect(end.steps).toBe(6);
  expect(match.run()).toBe(end);
  expect(match.finish({ condition: 'stopped', message: 'again' })).toBe(end);
  expect(seen).toEqual([...Array(6).fill('frame'), 'cycles']);
});
