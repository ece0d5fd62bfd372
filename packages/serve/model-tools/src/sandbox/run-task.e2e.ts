import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'sucrase';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildHost } from '../../test/build-host.js';
import { playArena } from '../arena.js';
import { ToolError } from '../tool-error.js';
import { runTask } from './run-task.js';
import type { Recipe, TeamSpec } from './tasks.js';
import { checkSeatReply } from './team-messages.js';

let program = '';
beforeAll(async () => {
  program = await buildHost();
});

const LIMITS = { seconds: 200, stallSeconds: 60, memoryMb: 512 };

function createTeam(code: string): TeamSpec {
  const compiled = transform(code, { transforms: ['typescript', 'imports'], production: true }).code;
  return { name: 'Mine', code: compiled, file: 'teams/mine.ts' };
}

/** A team whose first player runs this code in its first decision. */
function createTrap(code: string): TeamSpec {
  return createTeam(
    `export default ({ team }) => ({ players: [{ init: \`(init \${team} (version 19))\`, receive() {}, decide() { ${code}; return ''; } }] });`,
  );
}

const BASE: TeamSpec = { name: 'Base', builtIn: 'base' };
const CHASERS: TeamSpec = { name: 'Chasers', builtIn: 'chasers' };

function play(left: TeamSpec, cycles = 5, limits = LIMITS, signal?: AbortSignal) {
  const recipe: Recipe = { left, right: null, seed: 1 };
  return runTask<'play'>(
    { type: 'play', recipe, cycles, hasLog: false },
    { limits, program, ...(signal === undefined ? {} : { signal }) },
  );
}

