import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildHost } from '../test/build-host.js';
import { playArena } from './arena.js';

const folder = mkdtempSync(join(tmpdir(), 'rcss-arena-'));
let program = '';
beforeAll(async () => {
  program = await buildHost();
});

function writeTeam(name: string, code: string): string {
  const path = join(folder, name);
  writeFileSync(path, code);
  return path;
}

/** A team whose players run some code in each decision. */
function createTeam(name: string, code: string): string {
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
    const late = createTeam('late.ts', `if (this.time > 80) throw new Error('too late')`);
    const result = await playArena({
      teams: ['random', late],
      logs: join(folder, 'l'),
      matches: 1,
      cycles: 200,
      program,
    });
    expect(result.matches[0]).toMatchObject({ winner: 0, score: null });
    expect(result.matches[0]!.error).toContain('too late');
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
