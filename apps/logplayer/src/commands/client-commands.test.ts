import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseLog } from '@rcss/logs';
import { describe, expect, it } from 'vitest';
import { createTempFolder, findSample, run } from '../../test/run.js';

const LOG = `0,1\tRecv North-1_4: (init North-1 (version 18))
0,2\tRecv North-1_4: (move -10 0)(turn_neck 20)
0,3\t(referee kick_off_l)
1,0\tRecv North-1_4: (dash 80 -15.5)(say "hi you")
1,0\tRecv South_2_3: (turn 10)(turn 11)
1,0\tRecv South_2_Coach: (eye on)
2,0\tRecv South_2_3: (jump)
3,0\tRecv North-1_4: (kick 50 0)
3,0\tRecv North-1_4: (kick 60 0)
3,0\tRecv South_2_3: (turn 5)
`;

async function lines(...args: readonly string[]): Promise<string[]> {
  const { code, out, err } = await run(['commands', ...args, '-'], LOG);
  expect([code, err]).toEqual([0, '']);
  return out.trimEnd().split('\n');
}

describe('commands of a text log', () => {
  it('prints one line per command with its arguments and its status', async () => {
    expect(await lines('--cycles', '1-')).toEqual([
      '1,0      North-1_4          dash         power=80 dir=-15.5',
      '1,0      North-1_4          say          message="hi you"',
      '1,0      South_2_3          turn         moment=10',
      '1,0      South_2_3          turn         moment=11 [superfluous]',
      '1,0      South_2_Coach      eye          on=true',
      '2,0      South_2_3          malformed    code=illegal_command_form [malformed]',
      '3,0      North-1_4          kick         power=50 dir=0 [late]',
      '3,0      North-1_4          kick         power=60 dir=0 [superfluous]',
      '3,0      South_2_3          turn         moment=5',
    ]);
  });

  it('selects by client, cycles, command and status', async () => {
    expect((await lines('--client', 'South_2_*,Coach')).length).toBe(5);
    expect((await lines('--client', 'South_2_3', '--cycles', '-1,3')).length).toBe(3);
    expect((await lines('--command', 'kick,dash')).length).toBe(3);
    expect((await lines('--status', 'late,malformed')).length).toBe(2);
  });

  it('names the clients of the log if none is selected', async () => {
    const { code, out, err } = await run(['commands', '--client', 'South_3', '--csv', '-'], LOG);
    expect([code, out]).toEqual([1, 'time,stoppage,client,datagram,command,arguments,status\n']);
    expect(err).toMatch(
      /^rcss-log: -: --client selects no client. Clients in the selected part of the log: .*North-1_4, .*South_2_3/,
    );
  });

  it('selects a team, not another one whose name begins likewise; names may have underscores and commas', async () => {
    const teams = ['TEAM', 'TEAM_old', 'TEAM_', 'A,B', 'B'];
    const log = teams.flatMap((team) => [
      `1,0\tRecv ${team}_4: (turn 1)`,
      `1,0\tRecv ${team}_Coach: (eye on)`,
    ]);
    const select = async (names: string) => {
      const { code, out, err } = await run(['commands', '--client', names, '-'], `${log.join('\n')}\n`);
      return code === 0 ? out.match(/\S+_(?:4|Coach)(?= )/g)!.join(' ') : err;
    };
    expect(await select('TEAM_*')).toBe('TEAM_4 TEAM_Coach');
    expect(await select('TEAM_old_*')).toBe('TEAM_old_4 TEAM_old_Coach');
    expect(await select('TEAM__4')).toBe('TEAM__4');
    expect(await select('TEAM*_4')).toBe('TEAM_4 TEAM_old_4 TEAM__4');
    expect(await select('A,B_*')).toBe('A,B_4 A,B_Coach');
    expect(await select('B_4,A,B_4')).toBe('A,B_4 B_4');
    expect(await select('*')).toContain('TEAM_4 TEAM_Coach TEAM_old_4');
    expect(await select('TEAM')).toContain('Allowed, with commas: Foxes_5');
    expect(await select('C_*')).toContain('--client selects no client');
  });

  it('prints CSV and lines of JSON', async () => {
    expect((await lines('--csv', '--command', 'say,move'))[1]).toBe('0,2,North-1_4,0,move,x=-10 y=0,ok');
    const rows = (await lines('--json')).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows[0]).toEqual({
      time: 0,
      stoppage: 1,
      client: 'North-1_4',
      datagram: 0,
      command: 'init',
      arguments: { team: 'North-1', version: 18, goalie: false },
      status: 'ok',
    });
    expect(rows.length).toBe(12);
  });

  it('prints the calls of the referee with --referee, whichever commands are selected', async () => {
    expect(await lines('--referee', '--command', 'kick')).toEqual([
      '0,3      referee            call         kick_off_l',
      '3,0      North-1_4          kick         power=50 dir=0 [late]',
      '3,0      North-1_4          kick         power=60 dir=0 [superfluous]',
    ]);
    expect((await lines('--referee', '--csv', '--cycles', '0'))[4]).toBe('0,3,referee,,call,kick_off_l,');
    expect(JSON.parse((await lines('--referee', '--json', '--client', 'Other_1'))[0]!)).toEqual({
      time: 0,
      stoppage: 3,
      client: 'referee',
      datagram: null,
      command: 'call',
      arguments: { call: 'kick_off_l' },
      status: null,
    });
    expect((await lines('--referee', '--cycles', '1-')).length).toBe(9);
  });

  it('counts per step and per client', async () => {
    const steps = await lines('--counts', 'steps', '--csv', '--cycles', '1-');
    expect(steps[0]).toMatch(
      /^time,stoppage,play_mode,clients,datagrams,commands,ok,superfluous,late,malformed,idle,dash,turn,/,
    );
    expect(steps.slice(1).map((row) => row.split(',').slice(0, 11).join(','))).toEqual([
      '1,0,kick_off_l,3,3,5,4,1,0,0,0',
      '2,0,kick_off_l,1,1,1,0,0,0,1,2',
      '3,0,kick_off_l,2,3,3,1,1,1,0,0',
    ]);
    const clients = (await lines('--counts', 'clients', '--json')).map((line) => JSON.parse(line));
    expect(clients).toMatchObject([
      {
        client: 'North-1_4',
        commands: 7,
        datagrams: 5,
        late: 1,
        superfluous: 1,
        idle: 2,
        kick: 2,
        not_executed: null,
      },
      { client: 'South_2_3', commands: 4, malformed: 1, idle: 1, turn: 3 },
      { client: 'South_2_Coach', commands: 1, other: 1 },
    ]);
    const text = await lines('--counts', 'clients');
    expect(text[0]).toMatch(/^client +first_time last_time/);
    expect(text[1]).toMatch(/^North-1_4 +0 +3/);
  });

  it('rejects what it cannot use', async () => {
    for (const [args, message] of [
      [['--cycles', '9-5'], 'The range 9-5 ends before it begins'],
      [['--cycles', 'x'], "'x' is not a range"],
      [['--command', 'jump'], "'jump' is unknown"],
      [['--client', 'a,,b'], 'Allowed, with commas'],
      [['--referee', '--counts', 'steps'], "'--referee' cannot be used with option '--counts"],
      [['--json', '--csv'], "'--csv' cannot be used with option '--json'"],
    ] as const) {
      const { code, err } = await run(['commands', ...args, '-'], LOG);
      expect([args, code]).toEqual([args, 2]);
      expect(err).toContain(message);
    }
    const game = await run(['commands', findSample('sample-v6')]);
    expect([game.code, game.err]).toEqual([1, expect.stringContaining('the file is a game log (.rcg)')]);
    const text = await run(['commands', '-'], 'hello\n');
    expect([text.code, text.err]).toEqual([1, expect.stringContaining('rcss-log: -: not a text log')]);
  });

  it('reads compressed logs, and reports what is before the first entry', async () => {
    const { code, err, out } = await run(['commands', '--csv', '-'], gzipSync(`rest of a line\n${LOG}`));
    expect([code, out.trimEnd().split('\n').length]).toEqual([0, 13]);
    expect(err).toBe('-: offset 0: not an entry of a text log: rest of a line\n');
  });
});

