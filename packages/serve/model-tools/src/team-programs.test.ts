import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from './limits.js';
import type { PlayResult, Recipe } from './sandbox/tasks.js';
import { createMcpServer } from './server.js';
import { Simulator } from './simulator.js';
import type { AllowedPrograms } from './team-programs.js';

let folder: string;
let client: Client;
let played: [Recipe, number][];

const RESULT: PlayResult = {
  ...{ type: 'play', scoreL: 2, scoreR: 0, time: 60, playMode: 'play_on', digest: '0000002a' },
  ...{ players: { l: 11, r: 11 }, complaints: [], printed: [], idle: { l: 0, r: 0 }, log: new Uint8Array() },
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
      ...(isLeft ? {} : { scoreL: 0, scoreR: 2 }),
    };
  },
  close: async () => {},
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-programs-'));
  client = new Client({ name: 'test', version: '1.0.0' });
  played = [];
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
