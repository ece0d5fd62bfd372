import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, deflateSync, inflateSync } from 'node:zlib';
import { PLAY_MODES } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import {
  Client,
  connectMonitor,
  connectOnlineCoach,
  connectPlayer,
  connectTrainer,
  createFolder,
  repeatAfterPause,
  startTestServer,
  waitForSteps,
  waitUntil,
} from '../../test/harness.js';

const WITH_TRAINER = { server: { coach_w_referee: true } };
const TILE = `"8 8 2 1" "a c None" "b c #ff0000"${' "aaaabbbb"'.repeat(8)}`;

/**
 * Returns all messages that were received before the answer to `(check_ball)`, which changes nothing, without that
 * answer.
 */
async function readReceived(client: Client): Promise<string[]> {
  client.send('(check_ball)');
  await client.next('(ok check_ball');
  return client.received.map(({ text }) => text).filter((text) => !text.startsWith('(ok check_ball'));
}

const toHeads = (texts: readonly string[]) => texts.map((text) => /^\((\S+)/.exec(text)?.[1] ?? text);

describe('connecting as trainer (spec 07 §3, §5)', () => {
  it('without a coach mode every text gets the same answer, from the well-known port (spec 07 §20.1)', async () => {
    const server = await startTestServer();
    const client = await Client.open(server.ports.coach);
    for (const text of ['(init (version 19))', '(start)', 'x']) {
      client.send(text);
      const answer = await client.next('(error connected_offline_coach_without_coach_mode)');
      expect(answer.port).toBe(server.ports.coach);
    }
    expect(server.server.match.world.playMode).toBe('before_kick_off');
  });

  it.each([
    ['(init)', 3],
    ['(init foo', 3],
    ['(init (version abc))', 3],
    ['(init (version 6.9))', 6.9],
    ['(init (version 7))', 7],
    ['(init (version 8))', 8],
    ['(init (version 19.9))', 19.9],
  ])('%s is welcomed as version %d (spec 07 §20.2, §20.3)', async (text, version) => {
    const server = await startTestServer(WITH_TRAINER);
    await connectPlayer(server);
    server.server.match.world.players[0]!.typeId = 3;
    const client = await Client.open(server.ports.coach);
    client.send(text);
    const first = await client.next('(');
    expect(first.text).toBe('(init ok)');
    expect(first.port).not.toBe(server.ports.coach);
    const [, ...rest] = await readReceived(client);
    if (version < 7) expect(rest).toEqual([]);
    else {
      expect(toHeads(rest)).toEqual(['server_param', 'player_param', ...new Array(18).fill('player_type')]);
      expect(rest[0]).toMatch(version < 8 ? /^\(server_param [\d.-]+ / : /^\(server_param \(\w+ /);
      expect(rest[2]).toMatch(version < 8 ? /^\(player_type 0 / : /^\(player_type \(id 0\)/);
    }
    expect(server.out).toContain(`A new (v${version}) offline coach connected`);
  });

  it('wrong versions and a second trainer are refused (spec 07 §20.4, §20.5)', async () => {
    const server = await startTestServer(WITH_TRAINER);
    for (const [text, code] of [
      ['(init', 'illegal_command_form'],
      ['(init (version', 'illegal_command_form'],
      ['init', 'illegal_command_form'],
      ['(init (version 0.5))', 'illegal_command_form'],
      ['(init (version -1))', 'illegal_command_form'],
      ['(init (version 20))', 'illegal_client_version'],
    ] as const) {
      const client = await Client.open(server.ports.coach);
      client.send(text);
      const answer = await client.next('(');
      expect([text, answer.text, answer.port]).toEqual([text, `(error ${code})`, server.ports.coach]);
    }
    await connectTrainer(server);
    const second = await Client.open(server.ports.coach);
    for (const text of ['(init (version 19))', '(look)', 'x']) {
      second.send(text);
      await second.next('(error already_have_offline_coach)');
    }
  });

  it('a first datagram without init kicks off, is executed, and is not answered (spec 07 §20.6)', async () => {
    const server = await startTestServer(WITH_TRAINER);
    const one = await connectPlayer(server);
    const stray = await Client.open(server.ports.coach);
    stray.send('(move (ball) 10 10)');
    await one.next('(hear 0 referee kick_off_l)');
    const { ball } = server.server.match.world;
    expect([ball.pos.x, ball.pos.y]).toEqual([10, 10]);
    stray.send('(initx)');
    // These two have no effect without a trainer.
    stray.send('(compression 5)');
    stray.send('(done)');
    stray.send('(ear on)');
    await waitUntil(() => server.server.match.trainer.ear);
    expect(server.server.clients.trainer).toBe(null);
    expect(stray.received).toEqual([]);
    const later = await connectTrainer(server);
    later.send('(change_mode play_on)');
    await later.next(/^\(hear referee \d+ play_on\)/);
  });
});

describe('connecting as online coach (spec 07 §4, §5)', () => {
  it('malformed forms are refused, in the order of the table (spec 07 §20.7)', async () => {
    const server = await startTestServer();
    await connectPlayer(server, 'TeamA');
    const client = await Client.open(server.ports.olcoach);
    for (const [text, code] of [
      ['(init TeamA)', 'illegal_command_form'],
      ['(init TeamA CoachX', 'illegal_coachname_or_too_long_coachname'],
      ['(init TeamA CoachX! (version 15))', 'illegal_coachname_or_too_long_coachname'],
      ['(init TeamA CoachX Y (version 15))', 'illegal_coachname_or_too_long_coachname'],
      ['(init TeamA "CoachX" (version 15))', 'illegal_command_form'],
      ['(init TeamA (version 15)', 'illegal_client_version'],
      ['(init TeamA (version 4.99))', 'illegal_client_version'],
      ['(init TeamA (version 20))', 'illegal_client_version'],
      ['(init TeamA (version abc))', 'illegal_command_form'],
      ['( init TeamA (version 15))', 'illegal_command_form'],
      ['init TeamA', 'illegal_command_form'],
      ['(look)', 'illegal_command_form'],
    ] as const) {
      client.send(text);
      const answer = await client.next('(');
      expect([text, answer.text, answer.port]).toEqual([text, `(error ${code})`, server.ports.olcoach]);
    }
  });

  it.each([
    ['(init TeamA (version 15))', '(init l ok)'],
    ['(init TeamA(version 15))', '(init l ok)'],
    ['(init TeamA CoachX)', '(init ok)'],
    ['(init TeamA CoachX (version 7))', '(init l ok)'],
    ['(init TeamA CoachX (x) (version 15))', '(init ok)'],
    ['(initTeamA C)', '(init ok)'],
  ])('%s is answered %s (spec 07 §20.7)', async (text, answer) => {
    const server = await startTestServer();
    await connectPlayer(server, 'TeamA');
    const client = await Client.open(server.ports.olcoach);
    client.send(text);
    const first = await client.next('(');
    expect(first.text).toBe(answer);
    expect(first.port).not.toBe(server.ports.olcoach);
  });

  it('a coach without a team, a second coach and a coach after bye are refused (spec 07 §20.8)', async () => {
    const server = await startTestServer({ server: { fixed_teamname_l: 'Fixed' } });
    const client = await Client.open(server.ports.olcoach);
    const init = async (team: string) => {
      client.send(`(init ${team} (version 15))`);
      return (await client.next('(')).text;
    };
    expect(await init('TeamA')).toBe('(error no_such_team)');
    await connectPlayer(server, 'TeamA');
    expect(await init('Fixed')).toBe('(error no_such_team)');
    const first = await connectOnlineCoach(server, 'TeamA');
    expect(await init('TeamA')).toBe('(error already_have_coach)');
    first.send('(bye)');
    await waitUntil(() => server.out.some((line) => line.startsWith('An online coach disconnected')));
    expect(await init('TeamA')).toBe('(error connection_failed)');
  });

  it('the well-known port refuses commands of coaches from version 8 on, and executes those of older ones (spec 07 §20.9)', async () => {
    const server = await startTestServer(WITH_TRAINER);
    await connectPlayer(server, 'L');
    await connectPlayer(server, 'R');
    const modern = await connectOnlineCoach(server, 'L', { version: 8 });
    const old = await connectOnlineCoach(server, 'R', { version: 7 });
    modern.skip();
    modern.send('(look)', server.ports.olcoach);
    const refusal = await modern.next('(');
    expect([refusal.text, refusal.port]).toEqual(['(error only_init_allowed_on_init_port)', modern.port]);
    old.send('(check_ball)', server.ports.olcoach);
    expect((await old.next('(ok check_ball')).port).toBe(old.port);
    const boss = await connectTrainer(server, 7.9);
    boss.send('(check_ball)', server.ports.coach);
    expect((await boss.next('(ok check_ball')).port).toBe(boss.port);
  });

  it('the trainer port refuses commands of a trainer from version 8 on (spec 07 §20.9)', async () => {
    const server = await startTestServer(WITH_TRAINER);
    const trainer = await connectTrainer(server, 8);
    await readReceived(trainer);
    trainer.send('(start)', server.ports.coach);
    const refusal = await trainer.next('(');
    expect([refusal.text, refusal.port]).toEqual(['(error only_init_allowed_on_init_port)', trainer.port]);
    expect(server.server.match.world.playMode).toBe('before_kick_off');
    trainer.send('(start)');
    await waitUntil(() => server.server.match.world.playMode === 'kick_off_l');
  });

  it('from version 8 on a missing NUL gives a warning, and the command is executed (spec 07 §20.10)', async () => {
    const server = await startTestServer();
    await connectPlayer(server, 'L');
    await connectPlayer(server, 'R');
    for (const [team, version] of [
      ['L', 7],
      ['R', 8],
    ] as const) {
      const coach = await connectOnlineCoach(server, team, { version });
      await readReceived(coach);
      const from = coach.received.length;
      coach.sendBytes(Buffer.from('(check_ball)'));
      await coach.next('(ok check_ball');
      const came = coach.received.slice(from).map(({ text }) => text);
      expect(came).toEqual([
        ...(version >= 8 ? ['(warning message_not_null_terminated)'] : []),
        '(ok check_ball 0 in_field)',
      ]);
    }
  });

  it('the messages after an init have a fixed order (spec 07 §20.11, spec 05b §7.8, §7.16)', async () => {
    const include = join(createFolder(), 'message');
    writeFileSync(include, 'hello "ext"\nline2');
    const server = await startTestServer({ server: { coach_w_referee: true, coach_msg_file: include } });
    const l1 = await connectPlayer(server, 'L', { goalie: true });
    const r1 = await connectPlayer(server, 'R');
    await connectPlayer(server, 'L');
    l1.send('(clang (ver 7 8))');
    await l1.next('(ok clang (ver 7 8))');
    r1.send('(clang (ver 8 8))');
    await r1.next('(ok clang (ver 8 8))');
    const boss = await connectTrainer(server);
    for (const change of ['R 1 4', 'L 2 5']) {
      boss.send(`(change_player_type ${change})`);
      await boss.next('(ok change_player_type');
    }
    const coach = await connectOnlineCoach(server, 'L', { version: 11 });
    const texts = await readReceived(coach);
    expect(toHeads(texts.slice(0, 21))).toEqual([
      'init',
      'server_param',
      'player_param',
      ...new Array(18).fill('player_type'),
    ]);
    expect(texts[0]).toBe('(init l ok)');
    expect(texts.slice(21, 23)).toEqual(['(change_player_type 2 5)', '(change_player_type 1)']);
    expect(texts.slice(23, 25).sort()).toEqual([
      '(clang (ver (p "L" 1 goalie) 7 8))',
      '(clang (ver (p "R" 1) 8 8))',
    ]);
    expect(texts.slice(25)).toEqual(['(include 17 hello "ext"\nline2)']);

    const other = await connectOnlineCoach(server, 'R', { version: 7 });
    const older = await readReceived(other);
    expect(older.slice(21)).toEqual(['(change_player_type 2)', '(change_player_type 1 4)']);
    // Both sides have the same types.
    const types = (client: Client) =>
      client.received.map(({ text }) => text).filter((text) => text.startsWith('(player_type'));
    expect(types(l1)).toHaveLength(18);
    expect(types(r1)).toEqual(types(l1));
    // spec 05b §7.16: opponents receive only the number, when the change happens.
    await l1.next('(change_player_type 2 5)');
    expect(
      r1.received.map(({ text }) => text).filter((text) => text.startsWith('(change_player_type')),
    ).toEqual(['(change_player_type 1 4)', '(change_player_type 2)']);
  });
});

describe('server::coach_msg_file', () => {
  const connectWith = async (content: string | null) => {
    const path = join(createFolder(), 'message');
    if (content !== null) writeFileSync(path, content);
    const server = await startTestServer({ server: { coach_msg_file: path } });
    await connectPlayer(server, 'L');
    const coach = await connectOnlineCoach(server, 'L');
    coach.send('(x)');
    await coach.next('(error');
    const includes = coach.received.filter(({ text }) => text.startsWith('(include'));
    const lines = [...server.out, ...server.err].filter((line) => line.includes(path));
    return { path, includes: includes.map(({ text }) => text), lines };
  };

  it('a file of one byte is sent', async () => {
    const { includes, lines, path } = await connectWith('x');
    expect(includes).toEqual(['(include 1 x)']);
    expect(lines).toEqual([`send external message in [${path}]`]);
  });

  it('an empty file is not sent', async () => {
    expect(await connectWith('')).toMatchObject({ includes: [], lines: [] });
  });

  it.skipIf(!existsSync('/dev/null'))('a device is reported and not read', async () => {
    const server = await startTestServer({ server: { coach_msg_file: '/dev/null' } });
    await connectPlayer(server, 'L');
    await connectOnlineCoach(server, 'L');
    await waitUntil(() =>
      server.err.includes('could not read coach message file "/dev/null": it is not a regular file'),
    );
  });

  it('a missing file is reported with its path', async () => {
    const { includes, lines, path } = await connectWith(null);
    expect(includes).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`could not read coach message file "${path}": ENOENT`);
  });
});

describe('commands (spec 07 §6, §7)', () => {
  it('words, modes, moves (spec 07 §20.12, §20.13, §20.14)', async () => {
    const server = await startTestServer({ server: { coach: true } });
    const boss = await connectTrainer(server);
    await readReceived(boss);
    for (const [text, answer] of [
      ['(look', /^\(ok look 0 /],
      ['(look;x', /^\(ok look 0 /],
      ['( look )', /^\(ok look 0 /],
      ['(check_ball)(look)', /^\(ok check_ball 0 in_field\)$/],
      ['hello', /^\(error illegal_command_form\)$/],
      ['(foo)', /^\(error unknown_command\)$/],
      ['(Look)', /^\(error unknown_command\)$/],
      ['(bye)', /^\(error unknown_command\)$/],
      ['(change_mode)', /^\(error illegal_command_form\)$/],
      ['(change_mode nonsense)', /^\(error illegal_mode\)$/],
      ['(change_mode Play_on)', /^\(error illegal_mode\)$/],
      ['(move (ball) 1 2 3 4)', /^\(error illegal_command_form\)$/],
      ['(move (ball) nan 0)', /^\(error illegal_object_form\)$/],
      ['(move ( ball ) 1 2)', /^\(error illegal_object_form\)$/],
      ['(move (player Unknown 3) 1 2)', /^\(ok move\)$/],
    ] as const) {
      boss.send(text);
      expect((await boss.next('(')).text, text).toMatch(answer);
    }
    boss.send('(ear on)');
    await boss.next('(ok ear on)');
    for (const { name } of PLAY_MODES) {
      boss.send(`(change_mode ${name})`);
      const silent = name === 'goal_l' || name === 'goal_r';
      const first = (await boss.next('(')).text;
      if (silent) expect(first).toBe('(ok change_mode)');
      else {
        expect(first).toMatch(new RegExp(`^\\(hear referee \\d+ ${name}\\)$`));
        expect((await boss.next('(')).text).toBe('(ok change_mode)');
      }
    }
  });

  it('an absent player that the trainer has moved is at that place when it connects (spec 07 §20.15)', async () => {
    const server = await startTestServer(WITH_TRAINER);
    await connectPlayer(server, 'L');
    const boss = await connectTrainer(server);
    boss.send('(move (player L 2) -10 5 90)');
    await boss.next('(ok move)');
    // The target angle is applied in the first step (spec 05 §4.2).
    await (await connectPlayer(server, 'L')).next('(sense_body');
    boss.send('(look)');
    expect((await boss.next('(ok look')).text).toContain('((p "L" 2) -10 5 0 0 90 0)');
  });

  it('two replies have a newline before their NUL (spec 07 §20.17)', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true, fixed_teamname_r: 'Fix' } });
    const boss = await connectTrainer(server);
    const answer = async (text: string) => {
      boss.send(text);
      return (await boss.next('(ok')).bytes.toString('latin1');
    };
    expect(await answer('(recover)')).toBe('(ok recover)\n\0');
    expect(await answer('(team_names)')).toBe('(ok team_names)\n\0');
    await connectPlayer(server, 'L');
    expect(await answer('(team_names)')).toBe('(ok team_names (team l L))\n\0');
    await connectPlayer(server, 'R');
    expect(await answer('(team_names)')).toBe('(ok team_names (team l L) (team r R))\n\0');
    expect(await answer('(check_ball)')).toBe('(ok check_ball 0 in_field)\0');
  });

  it('a new goalie is announced from version 16 on; opponents still see the old name (spec 07 §20.22)', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true } });
    const l1 = await connectPlayer(server, 'L', { version: 16 });
    const l2 = await connectPlayer(server, 'L', { version: 15 });
    const r1 = await connectPlayer(server, 'R', { version: 19 });
    const own = await connectOnlineCoach(server, 'L', { version: 15 });
    const other = await connectOnlineCoach(server, 'R', { version: 16 });
    const screen = await connectMonitor(server);
    own.send('(change_player_type 2 goalie)');
    await own.next('(ok change_player_type 2 goalie)');
    for (const client of [l1, r1, other]) await client.next('(change_player_type l 2 goalie)');
    await screen.next('(msg 0 1 "(change_player_type l 2 goalie)")');
    own.send('(look)');
    expect((await own.next('(ok look')).text).toContain('((p "L" 2 goalie) ');
    other.send('(look)');
    expect((await other.next('(ok look')).text).toContain('((p "L" 2) ');
    await l2.next('(sense_body');
    for (const client of [l2, own]) {
      expect(client.received.some(({ text }) => text.startsWith('(change_player_type l'))).toBe(false);
    }
    own.send('(change_player_type 1 goalie)');
    await own.next('(error goalie_already_exists)');
  });
});

