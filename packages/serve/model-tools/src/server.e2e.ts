import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildHost } from '../test/build-host.js';
import { DEFAULT_LIMITS } from './limits.js';
import { createMcpServer } from './server.js';
import { Simulator } from './simulator.js';

const folder = mkdtempSync(join(tmpdir(), 'rcss-mcp-'));
const client = new Client({ name: 'test', version: '1.0.0' });

beforeAll(async () => {
  const simulator = new Simulator(folder, { ...DEFAULT_LIMITS, stallSeconds: 60 }, await buildHost());
  const [here, there] = InMemoryTransport.createLinkedPair();
  await createMcpServer(simulator).connect(there);
  await client.connect(here);
  const answer = await call('play_match', { left: 'chasers', right: 'random', seed: 4, cycles: 60 });
  expect(answer).toMatch(/^Match m1: chasers \d+ : \d+ random at cycle 60 \(.*\), state [0-9a-f]{8}\.$/);
});
afterAll(() => client.close());

/** Returns the text of an answer; `!` before that of an error. */
async function call(name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: args }, undefined, {
    timeout: 280_000,
  });
  const text = (content as { type: string; text?: string }[])
    .map((part) => part.text ?? part.type)
    .join('\n');
  return isError === true ? `!${text}` : text;
}

