import { digest, snapshot } from '@rcss/simulator';
import { describe, expect, test } from 'vitest';
import createChasers from '../entries/chasers.js';
import type { LocalTeam } from '../local/client-host.js';
import { createLocalMatch, createLocalSpec } from '../local/local-match.js';
import { defineTeam, type TeamDefinition } from '../team/define-team.js';
import { AdvisingCoach } from './advising-coach.js';
import { followAdvice } from './follow-advice.js';

const FORMATION_TEAM: TeamDefinition = {
  play: (player) =>
    (player.world.kickable ? (player.passTo() ?? player.clear()) : null) ??
    (player.isFirst ? player.intercept() : null) ??
    player.goTo(player.home),
};

/** A team whose coach says messages, and what its players do because of them. */
function createAdvised(messages: readonly string[], isActive?: () => boolean) {
  const followed: { readonly unum: number; readonly directive: string }[] = [];
  const coaches: AdvisingCoach[] = [];
  const base = defineTeam(
    followAdvice(FORMATION_TEAM, { onFollow: (unum, directive) => followed.push({ unum, directive }) }),
  );
  const team: LocalTeam = {
    name: 'Alpha',
    create: async (context) => {
      const created = await base(context);
      const coach = new AdvisingCoach({
        team: context.team,
        messages,
        coach: created.coach,
        ...(isActive === undefined ? {} : { isActive }),
      });
      coaches.push(coach);
      return { ...created, coach };
    },
  };
  return { team, followed, coaches };
}

const BETA: LocalTeam = { name: 'Beta', create: createChasers };
const STAND = ['(define (definerule a direc ((true) (do our {8} (pos (pt -30 -25))))))', '(rule (on a))'];

describe('players that follow advice', () => {
  test.each(['l', 'r'] as const)('side %s: a player goes to the place that the coach means', async (side) => {
    const { team, followed, coaches } = createAdvised(STAND);
    const match = await createLocalMatch({
      ...(side === 'l' ? { left: team, right: BETA } : { left: BETA, right: team }),
      spec: createLocalSpec({ seed: 3 }),
    });
    const player = match.players.find((slot) => slot.player.side === side && slot.player.unum === 8)!.player;
    const sign = side === 'l' ? 1 : -1;
    const gap = (): number => Math.hypot(sign * player.pos.x + 30, sign * player.pos.y + 25);
    while (gap() > 2 && match.match.world.time < 300) match.cycle();
    expect(gap()).toBeLessThan(2);
    expect(coaches[0]!.saidCount).toBe(2);
    expect(new Set(followed.map(({ unum }) => unum))).toEqual(new Set([8]));
    expect(followed[0]!.directive).toContain('(pos ');
  });

  test('a forbidden action is not done, an advised one is', async () => {
    const kinds = async (messages: readonly string[]): Promise<number> => {
      const { team, followed } = createAdvised(messages);
      const match = await createLocalMatch({ left: team, right: BETA, spec: createLocalSpec({ seed: 3 }) });
      match.run({ cycles: 120 });
      return followed.length;
    };
    expect(await kinds([])).toBe(0);
    expect(
      await kinds(['(define (definerule a direc ((true) (dont our {0} (pass {0})))))', '(rule (on a))']),
    ).toBeGreaterThan(0);
    expect(
      await kinds(['(define (definerule a direc ((true) (do our {0} (hold)))))', '(rule (on a))']),
    ).toBeGreaterThan(0);
  });

  test('actions that players cannot follow leave their decisions alone', async () => {
    const other = '(define (definerule a direc ((true) (do our {0} (oline (pt 0 0))))))';
    const { team, followed, coaches } = createAdvised([other, '(rule (on a))']);
    const match = await createLocalMatch({ left: team, right: BETA, spec: createLocalSpec({ seed: 4 }) });
    match.run({ cycles: 80 });
    expect(coaches[0]!.saidCount).toBe(2);
    expect(followed).toEqual([]);
  });

  test('a message that is not coach language is refused', () => {
    expect(() => new AdvisingCoach({ team: 'Alpha', messages: ['(rule (on'] })).toThrow(
      '"(rule (on" is not coach language, column 10: ',
    );
  });
});

describe('a coach in a continuation', () => {
  test('repeats recorded decisions into the same state, then says its advice', async () => {
    const tape: { readonly client: string; readonly commands: string }[] = [];
    const { team } = createAdvised([]);
    const first = await createLocalMatch({
      left: team,
      right: BETA,
      overrule: ({ side, unum }, commands) => {
        tape.push({ client: side + unum, commands });
        return commands;
      },
      overruleCoach: (side, commands) => {
        tape.push({ client: `coach ${side}`, commands });
        return commands;
      },
      spec: createLocalSpec({ seed: 5 }),
    });
    for (let i = 0; i < 20; i++) first.cycle();
    const from = snapshot(first.match);
    tape.length = 0;
    for (let i = 0; i < 60; i++) first.cycle();
    expect(tape.some(({ client }) => client === 'coach l')).toBe(true);

    let isWatching = true;
    const advised = createAdvised(STAND, () => !isWatching);
    const waiting = [...tape];
    const next = (client: string): string => {
      const index = waiting.findIndex((entry) => entry.client === client);
      return waiting.splice(index, 1)[0]!.commands;
    };
    const match = await createLocalMatch({
      left: advised.team,
      right: BETA,
      from,
      overrule: ({ side, unum }, commands) => (isWatching ? next(side + unum) : commands),
      overruleCoach: (side, commands) => (isWatching ? next(`coach ${side}`) : commands),
      spec: createLocalSpec({ seed: 5 }),
    });
    for (let i = 0; i < 60; i++) match.cycle();
    expect(digest(match.match)).toBe(digest(first.match));
    expect(advised.coaches[0]!.saidCount).toBe(0);
    isWatching = false;
    const { time } = match.match.world;
    while (advised.followed.length === 0 && match.match.world.time < time + 120) match.cycle();
    expect(advised.coaches[0]!.saidCount).toBe(2);
    expect(advised.followed[0]).toMatchObject({ unum: 8 });
  });
});
