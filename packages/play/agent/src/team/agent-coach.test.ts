import { createPlayerParams, createServerParams } from '@rcss/params';
import { expect, it } from 'vitest';
import { createLocalMatch, createLocalSpec } from '../local/local-match.js';
import { AgentCoach } from './agent-coach.js';
import { defineTeam } from './define-team.js';

it('a coach with own code sees the field in the team frame, changes types, substitutes and talks', async () => {
  const coaches = new Set<AgentCoach>();
  const heard = new Map<string, readonly string[]>();
  const create = defineTeam({
    play: () => null,
    setPlay: ({ world, unum, coachHeard }) => {
      if (coachHeard.length > 0) heard.set(`${world.side}${unum}`, [...coachHeard]);
      return null;
    },
    coach: {
      types: () => new Map([[2, 5]]),
      decide(coach) {
        if (!coaches.has(coach)) {
          coach.changeType(9, 4);
          coach.say('press high');
        } else if (coach.mode.kind === 'kick_in' && coach.substitutionsLeft === 3) coach.changeType(10, 15);
        coaches.add(coach);
      },
    },
  });
  const side = { name: 'Alpha', create };
  const match = await createLocalMatch({
    left: side,
    right: { name: 'Beta', create },
    spec: createLocalSpec({ seed: 2 }),
  });
  const { world } = match.match;
  for (let n = 0; n < 10; n++) match.cycle();
  for (const first of [0, 11]) {
    expect([world.players[first + 1]!.typeId, world.players[first + 8]!.typeId]).toEqual([5, 4]);
  }
  expect(heard.size).toBe(22);
  expect(heard.get('r7')).toEqual(['press high']);
  world.playMode = 'play_on';
  for (let n = 0; n < 40; n++) match.cycle();
  Object.assign(world.ball.pos, { x: 0, y: 33.5 });
  world.ball.vel.y = 2;
  for (let n = 0; n < 8; n++) match.cycle();
  expect(world.players[9]!.typeId).toBe(15);
  expect(world.players[20]!.typeId).toBe(15);
  const [left, right] = [...coaches].sort((a, b) => a.side.localeCompare(b.side));
  for (const coach of [left!, right!]) {
    expect(coach.substitutionsLeft).toBe(2);
    expect(coach.typeOf(10)).toBe(15);
    // 11 players and the former type of 10.
    expect(coach.freeTypes).toHaveLength(coach.types.length - 12);
    expect(coach.mode.kind).toBe('kick_in');
    expect([coach.teammates.length, coach.opponents.length]).toEqual([11, 11]);
  }
  expect(left!.teammates[6]!.pos.x).toBeCloseTo(-right!.opponents[6]!.pos.x, 3);
  expect(left!.teammates[6]!.pos.y).toBeCloseTo(-right!.opponents[6]!.pos.y, 3);
});

it('orders that the server refuses come back with their code', async () => {
  const refusals: string[] = [];
  let calls = 0;
  const create = defineTeam({
    play: () => null,
    coach: {
      types: () => new Map(),
      decide(coach) {
        calls += 1;
        refusals.push(...coach.refusals);
        if (calls === 1) for (const unum of [3, 4]) coach.changeType(unum, 7);
      },
    },
  });
  const match = await createLocalMatch({
    left: { name: 'Alpha', create },
    spec: createLocalSpec({ seed: 2 }),
  });
  for (let n = 0; n < 6; n++) match.cycle();
  expect(refusals).toEqual(['max_of_that_type_on_field']);
  expect(match.match.world.players.slice(2, 4).map(({ typeId }) => typeId)).toEqual([7, 0]);
});

it('wrong orders are errors that say what is allowed', () => {
  const server = createServerParams();
  const coach = new AgentCoach('l', server, [], () => null, createPlayerParams());
  expect(() => coach.changeType(12, 0)).toThrow('changeType: unum: 12 is not a number from 1 to 11');
  expect(() => coach.changeType(3, 4)).toThrow('changeType: type: 4 is not a type from 0 to');
  expect(() => coach.say('a "quote"')).toThrow('say: \'a "quote"\' is not a text of 1 to 100 characters');
});
