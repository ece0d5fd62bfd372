import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasSandbox } from '../../../../packages/serve/league-runner/test/has-sandbox.js';
import { recordPrograms } from '../../../../packages/serve/match-server/test/record-programs.js';

const program = join(import.meta.dirname, '../../dist/main.js');
const turner = join(import.meta.dirname, '../../../../packages/serve/match-server/test/teams/turner.mjs');
const isBuilt = existsSync(program);
if (!isBuilt || !hasSandbox)
  process.stderr.write(
    `skipped: ${isBuilt ? 'bubblewrap cannot create a sandbox here' : `${program} is not built`}\n`,
  );

let folder: string;
let match: string;
let start: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-decide-sandbox-'));
  chmodSync(folder, 0o755);
  match = await recordPrograms(join(folder, 'match'), 40);
  mkdirSync(join(folder, 'team'));
  copyFileSync(turner, join(folder, 'team/turner.mjs'));
  start = join(folder, 'team/start.sh');
  const look = `(cat ../match/match.rec.gz; echo changed >> turner.mjs) 2>&1; touch "$RCSS_WORK/own" && echo works`;
  writeFileSync(start, `#!/bin/sh\n{ ${look}; } >&2\nexec "${process.execPath}" ./turner.mjs "$@"\n`);
  chmodSync(start, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `rcss`; returns its exit code and what it printed. */
function rcss(...args: string[]): { readonly status: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

describe.runIf(isBuilt && hasSandbox)('programs in the sandbox of leagues', () => {
  test('a team decides as recorded, reads no other folder and writes none', () => {
    const source = readFileSync(turner, 'utf8');
    const { status, text } = rcss('decide', match, 'left', '--start', start, '--sandbox', '--limit', '30');
    expect(text).toContain('all as recorded');
    expect(status).toBe(0);
    expect(readFileSync(join(folder, 'team/turner.mjs'), 'utf8')).toBe(source);
    writeFileSync(start, '#!/bin/sh\ncat ../match/match.rec.gz\nexit 3\n');
    const broken = rcss('decide', match, 'left', '--start', start, '--sandbox', '--limit', '30');
    expect(broken.text).toMatch(/exit status 3[\s\S]*match\.rec\.gz.*No such file/);
  });

  test('a module plays and decides as recorded in a process of its own', () => {
    const file = join(import.meta.dirname, '../../../../packages/play/agent/dist/chasers.js');
    const chasers = pathToFileURL(file).href;
    const look = "import { existsSync } from 'node:fs';\n";
    const report = `console.error(['${match}', import.meta.filename].map(existsSync).join());\n`;
    mkdirSync(join(folder, 'chasers'));
    const module = join(folder, 'chasers/team.mjs');
    writeFileSync(module, `${look}${report}export { default } from '${chasers}';\n`);
    const logs = join(folder, 'logs');
    const short = ['--synchronous', '--half-time', '4', '--record', '--logs', logs];
    const played = rcss('match', '--left', `module:${module}`, '--left-name=Reds', '--sandbox', ...short);
    expect(played).toMatchObject({ status: 0 });
    const names = readdirSync(logs);
    const log = names.find((name) => name.endsWith('left-Reds.log'))!;
    expect(readFileSync(join(logs, log), 'utf8')).toContain('false,true');
    const recording = join(logs, names.find((name) => name.endsWith('.rec.gz'))!);
    const { status, text } = rcss('decide', recording, 'left', '--start', `module:${module}`, '--sandbox');
    expect(text).toContain('all as recorded');
    expect(status).toBe(0);
  });
});
