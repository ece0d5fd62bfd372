import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLog } from '@rcss/logs';
import { describe, expect, it } from 'vitest';

const apps = join(import.meta.dirname, '../../..');
const programs = ['cli', 'sampleclient', 'monitor-bridge'].map((app) => join(apps, app, 'dist/main.js'));
const missing = programs.filter((path) => !existsSync(path));
if (missing.length > 0) process.stderr.write(`skipped, not built: ${missing.join(', ')}\n`);

/** Longest time until the match is over, and until the program has ended. */
const MATCH_LIMIT_MS = 250_000;

describe.skipIf(missing.length > 0)('rcss watch', () => {
  it(
    'the finished match stays on its page, and can be saved, until Ctrl-C',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'rcss-watch-'));
      const teams = ['--left', 'chaser', '--right', 'chaser', '--half-time', '1'];
      const child = spawn(process.execPath, [programs[0]!, 'watch', ...teams, '--logs', folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      try {
        let output = '';
        child.stdout.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
        const read = async (pattern: RegExp): Promise<string> => {
          const end = Date.now() + MATCH_LIMIT_MS;
          for (;;) {
            const found = pattern.exec(output);
            if (found !== null) return found[1]!;
            if (Date.now() > end || child.exitCode !== null) throw new Error(`no ${pattern} in:\n${output}`);
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
        };
        const link = await read(/Watch the match: (\S+)/);
        // The report is printed when the server has ended.
        await read(/(The match stays on the page)/);
        // Longer than the ten seconds after which the page once ended.
        await new Promise((resolve) => setTimeout(resolve, 12_000));
        expect(child.exitCode).toBeNull();
        const page = await fetch(link);
        expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<rcss-viewer')]);
        const saved = await fetch(new URL('match.rcg.gz', link));
        const log = openLog(new Uint8Array(await saved.arrayBuffer()));
        if (!log.ok) throw new Error(log.error.message);
        expect([log.value.complete, log.value.damage, log.value.lastTime]).toEqual([true, [], 20]);
        expect(log.value.frame(log.value.frameCount - 1).playMode).toBe('time_over');
        child.kill('SIGINT');
        expect(await ended).toBe(0);
        await expect(fetch(link)).rejects.toThrow();
      } finally {
        child.kill('SIGKILL');
      }
    },
    2 * MATCH_LIMIT_MS,
  );
});
