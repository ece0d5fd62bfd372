import type { DebugRecord } from '@rcss/core/debug-channel';
import { expect, it } from 'vitest';
import { createMemoryProcesses, type MemoryProcess, READY } from '../../test/memory-process.js';
import { recordTeam, replayClient } from '../../test/recorded-team.js';
import type { FormationDocument } from '../formations/formation-document.js';
import { formatFormationFile } from '../formations/formation-file.js';
import { defineTeam } from '../team/define-team.js';
import type { PlayerAgent } from '../team/player-client.js';
import { decodeSay } from '../world/say-codec.js';
import type { FromAgent } from './messages.js';
import { createProcessTeam } from './process-team.js';

/** A process whose players try skills in their order. */
function createSkillProcess(skills: readonly (readonly [string, object])[], extra: object = {}) {
  let asked = 0;
  return createMemoryProcesses((message: FromAgent, process: MemoryProcess) => {
    const ask = (id: number): void => {
      const next = skills[asked];
      asked += 1;
      if (next === undefined) process.send({ type: 'action', id, action: null, ...extra });
      else process.send({ type: 'ask', id, skill: next[0], args: next[1] });
    };
    if (message.type === 'start') process.send({ ...READY, decides: ['play'] });
    else if (message.type === 'decide') {
      asked = 0;
      ask(message.id);
    } else if (message.type === 'answer') {
      if (message.action === null) ask(message.id);
      else process.send({ type: 'action', id: message.id, action: message.action, ...extra });
    }
  });
}

const options = { now: () => 0 };
const context = { team: 'Alpha', seed: 6, options: {} };

it('a process that asks for skills gives the commands that the same functions give in this process', async () => {
  const recorded = await recordTeam(
    defineTeam({
      play: (p) =>
        p.shoot() ?? p.passTo(undefined, 0.5) ?? p.dribbleTo() ?? p.intercept() ?? p.goTo({ x: 3, y: 4 }),
    }),
    100,
  );
  const { start } = createSkillProcess([
    ['shoot', {}],
    ['passTo', { minProbability: 0.5 }],
    ['dribbleTo', {}],
    ['intercept', {}],
    ['goTo', { target: { x: 3, y: 4 } }],
  ]);
  const warnings: string[] = [];
  const team = createProcessTeam({ ...options, start, onWarning: (message) => warnings.push(message) });
  // The seed is the one that the host of the recording gave the left team.
  const { players } = await team.create(context);
  const exchanges = recorded[8]!;
  expect(exchanges.some(({ commands }) => commands.includes('(dash'))).toBe(true);
  expect(await replayClient(players[8]!, exchanges)).toEqual(exchanges.map(({ commands }) => commands));
  expect(warnings).toEqual([]);
  expect(team.report()).toMatchObject({ late: 0, errors: 0 });
  expect(team.report().count).toBeGreaterThan(50);
  team.close();
});

it('a process gets what the player believes, and what it says and draws arrives', async () => {
  const recorded = await recordTeam(defineTeam({ play: () => null }), 60);
  const records: DebugRecord[] = [];
  const { start, processes } = createSkillProcess([], {
    say: 'press',
    debug: [
      { kind: 'circle', at: { x: 5, y: 6 }, radius: 2, level: 3 },
      { kind: 'text', text: 'hello' },
    ],
  });
  const team = createProcessTeam({ ...options, start });
  const { players } = await team.create({ ...context, onDebug: (each) => records.push(each) });
  const commands = await replayClient(players[6]!, recorded[6]!);
  expect(commands.some((text) => text.includes('(say "'))).toBe(true);
  expect(records.at(-1)!.shapes).toContainEqual({
    kind: 'circle',
    x: 5,
    y: 6,
    radius: 2,
    fill: false,
    level: 3,
  });
  expect(records.at(-1)!.texts).toContainEqual({ text: 'hello' });
  const decisions = processes[0]!.received.filter((message) => message.type === 'decide');
  const { world } = decisions.at(-1)!;
  const believed = (players[6] as PlayerAgent).world!;
  expect(world).toMatchObject({ unum: 7, time: believed.time, mode: 'play_on', goalie: false });
  expect(world.me.x).toBeCloseTo(believed.self.pos.x, 2);
  expect(world.teammates.length).toBe(believed.players.ownList.length);
});

it('players say parts and messages of own kinds, and a process gets those of teammates', async () => {
  const messages = { press: { line: { min: -50, max: 50, bits: 8 } } };
  const parts = [
    { kind: 'own', name: 'press', values: { line: 10 } },
    { kind: 'request', x: 30, y: -10 },
  ] as const;
  const speaking = defineTeam({
    messages,
    play(player) {
      player.say(parts);
      return null;
    },
  });
  const recorded = await recordTeam(speaking, 60);
  const { start, processes } = createMemoryProcesses((message, process) => {
    if (message.type === 'start') process.send({ ...READY, decides: ['play'], messages });
    else if (message.type === 'decide') process.send({ type: 'action', id: message.id, action: null, parts });
  });
  const { players } = await createProcessTeam({ ...options, start }).create(context);
  const commands = (await replayClient(players[6]!, recorded[6]!)).join('');
  const said = /\(say "([^"]+)"\)/.exec(commands)![1]!;
  const [own, request] = decodeSay(said, messages)!;
  expect(own).toEqual({ kind: 'own', name: 'press', values: { line: expect.closeTo(10, 0) } });
  expect(request).toEqual({ kind: 'request', x: expect.closeTo(30, 0), y: expect.closeTo(-10, 0) });
  const heard = processes[0]!.received.flatMap((each) =>
    each.type === 'decide' ? each.world.heardParts : [],
  );
  expect(heard).toContainEqual({ unum: expect.any(Number), part: own });
  expect(heard).toContainEqual({ unum: expect.any(Number), part: request });
});