describe('the tools', () => {
  test('their schemas are the stored ones', async () => {
    const { tools } = await client.listTools();
    await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot('../test/tools.snap');
  });

  test('a moment is described in words and as a table', async () => {
    const text = await call('describe_moment', { match: 'm1', cycle: 30, table: true });
    expect(text).toMatch(/^Cycle 30: .* chasers \d+ : \d+ random\. The ball is /);
    expect(text.split('\n').filter((line) => line.startsWith('left '))).toHaveLength(11);
  });

  test('a match is described in the number of sentences that was asked for', async () => {
    expect((await call('describe_match', { match: 'm1', sentences: 3 })).split('\n')).toHaveLength(3);
  });

  test('statistics, pictures and advice of a match', async () => {
    expect(await call('statistics', { match: 'm1' })).toContain('possession');
    const { content } = await client.callTool({
      name: 'picture',
      arguments: { match: 'm1', cycle: 30, width: 300 },
    });
    const [part] = content as { type: string; data: string }[];
    expect(Buffer.from(part!.data, 'base64').subarray(1, 4).toString()).toBe('PNG');
    const advice = '(define (definerule a direc ((true) (do our {7} (shoot))))) (rule (on a))';
    expect(await call('coach_advice', { match: 'm1', cycle: 30, advice })).toMatch(
      /100 % a: \(do our \{7\} \(shoot\)\)/,
    );
  });

  test('advice is said by the coach and followed in play', async () => {
    const advice = '(define (definerule a direc ((true) (do our {8} (pos (pt -30 -25)))))) (rule (on a))';
    const played = await call('play_match', {
      left: 'base',
      right: 'random',
      seed: 4,
      cycles: 40,
      left_advice: advice,
    });
    expect(played).toMatch(
      /Left advice: the coach said 2 of 2 messages; followed in decisions: \d+ × \(do our \{8\}/,
    );
    const [, match] = /^Match (m\d+)/.exec(played)!;
    const tried = await call('try_advice', { match, cycle: 30, advice, n: 1, horizon: 80 });
    expect(tried).toMatch(/^with the advice: keeps the ball /m);
    expect(tried).toMatch(/^Advice: the coach said 2 of 2 messages; followed in decisions: \d+ × /m);
    const ignored = await call('try_advice', {
      match: 'm1',
      cycle: 30,
      advice: '(info (5 (true) (do our {8} (oline (pt 0 0)))))',
      n: 1,
      horizon: 60,
    });
    expect(ignored).toContain('chasers does not follow a coach; use base');
    expect(ignored).toContain('Not followed by players: oline.');
  });

  test('a snapshot is forked, with the same random numbers into the same match', async () => {
    expect(await call('snapshot', { match: 'm1', cycle: 50, name: 'start' })).toBe(
      'Snapshot start: m1 at cycle 50.',
    );
    const fork = await call('fork', { snapshot: 'start', cycles: 10, seed: 5 });
    expect(fork).toMatch(/^Match m3, from m1 at cycle 50: .* at cycle 60 /);
    const again = await call('fork', { match: 'm1', cycle: 50, cycles: 10, seed: 5 });
    expect(again.replace('m4', 'm3')).toBe(fork);
  });

  test('what a player perceived is the perception of that cycle', async () => {
    const text = await call('perception', { match: 'm1', cycle: 20, side: 'left', unum: 3 });
    expect(text).toMatch(/chasers 3 in cycle 20: stamina \d+/);
    expect(text).toContain('Landmarks: ');
  });

  test('a parameter and a rule are explained', async () => {
    expect(await call('explain', { topic: 'server::stamina_max' })).toContain('server::stamina_max (real');
    expect(await call('explain', { topic: 'offside' })).toContain('[06-referee]');
  });

  test('a team is written, checked and read', async () => {
    const code =
      'import { defineTeam } from "@rcss/agent";\nexport default defineTeam({ play: (player) => player.intercept() });\n';
    expect(await call('write_team', { file: 'mine.ts', code })).toContain('Written: mine.ts');
    expect(await call('check_team', { team: 'mine.ts' })).toMatch(
      /^mine\.ts (is ready to play\.|plays, but:)/,
    );
    expect(await call('read_team', { file: 'mine.ts' })).toBe(code);
    expect(await call('write_team', { file: 'mine.ts', code: 'const = 1' })).toContain('!teams/mine.ts has');
    expect(await call('read_team', { file: 'mine.ts', from: 7 })).toBe(code.slice(7));
  });

  test('two teams are compared', async () => {
    expect(
      await call('compare_teams', { candidate: 'chasers', base: 'random', matches: 2, cycles: 30 }),
    ).toMatch(
      /^(undecided|chasers is).*\. 2 matches of 30 cycles: \d won, \d drawn, \d lost; goal difference -?\d\S+ \(one pair has no interval\) per match;/,
    );
  });

  test('a long file is read in parts, and an answer says what is left out', async () => {
    const code = `// ${'a'.repeat(30_000)}`;
    await call('write_team', { file: 'long.ts', code });
    const first = await call('read_team', { file: 'long.ts' });
    expect(first).toMatch(/a … \(10003 of 30003 characters are left out\)$/);
    expect(await call('read_team', { file: 'long.ts', from: 20_000 })).toBe(code.slice(20_000));
  });

  test('resources are the logs, reports and documents', async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(['rcss://log/m1', 'rcss://report/m1', 'rcss://document/06-referee']),
    );
    const { contents } = await client.readResource({ uri: 'rcss://report/m1' });
    expect((contents[0] as { text: string }).text).toContain('possession');
    await expect(client.readResource({ uri: 'rcss://report/m9' })).rejects.toThrow('Did you mean "m1"?');
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow('rcss://log/{match}');
  });
});