describe('recipients and forms of audio (spec 07 §11, spec 06 §3.2)', () => {
  it('calls of the referee are sent to players of every ear and version, coaches and trainer (spec 07 §20.30, spec 06 §24.3, §24.5)', async () => {
    const server = await startTestServer(WITH_TRAINER);
    const deaf = await connectPlayer(server, 'L', { version: 19 });
    const old = await connectPlayer(server, 'R', { version: 3 });
    deaf.send('(ear (off))');
    const coaches = [
      await connectOnlineCoach(server, 'L', { version: 19 }),
      await connectOnlineCoach(server, 'R', { version: 5 }),
    ];
    const boss = await connectTrainer(server, 19);
    // With ear off nothing is received.
    boss.send('(change_mode kick_in_l)');
    expect((await boss.next(/^\((hear|ok change)/)).text).toBe('(ok change_mode)');
    boss.send('(ear on)');
    await boss.next('(ok ear on)');
    server.server.match.world.players[0]!.hearOwn = 0;
    server.server.match.world.players[0]!.hearOpponents = 0;
    boss.send('(change_mode free_kick_r)');
    expect((await boss.next(/^\((hear|ok change)/)).text).toMatch(/^\(hear referee \d+ free_kick_r\)$/);
    for (const client of [deaf, old, ...coaches])
      expect((await client.next(/referee free_kick_r/)).text).toMatch(/^\(hear \d+ referee free_kick_r\)$/);
  });

  it('speech of the trainer is sent at once to old players, after the next sense_body to others (spec 07 §20.30, §20.31)', async () => {
    const server = await startTestServer({ server: { coach: true } });
    const v6 = await connectPlayer(server, 'L', { version: 6 });
    const v7 = await connectPlayer(server, 'L', { version: 7 });
    const v15 = await connectPlayer(server, 'R', { version: 15 });
    const coaches = [
      await connectOnlineCoach(server, 'L', { version: 19 }),
      await connectOnlineCoach(server, 'R', { version: 6 }),
    ];
    const boss = await connectTrainer(server, 7);
    boss.send('(ear on)');
    await boss.next('(ok ear on)');
    boss.send('(change_mode play_on)');
    await boss.next('(ok change_mode)');
    boss.send('(say now)');
    const own = await boss.next(/now/);
    const time = Number(/^\(hear (\d+) referee "now"\)$/.exec(own.text)?.[1]);
    await boss.next('(ok say)');
    expect((await v6.next(/now/)).text).toBe(`(hear ${time} referee now)`);
    expect((await v7.next(/now/)).text).toBe(`(hear ${time} coach "now")`);
    for (const coach of coaches) expect((await coach.next(/now/)).text).toBe(`(hear ${time} referee now)`);
    expect((await v15.next(/now/)).text).toBe(`(hear ${time + 1} coach "now")`);
    const at = v15.received.findIndex(({ text }) => text.includes('now'));
    expect(v15.received[at - 1]!.text).toMatch(new RegExp(`^\\((sense_body|fullstate) ${time + 1} `));
  });

  it('speech of players and old coaches is sent to trainer and coaches (spec 07 §20.30)', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true, fixed_teamname_l: 'Fix' } });
    const l1 = await connectPlayer(server, 'L', { goalie: true });
    await connectPlayer(server, 'R');
    const own = await connectOnlineCoach(server, 'L', { version: 6 });
    const other = await connectOnlineCoach(server, 'R', { version: 19 });
    const boss = await connectTrainer(server, 6);
    boss.send('(ear on)');
    await boss.next('(ok ear on)');
    l1.send('(say hey)');
    expect((await own.next(/hey/)).text).toBe('(hear 0 (player L 1) hey)');
    expect((await other.next(/hey/)).text).toBe('(hear 0 (p "Fix" 1 goalie) "hey")');
    expect((await boss.next(/hey/)).text).toBe('(hear (player L 1) 0 hey)');
    own.send('(say old words)');
    await own.next('(ok say)');
    expect((await boss.next(/old words/)).text).toBe('(hear online_coach_left 0 old words)');
    await l1.next(/^\(hear 0 online_coach_left "old words"\)/);
    await readReceived(other);
    expect(other.received.some(({ text }) => text.includes('old words'))).toBe(false);
  });

  it('coach language is sent to the own team, in the form for the version of each player (spec 07 §20.28, §20.29, §20.39)', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true, send_comms: true } });
    const knows = await connectPlayer(server, 'L');
    const ignorant = await connectPlayer(server, 'L');
    const opponent = await connectPlayer(server, 'R');
    knows.send('(clang (ver 7 8))');
    await knows.next('(ok clang');
    const coach = await connectOnlineCoach(server, 'L', { version: 8 });
    const boss = await connectTrainer(server, 8);
    const screen = await connectMonitor(server);
    boss.send('(ear on)');
    await boss.next('(ok ear on)');
    coach.send('(say (freeform "def"))');
    await coach.next('(ok say)');
    expect((await knows.next(/online_coach/)).text).toBe('(hear 0 online_coach_left (freeform "def"))');
    expect((await ignorant.next(/online_coach/)).text).toBe('(hear 0 online_coach_left (unsupported_clang))');
    expect((await boss.next(/online_coach/)).text).toBe('(hear 0 online_coach_left "(freeform "def")")');
    await screen.next('(msg 0 1 "(online_coach_left 0 (freeform "def"))")');
    expect(opponent.received.some(({ text }) => text.includes('online_coach'))).toBe(false);
  });

  it('declared languages are sent only to the coach of the own team, as unsigned numbers (spec 07 §20.34)', async () => {
    const server = await startTestServer();
    const l1 = await connectPlayer(server, 'L');
    await connectPlayer(server, 'R');
    const own = await connectOnlineCoach(server, 'L', { version: 8 });
    const other = await connectOnlineCoach(server, 'R', { version: 8 });
    l1.send('(clang (ver -1 8))');
    await l1.next('(ok clang (ver ');
    await own.next('(clang (ver (p "L" 1) 4294967295 8))');
    expect((await readReceived(other)).some((text) => text.startsWith('(clang'))).toBe(false);
  });
});

