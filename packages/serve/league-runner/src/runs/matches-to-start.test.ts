import { tmpdir } from 'node:os';
import type { Fixture } from '@rcss/tournament/formats';
import { describe, expect, test } from 'vitest';
import { resolveDocument } from '../documents/load-document.js';
import type { LeagueDecision } from './decision-line.js';
import { addDecision } from './decisions.js';
import { findMatchesToStart } from './matches-to-start.js';
import { createRunState } from './run-state.js';

const NOON = Date.parse('2026-07-04T12:00:00.000Z');
const HOUR = 3_600_000;
const [one, two, three] = ['league-1-1', 'league-2-1', 'league-3-1'] as const;

function createState(...decisions: LeagueDecision[]) {
  const teams = ['A', 'B', 'C'].map((name) => ({ name, start: 'demo' }));
  const format = { type: 'round-robin', matches: 1 } as const;
  const state = createRunState(resolveDocument({ version: 1, teams, format }, tmpdir()));
  for (const [i, decision] of decisions.entries())
    addDecision(state.organizer, {
      type: 'decision',
      id: `d${i}`,
      by: 'Ada',
      reason: 'plan of the day',
      at: '2026-07-04T10:00:00.000Z',
      ...decision,
    });
  return state;
}

function schedule(fixture: string, kickoff: number | null, field: string | null = null): LeagueDecision {
  const time = kickoff === null ? null : new Date(kickoff).toISOString();
  return { verb: 'schedule', fixture, kickoff: time, field };
}

/** Identifiers of the matches that begin, and when the next one can. */
function find(
  state: ReturnType<typeof createState>,
  now: number,
  { limit = 3, running = [] as readonly string[] } = {},
) {
  const taken = { running: new Map(running.map((id) => [id, null])), failed: new Set<string>() };
  const { fixtures, nextAt } = findMatchesToStart(state, limit, taken, now);
  return { ids: fixtures.map(({ id }: Fixture) => id), nextAt };
}

describe('a kick-off time', () => {
  test('holds its match back until then; the others begin, and the run is woken at the time', () => {
    const state = createState(schedule(two, NOON));
    expect(find(state, NOON - 1)).toEqual({ ids: [one, three], nextAt: NOON });
    expect(find(state, NOON)).toEqual({ ids: [one, three, two], nextAt: null });
  });

  test('orders the matches; those without a time come first', () => {
    const state = createState(schedule(one, NOON + HOUR), schedule(two, NOON));
    expect(find(state, NOON - HOUR)).toEqual({ ids: [three], nextAt: NOON });
    expect(find(state, NOON)).toEqual({ ids: [three, two], nextAt: NOON + HOUR });
    expect(find(state, NOON + HOUR, { limit: 2 }).ids).toEqual([three, two]);
  });

  test('that is taken away or replaced has no effect any more', () => {
    expect(find(createState(schedule(one, NOON), schedule(one, null)), 0).ids).toEqual([one, two, three]);
    const later = createState(schedule(one, NOON), schedule(one, NOON + HOUR));
    expect(find(later, NOON)).toEqual({ ids: [two, three], nextAt: NOON + HOUR });
  });
});

describe('a field', () => {
  test('has one match at a time; matches of other fields and without a field begin beside it', () => {
    const state = createState(
      schedule(one, null, 'Center'),
      schedule(two, null, 'Center'),
      schedule(three, null, 'East'),
    );
    expect(find(state, NOON).ids).toEqual([one, three]);
    expect(find(state, NOON, { running: [one] }).ids).toEqual([three]);
    expect(find(state, NOON, { running: [three] }).ids).toEqual([one]);
    expect(find(createState(schedule(one, null, 'Center')), NOON).ids).toEqual([two, three, one].sort());
  });

  test('keeps the order of the kick-off times: the earlier match of a field is played first', () => {
    const state = createState(schedule(one, NOON + HOUR, 'Center'), schedule(two, NOON, 'Center'));
    expect(find(state, NOON + 2 * HOUR).ids).toEqual([three, two]);
    expect(find(state, NOON + 2 * HOUR, { running: [two] }).ids).toEqual([three]);
  });

  test('does not hold back matches of other fields that come later', () => {
    const state = createState(schedule(one, null, 'Center'), schedule(two, NOON, 'Center'));
    expect(find(state, NOON + 1, { running: [one] }).ids).toEqual([three]);
  });
});

test('in a pause no match begins; the run is woken at its end', () => {
  const until = new Date(NOON).toISOString();
  const state = createState(schedule(one, NOON + HOUR), { verb: 'pause', until });
  expect(find(state, NOON - 1)).toEqual({ ids: [], nextAt: NOON });
  expect(find(state, NOON)).toEqual({ ids: [two, three], nextAt: NOON + HOUR });
  const open = createState({ verb: 'pause', until: null });
  expect(find(open, NOON)).toEqual({ ids: [], nextAt: Number.POSITIVE_INFINITY });
});

test('a match whose result is annulled waits, with or without a kick-off time', () => {
  const state = createState({ verb: 'annul', fixture: one }, schedule(one, NOON));
  expect(find(state, NOON).ids).toEqual([two, three]);
});
