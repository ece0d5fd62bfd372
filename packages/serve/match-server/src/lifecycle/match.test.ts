import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  Client,
  connectOnlineCoach,
  connectPlayer,
  connectTrainer,
  createFolder,
  repeatAfterPause,
  type Settings,
  startTestServer,
  type TestServer,
  waitForSteps,
  waitUntil,
} from '../../test/harness.js';

/** Starts a match in automatic mode at full speed, without waits of the referee. */
const SHORT_MATCH = {
  synch_mode: true,
  auto_mode: true,
  half_time: 1,
  nr_extra_halfs: 0,
  penalty_shoot_outs: false,
  connect_wait: 2,
  kick_off_wait: 1,
  game_over_wait: 1,
} as const;

async function playMatch(
  settings: Settings,
  before?: (server: TestServer) => Promise<void>,
): Promise<TestServer> {
  const server = await startTestServer(settings);
  await before?.(server);
  await server.finished;
  return server;
}

/** Referee calls of the text log with the time before the comma. */
function listRefereeCalls(server: TestServer): string[] {
  const name = server.files().find((file) => file.endsWith('.rcl'))!;
  return server
    .read(name)
    .split('\n')
    .filter((line) => line.includes('(referee '))
    .map((line) => line.replace(/^(\d+),\d+\t\(referee (.*)\)$/, '$1 $2'));
}