describe('code of a stranger', () => {
  test('a team with types, imports and console plays', async () => {
    const team = createTeam(
      `import { defineTeam, type AgentPlayer } from '@rcss/agent';
       let said = false;
       export default defineTeam({ play: (player: AgentPlayer) => { if (!said) { said = true; console.log('hello', { n: 1 }); } return player.goTo(player.home); } });`,
    );
    const result = await play(team, 20);
    expect(result.end.players).toEqual({ left: 11, right: 0 });
    expect(result.printed).toEqual(['teams/mine.ts: hello {"n":1}']);
  });

  test('an endless loop is ended and reported', async () => {
    const limits = { ...LIMITS, stallSeconds: 2 };
    await expect(play(createTrap('for (;;);'), 5, limits)).rejects.toThrow(
      /no progress for 2 s .* endless loop/,
    );
    await expect(play(createTeam('for (;;);'), 5, limits)).rejects.toThrow(/endless loop/);
  });

  test('an error is reported with the line of the file', async () => {
    const team = createTeam(`import { defineTeam } from '@rcss/agent';\n\nconst x = null;\nx.y = 1;`);
    await expect(play(team)).rejects.toThrow(/teams\/mine\.ts fails: .*null.* \(line 4\)/);
  });

  test('whatever a team throws is reported with the player', async () => {
    for (const [thrown, shown] of [
      ['null', 'null'],
      ['undefined', 'undefined'],
      ["'broken'", 'broken'],
      ["new Error('x'.repeat(1e6))", 'xxx'],
    ]) {
      const error = await play(createTrap(`throw ${thrown}`)).catch((reason: Error) => reason);
      expect(String((error as Error).message)).toContain(`player 1 of Mine failed in decide: ${shown}`);
      expect((error as Error).message.length).toBeLessThan(2000);
      await expect(play(createTeam(`throw ${thrown}`))).rejects.toThrow(`teams/mine.ts fails: ${shown}`);
    }
  });

  test.each([
    ['() => 5', 'returns no team but 5'],
    ['() => null', 'returns no team but null'],
    ['() => ({ players: null })', 'returns no team but {"players":null}'],
    ['() => ({ players: [null] })', 'init of player 1 is undefined; it must be a string'],
    ['() => ({ players: [{ init: "(init a)", receive() {} }] })', 'decide of player 1 is undefined'],
    [
      '({ team }) => ({ players: [{ init: "(init " + team + " (version 19))", receive() {}, decide: () => 7 }] })',
      'player 1 of Mine failed in decide: it returned 7, not a text',
    ],
  ])('the team %s is reported', async (code, message) => {
    await expect(play(createTeam(`export default ${code};`))).rejects.toThrow(message);
  });

  test('names of members of objects are not modules', async () => {
    for (const name of ['constructor', '__proto__', 'toString'])
      await expect(play(createTeam(`import '${name}';`))).rejects.toThrow(`there is no module "${name}"`);
  });

  test('a long text that the server refuses is quoted in part', async () => {
    const { complaints } = await play(createTrap("return '(fly)'.repeat(1600)"));
    expect(complaints[0]).toMatch(/^player 1 of Mine: error /);
    for (const line of complaints) expect(line.length).toBeLessThanOrEqual(200);
    // The referee does not read more than fits into a datagram.
    await expect(play(createTrap("return '(fly)'.repeat(1e5)"))).rejects.toMatchObject({ side: 'l' });
  });

  test('an error in the function of a team, or in a decision, names file and line once', async () => {
    await expect(play(createTeam('export default () => {\n  nothing.x;\n};'))).rejects.toThrow(
      /^teams\/mine\.ts fails: nothing is not defined \(line 2\)$/,
    );
    await expect(play(createTrap('nothing.x'))).rejects.toThrow(
      /failed in decide: nothing is not defined \(teams\/mine\.ts, line 1\)$/,
    );
  });

  test('an unknown module is reported with those that there are', async () => {
    await expect(play(createTeam(`import 'node:fs';`))).rejects.toThrow('Modules: @rcss/agent, ');
  });

  test('it has no process, no network, no timers and no code from texts', async () => {
    const names = ['process', 'fetch', 'require', 'setTimeout', 'WebSocket', 'Buffer', 'globalThis.process'];
    const team = createTeam(
      `for (const name of ${JSON.stringify(names)}) { let found = 'none'; try { found = typeof eval(name); } catch (error) { found = error.name; } console.log(name + ' ' + found); }
       export default ({ team }) => ({ players: [{ init: \`(init \${team} (version 19))\`, receive() {}, decide: () => '' }] });`,
    );
    const { printed } = await play(team);
    expect(printed.length).toBe(names.length);
    for (const line of printed) expect(line).toMatch(/EvalError$/);
  });

  test('a way out of its context finds no files, no processes and no network', async () => {
    // The constructor of a function of the host makes code in the scope of the process, if the process allows it.
    const server = createServer((_, response) => response.end('reached'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    let hits = 0;
    server.on('request', () => {
      hits += 1;
    });
    const outside = join(dirname(dirname(program)), 'rcss-mcp-secret.txt');
    writeFileSync(outside, 'secret');
    const team = createTeam(
      `import { defineTeam } from '@rcss/agent';
       try { console.log('escaped ' + typeof defineTeam.constructor('return process')()); } catch (error) { console.log('refused ' + error.name); }
       try { console.log('escaped ' + typeof console.log.constructor.constructor('return fetch("http://127.0.0.1:${port}")')()); } catch (error) { console.log('refused ' + error.name); }
       export default ({ team }) => ({ players: [{ init: \`(init \${team} (version 19))\`, receive() {}, decide: () => '' }] });`,
    );
    const { printed } = await play(team);
    server.close();
    expect(printed).toEqual(['teams/mine.ts: refused EvalError', 'teams/mine.ts: refused EvalError']);
    expect(hits).toBe(0);
  });

  test('memory is limited', async () => {
    const team = createTrap('const all = []; for (;;) all.push(new Array(100000).fill(1.5))');
    await expect(play(team, 5, { ...LIMITS, memoryMb: 128 })).rejects.toThrow(/memory/);
    const buffers = createTrap('const all = []; for (;;) all.push(new Uint8Array(10000000).fill(1))');
    await expect(play(buffers, 5, { ...LIMITS, memoryMb: 128 })).rejects.toThrow(/memory|endless loop/);
  });

  test('a call that is cancelled ends its process', async () => {
    const stopper = new AbortController();
    const running = play(createTrap('for (;;);'), 5, LIMITS, stopper.signal);
    stopper.abort();
    await expect(running).rejects.toThrow(ToolError);
  });

  test('the longest time of a call ends it', async () => {
    await expect(play(createTrap('for (;;);'), 5, { ...LIMITS, seconds: 2 })).rejects.toThrow(
      'did not end in 2 s',
    );
  });
});

describe('the process', () => {
  test('of a team does not have the functions that open an inspector or give handles of sockets', async () => {
    const { execFileSync } = await import('node:child_process');
    const names = [
      '_debugProcess',
      '_getActiveHandles',
      '_kill',
      'binding',
      'execve',
      'getBuiltinModule',
      'kill',
    ];
    const code = `await import(${JSON.stringify(pathToFileURL(program).href)}); console.log(${JSON.stringify(names)}.filter((name) => process[name] !== undefined).join()); process.exit();`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', code, 'host', 'team'], {
      encoding: 'utf8',
    });
    expect(output).toBe('\n');
  });

  test('has no right to read files, to write files, to start processes or threads', async () => {
    const { createSandboxArguments } = await import('./isolation.js');
    const { execFileSync } = await import('node:child_process');
    const probe = join(dirname(program), 'probe.mjs');
    writeFileSync(
      probe,
      `import { readFileSync, writeFileSync } from 'node:fs';
       import { spawnSync } from 'node:child_process';
       import { Worker } from 'node:worker_threads';
       const tries = { read: () => readFileSync('/etc/passwd'), write: () => writeFileSync(${JSON.stringify(join(dirname(program), 'x'))}, ''),
         spawn: () => spawnSync('true'), thread: () => new Worker('1', { eval: true }), code: () => Function('return 1')() };
       for (const [name, run] of Object.entries(tries)) { let found = 'allowed'; try { const result = run(); found = result?.error?.code ?? 'allowed'; } catch (error) { found = error.code ?? error.name; } console.log(name, found); }`,
    );
    const output = execFileSync(process.execPath, [...createSandboxArguments(program, 128), probe], {
      encoding: 'utf8',
    });
    expect(output.trim().split('\n')).toEqual([
      'read ERR_ACCESS_DENIED',
      'write ERR_ACCESS_DENIED',
      'spawn ERR_ACCESS_DENIED',
      'thread ERR_ACCESS_DENIED',
      'code EvalError',
    ]);
  });
});