describe('errors that a caller can correct', () => {
  test.each([
    [
      'play_match',
      { cycles: 1_000_000_000 },
      '!cycles: 1000000000 is out of range (1–12000). Nearest valid value: 12000.',
    ],
    ['play_match', { cycle: 5 }, '"cycle" is not an argument. Did you mean cycles?'],
    ['play_match', { left: 'bas' }, '!there is no team "bas". Did you mean "base"?'],
    ['play_match', { seed: 1.5 }, 'seed: 1.5 is not a whole number. Nearest valid value: 2.'],
    ['list', { x: 1 }, '"x" is not an argument. Allowed: none.'],
    ['describe_match', { match: 'm9' }, '!there is no match "m9". Did you mean "m1"?'],
    ['describe_match', { match: '../x.rcg' }, 'is not a name in the work folder'],
    [
      'describe_moment',
      { match: 'm1', cycle: 999 },
      '!cycle: 999 is out of range (1–60 in m1). Nearest valid value: 60.',
    ],
    ['describe_moment', { match: 'm1' }, '!match and cycle are missing'],
    ['find_event', { match: 'm1', kind: 'gaol' }, 'kind: "gaol" is not allowed. Did you mean goal?'],
    [
      'what_if',
      { match: 'm1', cycle: 30, side: 'left', unum: 12, plans: [] },
      'unum: 12 is too large. Nearest valid value: 11.',
    ],
    [
      'what_if',
      { match: 'm1', cycle: 30, side: 'left', unum: 1, plans: [{ action: 'shoot' }] },
      'does not have the ball',
    ],
    [
      'what_if',
      { match: 'm1', cycle: 30, side: 'left', unum: 7, n: 1000, plans: [{ action: 'shoot' }] },
      '!n: 1000 is out of range (1–50). Nearest valid value: 50.',
    ],
    [
      'what_if',
      { match: 'm1', cycle: 30, side: 'left', unum: 7, plans: [] },
      'plans: 0 entries; at least 1 must be given.',
    ],
    [
      'what_if',
      { match: 'm1', cycle: 30, side: 'left', unum: 7, plans: [{ action: 'shoot', power: 9 }] },
      '"power" is not an argument. Allowed: action, to, commands, team, server.',
    ],
    [
      'what_if',
      { match: 'm1', cycle: 30, side: 'left', unum: 7, plans: 'shoot' },
      'plans: "shoot" is not of the type array.',
    ],
    ['picture', { match: 'm1', heat_map: 'left 12' }, 'Allowed: ball, left 1 … left 11, right 1 … right 11;'],
    ['play_match', { left: 'x'.repeat(70) }, 'left: 70 characters; at most 60 are allowed.'],
    ['statistics', { match: 'm1', until: 999 }, '!until: 999 is out of range (1–60 in m1).'],
    ['fork', { match: 'm1', cycle: 30, side: 'left', unum: 7 }, '!an order needs action, side and unum'],
    ['write_team', { file: '../evil.ts', code: '1' }, 'Nearest valid value: evil.ts.'],
    ['write_team', { file: 'bad.ts', code: 'const = 1' }, '!teams/bad.ts has a syntax error: '],
    ['check_team', { team: 'none.ts' }, '!there is no team "none.ts".'],
    ['read_team', { file: 'mine.tss' }, '!there is no team file'],
    ['coach_advice', { match: 'm1', advice: '(define (definerule' }, '!advice is not coach language: line 1'],
    ['explain', { topic: 'giraffe unicorn' }, '!nothing is known about "giraffe unicorn"'],
  ])('%s %j', async (name, args, message) => {
    expect(await call(name, args)).toContain(message);
  });

  test('an unknown tool is reported with the nearest one', async () => {
    await expect(call('play_mach')).rejects.toThrow('Did you mean play_match?');
  });

  test('no call has written outside its folders', () => {
    expect(readdirSync(folder).sort()).toEqual(['matches', 'snapshots', 'teams']);
  });
});

test('a call reports progress and ends when it is cancelled', async () => {
  const stopper = new AbortController();
  const reports: number[] = [];
  const running = client.callTool(
    { name: 'play_match', arguments: { left: 'random', right: 'random', cycles: 10_000 } },
    undefined,
    {
      timeout: 280_000,
      signal: stopper.signal,
      onprogress: ({ progress }) => {
        reports.push(progress);
        if (reports.length === 2) stopper.abort('enough');
      },
    },
  );
  await expect(running).rejects.toThrow('enough');
  expect(reports[1]!).toBeGreaterThan(reports[0]!);
  expect(await call('list')).not.toContain('10000 cycles');
});
