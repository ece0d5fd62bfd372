import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { createChasers } from '@rcss/agent/chasers';
import { createLocalMatch, MatchLog } from '@rcss/agent/local';
import { compress } from '@rcss/logs/codec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from './limits.js';
import type { ContinuationPlan, PlayResult, Recipe } from './sandbox/tasks.js';
import { createMcpServer } from './server.js';
import { Simulator } from './simulator.js';
import type { AllowedPrograms } from './team-programs.js';

let folder: string;
let client: Client;
let played: [Recipe, number][];
let continued: [string, ContinuationPlan, number, number][];

const RESULT: PlayResult = {
  ...{ type: 'play', complaints: [], printed: [], idle: { l: 0, r: 0 }, log: new Uint8Array() },
  end: {
    ...{ score: { left: 2, right: 0 }, penalties: null, time: 60, steps: 60, forfeit: null, digest: 42 },
    ...{ players: { left: 11, right: 11 }, end: { condition: 'cycles', message: 'play on' } },
  },
  followed: { l: { said: 0, decisions: new Map() }, r: { said: 0, decisions: new Map() } },
};

/** Programs of which Reds always wins. */
const programs: AllowedPrograms = {
  names: ['Reds', 'Blues'],
  async play(recipe, cycles) {
    played.push([recipe, cycles]);
    const isLeft = 'program' in recipe.left && recipe.left.program === 'Reds';
    return {
      ...RESULT,
      problems: recipe.right === null ? ['no player moved in 100 cycles'] : [],
      ...(isLeft ? {} : { end: { ...RESULT.end, score: { left: 0, right: 2 } } }),
    };
  },
  async decide(recording, { side, unum, team }) {
    return `${Buffer.from(recording)} ${side} ${unum} ${team.name}`;
  },
  async continue(recording, { plan, seed, cycle }) {
    continued.push([Buffer.from(recording).toString(), plan, seed, cycle]);
    return {
      ...{
        isCarriedOut: true,
        isReceived: null,
        keeps: true,
        goals: plan.change ? 1 : 0,
        conceded: 0,
        shots: 0,
      },
      ...{ xgDifference: 0, gained: 0, followed: { said: plan.advice.length, decisions: new Map() } },
    };
  },
  close: async () => {},
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-programs-'));
  client = new Client({ name: 'test', version: '1.0.0' });
  played = [];
  continued = [];
});
afterEach(async () => {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});

async function connect(allowed: AllowedPrograms | undefined): Promise<void> {
  const [here, there] = InMemoryTransport.createLinkedPair();
  await createMcpServer(new Simulator(folder, DEFAULT_LIMITS, undefined, allowed)).connect(there);
  await client.connect(here);
}

async function call(name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const text = (content as { text?: string }[]).map((part) => part.text).join('\n');
  return isError === true ? `!${text}` : text;
}

test('programs of the allow list are checked, compared and play matches', async () => {
  await connect(programs);
  expect(await call('list')).toContain(
    'Programs, which play against each other, base and chasers: Reds, Blues.',
  );
  expect(await call('check_team', { team: 'Reds' })).toBe('Reds plays, but:\nno player moved in 100 cycles');
  expect(await call('play_match', { left: 'Reds', right: 'base', seed: 4, cycles: 60 })).toMatch(
    /^Match m1: Reds 2 : 0 base at cycle 60/,
  );
  expect(await call('compare_teams', { candidate: 'Reds', base: 'Blues', matches: 20 })).toMatch(
    /20 matches of 600 cycles: 20 won, 0 drawn, 0 lost/,
  );
  expect(played[1]).toEqual([
    { left: { name: 'Reds', program: 'Reds' }, right: { name: 'base', builtIn: 'base' }, seed: 4 },
    60,
  ]);
});

test('programs that are not in the list are refused', async () => {
  await connect(undefined);
  expect(await call('check_team', { team: 'Reds' })).toMatch(
    /^!there is no team "Reds"\. Allowed: base, chasers, random\.$/,
  );
  expect(await call('list')).not.toContain('Programs');
  expect(await call('check_team', { team: '/bin/sh' })).toMatch(/^!there is no team/);
});

test('a coach from outside is refused', async () => {
  await connect(programs);
  expect(
    await call('play_match', {
      left: 'Reds',
      left_advice: '(define (definerule a direc ((true) (do our {7} (shoot)))))',
    }),
  ).toMatch(/^!Reds is a program, which has a coach of its own/);
  expect(played).toEqual([]);
});

/** Plays a match of Reds against base that has a log and a recording. */
async function playRecorded(): Promise<void> {
  const log = new MatchLog();
  const match = await createLocalMatch({
    left: { name: 'Reds', create: createChasers },
    sinks: [{ event: (event) => log.event(event), frame: (state) => log.frame(state) }],
  });
  log.begin(match.match);
  while (match.match.world.time < 3) await match.cycleLater();
  log.end();
  const play = async () => ({ ...RESULT, log: compress(log.takeBytes()), recording: Buffer.from('rec') });
  await connect({ ...programs, play });
  await call('play_match', { left: 'Reds', right: 'base', cycles: 3 });
}

test('a program decides the recorded match of a program again', async () => {
  await playRecorded();
  expect(await call('decide', { match: 'm1', side: 'left', team: 'Blues', unum: 7 })).toBe('rec l 7 Reds');
  expect(await call('decide', { match: 'm1', side: 'left' })).toBe('rec l null Reds');
  expect(await call('decide', { match: 'm9', side: 'left' })).toMatch(/^!there is no match "m9"/);
});

test('plans of a match of programs are other commands, programs and parameters, with the same seeds', async () => {
  await playRecorded();
  const args = { match: 'm1', cycle: 2, side: 'left', n: 5, seed: 3 };
  const plans = [{ commands: '(kick 100 0)' }, { team: 'Blues' }, { server: { ball_rand: 0 } }];
  const text = await call('what_if', { ...args, unum: 9, plans });
  expect(text).toContain('l9 (kick 100 0): keeps the ball 5 of 5');
  expect(text).toMatch(/Blues against what the team decides: better \(value 1\.00/);
  expect(text).toContain('{"ball_rand":0}: keeps');
  expect(continued.slice(0, 4)).toEqual([
    ['rec', { order: null, advice: [] }, 3, 2],
    ['rec', { order: null, advice: [], change: { commands: 'l9 (kick 100 0)' } }, 3, 2],
    ['rec', { order: null, advice: [], change: { team: { name: 'Blues', program: 'Blues' } } }, 3, 2],
    ['rec', { order: null, advice: [], change: { server: { ball_rand: 0 } } }, 3, 2],
  ]);
  expect(continued[4]![2]).toBe(4);
  expect(await call('what_if', { ...args, plans: [{ commands: '(turn 1)' }] })).toMatch(/^!unum: action and/);
});

test('the coach of a program says advice besides its own messages', async () => {
  await playRecorded();
  const advice = '(define (definerule a direc ((true) (do our {7} (shoot)))))';
  const text = await call('try_advice', { match: 'm1', cycle: 2, n: 5, advice });
  expect(text).toContain('with the advice: keeps the ball 5 of 5');
  expect(text).toContain('the coach said 5 of 5 messages; what a program followed is not counted');
});
