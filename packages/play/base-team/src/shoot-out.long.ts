import { type MatchEvent, oppositeSide, type Side } from '@rcss/core';
import { expect, it } from 'vitest';
import { createMatchResult, formatResultName } from '../../../serve/match-server/src/results/match-result.js';
import { createBaseMatch } from '../test/statistics.js';

interface Kick {
  readonly side: Side;
  readonly scored: boolean;
}

/** Result of the shootout, computed only from its kicks (spec 06 §16.10); null while it is undecided. */
function decided(kicks: readonly Kick[], regular: number, extra: number): Side | 'draw' | null {
  const last = kicks.at(-1);
  if (last === undefined) return null;
  const goals = (side: Side) => kicks.filter((kick) => kick.side === side && kick.scored).length;
  const taken = (side: Side) => kicks.filter((kick) => kick.side === side).length;
  if (kicks.length > 2 * (regular + extra)) return 'draw';
  if (kicks.length > 2 * regular) {
    if (kicks.length % 2 === 1 || goals('l') === goals('r')) return null;
    return goals('l') > goals('r') ? 'l' : 'r';
  }
  for (const side of ['l', 'r'] as const) {
    const other = oppositeSide(side);
    if (goals(other) + regular - taken(other) < goals(side)) return side;
  }
  return null;
}

it('drawn matches go through extra time to a shoot-out that the right side wins (spec 06 §7, §16.10, §24.12, §24.58)', async () => {
  let shootOuts = 0;
  for (let seed = 1; shootOuts < 2; seed++) {
    const { game, cycle } = await createBaseMatch(seed, {
      half_time: 5,
      extra_half_time: 3,
      nr_extra_halfs: 2,
      penalty_shoot_outs: true,
    });
    const { match } = game;
    const calls: (readonly [number, string])[] = [];
    const { listener } = match;
    match.listener = (event: MatchEvent) => {
      if (event.type === 'referee') calls.push([event.time, event.text]);
      listener(event);
    };
    while (cycle());
    const { left, right } = match.world;
    const text = calls.map(([, call]) => call);
    expect(text.filter((call) => call === 'half_time')).toHaveLength(1);
    expect(text.at(-1)).toBe('time_over');
    const result = createMatchResult(match, new Date(0));
    if (left.score !== right.score) {
      expect(text.some((call) => call.startsWith('penalty_'))).toBe(false);
      expect(formatResultName(result)).toBe(`Alpha_${left.score}-vs-Beta_${right.score}`);
      continue;
    }
    shootOuts += 1;
    expect(text.filter((call) => call === 'time_extended')).toHaveLength(2);
    expect(text.filter((call) => call.startsWith('penalty_onfield_'))).toHaveLength(1);

    const kicks: Kick[] = [];
    let outcome: Side | 'draw' | null = null;
    for (const [, call] of calls) {
      const kick = /^penalty_(score|miss)_([lr])$/.exec(call);
      if (kick === null) continue;
      expect(outcome, 'a kick after the decision').toBe(null);
      const before = kicks.at(-1);
      if (before !== undefined) expect(kick[2]).toBe(oppositeSide(before.side));
      kicks.push({ side: kick[2] as Side, scored: kick[1] === 'score' });
      outcome = decided(kicks, 5, 5);
    }
    expect(outcome).not.toBe(null);
    const end = calls.findIndex(([, call]) => /^penalty_(winner_[lr]|draw)$/.test(call));
    expect(calls[end]![1]).toBe(outcome === 'draw' ? 'penalty_draw' : `penalty_winner_${outcome}`);
    expect(text.slice(end + 1)).toEqual(['time_over']);

    const count = (side: Side, scored: boolean) =>
      kicks.filter((kick) => kick.side === side && (kick.scored || !scored)).length;
    expect([left.penaltyTaken, left.penaltyScored]).toEqual([count('l', false), count('l', true)]);
    expect([right.penaltyTaken, right.penaltyScored]).toEqual([count('r', false), count('r', true)]);
    // Most kicks must be taken. Otherwise the two teams would only stand and wait.
    expect(text.filter((call) => call.startsWith('penalty_taken_')).length).toBeGreaterThan(kicks.length - 2);
    expect(formatResultName(result)).toBe(
      `Alpha_${left.score}_${count('l', true)}-vs-Beta_${right.score}_${count('r', true)}`,
    );
  }
  expect(shootOuts).toBeGreaterThanOrEqual(2);
});
