import type { CreateTeam, TeamClient } from '@rcss/core/team-module';
import { digest } from '@rcss/simulator';
import { afterEach, describe, expect, it, vi } from 'vitest';
import createChasers from '../entries/chasers.js';
import { defineTeam } from '../team/define-team.js';
import { PlayerAgent } from '../team/player-client.js';
import { createLocalMatch, createLocalSpec } from './local-match.js';

/** A team of one player that records its messages and sends the given text in each cycle. */
function createRecorder(text: string, extra: Partial<Awaited<ReturnType<CreateTeam>>> = {}) {
  const received: string[] = [];
  const closed: boolean[] = [];
  const create: CreateTeam = ({ team }) => ({
    players: [createClient(`(init ${team} (version 19))`)],
    ...extra,
  });
  const createClient = (init: string): TeamClient => ({
    init,
    receive: (m) =>
      received.push((typeof m === 'string' ? m : new TextDecoder().decode(m)).replace('\0', '')),
    decide: () => text,
    close: () => closed.push(true),
  });
  return { create, createClient, received, closed };
}

afterEach(() => {
  vi.restoreAllMocks();
});

/** A team whose clients are reached by text only. */
function withTextOnly(create: CreateTeam): CreateTeam {
  return async (context) => {
    const team = await create(context);
    const players = team.players.map(
      (client): TeamClient => ({
        init: client.init,
        receive: (m) => client.receive(m),
        decide: () => client.decide(),
      }),
    );
    return { ...team, players };
  };
}

