import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MatchDocument } from '@rcss/core/match-document';
import type { RoomEvent } from '@rcss/core/rooms';
import { describe, expect, it } from 'vitest';
import { Client, connectPlayer, createFolder, waitUntil } from '../../test/harness.js';
import { createTestHost, STEPPED } from '../../test/rooms.js';
import { countAllDrops } from '../telemetry.js';
import type { RoomError } from './room-error.js';
import type { RoomHost } from './room-host.js';

/** Returns status and message of the error of a request. */
async function refusal(request: Promise<unknown>): Promise<[number, string]> {
  try {
    await request;
  } catch (error) {
    const { status, message } = error as RoomError;
    return [status, message];
  }
  throw new Error('the request was not refused');
}

const roomOf = (host: RoomHost, id: string) => host.rooms.get(id)!;

/** Connects a player of a room over UDP. */
async function joinRoom(host: RoomHost, id: string, team: string, answersThink = true): Promise<Client> {
  const { ports } = await host.read(id);
  return connectPlayer({ ports } as never, team, { answersThink });
}

const ROLLING: MatchDocument = {
  ...STEPPED,
  teams: { left: { name: 'Foxes', remote: true }, right: { name: 'Herons', remote: true } },
  initial: { playMode: 'play_on', ball: { position: { x: 40, y: 0 }, velocity: { x: 2, y: 0 } } },
};

