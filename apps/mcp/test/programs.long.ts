/** The real client of the SDK against the built program with teams that have start commands. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canSandbox } from '../../../packages/serve/league-runner/src/isolation/sandbox-command.js';

const PROGRAM = fileURLToPath(new URL('../bin/rcss-mcp.js', import.meta.url));
const TEAM = fileURLToPath(new URL('../../cli/test/teams/talk.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'rcss-mcp-'));
const client = new Client({ name: 'test', version: '1.0.0' });

beforeAll(async () => {
  // The sandbox shows a team its own folder.
  copyFileSync(TEAM, join(folder, 'talk.mjs'));
  writeFileSync(join(folder, 'start.sh'), `#!/bin/sh\nexec "${process.execPath}" ./talk.mjs "$@"\n`, {
    mode: 0o755,
  });
  writeFileSync(join(folder, 'team.yaml'), 'name: Talkers\nstart: ./start.sh\nlimits: { coachTimeout: 0 }\n');
  const sandbox = process.platform === 'linux' && canSandbox() ? ['--sandbox'] : [];
  const args = [PROGRAM, '--folder', join(folder, 'work'), '--team', join(folder, 'team.yaml'), ...sandbox];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }), { timeout: 280_000 });
});
afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call(name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args }, undefined, { timeout: 280_000 });
  return (content as { text?: string }[]).map((part) => part.text).join('\n');
}

test('a program is checked, plays against the base team, and its match has statistics and goals', async () => {
  expect(await call('check_team', { team: 'Talkers' })).toMatch(/^Talkers (is ready to play\.|plays, but:)/);
  const text = await call('play_match', { left: 'base', right: 'Talkers', cycles: 300 });
  expect(text).toMatch(/^Match m1: base \d+ : \d+ Talkers at cycle \d+/);
  expect(await call('statistics', { match: 'm1' })).toContain('possession');
  expect(await call('describe_match', { match: 'm1' })).toContain('Talkers');
  expect(
    await call('compare_teams', { candidate: 'base', base: 'Talkers', matches: 2, cycles: 200 }),
  ).toMatch(/2 matches of 200 cycles/);
  expect(await call('fork', { match: 'm1', cycle: 100 })).toMatch(/Talkers is a program/);
  expect(await call('decide', { match: 'm1', side: 'right' })).toMatch(
    /^\d+ decisions of 11 clients of Talkers in \d+ cycles, .*all as recorded/,
  );
  const moment = { match: 'm1', cycle: 30, side: 'right', n: 1 };
  const plans = [{ commands: '(turn 90)' }, { server: { ball_rand: 0 } }];
  expect(await call('what_if', { ...moment, unum: 7, horizon: 10, plans })).toMatch(
    /^m1 from cycle 30, right 7, 1 continuations[\s\S]*r7 \(turn 90\): [\s\S]*\{"ball_rand":0\}: /,
  );
  const advice = '(define (definerule a direc ((true) (do our {7} (shoot)))))';
  expect(await call('try_advice', { ...moment, horizon: 60, advice })).toMatch(/the coach said \d of 1/);
  expect(await call('play_match', { left: 'random', right: 'Talkers' })).toMatch(
    /random cannot play against a program\. Allowed: base, chasers, Talkers/,
  );
});