const kind = (message: string): string => /^\((\w+)/.exec(message)![1]!;

describe('a match in process', () => {
  it('a client receives the answer to its init, the parameters and its view mode, and in each cycle sense_body before see', async () => {
    const { create, received } = createRecorder('(change_view narrow)');
    const match = await createLocalMatch({ left: { name: 'Alpha', create } });
    expect(received[0]).toBe('(init l 1 before_kick_off)');
    expect(received.slice(1).map(kind)).toEqual([
      'server_param',
      'player_param',
      ...Array(18).fill('player_type'),
      'ok',
    ]);
    expect(received.at(-1)).toBe('(ok synch_see)');
    for (let n = 0; n < 3; n++) match.cycle();
    received.length = 0;
    match.cycle();
    expect(received.map(kind)).toEqual(['sense_body', 'see']);
  });

  it('commands are executed, and refused commands are answered and reported', async () => {
    const { create, received } = createRecorder('(turn 30)(nonsense)');
    const match = await createLocalMatch({ left: { name: 'Alpha', create } });
    match.cycle();
    expect(match.players[0]!.player.turnCount).toBe(2);
    expect(received).toContain('(error illegal_command_form)');
    expect(match.complaints[0]).toContain('player 1 of Alpha: error illegal_command_form');
  });

  it('a refused init names the client and the reason', async () => {
    const { create } = createRecorder('');
    const bad: CreateTeam = async (context) => {
      const team = await create(context);
      return { players: [...team.players, { ...team.players[0]!, init: '(init Alpha (version 99))' }] };
    };
    await expect(createLocalMatch({ left: { name: 'Alpha', create: bad } })).rejects.toThrow(
      'player 2 of Alpha: the init "(init Alpha (version 99))" is refused: no_more_player_or_goalie_or_illegal_client_version',
    );
  });

  it('an error in a client names the client', async () => {
    const create: CreateTeam = ({ team }) => ({
      players: [
        {
          init: `(init ${team} (version 19))`,
          receive() {},
          decide() {
            throw new Error('no plan');
          },
        },
      ],
    });
    const match = await createLocalMatch({ left: { name: 'Alpha', create } });
    expect(() => match.cycle()).toThrow('player 1 of Alpha failed in decide: no plan');
  });

  it('a coach changes player types, and a trainer moves the ball', async () => {
    const { createClient, received } = createRecorder('');
    let orders = '';
    const coach: TeamClient = {
      ...createClient('(init Alpha (version 19))'),
      decide: () => '(change_player_type 1 3)',
    };
    const trainer: TeamClient = {
      ...createClient('(init (version 19))'),
      decide() {
        const text = orders;
        orders = '';
        return text;
      },
    };
    const { create } = createRecorder('', { coach, trainer });
    const match = await createLocalMatch({
      left: { name: 'Alpha', create },
      spec: createLocalSpec({ server: { coach_w_referee: true } }),
    });
    expect(received).toContain('(init l ok)');
    expect(received).toContain('(init ok)');
    orders = '(move (ball) 10 5)(eye on)';
    match.cycle();
    expect(match.match.world.ball.pos).toEqual({ x: 10, y: 5 });
    expect(match.players[0]!.player.typeId).toBe(3);
    match.cycle();
    expect(received.some((m) => m.startsWith('(see_global '))).toBe(true);
  });

  it('the parts of a cycle, called one after the other, play the same match as whole cycles', async () => {
    const create = defineTeam({ play: (player) => player.scan() });
    const options = {
      left: { name: 'Alpha', create },
      right: { name: 'Beta', create },
      spec: createLocalSpec({ seed: 9 }),
    };
    const whole = await createLocalMatch(options);
    whole.run({ cycles: 5 });
    const parts = await createLocalMatch(options);
    while (parts.match.steps < 5) {
      parts.advance();
      parts.seats.decide();
    }
    expect(digest(parts.match)).toBe(digest(whole.match));
  });

  it('sets a scene, stops at a condition, and closes the clients at the end by the rules', async () => {
    const { create, closed } = createRecorder('');
    const match = await createLocalMatch({
      left: { name: 'Alpha', create },
      spec: createLocalSpec({
        server: { half_time: 1, nr_extra_halfs: 0, penalty_shoot_outs: false },
        initial: { playMode: 'play_on', ball: { position: { x: 45, y: 0 }, velocity: { x: 2.5, y: 0 } } },
      }),
    });
    const { score, end } = match.run({ goals: 1 });
    expect(score).toEqual({ left: 1, right: 0 });
    expect(end.condition).toBe('goals');
    expect(match.run().end.condition).toBe('rules');
    expect(match.cycle()).toBe(false);
    expect(closed).toEqual([true]);
    await expect(
      createLocalMatch({ left: { name: 'Alpha', create }, spec: createLocalSpec({ initial: { time: -5 } }) }),
    ).rejects.toThrow('the scene cannot be set: time');
  });

  it.each([19, 17, 12])(
    'agents that get messages without text play the match that they play with text (version %d)',
    async (version) => {
      const create = defineTeam({
        play: (p) => p.shoot() ?? p.passTo() ?? p.dribbleTo() ?? (p.isFirst ? p.intercept() : p.goTo(p.home)),
        version,
        gaussianVision: version >= 18,
        coach: true,
      });
      const play = async (team: CreateTeam): Promise<number[]> => {
        const left = { name: 'Alpha', create: team };
        const match = await createLocalMatch({
          left,
          right: { name: 'Beta', create: team },
          spec: createLocalSpec({ seed: 6 }),
        });
        for (const { receiveDecoded } of match.players) expect(receiveDecoded === null).toBe(team !== create);
        const digests: number[] = [];
        while (match.match.world.time < 40) {
          match.cycle();
          digests.push(digest(match.match));
        }
        return digests;
      };
      expect(await play(create)).toEqual(await play(withTextOnly(create)));
    },
  );

  it('the chasers play the same match with and without text', async () => {
    const play = async (team: CreateTeam) => {
      const match = await createLocalMatch({
        left: { name: 'Chasers', create: team },
        spec: createLocalSpec({ seed: 6 }),
      });
      for (const { receiveDecoded } of match.players)
        expect(receiveDecoded === null).toBe(team !== createChasers);
      match.run({ cycles: 60 });
      expect(match.match.world.ball.pos).not.toEqual({ x: 0, y: 0 });
      return digest(match.match);
    };
    expect(await play(createChasers)).toEqual(await play(withTextOnly(createChasers)));
  });

  it('an agent whose receive is replaced gets all messages as text', async () => {
    const kinds = new Set<string>();
    const create: CreateTeam = async (context) => {
      const { players } = await defineTeam({ play: (player) => player.scan() })(context);
      const agent = players[0] as PlayerAgent;
      agent.receive = (m) => {
        kinds.add(kind(new TextDecoder().decode(m as Uint8Array)));
        PlayerAgent.prototype.receive.call(agent, m);
      };
      return { players: [agent] };
    };
    const match = await createLocalMatch({ left: { name: 'Alpha', create } });
    match.cycle();
    expect([...kinds]).toEqual(expect.arrayContaining(['init', 'server_param', 'sense_body', 'see']));
    expect((match.players[0]!.client as PlayerAgent).world!.sawThisCycle).toBe(true);
  });

  it('the same seed gives the same match, another seed another one', async () => {
    const create = defineTeam({
      play: (p) => p.shoot() ?? p.passTo() ?? p.dribbleTo() ?? (p.isFirst ? p.intercept() : p.goTo(p.home)),
    });
    const play = async (seed: number): Promise<number> => {
      const match = await createLocalMatch({
        left: { name: 'Alpha', create },
        right: { name: 'Beta', create },
        spec: createLocalSpec({ seed }),
      });
      match.run({ cycles: 40 });
      expect(match.complaints).toEqual([]);
      return digest(match.match) as unknown as number;
    };
    const first = await play(4);
    expect(await play(4)).toEqual(first);
    expect(await play(5)).not.toEqual(first);
  });

  it('a match does not depend on functions of Math whose results differ between engines', async () => {
    const create = defineTeam({
      play: (p) =>
        p.world.goalie
          ? p.keepGoal()
          : (p.shoot() ??
            p.dribbleTo({ x: 48, y: 0 }) ??
            p.passTo() ??
            (p.isFirst ? p.intercept() : p.goTo(p.home))),
    });
    const play = async () => {
      const left = { name: 'Alpha', create };
      const match = await createLocalMatch({
        left,
        right: { name: 'Beta', create: createChasers },
        spec: createLocalSpec({ seed: 3 }),
      });
      match.run({ cycles: 60 });
      return digest(match.match);
    };
    const expected = await play();
    const names = [
      'sin',
      'cos',
      'tan',
      'asin',
      'acos',
      'atan',
      'atan2',
      'exp',
      'log',
      'pow',
      'hypot',
      'cbrt',
    ] as const;
    const spies = names.map((name) => vi.spyOn(Math, name).mockReturnValue(Number.NaN));
    expect(await play()).toEqual(expected);
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  });
});

it('a monitor receives every step, and its commands are executed', async () => {
  const { create } = createRecorder('');
  const shown: string[] = [];
  let commands = '(dispstart)';
  const monitor: TeamClient = {
    init: '(dispinit version 5)',
    receive: (message) => shown.push(Buffer.from(message as Uint8Array).toString('latin1')),
    decide() {
      const text = commands;
      commands = '';
      return text;
    },
  };
  const match = await createLocalMatch({ left: { name: 'Alpha', create }, monitors: [monitor] });
  for (let n = 0; n < 5; n++) match.cycle();
  expect(shown[0]).toContain('(server_param ');
  expect(shown.filter((text) => text.startsWith('(show '))).toHaveLength(match.match.steps);
  expect(match.match.world.playMode).toBe('kick_off_l');
  expect(match.complaints).toEqual([]);
  await expect(
    createLocalMatch({
      left: { name: 'Alpha', create },
      monitors: [{ ...monitor, init: '(dispinit version 99)' }],
    }),
  ).rejects.toThrow('monitor: the init "(dispinit version 99)" is refused');
});

it('a seed or a stop condition that is not a whole number is refused', async () => {
  const left = { name: 'Alpha', create: createChasers };
  expect(() => createLocalSpec({ seed: Number('x') })).toThrow('seed: NaN is not a whole number');
  const match = await createLocalMatch({ left });
  expect(() => match.run({ cycles: Number('x') })).toThrow(
    'stop condition cycles: NaN is not a whole number from 0',
  );
});

it('what a player says reaches its teammates in the next cycle, and not the opponents', async () => {
  const heard: [number, number, string][] = [];
  const opponents: string[] = [];
  const match = await createLocalMatch({
    left: {
      name: 'Alpha',
      create: defineTeam({
        play: (player) => {
          for (const { unum, text } of player.heard) heard.push([player.unum, unum, text]);
          if (player.isFirst) player.say('press');
          return player.isFirst ? player.intercept() : player.scan();
        },
      }),
    },
    right: {
      name: 'Beta',
      create: defineTeam({
        play: (player) => {
          opponents.push(...player.heard.map(({ text }) => text));
          return player.scan();
        },
      }),
    },
  });
  match.run({ cycles: 60 });
  expect(heard.length).toBeGreaterThan(20);
  expect(heard.every(([unum, speaker, text]) => unum !== speaker && text === 'press')).toBe(true);
  expect(opponents).toEqual([]);
  expect(match.complaints).toEqual([]);
});