it('a greeting with a kind of messages that does not fit is refused', async () => {
  const field = { min: 0, max: 1, bits: 16 };
  const messages = { long: { a: field, b: field, c: field, d: field } };
  const { start } = createMemoryProcesses((message, process) => {
    if (message.type === 'start') process.send({ ...READY, messages });
  });
  await expect(createProcessTeam({ ...options, start }).create(context)).rejects.toThrow(
    'process of team Alpha: messages.long: 70 bits with its number; 60 fit in a message',
  );
});

it('a process judges choices and interceptions itself: the same commands as the same judgment in this process', async () => {
  const isSafer = (a: { probability: number }, b: { probability: number }) => b.probability - a.probability;
  const recorded = await recordTeam(
    defineTeam({
      play(player) {
        const first = player.intercepts[0];
        const [safest] = [...player.listChoices({ maxSteps: 1 })].sort(isSafer);
        return (
          safest?.play() ?? (first?.unum === player.unum ? player.intercept() : player.goTo({ x: 3, y: 4 }))
        );
      },
    }),
    100,
  );
  const answers: Extract<FromAgent, { type: 'answer' }>[] = [];
  let unum = 0;
  const { start } = createMemoryProcesses((message, process) => {
    const ask = (skill: string, args = {}) =>
      process.send({ type: 'ask', id: (message as { id: number }).id, skill, args });
    if (message.type === 'start') process.send({ ...READY, decides: ['play'] });
    else if (message.type === 'decide') {
      unum = message.world.unum;
      ask('choices', { maxSteps: 1 });
    } else if (message.type === 'answer') {
      answers.push(message);
      const [safest] = [...(message.choices ?? [])].sort(isSafer);
      const first = message.intercepts?.[0];
      if (message.choices !== undefined && safest === undefined) ask('intercepts');
      else if (first !== undefined && first.unum !== unum) ask('goTo', { target: { x: 3, y: 4 } });
      else if (message.intercepts !== undefined)
        ask(
          first === undefined ? 'goTo' : 'intercept',
          first === undefined ? { target: { x: 3, y: 4 } } : {},
        );
      else process.send({ type: 'action', id: message.id, action: safest?.action ?? message.action });
    }
  });
  const warnings: string[] = [];
  const team = createProcessTeam({ ...options, start, onWarning: (text) => warnings.push(text) });
  const { players } = await team.create(context);
  for (const index of [8, 9, 10])
    expect(await replayClient(players[index]!, recorded[index]!)).toEqual(
      recorded[index]!.map(({ commands }) => commands),
    );
  expect(warnings).toEqual([]);
  expect(answers.filter(({ choices = [] }) => choices.length > 1)).not.toEqual([]);
  team.close();
});

it('a decision whose cycle is over gives no commands, and the player goes on', async () => {
  const recorded = await recordTeam(defineTeam({ play: () => null }), 60);
  const { start, processes } = createMemoryProcesses((message, process) => {
    if (message.type === 'start') process.send({ ...READY, decides: ['play'] });
  });
  const team = createProcessTeam({ ...options, start });
  const { players } = await team.create(context);
  const client = players[6] as PlayerAgent;
  const exchanges = recorded[6]!;
  const first = exchanges.findIndex(({ messages }) => messages.some((text) => text.includes('play_on')));
  await replayClient(client, exchanges.slice(0, first));
  for (const message of exchanges[first]!.messages) client.receive(message);
  const late = client.decideLater!();
  for (const message of exchanges[first + 1]!.messages) client.receive(message);
  expect(await late).toBe('');
  const next = client.decideLater!();
  const { received, send } = processes[0]!;
  const id = (): number => (received.at(-1) as { readonly id: number }).id;
  const before = id();
  send({ type: 'action', id: before, action: { kind: 'late', body: { type: 'turn', moment: 1 } } });
  send({ type: 'action', id: id(), action: { kind: 'in time', body: { type: 'turn', moment: 77 } } });
  expect(await next).toContain('(turn 77)');
  expect(team.report()).toMatchObject({ count: 2, late: 1 });
});