describe('a team in a process of its own', () => {
  test('plays the match that it plays in the process of the match', async () => {
    const file = 'teams/chasers.ts';
    const code = `exports.default = require('@rcss/agent/chasers').default;`;
    const play = (left: TeamSpec, right: TeamSpec) =>
      runTask<'play'>(
        { type: 'play', recipe: { left, right, seed: 5 }, cycles: 60, hasLog: false },
        { limits: LIMITS, program },
      );
    const inside = { builtIn: 'chasers' } as const;
    const outside = { code, file };
    const expected = await play({ name: 'A', ...inside }, { name: 'B', ...inside });
    const both = await play({ name: 'A', ...outside }, { name: 'B', ...outside });
    expect([both.end, both.complaints]).toEqual([expected.end, expected.complaints]);
    const one = await play({ name: 'A', ...inside }, { name: 'B', ...outside });
    expect(one.end).toEqual(expected.end);
  });

  test('is not a trainer of the match', async () => {
    const team = createTeam(
      `export default ({ team }) => { const client = (init, text) => ({ init, receive() {}, decide: () => text });
       return { players: [client(\`(init \${team} (version 19))\`, '')], trainer: client('(init (version 19))', '(move (ball) 40 0)(change_mode play_on)') }; };`,
    );
    const { end, players } = (await play(team, 5)).end;
    expect([end.message, players.left]).toEqual(['kick off l', 1]);
  });

  test.each([
    ['an init of the other team', '(init Other (version 19))', 'l'],
    ['an init of the other team', '(init Other (version 19))', 'r'],
    ['a reconnect to a player of the other team', '(reconnect Other 1)', 'r'],
    ['a reconnect to its own player', '(reconnect Mine 1)', 'r'],
    ['a coach of the other team', 'coach', 'r'],
    ['a twelfth player', '(init Mine (version 19))', 'l'],
  ] as const)('loses with %s', async (_, init, side) => {
    const client = (text: string) => `{ init: '${text} (version 19))', receive() {}, decide: () => '' }`;
    const players = `Array(11).fill(${client('(init Mine')})`;
    const mine = createTeam(
      `export default () => ({ players: ${players}${init === 'coach' ? '' : `.concat([{ ...${client('')}, init: '${init}' }])`}${init === 'coach' ? `, coach: ${client('(init Other')}` : ''} });`,
    );
    const other: TeamSpec = { name: 'Other', builtIn: 'chasers' };
    const [left, right] = side === 'l' ? [mine, other] : [other, mine];
    const recipe: Recipe = { left, right, seed: 1 };
    const playing = runTask<'play'>(
      { type: 'play', recipe, cycles: 5, hasLog: false },
      { limits: LIMITS, program },
    );
    await expect(playing).rejects.toMatchObject({ side });
  });

  test('loses if it needs most of the time of a match that does not end in its time', async () => {
    const slow = createTrap('const end = Date.now() + 100; while (Date.now() < end);');
    const recipe: Recipe = { left: CHASERS, right: slow, seed: 1 };
    const playing = runTask<'play'>(
      { type: 'play', recipe, cycles: 6000, hasLog: false },
      { limits: { ...LIMITS, seconds: 12 }, program },
    );
    await expect(playing).rejects.toMatchObject({ side: 'r', message: expect.stringContaining('in 12 s') });
  });
});