describe('views (spec 07 §12, §14)', () => {
  it('global views have the form of the version, the right goal first, no mirroring and fixed names (spec 07 §20.32, §20.33)', async () => {
    const server = await startTestServer({
      server: { coach_w_referee: true, fixed_teamname_l: 'LeftFix', fixed_teamname_r: 'RightFix' },
    });
    await connectPlayer(server, 'LL', { goalie: true });
    await (await connectPlayer(server, 'RR')).next('(sense_body');
    const left = await connectOnlineCoach(server, 'LL', { version: 19 });
    const right = await connectOnlineCoach(server, 'RR', { version: 6 });
    const boss = await connectTrainer(server, 7);
    boss.send('(move (ball) 10.5 -5)');
    await boss.next('(ok move)');
    const look = async (client: Client) => {
      client.send('(look)');
      return (await client.next('(ok look')).text;
    };
    const goals = '((g r) 52.5 0) ((g l) -52.5 0) ((b) 10.5 -5 0 0)';
    expect(await look(left)).toBe(
      `(ok look 0 ${goals} ((p "LL" 1 goalie) -3 -37 0 0 0 0) ((p "RightFix" 1) 3 -37 0 0 0 0))`,
    );
    expect(await look(boss)).toBe(
      `(ok look 0 ${goals} ((p "LL" 1 goalie) -3 -37 0 0 0 0) ((p "RR" 1) 3 -37 0 0 0 0))`,
    );
    right.send('(eye on)');
    await right.next('(ok eye on)');
    expect((await right.next('(see')).text).toBe(
      '(see 0 ((goal r) 52.5 0) ((goal l) -52.5 0) ((ball) 10.5 -5 0 0) ((player LeftFix 1) -3 -37 0 0 0 0) ((player RR 1) 3 -37 0 0 0 0))',
    );
    left.send('(eye on)');
    expect((await left.next('(see')).text).toMatch(/^\(see_global 0 \(\(g r\)/);
  });

  it('see_global is sent while the clock stands (spec 07 §20.36)', async () => {
    const server = await startTestServer(WITH_TRAINER);
    const boss = await connectTrainer(server);
    boss.send('(eye on)');
    await boss.next('(ok eye on)');
    for (const mode of ['before_kick_off', 'time_over', 'goal_l']) {
      boss.send(`(change_mode ${mode})`);
      await boss.next('(ok change_mode)');
      for (let i = 0; i < 3; i++) await boss.next('(see_global 0 ');
    }
    boss.send('(eye off)');
    await boss.next('(ok eye off)');
    const seen = boss.received.length;
    await waitForSteps(server, 3);
    expect(boss.received.length).toBe(seen);
  });

  it('in synchronous mode a coach with eye on gets (think) and is awaited (spec 07 §20.35)', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true, synch_mode: true } });
    await connectPlayer(server, 'L', { answersThink: true });
    const coach = await connectOnlineCoach(server, 'L');
    const boss = await connectTrainer(server);
    boss.send('(change_mode play_on)');
    await boss.next('(ok change_mode)');
    await waitUntil(() => server.server.match.world.time > 3);
    expect(coach.received.some(({ text }) => text === '(think)')).toBe(false);
    coach.send('(eye on)');
    await coach.next('(ok eye on)');
    coach.skip();
    const view = await coach.next('(see_global');
    await coach.next('(think)');
    const { world } = server.server.match;
    expect(view.text.startsWith(`(see_global ${world.time} `)).toBe(true);
    // A cycle without the (done) of the coach is counted.
    const countOtherCycles = () => world.time - server.server.telemetry.coachesMissedDone.l;
    const before = countOtherCycles();
    coach.send('(look)');
    await coach.next('(ok look');
    expect(countOtherCycles()).toBe(before);
    coach.send('(done)');
    await waitUntil(() => countOtherCycles() > before);
  });
});