it('a coach in a process orders types and says texts; wrong orders are reported', async () => {
  const recorded = await recordTeam(defineTeam({ play: () => null, coach: true }), 150);
  const warnings: string[] = [];
  const { start, processes } = createMemoryProcesses((message, process) => {
    if (message.type === 'start') process.send({ ...READY, decides: ['coach'] });
    else if (message.type === 'coach')
      process.send({
        type: 'orders',
        id: message.id,
        types: [
          { unum: 9, type: 4 },
          { unum: 3, type: 99 },
        ],
        say: ['press high'],
      });
  });
  const team = createProcessTeam({ ...options, start, onWarning: (message) => warnings.push(message) });
  const { coach } = await team.create(context);
  const commands = (await replayClient(coach!, recorded[11]!)).join('');
  expect(commands).toContain('(change_player_type 9 4)');
  expect(warnings[0]).toMatch(
    /^process of team Alpha: coach, time \d+: orders: changeType: type: 99 is not a type from 0 to/,
  );
  const view = processes[0]!.received.findLast((message) => message.type === 'coach')!.view;
  expect(view.teammates).toHaveLength(11);
  expect(view).toMatchObject({ substitutionsLeft: expect.any(Number), goalsFor: 0 });
  // Eighteen types, of which eleven play.
  expect(view.freeTypes).toHaveLength(7);
  const { opponentModel } = view;
  expect(opponentModel.cycles).toBeGreaterThanOrEqual(100);
  expect(opponentModel.shape).toMatch(/^\d(-\d)+$/);
  expect(opponentModel.players.map(({ unum }) => unum)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  // Places in the own frame are nearer to the opponents that the coach sees than places in theirs.
  const meanDistance = (sign: number): number =>
    view.opponents.reduce((sum, seen) => {
      const { x, y } = opponentModel.places.find(({ unum }) => unum === seen.unum)!;
      return sum + Math.hypot(sign * x - seen.x, sign * y - seen.y) / view.opponents.length;
    }, 0);
  expect(meanDistance(1)).toBeLessThan(meanDistance(-1));
});

const TWO_PLAYERS: FormationDocument = {
  format: 'rcss-formation-1',
  method: 'fixed',
  roles: [
    { name: 'goalie', line: 'goalie' },
    { name: 'striker', line: 'attack' },
  ],
  samples: [
    {
      ball: { x: 0, y: 0 },
      players: [
        { x: -50, y: 0 },
        { x: 10, y: 0 },
      ],
    },
  ],
};

it('each player can have a process of its own; a formation is read from the greeting', async () => {
  const { start, processes } = createMemoryProcesses((_, process) =>
    process.send({
      ...READY,
      formation: TWO_PLAYERS,
    }),
  );
  const team = createProcessTeam({ ...options, start, processPerPlayer: true });
  const { players } = await team.create(context);
  expect([players.length, processes.length]).toEqual([2, 2]);
  team.close();
  expect(processes.every(({ isClosed }) => isClosed)).toBe(true);
});

it('a formation in the greeting can be the text of a file of a formation editor', async () => {
  const { start } = createMemoryProcesses((_, process) =>
    process.send({ ...READY, formation: formatFormationFile(TWO_PLAYERS) }),
  );
  const team = createProcessTeam({ ...options, start });
  expect((await team.create(context)).players).toHaveLength(2);
});

it('a wrong formation in the greeting is an error that names the place', async () => {
  const { start } = createMemoryProcesses((_, process) =>
    process.send({ ...READY, formation: { format: 'x' } }),
  );
  await expect(createProcessTeam({ ...options, start }).create(context)).rejects.toThrow(
    'process of team Alpha: formation: format: "x" is not "rcss-formation-1"',
  );
});

const PARAMETERS = {
  line: { default: -20, min: -45, max: 0, unit: 'm' },
  style: { calm: { default: true }, word: { default: 'safe', words: ['safe', 'risky'] } },
};

it('the parameters of a process are checked as those of a module, and it gets their values', async () => {
  const recorded = await recordTeam(defineTeam({ play: () => null }), 5);
  const { start, processes } = createMemoryProcesses((message, process) => {
    if (message.type === 'start') process.send({ ...READY, parameters: PARAMETERS });
    else if (message.type === 'decide') process.send({ type: 'action', id: message.id, action: null });
  });
  const team = createProcessTeam({ ...options, start });
  const { players } = await team.create({ ...context, options: { 'style.word': 'risky' } });
  await replayClient(players[6]!, recorded[6]!);
  const match = processes[0]!.received.find(({ type }) => type === 'match');
  expect(match).toMatchObject({ options: { line: -20, style: { calm: true, word: 'risky' } } });
  team.close();
});

it.each<[string, object, object]>([
  ['options: line: 5 is not a number from -45 to 0 m', PARAMETERS, { line: 5 }],
  ['options: lin is not a known field; did you mean line?', PARAMETERS, { lin: 5 }],
  ['defineParameters: line: min: undefined is not less than max', { line: { default: 3 } }, {}],
  ['style.calm: 5 is neither a parameter nor a group', { style: { calm: 5 } }, {}],
])(
  'a wrong option or table of a process is refused before it connects: %s',
  async (message, parameters, given) => {
    const { start } = createMemoryProcesses((_, process) => process.send({ ...READY, parameters }));
    const team = createProcessTeam({ ...options, start });
    await expect(team.create({ ...context, options: { ...given } })).rejects.toThrow(
      `process of team Alpha: ${message}`,
    );
    team.close();
  },
);
