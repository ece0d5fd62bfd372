import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Side } from '@rcss/core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordPrograms, TURNER } from '../../../../packages/serve/match-server/test/record-programs.js';
import { type DecideOptions, decideRecorded } from './program.js';
import { formatDecided } from './report.js';

const CYCLES = 40;
let folder: string;
let bytes: Uint8Array;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-decide-'));
  bytes = gunzipSync(readFileSync(await recordPrograms(folder, CYCLES)));
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});
afterEach(() => vi.unstubAllEnvs());

const OPTIONS = { start: TURNER, seed: 0, limit: 20, connectTimeout: 20, singlePort: false };

/** Decides all cycles of a side, or of one client. */
function decideAll(of: Uint8Array, side: Side, unum: number | null, options: DecideOptions) {
  const path = join(folder, 'decided.rec');
  writeFileSync(path, of);
  return decideRecorded(path, { side, unum }, options);
}

describe('rcss decide with programs', () => {
  it.each(['l', 'r'] as const)('the same team decides as recorded, with its coach: side %s', async (side) => {
    const report = await decideAll(bytes, side, null, OPTIONS);
    expect(report).toMatchObject({ others: 0, list: [], kinds: {}, cycles: CYCLES, isTruncated: false });
    expect(report.clients.map(({ unum }) => unum)).toEqual([0, 1, 2, 3, 4]);
    expect(report.decisions).toBeGreaterThan(5 * CYCLES);
    expect(formatDecided(report)).toMatch(
      /^\d+ decisions of 5 clients of (Alpha|Beta) in 40 cycles.*all as recorded\n$/,
    );
  });

  it('another version is named by cycles, players and kinds of commands', async () => {
    vi.stubEnv('TURNER_FACTOR', '2');
    const report = await decideAll(bytes, 'l', null, OPTIONS);
    const decided = report.clients.find(({ unum }) => unum === 3)!;
    expect(report.others).toBe(decided.decisions);
    expect(report.kinds).toEqual({ turn: { missing: report.others, added: report.others } });
    const other = report.list.find(({ time, stoppageTime }) => time === 10 && stoppageTime === 0)!;
    expect(other).toMatchObject({
      unum: 3,
      recorded: ['(turn 6)', expect.stringMatching(/^\(dash/)],
    });
    expect(other.decided[0]).toBe('(turn 12)');
    expect(formatDecided(report)).toContain('cycle 10, l3  #cycle=10\n');
  });

  it('a team file decides with its environment, and has the options itself', async () => {
    const start = join(folder, 'team.json');
    const team = { name: 'Alpha', start: TURNER, environment: { TURNER_FACTOR: '2' } };
    writeFileSync(start, JSON.stringify(team));
    const report = await decideAll(bytes, 'l', null, { ...OPTIONS, start });
    expect(report.others).toBe(report.clients.find(({ unum }) => unum === 3)!.decisions);
    const set = decideAll(bytes, 'l', null, { ...OPTIONS, start, set: ['a=1'] });
    await expect(set).rejects.toThrow('the team file has the options of the team');
    const open = decideAll(bytes, 'l', null, { ...OPTIONS, start: 'demo', module: start, sandbox: true });
    await expect(open).rejects.toThrow('exclude each other');
    const { start: _start, ...others } = OPTIONS;
    const here = decideAll(bytes, 'l', null, { ...others, sandbox: true });
    await expect(here).rejects.toThrow('--sandbox needs --start');
  });

  it('one player of the team, and one coach, decide alone', async () => {
    vi.stubEnv('TURNER_FACTOR', '2');
    const second = await decideAll(bytes, 'r', 2, OPTIONS);
    expect(second).toMatchObject({ others: 0, clients: [{ unum: 2 }] });
    const third = await decideAll(bytes, 'r', 3, OPTIONS);
    expect(third.others).toBe(third.decisions);
    expect(third.decisions).toBeGreaterThan(CYCLES);
    // Its (eye on) was the last command before the first cycle, and it has seen the match once then.
    expect(await decideAll(bytes, 'r', 0, OPTIONS)).toMatchObject({ others: 0, clients: [{ unum: 0 }] });
    await expect(decideAll(bytes, 'r', 9, OPTIONS)).rejects.toThrow('player r9 is not in the recording');
  });

  it('the coach of a module decides as its program, whose connection turned its eye on first', async () => {
    const module = join(folder, 'coach.mjs');
    writeFileSync(
      module,
      `export default ({ team }) => {
        let time = 0, ball = '', views = 0;
        const receive = (message) => {
          const text = Buffer.from(message).toString('latin1');
          time = Number(/^.see_global (\\d+)/.exec(text)?.[1] ?? time);
          if (text.startsWith('(see_global ')) views += 1;
          ball = /[(][(]b[)] ([-\\d. ]+)[)]/.exec(text)?.[1] ?? ball;
        };
        const decide = () => (time % 10 === 5 ? \`(say (freeform "\${time} \${ball} \${views}"))\` : '');
        return { players: [], coach: { init: \`(init \${team} (version 19))\`, receive, decide } };
      };`,
    );
    const { start: _start, ...others } = OPTIONS;
    const report = await decideAll(bytes, 'l', 0, { ...others, module });
    expect(report).toMatchObject({ others: 0, list: [], clients: [{ unum: 0 }] });
  });

  it('a team that stays on the ports of the server, with another name and version of the protocol, decides as recorded', async () => {
    vi.stubEnv('TURNER_NAME', 'Gamma');
    vi.stubEnv('TURNER_VERSION', '18');
    const report = await decideAll(bytes, 'l', null, { ...OPTIONS, singlePort: true });
    expect(report).toMatchObject({ others: 0, team: 'Alpha' });
  });

  it('a program that ends or does not answer is named with its cycle and its last lines', async () => {
    vi.stubEnv('TURNER_DIE', '12');
    const died = decideAll(bytes, 'l', null, { ...OPTIONS, limit: 2 });
    await expect(died).rejects.toThrow(
      /: player l2, cycle 12: the program [\s\S]*output: [\s\S]*player 2 gives up/,
    );
    vi.unstubAllEnvs();
    vi.stubEnv('TURNER_RECONNECT', '12');
    await expect(decideAll(bytes, 'l', null, { ...OPTIONS, limit: 1 })).rejects.toThrow(
      'player l2, cycle 12: the program did not answer (think) with (done) in time; clients that wait and do not fit: Alpha (reconnects)',
    );
    vi.unstubAllEnvs();
    vi.stubEnv('TURNER_MUTE', '15');
    const mute = decideAll(bytes, 'l', null, { ...OPTIONS, limit: 1 });
    await expect(mute).rejects.toThrow(
      'player l2, cycle 15: the program did not answer (think) with (done) in time',
    );
    vi.unstubAllEnvs();
    vi.stubEnv('TURNER_GOALIE', '');
    await expect(decideAll(bytes, 'l', null, { ...OPTIONS, connectTimeout: 1 })).rejects.toThrow(
      'player l1, a goalie, did not connect in 1 s; clients that wait and do not fit: Alpha',
    );
    vi.unstubAllEnvs();
    const broken = decideAll(bytes, 'l', null, {
      ...OPTIONS,
      start: 'sh -c "echo no library; exit 3"',
    });
    await expect(broken).rejects.toThrow(
      /: the left team ended with an error[\s\S]*exit status 3[\s\S]*no library/,
    );
  });

  it('a damaged recording and one in real time are refused', async () => {
    await expect(decideAll(new Uint8Array(20), 'l', null, OPTIONS)).rejects.toThrow('not a recording');
    const text = Buffer.from(bytes).toString('latin1');
    const change = (from: string, to: string) => Buffer.from(text.replace(from, to), 'latin1');
    const realTime = change('"synch_mode":true', '"synch_mode":false');
    await expect(decideAll(realTime, 'l', null, OPTIONS)).rejects.toThrow('was recorded in real time');
    const hostile = Buffer.from(text.replaceAll('Alpha', 'A`id`'), 'latin1');
    await expect(decideAll(hostile, 'l', null, OPTIONS)).rejects.toThrow(
      'the recorded name of a team is "A`id`"; allowed: 1 to 15',
    );
    const other = change('"seed":5', '"seed":6');
    await expect(decideAll(other, 'l', null, OPTIONS)).rejects.toThrow(
      /the replay differs from the recording in step \d+/,
    );
  });
});