test.each<[string, unknown]>([
  ['null', null],
  ['another type', { type: 'result', scoreL: 9 }],
  ['no commands', { type: 'decided', printed: [] }],
  ['a number as commands', { type: 'decided', commands: [7], printed: [] }],
  ['too many commands', { type: 'decided', commands: Array(31).fill(''), printed: [] }],
  ['an object as a printed line', { type: 'decided', commands: [], printed: [{}] }],
  ['a further field', { type: 'decided', commands: [], printed: [], score: 9 }],
  ['a long failure', { type: 'failed', message: 'x'.repeat(3000), printed: [] }],
])('an answer of a process of a team with %s is refused', (_, reply) => {
  expect(() => checkSeatReply(reply)).toThrow('its answer is wrong');
});

describe('continuations', () => {
  const recipe: Recipe = { left: BASE, right: CHASERS, seed: 3 };
  const playOn = (of: Recipe, cycles: number) =>
    runTask<'play'>({ type: 'play', recipe: of, cycles, hasLog: false }, { limits: LIMITS, program });

  test('the same recipe gives the same state', async () => {
    const branch: Recipe = { ...recipe, branch: { of: recipe, cycle: 45, seed: 9, order: null } };
    const [first, second] = [await playOn(branch, 10), await playOn(branch, 10)];
    expect(first.end).toEqual(second.end);
    expect(first.end.time).toBe(55);
    const other = await playOn({ ...branch, branch: { ...branch.branch!, seed: 10 } }, 10);
    expect(other.end.digest).not.toBe(first.end.digest);
  });

  test('what_if reports progress, and plays every plan n times', async () => {
    const reports: number[] = [];
    const result = await runTask<'what_if'>(
      {
        type: 'what_if',
        recipe,
        cycle: 20,
        side: 'l',
        plans: [
          { order: null, advice: [] },
          { order: { side: 'l', unum: 11, action: 'clear' }, advice: [] },
        ],
        count: 2,
        horizon: 15,
        seed: 1,
      },
      { limits: LIMITS, program, onProgress: (done) => void reports.push(done) },
    );
    expect(result.plans.map((plan) => plan.length)).toEqual([2, 2]);
    expect(reports.length).toBeGreaterThan(2);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'rcss-arena-'));

function writeTeam(name: string, code: string): string {
  const path = join(folder, name);
  writeFileSync(path, code);
  return path;
}

/** A team whose players run some code in each decision. */
function writeTeamOf(name: string, code: string): string {
  return writeTeam(
    name,
    `export default ({ team }: { team: string }) => ({ players: [{ init: \`(init \${team} (version 19))\`, receive() {}, time: 0, decide() { this.time += 1; ${code}; return ''; } }] });`,
  );
}

describe('an arena', () => {
  test('plays matches with exchanged sides and writes logs and the result', async () => {
    const logs = join(folder, 'good');
    const result = await playArena({ teams: ['chasers', 'random'], logs, cycles: 40, seed: 5, program });
    expect(result.matches.map(({ left, seed }) => [left, seed])).toEqual([
      [0, 5],
      [1, 6],
    ]);
    expect(result.wins[0] + result.wins[1] + result.draws).toBe(2);
    expect(JSON.parse(readFileSync(join(logs, 'result.json'), 'utf8'))).toEqual(result);
    expect(readFileSync(join(logs, 'match-2.rcg.gz')).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  });

  test('a team whose code fails at the beginning loses without playing', async () => {
    const broken = writeTeam('broken.ts', 'const = 1');
    const result = await playArena({
      teams: [broken, 'random'],
      logs: join(folder, 'b'),
      cycles: 40,
      program,
    });
    expect(result.wins).toEqual([0, 2]);
    expect(result.errors[0]).toContain('syntax error');
    expect(result.matches[0]!.log).toBeNull();
  });

  test('a team whose code fails in a match loses that match', async () => {
    const late = writeTeamOf('late.ts', `if (this.time > 80) throw new Error('too late \\x1b[2J')`);
    const result = await playArena({
      teams: ['random', late],
      logs: join(folder, 'l'),
      matches: 1,
      cycles: 200,
      program,
    });
    expect(result.matches[0]).toMatchObject({ winner: 0, score: null });
    // Without its control characters, which would change a terminal.
    expect(result.matches[0]!.error).toContain('too late \\x1b[2J');
  });

  test('a team that blames the other one in its error, or never returns, loses itself', async () => {
    const liar = writeTeamOf(
      'liar.ts',
      `if (this.time > 5) throw new Error('player 1 of First failed (teams/First-x.ts, line 1)')`,
    );
    const result = await playArena({
      teams: ['random', liar],
      logs: join(folder, 'b2'),
      matches: 1,
      cycles: 200,
      program,
    });
    // It fails alone already.
    expect(result.errors[0]).toBeNull();
    expect(result.matches[0]).toMatchObject({ winner: 0, score: null });
    const late = writeTeamOf(
      'late-liar.ts',
      `if (this.time > 80) throw new Error('player 1 of First failed (teams/First-x.ts, line 1)')`,
    );
    const other = await playArena({
      teams: [late, 'random'],
      logs: join(folder, 'b3'),
      matches: 2,
      cycles: 200,
      program,
    });
    expect(other.matches.map(({ winner }) => winner)).toEqual([1, 1]);
  });

  test('the score is that of the referee, whatever a team does to the objects of its process', async () => {
    // Objects of the outer realm lead to its prototypes, which hold for all code of the process.
    const hostile = writeTeam(
      'hostile.ts',
      `const outer = (exports as any).constructor;
       const array = outer.keys({}).constructor;
       const spoil = (name: string) => { const old = array.prototype[name]; array.prototype[name] = function (...args: any[]) { spread(this); for (const arg of args) spread(arg); return old.apply(this, args); }; };
       const seen = new Set<unknown>();
       const spread = (value: any, depth = 0): void => { if (value === null || typeof value !== 'object' || depth > 4 || seen.size > 20000 || seen.has(value)) return; seen.add(value); for (const key of outer.keys(value)) { if (/^score/.test(key)) try { value[key] = 9; } catch {} spread(value[key], depth + 1); } };
       for (const name of ['push', 'map', 'filter', 'forEach', 'slice', 'find', 'flatMap']) spoil(name);
       outer.defineProperty(outer.prototype, 'scoreL', { get: () => 9, set() {}, configurable: true });
       export default ({ team }: { team: string }) => ({ players: [{ init: \`(init \${team} (version 19))\`, receive() {}, decide: () => '(turn 10)' }] });`,
    );
    const honest = writeTeam(
      'honest.ts',
      `export default ({ team }: { team: string }) => ({ players: [{ init: \`(init \${team} (version 19))\`, receive() {}, decide: () => '(turn 10)' }] });`,
    );
    const play = async (team: string, name: string) => {
      const logs = join(folder, name);
      const options = { matches: 1, cycles: 60, seed: 3, program };
      const { matches } = await playArena({ teams: [team, 'random'], logs, ...options });
      return [matches[0]!.score, readFileSync(join(logs, 'match-1.rcg.gz'))];
    };
    const [score, log] = await play(hostile, 'h1');
    expect([score, log]).toEqual(await play(honest, 'h2'));
    expect(score).toEqual([0, 0]);
  });

  test('links, missing files and wrong numbers are refused', async () => {
    const link = join(folder, 'link.ts');
    symlinkSync('/etc/passwd', link);
    const logs = join(folder, 'r');
    const result = await playArena({ teams: [link, join(folder, 'none.ts')], logs, cycles: 10, program });
    expect(result.errors[0]).toContain('links are not followed');
    expect(result.errors[1]).toContain('there is no file');
    expect(result.draws).toBe(2);
    await expect(playArena({ teams: ['base', 'base'], logs, cycles: 1e9 })).rejects.toThrow(
      'Nearest valid value: 12000.',
    );
  });
});