describe('flow of a match (spec 02 §6, §7)', () => {
  it('halves and extra halves begin and end at their times (spec 02 §13.25, §13.27, §13.28, §13.30)', async () => {
    const server = await playMatch(
      {
        server: { ...SHORT_MATCH, nr_extra_halfs: 2, extra_half_time: 1 },
        rcss: { wait_for_clients: 2 },
      },
      async (running) => {
        await connectPlayer(running, 'Alpha', { answersThink: true });
        await connectPlayer(running, 'Beta', { answersThink: true });
      },
    );
    expect(listRefereeCalls(server)).toEqual([
      '0 kick_off_l',
      '10 half_time',
      '10 before_kick_off',
      '10 kick_off_r',
      '20 time_extended',
      '20 before_kick_off',
      '20 kick_off_l',
      '30 time_extended',
      '30 before_kick_off',
      '30 kick_off_r',
      '40 time_up',
      '40 time_over',
    ]);
    expect(server.out.filter((line) => line.startsWith('Kick_off_'))).toEqual([
      'Kick_off_left',
      'Kick_off_right',
      'Kick_off_left',
      'Kick_off_right',
    ]);
  });

  it('without an opponent extra time ends at once (spec 02 §13.30)', async () => {
    const server = await playMatch({ server: { ...SHORT_MATCH, nr_extra_halfs: 2, extra_half_time: 1 } });
    expect(listRefereeCalls(server).slice(-2)).toEqual(['20 time_up_without_a_team', '20 time_over']);
  });

  it('the automatic mode counts down, reports and ends the match (spec 02 §13.32)', async () => {
    const server = await playMatch({
      server: { ...SHORT_MATCH, connect_wait: 4, kick_off_wait: 3, game_over_wait: 2 },
    });
    const printed = server.out.filter((line) => /^(Waiting|Kick_off|Game Over)/.test(line));
    expect(printed).toEqual([
      'Waiting for players to connect',
      'Kick_off_left',
      'Waiting to kick off',
      'Kick_off_right',
      'Waiting after end of match',
      'Game Over. Exiting...',
    ]);
    const log = server.read(server.files().find((file) => file.endsWith('.rcl'))!);
    expect(log).toContain('0,4\t(referee kick_off_l)');
    expect(log).toContain('10,0\t(referee half_time)');
    expect(log).toContain('10,2\t(referee kick_off_r)');
  });

  it('a start command that is not at a half boundary has no effect (spec 02 §13.29)', async () => {
    const server = await startTestServer({ server: { synch_mode: true, coach_w_referee: true } });
    const coach = await connectTrainer(server);
    const client = await connectPlayer(server, 'Alpha', { answersThink: true });
    coach.send('(start)');
    await client.next(/^\(sense_body 5 /);
    coach.send('(start)');
    await coach.next('(ok start)');
    coach.send('(start)');
    await coach.next('(ok start)');
    expect(server.out.filter((line) => line.startsWith('Kick_off_'))).toEqual(['Kick_off_left']);
  });

  it('a shoot-out has all its phases (spec 02 §13.31)', async () => {
    const server = await playMatch(
      {
        server: {
          ...SHORT_MATCH,
          nr_normal_halfs: 1,
          penalty_shoot_outs: true,
          pen_before_setup_wait: 2,
          pen_setup_wait: 2,
          pen_ready_wait: 10,
          pen_taken_wait: 3,
          pen_nr_kicks: 1,
          pen_max_extra_kicks: 0,
        },
        rcss: { wait_for_clients: 2 },
      },
      async (running) => {
        await connectPlayer(running, 'Alpha', { answersThink: true });
        await connectPlayer(running, 'Beta', { answersThink: true });
      },
    );
    const shown = listRefereeCalls(server).map((call) => call.replace(/_[lr]\b/, '_x'));
    expect(shown).toContain('10 penalty_onfield_x');
    const setups = shown
      .filter((call) => call.includes('penalty_setup'))
      .map((call) => Number.parseInt(call, 10));
    const readies = shown
      .filter((call) => call.includes('penalty_ready'))
      .map((call) => Number.parseInt(call, 10));
    expect(setups[0]).toBe(10);
    expect(readies[0]! - setups[0]!).toBe(2);
    expect(readies[1]! - setups[1]!).toBe(3);
    expect(server.err.some((line) => /^Score: .* penalties\.$/.test(line))).toBe(true);
    expect(server.err.some((line) => line.startsWith('Final score: '))).toBe(true);
  });

  it('text of an unknown sender on the trainer port requests a kick-off (spec 02 §13.41)', async () => {
    const server = await startTestServer({ server: { coach: true } });
    const stranger = await Client.open(server.ports.coach);
    stranger.send('(look)');
    await waitUntil(() => server.out.includes('Kick_off_left'));
    expect(server.server.clients.trainer).toBeNull();
    stranger.send('nonsense');
    await waitForSteps(server, 2);
    expect(stranger.received.map(({ text }) => text).filter((text) => !text.startsWith('(error'))).toEqual(
      [],
    );
  });

  it('a client that stops answering delays each cycle, and the server continues (spec 02 §13.22)', async () => {
    const server = await startTestServer({ server: { synch_mode: true, coach_w_referee: true } });
    const coach = await connectTrainer(server);
    const client = await connectPlayer(server, 'Alpha', { answersThink: true });
    coach.send('(start)');
    await client.next(/^\(sense_body 3 /);
    client.answersThink = false;
    const listMissedCycles = () =>
      server.err.map((line) => Number(/^Someone missed a cycle at (\d+)$/.exec(line)?.[1])); // words-ok
    await waitUntil(() => listMissedCycles().some((cycle, i, all) => cycle === all[i - 1]! + 1));
    expect(server.server.run.ending).toBeNull();
  });
});

describe('files after the end (spec 02 §9, §10, §11)', () => {
  it('names of logs have the coach and a missing team, and a suffix if compressed (spec 02 §13.37, §13.38)', async () => {
    const server = await startTestServer({ server: { game_log_compression: 6, text_log_dated: false } });
    await connectPlayer(server, 'Alpha');
    await connectOnlineCoach(server, 'Alpha', { name: 'Coa+ch' });
    await server.end();
    const [text] = server.files().filter((name) => name.endsWith('.rcl'));
    const [game] = server.files().filter((name) => name.endsWith('.rcg.gz'));
    expect(text).toBe('Alpha_Coa+ch_0-vs-null.rcl');
    expect(game).toMatch(/^\d{14}-Alpha_Coa\+ch_0-vs-null\.rcg\.gz$/);
    const log = gunzipSync(readFileSync(join(server.dir, game!))).toString('latin1');
    expect(log).toContain(`(result ${game!.slice(0, 12)} Alpha_Coa+ch_0-vs-null)`);
  });

  it('names of logs can be fixed, without date, or with a given date format (spec 02 §13.37)', async () => {
    const fixed = await startTestServer({
      server: {
        game_log_fixed: true,
        game_log_fixed_name: 'foo',
        log_date_format: '%Y_',
        text_log_dated: true,
      },
    });
    expect(fixed.files()).toEqual(['foo.rcg', 'incomplete.rcl']);
    await fixed.end();
    expect(fixed.files()).toEqual([expect.stringMatching(/^\d{4}_null-vs-null\.rcl$/), 'foo.rcg']);
  });

  it('logs that are off are not created', async () => {
    const server = await startTestServer({ server: { game_logging: false, text_logging: false } });
    await connectPlayer(server);
    await server.end();
    expect(server.files()).toEqual([]);
  });

  it('the text log has lines for profile and log_times (spec 02 §13.40)', async () => {
    const server = await playMatch({ server: { ...SHORT_MATCH, profile: true, log_times: true } });
    const log = server.read(server.files().find((file) => file.endsWith('.rcl'))!);
    for (const label of ['RECV', 'DISP', 'SIM', 'SB', 'VIS', 'VIS_S', 'COACH', 'CYCLE_TIMES'])
      expect(log).toMatch(new RegExp(`^\\d+,\\d+\\t${label}: \\d[-+.e\\d]*$`, 'm'));
    expect(log).toMatch(/^\d+,\d+\tNum sleeps called: [1-9]\d*$/m);
  });

  it('a results file is written by the parameters of CSVSaver (spec 02 §13.36)', async () => {
    const filename = join(createFolder(), 'results.csv');
    await playMatch({ server: SHORT_MATCH, csvSaver: { save: true, filename } });
    expect(readFileSync(filename, 'latin1').split('\n')[1]).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL$/,
    );
  });

  it('a result that could not be saved is kept beside the logs', async () => {
    const server = await playMatch({
      server: SHORT_MATCH,
      csvSaver: { save: true, filename: createFolder() },
    });
    expect(server.out).toContain('\tCSVSaver: ...failed');
    const name = server.files().find((file) => file.endsWith('.json'))!;
    expect(name).toMatch(/^\d{14}-null-vs-null\.json$/);
    expect(server.err).toContain(`The result is kept in ${join(server.dir, name)}`);
    expect(JSON.parse(server.read(name))).toMatchObject({ format: 'rcss-result', left: null, right: null });
  });

  it('the JSON result has score, files and the telemetry of every agent', async () => {
    const path = join(createFolder(), 'deep', 'result.json');
    let server!: TestServer;
    const play = async () => {
      server = await playMatch(
        { server: SHORT_MATCH, rcss: { result_file: path, overwrite: true, wait_for_clients: 2 } },
        async (running) => {
          const worker = await connectPlayer(running, 'Alpha', { goalie: true });
          void (async () => {
            for (;;) {
              await worker.next('(think)');
              // A body command before the first sense_body is not counted as one.
              const hasSensed = worker.received.some(({ text }) => text.startsWith('(sense_body'));
              worker.send(hasSensed ? '(turn 5)(turn 6)(done)' : '(done)');
            }
          })().catch(() => {});
          await connectPlayer(running, 'Beta', { answersThink: true });
        },
      );
      return server.server.telemetry.players[0]!.missedDoneCount === 0;
    };
    await repeatAfterPause(play);
    const result = JSON.parse(readFileSync(path, 'utf8'));
    expect(result).toMatchObject({
      format: 'rcss-result',
      version: 2,
      ending: 'Game Over. Exiting...',
      fault: null,
      seed: 7,
      time: 20,
      playMode: 'time_over',
      left: { name: 'Alpha', score: 0 },
      right: { name: 'Beta', score: 0 },
    });
    expect(Object.keys(result.files).sort()).toEqual(['gameLog', 'textLog']);
    const [alpha] = result.left.players;
    expect(alpha).toMatchObject({ unum: 1, goalie: true, version: 19, missedDone: 0 });
    expect(alpha.surplusCommands).toBeGreaterThanOrEqual(20);
    expect(alpha).toMatchObject({ commands: 2 * alpha.surplusCommands, bodyCommands: alpha.commands });
    expect(result.ports).toEqual(server.ports);
    expect(alpha.p95DelayMs).toBeGreaterThan(0);
    const [beta] = result.right.players;
    expect(beta.missedCycles).toBeGreaterThanOrEqual(19);
    expect(beta).toMatchObject({ commands: 0, meanDelayMs: null, maxDelayMs: null });
    expect(server.err.some((line) => /^player \(Alpha 1\): .*commands too many/.test(line))).toBe(true);
    expect(server.err.some((line) => /^player \(Beta 1\): \d+ cycles without a command/.test(line))).toBe(
      true,
    );
  });
});

describe('rcss::corrections (spec 06 §22)', () => {
  it('are in the game log after its header, and in the JSON result', async () => {
    const dir = createFolder();
    const path = join(dir, 'result.json');
    const server = await startTestServer({
      rcss: { corrections: 'foul, shootout', result_file: path },
      server: { game_log_fixed: true },
    });
    await server.end();
    expect(server.read('rcssserver.rcg')).toContain('\n(msg 0 1 "(corrections shootout,foul)")\n');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      rules: { server: { corrections: 'shootout,foul' } },
    });
  });

  it('leave no trace if there are none', async () => {
    const server = await startTestServer({ server: { game_log_fixed: true } });
    await server.end();
    expect(server.read('rcssserver.rcg')).not.toContain('corrections');
  });
});