describe('commands joined with a game log', () => {
  const parsed = parseLog(new Uint8Array(readFileSync(findSample('sample-v6'))));
  if (!parsed.ok) throw new Error(parsed.error.message);
  const frames = parsed.value.flatMap((record) => (record.type === 'show' ? [record.frame] : []));

  it('has the state in which the client sent the command, and whether it was executed', async () => {
    // The show after a kick of a player counts it.
    const at = frames.findIndex((frame, i) => {
      const next = frames[i + 1];
      return (
        next?.time === frame.time + 1 &&
        next.players.some((p, k) => p.kickCount > frame.players[k]!.kickCount)
      );
    });
    const frame = frames[at]!;
    const index = frame.players.findIndex((p, k) => frames[at + 1]!.players[k]!.kickCount > p.kickCount);
    const kicker = frame.players[index]!;
    const team = kicker.side === 'l' ? 'North-1' : 'South_2';
    const rcl = join(createTempFolder(), 'x.rcl');
    const other = index === 0 ? 2 : 1;
    writeFileSync(
      rcl,
      `${frame.time},0\tRecv ${team}_${kicker.unum}: (kick 100 0)(kick 10 0)\n` +
        `${frame.time},0\tRecv North-1_${other}: (tackle 90)\n${frame.time},0\tRecv Other_3: (turn 4)\n`,
    );
    const { code, out, err } = await run(['commands', '--json', '-g', findSample('sample-v6'), rcl]);
    expect([code, err]).toEqual([0, '']);
    const rows = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.map(({ executed, play_mode }) => [executed, play_mode])).toEqual([
      [true, frame.playMode],
      [false, frame.playMode],
      [
        frames[at + 1]!.players[other - 1]!.tackleCount > frame.players[other - 1]!.tackleCount,
        frame.playMode,
      ],
      [null, frame.playMode],
    ]);
    expect(rows[0]!['ball_x']).toBeCloseTo(frame.ballX, 4);
    expect(rows[0]!['x']).toBeCloseTo(kicker.x, 4);
    expect(rows[0]!['ball_distance']).toBeLessThan(2);
    expect(rows[3]).toMatchObject({ x: null, ball_distance: null });
  });
});