describe('compression, reconnection, echoes (spec 07 §2, §15)', () => {
  it('one zlib stream per datagram, both ways (spec 07 §20.37, §18 vector G)', async () => {
    const unpack = (bytes: Buffer) => inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
    for (const [level, head] of [
      [6, '789c'],
      [0, '7801'],
      [9, '78da'],
    ] as const) {
      const server = await startTestServer();
      await connectPlayer(server, 'L');
      const coach = await connectOnlineCoach(server, 'L', { version: 8 });
      await readReceived(coach);
      coach.send('(compression 10)');
      await coach.next('(error illegal_command_form)');
      coach.send(`(compression ${level})`);
      expect((await coach.next('(ok')).text).toBe(`(ok compression ${level})`);
      coach.decode = unpack;
      const pack = (text: string) => deflateSync(Buffer.from(`${text}\0`), { level });
      coach.send('(look)');
      coach.sendBytes(Buffer.from([0x78, 0x9c, 7, 1, 2]));
      coach.sendBytes(pack('(check_ball)'));
      const answer = await coach.next('(ok');
      expect(answer.text).toBe('(ok check_ball 0 in_field)');
      expect(answer.bytes.subarray(0, 2).toString('hex')).toBe(head);
      expect(answer.bytes.subarray(-4).toString('hex')).toBe('0000ffff');
      expect(unpack(answer.bytes).at(-1)).toBe(0);
      coach.sendBytes(pack('(compression -1)'));
      await coach.next('(ok compression -1)');
      coach.decode = (bytes) => bytes;
      coach.send('(check_ball)');
      expect((await coach.next('(ok')).text).toBe('(ok check_ball 0 in_field)');
    }
  });

  it('a trainer gets compressed messages after (compression N)', async () => {
    const server = await startTestServer(WITH_TRAINER);
    const trainer = await connectTrainer(server);
    trainer.send('(compression 6)');
    await trainer.next('(ok compression 6)');
    trainer.decode = (bytes) => inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
    trainer.sendBytes(deflateSync(Buffer.from('(check_ball)\0')));
    expect((await trainer.next('(ok')).text).toBe('(ok check_ball 0 in_field)');
  });

  it('eye and ear stay on after the trainer has left (spec 07 §20.38)', async () => {
    const server = await startTestServer(WITH_TRAINER);
    const first = await connectTrainer(server);
    first.send('(ear on)');
    first.send('(eye on)');
    await first.next('(ok eye on)');
    first.close();
    await waitUntil(() => server.out.includes('An offline coach disconnected'));
    const second = await connectTrainer(server);
    await second.next('(see_global 0');
    second.send('(change_mode play_on)');
    await second.next(/^\(hear referee \d+ play_on\)/);
  });

  it('monitors, text log and game log (spec 07 §20.39)', async () => {
    const server = await startTestServer({
      server: { coach_w_referee: true, send_comms: true, record_messages: true, game_log_compression: 0 },
    });
    await connectPlayer(server, 'L');
    const boss = await connectTrainer(server);
    const old = await connectOnlineCoach(server, 'L', { version: 6, name: 'CC' });
    const screen = await connectMonitor(server, 4);
    boss.send('(say hear me)');
    await screen.next('(msg 0 1 "(referee hear me)")');
    old.send('(say and me)');
    await screen.next('(msg 0 1 "(online_coach_left and me)")');
    boss.send('(change_player_type L 1 4)');
    await screen.next('(msg 0 1 "(change_player_type l 1 4)")');
    old.send(`(team_graphic (0 0 ${TILE}))`);
    await screen.next(`(msg 0 1 "(team_graphic_l (0 0 ${TILE})")`);
    boss.send('(change_mode play_on)');
    await boss.next('(ok change_mode)');
    boss.send('(say late)');
    await boss.next('(ok say)');
    await server.end();
    const names = server.files();
    expect(names.some((name) => name.includes('L_CC_0-vs-null'))).toBe(true);
    const text = server.read(names.find((name) => name.endsWith('.rcl'))!);
    expect(text).toMatch(/^0,\d+\tRecv Coach: \(init \(version 19\)\)$/m);
    expect(text).toMatch(/^0,\d+\tRecv L_Coach: \(init L CC \(version 6\)\)$/m);
    expect(text).toMatch(/^0,\d+\tRecv L_Coach: \(say and me\)$/m);
    expect(text).toMatch(/^0,\d+\tRecv Coach: \(change_player_type L 1 4\)$/m);
    expect(text).not.toMatch(/\(ok /);
    expect(text).not.toMatch(/\t\(change_player_type/);
    const game = server.read(names.find((name) => name.endsWith('.rcg'))!);
    expect(game).toMatch(/^\(msg 0 2 "\(change_player_type l 1 4\)"\)$/m);
    expect(game).toMatch(/^\(msg \d+ 2 "Recv Coach: \(say late\)"\)$/m);
    expect(game).toMatch(/^\(msg \d+ 1 "\(referee late\)"\)$/m);
    expect(game).not.toMatch(/\(referee hear me\)/);
    expect(server.out.join('\n')).toContain("Left Coach: 'CC'");
  });
});

describe('cards on the wire (spec 06 §23.4)', () => {
  it('a sent-off player gets a last message, and can return only as specified (RC1, spec 06 §24.50)', async () => {
    const server = await startTestServer(WITH_TRAINER);
    await connectPlayer(server, 'L');
    const victim = await connectPlayer(server, 'L');
    await connectPlayer(server, 'R');
    const boss = await connectTrainer(server);
    const screen = await connectMonitor(server);
    boss.send('(change_mode play_on)');
    await boss.next('(ok change_mode)');
    screen.send('(dispcard 1 2 yellow)');
    await victim.next(/^\(hear \d+ referee yellow_card_l_2\)/);
    screen.send('(dispcard 1 2 yellow)');
    await waitUntil(() => server.out.includes('A player disconnected : (L 2)'));
    await waitForSteps(server, 3);
    expect(victim.received.slice(-2).map(({ text }) => text.replace(/ \d+ /, ' T '))).toEqual([
      '(hear T referee yellow_card_l_2)',
      '(hear T referee red_card_l_2)',
    ]);
    const back = await Client.open(server.ports.player);
    const ask = async () => {
      back.send('(reconnect L 2)');
      return (await back.next('(')).text;
    };
    expect(await ask()).toBe('(error cannot_reconnect_while_playon)');
    boss.send('(change_mode free_kick_l)');
    await boss.next('(ok change_mode)');
    expect(await ask()).toBe('(error red_carded_player)');
    boss.send('(change_player_type L 2 0)');
    await boss.next('(ok change_player_type L 2 0)');
    expect(await ask()).toBe('(reconnect l free_kick_l)');
    screen.skip();
    expect((await screen.next('(show')).text).toMatch(/\(\(l 2\) 0 0x1 /);
  });
});

it('in synchronous mode, the clock waits for (done) of a coach whose eye is on (spec 02 §5)', async () => {
  const server = await startTestServer({ server: { synch_mode: true } });
  await connectPlayer(server, 'TeamA', { answersThink: true });
  const coach = await connectOnlineCoach(server, 'TeamA');
  coach.answersThink = true;
  coach.send('(eye on)');
  await coach.next('(ok eye on)');
  const missed = server.server.telemetry.coachesMissedDone;
  await repeatAfterPause(async () => {
    const before = missed.l;
    for (let i = 0; i < 3; i++) await coach.next('(think)');
    return missed.l === before;
  });
  expect(missed.r).toBe(0);
  const before = missed.l;
  coach.answersThink = false;
  await waitUntil(() => missed.l > before);
});

it('in synchronous mode, each cycle without (done) of coaches and trainer whose eye is on is counted', async () => {
  const server = await startTestServer({ server: { synch_mode: true, coach_w_referee: true } });
  await connectPlayer(server, 'TeamA', { answersThink: true });
  await connectPlayer(server, 'TeamB', { answersThink: true });
  const coaches = [
    await connectOnlineCoach(server, 'TeamA'),
    await connectOnlineCoach(server, 'TeamB'),
    await connectTrainer(server),
  ];
  coaches[1]!.answersThink = true;
  for (const coach of coaches) coach.send('(eye on)');
  const missed = server.server.telemetry.coachesMissedDone;
  await repeatAfterPause(async () => {
    const { l, r, trainer } = missed;
    await waitUntil(() => missed.l >= l + 2 && missed.trainer >= trainer + 2);
    return missed.r === r;
  });
});