describe('a stepped room', () => {
  it('advances by the requested number of cycles, and not otherwise', async () => {
    const host = createTestHost();
    const { id, phase, steps } = await host.create({ document: STEPPED });
    expect([phase, steps]).toEqual(['waiting', 0]);
    expect(await host.step(id, 3)).toMatchObject({ steps: 3, phase: 'running' });
    expect(await host.step(id, 40)).toMatchObject({ steps: 43 });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect((await host.read(id)).steps).toBe(43);
  });

  it('starts from the situation of its document and ends by its stop condition; a reset makes it playable again', async () => {
    const host = createTestHost();
    const { id } = await host.create({ document: { ...ROLLING, stop: { goals: 1, cycles: 100 } } });
    const ended = await host.step(id, 1000);
    expect(ended).toMatchObject({
      phase: 'ended',
      score: { left: 1, right: 0 },
      end: { condition: 'goals' },
    });
    expect((await refusal(host.step(id, 1)))[0]).toBe(409);
    const again = await host.reset(id, {});
    expect(again).toMatchObject({ phase: 'running', steps: 0, score: { left: 0, right: 0 }, end: null });
    expect((await host.readScene(id)).ball?.position).toEqual({ x: 40, y: 0 });
    const second = await host.step(id, 1000);
    expect(second.steps).toBe(ended.steps);
  });

  it('gives the teams of the document their sides, whatever the order in which they connect, and refuses others', async () => {
    const host = createTestHost();
    const { id } = await host.create({ document: ROLLING });
    await joinRoom(host, id, 'Herons');
    const other = await joinRoom(host, id, 'Otters');
    expect(other.received.at(-1)?.text).toMatch(/^\(error no_more_team/);
    await joinRoom(host, id, 'Foxes');
    await host.step(id, 1);
    const { players = [] } = await host.readScene(id);
    expect(players.map(({ side }) => side)).toEqual(['left', 'right']);
    expect((await host.read(id)).teams).toEqual({ left: 'Foxes', right: 'Herons' });
  });

  it('waits in each cycle for (done) of its clients, and keeps them over a reset', async () => {
    const host = createTestHost();
    const { id } = await host.create({ document: STEPPED });
    const client = await joinRoom(host, id, 'Foxes');
    await host.step(id, 5);
    expect(client.unread('(think)').length).toBeGreaterThanOrEqual(5);
    client.send('(dash 100)(done)');
    await host.reset(id, { scene: { playMode: 'play_on' } });
    expect(await host.read(id)).toMatchObject({ clients: { players: 1 }, teams: { left: 'Foxes' }, time: 0 });
    client.skip();
    await host.step(id, 2);
    await client.next('(sense_body 1 ');
  });

  it('plays the same match again after a reset with the same seed, and another one with another seed', async () => {
    const host = createTestHost();
    const noisy = { ...ROLLING, parameters: { server: { ball_rand: 0.5 } } };
    const { id } = await host.create({ document: noisy });
    const play = async (seed?: number) => {
      await host.reset(id, seed === undefined ? {} : { seed });
      await host.step(id, 4);
      return (await host.readScene(id)).ball;
    };
    const first = await play();
    expect(await play()).toEqual(first);
    const other = await play(8);
    expect(other).not.toEqual(first);
    expect(await play(7)).toEqual(first);
    expect(await play(8)).toEqual(other);
  });
});

describe('programs control a room', () => {
  it('a snapshot, its fork and the original continue with the same states', async () => {
    const host = createTestHost();
    const { id } = await host.create({
      document: { ...ROLLING, parameters: { server: { ball_rand: 0.3 } } },
    });
    await host.step(id, 2);
    const name = await host.takeSnapshot(id);
    const { id: copy } = await host.fork(id, { snapshot: name });
    await host.step(id, 3);
    await host.step(copy, 3);
    const scene = await host.readScene(id);
    expect(await host.readScene(copy)).toEqual(scene);
    await host.reset(id, { snapshot: name });
    await host.step(id, 3);
    expect(await host.readScene(id)).toEqual(scene);
    await host.deleteSnapshot(id, name);
    expect((await refusal(host.reset(id, { snapshot: name })))[0]).toBe(404);
  });

  it('players without client are put on the field, and a client can take them', async () => {
    const host = createTestHost();
    const { id } = await host.create({ document: STEPPED });
    const slot = await host.spawnPlayer(id, { team: 'Foxes', goalie: true, position: { x: -50, y: 0 } });
    expect(slot).toEqual({ side: 'left', unum: 1 });
    expect(await host.spawnPlayer(id, { team: 'Herons', position: { x: 3, y: 4 } })).toEqual({
      side: 'right',
      unum: 1,
    });
    await host.setScene(id, {
      playMode: 'play_on',
      players: [{ side: 'right', unum: 1, velocity: { x: -0.5, y: 0 } }],
    });
    await host.step(id, 1);
    const { players = [] } = await host.readScene(id);
    expect(players.map(({ side, goalie }) => [side, goalie])).toEqual([
      ['left', true],
      ['right', false],
    ]);
    expect(players[1]!.position!.x).toBeLessThan(3);
    await host.setScene(id, { playMode: 'free_kick_l' });
    const client = await Client.open((await host.read(id)).ports.player);
    client.send('(reconnect Herons 1)');
    await client.next('(reconnect r free_kick_l)');
    expect((await host.read(id)).clients.players).toBe(1);
  });

  it('events report phases, goals, play modes and the end, in order', async () => {
    const host = createTestHost();
    const { id } = await host.create({ document: { ...ROLLING, stop: { playModes: ['kick_off_r'] } } });
    const events: RoomEvent[] = [];
    const unsubscribe = await host.subscribe(id, (event) => events.push(event));
    await host.step(id, 100);
    unsubscribe();
    await host.reset(id, {});
    expect(events.map((event) => (event.type === 'state' ? event.state.phase : event.type))).toEqual([
      'waiting',
      'running',
      'goal',
      'play_mode',
      'play_mode',
      'end',
      'ended',
    ]);
    expect(events[2]).toMatchObject({ side: 'left', score: { left: 1, right: 0 } });
  });

  it('a kickoff begins the match as the command of a trainer does', async () => {
    const host = createTestHost();
    const { id } = await host.create({ document: STEPPED });
    expect((await host.kickOff(id)).playMode).toBe('kick_off_l');
  });
});

describe('a real-time room', () => {
  it('runs after its start, stands while it is paused, and is stepped then without waiting', async () => {
    const host = createTestHost();
    const document: MatchDocument = {
      version: 1,
      parameters: { server: { simulator_step: 20, sense_body_step: 20 } },
    };
    const { id } = await host.create({ document });
    const client = await joinRoom(host, id, 'Foxes', false);
    expect((await host.read(id)).steps).toBe(0);
    await host.start(id);
    const room = roomOf(host, id);
    await waitUntil(() => room.server.match.steps > 3);
    await host.pause(id);
    const { steps } = await host.read(id);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await host.read(id)).steps).toBe(steps);
    expect(await host.step(id, 50)).toMatchObject({ steps: steps + 50, phase: 'paused' });
    await host.start(id);
    await waitUntil(() => room.server.match.steps > steps + 52);
    expect((await refusal(host.step(id, 1)))[0]).toBe(409);
    await client.next('(sense_body');
    expect(await host.stop(id)).toMatchObject({ phase: 'closed' });
  });

  it('ends as a server does when a stop condition holds', async () => {
    const host = createTestHost();
    const { id } = await host.create({
      document: { version: 1, stop: { cycles: 3 }, parameters: { server: { simulator_step: 20 } } },
      start: true,
    });
    await roomOf(host, id).closed;
    expect(await host.read(id)).toMatchObject({ phase: 'closed', steps: 3, end: { condition: 'cycles' } });
  });
});

