import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const apps = join(import.meta.dirname, '../../..');
const programs = ['cli/dist/main.js', 'sampleclient/dist/main.js'].map((path) => join(apps, path));
const missing = programs.filter((path) => !existsSync(path));
if (missing.length > 0) process.stderr.write(`skipped, not built: ${missing.join(', ')}\n`);

/** Plays a short match of the demonstration teams; returns its logs without the line that has their folder. */
async function play(seed: number): Promise<{ game: string; text: string }> {
  const dir = mkdtempSync(join(tmpdir(), 'rcss-play-'));
  const args = [programs[0]!, 'match', '--seed', String(seed), '--half-time', '40', '--logs', dir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0);
  const read = (suffix: string) => {
    const name = readdirSync(dir).find((file) => file.endsWith(suffix))!;
    return readFileSync(join(dir, name), 'latin1');
  };
  const game = read('.rcg')
    .split('\n')
    .filter((line) => !line.startsWith('(server_param ') && !line.includes('(result '));
  return { game: game.join('\n'), text: read('.rcl') };
}

it.skipIf(missing.length > 0)(
  'the demonstration match: the same seed gives exactly the same match over UDP; another seed gives another match',
  async () => {
    const first = await play(9);
    const again = await play(9);
    expect(again.game).toBe(first.game);
    expect(again.text).toBe(first.text);
    const other = await play(10);
    expect(other.text).not.toBe(first.text);
    expect(first.game.match(/^\(show /gm)!.length).toBeGreaterThan(700);
  },
);
