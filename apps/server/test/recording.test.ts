import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createRandomStream, uniform } from '@rcss/core/random';
import { readDebugLog } from '@rcss/logs/debug';
import { createRecordingWriter, readRecording } from '@rcss/simulator/recording';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryFiles } from '../../../packages/serve/match-server/src/config/file-access.js';
import { findLogDifference } from '../../../packages/serve/match-server/src/recordings/log-difference.js';
import { replayWithLog } from '../../../packages/serve/match-server/src/recordings/replay-log.js';
import { repeatAfterPause } from '../../../packages/serve/match-server/test/harness.js';
import {
  busyScript,
  connectScriptedPlayer,
  countMissedDone,
  playScriptedMatch,
  type ScriptedMatch,
  type ScriptedMatchOptions,
} from '../../../packages/serve/match-server/test/scripted-match.js';
import { resume } from '../src/cli/resume.js';
import { runServerProgram } from '../src/cli/run-server.js';

/** Pauses of players in another order in each cycle, 0 to `most` ms. */
function createPauses(most: number): () => number {
  const rng = createRandomStream(1, 'pauses');
  return () => uniform(rng, 0, most);
}

const folders: string[] = [];
let recorded: ScriptedMatch;

beforeAll(async () => {
  recorded = await playScriptedMatch({
    perTeam: 3,
    server: { record_messages: true },
    recording: 'match.rec.gz',
    delayMs: createPauses(4),
  });
  folders.push(dirname(recorded.gameLog));
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function bytesOf(path: string): Uint8Array {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** A match in which all players have answered in time. */
async function playInTime(options: ScriptedMatchOptions = {}): Promise<ScriptedMatch> {
  let match!: ScriptedMatch;
  await repeatAfterPause(async () => {
    match = await playScriptedMatch(options);
    folders.push(dirname(match.gameLog));
    return match.missedDoneCount === 0;
  });
  return match;
}

/** Runs the program with a verb, to its end. */
async function run(argv: string[], verb = 'verify') {
  const lines: string[] = [];
  const console = { out: (line: string) => lines.push(line), err: (line: string) => lines.push(line) };
  const host = {
    argv: [verb, ...argv],
    env: {},
    files: createMemoryFiles(),
    console,
    onSignal: () => {},
    raisePriority: () => null,
  };
  return { status: await runServerProgram(host), text: lines.join('\n') };
}

/**
 * Returns the first difference of two game logs. The start time and the parameters, which contain names of
 * folders, are not compared.
 */
function difference(a: string, b: string): string | null {
  const [one, two] = [a, b].map((path) => {
    const log = readFileSync(path, 'latin1');
    return Buffer.from(
      log.replace(/\(result \d+ /, '(result ').replace(/^\(server_param .*\n/m, ''),
      'latin1',
    );
  });
  return findLogDifference(one as Buffer, two as Buffer);
}

describe('recordings of a server (rcss::record)', () => {
  it('a recorded match replayed in process gives the same game log, byte for byte', () => {
    const opened = readRecording(bytesOf(recorded.recording));
    if (!opened.ok) throw new Error(opened.error.message);
    const replayed = replayWithLog(opened.value);
    expect(opened.value.outcome).toBe('complete');
    expect(replayed.divergence).toBeNull();
    expect(replayed.match.world.time).toBe(80);
    const log = readFileSync(recorded.gameLog);
    expect(Buffer.compare(Buffer.from(replayed.log), log)).toBe(0);
    expect(log.includes('Recv Left_2: (turn')).toBe(true);
    expect(log.includes('((player Left')).toBe(true);
    expect(replayed.digest).toBe(replayed.recordedDigest);
  });

  it('messages: writes what a player received, byte for byte, and its commands', async () => {
    const path = `${recorded.gameLog}.debug.jsonl`;
    expect(await run(['--out', path, '--player', 'r2', recorded.recording], 'messages')).toMatchObject({
      status: 0,
    });
    const { records, problems } = readDebugLog(readFileSync(path, 'utf8'));
    expect(problems).toEqual([]);
    expect(new Set(records.map(({ side, unum }) => side + unum))).toEqual(new Set(['r2']));
    const messages = records.flatMap((record) => record.messages ?? []);
    // The clock asks for commands; the rest is sent to every client at its start.
    const isFurther = (text: string) =>
      !/^\((?:think|init|server_param|player_param|player_type|ok synch_see)\b/.test(text);
    const received = messages.filter(({ direction }) => direction === 'received').map(({ text }) => text);
    const player = recorded.players.find(({ side, unum }) => side === 'r' && unum === 2);
    const expected = player?.received.filter(isFurther) ?? [];
    expect(expected.length).toBeGreaterThan(150);
    expect(received).toEqual(expected);
    expect(messages.filter(({ direction }) => direction === 'sent').length).toBeGreaterThan(80);
    expect(await run(['--out', path, recorded.recording], 'messages')).toMatchObject({
      status: 2,
      text: expect.stringContaining('the file exists already'),
    });
  });

  it('verify: 0 if the replay equals a given log or has the recorded checksum', async () => {
    expect(await run([recorded.recording])).toMatchObject({
      status: 0,
      text: expect.stringContaining('SHA-256'),
    });
    const { status, text } = await run([recorded.recording, '--log', recorded.gameLog]);
    expect(status, text).toBe(0);
    expect(text).toContain('cycle 80, state by state');
  });

  it('verify: 1 and the first difference if the given log differs', async () => {
    const other = `${recorded.gameLog}.other`;
    const log = readFileSync(recorded.gameLog, 'latin1');
    const changed = log.replace(/(\(show 33 .*?\(\(l 2\) \d+ 0x\w+ )(\S+)/, '$199.5');
    expect(changed).not.toBe(log);
    writeFileSync(other, changed, 'latin1');
    const { status, text } = await run([recorded.recording, '--log', other]);
    expect(status).toBe(1);
    expect(text).toMatch(/cycle 33: player l 2 x: expected 99.5, got/);
  });

  it('verify: 1 and the first different step if the recording is of another match', async () => {
    const bytes = bytesOf(recorded.recording);
    const text = Buffer.from(bytes).toString('latin1').replace('"seed":42', '"seed":43');
    const path = `${recorded.gameLog}.rec`;
    writeFileSync(path, text, 'latin1');
    expect(await run([path])).toMatchObject({
      status: 1,
      text: expect.stringMatching(/step \d+, cycle \d+: state/),
    });
  });

  it('verify: a truncated recording is valid up to its end', async () => {
    const path = `${recorded.gameLog}.part.rec`;
    const bytes = bytesOf(recorded.recording);
    writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length * 0.7)));
    const { status, text } = await run([path, '--log', recorded.gameLog]);
    expect(status, text).toBe(0);
    expect(text).toContain('truncated');
    const packed = `${recorded.gameLog}.part.rec.gz`;
    writeFileSync(packed, readFileSync(recorded.recording));
    truncateSync(packed, Math.floor(readFileSync(packed).length * 0.7));
    expect((await run([packed])).status).toBe(0);
  });

  it.each([
    ['check sum', 8],
    ['length', 4],
  ])('verify: a wrong %s at the end of a compressed recording is reported', async (_, fromEnd) => {
    const packed = Uint8Array.from(readFileSync(recorded.recording));
    packed[packed.length - fromEnd]! ^= 1;
    const path = `${recorded.gameLog}.trailer-${fromEnd}.rec.gz`;
    writeFileSync(path, packed);
    const { status, text } = await run([path]);
    expect(status, text).toBe(0);
    expect(text).toContain(
      `${path}: offset ${bytesOf(recorded.recording).length}: the compressed data is damaged`,
    );
    expect((await run([recorded.recording])).text).not.toContain('damaged');
  });

  it('verify: 2 if there is nothing to verify', async () => {
    expect((await run(['/nowhere/at/all'])).status).toBe(2);
    expect((await run([recorded.gameLog])).status).toBe(2);
    expect((await run([])).status).toBe(2);
    expect((await run([recorded.recording, '--wrong'])).status).toBe(2);
  });
});

describe('the same seed and the same commands at the same cycles give the same match (spec 02 §5)', () => {
  it('two synchronous servers write the same game log, whatever the order of datagrams', async () => {
    const slow = await playInTime({ delayMs: createPauses(3) });
    const quick = await playInTime();
    const other = await playInTime({ seed: 7 });
    expect(difference(slow.gameLog, quick.gameLog)).toBeNull();
    expect(difference(other.gameLog, quick.gameLog)).not.toBeNull();
  });
});

describe('resume', () => {
  it.each([1, 17, 40])('a match resumed at cycle %d continues as it was recorded', async (cycle) => {
    const match = await playInTime();
    const folder = dirname(match.gameLog);
    let attempt = 0;
    await repeatAfterPause(async () => {
      attempt += 1;
      const settings = [`server::game_log_dir=${folder}/again-${attempt}`, 'server::text_logging=off'];
      settings.push(`rcss::record=${folder}/again-${attempt}.rec`);
      const lines: string[] = [];
      const console = { out: (line: string) => lines.push(line), err: (line: string) => lines.push(line) };
      const host = { env: {}, files: createMemoryFiles(), console, raisePriority: () => null };
      const running = await resume(match.recording, settings, { cycle, wait: 60 }, host);
      for (const team of ['Left', 'Right']) {
        for (const unum of [2, 1])
          await connectScriptedPlayer(
            running.handle.ports.player,
            `(reconnect ${team} ${unum})`,
            '',
            busyScript,
            () => 0,
          );
      }
      await running.handle.finished;
      if (countMissedDone(running.server) > 0) return false;
      const { gameLog, recording } = running.server.run.logPaths;
      expect(difference(match.gameLog, gameLog as string)).toBeNull();
      expect(await run([recording as string, '--log', gameLog as string])).toMatchObject({ status: 0 });
      return true;
    });
  });

  it('players that do not reconnect are removed, and cycles that are not recorded are refused', async () => {
    const lines: string[] = [];
    const console = { out: (line: string) => lines.push(line), err: (line: string) => lines.push(line) };
    const host = { env: {}, files: createMemoryFiles(), console, raisePriority: () => null };
    const settings = ['server::game_logging=off', 'server::text_logging=off'];
    const resumeAt = (cycle: number) => resume(recorded.recording, settings, { cycle, wait: 0 }, host);
    const running = await resumeAt(20);
    await running.handle.finished;
    expect(lines.filter((line) => line.includes('did not reconnect in time'))).toHaveLength(6);
    expect(running.server.match.world.time).toBe(80);
    await expect(resumeAt(81)).rejects.toThrow('before cycle 81');
  });

  it('a recording with the command of a player that does not exist ends with one line', async () => {
    const opened = readRecording(bytesOf(recorded.recording));
    if (!opened.ok) throw new Error(opened.error.message);
    const writer = createRecordingWriter(opened.value.header);
    for (let left = 300, entry = opened.value.nextEntry(); left > 0 && entry; left--) {
      writer.add(entry);
      entry = opened.value.nextEntry();
    }
    writer.add({ do: 'player', index: 99, command: { type: 'turn', moment: 1 } });
    const path = join(dirname(recorded.recording), 'damaged.rec');
    writeFileSync(path, writer.takeBytes());
    const reason = 'player 99 is out of range: 0–21 is allowed';
    const messages = await run(['--out', `${path}.jsonl`, path], 'messages');
    expect(messages.status).toBe(1);
    expect(messages.text).toMatch(
      /^rcss-server: \S+damaged\.rec: the recording is damaged at byte \d+: player 99 is out .*$/,
    );
    expect(await run([path])).toMatchObject({ status: 2, text: expect.stringContaining(reason) });
  });

  it('the commands and folders of a recording are those of its machine: no program is started, no folder made', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rcss-resume-'));
    folders.push(folder);
    const bytes = bytesOf(recorded.recording);
    const end = bytes.indexOf(10);
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
    const command = `touch ${folder}/started`;
    const own = { team_l_start: command, team_r_start: command, game_log_dir: `${folder}/logs` };
    Object.assign(header.rules.server, own, { coach_msg_file: '/etc/hostname' });
    const path = join(folder, 'match.rec');
    writeFileSync(path, Buffer.concat([Buffer.from(JSON.stringify(header)), bytes.subarray(end)]));
    const console = { out: () => {}, err: () => {} };
    const host = { env: {}, files: createMemoryFiles(), console, raisePriority: () => null };
    const settings = ['server::game_logging=off', 'server::text_logging=off'];
    const { server, handle } = await resume(path, settings, { cycle: 20, wait: 0 }, host);
    const { team_l_start, team_r_start, game_log_dir, coach_msg_file } = server.match.params.server;
    expect([team_l_start, team_r_start, game_log_dir, coach_msg_file]).toEqual(['', '', './', '']);
    await handle.finished;
    expect(readdirSync(folder)).toEqual(['match.rec']);
  });

  it('a match that continues in real time asks for rcss::priority, a synchronous one does not', async () => {
    const priorities: number[] = [];
    const resumeWith = async (isSynchronous: boolean) => {
      const running = await resume(
        recorded.recording,
        [
          'server::game_logging=off',
          'server::text_logging=off',
          `server::synch_mode=${isSynchronous ? 'on' : 'off'}`,
        ],
        { cycle: 20, wait: 60 },
        {
          env: {},
          files: createMemoryFiles(),
          console: { out: () => {}, err: () => {} },
          raisePriority: (niceValue) => {
            priorities.push(niceValue);
            return null;
          },
        },
      );
      running.handle.stop();
      await running.handle.finished;
    };
    await resumeWith(true);
    expect(priorities).toEqual([]);
    await resumeWith(false);
    expect(priorities).toEqual([-10]);
  });
});