describe('rooms are independent', () => {
  it('a fault in one room closes this room with a report; another one goes on', async () => {
    const host = createTestHost();
    const errors: string[] = [];
    const faulty = createTestHost({
      createConsole: () => ({ out: () => {}, err: (line) => errors.push(line) }),
    });
    const { id } = await faulty.create({ document: { version: 1 }, start: true });
    const { id: other } = await faulty.create({ document: { version: 1 }, start: true });
    const { match } = roomOf(faulty, id).server;
    Object.defineProperty(match, 'steps', {
      get: () => 0,
      set: () => {
        throw new Error('broken on purpose');
      },
    });
    await roomOf(faulty, id).closed;
    expect(await faulty.read(id)).toMatchObject({ phase: 'failed', fault: 'broken on purpose' });
    expect(errors.join('\n')).toContain('broken on purpose');
    const before = (await faulty.read(other)).steps;
    await waitUntil(() => roomOf(faulty, other).server.match.steps > before);
    expect(await host.list()).toEqual([]);
  });

  it('a room that needs more than its time does not take the cycles of another one', async () => {
    const host = createTestHost();
    const { id: slow } = await host.create({ document: { version: 1 }, start: true });
    const { id: quick } = await host.create({ document: { version: 1 }, start: true });
    const room = roomOf(host, slow);
    const { phases } = room as unknown as { phases: { simulate: () => void } };
    const { simulate } = phases;
    // Each cycle of this room takes longer than a cycle.
    phases.simulate = () => {
      const end = performance.now() + 130;
      while (performance.now() < end);
      simulate();
    };
    const before = [room.server.match.steps, roomOf(host, quick).server.match.steps];
    await waitUntil(() => room.server.match.steps >= before[0]! + 6, 20_000);
    // The quick room gets at least about as many cycles: a pass of the slow room is followed by one of the quick room.
    expect(roomOf(host, quick).server.match.steps - before[1]!).toBeGreaterThanOrEqual(5);
  });

  it('a siege of one room does not take the cycles of another one', async () => {
    const host = createTestHost();
    const { id: attacked } = await host.create({ document: { version: 1 }, start: true });
    const { id: measured } = await host.create({ document: { version: 1 }, start: true });
    const quiet = await joinRoom(host, measured, 'Foxes', false);
    const { ports } = await host.read(attacked);
    const attackers = await Promise.all([0, 1, 2, 3].map(() => Client.open(ports.player)));
    const [first] = attackers;
    first!.send('(init Foxes (version 19))');
    await first!.next('(init');
    const flood = Buffer.from(`${'(turn 1)'.repeat(200)}\0`);
    const { server: measuredServer } = roomOf(host, measured);
    quiet.skip();
    const stepsBefore = measuredServer.match.steps;
    let sent = 0;
    while (quiet.unread('(sense_body').length < 10) {
      for (const client of attackers) for (let i = 0; i < 50; i++) client.sendBytes(flood);
      sent += 200;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(sent).toBeGreaterThan(1000);
    // Every step of the measured room has its sense_body; one may be on its way before and after.
    const steps = measuredServer.match.steps - stepsBefore;
    expect(steps - quiet.unread('(sense_body').length).toBeOneOf([-1, 0, 1]);
    expect(countAllDrops(measuredServer.telemetry)).toBe(0);
    expect(countAllDrops(roomOf(host, attacked).server.telemetry)).toBeGreaterThan(0);
    expect(roomOf(host, measured).phase).toBe('running');
  });

  it('1,000 rooms are created and deleted; sockets and handles are released', async () => {
    const host = createTestHost();
    const countHandles = () => process.getActiveResourcesInfo().filter((kind) => kind.includes('UDP')).length;
    const countFiles = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0);
    const run = async (count: number) => {
      for (let i = 0; i < count; i++) {
        const { id } = await host.create({ document: STEPPED });
        await host.delete(id);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    await run(50);
    const before = [countHandles(), countFiles()];
    await run(1000);
    expect(countHandles()).toBeLessThanOrEqual(before[0]!);
    expect(countFiles()).toBeLessThanOrEqual(before[1]! + 2);
    expect(await host.list()).toEqual([]);
  }, 120_000);
});

describe('files of rooms', () => {
  it('are written only if the document says so, in the folder of the room, with names of their own', async () => {
    const folder = createFolder();
    const host = createTestHost({ folder });
    const recording = { gameLog: true, textLog: 'fixed.rcl', recording: true, result: true };
    const a = await host.create({ id: 'a', document: { ...STEPPED, recording } });
    const b = await host.create({ id: 'b', document: STEPPED });
    await host.step(a.id, 2);
    await host.step(b.id, 2);
    await host.stop(a.id);
    await host.stop(b.id);
    expect(readdirSync(folder)).toEqual(['a']);
    const names = readdirSync(join(folder, 'a')).sort();
    expect(names.map((name) => name.replace(/^\d+/, 'DATE'))).toEqual([
      'DATE-null-vs-null.rcg',
      'fixed.rcl',
      'match.rec',
      'result.json',
    ]);
    expect(JSON.parse(readFileSync(join(folder, 'a/result.json'), 'utf8'))).toBeTypeOf('object');
  });
});

describe('requests that are refused', () => {
  it.each<[string, object, number, string]>([
    [
      'a start command, unless the host allows it',
      { teams: { left: { name: 'A', start: './a' } } },
      422,
      'document.teams.left.start',
    ],
    ['a module', { teams: { left: { name: 'A', module: 'a' } } }, 422, 'document.teams.left.module'],
    [
      'a parameter that names files',
      { parameters: { server: { game_log_dir: '/tmp' } } },
      422,
      'document.parameters.server.game_log_dir',
    ],
    [
      'a parameter of the whole process',
      { parameters: { rcss: { bind_address: '0.0.0.0' } } },
      422,
      'document.parameters.rcss.bind_address',
    ],
    ['a folder outside of the room', { recording: { folder: '../x' } }, 422, 'document.recording.folder'],
    ['an absolute path', { recording: { result: '/tmp/x' } }, 422, 'document.recording.result'],
    [
      'a scene that does not fit the parameters',
      { initial: { players: [{ side: 'left', unum: 1, stamina: 9999 }] } },
      422,
      'document.initial.players[0].stamina',
    ],
  ])('%s', async (_what, fields, status, path) => {
    const host = createTestHost();
    const error = await host.create({ document: { version: 1, ...fields } }).catch((e: RoomError) => e);
    expect([(error as RoomError).status, (error as RoomError).problems[0]?.path]).toEqual([status, path]);
    expect(await host.list()).toEqual([]);
  });

  it('unknown rooms, names in use, wrong names and too many rooms', async () => {
    const host = createTestHost({ maxRooms: 2 });
    expect(await refusal(host.read('nosuch'))).toEqual([404, 'There is no room "nosuch".']);
    await host.create({ id: 'a', document: STEPPED });
    expect((await refusal(host.create({ id: 'a', document: STEPPED })))[0]).toBe(409);
    expect((await refusal(host.create({ id: '../a', document: STEPPED })))[0]).toBe(422);
    await host.create({ document: STEPPED });
    expect((await refusal(host.create({ document: STEPPED })))[0]).toBe(429);
  });

  it('operations on a closed room', async () => {
    const host = createTestHost();
    const { id } = await host.create({ document: STEPPED });
    await host.stop(id);
    for (const request of [host.start(id), host.step(id, 1), host.reset(id, {}), host.setScene(id, {})])
      expect((await refusal(request))[0]).toBe(409);
  });

  it('a scene that is not possible leaves the room as it was', async () => {
    const host = createTestHost();
    const { id } = await host.create({ document: STEPPED });
    await host.step(id, 3);
    const before = await host.readScene(id);
    const wrong = { players: [{ side: 'left' as const, unum: 1, stamina: 1e6 }] };
    expect((await refusal(host.setScene(id, wrong)))[0]).toBe(422);
    expect((await refusal(host.reset(id, { scene: wrong })))[0]).toBe(422);
    expect(await host.readScene(id)).toEqual(before);
  });

  it('a port in use', async () => {
    const host = createTestHost();
    const { ports } = await host.create({ document: STEPPED });
    const document = { ...STEPPED, parameters: { server: { port: ports.player } } };
    expect((await refusal(host.create({ document })))[1]).toContain(
      `UDP port ${ports.player} cannot be opened`,
    );
  });
});
